"""How Circuit is told: what is said to whom, and the way of the pawns, tile by tile."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Over
from gamenight.core.scene import PAGE, Step
from gamenight.games.circuit.cards import CARDS, Card, everyone
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.scene import scene
from gamenight.games.circuit.state import Fall, InPlay, State, Tile
from gamenight.games.circuit.telling import MOST_FRAMES, tell
from tests.games.circuit.sample import BOARD, MIDDLE, RULES
from tests.games.circuit.states import circuit, table


def told(rules: CircuitRules, state: State, text: str, viewer: int | None = None) -> Sequence[Step]:
    """What one viewer is told of an action in a whole state."""
    action = rules.parse(text)
    return tell(rules, rules.hide(state, viewer), rules.seen(state, action, viewer), viewer)


def sentences(steps: Sequence[Step]) -> list[str]:
    return [step.text for step in steps if step.text]


def places(steps: Sequence[Step], seat: int) -> list[int]:
    """The position of one player in every picture."""
    return [step.scene.scores[seat].value for step in steps if step.scene is not None]


@pytest.mark.parametrize(
    ("at", "throw", "said"),
    [
        (
            (4, 6, 8),
            "throw 2 3",
            ["{0} rolls 2 and 3: 5.", "{0} moves 5 tiles to tile 10."],
        ),
        (
            (4, 6, 8),
            "throw 2 5",
            [
                "{0} rolls 2 and 5: 7.",
                "{0} moves 7 tiles to tile 2 and begins lap 2.",
                "Speed up: {0} moves 4 tiles to tile 6.",
            ],
        ),
        (
            (8, 6, 8),
            "throw 2 2",
            [
                "{0} rolls 2 and 2: 4.",
                "{0} moves 4 tiles to tile 3 and begins lap 2.",
                "Wormhole: {0} moves back 4 tiles to tile 9 and is back in lap 1.",
            ],
        ),
        (
            (0, 6, 1),
            "throw 1 2",
            [
                "{0} rolls 1 and 2: 3.",
                "{0} moves 3 tiles to tile 4.",
                "Moonwalk 3: {1} moves back 3 tiles to tile 4; {2} moves back 3 tiles to "
                "tile 9 and is back in lap 0.",
            ],
        ),
        (
            (0, 12, 0),
            "throw 3 4",
            [
                "{0} rolls 3 and 4: 7.",
                "{0} moves 7 tiles to tile 8.",
                "Atomic bomb: {0} moves back 7 tiles to tile 1; {1} moves back 2 tiles to tile 1.",
            ],
        ),
        (
            (2, 6, 8),
            "throw 1 1",
            [
                "{0} rolls 1 and 1: 2.",
                "{0} moves 2 tiles to tile 5.",
                "{0} landed on a card tile.",
            ],
        ),
        (
            (26, 6, 8),
            "throw 2 3",
            [
                "{0} rolls 2 and 3: 5.",
                "{0} moves 5 tiles to tile 2 and finishes the race.",
                "The first to finish 3 laps wins.",
            ],
        ),
    ],
)
def test_a_roll(at: tuple[int, int, int], throw: str, said: list[str]) -> None:
    assert sentences(told(RULES, table(RULES, at, thrown=()), throw)) == said


@pytest.mark.parametrize(
    ("cards", "throw", "said"),
    [
        (
            1,
            "throw 4 5",
            ["{0} rolls 4 and 5: 9 - 2 = 7.", "{0} moves 7 tiles to tile 1 and begins lap 2."],
        ),
        (
            2,
            "throw 1 2",
            ["{0} rolls 1 and 2: 3 - 4 = -1.", "{0} moves back 1 tile to tile 3."],
        ),
        (1, "throw 1 1", ["{0} rolls 1 and 1: 2 - 2 = 0.", "{0} stays on tile 4."]),
    ],
)
def test_a_roll_that_cards_change(cards: int, throw: str, said: list[str]) -> None:
    overload = InPlay("overload", "overload", 1, 0)
    state = table(RULES, (3, 0, 0), thrown=(), in_play=(overload,) * cards)
    assert sentences(told(RULES, state, throw))[:2] == said


def test_a_pawn_walks_tile_by_tile_and_then_the_tile_moves_it() -> None:
    steps = told(RULES, table(RULES, (8, 0, 0), thrown=()), "throw 1 3")
    assert places(steps, 0) == [8, 9, 10, 11, 12, 11, 10, 9, 8]
    assert [step.tone for step in steps] == [""] * 8 + ["danger"]
    assert all(step.beat < 0.5 for step in steps if not step.text)


def test_a_moonwalk_moves_all_others_together() -> None:
    steps = told(RULES, table(RULES, (2, 5, 20), thrown=()), "throw 5 6")
    assert places(steps, 1)[-4:] == [5, 4, 3, 2]
    assert places(steps, 2)[-4:] == [20, 19, 18, 17]
    assert places(steps, 0)[-4:] == [13] * 4


def test_a_long_way_takes_few_pictures() -> None:
    rules = circuit(1, edition=1, board=500, dice="100d6")
    state = table(rules, (0,), thrown=(5,) * 99)
    steps = told(rules, state, "throw 6")
    assert len(steps) == 1 + MOST_FRAMES + 1
    assert places(steps, 0)[-1] == 499
    assert sentences(steps) == [
        "{0} rolls 100 dice: 501.",
        "{0} moves 499 tiles to tile 500.",
        "Tile 500, the end of the board, was reached.",
    ]


def test_the_first_groups_of_dice_are_told_shortly() -> None:
    rules = circuit(2, dice="1d4+2d8")
    state = table(rules, (0, 0), thrown=())
    first = told(rules, state, "throw 3")
    assert sentences(first) == ["{0} throws 3."]
    assert first[0].beat < 1
    second = told(rules, state._replace(thrown=(3,)), "throw 2 8")
    assert sentences(second)[0] == "{0} rolls 3, 2 and 8: 13."


def test_one_die_needs_no_arithmetic() -> None:
    rules = circuit(1, edition=1, dice="1d6")
    steps = told(rules, rules.initial(), "throw 4")
    assert sentences(steps) == ["{0} rolls 4.", "{0} moves 4 tiles to tile 5."]


def test_of_many_who_are_moved_the_tile_is_told() -> None:
    rules = circuit(6, tiles=BOARD)
    said = sentences(told(rules, table(rules, (0, 7, 7, 8, 9, 9), thrown=()), "throw 1 2"))
    assert said[-1] == "Moonwalk 3 moves everybody but {0} back 3."


def test_a_tile_with_nobody_to_move() -> None:
    rules = circuit(1, tiles=BOARD)
    said = sentences(told(rules, table(rules, (0,), thrown=()), "throw 1 2"))
    assert said[-1] == "Moonwalk 3: nobody moves."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 overload 2", ["{0} plays Overload on {1}: {1}'s rolls -2."]),
        (
            "1 cancellation 1",
            ["{0} plays Cancellation: Overload on {2} is removed."],
        ),
        (
            "1 cancellation 2",
            ["{0} plays Cancellation: Redo as Acceleration on everybody is removed."],
        ),
        (
            "3 repeat",
            [
                "{2} plays Repeat: Speed up once more moves {2} on 4 tiles.",
                "Repeat: {2} moves 4 tiles to tile 4 and begins lap 1.",
            ],
        ),
    ],
)
def test_a_card(text: str, said: list[str]) -> None:
    assert sentences(told(RULES, MIDDLE, text)) == said


@pytest.mark.parametrize(
    ("last", "text", "said"),
    [
        ("acceleration", "1 redo", "{0} plays Redo as Acceleration: everybody's rolls +1."),
        ("speed", "1 redo 3", "{0} plays Redo as Speed on {2}: {2}'s rolls +1."),
        ("cancellation", "1 redo 1", "{0} plays Redo as Cancellation: Speed on {1} is removed."),
    ],
)
def test_a_redo_says_what_it_copies(last: str, text: str, said: str) -> None:
    in_play = (InPlay("speed", "speed", 2, 1),)
    state = table(RULES, (0, 0, 0), ("redo", "", ""), last_card=last, in_play=in_play)
    assert sentences(told(RULES, state, text)) == [said]


def test_a_card_that_changes_the_rolls_of_others_is_told_by_its_own_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    brake = Card(
        "Brake", "all but one player's rolls -1", everyone, change=lambda on, who: -(on != who)
    )
    monkeypatch.setitem(CARDS, "brake", brake)
    state = table(RULES, (0, 0, 0), ("brake", "", ""))
    said = sentences(told(RULES, state, "1 brake 2"))
    assert said == ["{0} plays Brake on {1}: all but one player's rolls -1."]


def test_a_card_can_win() -> None:
    fall = Fall(1, (1, 1), 0, Tile("speed"), 0)
    state = table(RULES, (0, 27, 0), ("", "", "repeat"), fall=fall)
    steps = told(RULES, state, "3 repeat")
    assert sentences(steps)[-2:] == [
        "Repeat: {1} moves 4 tiles to tile 2 and finishes the race.",
        "The first to finish 3 laps wins.",
    ]
    assert places(steps, 1) == [27, 28, 29, 30, 31, 31]


@pytest.mark.parametrize(
    ("viewer", "said"), [(0, "{1} gets a card."), (1, "{1} gets Redo."), (None, "{1} gets a card.")]
)
def test_a_drawn_card_is_told_to_its_owner_alone(viewer: int | None, said: str) -> None:
    state = MIDDLE._replace(due=(1,))
    assert sentences(told(RULES, state, "card redo", viewer)) == [said]


@pytest.mark.parametrize(
    ("viewer", "dealt"),
    [
        (0, "Everybody gets 2 cards. {0} gets Overload and Repeat."),
        (1, "Everybody gets 2 cards. {1} gets Speed and Speed."),
        (None, "Everybody gets 2 cards."),
    ],
)
def test_the_start_is_told_in_two_sentences(viewer: int | None, dealt: str) -> None:
    rules = CircuitRules(Options(board=3), 2)
    state, said = rules.initial(), []
    cards = ["card repeat", "card overload", "card speed", "card speed"]
    for text in ["tile bomb", "tile moonwalk:2", "tile empty", *cards]:
        said += sentences(told(rules, state, text, viewer))
        state = rules.apply(state, rules.parse(text))
    assert said == ["The board is laid: 3 tiles.", dealt]


def test_to_roll_is_told_by_the_dice() -> None:
    assert told(RULES, MIDDLE, "roll") == ()


@pytest.mark.parametrize("seed", range(3))
def test_the_last_scene_is_that_of_the_state_after(seed: int) -> None:
    """And it is the same for a viewer who is handed the secrets of the others."""
    rules, rng = CircuitRules(Options(board=9, laps=1, dice="1d4+1d2"), 3), Random(seed)
    state = rules.initial()
    while not isinstance(node := rules.node(state), Over):
        if isinstance(node, Chance):
            action = sample(node, rng)
        else:
            assert isinstance(node, Decision)
            action = rng.choice([possible for _, possible in node.everyone()])
        after = rules.apply(state, action)
        for viewer in (0, 1, None):
            steps = told(rules, state, rules.format(action), viewer)
            assert all(step.beat < PAGE for step in steps)
            if steps:
                assert steps[-1].scene == scene(rules, after, viewer)
            assert steps == tell(rules, state, action, viewer)
        state = after
