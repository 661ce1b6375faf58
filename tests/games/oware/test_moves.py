"""Sowing, capturing and feeding, as pictures of the board before and after a move."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from gamenight import Decision
from gamenight.games.oware.rules import Options, OwareRules
from tests.games.oware.boards import board, drawn, played


class Move(NamedTuple):
    what: str
    before: str
    move: str
    after: str


SOWING = [
    Move(
        "counter-clockwise, one seed a house",
        """
          f e d c b a
        N 4 4 4 4 4 4 | 0
        S 4 4 4 4 4 4 | 0 <
          A B C D E F
        """,
        "A",
        """
        N 4 4 4 4 4 4 | 0 <
        S 0 5 5 5 5 4 | 0
        """,
    ),
    Move(
        "around the corner into North's row",
        """
        N 4 4 4 4 4 4 | 0
        S 4 4 4 4 4 4 | 0 <
        """,
        "E",
        """
        N 4 4 4 5 5 5 | 0 <
        S 4 4 4 4 0 5 | 0
        """,
    ),
    Move(
        "North's seeds go to the left, then into South's row",
        """
        N 4 4 4 4 4 4 | 0 <
        S 4 4 4 4 0 8 | 0
        """,
        "d",
        """
        N 5 5 0 4 4 4 | 0
        S 5 5 4 4 0 8 | 0 <
        """,
    ),
    Move(
        "eleven seeds reach every other house once",
        """
        N 0 0 0 0 0 4 | 9
        S 0 0 11 0 0 0 | 9 <
        """,
        "C",
        """
        N 1 1 1 1 1 5 | 9 <
        S 1 1 0 1 1 1 | 9
        """,
    ),
    Move(
        "the twelfth seed skips the starting house",
        """
        N 0 0 0 0 0 4 | 9
        S 0 0 12 0 0 0 | 9 <
        """,
        "C",
        """
        N 1 1 1 1 1 5 | 9 <
        S 1 1 0 2 1 1 | 9
        """,
    ),
    Move(
        "and so does the second time around: 23 seeds",
        """
        N 0 0 0 0 0 4 | 9
        S 0 0 23 0 0 0 | 9 <
        """,
        "C",
        """
        N 2 2 2 2 2 6 | 9 <
        S 2 2 0 3 2 2 | 9
        """,
    ),
]

CAPTURES = [
    Move(
        "two in the house sown last",
        """
        N 3 0 0 0 1 4 | 0
        S 0 0 0 0 0 2 | 0 <
        """,
        "F",
        """
        N 3 0 0 0 0 5 | 0 <
        S 0 0 0 0 0 0 | 2
        """,
    ),
    Move(
        "three in the house sown last",
        """
        N 3 0 0 0 2 4 | 0
        S 0 0 0 0 0 2 | 0 <
        """,
        "F",
        """
        N 3 0 0 0 0 5 | 0 <
        S 0 0 0 0 0 0 | 3
        """,
    ),
    Move(
        "not one",
        """
        N 3 0 0 0 0 4 | 0
        S 0 0 0 0 0 2 | 0 <
        """,
        "F",
        """
        N 3 0 0 0 1 5 | 0 <
        S 0 0 0 0 0 0 | 0
        """,
    ),
    Move(
        "not four",
        """
        N 3 0 0 0 3 1 | 0
        S 0 0 0 0 0 2 | 0 <
        """,
        "F",
        """
        N 3 0 0 0 4 2 | 0 <
        S 0 0 0 0 0 0 | 0
        """,
    ),
    Move(
        "a chain backwards",
        """
        N 3 0 0 1 2 1 | 0
        S 0 0 0 0 0 3 | 0 <
        """,
        "F",
        """
        N 3 0 0 0 0 0 | 0 <
        S 0 0 0 0 0 0 | 7
        """,
    ),
    Move(
        "a chain broken by a house of four: what lies behind it stays",
        """
        N 3 0 0 1 3 1 | 0
        S 0 0 0 0 0 3 | 0 <
        """,
        "F",
        """
        N 3 0 0 0 4 2 | 0 <
        S 0 0 0 0 0 0 | 2
        """,
    ),
    Move(
        "a house of two beyond the last seed stays",
        """
        N 0 0 2 1 4 4 | 0
        S 0 0 0 0 0 3 | 0 <
        """,
        "F",
        """
        N 0 0 2 0 5 5 | 0 <
        S 0 0 0 0 0 0 | 2
        """,
    ),
    Move(
        "never in the own row",
        """
        N 0 0 0 0 0 4 | 0
        S 1 1 1 0 0 0 | 0 <
        """,
        "A",
        """
        N 0 0 0 0 0 4 | 0 <
        S 0 2 1 0 0 0 | 0
        """,
    ),
    Move(
        "the chain ends at the border: the own house of two stays",
        """
        N 3 0 0 0 0 1 | 0
        S 0 0 0 0 2 1 | 0 <
        """,
        "E",
        """
        N 3 0 0 0 0 0 | 0 <
        S 0 0 0 0 0 2 | 2
        """,
    ),
    Move(
        "North captures in South's row",
        """
        N 2 0 0 0 0 0 | 5 <
        S 1 1 4 0 0 0 | 5
        """,
        "f",
        """
        N 0 0 0 0 0 0 | 9
        S 0 0 4 0 0 0 | 5 <
        """,
    ),
    Move(
        "with the last seed of a second lap",
        """
        N 0 0 0 0 1 9 | 0
        S 0 0 0 0 0 13 | 0 <
        """,
        "F",
        """
        N 1 1 1 1 0 11 | 0 <
        S 1 1 1 1 1 0 | 3
        """,
    ),
]

ALL_OF_THREE = """
    N 0 0 0 1 2 1 | 10
    S 4 0 0 0 0 3 | 10 <
