"""The board as characters, drawn by both views."""

from __future__ import annotations

from itertools import product

import pytest

from gamenight.games.preys.board import default_view, fixed_view
from gamenight.games.preys.rules import BEFORE_THE_SEA, CAUGHT, SEA, START, PreysRules, State
from tests.games.preys.frames import picture

RULES = PreysRules()

DEFAULT = [
    (
        "fish hide the shade",
        State(),
        """
        ╔════════╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══════╗
        ║  ┌──┐1 │   │   │   │   │   │ 2 │   │   │   │   │   │       ║
        ║  │  │  │   │   │   │   │   │ 3 │   │   │   │   │   │       ║
        ║  │  │  │   │   │   │   │   │ 4 │   │   │   │   │   │       ║
        ║  └──┘6 │   │   │   │   │   │ 5 │   │   │   │   │   │       ║
        ╚════════╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══════╝
        """,
    ),
    (
        "the whole shade, and all fish in the sea",
        State(1, (SEA, SEA, SEA, SEA)),
        """
        ╔════════╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══════╗
        ║  ┌──┐1 │   │   │   │   │   │ ▓ │   │   │   │   │   │   2   ║
        ║  │  │  │   │   │   │   │   │ ▓ │   │   │   │   │   │   3   ║
        ║  │  │  │   │   │   │   │   │ ▓ │   │   │   │   │   │   4   ║
        ║  └──┘6 │   │   │   │   │   │ ▓ │   │   │   │   │   │   5   ║
        ╚════════╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══════╝
        """,
    ),
    (
        "a full boat on the start",
        State(7, (CAUGHT,) * 4),
        """
        ╔════════╤═══╤═══╤═══╤═══╤═══╤═══════╗
        ║  ┌──┐1 │   │   │   │   │   │       ║
        ║  │23│  │   │   │   │   │   │       ║
        ║  │45│  │   │   │   │   │   │       ║
        ║  └──┘6 │   │   │   │   │   │       ║
        ╚════════╧═══╧═══╧═══╧═══╧═══╧═══════╝
        """,
    ),
    (
        "the boat has reached the sea",
        State(12, (SEA, CAUGHT, CAUGHT, CAUGHT)),
        """
        ╔════════╤═══════╗
        ║  ┌──┐1 │   2   ║
        ║  │ 3│  │       ║
        ║  │45│  │       ║
        ║  └──┘6 │       ║
        ╚════════╧═══════╝
        """,
    ),
    (
        "a tie that only its banner shows",
        State(11, (SEA, SEA, CAUGHT, CAUGHT)),
        """
        ╔════════╤═══╤═══════╗
        ║  ┌──┐1 │   │   2   ║
        ║  │  │  │   │   3   ║
        ║  │45│  │   │       ║
        ║  └──┘6 │   │       ║
        ╚════════╧═══╧═══════╝
        """,
    ),
    (
        "the last fish is free",
        State(10, (SEA, SEA, CAUGHT, SEA)),
        """
        ╔════════╤═══╤═══╤═══════╗
        ║  ┌──┐1 │   │   │   2   ║
        ║  │  │  │   │   │   3   ║
        ║  │4 │  │   │   │       ║
        ║  └──┘6 │   │   │   5   ║
        ╚════════╧═══╧═══╧═══════╝
        """,
    ),
]

FIXED = [
    (
        "before the start",
        State(3, (8, 7, 7, 12)),
        """
        ╔═══╤═══╤════════╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══════╗
        ║   │   │  ┌──┐1 │   │   │   │ ▓ │ 2 │   │   │   │   │       ║
        ║   │   │  │  │  │   │   │   │ 3 │   │   │   │   │   │       ║
        ║   │   │  │  │  │   │   │   │ 4 │   │   │   │   │   │       ║
        ║   │   │  └──┘6 │   │   │   │ ▓ │   │   │   │   │ 5 │       ║
        ╚═══╧═══╧════════╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══════╝
        """,
    ),
    (
        "the boat hides the shade",
        State(7, (8, CAUGHT, CAUGHT, SEA)),
        """
        ╔═══╤═══╤═══╤═══╤═══╤═══╤════════╤═══╤═══╤═══╤═══╤═══╤═══════╗
        ║   │   │   │   │   │   │  ┌──┐1 │ 2 │   │   │   │   │       ║
        ║   │   │   │   │   │   │  │ 3│  │   │   │   │   │   │       ║
        ║   │   │   │   │   │   │  │4 │  │   │   │   │   │   │       ║
        ║   │   │   │   │   │   │  └──┘6 │   │   │   │   │   │   5   ║
        ╚═══╧═══╧═══╧═══╧═══╧═══╧════════╧═══╧═══╧═══╧═══╧═══╧═══════╝
        """,
    ),
    (
        "the shade is back behind the boat",
        State(8, (CAUGHT, CAUGHT, CAUGHT, SEA)),
        """
        ╔═══╤═══╤═══╤═══╤═══╤═══╤═══╤════════╤═══╤═══╤═══╤═══╤═══════╗
        ║   │   │   │   │   │   │ ▓ │  ┌──┐1 │   │   │   │   │       ║
        ║   │   │   │   │   │   │ ▓ │  │23│  │   │   │   │   │       ║
        ║   │   │   │   │   │   │ ▓ │  │4 │  │   │   │   │   │       ║
        ║   │   │   │   │   │   │ ▓ │  └──┘6 │   │   │   │   │   5   ║
        ╚═══╧═══╧═══╧═══╧═══╧═══╧═══╧════════╧═══╧═══╧═══╧═══╧═══════╝
        """,
    ),
    (
        "beside the sea",
        State(12, (SEA, SEA, CAUGHT, CAUGHT)),
        """
        ╔═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤═══╤════════╤═══════╗
        ║   │   │   │   │   │   │ ▓ │   │   │   │   │  ┌──┐1 │   2   ║
        ║   │   │   │   │   │   │ ▓ │   │   │   │   │  │  │  │   3   ║
        ║   │   │   │   │   │   │ ▓ │   │   │   │   │  │45│  │       ║
        ║   │   │   │   │   │   │ ▓ │   │   │   │   │  └──┘6 │       ║
        ╚═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧═══╧════════╧═══════╝
        """,
    ),
]

