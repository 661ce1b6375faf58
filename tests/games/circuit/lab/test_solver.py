"""What `gamenight solve circuit` tells, against counting that knows nothing of the rules' code."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random
from typing import Any

import pytest

from gamenight.games.circuit.lab.solver import first_turn, race, race_fits, solve
from gamenight.games.circuit.odds import landings
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.state import NOBODY, InPlay, State
from tests.games.circuit.states import circuit, table
from tests.late import late

with late():
    from gamenight.games.circuit.lab import compiled

BOARD = "empty,speed,wormhole,moonwalk:3,card,empty,time,bomb,empty,empty"
SIZES = {"2d6": (6, 6), "1d4+2d8": (4, 8, 8), "1d2": (2,), "2d20": (20, 20)}


def counted(rules: CircuitRules, state: State) -> Counter[tuple[int, int]]:
    """How the player's total and its place come about, every die told apart: the tiles of the
    board by hand."""
    names, goal = BOARD.split(","), 10 * rules.options.laps
    me, found = state.player, Counter[tuple[int, int]]()
    speeds = {"overload": -2, "speed": 1, "acceleration": 1}
    more = sum(speeds[card.acts_as] for card in state.in_play if card.target in (me, NOBODY))
    for dice in product(*(range(1, sides + 1) for sides in SIZES[rules.options.dice])):
        total = sum(dice) + more
        place = state.positions[me] + total
        tile = names[place % 10] if place < goal else ""
        if tile == "speed":
            place += 4
        elif tile == "wormhole":
            place -= 4
        elif tile == "time":
            place = state.previous[me]
        elif tile == "bomb":
            place = place // 10 * 10
        found[total, place] += 1
    return found


@pytest.mark.parametrize("dice", SIZES)
def test_the_odds_of_one_turn_by_counting(dice: str) -> None:
    """From any places, with any cards in play; the chance to win follows from the place."""
    rules, rng = circuit(3, tiles=BOARD, dice=dice, laps=4), Random(4)
    for _ in range(40):
        kinds = rng.choices(["overload", "speed", "acceleration"], k=rng.randrange(4))
        cards = tuple(
            InPlay(kind, kind, 0, NOBODY if kind == "acceleration" else rng.randrange(3))
            for kind in kinds
        )
        places = [tuple(rng.randrange(-5, 40) for _ in range(3)) for _ in range(2)]
        state = table(rules, places[0], player=rng.randrange(3), previous=places[1], in_play=cards)
        if max(state.positions) >= 40:
            continue
        found = landings(rules, state)
        assert {(one.total, one.stands): one.ways for one in found} == counted(rules, state)
        assert all(one.wins == (one.stands >= 40) for one in found)


def test_the_first_turn_on_a_given_board() -> None:
    rules = circuit(2, tiles=BOARD, laps=1)
    found = Counter[tuple[int, int]]()
    for landing, chance in first_turn(rules).items():
        found[landing.total, landing.stands] += int(36 * chance)
    assert found == counted(rules, rules.initial())


def test_the_first_turn_on_a_drawn_board() -> None:
    """45 empty, 10 card, 15 speed-up, 15 wormhole, 8 time machine, 5 moonwalk, 2 bomb in 100."""
    found = first_turn(CircuitRules(Options(), 2))
    assert sum(found.values()) == 1
    by_kind = Counter[str]()
    for landing, chance in found.items():
        assert landing.tile is not None
        by_kind[landing.tile.kind] += int(chance * 3600 * 6)
    assert {kind: Fraction(n, 216) for kind, n in by_kind.items()} == {
        "empty": 45,
        "card": 10,
        "speed": 15,
        "wormhole": 15,
        "time": 8,
        "moonwalk": 5,
        "bomb": 2,
    }
    walked = sum(chance * landing.stands for landing, chance in found.items())
    assert walked == Fraction(90, 100) * 7  # the speed-ups undo the wormholes


def test_the_race_of_one_die_by_hand() -> None:
    """Two tiles, so a step of 1 wins. Of three tiles 1d2 wins at once, or with the second roll."""
    sure = race(CircuitRules(Options(edition=1, board=2, dice="1d2"), 3))
    assert sure == (Fraction(1), Fraction(0), Fraction(0))
    rules = CircuitRules(Options(edition=1, board=3, dice="1d2"), 2)
    assert race(rules) == (Fraction(3, 4), Fraction(1, 4))


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (2, {"board": 9, "dice": "1d4"}), (3, {}), (5, {"board": 60, "dice": "1d4+1d20"})],
)
def test_the_race_against_compiled_games(players: int, options: dict[str, Any]) -> None:
    rules = CircuitRules(Options(edition=1, **options), players)
    chances, games = race(rules), 40_000
    assert sum(chances) == 1
    winners = compiled.play(rules, ["random"] * players, 2, range(games))[:, 1].tolist()
    for seat, chance in enumerate(chances):
        won = winners.count(1 << seat)
        assert abs(won - games * chance) <= 4 * sqrt(games * chance * (1 - chance))


def test_a_turn_limit_that_may_come_first() -> None:
    options = {"edition": 1, "board": 9, "dice": "1d4"}
    assert race_fits(CircuitRules(Options(**options, turn_limit=16), 2))  # type: ignore[arg-type]
    rules = CircuitRules(Options(**options, turn_limit=15), 2)  # type: ignore[arg-type]
    assert not race_fits(rules)
    assert [*solve(rules)][-1] == (
        "The whole game is not worked out if the turns may run out before the goal."
    )


def test_the_lines_for_people() -> None:
    assert [*solve(CircuitRules(Options(edition=1, board=3, dice="1d2"), 2))] == [
        "The exact odds of the first roll, 1d2 without cards, on the given board:",
        "  50.0% (1/2): a tile that does nothing",
        "  50.0% (1/2): the player wins",
        "Winning with the first roll: 50.0% (1/2)",
        "After it the player is 1.5000 tiles from the start on average.",
        "Nobody decides anything in edition 1, so the whole game is known exactly:",
        "  player 1 wins: 75.0% (3/4)",
        "  player 2 wins: 25.0% (1/4)",
    ]
    lines = [*solve(CircuitRules(Options(), 3))]
    assert lines[0].endswith("on any board that can be drawn:")
    assert lines[1] == "  45.0% (9/20): a tile that does nothing"
    assert lines[-2].startswith("The whole game is not solved")
    assert lines[-1].startswith("one is up to about 10^15 cases, times 10^26 boards")
