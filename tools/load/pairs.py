"""Pairs: two clients that play a match against each other by a script."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from .line import Line


class Talk(Protocol):
    """How the clients of a server talk to it."""

    def move(self, match: str, seat: int, plies: int, text: str) -> bytes:
        """The message that plays this in a match of so many plies."""

    def plies(self, message: bytes) -> int | None:
        """How many plies there are by this message, if it says that there is one more."""


class Pair:
    """A match and its two players; each plays as soon as it sees that it is its turn, or when it is
    time: `pace` seconds after the other's."""

    def __init__(self, talk: Talk, match: str, lines: Sequence[Line], script: Sequence[str]):
        self._talk, self.match, self._lines, self._script = talk, match, lines, script
        self._loop = asyncio.get_running_loop()
        self._sent = [0.0, 0.0]
        self._unseen = len(lines)  # who has not seen the last ply
        self.latencies: list[float] = []
        self.pace = 0.0
        self.over: asyncio.Future[None] = self._loop.create_future()
        for seat, line in enumerate(lines):
            line.heard = self._hearing(seat)
            line.lost = self._broken

    def start(self) -> None:
        self._start = self._loop.time()
        self._play(0)

    def close(self) -> None:
        for line in self._lines:
            line.close()

    def _play(self, number: int) -> None:
        seat = number % 2
        message = self._talk.move(self.match, seat, number, self._script[number])
        self._sent[seat] = self._loop.time()
        self._lines[seat].send(message)

    def _hearing(self, seat: int) -> Callable[[bytes], None]:
        def heard(message: bytes) -> None:
            plies = self._talk.plies(message)
            if plies is None:
                return
            if plies % 2 != seat:
                self.latencies.append(self._loop.time() - self._sent[seat])
            elif plies < len(self._script):
                self._play_in_time(plies)
            if plies == len(self._script):
                self._unseen -= 1
                if not self._unseen and not self.over.done():
                    self.over.set_result(None)

        return heard

    def _play_in_time(self, number: int) -> None:
        due = self._start + number * self.pace
        if self.pace and due > self._loop.time():
            self._loop.call_at(due, self._play, number)
        else:
            self._play(number)

    def _broken(self, reason: str) -> None:
        if not self.over.done():
            self.over.set_exception(ConnectionError(f"match {self.match}: {reason}"))


async def one_after_another(pairs: Sequence[Pair]) -> None:
    for pair in pairs:
        pair.start()
        await pair.over
