"""Lateness: what is done when somebody's time is up."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

from gamenight.core.play import read
from gamenight.online.absence import Absence, Company
from gamenight.online.playing import Playing
from gamenight.online.seating import Asked, Seating
from gamenight.online.timing import is_several

PLAYS_ON = "{} ran out of time: a machine plays on."


async def time_up(playing: Playing, seating: Seating, absence: Absence, seat: int) -> None:
    """What is usual in the game is done for them; else, of two, the other wins, and of more a
    machine plays on until they are back. Nothing if they have answered in time."""
    await playing.settled()
    match, place = playing.match, seating.order[seat]
    if not playing.timing.is_up(seat):
        return
    if playing.game.on_time is not None and (usual := _usual(playing, seat)) is not None:
        await usual
    elif is_several(match) and place is not None:
        playing.timing.lapse()
        await absence.replace(place, playing, seat, PLAYS_ON.format(match.names[seat]))
    else:
        await playing.run_out(seat)


class Table(Company, Protocol):
    """A room with a match."""

    def turned(self) -> None:
        """Whoever is next is asked."""

    async def time_up(self, seat: int) -> None: ...


async def look_at_clock(table: Table) -> None:
    """Nobody may be here: if somebody's time is up, that is so now. A server that was killed may
    have stored a move, but not who is asked since, or that nobody is."""
    if table.playing is None:
        return
    await table.playing.settled()
    if table.playing.result is not None:
        await remember(table)
        return
    table.turned()
    question = table.playing.timing.question
    if question is not None:
        await table.time_up(question.seat)


async def remember(room: Company) -> None:
    """Store who is waited for, at a table where people come and go: it may leave memory."""
    if room.playing is not None and room.playing.timing.kept() != _known(room.seating):
        async with room.changing() as seating:
            seating.asked, seating.deadline = room.playing.timing.kept()


def _known(seating: Seating) -> tuple[Asked | None, float | None]:
    return seating.asked, seating.deadline


def _usual(playing: Playing, seat: int) -> Awaitable[object] | None:
    """What the game does for a seat that does nothing; None where it cannot say."""
    match, usual = playing.match, playing.game.on_time
    if playing.turn().kind != "person":
        return playing.ready(seat, match.at, rolls=True, lag=None)
    try:
        assert usual is not None
        view = match.rules.hide(match.state, seat)
        text = match.rules.format(usual(match.rules, view, seat))
        read(match.rules, match.state, text, seat)
    except Exception as error:  # of a plug-in
        playing.note("failed", error)
        return None
    return playing.play(text, seat, match.at, lag=None)
