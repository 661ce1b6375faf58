"""The texts of actions, and the options that are refused."""

from __future__ import annotations

import pytest

import gamenight
from gamenight import IllegalAction, InvalidAction, InvalidOption, InvalidPlayers
from gamenight.games.zombie.rules import HOLD, ROLL, Action, Draw, Options, Roll, ZombieRules
from tests.games.zombie.states import played

GAME = gamenight.game("zombie")
RULES = ZombieRules()


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (ROLL, "roll"),
        (HOLD, "hold"),
        (Draw((2, 1, 0)), "draw ggy"),
        (Draw((0, 0, 1)), "draw r"),
        (Roll((1, 0, 0), (1, 0, 0), (0, 0, 1)), "dice gb gf rs"),
        (Roll((0, 2, 0), (0, 0, 0), (0, 0, 1)), "dice yb yb rs"),
    ],
)
def test_texts(action: Action, text: str) -> None:
    assert RULES.format(action) == text
    assert RULES.parse(text) == action


@pytest.mark.parametrize(
    "text",
    ["", "Roll", " roll", "roll ", "stop", "draw gyg", "draw x", "drawg", "dice rs gb", "dice gx",
     "dice  gb", "dice gbb", "dice g", "roll 3", "draw g g", "hold\n", "дraw g"],
)  # fmt: skip
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(InvalidAction, match="possible: roll, hold, draw ggy, dice gb yf rs"):
        RULES.parse(text)


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ((), "roll"),
        ((), "hold"),
        ((), "draw gg"),
        ((), "draw rrrr"),
        ((), "dice gb gb gb"),
        (("draw ggy",), "dice gb gb rb"),
        (("draw ggy",), "draw ggy"),
        (("draw ggy", "dice gb gb yf"), "draw gg"),
    ],
)
def test_actions_at_the_wrong_time_are_illegal(before: tuple[str, ...], text: str) -> None:
    state = played(RULES, RULES.initial(), *before)
    with pytest.raises(IllegalAction, match="legal: "):
        gamenight.step(RULES, state, text)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"weak_dice": -1}, "weak_dice cannot be -1 .possible: a whole number from 0 to 99"),
        ({"strong_dice": 100}, "strong_dice cannot be 100"),
        ({"tough_dice": "3"}, "tough_dice cannot be '3'"),
        ({"tough_dice": 3.0}, "tough_dice cannot be 3.0"),
        ({"tough_dice": True}, "tough_dice cannot be True"),
        ({"max_players": 1}, "max_players cannot be 1 .possible: a whole number from 2"),
        ({"brains_to_win": 0}, "brains_to_win cannot be 0 .possible: a whole number from 1"),
        ({"max_turns": -1}, "max_turns cannot be -1"),
        ({"round_limit": 0}, "round_limit cannot be 0"),
        ({"weak_die_faces": ""}, "weak_die_faces cannot be ''"),
        ({"weak_die_faces": "bbx"}, "cannot be 'bbx' .possible: the faces of a die"),
        ({"strong_die_faces": "BFS"}, "strong_die_faces cannot be 'BFS'"),
        ({"tough_die_faces": "b f s"}, "tough_die_faces cannot be 'b f s'"),
        ({"tough_die_faces": 6}, "tough_die_faces cannot be 6"),
        ({"green_dice": 6}, "unknown option 'green_dice' .possible: weak_dice, "),
        ({"weak_dice": 0, "strong_dice": 0, "tough_dice": 0}, "at least one die"),
        (
            {"weak_die_faces": "fs", "strong_die_faces": "f", "tough_die_faces": "s"},
            "must have a brain",
        ),
        ({"weak_dice": 0, "strong_die_faces": "fs", "tough_dice": 0}, "must have a brain"),
    ],
)
def test_refused_options(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(InvalidOption, match=sentence):
        GAME.rules(**values)  # type: ignore[arg-type]


def test_dice_may_have_any_number_of_faces() -> None:
    rules = GAME.rules(weak_die_faces="b", strong_die_faces="bs" * 50, tough_dice=0)
    assert isinstance(rules, ZombieRules)
    assert rules.options.faces == ("b", "bs" * 50, "bffsss")


def test_a_die_without_brains_is_fine_as_long_as_another_has_one() -> None:
    assert Options(weak_die_faces="ffs").faces[0] == "ffs"


def test_two_to_max_players_can_play() -> None:
    assert GAME.players() == range(2, 7)
    assert GAME.players(max_players=9) == range(2, 10)
    assert GAME.rules(9, max_players=9).players == 9
    for players in (1, 7):
        with pytest.raises(InvalidPlayers, match=f"is for 2 to 6 players, not {players}"):
            GAME.rules(players)
    with pytest.raises(InvalidPlayers, match="is for 2 players, not 3"):
        GAME.rules(3, max_players=2)
