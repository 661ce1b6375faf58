"""How a ply of Thief is told."""

from __future__ import annotations

from random import Random

import pytest

from gamenight import Decision, Scene, Step, sample
from gamenight.core.rules import Chance
from gamenight.core.scene import PAGE, named
from gamenight.games.thief.rules import Action, Options, ThiefRules
from gamenight.games.thief.scene import scene
from gamenight.games.thief.telling import tell
from tests.games.thief.states import RULES, place, played

NAMES = ("Sarah", "Mike", "John")


def told(text: str, action: str, rules: ThiefRules = RULES) -> list[Step]:
    state = place(text)
    played(state, action, rules=rules)
    return list(named(tuple(tell(rules, state, rules.parse(action), None)), NAMES))


def sentences(text: str, action: str, rules: ThiefRules = RULES) -> list[str]:
    return [step.text for step in told(text, action, rules) if step.text]


@pytest.mark.parametrize(
    ("roll", "counts"),
    [
        ("roll 3 3 3 5 6", "a set of 3s (300) and a 5 (50) count"),
        ("roll 1 2 3 4 6", "a 1 (100) counts"),
        ("roll 3 3 3 4 6", "a set of 3s (300) counts"),
        ("roll 3 3 3 3 6", "four 3s (600) count"),
        ("roll 1 1 3 4 6", "two 1s (200) count"),
        ("roll 1 1 5 5 6", "two 1s (200) and two 5s (100) count"),
    ],
)
def test_a_roll(roll: str, counts: str) -> None:
    dice = roll.removeprefix("roll ")
    assert sentences("0 0 0, seat 1", roll) == [f"Sarah rolls {dice}: {counts}."]


def test_a_roll_shows_the_dice_before_anything_happens_to_them() -> None:
    fell, chosen = told("0 0 0, seat 1, pot 300, held 333", "roll 5 6")
    assert fell.beat < PAGE
    assert chosen.beat < PAGE
    assert told("0 0 0, seat 1, pot 300, held 333", "roll 5 5")[0].beat >= PAGE
    assert fell.scene is not None
    assert faces(fell.scene, "roll") == ["5", "6"]
    assert faces(fell.scene, "held") == ["3", "3", "3"]
    assert fell.scene.choices == ()
    assert chosen.text == "With everything that counts the pot is 350."


def faces(drawing: Scene, key: str) -> list[str]:
    area = next(area for area in drawing.areas if area.key == key)
    return [token.face for spot in area.spots for token in spot.tokens]


@pytest.mark.parametrize(
    ("text", "roll", "expected"),
    [
        (
            "0 0 0, seat 1, pot 700, held 3335",
            "roll 6",
            [
                "Sarah rolls 6: nothing counts.",
                "Bust! Sarah's turn is over, and the pot of 700 is lost.",
                "Mike starts with five dice.",
            ],
        ),
        (
            "0 0 -, seat 2",
            "roll 2 2 3 3 6",
            [
                "Mike rolls 2 2 3 3 6: nothing counts.",
                "Bust! Mike's turn is over, and there was no pot to lose.",
                "Sarah starts with five dice.",
            ],
        ),
        (
            "0 0 0, seat 1",
            "roll 1 2 3 4 5",
            [
                "Sarah rolls 1 2 3 4 5: the straight (2500) counts.",
                "A chain: every die counts. The pot is 2500, and Sarah rolls all five again.",
            ],
        ),
        (
            "0 0 0, seat 1, pot 50, held 5",
            "roll 1 2 2 2",
            [
                "Sarah rolls 1 2 2 2: a 1 (100) and a set of 2s (200) count.",
                "A chain: every die counts. The pot is 350, and Sarah rolls all five again.",
            ],
        ),
        (
            "9500 0 0, seat 1",
            "roll 5 5 5 5 5",
            [
                "Sarah rolls 5 5 5 5 5: five 5s (1500) count.",
                "11000 points reach the target of 10000.",
            ],
        ),
    ],
)
def test_busts_chains_and_wins(text: str, roll: str, expected: list[str]) -> None:
    assert sentences(text, roll) == expected


def test_dice_are_told_in_the_order_in_which_they_lie() -> None:
    fell, _ = told("0 0 0, seat 1", "roll 1 3 4 5 6")
    assert fell.text == "Sarah rolls 1 5 3 4 6: a 1 (100) and a 5 (50) count."
    assert fell.scene is not None
    assert faces(fell.scene, "roll") == ["1", "5", "3", "4", "6"]


def test_a_bust_and_a_chain_are_pages() -> None:
    fell, bust, handed = told("0 0 0, seat 1, pot 700, held 3335", "roll 6")
    assert (bust.tone, bust.beat >= PAGE, fell.beat >= PAGE) == ("danger", True, False)
    assert bust.scene is not None
    assert faces(bust.scene, "roll") == ["6"]
    assert [row.stake for row in bust.scene.scores] == [None, None, None]
    assert handed.beat < PAGE
    _, chain = told("0 0 0, seat 1, pot 350, held 3335", "roll 1")
    assert (chain.tone, chain.beat >= PAGE) == ("good", True)
    assert chain.scene is not None
    assert (faces(chain.scene, "roll"), faces(chain.scene, "held")) == ([""] * 5, [])


