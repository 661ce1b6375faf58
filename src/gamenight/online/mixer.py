"""Mixer: what this screen adds to the chance of its matches. It answers on the line itself, since
a front end may be waiting for somebody to type, and dice wait for nobody that long."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from gamenight.core.errors import GamenightError
from gamenight.core.fairness import Fair
from gamenight.match.fair import chain, next_salt
from gamenight.online import protocol as p
from gamenight.online.connection import ID_BITS, Transport
from gamenight.online.tokens import KEY_SIZE, read_key

KEY_FILE = "salts.key"  # what all numbers of this machine come from
HEARD = ('{"t":"welcome"', '{"t":"salts"', '{"t":"ok"')


def own_key(folder: Path) -> bytes:
    """The key of this machine, so that a program that is started again gives the same numbers;
    where none can be kept, another one each time."""
    with suppress(OSError, GamenightError):
        return read_key(folder / KEY_FILE)
    return secrets.token_bytes(KEY_SIZE)


@lru_cache(maxsize=32)
def _chain(key: bytes, id: str, place: int) -> tuple[bytes, ...]:
    return tuple(chain(hmac.digest(key, f"{id} {place}".encode(), "sha256")))


class Mixer:
    """The numbers of the people at one screen. key: what they come from; nobody else has it."""

    def __init__(self, key: bytes | None = None):
        self._key = key or secrets.token_bytes(KEY_SIZE)
        self._commits: dict[str, str] = {}  # as they were heard first, by id
        self._asked: dict[int, tuple[str, int, bytes]] = {}  # numbers that nobody has answered yet
        self._tips: dict[tuple[str, int], bytes] = {}  # taken for a match to come, by place
        self._given: dict[str, set[bytes]] = {}  # what the server has taken for each
        self._places: list[p.Place] = []
        self._current = ""  # the id of the match that is played

    def replies(self, heard: p.Heard) -> Iterator[p.Sent]:
        """What is said to a message by itself: a number for every match that is to come, and the
        next one whenever it is asked for."""
        if isinstance(heard, p.Welcome):
            self._places = heard.places
            self._current = "" if heard.fair is None else heard.fair.id
            for commit in filter(None, (heard.next, heard.fair)):
                self._commits.setdefault(commit.id, commit.commit)
            self._sat_down(heard)
            yield from self._new_tips(heard)
        elif isinstance(heard, p.Ok):
            self._answered(heard.id)
        elif isinstance(heard, p.Salts):
            for place, one in enumerate(self._places):
                last = None if one.seat is None else heard.last.get(str(one.seat))
                salts = _chain(self._key, self._current, place)
                salt = None if last is None else next_salt(salts, bytes.fromhex(last))
                if salt is not None and one.seat is not None:
                    id = self._noted(self._current, place, salt)
                    yield p.GiveSalt(id, one.seat, salt.hex())

    def _noted(self, of: str, place: int, number: bytes) -> int:
        """The id of a message that gives a number: only what the server says it has taken has to be
        there in the end, since something may come too late."""
        id = p.UNGUESSED + secrets.randbits(ID_BITS)
        self._asked[id] = of, place, number
        return id

    def _answered(self, id: int) -> None:
        of, place, number = self._asked.pop(id, ("", 0, b""))
        if of and of == self._current:
            self._given.setdefault(of, set()).add(number)
        elif of:
            self._tips[of, place] = number

    def _sat_down(self, heard: p.Welcome) -> None:
        """A match has begun: tips of those who have a seat in it are mixed in."""
        for place in heard.yours:
            seat, tip = heard.places[place].seat, self._tips.get((self._current, place))
            if heard.fair is not None and tip is not None and seat in heard.fair.tips:
                self._given.setdefault(self._current, set()).add(tip)

    def _new_tips(self, heard: p.Welcome) -> Iterator[p.Sent]:
        for place in heard.yours:
            seat = heard.places[place].seat
            if heard.next is not None and place not in heard.next.tips:
                yield self._tip(heard.next.id, place)
            running = None if heard.result is not None else heard.fair
            if running is not None and seat is not None and seat not in running.tips:
                yield self._tip(running.id, place)

    def _tip(self, id: str, place: int) -> p.Tip:
        tip = _chain(self._key, id, place)[0]
        return p.Tip(self._noted(id, place, tip), place, id, tip.hex())

    def vouches(self, fair: Fair) -> bool | None:
        """Whether a match had the commit that was heard before, and all numbers that were given in
        time from here are there; None where nothing was heard of it."""
        known = self._commits.get(fair.id)
        if known is None:
            return None
        mixed = {mix.salt for mix in fair.mixes}
        return known == fair.commit.hex() and self._given.get(fair.id, set()) <= mixed


class MixingTransport:
    """A line on which these numbers are given."""

    def __init__(self, line: Transport, mixer: Mixer):
        self._line, self._mixer = line, mixer

    async def send(self, text: str) -> None:
        await self._line.send(text)

    async def receive(self) -> str | bytes:
        text = await self._line.receive()
        if isinstance(text, str) and text.startswith(HEARD):
            with suppress(GamenightError, ValueError):  # whoever hears it next says what is wrong
                for reply in self._mixer.replies(p.read_heard(text)):
                    await self._line.send(p.write(reply))
        return text

    async def close(self) -> None:
        await self._line.close()
