"""Seats: who can sit at a table, as people type it, and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from gamenight.bots import find_bot, ranked_bots, rated_name, scale, typed_bot
from gamenight.core.errors import InvalidName, InvalidPlayers
from gamenight.core.game import Game, headcount
from gamenight.core.options import declared
from gamenight.core.record import Order, Seat
from gamenight.core.text import LONGEST_NAME, clean_name, listed, quoted, whole_number
from gamenight.match.bot_names import NAMES

RANDOM = "random"
NOBODY = "random"  # the bot that stands for nobody at a seat that never decides


def read_seat(game: Game, text: str, taken: Sequence[Seat]) -> Seat:
    """A seat from what a person types: a name, or `bot:hard`; raises a GamenightError."""
    prefix, _, spec = text.strip().partition(":")
    if prefix.casefold() == "bot":
        return bot_seat(game, typed_bot(game, spec), taken)
    name = clean_name(text, game.setup.shortest, game.setup.longest)
    if name.casefold() in (seat.name.casefold() for seat in taken):
        raise InvalidName(f"{name} is already at the table: choose another name", text)
    return Seat(name)


def bot_seat(game: Game, spec: str, taken: Sequence[Seat], rng: Random | None = None) -> Seat:
    """A bot under a name for machines: with `rng` drawn by lot, without it the first that is free
    of the game's own, or else the bot's, with a number if it is already at the table."""
    name = find_bot(game, spec)[0].name[: LONGEST_NAME - 3]
    names = {seat.name.casefold() for seat in taken}
    numbers = [f"{name} {number}" for number in range(2, len(taken) + 3)]
    drawn: list[str] = []
    if rng is not None:
        pool = game.bot_names or NAMES
        drawn = rng.sample(pool, len(pool))
    possible = (*drawn, *game.bot_names, name, *numbers)
    return Seat(next(n for n in possible if n.casefold() not in names), spec)


def bot_lines(game: Game) -> list[str]:
    """One line per bot, the weakest first: what to type, its name, how well and how it plays; then
    what the ratings mean, or why there are none."""
    bots = ranked_bots(game)
    width = max(map(len, bots))
    return [
        *(f"  bot:{id:<{width}}  {rated_name(info)}: {info.summary}" for id, info in bots.items()),
        f"  ({scale(game)}.)",
    ]


def read_first(text: str, seats: int) -> Order:
    """Who begins: a number from 1 up, or `random`."""
    if text.casefold() == RANDOM:
        return "shuffle"
    number = whole_number(text)
    if number is not None and 1 <= number <= seats:
        return number - 1
    raise InvalidPlayers(
        f"{quoted(text)} cannot begin (possible: {listed(range(1, seats + 1))}, {RANDOM})", text
    )


def for_people(game: Game, options: dict[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
    """The options, with the defaults that a game has for people: there are seats for those who
    join later, unless the table was set otherwise."""
    if all(seat.bot for seat in seats):
        return options
    usual = {o.name: o.people for o in declared(game.options) if o.people is not None}
    agreed = {**usual, **options}
    if not game.empty or any(agreed[name] != value for name, value in usual.items()):
        return agreed
    possible = game.players(**{**agreed, game.empty: 0})
    return {game.empty: possible[-1] - max(len(seats), possible[0]), **agreed}


def stand_in(game: Game, names: Sequence[str], seat: int) -> Seat:
    """The game's best bot, under a name that says for whom it plays."""
    own, used = list(game.bots), {name.casefold() for name in names}
    numbers = ("", *(f" {number}" for number in range(2, len(used) + 2)))
    possible = (f"{names[seat][:16].rstrip()} (bot{number})" for number in numbers)
    name = next(name for name in possible if name.casefold() not in used)
    return Seat(name, own[-1] if own else "random")


def check_headcount(game: Game, options: Mapping[str, Any], seats: Sequence[Seat]) -> None:
    """As many as can begin to play; raises InvalidPlayers."""
    possible = game.starters(**options)
    if len(seats) not in possible:
        raise InvalidPlayers(
            f"{game.title} is for {headcount(possible)}, not {len(seats)}", len(seats), possible
        )
    game.rules(len(seats) + game.begin_empty(**options), **options)


def check_seat(seat: int, count: int) -> None:
    """Raise InvalidPlayers unless it is one of this many."""
    if type(seat) is not int or not 0 <= seat < count:
        given = seat + 1 if type(seat) is int else seat
        raise InvalidPlayers(f"there is no seat {given} (possible: 1 to {count})", seat)


def check_seats(game: Game, seats: Sequence[Seat]) -> None:
    """Names that can be shown and told apart, and bots that exist."""
    names = [seat.name.casefold() for seat in seats]
    for seat in seats:
        if seat.bot:
            find_bot(game, seat.bot)
        if clean_name(seat.name) != seat.name:
            raise InvalidName(f"this name cannot be shown: {quoted(seat.name)}", seat.name)
        if names.count(seat.name.casefold()) > 1:
            raise InvalidName(f"two players cannot both be called {seat.name!r}", seat.name)
