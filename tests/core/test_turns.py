"""Sequential: the same game, one player at a time."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gamenight.core.errors import IllegalAction, InvalidAction
from gamenight.core.laws import check
from gamenight.core.play import playout, step
from gamenight.core.rules import Chance, Decision
from gamenight.core.turns import Pass, Sequential, SequentialState
from tests.toys.heist import HEIST, HeistRules, Move, Vault
from tests.toys.nim import NIM

RULES = HeistRules(4)
TURNS: Sequential[Vault, Move] = Sequential(RULES)

# Seat 1 has set a trap for seat 2; the seats 0 and 3 can dodge it.
TRAPPED = Vault(
    hands=(("dodge", "trap"), ("trap",), ("alarm", "alarm"), ("dodge", "dodge")),
    spent=("trap",),
    points=(4, 0, 7, 2),
    away=(False,) * 4,
    player=1,
    stake=5,
    waiting="trap",
    target=2,
)


def decision(turn: SequentialState[Vault]) -> Decision[Any]:
    node = TURNS.node(turn)
    assert isinstance(node, Decision)
    return node


def texts(turn: SequentialState[Vault]) -> tuple[int, list[str]]:
    node = decision(turn)
    return node.player, [TURNS.format(action) for action in node.actions]


def test_everyone_is_asked_in_order_after_the_player_and_then_the_player() -> None:
    turn, asked = SequentialState(TRAPPED), []
    for _ in range(3):
        asked.append(texts(turn))
        turn = TURNS.apply(turn, Pass(decision(turn).player))
    asked.append(texts(turn))
    assert asked == [
        (2, ["3 pass"]),
        (3, ["4 pass", "4 dodge"]),
        (0, ["1 pass", "1 dodge"]),
        (1, ["spring"]),
    ]


def test_everyone_is_asked_anew_after_an_act() -> None:
    turn = step(TURNS, step(TURNS, SequentialState(TRAPPED), "3 pass"), "4 dodge")
    assert turn.passed == 0
    assert turn.state.waiting == "turn"
    # The stake is open to alarms now, and seat 2 holds two.
    assert texts(turn) == (2, ["3 pass", "3 alarm"])
    turn = step(TURNS, turn, "3 alarm")
    assert (turn.passed, turn.state.stake) == (0, 2)
    assert texts(turn) == (2, ["3 pass", "3 alarm"])


def test_asking_gives_the_turn_of_a_seat() -> None:
    for seat in range(4):
        assert decision(TURNS.asking(TRAPPED, seat)).player == seat
    rolling = TRAPPED._replace(waiting="roll")
    assert TURNS.asking(rolling, 3) == SequentialState(rolling)


def test_chance_and_the_end_stay() -> None:
    rolling = TRAPPED._replace(waiting="roll")
    assert TURNS.node(SequentialState(rolling)) == RULES.node(rolling)
    assert isinstance(TURNS.node(SequentialState(rolling)), Chance)
    ended = TRAPPED._replace(points=(20, 0, 0, 0))
    assert TURNS.node(SequentialState(ended)) == RULES.node(ended)


def test_without_interrupts_nobody_is_asked() -> None:
    quiet: Sequential[Any, Any] = Sequential(NIM.rules())
    start = quiet.initial()
    assert quiet.node(start) == quiet.rules.node(start.state)
    assert quiet.asking(start.state, 1) == start


@pytest.mark.parametrize("seat", range(4))
def test_a_pass_is_a_text(seat: int) -> None:
    assert TURNS.format(Pass(seat)) == f"{seat + 1} pass"
    assert TURNS.parse(f"{seat + 1} pass") == Pass(seat)


@pytest.mark.parametrize("text", ["0 pass", "5 pass", "01 pass", "² pass", " pass", "9999999 pass"])
def test_no_seat_passes_by_a_wrong_text(text: str) -> None:
    with pytest.raises(InvalidAction):
        TURNS.parse(text)


def test_a_pass_out_of_order_is_illegal() -> None:
    with pytest.raises(IllegalAction, match=r"legal: 3 pass"):
        step(TURNS, SequentialState(TRAPPED), "4 pass")


@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_being_asked_does_not_tell_who_could_act(viewer: int | None) -> None:
    """With a dodge or without, the others see the same seats asked."""
    unable = TRAPPED._replace(hands=(("alarm", "trap"), *TRAPPED.hands[1:]))
    for passed in range(4):
        able_turn, unable_turn = SequentialState(TRAPPED, passed), SequentialState(unable, passed)
        assert decision(able_turn).player == decision(unable_turn).player
        if viewer != 0:
            assert TURNS.hide(able_turn, viewer) == TURNS.hide(unable_turn, viewer)


def test_rules_are_equal_when_their_options_are() -> None:
    assert Sequential(HEIST.rules(4)) == TURNS
    assert Sequential(HEIST.rules(3)) != TURNS


def test_a_game_ends_with_the_scores_of_all_seats() -> None:
    over, plies = playout(TURNS, TURNS.initial(), Random(3))
    assert len(over.scores) == 4
    assert plies > 4 * 2


def test_the_laws_hold_one_player_at_a_time() -> None:
    turns = replace(
        HEIST,
        make=lambda options, players: Sequential(HeistRules(players, options)),
        scene=None,
        tell=None,
        bots={},
    )
    check(turns, games=3, open_table=True)
