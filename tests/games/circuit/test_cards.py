"""What cards do, as positions before and after, alone and with tiles and other cards."""

from __future__ import annotations

import pytest

from gamenight import Chance, Decision, IllegalAction, step
from gamenight.games.circuit.cards import CARDS
from tests.games.circuit.states import (
    Case,
    circuit,
    hands,
    on_the_table,
    played,
    plays,
    race,
    result,
    where,
)

# Ten tiles, three laps; the first player's turn begins.
PERMANENT = [
    Case(
        "overload on another: the total is less by 2, not each die",
        "0.1 0.1",
        "1 overload 2; roll 1 1; roll 3 4",
        "0.3 0.6",
        hands="overload|",
        in_play="overload 2",
    ),
    Case(
        "overload on oneself",
        "0.1 0.1",
        "1 overload 1; roll 3 4; roll 3 4",
        "0.6 0.8",
        hands="overload|",
        in_play="overload 1",
    ),
    Case(
        "speed on another",
        "0.1 0.1",
        "1 speed 2; roll 1 1; roll 3 3",
        "0.3 0.8",
        hands="speed|",
        in_play="speed 2",
    ),
    Case(
        "speed on oneself, over the start",
        "0.9 0.1",
        "1 speed 1; roll 1 1",
        "1.2 0.1",
        hands="speed|",
        in_play="speed 1",
    ),
    Case(
        "acceleration is for all",
        "0.1 0.1 0.1",
        "1 acceleration; roll 1 1; roll 1 2; roll 1 3",
        "0.4 0.5 0.6",
        hands="acceleration||",
        in_play="acceleration",
    ),
    Case(
        "a permanent card stays, turn after turn",
        "0.1",
        "1 speed 1; roll 1 1; roll 1 1; roll 1 1",
        "0.10",
        hands="speed",
        in_play="speed 1",
    ),
    Case(
        "two of a kind add up",
        "0.1 0.1",
        "1 speed 1; 1 speed 1; roll 1 1",
        "0.5 0.1",
        hands="speed speed|",
        in_play="speed 1, speed 1",
    ),
    Case(
        "all kinds add up: -2, +1 and +1 are nothing",
        "0.1 0.1",
        "1 overload 1; 1 speed 1; 1 acceleration; roll 2 3; roll 1 1",
        "0.6 0.4",
        hands="overload speed acceleration|",
        in_play="overload 1, speed 1, acceleration",
    ),
    Case(
        "cards of several owners add up",
        "0.1 0.1",
        "1 speed 1; roll 1 1; 2 overload 1; roll 1 1; roll 2 2",
        "0.7 0.3",
        hands="speed|overload",
        in_play="speed 1, overload 1",
    ),
    Case(
        "a negative total goes back, over the start",
        "0.1 0.5",
        "1 overload 1; 1 overload 1; roll 1 1",
        "-1.9 0.5",
        hands="overload overload|",
        in_play="overload 1, overload 1",
    ),
    Case(
        "going back is landing by a roll: the tile acts",
        "0.1 0.5",
        "1 overload 1; 1 overload 1; roll 1 1",
        "0.3 0.5",
        "9 speed",
        hands="overload overload|",
        in_play="overload 1, overload 1",
    ),
    Case(
        "a total of 0 lands again: a wormhole",
        "0.5 0.5",
        "1 overload 1; roll 1 1",
        "0.1 0.5",
        "5 wormhole",
        hands="overload|",
        in_play="overload 1",
    ),
    Case(
        "a total of 0 lands again: a moonwalk",
        "0.5 0.5",
        "1 overload 1; roll 1 1",
        "0.5 0.3",
        "5 moonwalk:2",
        hands="overload|",
        in_play="overload 1",
    ),
    Case(
        "a speed changes on which tile one falls",
        "0.1 0.5",
        "1 speed 1; roll 1 1",
        "0.8 0.5",
        "3 wormhole, 4 speed",
        hands="speed|",
        in_play="speed 1",
    ),
    Case(
        "an acceleration wins",
        "2.8 0.5",
        "1 acceleration; roll 1 1",
        "3.1 0.5",
        hands="acceleration|",
        in_play="acceleration",
    ),
    Case(
        "an overload keeps from winning",
        "0.5 2.8",
        "1 overload 2; roll 1 1; roll 1 2",
        "0.7 2.9",
        hands="overload|",
        in_play="overload 2",
    ),
]