# Who moves when the die shows a safe or a captured fish.
MOVES = [
    (
        "the fish closest to the sea swims for a safe one",
        """
        ╔════════╤═══╤═══╤═══════╗
        ║  ┌──┐1 │   │   │   2   ║
        ║  │  │  │   │ 3 │       ║
        ║  │4 │  │   │   │       ║
        ║  └──┘6 │ 5 │   │       ║
        ╚════════╧═══╧═══╧═══════╝
        """,
        State(10, (SEA, 12, CAUGHT, 11)),
        2,
        State(10, (SEA, SEA, CAUGHT, 11)),
    ),
    (
        "even if its number is the larger one",
        """
        ╔════════╤═══╤═══╤═══════╗
        ║  ┌──┐1 │   │   │   2   ║
        ║  │  │  │ 3 │   │       ║
        ║  │4 │  │   │   │       ║
        ║  └──┘6 │   │ 5 │       ║
        ╚════════╧═══╧═══╧═══════╝
        """,
        State(10, (SEA, 11, CAUGHT, 12)),
        2,
        State(10, (SEA, 11, CAUGHT, SEA)),
    ),
    (
        "of equally close ones the smaller number",
        """
        ╔════════╤═══╤═══╤═══════╗
        ║  ┌──┐1 │   │   │   2   ║
        ║  │  │  │ 3 │   │       ║
        ║  │4 │  │   │   │       ║
        ║  └──┘6 │ 5 │   │       ║
        ╚════════╧═══╧═══╧═══════╝
        """,
        State(10, (SEA, 11, CAUGHT, 11)),
        2,
        State(10, (SEA, 12, CAUGHT, 11)),
    ),
    (
        "a captured one rows the boat",
        """
        ╔════════╤═══╤═══╤═══════╗
        ║  ┌──┐1 │   │   │   2   ║
        ║  │ 3│  │   │   │       ║
        ║  │4 │  │   │   │       ║
        ║  └──┘6 │   │ 5 │       ║
        ╚════════╧═══╧═══╧═══════╝
        """,
        State(10, (SEA, CAUGHT, CAUGHT, 12)),
        3,
        State(11, (SEA, CAUGHT, CAUGHT, 12)),
    ),
]


@pytest.mark.parametrize(("what", "state", "drawn"), DEFAULT, ids=lambda v: str(v)[:30])
def test_the_default_view(what: str, state: State, drawn: str) -> None:
    assert default_view(RULES, state) == picture(drawn)


@pytest.mark.parametrize(("what", "state", "drawn"), FIXED, ids=lambda v: str(v)[:30])
def test_the_fixed_view(what: str, state: State, drawn: str) -> None:
    assert fixed_view(RULES, state) == picture(drawn)


@pytest.mark.parametrize(
    ("what", "drawn", "before", "number", "after"), MOVES, ids=lambda v: str(v)[:30]
)
def test_who_moves(what: str, drawn: str, before: State, number: int, after: State) -> None:
    assert default_view(RULES, before) == picture(drawn)
    assert RULES.rolled(before, number) == after


def test_both_views_begin_with_the_same_picture() -> None:
    assert default_view(RULES, State()) == fixed_view(RULES, State())


@pytest.mark.parametrize("boat", range(1, BEFORE_THE_SEA + 1))
def test_lines_are_equally_long_wherever_the_pawns_are(boat: int) -> None:
    for two, three in product((CAUGHT, *range(max(boat + 1, START), SEA + 1)), repeat=2):
        state = State(boat, (two, three, SEA, CAUGHT))
        default, fixed = (view(RULES, state).split("\n") for view in (default_view, fixed_view))
        assert {len(line) for line in default} == {62 - 4 * (boat - 1)}
        assert {len(line) for line in fixed} == {62}
