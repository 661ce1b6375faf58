"""Timing: the clocks of one match on a server. Time counts from the moment somebody is asked, and
stops when they have answered; whatever nobody was asked for takes nobody's time."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, Protocol

from gamenight.core.clock import ALLOWANCE, SECOND, Control, left_after, moves_of, read_control
from gamenight.core.errors import GamenightError, IllegalAction
from gamenight.match.counting import Counted
from gamenight.match.match import Match
from gamenight.match.turn import At, Turn
from gamenight.match.waiting import Clock
from gamenight.online import protocol as p
from gamenight.online.seating import Asked

ASKED = ("person", "ready", "roll")  # turns in which somebody is waited for
READING = 1.0  # seconds before a clock runs, for each ply of others since the last of theirs
MOST_READING = 3.0
AGAIN = 2.0  # seconds until it is tried again to end what is over


class Late(IllegalAction):
    """It comes after the time was up."""

    code = "late"


class Question(NamedTuple):
    """Somebody is waited for. at: what was so when they were asked first; since: the moment from
    which time counts, None while it does not; used: milliseconds before that; lapsed: all time is
    used up, and a machine answers."""

    seat: int
    at: At
    since: float | None
    used: int = 0
    lapsed: bool = False


class Company(Protocol):
    """What has to be known of those who are at the table."""

    def lag(self, seat: int) -> float:
        """The seconds that a message to this seat and its answer take, as far as measured."""

    def is_watched(self) -> bool: ...

    async def time_up(self, seat: int) -> None:
        """This seat has no time left."""

    def asked(self) -> None:
        """Somebody else is waited for: where people come and go, that has to be stored."""


class Timing:
    """See above. company: who learns that a seat has no time left."""

    def __init__(self, clock: Clock, company: Company):
        self._clock, self._company = clock, company
        self._match: Callable[[], Match | None] = lambda: None
        self.control: Control | None = None
        self.question: Question | None = None
        self._left: tuple[At, list[int]] | None = None  # when that was worked out
        self._alarm: asyncio.Task[None] | None = None

    def take(self, match: Match) -> None:
        """The match as it is stored. Who was waited for is waited for still, unless something has
        happened since."""
        self._match, self.control = weakref.ref(match), read_control(match.clock)
        self._left = None

    def resume(self, asked: Asked | None) -> None:
        """The table comes back from the store: whoever was asked by then has used this much."""
        match = self._match()
        if asked is not None and match is not None and At(*asked.at) == match.at:
            passed = max(self._clock.date() - asked.since, 0.0)
            used = asked.used + round(passed * SECOND)
            self.question = Question(asked.seat, match.at, None, used)

    @property
    def is_slow(self) -> bool:
        """Whether people come and go between two moves."""
        return self.control is not None and self.control.is_slow

    @property
    def is_held(self) -> bool:
        """Whether a clock runs that only this program knows of."""
        runs = self.question is not None and self.question.since is not None
        return runs and not self.is_slow

    # What people learn.

    def ask(self, turn: Turn) -> p.Clocks | None:
        """What comes next, as everybody learns it now: the clock of whoever is asked runs. What the
        clocks show; None where there are none."""
        control = self.control
        match = None if control is None else self._match()
        if match is None or control is None:
            return None
        seat = turn.seats[0] if turn.kind in ASKED and turn.seats else None
        before, now = self.question, self._still_open(match)
        if seat is None:
            now = None if now is None else self._paused(now)
        elif now is None or now.seat != seat:
            now = self._begun(match, seat)
        elif now.since is None:
            now = now._replace(since=self._clock.now())
        if now != before:
            self._set(now)
        return self._told(match, control)

    def _still_open(self, match: Match) -> Question | None:
        """The question, unless it was answered or taken back."""
        question = self.question
        if question is None or question.at.cuts != match.cuts or match.result is not None:
            return None
        counted = any(time is not None for time in match.times[question.at.plies :])
        replaced = match.seats[question.seat].bot and not question.lapsed
        return None if counted or replaced or question.at.plies > len(match.plies) else question

    def _begun(self, match: Match, seat: int) -> Question | None:
        """Nobody's clock begins to run at a table where nobody is, unless people come and go."""
        if not self._company.is_watched() and not self.is_slow:
            return None
        shown = 0.0
        for ply in reversed(match.plies):
            if ply.actor == seat or shown >= MOST_READING:
                break
            shown += READING
        return Question(seat, match.at, self._clock.now() + min(shown, MOST_READING))

    def _paused(self, question: Question, lag: float = 0.0) -> Question:
        return question._replace(since=None, used=self._used(question, lag))

    def _used(self, question: Question, lag: float = 0.0) -> int:
        """Milliseconds, without what a slow line took."""
        if question.since is None:
            return question.used
        passed = round(max(self._clock.now() - question.since, 0.0) * SECOND)
        return question.used + max(passed - allowed(lag), 0)

    def left(self, match: Match) -> list[int]:
        """What each seat had left before the question."""
        assert self.control is not None
        at, left = self._left or (At(0, match.cuts), [self.control.base] * match.rules.players)
        if at.cuts != match.cuts or at.plies > len(match.plies):
            at, left = At(0, match.cuts), [self.control.base] * match.rules.players
        if at != match.at:
            moves = moves_of(match.rules, match.plies[at.plies :], match.times[at.plies :])
            left = left_after(self.control, left, moves)
        self._left = match.at, left
        return left

    def _budget(self, match: Match, seat: int) -> int:
        assert self.control is not None
        return self.control.budget(self.left(match)[seat], is_several(match))

    def _told(self, match: Match, control: Control) -> p.Clocks:
        seats, question = range(match.rules.players), self.question
        left = [None if match.seats[n].bot else self._budget(match, n) for n in seats]
        if question is None:
            return p.Clocks(left)
        seat, since = question.seat, question.since
        if (before := left[seat]) is not None:
            left[seat] = max(before - self._used(question), 0)
        if since is None:
            return p.Clocks(left)
        wait = round(max(since - self._clock.now(), 0.0) * SECOND)
        return p.Clocks(left, seat, wait)

    # What is counted.

    def counted(self, lag: float | None = 0.0) -> Counted | None:
        """What the next ply of whoever is asked takes."""
        match, question = self._match(), self.question
        if match is None or question is None or self._still_open(match) is None:
            return None
        most = self._budget(match, question.seat)
        return Counted(question.seat, min(self._used(question, lag or 0.0), most))

    def check(self, seat: int, lag: float | None) -> None:
        """Raise Late if an answer of this seat comes too late; not where it is given for it."""
        question, match = self.question, self._match()
        if question is None or match is None or question.seat != seat or lag is None:
            return
        late = question.lapsed or self._used(question, lag) > self._budget(match, seat)
        if self._still_open(match) and late:
            raise Late("your time is up")

    def is_up(self, seat: int) -> bool:
        """Whether a seat has no time left, however slow its line is."""
        question, match = self.question, self._match()
        if question is None or match is None or question.seat != seat:
            return False
        lag = self._company.lag(seat)
        late = self._used(question, lag) >= self._budget(match, seat)
        return self._still_open(match) is not None and late

    def pause(self, lag: float | None = 0.0) -> None:
        """Whoever is asked has said something, and is perhaps asked for more."""
        if self.question is not None:
            self.question = self._paused(self.question, lag or 0.0)

    # When it is up.

    def lapse(self) -> None:
        """Whoever is asked has no time left, and a machine is about to answer for them: that takes
        all that they had."""
        question, match = self.question, self._match()
        if question is not None and match is not None:
            most = self._budget(match, question.seat)
            self._set(question._replace(since=None, used=most, lapsed=True))

    def has_lapsed(self, seat: int) -> bool:
        """Whether a machine has yet to do what this seat had no time left for."""
        question, match = self.question, self._match()
        lapsed = question is not None and question.lapsed and question.seat == seat
        return lapsed and match is not None and self._still_open(match) is not None

    def _set(self, question: Question | None) -> None:
        self.question = question
        self._silence()
        if question is not None and question.since is not None:
            self._alarm = asyncio.create_task(self._watch(question))
        if self.is_slow:
            self._company.asked()

    async def _watch(self, question: Question) -> None:
        while self.question == question:
            seconds = self._seconds_left(question)
            if seconds > 0:
                await self._clock.sleep(seconds)
                continue
            with suppress(GamenightError):
                await self._company.time_up(question.seat)
            if self.question == question:
                await self._clock.sleep(AGAIN)

    def _seconds_left(self, question: Question) -> float:
        match, since = self._match(), question.since
        if match is None or since is None:
            return 0.0  # `time_up` loads it again
        left = (self._budget(match, question.seat) - question.used) / SECOND
        lag = allowed(self._company.lag(question.seat)) / SECOND
        return since + left + lag - self._clock.now()

    def _silence(self) -> None:
        alarm, self._alarm = self._alarm, None
        if alarm is not None and alarm is not asyncio.current_task():
            alarm.cancel()

    def end(self) -> None:
        """The match is over: nobody is waited for."""
        if self.question is not None:
            self._set(None)

    def close(self) -> None:
        self._silence()

    # What is stored.

    def kept(self) -> tuple[Asked | None, float | None]:
        """Who is waited for, and when their time is up, for a table that leaves memory."""
        question, match = self.question, self._match()
        if question is None or question.since is None or match is None or not self.is_slow:
            return None, None
        since = self._clock.date() + question.since - self._clock.now()
        left = self._budget(match, question.seat) - question.used
        asked = Asked(question.seat, question.at, since, question.used)
        return asked, since + left / SECOND


def allowed(lag: float) -> int:
    """The milliseconds that a line gives back: what was measured, within bounds."""
    return min(max(round(lag * SECOND), 0), ALLOWANCE)


def is_several(match: Match) -> bool:
    """Whether more than two play."""
    return match.rules.players - len(match.absent) > 2
