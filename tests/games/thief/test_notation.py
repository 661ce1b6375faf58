"""The texts of actions, the options and the numbers of players."""

from __future__ import annotations

import pytest

import gamenight
from gamenight import IllegalAction, InvalidAction, InvalidOption, InvalidPlayers
from gamenight.core.options import declared
from gamenight.core.play import possible_actions
from gamenight.games.thief.rules import (
    DECLINE,
    END,
    STEAL,
    Action,
    Hold,
    Options,
    Rolled,
    SeatChange,
    ThiefRules,
)
from tests.games.thief.states import RULES, place, played

GAME = gamenight.game("thief")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Rolled((1, 1, 3, 5, 6)), "roll 1 1 3 5 6"),
        (Rolled((4,)), "roll 4"),
        (Hold(((1,), (5, 5, 5))), "hold 1 555"),
        (Hold(((1,), (1,))), "hold 1 1"),
        (Hold(((6, 6, 6, 6),)), "hold 6666"),
        (Hold(((1, 2, 3, 4, 5),)), "hold 12345"),
        (END, "end"),
        (STEAL, "steal"),
        (DECLINE, "decline"),
        (SeatChange("leave", 1), "leave 2"),
        (SeatChange("join", 2), "join 3"),
    ],
)
def test_texts(action: Action, text: str) -> None:
    assert RULES.format(action) == text
    assert RULES.parse(text) == action


@pytest.mark.parametrize(
    "text",
    ["", "End", " end", "end ", "roll", "roll 2 1", "roll 7", "roll 1 1 1 1 1 1", "roll 11",
     "hold", "hold 2", "hold 55", "hold 555 1", "hold 1  5", "hold 1 1 1", "hold 23456", "steal 1",
     "leave", "leave 0", "leave 4", "leave 02", "join two", "hold 1\n", "hоld 1"],
)  # fmt: skip
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(InvalidAction, match="possible: hold 1 555, end, steal, decline"):
        RULES.parse(text)


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("0 0 0, seat 1", "end"),
        ("0 0 0, seat 1", "leave 1"),
        ("0 0 0, seat 1, pot 100, held 1", "roll 1 1 1 1 1"),
        ("0 0 0, seat 1, roll 11346, to choose", "hold 5"),
        ("0 0 0, seat 1, roll 11346, to choose", "steal"),
        ("0 0 0, seat 1, roll 33345, to choose", "hold 3333"),
        ("0 0 0, seat 1, roll 11346, offered to 2", "end"),
        ("0 0 0, seat 1, roll 11346, offered to 2", "hold 1"),
        ("0 0 0, seat 1, roll 11346, to hold", "end"),
    ],
)
def test_actions_at_the_wrong_time_are_illegal(text: str, typed: str) -> None:
    with pytest.raises(IllegalAction, match="legal: "):
        gamenight.step(RULES, place(text), typed)


def test_every_text_of_a_node_reads_back() -> None:
    state = place("0 0 0, seat 1, roll 11556, to choose")
    for action in possible_actions(RULES, state):
        assert RULES.parse(RULES.format(action)) == action


def test_states_as_text_read_back() -> None:
    """The tables of the other tests mean what they say."""
    state = place("700 - 5, seat 3, turn 4, pot 100, held 1, roll 1556, offered to 1")
    assert (state.scores, state.away) == ((700, 0, 5), (False, True, False))
    assert (state.player, state.turn, state.pot, state.asked) == (2, 4, 100, 0)
    assert (state.held, state.roll, state.waiting) == ((1,), (1, 5, 5, 6), "offer")
    assert played(state, "decline").scores == (700, 0, 305)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"target": 49}, "target cannot be 49 .possible: a whole number from 50 to 1000000"),
        ({"target": "10000"}, "target cannot be '10000'"),
        ({"fewest": 1}, "fewest cannot be 1 .possible: a whole number from 2 to 6"),
        ({"fewest": 7}, "fewest cannot be 7"),
        ({"turn_limit": 0}, "turn_limit cannot be 0 .possible: a whole number from 1"),
        ({"open_table": 1}, "open_table cannot be 1 .possible: yes or no"),
        ({"dice": 6}, "unknown option 'dice' .possible: target, fewest"),
    ],
)
def test_refused_options(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidOption, match=sentence):
        GAME.rules(**values)  # type: ignore[arg-type]


def test_three_to_six_play_and_two_by_option() -> None:
    assert GAME.players() == range(3, 7)
    assert GAME.players(fewest=2) == range(2, 7)
    assert GAME.rules(2, fewest=2).players == 2
    for players in (2, 7):
        with pytest.raises(InvalidPlayers, match=f"is for 3 to 6 players, not {players}"):
            GAME.rules(players)


def test_the_table_is_open_where_people_play() -> None:
    found = next(option for option in declared(Options) if option.name == "open_table")
    assert (found.default, found.people) == (False, True)


def test_rules_are_equal_when_their_options_are() -> None:
    assert ThiefRules(Options(target=500), 4) == ThiefRules(Options(target=500), 4)
    assert ThiefRules(Options(target=500), 4) != ThiefRules(Options(target=550), 4)
