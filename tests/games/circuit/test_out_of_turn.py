"""What somebody is told who may play a card in another player's turn."""

from __future__ import annotations

import pytest

from gamenight.games.circuit.scene import scene
from gamenight.games.circuit.state import Fall, InPlay, Tile
from tests.games.circuit.states import circuit, table

RULES = circuit(3)
IN_VAIN = ", but it would change nothing now"


@pytest.mark.parametrize(
    ("tile", "ask", "hint"),
    [
        ("speed", "", "Speed up once more moves {0} on 4 tiles"),
        ("empty", IN_VAIN, "the tile is empty, so nothing happens"),
        (
            "bomb",
            IN_VAIN,
            "Atomic bomb once more takes all to tile 1 of their lap, which changes nothing now",
        ),
    ],
)
def test_it_is_said_what_a_card_would_do(tile: str, ask: str, hint: str) -> None:
    fall = Fall(0, (3, 4), 0, Tile(tile), 0)
    shown = scene(RULES, table(RULES, (10, 0, 20), ("", "repeat", ""), fall=fall), 1)
    assert shown.ask == f"{{1}}, you may play a card before {{0}} rolls{ask}."
    assert [choice.hint for choice in shown.choices] == [hint]


def test_of_several_cards_in_play_each_choice_says_which_one_it_removes() -> None:
    in_play = (InPlay("overload", "overload", 1, 0), InPlay("acceleration", "acceleration", 2, -1))
    shown = scene(RULES, table(RULES, (10, 0, 20), ("", "cancellation", ""), in_play=in_play), 1)
    assert [choice.hint for choice in shown.choices] == [
        "removes Overload on {0}",
        "removes Acceleration on everybody",
    ]


def test_cards_in_play_that_say_the_same_are_told_apart_by_their_owner_or_number() -> None:
    first, other = InPlay("overload", "overload", 1, 0), InPlay("overload", "overload", 2, 0)
    for in_play, told in (
        ((first, other), [", by {1}", ", by {2}"]),
        ((first, other, first), [", by {1} (c1)", ", by {2}", ", by {1} (c3)"]),
    ):
        state = table(RULES, (10, 0, 20), ("", "cancellation", ""), in_play=in_play)
        labels = [choice.label for choice in scene(RULES, state, 1).choices]
        assert labels == [f"Cancellation of Overload on {{0}}{end}" for end in told]


def test_in_turn_the_hand_says_it() -> None:
    fall = Fall(2, (3, 4), 0, Tile("empty"), 0)
    shown = scene(RULES, table(RULES, (10, 0, 20), ("repeat", "", ""), fall=fall), 0)
    assert shown.ask == "{0}, roll or play a card."
    assert [choice.hint for choice in shown.choices if choice.text != "roll"] == [""]
