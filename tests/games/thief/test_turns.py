"""A turn of Thief: tables of the state before and after; wins, the last turn and its ties."""

from __future__ import annotations

import pytest

from gamenight import Chance, Decision, Over
from gamenight.games.thief.rules import END, Hold, Options, ThiefRules
from tests.games.thief.states import RULES, after, place, played


def test_a_turn_begins_with_five_dice_and_no_decision() -> None:
    node = RULES.node(RULES.initial())
    assert isinstance(node, Chance)
    assert (node.cumulative[-1], node.player) == (7776, 0)


@pytest.mark.parametrize(
    ("before", "plies", "expected"),
    [
        pytest.param(
            "0 0 0, seat 1",
            ("roll 3 3 3 4 5",),
            "0 0 0, seat 1, roll 33345, to choose",
            id="some count: the pot is not touched before the choice",
        ),
        pytest.param(
            "0 0 0, seat 1, roll 33345, to choose",
            ("hold 333 5",),
            "0 0 0, seat 1, pot 350, held 3335",
            id="all that counts is held",
        ),
        pytest.param(
            "0 0 0, seat 1, roll 33345, to choose",
            ("hold 5",),
            "0 0 0, seat 1, pot 50, held 5",
            id="one unit is held, the set is rolled again",
        ),
        pytest.param(
            "0 0 0, seat 1, pot 50, held 5",
            ("roll 1 1 2 3", "hold 1"),
            "0 0 0, seat 1, pot 150, held 15",
            id="one of two equal units is held",
        ),
        pytest.param(
            "0 0 0, seat 1, pot 200, held 11",
            ("roll 1 2 6", "hold 1"),
            "0 0 0, seat 1, pot 300, held 111",
            id="dice held before never join a set",
        ),
        pytest.param(
            "500 0 0, seat 1, pot 350, held 3335",
            ("roll 6",),
            "500 0 0, seat 2, turn 2",
            id="bust: the pot is lost, the score is not",
        ),
        pytest.param(
            "0 0 0, seat 3, turn 3",
            ("roll 2 2 3 4 6",),
            "0 0 0, seat 1, turn 4",
            id="bust with the first roll, and after the last seat comes the first",
        ),
        pytest.param(
            "0 0 0, seat 2",
            ("roll 1 2 3 4 5",),
            "0 0 0, seat 2, pot 2500",
            id="chain: the straight",
        ),
        pytest.param(
            "0 0 0, seat 2, pot 350, held 3335",
            ("roll 5",),
            "0 0 0, seat 2, pot 400",
            id="chain with the last die: all five are free again",
        ),
        pytest.param(
            "0 0 0, seat 2, pot 400",
            ("roll 1 1 1 5 5", "roll 2 2 2 2 2"),
            "0 0 0, seat 2, pot 2100",
            id="chain after chain",
        ),
        pytest.param(
            "0 0 0, seat 2, pot 400",
            ("roll 2 3 4 6 6",),
            "0 0 0, seat 3, turn 2",
            id="bust after a chain",
        ),
        pytest.param(
            "0 0 0, seat 1, pot 100, held 1, roll 2456, to choose",
            ("end",),
            "0 0 0, seat 1, pot 100, held 1, roll 2456, offered to 2",
            id="the end is an offer to the next",
        ),
        pytest.param(
            "700 0 0, seat 1, pot 100, held 1, roll 1556, offered to 2",
            ("decline",),
            "1000 0 0, seat 2, turn 2",
            id="declined: pot and roll are banked, the next starts fresh",
        ),
    ],
)
def test_before_and_after(before: str, plies: tuple[str, ...], expected: str) -> None:
    assert after(before, *plies) == expected


def test_after_a_roll_the_player_holds_or_ends() -> None:
    node = RULES.node(place("0 0 0, seat 2, roll 33345, to choose"))
    assert isinstance(node, Decision)
    three, five = (3, 3, 3), (5,)
    assert (node.player, node.others) == (1, ())
    assert node.actions == (Hold((three, five)), Hold((three,)), Hold((five,)), END)


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("100 0 0, seat 1, pot 350, held 3335", (450, 0, 0)),
        ("100 0 0, seat 2, pot 350, held 3335, roll 1, to choose", (100, 450, 0)),
        ("100 0 0, seat 2, roll 11346, offered to 3", (100, 200, 0)),
        ("100 0 0, seat 3, roll 11346, to hold", (100, 0, 200)),
    ],
)
def test_running_scores_have_the_stake(text: str, scores: tuple[int, ...]) -> None:
    assert RULES.scores(place(text)) == scores


