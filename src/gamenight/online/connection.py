"""Connection: a line to a server that mends itself. What was not answered is sent again, and what
is answered twice is dropped; it knows neither sockets nor games."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import uniform
from secrets import randbits
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from gamenight.core.errors import GamenightError, IllegalAction
from gamenight.match.match import StaleAction
from gamenight.online import protocol
from gamenight.online.protocol import Heard, Hello, No, Ok, Ply, Pong, Sent, Welcome

SHORTEST, LONGEST = 0.2, 5.0  # seconds between two tries
PATIENCE = 10.0  # seconds for a server to answer
ID_BITS = 48
CONNECTING = "Connecting again ..."
ENDS = {
    protocol.WRONG_LINK: "this link does not let you in (any more): ask the host for a new one",
    protocol.NO_TABLE: "there is no such table (any more)",
    protocol.OTHER_VERSION: "this server speaks another version: update gamenight",
}

Answered = Ok | Ply | Pong


class Lost(Exception):
    """The line is closed, with this code, and perhaps the server has said why."""

    def __init__(self, code: int = 1006, reason: str = ""):
        super().__init__(code, reason)
        self.code, self.reason = code, reason


class Transport(Protocol):
    """An open line. `receive` and `send` raise Lost when it is not open any more."""

    async def send(self, text: str) -> None: ...

    async def receive(self) -> str | bytes: ...

    async def close(self) -> None: ...


Dial = Callable[[], Awaitable[Transport]]
"""Opens a line; raises OSError where nobody answers."""


class Unreachable(GamenightError):
    """No server answers."""

    code = "unreachable"


class Silent(Unreachable):
    """Nobody answers at all; whoever knows the address says where."""


class NotATable(OSError):
    """Something answers, and it is no table; perhaps only for now."""


class TurnedAway(GamenightError):
    """The server does not want to hear from us."""

    code = "turned_away"


class Refused(IllegalAction):
    """The server says no; `code` says what kind of no."""

    def __init__(self, sentence: str, code: str):
        super().__init__(sentence)
        self.code = code


def refusal(no: No) -> GamenightError:
    """What is raised for a no."""
    return StaleAction(no.text) if no.code == StaleAction.code else Refused(no.text, no.code)


class _Asked(NamedTuple):
    message: Sent
    answer: asyncio.Future[Answered]


class Connection:
    """hello: the first message of every line; hear: gets all that the server says; stir: is called
    when `trouble` has changed. failure: why the server will not have us."""

    def __init__(
        self,
        dial: Dial,
        hello: Callable[[], Hello],
        hear: Callable[[Heard], None],
        stir: Callable[[], None],
    ):
        self.trouble = ""
        self.failure: GamenightError | None = None
        self._dial, self._hello, self._hear, self._stir = dial, hello, hear, stir
        self._line: Transport | None = None
        self._asked: dict[int, _Asked] = {}
        self._task: asyncio.Task[None] | None = None

    def number(self) -> int:
        """The id of a new message. Each is drawn by itself: whoever saw one could tell the next if
        they counted up, and a claim's is as good as the token that answers it."""
        return protocol.UNGUESSED + randbits(ID_BITS)

    async def open(self) -> None:
        """Connect for the first time; raises Unreachable or TurnedAway. From now on the line is
        kept up in the background."""
        try:
            line = await self._connect()
        except Lost as lost:
            why = f"the server hung up at once: {lost.reason or lost.code}"
            raise self._turned_away(lost) or Unreachable(why) from lost
        except NotATable as error:
            raise Unreachable(str(error)) from error
        except (OSError, TimeoutError) as error:
            raise Silent("no server answers") from error
        self._task = asyncio.create_task(self._keep(line))

    async def close(self) -> None:
        """Nobody is here any more."""
        if self._task is not None:
            self._task.cancel()
        if self._line is not None:
            with suppress(Exception):
                async with asyncio.timeout(1.0):
                    await self._line.close()

    async def again(self) -> None:
        """Begin again: something was missed."""
        if self._line is not None:
            await self._line.close()

    async def ask(self, message: Sent) -> Answered:
        """Send a message until it is answered; raises what a no says."""
        if self.failure is not None:
            raise self.failure
        answer: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
        self._asked[message.id] = _Asked(message, answer)
        try:
            await self._send(message)
            return await answer
        finally:
            self._asked.pop(message.id, None)

    async def _send(self, message: Sent) -> None:
        """Send it now if that is possible, else it goes out with the next line."""
        if self._line is not None:
            with suppress(Lost, OSError):
                await self._line.send(protocol.write(message))

    async def _connect(self) -> Transport:
        """An open line, on which the server has welcomed us."""
        async with asyncio.timeout(PATIENCE):
            line = await self._dial()
            await line.send(protocol.write(self._hello()))
            while not isinstance(heard := protocol.read_heard(await line.receive()), Welcome):
                self._take(heard)
        self._line = line
        self._take(heard)
        return line

    async def _keep(self, line: Transport | None) -> None:
        """Listen, and connect again for as long as it takes."""
        tries = 0
        while self.failure is None:
            try:
                if line is None:
                    line = await self._connect()
                    for asked in [*self._asked.values()]:
                        await line.send(protocol.write(asked.message))
                self._now("")
                tries = 0
                while True:
                    self._take(protocol.read_heard(await line.receive()))
            except Lost as lost:
                self._end(self._turned_away(lost))
            except TurnedAway as error:
                self._end(error)
            except (OSError, TimeoutError, GamenightError):
                pass
            if line is not None:
                with suppress(Exception):
                    await line.close()
            line = self._line = None
            self._now(CONNECTING if self.failure is None else str(self.failure))
            await asyncio.sleep(_pause(tries))
            tries += 1

    def _turned_away(self, lost: Lost) -> GamenightError | None:
        return TurnedAway(lost.reason or ENDS[lost.code]) if lost.code in ENDS else None

    def _end(self, failure: GamenightError | None) -> None:
        """Whoever waits for an answer learns that none will come."""
        if failure is not None:
            self.failure = failure
            for asked in self._asked.values():
                _settle(asked.answer, failure)

    def _now(self, trouble: str) -> None:
        if self.trouble != trouble:
            self.trouble = trouble
            self._stir()

    def _take(self, heard: Heard) -> None:
        """First everybody learns it, then whoever has asked for it goes on."""
        self._hear(heard)
        id = heard.id if isinstance(heard, Ok | No | Ply | Pong) else None
        asked = self._asked.get(id) if isinstance(id, int) else None
        if asked is None:
            return
        if isinstance(heard, No):
            _settle(asked.answer, refusal(heard))
        elif isinstance(heard, Ok | Ply | Pong):
            _settle(asked.answer, heard)


def _settle(answer: asyncio.Future[Answered], found: Answered | GamenightError) -> None:
    if answer.done():
        return  # nobody waits any more
    if isinstance(found, GamenightError):
        answer.set_exception(found)
    else:
        answer.set_result(found)


def _pause(tries: int) -> float:
    """Seconds until the next try: longer each time, and not the same for everybody."""
    return min(SHORTEST * 2.0 ** min(tries, 10) * uniform(1.0, 1.5), LONGEST)


def no_answer(url: str, given: str = "address") -> str:
    """That nobody answers there; given: what has led there."""
    remedy = f"check the {given}, or ask the host whether the table is open"
    return f"no server answers at {urlsplit(url).netloc}: {remedy}"
