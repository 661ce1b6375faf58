"""What a store promises, as a plain dictionary of matches, and a machine that compares the two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from gamenight.core.fairness import LEVELS, Fair, Mix
from gamenight.core.record import Change, Record, Result, Seat, Standing
from gamenight.match.store import Ended, StaleMatch, Store, Stored, UnknownMatch
from gamenight.match.summary import BOT, PERSON, Appearance, Player

Open = Callable[[], Store]

NUMBERS = st.integers(0, 4)
SEATS = st.integers(0, 1)
# A text is one line; no game's has a NUL, and PostgreSQL takes none.
WORDS = st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=6)
WHO = st.builds(Seat, WORDS.filter(bool), st.sampled_from(("", "hard", "mcts:400n")))
SCORES = st.integers(-9, 9)
PAIRS = st.tuples(SCORES, SCORES)
RESULTS = st.builds(
    Result, PAIRS, st.sampled_from(((), (0,), (1,), (0, 1))), WORDS, st.none() | SEATS
)
PLAYERS = st.builds(Player, st.sampled_from((PERSON, BOT)), WORDS)
FLAGS, POINTS = st.booleans(), st.none() | SCORES
APPEARANCES = st.lists(
    st.builds(Appearance, PLAYERS, FLAGS, FLAGS, POINTS, FLAGS, POINTS, POINTS), max_size=3
)
CHANGES = st.builds(Change, NUMBERS, SEATS, WHO)
SALTS = st.just(b"") | st.binary(min_size=32, max_size=32)
MIXES = st.lists(st.builds(Mix, NUMBERS, st.integers(-1, 1), SALTS), max_size=2)
SPENT = st.none() | st.integers(0, 99_999_999)
FAIR = st.builds(
    Fair,
    st.sampled_from(LEVELS),
    st.text("aZ9_-/.", min_size=1, max_size=9),
    st.binary(min_size=32, max_size=32),
    FLAGS,
    st.sampled_from(((), (0, 1), (1, 0))),
    NUMBERS,
    MIXES.map(tuple),
)
RECORDS = st.builds(
    Record,
    game=st.sampled_from(("oware", "gone")),
    version=NUMBERS,
    seats=st.tuples(WHO, WHO),
    options=st.dictionaries(WORDS, NUMBERS | WORDS | FLAGS, max_size=2),
    actions=st.lists(WORDS, max_size=3).map(tuple),
    changes=st.lists(CHANGES, max_size=2).map(tuple),
    series=st.lists(st.builds(Standing, WORDS, NUMBERS, FLAGS), max_size=2).map(
        lambda r: (tuple(r),)
    ),
    result=st.none() | RESULTS,
    taken_back=NUMBERS,
    fair=st.none() | FAIR,
    clock=st.sampled_from(("", "5m+10s")),
)


@dataclass
class Kept:
    """A match as it should be; `touched` counts up over all matches."""

    stored: Stored
    appearances: tuple[Appearance, ...] = ()
    drafts: dict[tuple[int, int], str] = field(default_factory=dict)
    touched: int = 0

    @property
    def record(self) -> Record:
        return self.stored.record

    def become(self, **changes: Any) -> None:
        """Change the record, and count it."""
        record = told(replace(self.record, **changes), self.stored.secret)
        self.stored = self.stored._replace(record=record, revision=self.stored.revision + 1)

    def append(
        self, texts: Sequence[str], spent: Sequence[int | None] = (), mixes: Sequence[Mix] = ()
    ) -> None:
        record = self.record
        times = (*all_times(record), *(spent or (None for _ in texts)))
        fair = record.fair and record.fair._replace(mixes=(*record.fair.mixes, *mixes))
        self.become(actions=(*record.actions, *texts), times=times, fair=fair)

    def finish(self, result: Result, found: Sequence[Appearance]) -> None:
        self.become(result=result)
        self.appearances = tuple(found)

    def cut(self, ply: int, changes: Sequence[Change]) -> None:
        count = self.record.taken_back + 1
        left, times = self.record.actions[:ply], all_times(self.record)[:ply]
        self.become(
            actions=left, times=times, changes=tuple(changes), result=None, taken_back=count
        )
        kept = frozenset(one for one in self.stored.passes if one[0] < ply)
        self.stored = self.stored._replace(passes=kept, later=())
        self.drafts = {place: text for place, text in self.drafts.items() if place[0] <= ply}
        self.appearances = ()

    def change(self, change: Change) -> None:
        self.become(changes=(*self.record.changes, change))
        passes = frozenset(one for one in self.stored.passes if one[1] != change.seat)
        self.stored = self.stored._replace(passes=passes)
        for key in [key for key in self.drafts if key[1] == change.seat]:
            del self.drafts[key]


def all_times(record: Record) -> tuple[int | None, ...]:
    return record.times or (None,) * len(record.actions)


def told(record: Record, secret: bytes) -> Record:
    """A record as it is told: with the secret of its chance when it is over, and without times
    where none was counted."""
    fair = record.fair and record.fair._replace(secret=secret if record.result else None)
    times = record.times if any(one is not None for one in record.times) else ()
    return replace(record, fair=fair, times=times)


class StoreMachine(RuleBasedStateMachine):
    """Every change of a store, and after each all that it can be asked."""

    place: Callable[[], Open]
    matches = Bundle("matches")

    def __init__(self) -> None:
        super().__init__()
        self.open = type(self).place()
        self.kept: dict[int, Kept] = {}
        self.clock = 0

    def touch(self, id: int) -> Kept:
        self.clock += 1
        self.kept[id].touched = self.clock
        return self.kept[id]

    @rule(target=matches, record=RECORDS, secret=st.binary(max_size=32), found=APPEARANCES)
    def create(self, record: Record, secret: bytes, found: list[Appearance]) -> int:
        follows, record = max(self.kept, default=None), told(record, secret)
        stored = self.open().create(record, secret, follows, found)
        assert stored == Stored(stored.id, record, secret, 0, follows)
        assert stored.id not in self.kept
        over = tuple(found) if record.result is not None else ()
        self.kept[stored.id] = Kept(stored, over)
        self.touch(stored.id)
        return stored.id

    @rule(
        id=matches,
        plies=st.lists(st.tuples(WORDS, SPENT), max_size=3),
        counted=FLAGS,
        result=st.none() | RESULTS,
        found=APPEARANCES,
        mixes=MIXES,
    )
    def append(
        self,
        id: int,
        plies: list[tuple[str, int | None]],
        counted: bool,
        result: Result | None,
        found: list[Appearance],
        mixes: list[Mix],
    ) -> None:
        kept = self.touch(id)
        revision, ply = kept.stored.revision, len(kept.record.actions)
        texts, spent = [text for text, _ in plies], [lost for _, lost in plies if counted]
        mixed = mixes if kept.record.fair is not None else []
        done = self.open().append(id, revision, ply, texts, result, found, spent=spent, mixes=mixed)
        assert done == revision + 1
        kept.append(texts, spent, mixed)
        if result is not None:
            kept.finish(result, found)
            kept.stored = kept.stored._replace(revision=revision + 1)

    @rule(id=matches, result=RESULTS, found=APPEARANCES)
    def finish(self, id: int, result: Result, found: list[Appearance]) -> None:
        kept = self.touch(id)
        revision = kept.stored.revision
        assert self.open().finish(id, revision, result, found) == revision + 1
        kept.finish(result, found)

    @rule(id=matches, ply=NUMBERS, changes=st.lists(CHANGES, max_size=3))
    def cut(self, id: int, ply: int, changes: list[Change]) -> None:
        kept = self.touch(id)
        revision = kept.stored.revision
        assert self.open().cut(id, revision, ply, changes) == revision + 1
        kept.cut(ply, changes)

    @rule(id=matches, change=CHANGES)
    def change(self, id: int, change: Change) -> None:
        kept = self.touch(id)
        revision = kept.stored.revision
        assert self.open().change(id, revision, change) == revision + 1
        kept.change(change)

    @rule(id=matches, ply=NUMBERS, seat=SEATS)
    def keep_pass(self, id: int, ply: int, seat: int) -> None:
        kept = self.touch(id)
        revision = kept.stored.revision
        assert self.open().keep_pass(id, revision, ply, seat) == revision + 1
        kept.become()
        kept.stored = kept.stored._replace(passes=kept.stored.passes | {(ply, seat)})

    @rule(id=matches, texts=st.lists(WORDS, max_size=2))
    def keep_later(self, id: int, texts: list[str]) -> None:
        kept = self.touch(id)
        revision = kept.stored.revision
        assert self.open().keep_later(id, revision, texts) == revision + 1
        kept.become()
        kept.stored = kept.stored._replace(later=tuple(texts))

    @rule(id=matches, ply=NUMBERS, seat=SEATS, text=WORDS)
    def keep_draft(self, id: int, ply: int, seat: int, text: str) -> None:
        self.open().keep_draft(id, ply, seat, text)
        self.kept[id].drafts[ply, seat] = text

    @rule(id=matches, off=st.sampled_from((-1, 1)))
    def be_stale(self, id: int, off: int) -> None:
        kept = self.kept[id].stored
        for change in revising(id, kept.revision + off, len(kept.record.actions)):
            with pytest.raises(StaleMatch):
                change(self.open())

    @rule(id=consumes(matches))
    def delete(self, id: int) -> None:
        self.open().delete(id)
        del self.kept[id]
        for change in (*revising(id, 0, 0), *others(id)):
            with pytest.raises(UnknownMatch):
                change(self.open())

    @invariant()
    def what_is_kept_is_found(self) -> None:
        store = self.open()
        for id, kept in self.kept.items():
            assert store.load(id) == kept.stored
            for ply in range(5):
                assert [store.draft(id, ply, seat) for seat in (0, 1)] == [
                    kept.drafts.get((ply, seat)) for seat in (0, 1)
                ]

    @invariant()
    def lists_are_right(self) -> None:
        store = self.open()
        latest = sorted(self.kept.items(), key=lambda item: -item[1].touched)
        over = [(id, kept) for id, kept in latest if kept.record.result is not None]
        going = [(id, kept) for id, kept in latest if kept.record.result is None]
        for finished, wanted in ((None, latest), (True, over), (False, going)):
            assert store.count(finished) == len(wanted)
            for most in (None, 0, 1, 2):
                found = [(*one[:5], one.taken_back) for one in store.matches(finished, most)]
                assert found == [summary(id, kept) for id, kept in wanted[:most]]
        ended = [Ended(kept.record.game, kept.appearances) for _, kept in reversed(over)]
        assert list(store.ended()) == ended

    def teardown(self) -> None:
        self.open().close()


def summary(id: int, kept: Kept) -> tuple[Any, ...]:
    record = kept.record
    return (id, record.game, record.seated(), len(record.actions), record.result, record.taken_back)


RESULT = Result((3, 1), (0,), "It is over.")


def revising(id: int, revision: int, ply: int) -> list[Callable[[Store], object]]:
    """Every change that names the revision it was made from."""
    return [
        lambda store: store.append(id, revision, ply, ["x"]),
        lambda store: store.cut(id, revision, 0, ()),
        lambda store: store.change(id, revision, Change(0, 0, Seat("Zoë"))),
        lambda store: store.keep_pass(id, revision, 0, 0),
        lambda store: store.keep_later(id, revision, ["x"]),
        lambda store: store.finish(id, revision, RESULT),
    ]


def others(id: int) -> list[Callable[[Store], object]]:
    """Whatever else needs a match that is there."""
    return [
        lambda store: store.load(id),
        lambda store: store.delete(id),
        lambda store: store.keep_draft(id, 0, 0, "x"),
    ]
