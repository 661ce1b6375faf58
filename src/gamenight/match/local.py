"""LocalTable: a stored match, with all its people at this screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gamenight.core.command import command_here
from gamenight.core.errors import BrokenGame, GamenightError
from gamenight.core.play import Ply
from gamenight.core.record import Marks, Record, Result, Seat
from gamenight.core.text import listed, quoted
from gamenight.match.advice import hint_at, odds_at
from gamenight.match.changes import free_seat, read_arrival, told_undone
from gamenight.match.course import Course
from gamenight.match.hints import Hint
from gamenight.match.match import Match
from gamenight.match.moves import moves_by_ply
from gamenight.match.presence import Presence
from gamenight.match.series import Round, next_order, next_round, rounds
from gamenight.match.store import StaleMatch, StoreError, UnknownMatch
from gamenight.match.table import Ability, NotHere, NotPossible, Table
from gamenight.match.turn import At, Turn
from gamenight.match.undo import CannotUndo, undo_start
from gamenight.match.verdict import told_moves
from gamenight.match.waiting import Think, at_once
from gamenight.match.words import meant, speakers

OPEN_ELSEWHERE = "This match is open in another program, too: play it in one of them only."


class LocalTable(Table):
    """Nothing here ever waits for anything but a bot, so that a front end without
    a loop can drive it. presence: which matches are open in which program."""

    def __init__(self, match: Match, think: Think = at_once, presence: Presence | None = None):
        self.game, self.rules = match.game, match.rules
        self.options = match.options
        self.version = 0
        self._match = match
        self._think = think
        self._course = Course(match, think, one_screen=True)
        self._is_old = bool(match.plies)
        self._presence = presence
        number = match.store.kept(match.id).number
        if presence is not None and number is not None and not presence.enter(number):
            self.greeting = OPEN_ELSEWHERE

    # What we know.

    @property
    def id(self) -> str:  # type: ignore[override]
        """The number that the match has on disk, once it is there."""
        number = self._match.store.kept(self._match.id).number
        return str(self._match.id if number is None else number)

    @property
    def warning(self) -> str:  # type: ignore[override]
        return self._match.store.notice

    @property
    def plies(self) -> Sequence[Ply]:
        return self._match.plies

    @property
    def at(self) -> At:
        return self._match.at

    def seated(self, ply: int | None = None) -> tuple[Seat, ...]:
        return self._match.seated(ply)

    @property
    def result(self) -> Result | None:
        return self._match.result

    @property
    def rounds(self) -> tuple[Round, ...]:
        return rounds(self._match.series, self.result, self.names, self.absent)

    @property
    def here(self) -> tuple[int, ...]:
        return self._match.people

    @property
    def can(self) -> frozenset[Ability]:
        undo: frozenset[Ability] = frozenset({"undo"} if self._can_undo else ())
        found: set[Ability] = {"hint", "sit"}
        found |= {"odds"} if self.game.odds is not None else set()
        found |= {"join"} if self._course.is_open else set()
        found |= {"resign"} if self.here else set()
        return undo.union(found if self.result is None else {"rematch"})

    @property
    def _can_undo(self) -> bool:
        """Whether a person has done something that may still be taken back."""
        try:
            undo_start(self._match)
        except CannotUndo:
            return False
        return True

    @property
    def busy(self) -> str:  # type: ignore[override]
        return self._course.busy

    @property
    def later(self) -> tuple[str, ...]:
        return self._match.later

    @property
    def listening(self) -> float:
        return self._course.listening

    @listening.setter
    def listening(self, seconds: float) -> None:
        self._course.listening = seconds

    def record(self) -> Record:
        drafts = ((seat, self.draft(seat)) for seat in self.here if self.result is None)
        marks = tuple(Marks(seat, keys) for seat, keys in drafts if keys is not None)
        return replace(self._match.record, marks=marks)

    def farewell(self) -> str:
        kept = self._match.store.kept(self._match.id)
        if kept.number is None:
            return "This match could not be saved: it was played in memory."
        if self._is_gone:
            return f"Match {self.id} is not saved: another program has deleted it."
        if kept.plies not in (None, self.last):
            move = moves_by_ply(self)[kept.plies or 0]
            return f"Match {self.id} is saved up to move {move}; the rest was in memory only."
        if self.result is not None:
            id = self.id
            return (
                f"Match {id} is over and saved. See: "
                f"{command_here(f'replay {id}')}, {command_here(f'analyse {id}')}"
            )
        return f"Match {self.id} is saved. To continue: {command_here(f'resume {self.id}')}"

    @property
    def _is_gone(self) -> bool:
        try:
            self._match.store.raw(self._match.id)
        except UnknownMatch:
            return True
        except StoreError:
            return False  # who knows
        return False

    def close(self) -> str:
        """The same; but a match is not kept if nobody has done anything in it."""
        number = self._match.store.kept(self._match.id).number
        if self._presence is not None and number is not None:
            self._presence.leave(number)
        if self.kept:
            return self.farewell()
        try:
            self._match.store.delete(self._match.id, self._match.revision)
        except StaleMatch:
            return self.farewell()  # somebody plays it elsewhere
        except StoreError:
            pass  # it was left before, or nothing can be written
        return "Nobody had played yet, so this match is not kept."

    @property
    def kept(self) -> bool:
        """Whether it is over, was there before this table, or a person has acted: played, rolled,
        taken back, changed who plays, now or before somebody took the seat over."""
        match = self._match
        seated = any(change.seat not in match.absent for change in match.changes)
        if self.result is not None or self._is_old or seated or match.at.cuts:
            return True
        try:
            return any(self.acts_of_people())
        except BrokenGame:
            return True  # nobody can tell

    # What happens.

    def turn(self) -> Turn:
        return self._course.turn()

    async def advance(self, most: int | None = None) -> str:
        sentence = await self._course.advance(most)
        return self._changed(sentence)

    def interrupt(self) -> None:
        self._course.interrupt()

    async def ready(self, seat: int) -> str:
        self._check_here(seat)
        self._course.ready(seat)
        return self._changed()

    async def play(self, text: str, seat: int, at: At | None = None) -> str:
        self._check_here(seat)
        seen = at or self._match.at
        await self._course.stored(lambda: self._match.play(text, seat, seen))
        return self._changed()

    async def speak(self, text: str, seat: int | None) -> str:
        if "join" in self.can and (change := read_arrival(self, text)) is not None:
            return await (self.leave(change) if isinstance(change, int) else self.join(change))
        called, people = meant(self, text, seat), speakers(self, seat)
        if not await self._course.stored(lambda: self._course.speak(called, people, seat)):
            reason = self.refusal(text, seat)
            given = f"{quoted(text)} is not possible here"
            raise NotPossible(f"{given}: {reason}" if reason else given, text)
        return self._changed()

    async def passes(self, seat: int) -> str:
        self._check_here(seat)
        at = self._match.at
        await self._course.stored(lambda: self._match.passes(seat, at))
        return self._changed()

    async def undo(self, seat: int | None = None) -> str:
        cut, moves, waiting = undo_start(self._match), moves_by_ply(self), self._course.waiting
        await self._course.stored(self._match.undo)
        undone = moves[-1] - moves[self.last]
        what = "the pass" if cut.passed else "the resignation"
        told = what if cut.passed or not undone else told_moves(undone)
        return self._changed(told_undone(f"Took back {told}", waiting))

    async def resign(self, seat: int) -> str:
        if seat not in self.here:
            raise GamenightError("there is no player here who could give up")
        name = self.names[seat]
        await self._course.stored(lambda: self._match.resign(seat))
        plays_on = f"{name} gives up: {self.names[seat]} plays on"
        back = f"seat {seat + 1} {name} takes the seat back"
        return self._changed(f"{plays_on}; {back}." if self.result is None else "")

    async def sit(self, seat: int, who: Seat) -> str:
        await self._course.stored(lambda: self._match.sit(seat, who))
        return self._changed(f"Seat {seat + 1} is now {who.name}.")

    async def leave(self, seat: int) -> str:
        sentence = await self._course.stored(lambda: self._course.leave_or_join(seat))
        return self._changed(sentence)

    async def join(self, who: Seat) -> str:
        seat = free_seat(self, who)
        if self.seats[seat] != who:
            await self._course.stored(lambda: self._match.sit(seat, who))
        sentence = await self._course.stored(lambda: self._course.leave_or_join(seat))
        return self._changed(sentence)

    async def next_round(self, seats: Sequence[Seat]) -> LocalTable:
        order = next_order(self._match, seats)
        return LocalTable(next_round(self._match, seats, order), self._think, self._presence)

    def _check_here(self, seat: int) -> None:
        if seat not in self.here:
            people = listed([f"seat {number + 1}" for number in self.here], none="nobody")
            raise NotHere(f"nobody at this screen sits there (at this screen: {people})", seat)

    def _changed(self, sentence: str = "") -> str:
        self.version += 1
        return sentence

    # Advice.

    async def odds(
        self, seat: int | None, fractions: bool = False, at: int | None = None
    ) -> list[str]:
        return await odds_at(self, self._course.think, seat, fractions, at)

    async def hint(self, seat: int) -> Hint:
        self._check_here(seat)
        return await hint_at(self, self._course.think, seat)

    # Beside the match.

    def draft(self, seat: int) -> tuple[str, ...] | None:
        return self._match.draft(seat)

    def keep_draft(self, seat: int, keys: Sequence[str]) -> None:
        self._check_here(seat)
        self._match.keep_draft(seat, keys)
        self._changed()
