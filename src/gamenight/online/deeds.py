"""Deeds: what a screen may ask of its room, one function a message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, get_args

from gamenight.core.errors import GamenightError
from gamenight.core.lab import READY
from gamenight.core.record import AGREED, Seat
from gamenight.core.text import visible
from gamenight.match.fair import last_salt
from gamenight.match.hints import check_hints
from gamenight.match.series import next_order, next_round
from gamenight.match.store import StoreError
from gamenight.match.turn import At
from gamenight.online import arranging
from gamenight.online import protocol as p
from gamenight.online.arranging import Begun, check_place, started
from gamenight.online.offers import OF_ALL, RATHER, WrongOffer
from gamenight.online.playing import NotKept, Playing, not_stored
from gamenight.online.room import NotAllowed, Room, Screen
from gamenight.online.salting import WrongSalt
from gamenight.online.seating import Seating
from gamenight.online.wishes import store

KNOWN = (p.Play, p.Claim)  # of which the match or the table knows that they were done before
SLOW = (p.Hint, p.Odds)  # whoever asks for these may play meanwhile


async def handle(room: Room, screen: Screen, message: p.Sent) -> p.Told | None:
    """Do what a screen asks for, and answer it; the answer, if it goes to nobody else."""
    answer: p.Told | None
    if isinstance(message, SLOW):
        room.spawn(_advise(room, screen, message))
        return None
    if isinstance(message, KNOWN):
        answer = await _answer(room, screen, message)
    else:
        asker = tuple(screen.places), screen.host, p.write(message), message.id
        answer = await room.answers.once(asker, lambda: _answer(room, screen, message))
    if answer is not None:
        screen.peer.send(p.write(answer))
    return answer


async def _advise(room: Room, screen: Screen, message: p.Hint | p.Odds) -> None:
    screen.peer.send(p.write(await _answer(room, screen, message)))


async def _answer(room: Room, screen: Screen, message: p.Sent) -> Any:
    try:
        return await DEEDS[type(message)](room, screen, message)
    except StoreError as error:
        return p.No(NotKept.code, not_stored(error), message.id)
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


# In the match.


async def play(room: Room, screen: Screen, message: p.Play) -> p.Told | None:
    playing = _match(room)
    _check_seat(room, screen, message.seat)
    lag = screen.peer.lag if playing.timing.control else 0.0
    new = await playing.play(message.text, message.seat, At(*message.n), message.id, lag)
    return None if new else p.Ok(message.id)


async def passes(room: Room, screen: Screen, message: p.Pass) -> p.Told:
    _check_seat(room, screen, message.seat)
    await _match(room).passes(message.seat, At(*message.n))
    return p.Ok(message.id)


async def ready(room: Room, screen: Screen, message: p.Ready) -> p.Told:
    _check_seat(room, screen, message.seat)
    await _match(room).ready(message.seat, At(*message.n), message.roll, screen.peer.lag)
    return p.Ok(message.id)


async def resign(room: Room, screen: Screen, message: p.Resign) -> p.Told:
    _check_seat(room, screen, message.seat)
    await _match(room).resign(message.seat)
    return p.Ok(message.id)


async def back(room: Room, screen: Screen, message: p.Back) -> p.Told:
    check_place(screen, message.place)
    playing, seat = _match(room), room.seating.seat_of(message.place)
    if seat is not None and playing.timing.has_lapsed(seat):
        room.spawn(room.absence.sit_back(message.place))  # as soon as a machine has moved for them
    else:
        await room.absence.sit_back(message.place)
    return p.Ok(message.id)


async def salt(room: Room, screen: Screen, message: p.GiveSalt) -> p.Told:
    _check_seat(room, screen, message.seat)
    room.salting.give(message.seat, bytes.fromhex(message.salt))
    return p.Ok(message.id)


async def tip(room: Room, screen: Screen, message: p.Tip) -> p.Told:
    """For the match that is next, or for this one where the seat has given nothing to it."""
    check_place(screen, message.place)
    playing, seat = room.playing, room.seating.seat_of(message.place)
    taken: bytes | None = None
    if message.of == room.seating.commit.id:
        async with room.changing() as seating:
            seating.mix(message.place, message.tip)
        taken = bytes.fromhex(room.seating.places[message.place].tip)
    elif playing is not None and seat is not None and playing.result is None:
        fair = playing.match.mixing.fair
        if fair is not None and fair.id == message.of:
            await playing.mix(seat, bytes.fromhex(message.tip))
            taken = last_salt(playing.match, seat)
    if taken != bytes.fromhex(message.tip):
        raise WrongSalt("another number was given before, or none can be mixed in any more", seat)
    return p.Ok(message.id)


async def hint(room: Room, screen: Screen, message: p.Hint) -> p.Told:
    check_hints(room.seating.hints)
    _check_seat(room, screen, message.seat)
    _ask_to_wait(room, screen, message)
    return await room.keeper.advising.hint(_match(room), message, _looking(room, screen))


async def odds(room: Room, screen: Screen, message: p.Odds) -> p.Told:
    check_hints(room.seating.hints)
    if message.seat is not None:
        _check_seat(room, screen, message.seat)
    _ask_to_wait(room, screen, message)
    return await room.keeper.advising.odds(_match(room), message, _looking(room, screen))


def _ask_to_wait(room: Room, screen: Screen, message: p.Hint | p.Odds) -> None:
    """The first of its kind may have to be compiled."""
    if not room.keeper.advising.is_ready(room.game, type(message)):
        screen.peer.send(p.write(p.Wait(message.id, READY)))


def _looking(room: Room, screen: Screen) -> Callable[[], bool]:
    """Whether a screen still looks at what it sees now."""
    playing, at = _match(room), _match(room).match.at
    return lambda: screen in room.screens and room.playing is playing and playing.match.at == at


# Offers.


async def offer(room: Room, screen: Screen, message: p.Offer) -> p.Told:
    """Propose something; where nobody has to agree, it is done."""
    by, asked = _proposal(room, screen, message.what, message.place)
    made = room.offers.make(message.what, by, asked, message.place)
    if made.asked:
        await _show(room, made)
    else:
        await agreed(room, made)
    return p.Ok(message.id)


def _proposal(
    room: Room, screen: Screen, what: p.Offered, gone: int | None
) -> tuple[int, list[int]]:
    """Who proposes it, and who has to agree; raises what says why it cannot be proposed now."""
    playing = _match(room)
    if not screen.places:
        raise NotAllowed("only those who sit here can propose something")
    by = screen.places[0]
    people = [n for n, place in enumerate(room.seating.places) if place.name and not place.bot]
    asked = [n for n in people if room.is_here(n)]
    if what == "next":
        gone_for_good = [n for n in people if n in room.offers.declined or room.absence.is_over(n)]
        asked += [n for n in _players(room, people) if n not in gone_for_good]
    elif what in OF_ALL:
        asked = _players(room, people)
    if what == "undo":
        by = _undoing(room, playing, screen)
    elif what == "next" and playing.result is None:
        raise WrongOffer("the match is not over")
    elif what != "next" and playing.result is not None:
        raise WrongOffer("the match is over")
    elif what == "stand_in" and (gone not in people or room.is_here(gone)):
        raise WrongOffer("a machine can only play for somebody who is gone")
    return by, asked


def _players(room: Room, places: list[int]) -> list[int]:
    """Those of these places whose people play themselves: no machine does."""
    people = _match(room).match.people
    return [place for place in places if room.seating.seat_of(place) in people]


async def can(room: Room, screen: Screen, message: p.Can) -> p.Told:
    """What cannot be proposed now, and why; a stand-in for whoever is gone."""
    places = enumerate(room.seating.places)
    gone = next((n for n, one in places if one.name and not one.bot and not room.is_here(n)), None)
    why: dict[p.Offered, str] = {}
    for what in get_args(p.Offered):
        try:
            _proposal(room, screen, what, gone)
        except GamenightError as error:
            why[what] = str(error)
    return p.Cannot(message.id, why)


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
        names = [place.name for place in room.seating.places]
        gone = "" if answered.place is None else names[answered.place]
        rather = RATHER[answered.what].format(by=names[answered.by], gone=gone)
        await _show(room, answered, f"{names[screen.places[0]]} would rather {rather}.")
    elif answered.asked:
        await _show(room, answered)
    else:
        await agreed(room, answered)
    return p.Ok(message.id)


async def _show(room: Room, changed: p.OpenOffer, told: str = "") -> None:
    """Everybody learns what became of an offer. Whoever wants another round wants it after the
    server has begun again, too, unless it cannot be stored."""
    room.tell(p.Offers(room.offers.all, told))
    if changed.what == "next":
        await store(room)


async def agreed(room: Room, made: p.OpenOffer) -> None:
    """Everybody has said yes. The offer ends after what came of it: else it would look as if
    somebody had said no."""
    room.offers.close(made)
    try:
        await ONCE_AGREED[made.what](room, _match(room), made)
    except GamenightError as error:
        room.tell(p.Offers(room.offers.all, str(error)))
        if made.what == "next":
            await store(room)
        raise
    room.tell(p.Offers(room.offers.all))


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
        following = await started(
            room,
            seating,
            lambda store: next_round(match, seats, order, store, seating.source(seats)),
            _stand_ins(seating, seats, match.seats),
        )
    room.sit_down(following)


def _stand_ins(seating: Seating, seats: list[Seat], before: Sequence[Seat]) -> dict[str, int]:
    """Machines that play on for people who are gone, by name, and the places of these."""
    whose = {seat.name: seating.order[n] for n, seat in enumerate(before) if seat.bot}
    names = [seat.name for seat in seats]
    return {
        name: place
        for name, place in whose.items()
        if name in names and place is not None and not seating.places[place].bot
    }


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
        await room.absence.stand_in(made.place, playing, seat)


async def _end(room: Room, playing: Playing, made: p.OpenOffer) -> None:
    await playing.end(AGREED)


ONCE_AGREED: dict[p.Offered, Callable[[Room, Playing, p.OpenOffer], Awaitable[None]]] = {
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
    order = room.seating.order
    if not 0 <= seat < len(order) or order[seat] not in screen.places:
        raise NotAllowed("this seat is not yours")


DEEDS: dict[type, Callable[[Room, Screen, Any], Awaitable[p.Told | None]]] = {
    p.Claim: arranging.claim,
    p.Tip: tip,
    p.GiveSalt: salt,
    p.Rename: arranging.rename,
    p.Machine: arranging.machine,
    p.Places: arranging.places,
    p.Options: arranging.options,
    p.SetClock: arranging.clock,
    p.NewCode: arranging.new_code,
    p.Begin: arranging.begin,
    p.Play: play,
    p.Pass: passes,
    p.Ready: ready,
    p.Resign: resign,
    p.Back: back,
    p.Offer: offer,
    p.Answer: answer,
    p.Can: can,
    p.Hint: hint,
    p.Odds: odds,
    p.Say: say,
    p.Ping: ping,
}
