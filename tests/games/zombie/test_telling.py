"""How a ply of Zombie Dice is told."""

from __future__ import annotations

from random import Random

import pytest

from gamenight import Decision, Scene, Step, sample
from gamenight.core.rules import Chance
from gamenight.core.scene import PAGE, named
from gamenight.draw.layouts.flow import render
from gamenight.draw.style import Style
from gamenight.games.zombie.rules import Options, State, ZombieRules
from gamenight.games.zombie.scene import GLYPHS, scene
from gamenight.games.zombie.telling import tell
from tests.games.zombie.states import places, played, small, turns

NAMES = ("Marina", "Carvalho", "Vinícius")
RULES = ZombieRules(players=3)
HANDED = "The bag goes to Carvalho."


def told(state: State, text: str, rules: ZombieRules = RULES) -> list[Step]:
    played(rules, state, text)
    return list(named(tuple(tell(rules, state, rules.parse(text), None)), NAMES))


def sentences(state: State, text: str, rules: ZombieRules = RULES) -> list[str]:
    return [step.text for step in told(state, text, rules) if step.text]


@pytest.mark.parametrize(
    ("table", "text", "sentence"),
    [
        ("bag gggyr", "draw ggy", "Marina draws green, green and yellow."),
        ("bag gggyr, rolling gr", "draw r", "Marina keeps green and red, and draws red."),
        ("bag gyr, rolling g", "draw yr", "Marina keeps green, and draws yellow and red."),
    ],
)
def test_a_draw(table: str, text: str, sentence: str) -> None:
    assert sentences(places(table, RULES, "draw"), text) == [sentence]


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("bag gyr, brains gg", "Marina rolls on."),
        ("rolling ggy, brains gg", "Marina rolls on."),
        (
            "bag gy, brains ggg, shots r",
            "Marina rolls on. The bag has only 2 of the 3 dice to draw, so the 3 brain dice go "
            "back into it; 3 brains stay counted.",
        ),
        (
            "rolling gy, brains g, shots r, eaten 7",
            "Marina rolls on. The bag is empty, so the brain die goes back into it; "
            "7 brains stay counted.",
        ),
        ("bag g, rolling y, shots yr", "Marina rolls on."),
    ],
)
def test_rolling_on_and_the_refill(table: str, sentence: str) -> None:
    assert sentences(places(table, RULES), "roll") == [sentence]


@pytest.mark.parametrize(
    ("table", "text", "expected"),
    [
        (
            "bag gyr, rolling ggy",
            "dice gb gb ys",
            ["Marina eats 2 brains and is shot once."],
        ),
        (
            "bag gyr, rolling ggy, brains y, shots r",
            "dice gb gf yf",
            [
                "Marina eats 1 brain; 2 humans get away.",
                "So far this turn: 2 brains, 1 shot.",
            ],
        ),
        (
            "bag gyr, rolling ggy, brains yy, shots r",
            "dice gb gs ys",
            [
                "Marina eats 1 brain and is shot twice.",
                "Marina was shot 3 times: the turn is over, and 3 brains are lost.",
                HANDED,
            ],
        ),
        (
            "bag gyr, rolling yrr",
            "dice ys rs rs",
            [
                "Marina eats nothing and is shot 3 times.",
                "Marina was shot 3 times: the turn is over, and nothing is scored.",
                HANDED,
            ],
        ),
        (
            "bag gyr, rolling g, brains y, shots rr",
            "dice gs",
            [
                "Marina eats nothing and is shot once.",
                "Marina was shot 3 times: the turn is over, and 1 brain is lost.",
                HANDED,
            ],
        ),
    ],
)
def test_a_roll(table: str, text: str, expected: list[str]) -> None:
    assert sentences(places(table, RULES, "roll"), text) == expected


def test_a_turn_that_ends_by_itself() -> None:
    rules = small("gy")
    state = played(rules, rules.initial(), "draw gy", "dice gb ys", "roll", "draw g")
    assert sentences(state, "dice gs", rules) == [
        "Marina eats nothing and is shot once.",
        "Nothing is left to roll. Marina holds and scores 1 brain: 1 in all.",
        HANDED,
    ]


def test_dice_are_shown_as_they_fell_before_they_are_sorted() -> None:
    state = places("bag gyyr, rolling ggr, brains y", RULES, "roll")
    fell, sorted_dice = told(state, "dice gb gf rs")
    assert fell.beat >= PAGE > sorted_dice.beat
    assert cells(fell) == [("green", "brain"), ("green", "footprints"), ("red", "shotgun")]
    assert (aside(fell, "brains"), aside(fell, "shots")) == (["yellow"], [])
    assert cells(sorted_dice) == [("green", "footprints")]
    assert (aside(sorted_dice, "brains"), aside(sorted_dice, "shots")) == (
        ["green", "yellow"],
        ["red"],
    )


def test_a_page_of_a_roll() -> None:
    state = places("bag gyyr, rolling ggr, brains y", RULES, "roll")
    fell = told(state, "dice gb gf rs")[0]
    assert fell.scene is not None
    assert render(fell.scene, GLYPHS, Style())[5:11] == [
        "  Rolling",
        "  ╭────────╮ ╭────────╮ ╭────────╮",
        "  │ 🧠(🟩) │ │ 👣(🟩) │ │ 💥(🟥) │",
        "  ╰────────╯ ╰────────╯ ╰────────╯",
        "  🧠: 🟨 (1)",
        "  💥: (0)",
    ]