@pytest.mark.parametrize(
    ("before", "roll", "expected"),
    [
        pytest.param(
            "9700 0 0, seat 1, pot 200, held 11",
            "roll 1 3 6",
            "10000 0 0, seat 1, held 11, roll 136, won by 1",
            id="score, pot and table make exactly the target",
        ),
        pytest.param(
            "9700 0 0, seat 1, pot 200, held 11",
            "roll 3 5 6",
            "9700 0 0, seat 1, pot 200, held 11, roll 356, to choose",
            id="50 short",
        ),
        pytest.param(
            "0 9000 0, seat 2",
            "roll 1 2 3 4 5",
            "0 11500 0, seat 2, roll 12345, won by 2",
            id="a chain that reaches it need not be rolled on",
        ),
        pytest.param(
            "0 0 0, seat 3, pot 9000",
            "roll 1 1 1 2 3",
            "0 0 10000, seat 3, roll 11123, won by 3",
            id="from nothing",
        ),
        pytest.param(
            "9950 0 0, seat 1, pot 9000, held 1",
            "roll 2 3 4 6",
            "9950 0 0, seat 2, turn 2",
            id="a bust wins nothing",
        ),
    ],
)
def test_a_win_at_a_roll(before: str, roll: str, expected: str) -> None:
    assert after(before, roll) == expected


def test_the_reason_of_a_win() -> None:
    state = played(place("9700 0 0, seat 1, pot 200, held 11"), "roll 1 1 6")
    reason = "10100 points reach the target of 10000."
    assert RULES.node(state) == Over((10100, 0, 0), (0,), reason)


def test_the_target_is_an_option() -> None:
    rules = ThiefRules(Options(target=50), 3)
    won = after("0 0 0, seat 1", "roll 2 2 3 5 6", rules=rules)
    assert won == "50 0 0, seat 1, roll 22356, won by 1"


LIMITED = ThiefRules(Options(turn_limit=3), 3)


@pytest.mark.parametrize(
    ("before", "plies", "expected"),
    [
        pytest.param(
            "100 200 0, seat 2, turn 2, roll 11346, to choose",
            ("end",),
            "100 200 0, seat 2, turn 2, roll 11346, offered to 3",
            id="before the last turn there is an offer",
        ),
        pytest.param(
            "100 200 0, seat 3, turn 3, pot 100, held 1, roll 1346, to choose",
            ("end",),
            "100 200 200, seat 3, turn 3, won by 2 3",
            id="the last pot is banked without an offer, and a tie is shared",
        ),
        pytest.param(
            "100 200 0, seat 3, turn 3, pot 100, held 1, roll 1156, to choose",
            ("end",),
            "100 200 350, seat 3, turn 3, won by 3",
            id="the last pot wins",
        ),
        pytest.param(
            "100 200 0, seat 3, turn 3, pot 900, held 1",
            ("roll 2 2 3 3",),
            "100 200 0, seat 3, turn 3, won by 2",
            id="a bust in the last turn",
        ),
        pytest.param(
            "0 0 0, seat 3, turn 3", ("roll 2 2 3 3 6",), "0 0 0, seat 3, turn 3, won by 1 2 3"
        ),
        pytest.param(
            "100 200 0, seat 2, turn 2, roll 11346, offered to 3",
            ("steal", "hold 1 1", "roll 1 2 3", "end"),
            "100 200 0, seat 3, turn 2, pot 200, held 11, roll 123, offered to 1",
            id="a stolen turn goes on as the same one, so its pot is offered",
        ),
        pytest.param(
            "100 200 0, seat 2, turn 2, roll 11346, offered to 3",
            ("steal", "hold 1 1", "roll 2 2 3"),
            "100 200 0, seat 1, turn 3",
            id="and counts once when it is lost",
        ),
    ],
)
def test_the_limit_of_turns(before: str, plies: tuple[str, ...], expected: str) -> None:
    assert after(before, *plies, rules=LIMITED) == expected


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        (1, "200 points are the most after 1 turn, which is the limit."),
        (3, "200 points are the most after 3 turns, which is the limit."),
    ],
)
def test_the_reason_at_the_limit(limit: int, reason: str) -> None:
    rules = ThiefRules(Options(turn_limit=limit), 3)
    state = place(f"0 200 0, seat 1, turn {limit}, pot 50, held 5")
    assert rules.node(played(state, "roll 2 2 3 3", rules=rules)) == Over((0, 200, 0), (1,), reason)
