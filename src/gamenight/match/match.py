"""Match: one game being played, every ply checked, stored, and only then shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from gamenight.bots import find_bot
from gamenight.core import registry
from gamenight.core.bot import Limit, Stoppable
from gamenight.core.errors import IllegalAction, InvalidAction, InvalidPlayers
from gamenight.core.fairness import Mix
from gamenight.core.game import Game
from gamenight.core.marks import still_choosing
from gamenight.core.options import chosen, values
from gamenight.core.play import Ply, read
from gamenight.core.record import (
    LATE,
    Change,
    Order,
    Record,
    Result,
    Seat,
    Standing,
    broken_off,
    over_result,
    resignation,
    seated,
    taken,
)
from gamenight.core.rules import Chance, Decision, Over
from gamenight.core.text import quoted
from gamenight.match.adopting import adopted, check_version
from gamenight.match.counting import Counted, shown_times, times_of, whole_times
from gamenight.match.fair import Mixing, Source, agreed, new_source, salted
from gamenight.match.seats import check_headcount, check_seat, check_seats, stand_in
from gamenight.match.secret import generator
from gamenight.match.store import Store, Stored
from gamenight.match.summary import Appearance, appearances
from gamenight.match.turn import At
from gamenight.match.undo import changes_left, undo_start


class StaleAction(IllegalAction):
    """A choice from another moment of the match, and not the one that was made there."""

    code = "stale"


class Match:
    """A match in a store: everything that can be done to it is checked, and stored at once. Make
    one with `new`, `load` or `adopt`; `Course` says who is next."""

    def __init__(self, store: Store, stored: Stored, game: Game | None = None):
        self.store = store
        self.id = stored.id
        self.game = game or registry.game(stored.record.game)
        check_version(stored.record, self.game, self.id)
        self.rules = stored.record.rules(self.game)
        self._nodes: tuple[tuple[Any, Decision[Any] | Chance[Any] | Over], ...] = ()
        self.plies: list[Ply] = list(stored.record.plies(self.game))
        self.changes: list[Change] = list(stored.record.changes)
        self._header = stored.record
        self.result = stored.record.result or self._reached()
        self.cuts = stored.record.taken_back
        self.later = stored.later
        self._secret = stored.secret
        self.mixing = Mixing(stored.secret, stored.record.fair)
        self.revision = stored.revision
        self._passes = set(stored.passes)
        self.clock, times = stored.record.clock, stored.record.times
        self.times = whole_times(times, len(self.plies))
        self.counted: Counted | None = None  # see there

    @classmethod
    def new(
        cls,
        store: Store,
        game: Game,
        seats: Sequence[Seat],
        options: Mapping[str, object] | None = None,
        order: Order = "given",
        seed: int | None = None,
        source: Source | None = None,
        series: tuple[tuple[Standing, ...], ...] = (),
        follows: int | None = None,
        clock: str = "",
    ) -> Match:
        """Seat the players in order of play and store the match.

        order: `shuffle` the seats, take them as `given`, or begin with the seat of this number.
        All chance comes from a source: a new one, that of a seed, or the one given. clock: what
        was agreed about time, if anything was; somebody has to count it.
        """
        checked = values(chosen(game.options, options or {}))
        check_headcount(game, checked, seats)
        check_seats(game, seats)
        if isinstance(order, int) and order not in range(len(seats)):
            raise InvalidPlayers(f"seat {order + 1} cannot begin (possible: 1 to {len(seats)})")
        source = source or new_source(seed)
        fair = agreed(source, order, len(seats))
        empty = (Seat(""),) * game.begin_empty(**checked)
        there = (*(seats[place] for place in fair.places), *empty)
        new = Record(game.id, game.version, there, checked, series=series, fair=fair, clock=clock)
        return cls(store, store.create(new, source.secret, follows), game)

    @classmethod
    def load(cls, store: Store, id: int, game: Game | None = None) -> Match:
        """A stored match, with every ply replayed."""
        return cls(store, store.load(id), game)

    @classmethod
    def adopt(cls, store: Store, record: Record, game: Game | None = None) -> Match:
        """A stored match made from a record; if it goes on, chance has a secret of its own."""
        return cls(store, store.create(*adopted(record, game)), game)

    @classmethod
    def adopt_all(cls, store: Store, records: Sequence[Record]) -> list[int]:
        """Store matches made from records, all or none; their numbers."""
        return [stored.id for stored in store.create_all([adopted(one) for one in records])]

    def _reached(self) -> Result | None:
        """The result that the plies have led to."""
        node = self.node
        return over_result(node, self.names) if isinstance(node, Over) else None

    @property
    def record(self) -> Record:
        """The match so far."""
        return replace(
            self._header,
            actions=tuple(self.rules.format(ply.action) for ply in self.plies),
            changes=tuple(self.changes),
            result=self.result,
            taken_back=self.cuts,
            times=shown_times(self.times),
            fair=self.mixing.told(self.result is not None),
        )

    @property
    def state(self) -> Any:
        return self.plies[-1].after if self.plies else self.rules.initial()

    def state_at(self, ply: int) -> Any:
        """The state after this many plies."""
        return self.plies[ply - 1].after if ply else self.rules.initial()

    @property
    def node(self) -> Decision[Any] | Chance[Any] | Over:
        return self.node_of(self.state)

    def node_of(self, state: Any) -> Decision[Any] | Chance[Any] | Over:
        """The node of a state, worked out once for the latest two."""
        for known, node in self._nodes:
            if known is state:
                return node
        found = self.rules.node(state)
        self._nodes = ((state, found), *self._nodes[:1])
        return found

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where now."""
        return self.seated() if self.changes else self._header.seats

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of the people at the table."""
        gone, seats = self.absent, enumerate(self.seats)
        return tuple(number for number, seat in seats if not seat.bot and number not in gone)

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats that nobody plays now."""
        return self.rules.absent(self.state)

    @property
    def at(self) -> At:
        """The current state."""
        return At(len(self.plies), self.cuts)

    @property
    def options(self) -> Mapping[str, Any]:
        """What was agreed."""
        return self._header.options

    @property
    def series(self) -> tuple[tuple[Standing, ...], ...]:
        """Everybody's results in the earlier rounds."""
        return self._header.series

    def seated(self, ply: int | None = None) -> tuple[Seat, ...]:
        """Who sits where at a ply; by default now."""
        return seated(self._header.seats, self.changes, ply)

    def play(self, text: str, seat: int, at: At) -> Ply:
        """An action of this seat, chosen at what it had seen; raises InvalidAction, and then
        nothing has changed. The same choice sent again counts as done, and does nothing."""
        check_seat(seat, self.rules.players)
        if at != (len(self.plies), self.cuts):
            return self._answered(text, seat, at)
        self._refuse_when_over()
        state = self.state
        action = read(self.rules, state, text, seat, self.node_of(state))
        return self._store([self._ply(state, action, seat)])[0]

    def _answered(self, text: str, seat: int, at: At) -> Ply:
        """What this seat did at an earlier moment, if it was the same; raises StaleAction."""
        if at.cuts == self.cuts and 0 <= at.plies < len(self.plies):
            ply = self.plies[at.plies]
            with suppress(InvalidAction):
                if ply.actor == seat and ply.action == self.rules.parse(text):
                    return ply
        raise StaleAction(f"{quoted(text)} comes too late: the match has moved on", text)

    def draft(self, seat: int) -> tuple[str, ...] | None:
        """The keys that this seat has marked for the next ply; None if nothing was changed."""
        text = self.store.draft(self.id, len(self.plies), seat)
        return None if text is None else tuple(text.split())

    def keep_draft(self, seat: int, keys: Sequence[str]) -> None:
        """Keep what is marked beside the match, so that quitting loses nothing."""
        check_seat(seat, self.rules.players)
        self.store.keep_draft(self.id, len(self.plies), seat, " ".join(keys))

    def play_later(self, seat: int) -> Ply:
        """Do the first word that is waiting, by this seat, and take it off the list."""
        self._refuse_when_over()
        action = read(self.rules, self.state, self.later[0], seat)
        return self._store([self._ply(self.state, action, seat)], self.later[1:])[0]

    def keep_later(self, texts: Sequence[str]) -> None:
        """Keep words that wait until a roll leaves a choice."""
        self.revision = self.store.keep_later(self.id, self.revision, texts)
        self.later = tuple(texts)

    @property
    def passed(self) -> frozenset[int]:
        """The seats that were asked out of turn at this moment and did nothing."""
        return frozenset([seat for ply, seat in self._passes if ply == len(self.plies)])

    def passes(self, seat: int, at: At) -> None:
        """Somebody who may act out of turn does nothing; saying so again at the same moment
        changes nothing. Raises StaleAction."""
        self._refuse_when_over()
        check_seat(seat, self.rules.players)
        node = self.node
        may_act = isinstance(node, Decision) and seat != node.player and node.of(seat)
        if at == self.at and not may_act:
            raise IllegalAction(f"{self.names[seat]} cannot act out of turn now", seat)
        if at == self.at and seat not in self.passed:
            self.revision = self.store.keep_pass(self.id, self.revision, at.plies, seat)
            self._passes.add((at.plies, seat))
        elif at.cuts != self.cuts or (at.plies, seat) not in self._passes:
            raise StaleAction("passing comes too late: the match has moved on")

    def chance(
        self, most: int | None = None, salts: Mapping[int, bytes] | None = None
    ) -> list[Ply]:
        """Draw what chance decides for one player, up to the next decision, to somebody else's roll
        or to one that wants a word, in one transaction; at most `most` draws, where each is to be
        watched. salts: what seats of which it was due have mixed in."""
        self._refuse_when_over()
        drawn, mixes = list[Ply](), salted(self, salts or {})
        mixing, state, first = self.mixing.after(mixes), self.state, self.node
        roller = first.player if isinstance(first, Chance) else None
        while isinstance(node := self.rules.node(state), Chance) and node.player == roller:
            if len(drawn) == most or (drawn and node.label):
                break
            action = mixing.drawn(node, len(self.plies) + len(drawn))
            drawn.append(self._ply(state, action, None))
            state = drawn[-1].after
        return self._store(drawn, mixes=mixes) if drawn else []

    def mix(self, mixes: Sequence[Mix]) -> None:
        """Store what is added to chance without a ply."""
        if mixes:
            id, ply = self.id, len(self.plies)
            self.revision = self.store.append(id, self.revision, ply, [], mixes=mixes)
            self.mixing = self.mixing.after(mixes)

    def bot_generator(self, seat: int) -> Stoppable:
        """The random numbers of the bot in this seat for this ply, always the same."""
        return generator(self._secret, f"bot {seat} {len(self.plies)}")

    def consider(self, seat: int, rng: Random, seconds: float | None = None) -> Any | None:
        """What the bot in this seat chooses, in at most this time; any thread may call it."""
        info, limit = find_bot(self.game, self.seats[seat].bot)
        limit = limit if seconds is None else Limit(seconds=min(seconds, limit.seconds or seconds))
        return info.bot.choose(self.rules, self.rules.hide(self.state, seat), seat, rng, limit)

    def bot_plays(self, seat: int, action: Any | None) -> Ply | None:
        """Do what the bot in this seat chose; None if it was asked out of turn and passed."""
        self._refuse_when_over()
        node = self.node
        if action is None and isinstance(node, Decision) and node.player != seat:
            self.passes(seat, self.at)
            return None
        if not isinstance(node, Decision) or action not in node.of(seat):
            name = find_bot(self.game, self.seats[seat].bot)[0].name
            raise IllegalAction(f"the bot {name} chose {action!r}, which is not possible now")
        return self._store([self._ply(self.state, action, seat)])[0]

    @property
    def passes_kept(self) -> frozenset[tuple[int, int]]:
        """Who passed after how many plies."""
        return frozenset(self._passes)

    def undo(self, secret: bool = False) -> int:
        """Take back the last decision of a person and what followed; returns the number of plies.
        A resignation is taken back alone. secret: see `undo_start`."""
        start = undo_start(self, secret).plies
        undone, changes = len(self.plies) - start, changes_left(self, start)
        self.mix(self.mixing.before_cut(self.plies, start))
        self.revision = self.store.cut(self.id, self.revision, start, changes)
        del self.plies[start:], self.times[start:]
        self.changes = changes
        self._passes = {(ply, seat) for ply, seat in self._passes if ply < start}
        self.cuts, self.later, self.result = self.cuts + 1, (), None
        return undone

    def resign(self, seat: int) -> None:
        """With two players the other wins; with more, a bot plays on for the one who gives up."""
        self._refuse_when_over()
        check_seat(seat, self.rules.players)
        if self.rules.players - len(self.absent) > 2:
            self.sit(seat, stand_in(self.game, self.names, seat))
            return
        self._finish(resignation(self.rules, self.state, seat, self.names[seat]))

    def run_out(self, seat: int) -> None:
        """This seat has no time left, and so all others win."""
        self._refuse_when_over()
        self._finish(resignation(self.rules, self.state, seat, self.names[seat], LATE))

    def end(self, reason: str) -> None:
        """It ends here, and nobody wins."""
        self._refuse_when_over()
        self._finish(broken_off(self.rules, self.state, reason))

    def _finish(self, result: Result) -> None:
        """A result without a ply."""
        finish, over = self.store.finish, self._appearances([], result)
        self.revision, self.result = finish(self.id, self.revision, result, over), result

    def sit(self, seat: int, who: Seat) -> None:
        """From now on somebody else sits in this seat: a bot or a person."""
        self._refuse_when_over()
        check_seat(seat, self.rules.players)
        others = (*self.seats[:seat], *self.seats[seat + 1 :])
        check_seats(self.game, [who, *taken(others)])
        change = Change(len(self.plies), seat, who)
        self.revision = self.store.change(self.id, self.revision, change)
        self.changes.append(change)
        self._passes = {one for one in self._passes if one[1] != seat}

    def _ply(self, before: Any, action: Any, actor: int | None) -> Ply:
        return Ply(before, action, actor, self.rules.apply(before, action))

    def _store(
        self, plies: list[Ply], later: tuple[str, ...] | None = None, mixes: Sequence[Mix] = ()
    ) -> list[Ply]:
        """Store plies first; only then are they part of the match. later: the words that wait from
        now on, if they have changed."""
        before, node = self.node_of(plies[0].before), self.node_of(plies[-1].after)
        result = over_result(node, self.names) if isinstance(node, Over) else None
        over = () if result is None else self._appearances(plies, result)
        texts = [self.rules.format(ply.action) for ply in plies]
        ply, staying = len(self.plies), still_choosing(before, node, plies[-1].actor)
        drafts = [] if staying is None else self._marks_of(staying)
        spent = times_of(self.rules, plies, self.counted)
        self.revision = self.store.append(
            self.id, self.revision, ply, texts, result, over, later, drafts, spent, mixes
        )
        self.plies.extend(plies)
        self.times.extend(spent)
        self.mixing, self.result = self.mixing.after(mixes), result
        self.later = self.later if later is None else later
        return plies

    def _marks_of(self, seat: int) -> list[tuple[int, str]]:
        """What this seat has marked, if anything is."""
        keys = self.draft(seat)
        return [] if keys is None else [(seat, " ".join(keys))]

    def _appearances(self, more: list[Ply], result: Result) -> tuple[Appearance, ...]:
        """Who took part, if the match ends like this."""
        states = [self.rules.initial(), *(ply.after for ply in (*self.plies, *more))]
        return appearances(replace(self.record, result=result), self.game, states)

    def _refuse_when_over(self) -> None:
        if self.result is not None:
            raise IllegalAction(f"match {self.id} is over: {self.result.reason}")