def cells(step: Step) -> list[tuple[str, str]]:
    assert step.scene is not None
    return [(die.color, die.face) for spot in step.scene.areas[0].spots for die in spot.tokens]


def aside(step: Step, area: str) -> list[str]:
    assert step.scene is not None
    found = next(one for one in step.scene.areas if one.key == area)
    return [die.color for spot in found.spots for die in spot.tokens]


def test_being_shot_out_is_a_page_of_danger_with_the_dice_in_their_areas() -> None:
    state = places("bag gyyr, rolling ggr, brains y, shots yr", RULES, "roll")
    _, out, handed = told(state, "dice gb gf rs")
    assert (out.tone, out.beat >= PAGE) == ("danger", True)
    assert aside(out, "shots") == ["yellow", "red", "red"]
    assert handed.scene is not None
    assert [row.current for row in handed.scene.scores] == [False, True, False]


def held(before: str, brains: int, rules: ZombieRules = RULES) -> list[str]:
    """What is told when the next player holds with so many brains."""
    state = turns(rules, before)._replace(eaten=brains, waiting="choice")
    return sentences(state, "hold", rules)


@pytest.mark.parametrize(
    ("before", "brains", "expected"),
    [
        ("", 3, ["Marina holds and scores 3 brains: 3 in all.", HANDED]),
        ("4 1 1", 1, ["Marina holds and scores 1 brain: 5 in all.", HANDED]),
        ("4 1 1", 0, ["Marina holds and scores nothing: 4 in all.", HANDED]),
        (
            "12 1 1",
            2,
            [
                "Marina holds and scores 2 brains: 14 in all.",
                "The game ends after this round.",
                HANDED,
            ],
        ),
        (
            "14",
            15,
            ["Carvalho holds and scores 15 brains: 15 in all.", "The bag goes to Vinícius."],
        ),
        (
            "13 2",
            13,
            [
                "Vinícius holds and scores 13 brains: 13 in all.",
                "A tie: Marina and Vinícius have 13 brains each. They alone play on "
                "until one is ahead.",
                "The bag goes to Marina.",
            ],
        ),
        (
            "13 13",
            13,
            [
                "Vinícius holds and scores 13 brains: 13 in all.",
                "A tie: Marina, Carvalho and Vinícius have 13 brains each. They play on "
                "until one is ahead.",
                "The bag goes to Marina.",
            ],
        ),
        (
            "13 2 13 | 4",
            4,
            [
                "Vinícius holds and scores 4 brains: 17 in all.",
                "Still a tie: Marina and Vinícius have 17 brains each. They alone play on "
                "until one is ahead.",
                "The bag goes to Marina.",
            ],
        ),
        (
            "13 2 13 | 4",
            5,
            [
                "Vinícius holds and scores 5 brains: 18 in all.",
                "18 brains are the most after 2 turns with those of the tie.",
            ],
        ),
    ],
)
def test_a_hold_and_what_follows(before: str, brains: int, expected: list[str]) -> None:
    assert held(before, brains) == expected


def test_a_tie_after_the_last_of_the_turns() -> None:
    rules = ZombieRules(Options(max_turns=1), 3)
    assert held("2 0", 2, rules)[1] == (
        "A tie: Marina and Vinícius have 2 brains each. They alone play on until one is ahead."
    )
    assert held("20", 1, rules)[1:] == ["The bag goes to Vinícius."]


def test_a_tie_is_a_page() -> None:
    state = turns(RULES, "13 2")._replace(eaten=13, waiting="choice")
    assert [step.beat >= PAGE for step in told(state, "hold")] == [False, True, False]


def test_a_shot_can_end_the_game() -> None:
    state = turns(RULES, "13 2")._replace(shots=(0, 2, 0), rolling=(1, 0, 0), waiting="roll")
    assert sentences(state, "dice gs")[-1] == "13 brains are the most after 1 turn each."


@pytest.mark.parametrize(
    "options", [Options(), Options(1, 1, 1), Options(1, 1, 0, max_turns=2), Options(2, 1, 1)]
)
def test_scenes_keep_their_places_and_lead_to_the_state_after(options: Options) -> None:
    rules, rng = ZombieRules(options, 3), Random(8)
    state = rules.initial()
    for _ in range(300):
        node = rules.node(state)
        if isinstance(node, Decision):
            action = node.actions[rng.random() < 0.3]
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


def test_dice_lie_in_the_order_in_which_they_were_drawn() -> None:
    before = played(RULES, places("bag gggyr", RULES, "draw"), "draw ggy")
    fell, *_ = told(before, "dice gb gf yb")
    assert fell.scene is not None
    dice = [token for spot in fell.scene.areas[0].spots for token in spot.tokens]
    colors = [die.color for die in dice]
    assert colors == ["green", "green", "yellow"]
    assert [die.face for die in dice] == ["brain", "footprints", "brain"]
