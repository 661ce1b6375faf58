"""The bot `pilot`: what it sees ahead, as a table, and that it beats `racer`."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest

from gamenight.core.bot import Limit
from gamenight.games.circuit.bots import BOTS
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.pilot import WON, brings, prospect, ways
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.state import Fall, InPlay, Tile
from tests.games.circuit.states import circuit, table, tiles
from tests.late import late

with late():
    from gamenight.games.circuit.lab import compiled

PILOT = BOTS["pilot"].bot


def answer(board: str, hand: str, positions: tuple[int, ...], player: int, **fields: Any) -> str:
    """What it does in seat 1 of three on a board of 24 tiles with two laps; `-` is nothing."""
    rules = circuit(3, tiles=tiles(board, 24), laps=2)
    state = table(rules, positions, (hand, "speed", "repeat"), player=player, **fields)
    action = PILOT.choose(rules, rules.hide(state, 0), 0, Random(0), Limit())
    return rules.format(action) if action is not None else "-"


@pytest.mark.parametrize(
    ("board", "hand", "positions", "fields", "expected"),
    [
        ("", "", (0, 0, 0), {}, "roll"),
        ("", "speed", (0, 7, 5), {}, "1 speed 1"),
        ("", "overload", (9, 3, 15), {}, "1 overload 3"),
        # not before somebody leads
        ("", "overload", (0, 0, 0), {}, "roll"),
        # with the Speed, time machines are more likely in the first case, less in the second
        ("21 time, 22 time, 23 time", "speed", (36, 30, 30), {}, "roll"),
        ("15 time, 16 time, 17 time", "speed", (36, 30, 30), {}, "1 speed 1"),
        # far behind, more for everybody only shortens the race
        ("", "acceleration", (0, 20, 20), {}, "roll"),
        ("", "acceleration", (30, 10, 10), {}, "1 acceleration"),
    ],
)
def test_in_turn(
    board: str, hand: str, positions: tuple[int, ...], fields: dict[str, Any], expected: str
) -> None:
    assert answer(board, hand, positions, 0, **fields) == expected


@pytest.mark.parametrize(
    ("tile", "positions", "expected"),
    [
        (Tile("speed"), (20, 20, 20), "1 repeat"),
        (Tile("moonwalk", 1), (20, 20, 20), "-"),
        (Tile("moonwalk", 6), (20, 20, 20), "1 repeat"),
        (Tile("speed"), (44, 20, 20), "1 repeat"),
        (Tile("wormhole"), (20, 20, 20), "-"),
    ],
)
def test_repeat_is_kept_for_what_it_is_worth(
    tile: Tile, positions: tuple[int, ...], expected: str
) -> None:
    fall = Fall(0, (1, 2), 0, tile, 0)
    assert answer("", "repeat", positions, 1, fall=fall) == expected


def test_who_is_at_the_goal_has_won() -> None:
    rules = circuit(2)
    state = table(rules, (30, 3))
    assert [prospect(rules, state, seat) for seat in (0, 1)] == [WON, -WON]


def test_what_tiles_bring() -> None:
    """One die of two sides: to the tile after the next, or the one after that."""
    rules = circuit(2, tiles=tiles("3 speed, 4 time, 5 moonwalk:6, 6 bomb, 7 card"), dice="1d2")
    state = table(rules, (1, 2), starts=(1, 1), previous=(0, 0))
    assert brings(rules, state, 0, 0) == (4 + (0 - 3)) / 2
    assert brings(rules, state, 0, 1) == ((0 - 3) + 6) / 2
    assert brings(rules, state, 0, 2) == (6 - 5) / 2
    assert brings(rules, state, 0, 3) == (-5 + 2) / 2
    assert brings(rules, state, 1, 0) == ((1 - 3) + 6) / 2  # not in turn: its turn begins later
    assert brings(rules, table(rules, (28, 0)), 0, 0) == 12 / 2


def test_with_many_totals_it_does_not_look_at_the_tiles() -> None:
    rules = CircuitRules(Options(dice="100d1000"), 2)
    assert ways(rules) == ()
    assert brings(rules, table(rules, (0, 0), tiles=(Tile("speed"),) * 24), 0, 0) == 0


def test_it_tells_what_it_sees() -> None:
    rules = circuit(2)
    speed = InPlay("speed", "speed", 1, 1)
    state = table(rules, (5, 9), ("cancellation", ""), in_play=(speed,))
    found = PILOT.explain(rules, state, 0, Random(0), Limit())  # type: ignore[attr-defined]
    assert [one.words for one in found] == [f"prospect {one.value:+.2f}" for one in found]
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
    assert {one.action for one in found} == {*rules.node(state).of(0)}  # type: ignore[union-attr]


def test_it_beats_two_racers() -> None:
    """9,000 compiled games, each seat alike: above a third by 3 sigma."""
    wins, rules = 0, CircuitRules(Options(), 3)
    for seat in range(3):
        bots = ["pilot" if other == seat else "racer" for other in range(3)]
        winners = compiled.play(rules, bots, seat, range(3000))[:, 1]
        wins += int((winners == 1 << seat).sum())
    assert wins / 9000 > 1 / 3 + 3 * sqrt(1 / 3 * 2 / 3 / 9000)
