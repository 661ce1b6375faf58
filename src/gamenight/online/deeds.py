"""Deeds: what a screen may ask of its room, one function a message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from gamenight.core.errors import GamenightError
from gamenight.core.record import Seat
from gamenight.core.text import visible
from gamenight.match.changes import free_seat
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.secret import new_secret
from gamenight.match.series import next_order, next_round
from gamenight.match.turn import At
from gamenight.online import protocol as p
from gamenight.online import tokens
from gamenight.online.offers import WORDS, WrongOffer
from gamenight.online.playing import Playing
from gamenight.online.room import NotAllowed, Room, Screen
from gamenight.online.seating import Place, Seating


class Begun(GamenightError):
    """The match has begun, or has not."""

    code = "begun"


async def handle(room: Room, screen: Screen, message: p.Sent) -> p.Told | None:
    """Do what a screen asks for, and answer it; the answer, if it goes to nobody else."""
    answer: p.Told | None
    if isinstance(message, p.Play | p.Claim):  # which know themselves what was done before
        answer = await _answer(room, screen, message)
    else:
        asker = tuple(screen.places), screen.host, message.id
        answer = await room.answers.once(asker, lambda: _answer(room, screen, message))
    if answer is not None:
        screen.peer.send(p.write(answer))
    return answer


async def _answer(room: Room, screen: Screen, message: p.Sent) -> Any:
    try:
        return await DEEDS[type(message)](room, screen, message)
    except GamenightError as error:
        return p.No(error.code, str(error), message.id)


async def ping(room: Room, screen: Screen, message: p.Ping) -> p.Told:
    return p.Pong(message.id)


async def say(room: Room, screen: Screen, message: p.Say) -> p.Told:
    if not room.seating.chat:
        raise NotAllowed("nobody talks at this table: the host has not turned that on")
    if not screen.places:
        raise NotAllowed("only those who sit here can talk")
    room.tell(p.Said(room.seating.places[screen.places[0]].name, visible(message.text)))
    return p.Ok(message.id)


# Before the match.


async def claim(room: Room, screen: Screen, message: p.Claim) -> None:
    given = tokens.read_code(message.code)[0] if message.code else None
    if not screen.host and not room.seating.admits(given):
        raise tokens.WrongCode("this code is not good for this table (any more)")
    async with room.changing() as seating:
        place = room.claimed_before(message)
        if place is None and room.playing is not None:
            place = await _join(room, seating, room.playing, message.name)
        elif place is None:
            place = seating.sit(room.game, message.name, message.place)
        token = seating.link(room.keeper.key, place)
        seating.places[place].claim = message.id
    if room.playing is not None:
        await room.playing.settled()
    screen.places.append(place)
    screen.peer.send(p.write(p.Ok(message.id, "", token, place)))
    room.welcome_all()
    room.arrived(screen, [place])


async def _join(room: Room, seating: Seating, playing: Playing, name: str) -> int:
    """Somebody sits down while a match lasts, where there is an empty seat."""
    seat = free_seat(LocalTable(playing.match), Seat(name))
    seating.places.append(Place())
    place = len(seating.places) - 1
    seating.rename(room.game, place, name)
    await playing.join(seat, Seat(seating.places[place].name))
    seating.order[seat] = place
    return place


async def rename(room: Room, screen: Screen, message: p.Rename) -> p.Told:
    _check_place(screen, message.place)
    return await _agree(
        room, message.id, lambda seating: seating.rename(room.game, message.place, message.name)
    )


async def machine(room: Room, screen: Screen, message: p.Machine) -> p.Told:
    _check_host(screen)
    return await _agree(
        room, message.id, lambda seating: seating.machine(room.game, message.place, message.bot)
    )


async def places(room: Room, screen: Screen, message: p.Places) -> p.Told:
    _check_host(screen)
    return await _agree(room, message.id, lambda seating: seating.resize(room.game, message.count))


async def options(room: Room, screen: Screen, message: p.Options) -> p.Told:
    _check_host(screen)
    return await _agree(room, message.id, lambda seating: seating.agree(room.game, message.options))


async def _agree(room: Room, id: int, change: Callable[[Seating], None]) -> p.Told:
    """Change the table before the match; it is so when it has been stored."""
    async with room.changing() as seating:
        if room.playing is not None:
            raise Begun("the match has begun: the table stays as it is")
        change(seating)
    room.welcome_all()
    return p.Ok(id)


async def begin(room: Room, screen: Screen, message: p.Begin) -> p.Told:
    _check_host(screen)
    game = room.game
    async with room.changing() as seating:
        if room.playing is not None:
            raise Begun("the match has begun")
        seats, agreed, order = seating.everybody(game)
        playing = await _started(
            room, seating, lambda store: Match.new(store, game, seats, agreed, order)
        )
    room.sit_down(playing)
    return p.Ok(message.id)


async def _started(room: Room, seating: Seating, make: Callable[[Any], Match]) -> Playing:
    """A new match for this table."""
    number, seats = await room.keeper.create(make)
    seating.begun(number, seats)
    return await room.load(number)


# In the match.


async def play(room: Room, screen: Screen, message: p.Play) -> p.Told | None:
    playing = _match(room)
    _check_seat(room, screen, message.seat)
    new = await playing.play(message.text, message.seat, At(*message.n), message.id)
    return None if new else p.Ok(message.id)


async def passes(room: Room, screen: Screen, message: p.Pass) -> p.Told:
    _check_seat(room, screen, message.seat)
    await _match(room).passes(message.seat, At(*message.n))
    return p.Ok(message.id)


async def ready(room: Room, screen: Screen, message: p.Ready) -> p.Told:
    _check_seat(room, screen, message.seat)
    await _match(room).ready(message.seat, At(*message.n))
    return p.Ok(message.id)


async def resign(room: Room, screen: Screen, message: p.Resign) -> p.Told:
    _check_seat(room, screen, message.seat)
    await _match(room).resign(message.seat)
    return p.Ok(message.id)


async def back(room: Room, screen: Screen, message: p.Back) -> p.Told:
    _check_place(screen, message.place)
    _match(room)
    await room.sit_back(message.place)
    return p.Ok(message.id)


# Offers.


async def offer(room: Room, screen: Screen, message: p.Offer) -> p.Told:
    """Propose something; where nobody has to agree, it is done."""
    playing = _match(room)
    if not screen.places:
        raise NotAllowed("only those who sit here can propose something")
    by = screen.places[0]
    people = [n for n, place in enumerate(room.seating.places) if place.name and not place.bot]
    here = [place for place in people if room.is_here(place)]
    if message.what == "undo":
        by = _undoing(room, playing, screen)
        seats = {room.seating.seat_of(place): place for place in people}
        here = [place for seat, place in seats.items() if seat in playing.match.people]
    elif message.what == "next" and playing.result is None:
        raise WrongOffer("the match is not over")
    elif message.what != "next" and playing.result is not None:
        raise WrongOffer("the match is over")
    elif message.what == "stand_in":
        gone = message.place
        if gone not in people or room.is_here(gone):
            raise WrongOffer("a machine can only play for somebody who is gone")
    made = room.offers.make(message.what, by, here, message.place)
    if made.asked:
        room.tell(p.Offers(room.offers.all))
    else:
        await agreed(room, made)
    return p.Ok(message.id)


def _undoing(room: Room, playing: Playing, screen: Screen) -> int:
    """The place of the one at this screen who can take back the last move."""
    for place in screen.places:
        seat = room.seating.seat_of(place)
        if seat is not None and (place == screen.places[-1] or _acted(playing, seat)):
            playing.check_undo(seat)
            return place
    raise WrongOffer("you have no seat in this match")


def _acted(playing: Playing, seat: int) -> bool:
    people = playing.match.people
    actors = (ply.actor for ply in reversed(playing.match.plies) if ply.actor in people)
    return next(actors, None) == seat


async def answer(room: Room, screen: Screen, message: p.Answer) -> p.Told:
    """A yes or a no; the last yes does it."""
    answered = room.offers.answer(message.offer, screen.places, message.yes)
    if not message.yes:
        name = room.seating.places[screen.places[0]].name
        gone = "" if answered.place is None else room.seating.places[answered.place].name
        wish = WORDS[answered.what].format(gone)
        room.tell(p.Offers(room.offers.all, f"{name} would rather not {wish}."))
    elif answered.asked:
        room.tell(p.Offers(room.offers.all))
    else:
        await agreed(room, answered)
    return p.Ok(message.id)


async def agreed(room: Room, made: p.OpenOffer) -> None:
    """Everybody has said yes."""
    room.offers.close(made)
    room.tell(p.Offers(room.offers.all))
    await AGREED[made.what](room, _match(room), made)


async def _undo(room: Room, playing: Playing, made: p.OpenOffer) -> None:
    seat = room.seating.seat_of(made.by)
    assert seat is not None
    await playing.undo(seat)


async def _next(room: Room, playing: Playing, made: p.OpenOffer) -> None:
    """Another round with everybody who is in: people who are here, and the machines."""
    match = playing.match
    gone = match.absent
    seats = [_player(room, n, seat) for n, seat in enumerate(match.seats) if n not in gone]
    order = next_order(match, seats)
    async with room.changing() as seating:
        if room.playing is not playing:
            return  # it has begun already
        following = await _started(
            room, seating, lambda store: next_round(match, seats, order, store, new_secret())
        )
    room.sit_down(following)


def _player(room: Room, seat: int, now: Seat) -> Seat:
    """Who plays the next round: whoever has the place, if they are here, else as it is now."""
    place = room.seating.order[seat]
    return (
        now if place is None or not room.is_here(place) else Seat(room.seating.places[place].name)
    )


async def _stand_in(room: Room, playing: Playing, made: p.OpenOffer) -> None:
    assert made.place is not None
    seat = room.seating.seat_of(made.place)
    if seat is not None and not room.is_here(made.place):
        room.stood_in.add(made.place)
        await playing.stand_in(seat)


async def _end(room: Room, playing: Playing, made: p.OpenOffer) -> None:
    await playing.end()


AGREED: dict[p.Offered, Callable[[Room, Playing, p.OpenOffer], Awaitable[None]]] = {
    "undo": _undo,
    "next": _next,
    "stand_in": _stand_in,
    "end": _end,
}


def _match(room: Room) -> Playing:
    if room.playing is None:
        raise Begun("the match has not begun")
    return room.playing


def _check_seat(room: Room, screen: Screen, seat: int) -> None:
    if seat not in [room.seating.seat_of(place) for place in screen.places]:
        raise NotAllowed("this seat is not yours")


def _check_place(screen: Screen, place: int) -> None:
    if place not in screen.places:
        raise NotAllowed("this place is not yours")


def _check_host(screen: Screen) -> None:
    if not screen.host:
        raise NotAllowed("only the host can do that")


DEEDS: dict[type, Callable[[Room, Screen, Any], Awaitable[p.Told | None]]] = {
    p.Claim: claim,
    p.Rename: rename,
    p.Machine: machine,
    p.Places: places,
    p.Options: options,
    p.Begin: begin,
    p.Play: play,
    p.Pass: passes,
    p.Ready: ready,
    p.Resign: resign,
    p.Back: back,
    p.Offer: offer,
    p.Answer: answer,
    p.Say: say,
    p.Ping: ping,
}
