"""Playing: the match of a table on a server. It changes the match, stores that, and only then lets
everybody know; machines and dice go on by themselves. It knows seats, not people or sockets."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from gamenight.core.errors import GamenightError, IllegalAction
from gamenight.core.game import Game
from gamenight.core.record import Result, Seat
from gamenight.core.rules import Decision
from gamenight.match.changes import told_undone
from gamenight.match.fair import mix_tip
from gamenight.match.match import Match, StaleAction
from gamenight.match.seats import stand_in
from gamenight.match.store import LockedStore, StaleMatch, Store, Stored, StoreError
from gamenight.match.turn import At, Turn
from gamenight.match.undo import check_own
from gamenight.match.waiting import Clock, Thinkers
from gamenight.online import protocol
from gamenight.online.pauses import Pauses as Pauses
from gamenight.online.pauses import Timer as Timer
from gamenight.online.salting import SaltedCourse, Salting
from gamenight.online.timing import Company, Timing
from gamenight.online.wire import told_turn

T = TypeVar("T")
log = logging.getLogger("gamenight.online")

AGAIN = 2.0  # seconds until a store that could not be written to is tried again
STORED = ("person", "offered", "ready", "over")  # turns of which the store knows all


class NotKept(GamenightError):
    """It could not be stored, so it has not happened."""

    code = "not_kept"


def not_stored(error: StoreError) -> str:
    """The sentence for people."""
    return f"this could not be stored, so try it again: {error}"


class KeptStore(Store, Protocol):
    """A store that takes a change at once and says later that it has been written."""

    async def settled(self) -> None:
        """When everything so far has been written; raises a StoreError."""


class Audience(Company, Protocol):
    """Who learns what has happened: it is stored by then. salting: who adds to chance."""

    salting: Salting

    def plies(self, first: int, id: int | None) -> None:
        """Plies from this number on, the first asked for by the message with this id."""

    def cut(self, sentence: str) -> None: ...

    def seat_changed(self, sentence: str) -> None: ...

    def turned(self) -> None: ...

    def ended(self) -> None:
        """A result without a ply."""

    def reloaded(self) -> None:
        """What was thought to be so is not: everybody has to look again."""


class Playing:
    """One match. load: gets it from the store, at the beginning and after a failure."""

    def __init__(
        self,
        game: Game,
        load: Callable[[], Any],
        thinkers: Thinkers | None,
        audience: Audience,
        clock: Clock | None = None,
        pauses: Pauses | None = None,
    ):
        self.game = game
        self._load = load
        self._thinkers = thinkers
        self._audience = audience
        self._clock = clock or Timer()
        self._pauses = pauses or Pauses()
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None
        self._closed = False
        self._lost = False  # whether the match here is none, or may not be the stored one
        self.timing = Timing(self._clock, audience)
        self.match: Match
        self.course: SaltedCourse

    async def open(self) -> None:
        """The match as it is stored."""
        stored, store = await self._load()
        self._take(stored, store)

    def _take(self, stored: Stored, store: KeptStore) -> None:
        self._store = store
        self.match = match = Match(store, stored, self.game)
        self.timing.take(match)
        pauses, people = self._pauses, match.people

        async def keep(change: Callable[[], T]) -> T:
            return await self._kept(change, of=match)

        window = pauses.window if match.rules.interrupts else 0.0 if people else pauses.pace
        self.course = SaltedCourse(
            match, thinkers=self._thinkers, keep=keep, clock=self._clock, window=window
        )
        self.course.listening = pauses.listening if match.rules.interrupts else 0.0
        self.course.salting = self._audience.salting

    @property
    def is_changing(self) -> bool:
        """Whether something is being stored, or looked up after somebody had gone meanwhile."""
        return self._lock.locked() or self._catching_up is not None

    @property
    def is_settled(self) -> bool:
        """Whether the match here is the stored one, so that somebody may see it."""
        return not (self._lost or self.is_changing)

    def close(self) -> None:
        """Nobody is here any more; nothing goes on by itself."""
        self._closed = True
        self.timing.close()
        if self._task is not None:
            self._task.cancel()

    @property
    def is_resting(self) -> bool:
        """Whether the match is in the store only."""
        return not hasattr(self, "match")

    def rest(self) -> None:
        """Nobody looks: let go of the match, if nothing of it is under way. `settled` loads it
        again, and so does whatever changes it."""
        if not self.is_settled or self._task is not None or self.timing.is_held:
            return
        try:
            stored = self.turn().kind in STORED
        except Exception as error:  # of a plug-in
            self.note("failed", error)
            return
        if stored:
            self._lost = True
            del self.match, self.course, self._store

    # What people do. Each returns when it is stored and everybody knows.

    def play(
        self, text: str, seat: int, at: At, id: int | None = None, lag: float | None = 0.0
    ) -> Awaitable[bool]:
        """An action of a seat; False if it was done before, and nobody hears of it again. lag: the
        seconds that its line took; None: it is done for a seat whose time is up."""

        def played() -> bool:
            match, timing = self.match, self.timing
            if timing.question is not None:
                timing.check(seat, lag)
                match.counted = timing.counted(lag)
            before = len(match.plies)
            self._of_person(seat).play(text, seat, at)
            return len(match.plies) > before

        return self._kept(played, id=id)

    async def passes(self, seat: int, at: At) -> None:
        await self._kept(lambda: self._of_person(seat).passes(seat, at))

    def _of_person(self, seat: int) -> Match:
        """The match, for whoever plays this seat themselves; raises IllegalAction."""
        if self.match.seats[seat].bot:
            raise IllegalAction(f"a machine plays for seat {seat + 1} now", seat)
        return self.match

    async def ready(self, seat: int, at: At, rolls: bool = False, lag: float | None = 0.0) -> None:
        """This seat is ready, or rolls, or both at once; once more at a moment changes nothing."""
        async with self._lock:
            await self._found()
            if at != self.match.at:
                raise StaleAction("ready comes too late: the match has moved on")
            self.timing.check(seat, lag)
            self.course.ready(seat)
            self.timing.pause(lag)
            if rolls and self.course.turn().kind == "roll":
                self.course.ready(seat)
            self._audience.turned()
        self.wake()

    async def mix(self, seat: int, tip: bytes) -> None:
        """Somebody who came later mixes something in."""
        await self._kept(lambda: mix_tip(self.match, seat, tip))

    async def resign(self, seat: int) -> None:
        told = f"{self.match.names[seat]} gives up: a machine plays on."
        await self._change(lambda: self._of_person(seat).resign(seat), told)

    async def run_out(self, seat: int) -> None:
        """Its time is up, and the others win."""

        def late() -> None:
            if not self.timing.is_up(seat):
                raise StaleAction("the answer has come in time")
            self.match.run_out(seat)

        await self._kept(late, self._audience.ended)

    async def sit(self, seat: int, who: Seat, told: str = "") -> None:
        """told: why, if that is not clear."""
        before = self.match.seats[seat]
        if before != who:
            again = " again" if who.name in (one.name for one in self.match.record.seats) else ""
            back = f"{who.name} plays{again}."
            told = told or (f"A machine plays for {before.name} now." if who.bot else back)
            await self._change(lambda: self.match.sit(seat, who), told)

    async def stand_in(self, seat: int, told: str = "") -> None:
        """A machine plays for whoever sits there."""
        await self.sit(seat, stand_in(self.game, self.match.names, seat), told)

    async def join(self, seat: int, who: Seat) -> None:
        """Somebody sits down in an empty seat."""
        await self.sit(seat, who)
        await self._kept(lambda: self.course.leave_or_join(seat))

    def check_undo(self, seat: int) -> None:
        """Raise CannotUndo unless this seat may take back its last move."""
        check_own(self.match, seat)

    async def undo(self, seat: int) -> None:
        told = told_undone(f"{self.match.names[seat]} took back a move", self.course.waiting)

        def cut() -> None:
            self.check_undo(seat)
            self.match.undo(secret=True)

        await self._kept(cut, lambda: self._audience.cut(told))

    async def end(self, reason: str) -> None:
        """It ends here: nobody wins."""
        await self._kept(lambda: self.match.end(reason), self._audience.ended)

    # How a change becomes so.

    async def _change(self, change: Callable[[], T], sentence: str) -> T:
        """A change of who sits where, or a resignation; the sentence says it, while the match
        lasts."""

        def tell() -> None:
            if self.match.result is not None:
                self._audience.ended()
            else:
                self._audience.seat_changed(sentence)

        return await self._kept(change, tell)

    async def _kept(
        self,
        change: Callable[[], T],
        tell: Callable[[], None] | None = None,
        id: int | None = None,
        of: Match | None = None,
    ) -> T:
        """Change the match, store that, let everybody know, and let dice and machines go on; raises
        NotKept, and then nothing has changed. of: the match that is meant, where it may have been
        loaded again meanwhile."""
        await self._lock.acquire()
        try:
            if self._lost:
                await self._found()
            match, before = self.match, len(self.match.plies)
            if of is not None and of is not match:
                raise StaleAction("the match was loaded again")
            match.counted = self.timing.counted() if self.timing.question else None
            try:
                found = change()
                await self._store.settled()
            except asyncio.CancelledError:  # whoever asked has gone: the others still learn it
                self._lost, self._catching_up = True, asyncio.create_task(self._catch_up())
                raise
            except StoreError as error:
                await self._reload()
                if isinstance(error, StaleMatch):
                    raise StaleAction("the match has moved on elsewhere") from error
                raise NotKept(not_stored(error)) from error
            if len(match.plies) > before:
                self._audience.plies(before, id)
            if tell is not None:
                tell()
            if match.result is not None:
                self.timing.end()
        finally:
            self._lock.release()
        self.wake()
        return found

    async def settled(self) -> None:
        """When the match here is the one that is stored, so that somebody may see it; raises
        NotKept."""
        async with self._lock:
            await self._found()

    async def _found(self) -> None:
        """Make sure that what could not be loaded after a failure is loaded now."""
        if self._lost:
            await self._reload()
        if self._lost:
            raise NotKept("the match cannot be read now: try again in a while")

    async def _catch_up(self) -> None:
        try:
            async with self._lock:
                await self._reload()
        finally:
            self._catching_up = None

    async def _reload(self) -> None:
        """Back to what is stored."""
        self._lost = True
        with suppress(StoreError):
            self._take(*await self._load())
            self._lost = False
            self._audience.reloaded()
        self.wake()  # if it could not be read, until it can

    # What happens by itself.

    def wake(self) -> None:
        """Let dice and machines go on, unless a person has to act; who has to, nobody knows of a
        match that may not be the stored one."""
        if self._task is not None or self._closed or self.is_resting:
            return
        if self._lost or self.course.turn().kind == "elsewhere":
            self._task = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        try:
            if self._audience.is_watched() or self.timing.is_slow:
                await self.settled()
                await self.course.go_on()
                async with self._lock:
                    await self._found()
                    self._audience.turned()
        except (NotKept, LockedStore):
            await self._clock.sleep(AGAIN)
        except StaleAction:
            pass
        except Exception as error:  # of a bot, or of a plug-in
            self.note("failed", error)
            await self._replace()
        finally:
            self._task = None
        if self._audience.is_watched() or self.timing.is_slow:
            self.wake()

    async def _replace(self) -> None:
        """A machine that fails is replaced by one that plays at random; what else fails is tried
        again later."""
        try:
            node = self.match.node
            seat = node.player if isinstance(node, Decision) else None
            if seat is not None and self.match.seats[seat].bot not in ("", "random"):
                await self.sit(seat, Seat(self.match.names[seat], "random"))
                return
        except Exception as error:
            self.note("stuck", error)
        await self._clock.sleep(AGAIN)

    def note(self, what: str, error: Exception) -> None:
        """A line of the log, without anything secret."""
        why = type(error).__name__
        log.warning(json.dumps({"event": what, "match": self.match.id, "why": why}))

    @property
    def result(self) -> Result | None:
        return self.match.result

    def turn(self) -> Turn:
        """What comes next."""
        return self.course.turn()

    def told_turn(self) -> protocol.Turn:
        """The same, as everybody may know it, and learns it now: clocks run from then on."""
        told = told_turn(self.match, turn := self.turn())
        told.clocks = self.timing.ask(turn)
        return told
