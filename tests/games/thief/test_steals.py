"""Stealing: what a thief gets, has to do, and can win or lose."""

from __future__ import annotations

from random import Random

import pytest

from gamenight import Chance, Decision, IllegalAction, sample, step
from gamenight.games.thief.rules import DECLINE, END, STEAL, Hold, Options, ThiefRules
from tests.games.thief.states import RULES, after, place, played

OFFERED = "700 0 0, seat 1, pot 100, held 1, roll 1556, offered to 2"


def test_who_may_not_end_the_turn_is_told_why() -> None:
    stolen = played(place(OFFERED), "steal")
    assert RULES.refusal(stolen, END, stolen.player) == "a thief has to roll first"
    assert RULES.refusal(stolen, END, 0) == "", "it is not their turn at all"
    assert RULES.refusal(stolen, DECLINE, stolen.player) == ""
    assert RULES.refusal(place(OFFERED), END, 1) == ""


def test_the_next_player_is_asked() -> None:
    node = RULES.node(place(OFFERED))
    assert isinstance(node, Decision)
    assert (node.player, node.actions, node.others) == (1, (STEAL, DECLINE), ())


@pytest.mark.parametrize(
    ("before", "plies", "expected"),
    [
        pytest.param(
            OFFERED,
            ("steal",),
            "700 0 0, seat 2, pot 100, held 1, roll 1556, to hold",
            id="the thief has the pot as it stood before the roll",
        ),
        pytest.param(
            OFFERED,
            ("steal", "hold 1 5 5"),
            "700 0 0, seat 2, pot 300, held 1155",
            id="the thief holds all",
        ),
        pytest.param(
            OFFERED,
            ("steal", "hold 5"),
            "700 0 0, seat 2, pot 150, held 15",
            id="the thief holds one, and the rest of the roll is gone",
        ),
        pytest.param(
            OFFERED,
            ("steal", "hold 1 5 5", "roll 3"),
            "700 0 0, seat 3, turn 2",
            id="bust of a thief: the pot is lost, and the player after the thief starts",
        ),
        pytest.param(
            OFFERED,
            ("steal", "hold 1 5 5", "roll 5"),
            "700 0 0, seat 2, pot 350",
            id="chain after a steal",
        ),
        pytest.param(
            OFFERED,
            ("steal", "hold 1", "roll 1 4 6", "end"),
            "700 0 0, seat 2, pot 200, held 11, roll 146, offered to 3",
            id="after one roll the thief may end the turn, and it is offered again",
        ),
        pytest.param(
            OFFERED,
            ("steal", "hold 1", "roll 1 4 6", "end", "decline"),
            "700 300 0, seat 3, turn 2",
            id="what was stolen is banked",
        ),
        pytest.param(
            OFFERED,
            ("steal", "hold 1", "roll 1 4 6", "end", "steal", "hold 1"),
            "700 0 0, seat 3, pot 300, held 111",
            id="steal of a steal",
        ),
        pytest.param(
            OFFERED,
            ("steal", "hold 1", "roll 1 4 6", "end", "steal", "hold 1", "roll 1 4", "end"),
            "700 0 0, seat 3, pot 300, held 111, roll 14, offered to 1",
            id="steal of a steal: the first owner is asked",
        ),
        pytest.param(
            "700 0 0, seat 3, pot 300, held 111, roll 14, offered to 1",
            ("steal", "hold 1", "roll 6"),
            "700 0 0, seat 2, turn 2",
            id="stolen back and lost",
        ),
        pytest.param(
            "700 0 0, seat 1, roll 11346, offered to 2",
            ("steal", "hold 1 1", "roll 1 1 1"),
            "700 0 0, seat 2, pot 1200",
            id="stolen without a pot before the roll; three 1s after it are a set",
        ),
    ],
)
def test_before_and_after(before: str, plies: tuple[str, ...], expected: str) -> None:
    assert after(before, *plies) == expected


@pytest.mark.parametrize("text", ["end", "steal", "decline", "hold 555"])
def test_a_thief_must_hold_and_roll_first(text: str) -> None:
    state = played(place(OFFERED), "steal")
    with pytest.raises(IllegalAction, match="legal: hold 1 5 5, hold 1 5, hold 1, hold 5 5, "):
        step(RULES, state, text, seat=1)
    node = RULES.node(state)
    assert isinstance(node, Decision)
    assert node.player == 1
    assert all(isinstance(action, Hold) for action in node.actions)


@pytest.mark.parametrize(
    ("plies", "expected"),
    [
        pytest.param(
            ("steal",),
            "0 9900 0, seat 2, pot 100, held 1, roll 1556, to hold",
            id="enough lies there, but the thief has not rolled",
        ),
        pytest.param(
            ("steal", "hold 1 5 5"),
            "0 9900 0, seat 2, pot 300, held 1155",
            id="nor does holding it win",
        ),
        pytest.param(
            ("steal", "hold 1 5 5", "roll 5"),
            "0 10250 0, seat 2, held 1155, roll 5, won by 2",
            id="the roll wins",
        ),
        pytest.param(
            ("steal", "hold 1 5 5", "roll 6"),
            "0 9900 0, seat 3, turn 2",
            id="or loses it all",
        ),
    ],
)
def test_a_thief_wins_only_after_the_roll_it_must_make(
    plies: tuple[str, ...], expected: str
) -> None:
    before = "0 9900 0, seat 1, pot 100, held 1, roll 1556, offered to 2"
    assert after(before, *plies) == expected


def test_a_pot_that_wins_is_never_offered() -> None:
    before = "9700 0 0, seat 1, pot 100, held 1"
    won = "10000 0 0, seat 1, held 1, roll 1134, won by 1"
    assert after(before, "roll 1 1 3 4") == won


def test_two_who_always_steal_bank_nothing_but_the_last_pot() -> None:
    """Every pot is stolen until it is lost, so only the one without an offer is banked."""
    rules, rng = ThiefRules(Options(fewest=2, turn_limit=60), 2), Random(1)
    state = rules.initial()
    while not state.winners:
        node = rules.node(state)
        if isinstance(node, Chance):
            state = rules.apply(state, sample(node, rng))
        elif isinstance(node, Decision):
            ends = state.waiting == "choice"
            state = rules.apply(state, END if ends else node.actions[0])
        assert not any(state.scores) or state.winners
    assert state.turn == 60
    assert max(state.scores) < rules.options.target
