"""Arranging: what a screen may ask of its room before a match, and how one begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from gamenight.core.errors import GamenightError
from gamenight.core.record import Seat
from gamenight.core.text import visible
from gamenight.match.changes import free_seat
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.online import protocol as p
from gamenight.online import tokens
from gamenight.online.absence import spoken_for
from gamenight.online.playing import Playing
from gamenight.online.room import NotAllowed, Room, Screen
from gamenight.online.seating import Place, Seating


class Begun(GamenightError):
    """The match has begun, or has not."""

    code = "begun"


async def claim(room: Room, screen: Screen, message: p.Claim) -> None:
    given = tokens.read_code(message.code)[0] if message.code else None
    if not screen.host and not room.seating.admits(given):
        raise tokens.WrongCode("this code is not good for this table (any more)")
    if len(screen.places) >= p.MOST_TOKENS - 1:  # and the host's
        raise NotAllowed(f"at most {p.MOST_TOKENS - 1} people can share a screen")
    async with room.changing() as seating:
        place = _claimed_before(room, message)
        if place is None and room.playing is not None:
            place = _join(room, seating, room.playing, message.name)
        elif place is None:
            place = seating.sit(room.game, message.name, message.place)
        token = seating.link(room.keeper.key, place)
        seating.places[place].claim = message.id
        others = [one for one in seating.hosts if one != place]
        seating.hosts = [*others, place] if screen.host else others
    await room.settled()
    screen.places.append(place)
    screen.peer.send(p.write(p.Ok(message.id, "", token, place)))
    room.welcome_all()
    room.arrived(screen, [place])


def _claimed_before(room: Room, message: p.Claim) -> int | None:
    """The place that this very message has taken: whoever sends it again was cut off before they
    had their token. Nobody else may know the message, or be in that place."""
    for number, place in enumerate(room.seating.places):
        same = (place.claim, place.name) == (message.id, visible(message.name))
        if same and message.id >= p.UNGUESSED and not room.is_here(number):
            return number
    return None


def _join(room: Room, seating: Seating, playing: Playing, name: str) -> int:
    """A place for somebody who comes while a match lasts, where there is an empty seat. It is
    stored before they sit there: nobody could play a seat that is no place."""
    if playing.result is not None:
        raise Begun("the match is over")
    coming = spoken_for(seating, playing.match.seats)
    seat = free_seat(LocalTable(playing.match), Seat(name), coming)
    seating.places.append(Place())
    place = len(seating.places) - 1
    seating.rename(room.game, place, name)
    seating.order[seat] = place
    return place


async def rename(room: Room, screen: Screen, message: p.Rename) -> p.Told:
    check_place(screen, message.place)
    return await _agree(
        room, message.id, lambda seating: seating.rename(room.game, message.place, message.name)
    )


async def machine(room: Room, screen: Screen, message: p.Machine) -> p.Told:
    check_host(screen)
    if not message.bot and message.place in screen.places:
        raise NotAllowed("this is your own place")
    answer = await _agree(
        room, message.id, lambda seating: seating.machine(room.game, message.place, message.bot)
    )
    room.stand_up(message.place)
    return answer


async def places(room: Room, screen: Screen, message: p.Places) -> p.Told:
    check_host(screen)
    return await _agree(room, message.id, lambda seating: seating.resize(room.game, message.count))


async def options(room: Room, screen: Screen, message: p.Options) -> p.Told:
    check_host(screen)
    return await _agree(room, message.id, lambda seating: seating.agree(room.game, message.options))


async def clock(room: Room, screen: Screen, message: p.SetClock) -> p.Told:
    check_host(screen)
    return await _agree(room, message.id, lambda seating: seating.count_time(message.clock))


async def new_code(room: Room, screen: Screen, message: p.NewCode) -> p.Told:
    check_host(screen)
    async with room.changing() as seating:
        seating.renew(await room.keeper.free_claim())
    await room.settled()
    room.welcome_all()
    return p.Ok(message.id)


async def _agree(room: Room, id: int, change: Callable[[Seating], None]) -> p.Told:
    """Change the table before the match; it is so when it has been stored."""
    async with room.changing() as seating:
        if room.playing is not None:
            raise Begun("the match has begun: the table stays as it is")
        change(seating)
    room.welcome_all()
    return p.Ok(id)


async def begin(room: Room, screen: Screen, message: p.Begin) -> p.Told:
    check_host(screen)
    game = room.game
    async with room.changing() as seating:
        if room.playing is not None:
            raise Begun("the match has begun")
        seats, agreed, order = seating.everybody(game)
        playing = await started(
            room,
            seating,
            lambda store: Match.new(
                store,
                game,
                seats,
                agreed,
                order,
                source=seating.source(seats),
                clock=seating.clock,
            ),
        )
    room.sit_down(playing)
    return p.Ok(message.id)


async def started(
    room: Room,
    seating: Seating,
    make: Callable[[Any], Match],
    stand_ins: Mapping[str, int] = MappingProxyType({}),
) -> Playing:
    """A new match for this table. stand_ins: whose place a machine has, by its name."""
    number, seats = await room.keeper.create(make)
    seating.begun(number, seats, stand_ins)
    return await room.load(number)


def check_place(screen: Screen, place: int) -> None:
    if place not in screen.places:
        raise NotAllowed("this place is not yours")


def check_host(screen: Screen) -> None:
    if not screen.host:
        raise NotAllowed("only the host can do that")
