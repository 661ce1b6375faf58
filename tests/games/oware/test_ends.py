"""How a game of Oware ends, who wins then, and what the reason says."""

from __future__ import annotations

import pytest

from gamenight import Decision, Over
from gamenight.games.oware.rules import Options, OwareRules
from tests.games.oware.boards import board, drawn, played

RULES = OwareRules()


def ended(picture: str, rules: OwareRules = RULES) -> Over:
    node = rules.node(board(picture))
    assert isinstance(node, Over)
    return node


@pytest.mark.parametrize(
    ("picture", "scores", "winners", "reason"),
    [
        (
            "N 1 1 1 1 1 1 | 17 <\n S 0 0 0 0 0 0 | 25",
            (25, 17),
            (0,),
            "{0} has 25 of the 48 seeds, more than half.",
        ),
        (
            "N 0 0 0 0 0 0 | 3\n S 1 0 0 0 0 0 | 0 <",
            (0, 3),
            (1,),
            "{1} has 3 of the 4 seeds, more than half.",
        ),
        (
            "N 0 0 0 0 0 0 | 24\n S 0 0 0 0 0 0 | 24 <",
            (24, 24),
            (0, 1),
            "Both sides have 24 seeds: a tie.",
        ),
        (
            "N 0 0 0 0 0 0 | 20 \n S 3 2 3 0 0 0 | 20 <",
            (28, 20),
            (0,),
            "No move can feed {1}: each side takes its own row ({0} 8, {1} 0).",
        ),
        (
            "N 0 0 0 0 2 2 | 20 <\n S 0 0 0 0 0 0 | 24",
            (24, 24),
            (0, 1),
            "No move can feed {0}: each side takes its own row ({0} 0, {1} 4).",
        ),
        (
            "N 0 0 0 0 0 0 | 20 <\n S 0 0 8 0 0 0 | 20",
            (28, 20),
            (0,),
            "{1} has no seeds to sow: each side takes its own row ({0} 8, {1} 0).",
        ),
    ],
)
def test_ends(picture: str, scores: tuple[int, ...], winners: tuple[int, ...], reason: str) -> None:
    assert ended(picture) == Over(scores, winners, reason)


@pytest.mark.parametrize(
    "picture",
    [
        "N 1 1 1 1 1 1 | 18 <\n S 0 0 0 0 0 0 | 24",  # exactly half is not more than half
        "N 0 0 0 0 0 1 | 24 <\n S 0 0 0 0 0 1 | 22",
        "N 0 0 0 0 0 0 | 20 \n S 0 0 0 0 0 8 | 20 <",  # a move feeds North
    ],
)
def test_it_goes_on(picture: str) -> None:
    assert isinstance(RULES.node(board(picture)), Decision)


def test_a_grand_slam_that_is_allowed_ends_the_game() -> None:
    rules = OwareRules(Options(grand_slam="allowed"))
    before = board("N 0 0 0 1 2 1 | 10 \n S 4 0 0 0 0 3 | 4 <")
    node = rules.node(played(rules, before, "F"))
    reason = "{1} has no seeds to sow: each side takes its own row ({0} 4, {1} 0)."
    assert node == Over((15, 10), (0,), reason)


CIRCLE = """
    N 0 0 0 0 0 1 | 23
    S 1 0 0 0 0 0 | 23 <
"""
# Each side walks its one seed through its row, and the last moves swap the rows.
WALK = ["A", "a", "B", "b", "C", "c", "D", "d", "E", "e", "F", "f"]


def test_a_position_that_repeats_ends_the_game() -> None:
    once_around = played(RULES, board(CIRCLE), *WALK)
    assert drawn(once_around) == drawn(board(CIRCLE))
    reason = (
        "The position has repeated since the last capture: "
        "each side takes its own row ({0} 1, {1} 1)."
    )
    assert RULES.node(once_around) == Over((24, 24), (0, 1), reason)


def test_the_other_side_to_move_is_another_position() -> None:
    state = played(RULES, board(CIRCLE), *WALK[:-1])
    assert len(state.earlier) == 11
    assert isinstance(RULES.node(state), Decision)


def test_a_capture_forgets_the_earlier_positions() -> None:
    before = board("N 3 0 0 0 1 4 | 0\n S 0 0 0 1 0 2 | 0 <")
    quiet = played(RULES, before, "D", "a")
    assert quiet.earlier == (before.position, played(RULES, before, "D").position)
    assert played(RULES, before, "F").earlier == ()


def test_the_limit_of_plies_is_a_tie_whatever_the_scores() -> None:
    rules = OwareRules(Options(ply_limit=3))
    state = played(rules, board("N 3 0 0 0 1 4 | 0\n S 0 0 0 0 1 2 | 0 <"), "F", "a", "E")
    assert rules.scores(state) == (2, 0)
    assert rules.node(state) == Over((2, 0), (0, 1), "The limit of 3 moves is reached: a tie.")


def test_an_end_by_the_rules_comes_before_the_limit() -> None:
    rules = OwareRules(Options(ply_limit=1))
    state = played(rules, board("N 3 0 0 0 1 1 | 0\n S 0 0 0 0 0 2 | 0 <"), "F")
    node = rules.node(state)
    assert isinstance(node, Over)
    assert node.winners == (0,)


def test_without_a_limit_there_is_none() -> None:
    state = board("N 4 4 4 4 4 4 | 0\n S 4 4 4 4 4 4 | 0 <")._replace(plies=100_000)
    assert isinstance(RULES.node(state), Decision)


def test_a_house_that_does_not_feed_says_that_the_opponent_must_be_fed() -> None:
    rules = OwareRules(Options())
    state = board(
        """
        N 0 0 0 0 0 0 | 0
        S 1 0 0 0 0 1 | 46 <
        """
    )
    said = [rules.refusal(state, rules.parse(house), 0) for house in "ABFa"]
    assert said == [
        "your opponent must be fed, and this house does not reach that far",
        "this house is empty",
        "",
        "this house is your opponent's",
    ]