REDO = [
    Case(
        "redo of an overload, on whom one likes",
        "0.1 0.1",
        "1 overload 2; 1 redo 1; roll 2 2; roll 2 2",
        "0.3 0.3",
        hands="overload redo|",
        in_play="overload 2, redo=overload 1",
    ),
    Case(
        "redo of a speed of somebody else, in one's own turn",
        "0.1 0.1",
        "1 speed 1; roll 1 1; 2 redo 2; roll 1 1",
        "0.4 0.4",
        hands="speed|redo",
        in_play="speed 1, redo=speed 2",
    ),
    Case(
        "redo of an acceleration",
        "0.1 0.1",
        "1 acceleration; 1 redo; roll 1 1",
        "0.5 0.1",
        hands="acceleration redo|",
        in_play="acceleration, redo=acceleration",
    ),
    Case(
        "redo of a redo is what that one did",
        "0.1 0.1",
        "1 speed 2; 1 redo 1; 1 redo 1; roll 1 1",
        "0.5 0.1",
        hands="speed redo redo|",
        in_play="speed 2, redo=speed 1, redo=speed 1",
    ),
    Case(
        "redo of a cancellation, of another card",
        "0.1 0.1",
        "1 speed 1; 1 overload 2; 1 cancellation 2; 1 redo 1; roll 1 1",
        "0.3 0.1",
        hands="speed overload cancellation redo|",
    ),
    Case(
        "redo of a cancellation out of turn",
        "0.1 0.1",
        "1 speed 1; 1 overload 2; 1 cancellation 1; 2 redo 1; roll 1 1; roll 1 1",
        "0.3 0.3",
        hands="speed overload cancellation|redo",
    ),
    Case(
        "redo of a repeat out of turn",
        "0.1 0.1 0.1",
        "roll 1 2; 1 repeat; 3 redo",
        "1.6 0.1 0.1",
        "4 speed",
        hands="repeat||redo",
    ),
    Case(
        "redo of a redo of a repeat",
        "0.1 0.1 0.1",
        "roll 1 2; 1 repeat; 3 redo; 3 redo",
        "-2.8 0.1 0.1",
        "4 wormhole",
        hands="repeat||redo redo",
    ),
]

CANCELLATION = [
    Case(
        f"cancellation of {what}",
        "0.1 0.1",
        f"{first}; 2 cancellation {number}; roll 3 3",
        "0.7 0.1",
        hands="overload speed acceleration redo|cancellation cancellation",
    )
    for what, first, number in [
        ("an overload", "1 overload 1", 1),
        ("a speed", "1 speed 1", 1),
        ("an acceleration", "1 acceleration", 1),
        ("a redo, and of what it copied", "1 overload 1; 1 redo 1; 2 cancellation 2", 1),
    ]
] + [
    Case(
        "the card is chosen: the second of three",
        "0.1 0.1",
        "1 overload 1; 1 acceleration; 1 speed 1; 2 cancellation 2; roll 3 3",
        "0.6 0.1",
        hands="overload acceleration speed|cancellation",
        in_play="overload 1, speed 1",
    ),
    Case(
        "a redo in play is cancelled alone",
        "0.1 0.1",
        "1 speed 1; 1 redo 2; 2 cancellation 2; roll 1 1; roll 1 1",
        "0.4 0.3",
        hands="speed redo|cancellation",
        in_play="speed 1",
    ),
    Case(
        "one's own card, in one's own turn",
        "0.1 0.1",
        "1 overload 1; 1 cancellation 1; roll 1 1",
        "0.3 0.1",
        hands="overload cancellation|",
    ),
    Case(
        "what was rolled before stays",
        "0.1 0.1",
        "1 speed 1; roll 1 1; 2 cancellation 1; roll 1 1; roll 1 1",
        "0.6 0.3",
        hands="speed|cancellation",
    ),
]

