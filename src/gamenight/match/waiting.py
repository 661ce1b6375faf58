"""Waiting: how a front end waits for what takes long, a bot that thinks or a hint."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, Protocol, TypeVar, cast

from gamenight.core.bot import BotInfo, Stoppable

T = TypeVar("T")


class Think(Protocol):
    """How a front end waits for something that takes long; the sentence says what it is."""

    async def __call__(self, sentence: str, job: Callable[[], T], /) -> T: ...


class Thinkers(Protocol):
    """Who thinks for the bots of a game elsewhere: other processes."""

    async def consider(
        self, rules: Any, bot: str, view: Any, seat: int, rng: Stoppable, seconds: float | None
    ) -> Any | None:
        """What a bot chooses in this seat, in at most this time."""


class Keep(Protocol):
    """How a server changes a match: it is so when it has been stored."""

    async def __call__(self, change: Callable[[], T], /) -> T: ...


class Clock(Protocol):
    """Time, as a test may give it."""

    def now(self) -> float:
        """Seconds since some moment."""

    def date(self) -> float:
        """Seconds since 1970, for what is stored, by the clock of the store."""

    def set_ahead(self, seconds: float) -> None:
        """The clock of the store is ahead of this machine's by so much."""

    async def sleep(self, seconds: float) -> None:
        """Wait, while others go on."""


async def at_once(sentence: str, job: Callable[[], T]) -> T:
    """Right here: nothing else happens meanwhile."""
    return job()


async def beside(sentence: str, job: Callable[[], T]) -> T:
    """In a thread, while the front end's loop runs on; a program that ends does not wait for it."""
    import asyncio  # 50 ms that no line-by-line front end needs
    from threading import Thread

    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def finish(result: T | None, error: BaseException | None) -> None:
        if done.done():
            return  # nobody waits any more
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(cast(T, result))

    def work() -> None:
        result, failure = None, None
        try:
            result = job()
        except BaseException as error:
            failure = error
        with suppress(RuntimeError):  # the loop is closed: the program has ended
            loop.call_soon_threadsafe(finish, result, failure)

    Thread(target=work, daemon=True).start()
    return await done


class Busy:
    """Waits as a front end does, and knows what for."""

    def __init__(self, think: Think):
        self._think = think
        self._sentences: list[str] = []

    @property
    def sentence(self) -> str:
        """What we are waiting for; empty if nothing."""
        return self._sentences[-1] if self._sentences else ""

    async def __call__(self, sentence: str, job: Callable[[], T]) -> T:
        self._sentences.append(sentence)
        try:
            return await self._think(sentence, job)
        finally:
            self._sentences.remove(sentence)


async def prepare(think: Think, rules: Any, bots: Iterable[BotInfo]) -> None:
    """What bots work out before they can play, with their messages meanwhile."""
    for info in bots:
        messages = iter(info.prepare(rules))
        sentence: str | None = f"{info.name} is getting ready ..."
        while sentence is not None:
            sentence = await think(sentence, lambda: next(messages, None))  # noqa: B023


async def in_time(work: Coroutine[Any, Any, T], clock: Clock, seconds: float) -> T | None:
    """The result of some work, or None if it fails, or is not done in this time: nobody waits any
    longer."""
    import asyncio

    working = asyncio.ensure_future(work)
    passing = asyncio.ensure_future(clock.sleep(seconds))
    try:
        await asyncio.wait((working, passing), return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() and not working.exception() else None
    finally:
        working.cancel()
        passing.cancel()


def without_loop(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never waits for anything, as with `at_once`."""
    try:
        work.send(None)
    except StopIteration as done:
        found: T = done.value
        return found
    raise RuntimeError("this table needs a loop: it had to wait for something")