OFFERED = "700 0 0, seat 1, pot 100, held 1, roll 1556, offered to 2"
LAST = ThiefRules(Options(turn_limit=1, open_table=True), 3)


@pytest.mark.parametrize(
    ("text", "action", "expected"),
    [
        (
            "0 0 0, seat 1, pot 100, held 1, roll 1556, to choose",
            "hold 1 5 5",
            ["Sarah holds a 1 (100) and two 5s (100): pot 300, 1 die to roll."],
        ),
        (
            "0 0 0, seat 1, roll 33345, to choose",
            "hold 333",
            ["Sarah holds a set of 3s (300): pot 300, 2 dice to roll."],
        ),
        (
            "0 0 0, seat 1, pot 100, held 1, roll 1556, to choose",
            "end",
            ["Sarah ends the turn and offers the pot of 300 to Mike."],
        ),
        (OFFERED, "steal", ["Mike steals the pot of 300 from Sarah, and must hold and roll."]),
        (
            OFFERED,
            "decline",
            ["Mike declines, and Sarah banks 300: 1000 in all.", "Mike starts with five dice."],
        ),
    ],
)
def test_decisions(text: str, action: str, expected: list[str]) -> None:
    assert sentences(text, action) == expected


def test_tones_of_an_offer() -> None:
    assert [step.tone for step in told(OFFERED, "steal")] == ["danger"]
    assert [step.tone for step in told(OFFERED, "decline")] == ["good", ""]


def test_the_last_turn() -> None:
    text = "700 0 0, seat 1, pot 100, held 1, roll 1556, to choose"
    assert sentences(text, "end", LAST) == [
        "Sarah ends the last turn and banks 300: 1000 in all.",
        "1000 points are the most after 1 turn, which is the limit.",
    ]
    assert sentences("700 0 0, seat 1, pot 100, held 1", "roll 2 2 3 3", LAST) == [
        "Sarah rolls 2 2 3 3: nothing counts.",
        "Bust! Sarah's turn is over, and the pot of 100 is lost.",
        "700 points are the most after 1 turn, which is the limit.",
    ]


@pytest.mark.parametrize(
    ("text", "action", "expected"),
    [
        (
            OFFERED,
            "leave 1",
            [
                "Sarah leaves the table: 700 points and the pot of 300 are gone.",
                "Mike starts with five dice.",
            ],
        ),
        (
            "0 0 0, seat 1, roll 11346, to choose",
            "leave 1",
            ["Sarah leaves the table: the pot of 200 is gone.", "Mike starts with five dice."],
        ),
        (OFFERED, "leave 2", ["Mike leaves the table. John is asked instead."]),
        (OFFERED, "leave 3", ["John leaves the table."]),
        (
            "700 0 50, seat 1, roll 11346, offered to 3",
            "leave 3",
            [
                "John leaves the table: 50 points are gone. Nobody else can be asked: "
                "Sarah banks 200.",
                "Mike starts with five dice.",
            ],
        ),
        (
            "700 - 50, seat 1, roll 11346, offered to 3",
            "leave 3",
            [
                "John leaves the table: 50 points are gone. Nobody else can be asked: "
                "Sarah banks 200.",
                "Everybody else has left the table.",
            ],
        ),
        (
            "700 - 50, seat 1, roll 11346, to choose",
            "leave 3",
            ["John leaves the table: 50 points are gone.", "Everybody else has left the table."],
        ),
        (
            "700 - 50, seat 1, roll 11346, to choose",
            "join 2",
            ["Mike sits down and starts at 0."],
        ),
    ],
)
def test_leaving_and_joining(text: str, action: str, expected: list[str]) -> None:
    assert sentences(text, action) == expected


@pytest.mark.parametrize(
    "options",
    [Options(target=2000), Options(turn_limit=5), Options(open_table=True, target=3000)],
    ids=str,
)
def test_scenes_keep_their_places_and_lead_to_the_state_after(options: Options) -> None:
    rules, rng = ThiefRules(options, 3), Random(8)
    state = rules.initial()
    for _ in range(300):
        node = rules.node(state)
        action: Action
        if isinstance(node, Decision):
            action = rng.choice([action for _, action in node.everyone()])
        elif isinstance(node, Chance):
            action = sample(node, rng)
        else:
            state = rules.initial()
            continue
        steps = tell(rules, state, action, state.player)
        after = rules.apply(state, action)
        scenes = [step.scene for step in steps if step.scene is not None]
        assert len(scenes) == len(steps)
        assert scenes[-1] == scene(rules, after, state.player)
        assert all(spots(one) == spots(scenes[0]) for one in scenes)
        state = after


def spots(drawing: Scene) -> list[tuple[str, list[str]]]:
    return [(area.key, [spot.key for spot in area.spots]) for area in drawing.areas]
