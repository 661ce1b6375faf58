"""Leaving and joining at an open table: tables of the state before and after, and who wins."""

from __future__ import annotations

import pytest

from gamenight import Decision, IllegalAction, InvalidAction, Over, step
from gamenight.games.thief.rules import Options, ThiefRules
from tests.games.thief.states import RULES, after, place, played

CHOOSING = "700 300 500, seat 1, pot 100, held 1, roll 1556, to choose"
OFFERED = "700 300 500, seat 1, pot 100, held 1, roll 1556, offered to 2"
STOLEN = "700 300 500, seat 2, pot 100, held 1, roll 1556, to hold"


@pytest.mark.parametrize(
    ("before", "plies", "expected"),
    [
        pytest.param(
            CHOOSING,
            ("leave 1",),
            "- 300 500, seat 2, turn 2",
            id="the owner of the pot: score and pot are gone, the next one starts",
        ),
        pytest.param(
            CHOOSING,
            ("leave 2",),
            "700 - 500, seat 1, pot 100, held 1, roll 1556, to choose",
            id="somebody else: the turn goes on",
        ),
        pytest.param(
            CHOOSING,
            ("leave 2", "end"),
            "700 - 500, seat 1, pot 100, held 1, roll 1556, offered to 3",
            id="an empty seat is not asked",
        ),
        pytest.param(
            OFFERED,
            ("leave 1",),
            "- 300 500, seat 2, turn 2",
            id="the owner while the pot is offered",
        ),
        pytest.param(
            OFFERED,
            ("leave 2",),
            "700 - 500, seat 1, pot 100, held 1, roll 1556, offered to 3",
            id="who is asked: the next seat is asked",
        ),
        pytest.param(
            OFFERED,
            ("leave 2", "decline"),
            "1000 - 500, seat 3, turn 2",
            id="and may decline: it also starts",
        ),
        pytest.param(
            OFFERED,
            ("leave 2", "steal", "hold 1"),
            "700 - 500, seat 3, pot 200, held 11",
            id="or steal",
        ),
        pytest.param(
            OFFERED,
            ("leave 3",),
            "700 300 -, seat 1, pot 100, held 1, roll 1556, offered to 2",
            id="somebody else while the pot is offered",
        ),
        pytest.param(
            OFFERED,
            ("leave 2", "join 2", "leave 3"),
            "1000 0 -, seat 2, turn 2",
            id="nobody is left to ask who was not asked: the owner banks",
        ),
        pytest.param(
            STOLEN,
            ("leave 2",),
            "700 - 500, seat 3, turn 2",
            id="the thief: the stolen pot is gone, the player after the thief starts",
        ),
        pytest.param(
            STOLEN,
            ("leave 1", "hold 1", "roll 1 4 6", "end", "decline"),
            "- 600 500, seat 3, turn 2",
            id="who was robbed: the thief goes on",
        ),
        pytest.param(
            CHOOSING,
            ("leave 2", "join 2"),
            "700 0 500, seat 1, pot 100, held 1, roll 1556, to choose",
            id="an empty seat that is joined starts at 0",
        ),
        pytest.param(
            CHOOSING,
            ("leave 3", "leave 1"),
            "- 300 -, seat 2, won by 2",
            id="the last one wins, whoever's turn it was",
        ),
        pytest.param(
            CHOOSING,
            ("leave 2", "leave 3"),
            "700 - -, seat 1, won by 1",
            id="the last one owns the pot: it wins without it",
        ),
        pytest.param(
            OFFERED,
            ("leave 3", "leave 2"),
            "1000 - -, seat 1, won by 1",
            id="the last one had offered the pot: it is banked first",
        ),
    ],
)
def test_before_and_after(before: str, plies: tuple[str, ...], expected: str) -> None:
    assert after(before, *plies) == expected


def test_the_turn_passes_over_empty_seats() -> None:
    assert after("700 - 500, seat 1", "roll 2 2 3 3 6") == "700 - 500, seat 3, turn 2"
    assert after("700 300 -, seat 2", "roll 2 2 3 3 6") == "700 300 -, seat 1, turn 2"


def test_the_reason_when_one_is_left() -> None:
    state = played(place(OFFERED), "leave 1", "roll 1 2 2 3 3", "leave 3")
    assert RULES.node(state) == Over((0, 300, 0), (1,), "Everybody else has left the table.")


def test_leaving_in_the_last_turn_ends_the_round() -> None:
    rules = ThiefRules(Options(turn_limit=1, open_table=True), 3)
    assert after(CHOOSING, "leave 1", rules=rules) == "- 300 500, seat 1, won by 3"


def test_an_empty_seat_cannot_win_at_the_limit() -> None:
    rules = ThiefRules(Options(turn_limit=2, open_table=True), 3)
    assert after("0 - 0, seat 1, turn 2", "roll 2 2 3 3 6", rules=rules) == (
        "0 - 0, seat 1, turn 2, won by 1 3"
    )


@pytest.mark.parametrize("text", [CHOOSING, OFFERED, STOLEN])
def test_each_seat_has_one_thing_to_do_at_the_table(text: str) -> None:
    node = RULES.node(played(place(text), "leave 3"))
    assert isinstance(node, Decision)
    found = [(seat, [RULES.format(action) for action in actions]) for seat, actions in node.table]
    assert found == [(0, ["leave 1"]), (1, ["leave 2"]), (2, ["join 3"])]


@pytest.mark.parametrize("text", ["join 1", "join 2", "leave 3", "leave 4", "leave 0"])
def test_what_cannot_be_done_at_the_table(text: str) -> None:
    state = played(place(CHOOSING), "leave 3")
    with pytest.raises(InvalidAction, match="leave 1, leave 2, join 3"):
        step(RULES, state, text)


def test_a_closed_table_has_no_such_actions() -> None:
    rules = ThiefRules(players=3)
    node = rules.node(place(CHOOSING))
    assert isinstance(node, Decision)
    assert node.table == ()
    with pytest.raises(IllegalAction, match="illegal action 'leave 1'"):
        step(rules, place(CHOOSING), "leave 1")
