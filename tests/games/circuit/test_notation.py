"""Actions as text, and the refusals in the words of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.core.errors import IllegalAction, InvalidAction
from gamenight.core.play import possible_actions, step
from gamenight.core.rules import Over
from gamenight.games.circuit.cards import CARDS
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import ROLL, Action, CircuitRules, Deal, Lay, Play, Throw
from gamenight.games.circuit.state import InPlay, State, Tile
from tests.games.circuit.states import circuit, played, table

RULES = circuit(3)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("roll", ROLL),
        ("tile empty", Lay("tile", Tile("empty"))),
        ("tile moonwalk:40", Lay("tile", Tile("moonwalk", 40))),
        ("tile moonwalk:6", Lay("tile", Tile("moonwalk", 6))),
        ("card redo", Deal("card", "redo")),
        ("card ?", Deal("card", "?")),
        ("throw 4", Throw("throw", (4,))),
        ("throw 1 1000", Throw("throw", (1, 1000))),
        ("1 overload 3", Play(0, "overload", 2)),
        ("20 speed 20", Play(19, "speed", 19)),
        ("2 acceleration", Play(1, "acceleration")),
        ("3 repeat", Play(2, "repeat")),
        ("3 cancellation 12", Play(2, "cancellation", 11)),
        ("1 redo", Play(0, "redo")),
        ("1 redo 2", Play(0, "redo", 1)),
    ],
)
def test_texts(text: str, action: Action) -> None:
    assert RULES.parse(text) == action
    assert RULES.format(action) == text


@pytest.mark.parametrize(
    "text",
    ["", " ", "Roll", "roll ", " roll", "roll 7", "tile", "tile hole", "tile moonwalk", "tile ?",
     "tile moonwalk:0", "tile empty empty", "card", "card joker", "card redo 1", "throw",
     "throw 6 x", "throw 06", "throw 6  1", "throw -1", "overload 2", "1 ?",
     "1 overload 0", "1 overload -1", "1 overload 02", "01 overload 2", "1 overload 2 3",
     "1  overload 2", "1 Overload 2", "x overload 1", "1 overload x", "1 roll", "١ overload 2",
     "1 overload 2\n"],
)  # fmt: skip
def test_no_actions(text: str) -> None:
    with pytest.raises(InvalidAction) as caught:
        RULES.parse(text)
    assert str(caught.value) == (
        f"{text!r} is not an action of this game (possible: roll, or the number of a player with a "
        f"card and its target, such as: 1 overload 2)"
    )


WORDS = st.sampled_from(["roll", "tile", "card", "throw", "?", "1", "2", "0", "-1", "03", *CARDS])


@given(st.lists(WORDS, max_size=5).map(" ".join) | st.text(max_size=12))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = RULES.parse(text)
    except InvalidAction as error:
        assert "possible: roll, or" in str(error)
    else:
        assert RULES.format(action) == text


@pytest.mark.parametrize("edition", [1, 2, 3])
@pytest.mark.parametrize("dice", ["2d6", "1d4+2d8"])
def test_everything_reachable_reads_back(edition: int, dice: str) -> None:
    kinds = set()
    for seed in range(12):
        rng = Random(seed)
        options = Options(edition=edition, board=6, dice=dice, turn_limit=20)
        rules = CircuitRules(options, 1 + seed % 6)
        state = rules.initial()
        while not isinstance(rules.node(state), Over):
            possible = possible_actions(rules, state)
            texts = [rules.format(action) for action in possible]
            assert len(set(texts)) == len(texts)
            assert [rules.parse(text) for text in texts] == list(possible)
            kinds |= {(type(action), action[1]) for action in possible if isinstance(action, Play)}
            state = rules.apply(state, rng.choice(possible))
    assert {card for _, card in kinds} == (set(CARDS) if edition == 3 else set())


OVERLOADED = {"in_play": (InPlay("overload", "overload", 1, 0),), "last_card": "overload"}
ROLLED = {"fall": played(RULES, table(RULES, (0, 0, 0)), "roll", "throw 1 2").fall}
LACKS = "there is no {} in this hand"


@pytest.mark.parametrize(
    ("seat", "text", "hand", "fields", "why"),
    [
        # a permanent card is for the own turn
        (1, "2 overload 1", "overload", {},
         "permanent cards can only be played in your own turn; it is seat 1's turn, not "
         "seat 2's"),
        (1, "2 speed 2", "speed repeat", ROLLED,
         "permanent cards can only be played in your own turn; legal: 2 repeat"),
        (1, "2 acceleration", "acceleration", {},
         "permanent cards can only be played in your own turn; it is seat 1's turn, not "
         "seat 2's"),
        (1, "2 redo 1", "redo", OVERLOADED,
         "permanent cards can only be played in your own turn; it is seat 1's turn, not "
         "seat 2's"),
        # a card must be in the hand
        (0, "1 speed 1", "repeat", {}, LACKS.format("speed") + "; legal: roll"),
        (0, "1 repeat", "", ROLLED, LACKS.format("repeat") + "; legal: roll"),
        (1, "2 repeat", "speed", ROLLED,
         LACKS.format("repeat") + "; it is seat 1's turn, not seat 2's"),
        # Cancellation needs a card in play, Redo one that was played, Repeat a roll
        (0, "1 cancellation 1", "cancellation", {},
         "there is no permanent card in play; legal: roll"),
        (0, "1 cancellation 2", "cancellation", OVERLOADED,
         "legal: roll, 1 cancellation 1"),
        (1, "2 cancellation 1", "cancellation", {},
         "there is no permanent card in play; it is seat 1's turn, not seat 2's"),
        (0, "1 redo", "redo", {}, "no card was played; legal: roll"),
        (0, "1 redo 1", "redo", {}, "no card was played; legal: roll"),
        (0, "1 redo", "redo", {"last_card": "repeat"}, "nobody has rolled yet; legal: roll"),
        (0, "1 redo 1", "redo", {"last_card": "cancellation"},
         "there is no permanent card in play; legal: roll"),
        (0, "1 repeat", "repeat", {}, "nobody has rolled yet; legal: roll"),
        (2, "3 repeat", "repeat", {},
         "nobody has rolled yet; it is seat 1's turn, not seat 3's"),
        # turns and seats
        (1, "roll", "", {},
         "only the player whose turn it is can roll; it is seat 1's turn, not seat 2's"),
        (1, "roll", "repeat", ROLLED, "only the player whose turn it is can roll; legal: 2 repeat"),
        (0, "2 repeat", "repeat", ROLLED,
         "players can only play cards from their own hand; legal: roll, 1 repeat"),
        (0, "4 repeat", "repeat", ROLLED, "there are 3 players; legal: roll, 1 repeat"),
        (0, "0 repeat", "repeat", ROLLED, "there are 3 players; legal: roll, 1 repeat"),
        # a target that is not there
        (0, "1 speed 4", "speed", {}, "legal: roll, 1 speed 1, 1 speed 2, 1 speed 3"),
        (0, "1 speed", "speed", {}, "legal: roll, 1 speed 1, 1 speed 2, 1 speed 3"),
        (0, "1 acceleration 1", "acceleration", {}, "legal: roll, 1 acceleration"),
        # chance is not for players
        (0, "throw 6 6", "", {}, "legal: roll"),
        (0, "card speed", "", {"due": (0,)}, "nobody chooses now: it is up to chance"),
        (0, "roll", "", {"thrown": ()}, "nobody chooses now: it is up to chance"),
    ],
)  # fmt: skip
def test_refusals(seat: int, text: str, hand: str, fields: dict[str, Any], why: str) -> None:
    """The hand is that of the seat; seat 1 is to roll."""
    hands = [hand if owner == seat else "" for owner in range(3)]
    assert refused(table(RULES, (0, 0, 0), hands, **fields), text, seat) == why


def refused(state: State, text: str, seat: int | None) -> str:
    with pytest.raises(IllegalAction) as caught:
        step(RULES, state, text, seat)
    message = str(caught.value)
    start = f"illegal action {text!r} ("
    assert message.startswith(start)
    assert message.endswith(")")
    return message[len(start) : -1]


@pytest.mark.parametrize("text", ["roll", "1 repeat", "2 repeat", "1 overload 2", "throw 6 6"])
@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_after_the_end(text: str, seat: int | None) -> None:
    state = table(RULES, (30, 0, 0), ("repeat overload", "repeat", ""), **ROLLED)
    assert refused(state, text, seat) == "the game is over"


def test_at_one_keyboard_everybody_is_listed() -> None:
    state = table(RULES, (0, 0, 0), ("", "speed repeat", ""), **ROLLED)
    assert refused(state, "2 speed 1", None) == (
        "permanent cards can only be played in your own turn; legal: roll, 2 repeat"
    )


def test_a_played_card_is_gone() -> None:
    state = played(RULES, table(RULES, (0, 0, 0), ("speed", "", "")), "1 speed 1")
    assert refused(state, "1 speed 1", 0) == LACKS.format("speed") + "; legal: roll"
