"""Matches that have just begun: of the toys, and short ones of any game."""

from __future__ import annotations

from typing import Any

from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sql import SqlStore
from gamenight.match.sqlite import SqliteStore
from tests.toys.heist import HEIST
from tests.toys.nim import NIM

ANN, BEN, CLEO = Seat("Ann"), Seat("Ben"), Seat("Cleo")
BOT = Seat("Careful", "careful")
# Options with which a match is short; a game that is not here is played as it is.
SHORT: dict[str, dict[str, Any]] = {
    "circuit": {"board": 12, "laps": 1},
    "oware": {"ply_limit": 14},
    "preys": {"escort": "choose"},
    "thief": {"target": 300, "cards": True},
    "zombie": {"brains_to_win": 3},
}
NAMES = ("Ann", "Ben", "Cem", "Dag", "Eva", "Fin")


def nim(*seats: Seat, **given: Any) -> Match:
    return Match.new(SqliteStore(), NIM, seats or (ANN, BEN), **given)


def heist(*seats: Seat, **given: Any) -> Match:
    return Match.new(SqliteStore(), HEIST, seats or (ANN, BEN), **given)


def with_alarm(*seats: Seat) -> Match:
    """A match in which the first seat has a stake and each of the others holds one alarm."""
    for seed in range(1000):
        match = heist(*seats, seed=seed)
        match.chance()
        if all(hand.count("alarm") == 1 for hand in match.state.hands[1:]):
            match.play("loot", 0, match.at)
            match.chance()
            if match.state.stake:
                return match
    raise AssertionError("no such match in a thousand seeds")


def again(match: Match) -> Match:
    """The match as another process finds it."""
    return Match.load(match.store, match.id, match.game)


def rolling(*seats: Seat) -> LocalTable:
    return LocalTable(Match.new(SqliteStore(), registry.game("zombie"), seats, seed=1))


def new_match(
    game: str | Game,
    people: int = 1,
    store: SqlStore | None = None,
    bot: str = "random",
    seed: int = 7,
    **options: Any,
) -> Match:
    """A match of the fewest that can play, people first and then bots."""
    found = registry.game(game) if isinstance(game, str) else game
    chosen = {**SHORT.get(found.id, {}), **options}
    vacant = found.unasked(**chosen)
    seats = [
        Seat(vacant[n], "random") if n in vacant else Seat(NAMES[n], "" if n < people else bot)
        for n in range(max(found.players(**chosen)[0], 2))
    ]
    return Match.new(store or SqliteStore(), found, seats, chosen, seed=seed)
