"""What every store promises: the tests know the protocol and nothing else. Another store is one
more line in `PLACES`."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from gamenight.core.fairness import Fair, Mix
from gamenight.core.record import Change, Record, Result, Seat, Standing
from gamenight.match.places import Address
from gamenight.match.postgres import PostgresStore
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import Ended, StaleMatch, Store, StoreError, UnknownMatch
from gamenight.match.summary import PERSON, Appearance, Player
from tests.effort import times
from tests.match.store_model import RESULT, Open, StoreMachine, others, revising
from tests.match.written import WrittenStore
from tests.postgres import database

ANN, BEN, ZOE, HARD = Seat("Ann"), Seat("Bén"), Seat("Zoë"), Seat("Robby", "hard")
SECRET = bytes(range(32))
RECORD = Record("oware", 1, (ANN, BEN), {"houses": 6, "name": "ü"}, ("A", "b", "C"))
FOUND = (
    Appearance(Player(PERSON, "Ann"), won=True, score=3, best=2, worst=-1),
    Appearance(Player(PERSON, "Bén"), score=1),
)


def in_memory(folder: Path) -> Open:
    store = SqliteStore()
    return lambda: store


def in_a_file(folder: Path) -> Open:
    store = SqliteStore(new_path(folder))
    return lambda: store


def opened_anew(folder: Path) -> Open:
    """A file that is closed and opened again between any two steps."""
    path, current = new_path(folder), list[SqliteStore]()

    def open() -> Store:
        if current:
            current.pop().close()
        current.append(SqliteStore(path))
        return current[0]

    return open


def by_a_writer(folder: Path) -> Open:
    """A store of a server: every change is noted in a ledger, and waited for."""
    store = cast(Store, WrittenStore(new_path(folder)))
    return lambda: store


def in_postgres(folder: Path) -> Open:
    store = PostgresStore(Address(database()))
    return lambda: store


def in_postgres_anew(folder: Path) -> Open:
    """A database that is lost and found again between any two steps."""
    store = PostgresStore(Address(database()))

    def open() -> Store:
        store.close()
        return store

    return open


def by_a_writer_in_postgres(folder: Path) -> Open:
    store = cast(Store, WrittenStore(Address(database())))
    return lambda: store


def new_path(folder: Path) -> Path:
    return Path(tempfile.mkdtemp(dir=folder)) / "store.sqlite"


Place = Callable[[Path], Open]
PLACES: tuple[Place, ...] = (
    *(in_memory, in_a_file, opened_anew, by_a_writer),
    *(in_postgres, in_postgres_anew, by_a_writer_in_postgres),
)


@pytest.fixture(params=PLACES, ids=lambda place: place.__name__)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    place: Place = request.param
    return place(tmp_path)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_any_sequence_of_changes(place: Place, tmp_path: Path) -> None:
    machine = type("Machine", (StoreMachine,), {"place": partial(place, tmp_path)})
    examples = times(15 if place is in_memory else 4)
    run_state_machine_as_test(
        machine, settings=settings(max_examples=examples, stateful_step_count=20, deadline=None)
    )


def test_a_match_comes_back_as_it_was_kept(store: Open) -> None:
    record = replace(
        RECORD,
        changes=(Change(1, 0, HARD), Change(3, 0, ZOE)),
        series=((Standing("Ann", 4, True), Standing("Bén", 2, False)),),
        result=Result((3, 1), (0, 1), "Über", 1),
    )
    kept = store().create(record, SECRET, 17, FOUND)
    assert kept[1:] == (record, SECRET, 0, 17, frozenset(), ())
    assert store().load(kept.id) == kept


def test_every_match_has_a_number_of_its_own(store: Open) -> None:
    ids = [store().create(RECORD, SECRET).id for _ in range(3)]
    store().delete(ids[-1])
    assert store().create(RECORD, SECRET).id > ids[-1] > ids[1] > ids[0]


def test_plies_and_a_result(store: Open) -> None:
    id = store().create(RECORD, SECRET).id
    assert store().append(id, 0, 3, ["d", "E"]) == 1
    assert store().load(id).record == replace(RECORD, actions=("A", "b", "C", "d", "E"))
    assert store().append(id, 1, 5, ["f"], RESULT, FOUND) == 2
    ended = store().load(id)
    assert (ended.record.actions[5:], ended.record.result) == (("f",), RESULT)
    assert list(store().ended()) == [Ended("oware", FOUND)]


@pytest.mark.parametrize("ply", [2, 4])
def test_plies_follow_each_other(store: Open, ply: int) -> None:
    kept = store().create(RECORD, SECRET)
    with pytest.raises(StoreError):
        store().append(kept.id, 0, ply, ["x"])
    assert store().load(kept.id) == kept


def test_a_cut(store: Open) -> None:
    """It takes the plies back and what belongs to later ones, and keeps the changes it is given."""
    id = store().create(RECORD, SECRET).id
    changes = [Change(1, 0, HARD), Change(3, 1, ZOE)]
    for revision, change in enumerate(changes):
        store().change(id, revision, change)
    for revision, ply in enumerate((1, 2, 3), 2):
        store().keep_pass(id, revision, ply, 0)
        store().keep_draft(id, ply, 1, f"d{ply}")
    store().keep_later(id, 5, ["hold", "roll"])
    store().finish(id, 6, RESULT, FOUND)
    left = [changes[1]._replace(ply=2)]
    assert store().cut(id, 7, 2, left) == 8
    cut = store().load(id)
    assert cut.record == replace(RECORD, actions=("A", "b"), changes=tuple(left), taken_back=1)
    assert (set(cut.passes), cut.later) == ({(1, 0)}, ())
    assert [store().draft(id, ply, 1) for ply in (1, 2, 3)] == ["d1", "d2", None]
    assert list(store().ended()) == []
    store().change(id, 8, changes[0])
    store().cut(id, 9, 2, [*left, changes[0]])
    again = store().load(id)
    assert (again.record.taken_back, again.record.changes) == (2, (*left, changes[0]))


def test_time_and_salts(store: Open) -> None:
    """Salts come in order, and no cut takes them back; times go with their plies. The secret of
    chance is told when the match is over, and not while it goes on again."""
    fair = Fair("live", "x/1", SECRET, True, (1, 0), 1, (Mix(0, 1, SECRET),))
    id = store().create(replace(RECORD, fair=fair, clock="5m+10s"), SECRET).id
    more = [Mix(3, 0, b""), Mix(3, 1, bytes(32))]
    store().append(id, 0, 3, ["d", "E"], spent=[1200, None], mixes=more)
    store().append(id, 1, 5, [], mixes=[Mix(5, -1, b"")])
    found = store().load(id).record
    salted = fair._replace(mixes=(*fair.mixes, *more, Mix(5, -1, b"")))
    assert (found.clock, found.times, found.fair) == (
        "5m+10s", (None, None, None, 1200, None), salted,
    )  # fmt: skip
    store().finish(id, 2, RESULT)
    assert store().load(id).record.fair == salted._replace(secret=SECRET)
    store().cut(id, 3, 4, [])
    found = store().load(id).record
    assert (found.times, found.fair) == ((None, None, None, 1200), salted)
    store().cut(id, 4, 3, [])
    assert store().load(id).record.times == ()


def test_another_person_has_neither_passed_nor_marked_anything(store: Open) -> None:
    id = store().create(RECORD, SECRET).id
    places = [(2, 0), (3, 0), (3, 1)]
    for revision, (ply, seat) in enumerate(places):
        store().keep_pass(id, revision, ply, seat)
        store().keep_draft(id, ply, seat, "d1")
    assert store().change(id, 3, Change(3, 0, ZOE)) == 4
    changed = store().load(id)
    assert changed.record.changes == (Change(3, 0, ZOE),)
    assert changed.passes == {(3, 1)}
    assert [store().draft(id, *place) for place in places] == [None, None, "d1"]


def test_a_pass_is_kept_once(store: Open) -> None:
    id = store().create(RECORD, SECRET).id
    assert store().keep_pass(id, 0, 3, 1) == 1
    assert store().keep_pass(id, 1, 3, 1) == 2
    assert store().load(id).passes == {(3, 1)}


def test_words_for_later_are_replaced(store: Open) -> None:
    id = store().create(RECORD, SECRET).id
    assert store().keep_later(id, 0, ["hold 1", "rôle\n"]) == 1
    assert store().load(id).later == ("hold 1", "rôle\n")
    assert store().keep_later(id, 1, []) == 2
    assert store().load(id).later == ()


def test_a_draft_is_of_a_ply_and_a_seat_and_no_change(store: Open) -> None:
    kept = store().create(RECORD, SECRET)
    store().keep_draft(kept.id, 3, 0, "d1 d2")
    store().keep_draft(kept.id, 3, 0, "")
    store().keep_draft(kept.id, 3, 1, "d5")
    assert [store().draft(kept.id, 3, seat) for seat in (0, 1, 2)] == ["", "d5", None]
    assert store().draft(kept.id, 2, 0) is None
    assert store().draft(kept.id + 1, 3, 0) is None
    assert store().load(kept.id) == kept


def test_whoever_comes_late_changes_nothing(store: Open) -> None:
    kept = store().create(RECORD, SECRET)
    store().keep_later(kept.id, 0, ["x"])
    before = store().load(kept.id)
    for change in revising(kept.id, 0, 3):
        with pytest.raises(
            StaleMatch, match=f"match {kept.id} has been continued by another program"
        ):
            change(store())
    assert store().load(kept.id) == before


def test_unknown_matches(store: Open) -> None:
    id = store().create(RECORD, SECRET).id
    store().delete(id)
    for use in (*revising(id, 0, 3), *others(id)):
        with pytest.raises(UnknownMatch, match=f"there is no match {id} "):
            use(store())
    assert store().draft(id, 0, 0) is None
    assert store().matches() == []
    assert list(store().ended()) == []


def test_whatever_belongs_to_a_match_is_deleted_with_it(store: Open) -> None:
    ids = [store().create(replace(RECORD, result=RESULT), SECRET, None, FOUND).id for _ in "ab"]
    for id in ids:
        store().keep_draft(id, 0, 0, "d1")
    store().delete(ids[0])
    assert [one.id for one in store().matches()] == ids[1:]
    assert store().draft(ids[0], 0, 0) is None
    assert store().draft(ids[1], 0, 0) == "d1"
    assert (store().count(), len(list(store().ended()))) == (1, 1)


def test_lists(store: Open) -> None:
    start = datetime.now(UTC)
    third, second, first = (store().create(RECORD, SECRET).id for _ in range(3))
    store().finish(first, 0, RESULT, FOUND)
    store().change(second, 0, Change(3, 1, ZOE))
    store().append(third, 0, 3, ["d"], replace_reason("later"), FOUND[:1])
    listed = store().matches()
    assert [one.id for one in listed] == [third, second, first]
    assert [one.plies for one in listed] == [4, 3, 3]
    assert [one.seats for one in listed] == [(ANN, BEN), (ANN, ZOE), (ANN, BEN)]
    assert [one.result for one in listed] == [replace_reason("later"), None, RESULT]
    assert {one.game for one in listed} == {"oware"}
    assert start < listed[2].touched < listed[1].touched < listed[0].touched < datetime.now(UTC)
    assert store().matches(most=2) == listed[:2]
    assert store().matches(finished=True) == [listed[0], listed[2]]
    assert store().matches(finished=True, most=1) == [listed[0]]
    assert store().matches(finished=False) == [listed[1]]
    assert store().matches(finished=False, most=0) == []
    assert [store().count(finished) for finished in (None, True, False)] == [3, 2, 1]
    assert list(store().ended()) == [Ended("oware", FOUND), Ended("oware", FOUND[:1])]


def replace_reason(reason: str) -> Result:
    return RESULT._replace(reason=reason)


def test_a_draft_touches_nothing(store: Open) -> None:
    first, second = (store().create(RECORD, SECRET).id for _ in range(2))
    store().keep_draft(first, 3, 0, "d1")
    assert [one.id for one in store().matches()] == [second, first]


@pytest.mark.parametrize("id", [10**30, -1])
def test_numbers_that_cannot_be(store: Open, id: int) -> None:
    for use in others(id):
        with pytest.raises(StoreError):
            use(store())