REPEAT = [
    Case("an empty tile", "0.1 0.5", "roll 1 2; 2 repeat", "0.4 0.5", hands="|repeat"),
    Case("speed", "0.1 0.5", "roll 1 2; 2 repeat", "1.2 0.5", "4 speed", "|repeat"),
    Case("wormhole", "0.1 0.5", "roll 1 2; 1 repeat", "-1.6 0.5", "4 wormhole", "repeat|"),
    Case(
        "moonwalk: everybody else than the one who fell",
        "0.1 0.5 0.9",
        "roll 1 2; 2 repeat",
        "0.4 -1.9 0.3",
        "4 moonwalk:3",
        "|repeat|",
    ),
    Case("bomb", "0.1 0.5", "roll 1 2; 2 repeat", "0.1 0.1", "4 bomb", "|repeat"),
    Case(
        "the tile where the roll ended, not where the player stands now",
        "0.1 0.5",
        "roll 1 2; 2 repeat",
        "1.2 0.5",
        "4 speed, 8 wormhole",
        "|repeat",
    ),
    Case(
        "the last roll counts, whoever plays it",
        "0.1 0.1 0.1",
        "roll 1 2; roll 1 1; 1 repeat",
        "0.8 -1.5 0.1",
        "3 wormhole, 4 speed",
        "repeat||",
    ),
    Case(
        "the last roll fell on an empty tile",
        "0.1 0.1",
        "roll 1 2; roll 1 1; 1 repeat",
        "0.8 0.3",
        "4 speed",
        "repeat|",
    ),
    Case("two of them", "0.1 0.5", "roll 1 2; 2 repeat; 2 repeat", "1.6 0.5", "4 speed")._replace(
        hands="|repeat repeat"
    ),
    Case(
        "time machine: the same position as the first time, after a turn has begun",
        "0.3",
        "roll 1 1; roll 2 2; 1 repeat",
        "0.3",
        "9 time",
        "repeat",
    ),
    Case(
        "a repeat moves the player before its own roll",
        "0.1",
        "roll 1 2; 1 repeat; roll 1 2",
        "1.5",
        "4 speed",
        "repeat",
    ),
    Case(
        "a tile does not act for one who is moved there",
        "0.1 0.5",
        "roll 1 2; 2 repeat",
        "1.2 0.5",
        "2 bomb, 4 speed",
        "|repeat",
    ),
]


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=f"{name}: {case.what}")
        for name, cases in {
            "permanent": PERMANENT,
            "redo": REDO,
            "cancellation": CANCELLATION,
            "repeat": REPEAT,
        }.items()
        for case in cases
    ],
)
def test_cards(case: Case) -> None:
    _, state = result(case)
    assert (where(state), on_the_table(state)) == (case.after, case.in_play)


def test_everybody_is_dealt_two_cards_and_the_kinds_are_alike() -> None:
    rules = circuit(2)
    state = rules.initial()
    for card in ("redo", "speed", "overload", "redo"):
        node = rules.node(state)
        assert isinstance(node, Chance)
        assert node.player is None
        assert dict(node.outcomes) == {rules.parse(f"card {kind}"): 1 for kind in CARDS}
        state = played(rules, state, f"card {card}")
    assert hands(state) == "speed redo|overload redo"
    assert isinstance(rules.node(state), Decision)


def test_a_card_tile_gives_one_card_before_anybody_plays_on() -> None:
    rules, state = race("0.1 0.1", "4 card", "|repeat")
    state = plays(rules, state, "roll 1 2")
    assert isinstance(rules.node(state), Chance)
    state = played(rules, state, "card speed")
    assert hands(state) == "speed|repeat"
    node = rules.node(state)
    assert isinstance(node, Decision)
    assert node.player == 1


def test_a_repeat_of_a_card_tile_gives_a_card_to_the_one_who_fell_on_it() -> None:
    rules, state = race("0.1 0.1 0.1", "4 card", "||repeat")
    state = plays(rules, state, "roll 1 2; card speed; 3 repeat; card overload")
    assert hands(state) == "overload speed||"
    assert where(state) == "0.4 0.1 0.1"


def test_a_total_of_0_on_a_card_tile_gives_a_card_again() -> None:
    rules, state = race("0.4 0.1", "4 card", "overload|")
    state = plays(rules, state, "1 overload 1; roll 1 1; card redo")
    assert (hands(state), where(state)) == ("redo|", "0.4 0.1")


def test_a_card_that_is_played_leaves_the_hand_and_its_twin_does_not() -> None:
    rules, state = race("0.1 0.1", hands="speed speed redo|repeat")
    assert hands(played(rules, state, "1 speed 2")) == "speed redo|repeat"
    assert hands(played(rules, state, "1 speed 2", "1 redo 2")) == "speed|repeat"
    with pytest.raises(IllegalAction, match=r"there is no .* in this hand"):
        step(rules, plays(rules, state, "1 speed 2; 1 speed 2"), "1 speed 2")