"""
THE_ONLY_ONE = """
    N 0 0 0 0 0 2 | 10
    S 4 0 0 0 0 1 | 10 <
"""
GRAND_SLAMS = {
    "forfeit": [
        Move(
            "three houses: nothing is captured",
            ALL_OF_THREE,
            "F",
            """
            N 0 0 0 2 3 2 | 10 <
            S 4 0 0 0 0 0 | 10
            """,
        ),
        Move(
            "one house: nothing is captured",
            THE_ONLY_ONE,
            "F",
            """
            N 0 0 0 0 0 3 | 10 <
            S 4 0 0 0 0 0 | 10
            """,
        ),
    ],
    "leave_last": [
        Move(
            "three houses: the farthest back is left",
            ALL_OF_THREE,
            "F",
            """
            N 0 0 0 0 0 2 | 10 <
            S 4 0 0 0 0 0 | 15
            """,
        ),
        Move(
            "one house is the last one: it is left",
            THE_ONLY_ONE,
            "F",
            """
            N 0 0 0 0 0 3 | 10 <
            S 4 0 0 0 0 0 | 10
            """,
        ),
    ],
    "leave_seed": [
        Move(
            "three houses: one seed is left in the farthest back",
            ALL_OF_THREE,
            "F",
            """
            N 0 0 0 0 0 1 | 10 <
            S 4 0 0 0 0 0 | 16
            """,
        ),
        Move(
            "one house of three: two are captured",
            THE_ONLY_ONE,
            "F",
            """
            N 0 0 0 0 0 1 | 10 <
            S 4 0 0 0 0 0 | 12
            """,
        ),
        Move(
            "one house of two: one is captured",
            """
            N 0 0 0 0 0 1 | 10
            S 4 0 0 0 0 1 | 10 <
            """,
            "F",
            """
            N 0 0 0 0 0 1 | 10 <
            S 4 0 0 0 0 0 | 11
            """,
        ),
    ],
    "allowed": [
        Move(
            "three houses: all is captured",
            ALL_OF_THREE,
            "F",
            """
            N 0 0 0 0 0 0 | 10 <
            S 4 0 0 0 0 0 | 17
            """,
        ),
        Move(
            "one house: it is captured",
            THE_ONLY_ONE,
            "F",
            """
            N 0 0 0 0 0 0 | 10 <
            S 4 0 0 0 0 0 | 13
            """,
        ),
    ],
}


def check_move(rules: OwareRules, case: Move) -> None:
    after = played(rules, board(case.before), case.move)
    assert drawn(after) == drawn(board(case.after)), case.what


@pytest.mark.parametrize("case", SOWING + CAPTURES, ids=lambda case: case.what)
@pytest.mark.parametrize("grand_slam", GRAND_SLAMS)
def test_a_move(grand_slam: str, case: Move) -> None:
    check_move(OwareRules(Options(grand_slam=grand_slam)), case)


@pytest.mark.parametrize(
    ("grand_slam", "case"), [(name, case) for name, cases in GRAND_SLAMS.items() for case in cases]
)
def test_a_grand_slam(grand_slam: str, case: Move) -> None:
    check_move(OwareRules(Options(grand_slam=grand_slam)), case)


@pytest.mark.parametrize(
    ("picture", "legal"),
    [
        # Any house with seeds while the opponent has some.
        ("N 0 0 0 0 0 1 | 9 \n S 1 0 2 0 0 4 | 9 <", "A C F"),
        ("N 1 0 2 0 0 4 | 9 <\n S 0 0 0 0 0 1 | 9", "a d f"),
        # The opponent has none: only what reaches its row.
        ("N 0 0 0 0 0 0 | 9 \n S 1 0 4 3 1 1 | 9 <", "C D F"),
        ("N 0 0 0 0 0 0 | 9 \n S 5 5 0 0 0 0 | 9 <", "B"),
        ("N 1 2 2 0 0 7 | 9 <\n S 0 0 0 0 0 0 | 9", "a e f"),
    ],
)
def test_legal_moves(picture: str, legal: str) -> None:
    rules = OwareRules()
    node = rules.node(board(picture))
    assert isinstance(node, Decision)
    assert [rules.format(action) for action in node.actions] == legal.split()


@pytest.mark.parametrize(
    ("houses", "seeds", "first", "after"),
    [
        (1, 3, "A", "N 6 | 0 <\n S 0 | 0"),
        (2, 2, "B", "N 3 3 | 0 <\n S 2 0 | 0"),
        (3, 1, "C", "N 1 1 0 | 0 <\n S 1 1 0 | 2"),
        (4, 4, "A", "N 4 4 4 5 | 0 <\n S 0 5 5 5 | 0"),
        (7, 2, "G", "N 2 2 2 2 2 0 0 | 0 <\n S 2 2 2 2 2 2 0 | 6"),
    ],
)
def test_other_boards(houses: int, seeds: int, first: str, after: str) -> None:
    rules = OwareRules(Options(houses=houses, seeds=seeds))
    assert drawn(played(rules, rules.initial(), first)) == drawn(board(after))


def test_twelve_houses_are_lettered_to_l() -> None:
    rules = OwareRules(Options(houses=12, seeds=12))
    state = played(rules, rules.initial(), "L", "l")
    assert drawn(state) == drawn(
        board(
            """
            N 0 13 13 13 13 13 13 13 13 13 13 14 | 0
            S 13 13 13 13 13 13 13 13 13 13 13 1 | 0 <
            """
        )
    )
