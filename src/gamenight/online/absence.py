"""Absence: people who are gone from a match. When others have waited for them for a time that the
table sets, a machine plays for them, until they return, whenever that is."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, NamedTuple, Protocol

from gamenight.core.record import Seat
from gamenight.match.waiting import Clock
from gamenight.online.playing import Playing
from gamenight.online.seating import Seating

MOMENT = 0.1  # seconds between two looks at whether a machine has moved
COUNTS = 1.0  # seconds of waiting that a room without people remembers


class Company(Protocol):
    """What has to be known of a room."""

    seating: Seating
    playing: Playing | None
    clock: Clock

    def is_here(self, place: int) -> bool: ...

    def is_played(self) -> bool:
        """Whether anybody who has a place is here."""

    def goes_on_without(self, place: int) -> None:
        """Nobody waits any more for the answers of somebody who is gone."""

    def changing(self) -> AbstractAsyncContextManager[Seating]: ...

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None: ...


class Wait(NamedTuple):
    """Others are here, and wait for somebody. since: by the room's clock."""

    since: float
    task: asyncio.Task[None]


def spoken_for(seating: Seating, seats: Sequence[Seat]) -> set[int]:
    """The seats of people who came while the match lasts, and do not sit there yet."""
    return {
        seat
        for seat, place in enumerate(seating.order)
        if place is not None
        and not seats[seat].bot
        and seats[seat].name != seating.places[place].name
    }


class Absence:
    """Of the people of one room. Only the time counts in which others wait: where nobody is,
    nobody is held up."""

    def __init__(self, room: Company):
        self._room = room
        self._waited: dict[int, float] = {}  # seconds before now, by place
        self._waiting: dict[int, Wait] = {}

    @property
    def has_waited(self) -> bool:
        """Whether others have waited for somebody for so long that it counts."""
        return any(seconds >= COUNTS for seconds in self._waited.values())

    def is_over(self, place: int) -> bool:
        """Whether the others have waited long enough for somebody who is gone."""
        away = self._room.seating.away
        return bool(away) and self._waited.get(place, 0.0) >= away

    def begins(self) -> None:
        """From now on, for everybody who is not here: they left, or have not come back since the
        match was loaded. Where there is a clock, it says how long they are waited for; behind the
        match it counts no more, and only where people come and go nobody counts for them."""
        room = self._room
        if room.playing is None:
            return
        over = room.playing.result is not None
        if room.playing.timing.is_slow if over else room.seating.clock:
            return
        if not room.is_played():
            self.close()
            return
        for seat in room.playing.match.people:
            place = room.seating.order[seat]
            if place is not None and not room.is_here(place):
                self._begins(place)

    def _begins(self, place: int) -> None:
        """Somebody is gone, and others are here."""
        away, waiting = self._room.seating.away, self._waiting.get(place)
        if not away or (waiting and not waiting.task.done()):
            return
        seconds = away - self._waited.get(place, 0.0)
        task = asyncio.create_task(self._wait_for(place, seconds))
        self._waiting[place] = Wait(self._room.clock.now(), task)

    def ends(self, place: int) -> None:
        """Somebody is here, and gets the seat back, or an empty one that is theirs by now."""
        self._waited.pop(place, None)
        waiting = self._waiting.pop(place, None)
        if waiting is not None:
            waiting.task.cancel()
        if place in self._room.seating.stood_in:
            self._room.spawn(self.sit_back(place))
        elif self._is_to_sit(place):
            self._room.spawn(self._sit_down(place))

    def _is_to_sit(self, place: int) -> bool:
        """Whether somebody came while the match lasts, and does not sit in their seat yet."""
        playing, seating = self._room.playing, self._room.seating
        seat = seating.seat_of(place)
        if playing is None or seat is None or playing.result is not None:
            return False
        return seat in spoken_for(seating, playing.match.seats)

    async def _sit_down(self, place: int) -> None:
        """Nobody else is given a seat meanwhile."""
        async with self._room.changing() as seating:
            seat = seating.seat_of(place)
            if self._is_to_sit(place) and self._room.playing is not None and seat is not None:
                await self._room.playing.join(seat, Seat(seating.places[place].name))

    def close(self) -> None:
        """Nobody waits any more, or not for now."""
        now = self._room.clock.now()
        for place, waiting in self._waiting.items():
            if not waiting.task.done():
                self._waited[place] = self._waited.get(place, 0.0) + now - waiting.since
                waiting.task.cancel()
        self._waiting.clear()

    async def _wait_for(self, place: int, seconds: float) -> None:
        """A machine plays for somebody who is gone for too long, while others want to play on."""
        room = self._room
        await room.clock.sleep(seconds)
        seat, playing = room.seating.seat_of(place), room.playing
        if playing is None or seat is None:
            return
        if playing.result is not None:
            self._waited[place] = room.seating.away
            room.goes_on_without(place)
            return
        if not room.is_played() or playing.match.seats[seat].bot:
            return
        room.spawn(self.stand_in(place, playing, seat))

    async def replace(self, place: int, playing: Playing, seat: int, told: str = "") -> None:
        """A machine plays for somebody, even if they are here, until they return."""
        async with self._room.changing() as seating:
            seating.stood_in.append(place)
        await playing.stand_in(seat, told)

    async def stand_in(self, place: int, playing: Playing, seat: int) -> None:
        """A machine plays for somebody who is gone until they return."""
        await self.replace(place, playing, seat)
        if self._room.is_here(place):  # they came meanwhile
            await self.sit_back(place)

    async def sit_back(self, place: int) -> None:
        """Somebody takes their seat back from a machine. What they had no time left for is done by
        then: else they would be asked for it again, and again."""
        seating, playing = self._room.seating, self._room.playing
        seat = seating.seat_of(place)
        while playing is not None and seat is not None and playing.timing.has_lapsed(seat):
            await self._room.clock.sleep(MOMENT)
        if playing is not None and seat is not None and playing.result is None:
            await playing.sit(seat, Seat(seating.places[place].name))
        if place in self._room.seating.stood_in:
            async with self._room.changing() as changed:
                changed.stood_in = [one for one in changed.stood_in if one != place]
