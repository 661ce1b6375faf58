"""What is drawn of a state of Zombie Dice: as data, and as text of 80 columns."""

from __future__ import annotations

from random import Random

import pytest
from rich.cells import cell_len

import gamenight
from gamenight import Decision, Scene, sample
from gamenight.core.resolver import resolve
from gamenight.core.rules import Chance
from gamenight.core.scene import named
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.flow import render
from gamenight.draw.palette import Look
from gamenight.draw.style import Style
from gamenight.games.zombie.rules import HOLD, Options, State, ZombieRules
from gamenight.games.zombie.scene import GLYPHS, scene
from tests.games.zombie.states import places, played, turns

NAMES = ("Marina", "Carvalho", "Vinícius")
RULES = ZombieRules(players=3)
EMOJI, ASCII = Style(), Style(ascii=True)


def drawn(state: State, viewer: int | None, style: Style, rules: ZombieRules = RULES) -> str:
    return "\n".join(render(named(scene(rules, state, viewer), NAMES), GLYPHS, style)) + "\n"


def midway() -> State:
    """Marina's second turn: a footprint kept, two brains and a shotgun aside."""
    state = places("bag ggggyyyrr, rolling r, brains gy, shots g", RULES)
    return state._replace(scores=(6, 4, 11), turns=(1, 1, 1), round=2)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)])
@pytest.mark.parametrize(
    "dice", ["bag ggggyyyrr, rolling r, brains gy, shots g", "bag ggggggyyyyrrr"]
)
def test_on_the_full_screen_an_empty_cell_needs_no_words(size: tuple[int, int], dice: str) -> None:
    picture = draw(named(scene(RULES, places(dice, RULES), 0), NAMES), GLYPHS, Look(), size)
    text = "\n".join(picture.lines())
    assert "Rolling" in text
    assert "no die" not in text


def test_the_table_with_emoji() -> None:
    assert drawn(midway(), 0, EMOJI) == (
        """\
Zombie Dice               Marina · turn 2 · 9 dice in the bag · 13 brains to win
> Marina    ●●●●●●◐◐○○○○○   6 + [2]  turns 1
  Carvalho  ●●●●○○○○○○○○○   4        turns 1
  Vinícius  ●●●●●●●●●●●○○  11        turns 1

  Rolling
  ╭────────╮ ╭────────╮ ╭────────╮
  │ 👣(🟥) │ │ no die │ │ no die │
  ╰────────╯ ╰────────╯ ╰────────╯
  🧠: 🟩 🟨 (2)
  💥: 🟩 (1)

Marina, roll on or hold?
[r] Roll 3 dice  1 kept, 2 from the bag   [h] Hold, keep 2 brains
"""
    )


def test_the_table_in_ascii() -> None:
    assert drawn(midway(), 0, ASCII) == (
        """\
Zombie Dice               Marina - turn 2 - 9 dice in the bag - 13 brains to win
> Marina    ######++.....   6 + [2]  turns 1
  Carvalho  ####.........   4        turns 1
  Vinicius  ###########..  11        turns 1

  Rolling
  +---------+ +--------+ +--------+
  | feet(R) | | no die | | no die |
  +---------+ +--------+ +--------+
  brain: G Y (2)
  shot:  G (1)

Marina, roll on or hold?
[r] Roll 3 dice  1 kept, 2 from the bag   [h] Hold, keep 2 brains
"""
    )


def test_brains_whose_dice_went_back_are_told() -> None:
    state = places("bag ggy, rolling r, brains g, shots y, eaten 6", RULES)
    assert """\
  🧠: 🟩 (1) and 5 more, dice back in the bag
  💥: 🟨 (1)
""" in drawn(state, None, EMOJI)


def test_a_refill_is_announced_with_the_choice() -> None:
    state = places("bag y, brains gggggg, shots gy", RULES)
    roll, hold = scene(RULES, state, 0).choices
    assert (roll.label, roll.hint) == (
        "Roll 3 dice",
        "3 from the bag, 6 brain dice back into it first",
    )
    assert (hold.label, hold.hint) == ("Hold, keep 6 brains", "")


@pytest.mark.parametrize(
    ("table", "roll", "hint", "hold"),
    [
        ("bag gyr, rolling ggr", "Roll 3 dice", "3 kept", "Hold, keep nothing"),
        ("bag gyr, brains g", "Roll 3 dice", "3 from the bag", "Hold, keep 1 brain"),
        ("rolling g, shots y", "Roll 1 die", "1 kept", "Hold, keep nothing"),
        (
            "brains g, shots y",
            "Roll 1 die",
            "1 from the bag, 1 brain die back into it first",
            "Hold, keep 1 brain",
        ),
    ],
)
def test_choices_tell_the_dice_that_are_rolled(table: str, roll: str, hint: str, hold: str) -> None:
    first, second = scene(RULES, places(table, RULES), 0).choices
    assert (first.text, first.label, first.hint) == ("roll", roll, hint)
    assert first.default is (hold == "Hold, keep nothing"), "Enter takes no risk"
    assert (second.text, second.label, second.default) == ("hold", hold, False)


@pytest.mark.parametrize(("typed", "text"), [("r", "roll"), ("H", "hold"), ("hold", "hold")])
def test_r_rolls_and_h_holds(typed: str, text: str) -> None:
    assert [choice.text for choice in resolve(scene(RULES, midway(), 0), typed)] == [text]


def test_choices_are_only_for_the_one_whose_turn_it_is() -> None:
    for viewer in (1, 2, None):
        seen = scene(RULES, midway(), viewer)
        assert seen.choices == ()
        assert named(seen, NAMES).ask == "Marina, roll on or hold?"


def test_dice_that_wait_to_be_rolled_show_no_face() -> None:
    state = played(RULES, RULES.initial(), "draw gyr")
    assert "  │ 🎲(🟩) │ │ 🎲(🟨) │ │ 🎲(🟥) │\n" in drawn(state, None, EMOJI)
    assert "  | die(G) | | die(Y) | | die(R) |\n" in drawn(state, None, ASCII)
    assert scene(RULES, state, 0).choices == ()


def test_the_bag_is_counted_and_its_colours_are_not_shown() -> None:
    green = places("bag ggggg, rolling r, brains gy", RULES)
    red = places("bag yyrrr, rolling r, brains gy", RULES)
    assert scene(RULES, green, 0) == scene(RULES, red, 0)


@pytest.mark.parametrize(
    ("options", "played", "status"),
    [
        (Options(), "", "Marina, turn 1, 13 dice in the bag, 13 brains to win"),
        (Options(), "1", "Carvalho, turn 1, 13 dice in the bag, 13 brains to win"),
        (Options(1, 0, 0), "", "Marina, turn 1, 1 die in the bag, 13 brains to win"),
        (Options(brains_to_win=1), "", "Marina, turn 1, 13 dice in the bag, 1 brain to win"),
        (
            Options(max_turns=10),
            "1 1 1 | 2",
            "Carvalho, turn 2 of 10, 13 dice in the bag, most brains win",
        ),
        (
            Options(),
            "1 15",
            "Vinícius, turn 1, 13 dice in the bag, last round, 15 to beat",
        ),
        (Options(), "13 13 1", "Marina, turn 2, 13 dice in the bag, tie-break"),
        (Options(max_turns=1), "1 1 0 | 1", "Carvalho, turn 2, 13 dice in the bag, tie-break"),
        (Options(), "13 1 1", "1 turn, 13 brains to win"),
        (Options(max_turns=2), "1 1 1 | 1 2 1", "2 turns, most brains win"),
    ],
)
def test_the_line_of_the_turn(options: Options, played: str, status: str) -> None:
    rules = ZombieRules(options, 3)
    assert ", ".join(named(scene(rules, turns(rules, played), None), NAMES).status) == status


@pytest.mark.parametrize(
    ("options", "played", "eaten", "hint"),
    [
        (Options(), "10 1 12 | 1 1", 0, ""),
        (Options(), "10 1 10 | 5 1", 3, "loses: Marina has 15"),
        (Options(), "10 1 10 | 5 1", 5, "only level with Marina"),
        (Options(), "10 1 10 | 5 1", 6, ""),
        (Options(), "13 2 13 | 1", 0, "loses: Marina has 14"),
        (Options(max_turns=1), "2 1", 1, "loses: Marina has 2"),
        (Options(max_turns=2), "2 1", 1, ""),
        (Options(round_limit=1), "2 1", 1, "loses: Marina has 2"),
    ],
)
def test_in_the_last_round_holding_says_that_it_does_not_win(
    options: Options, played: str, eaten: int, hint: str
) -> None:
    rules = ZombieRules(options, 3)
    state = turns(rules, played)._replace(eaten=eaten, waiting="choice")
    *_, hold = named(scene(rules, state, state.player), NAMES).choices
    assert hold.hint == hint
    if hint.startswith("loses"):
        after = rules.apply(state, HOLD)
        assert state.player not in (after.winners or after.playing)


def test_the_scoreboard_in_a_tie() -> None:
    rows = named(scene(RULES, turns(RULES, "13 2 13 | 1"), None), NAMES).scores
    assert [(row.name, row.value, row.facts, row.current) for row in rows] == [
        ("Marina", 14, ("turns 2",), False),
        ("Carvalho", 2, ("turns 1", "out of the tie-break"), False),
        ("Vinícius", 13, ("turns 1",), True),
    ]


def test_there_is_no_goal_where_turns_are_counted() -> None:
    rules = ZombieRules(Options(max_turns=4), 3)
    assert [row.goal for row in scene(rules, rules.initial(), None).scores] == [None] * 3
    assert [row.goal for row in scene(RULES, RULES.initial(), None).scores] == [13] * 3


def test_the_end() -> None:
    assert drawn(turns(RULES, "13 2 14"), 0, EMOJI) == (
        """\
Zombie Dice                                            1 turn · 13 brains to win
  Marina    ●●●●●●●●●●●●●   13  turns 1
  Carvalho  ●●○○○○○○○○○○○    2  turns 1
  Vinícius  ●●●●●●●●●●●●●●  14  turns 1

  Rolling
  ╭────────╮ ╭────────╮ ╭────────╮
  │ no die │ │ no die │ │ no die │
  ╰────────╯ ╰────────╯ ╰────────╯
  🧠: (0)
  💥: (0)

14 brains are the most after 1 turn each.
"""
    )


def random_scenes(options: Options, count: int) -> list[Scene]:
    rules, rng, scenes = ZombieRules(options, 3), Random(5), list[Scene]()
    state = rules.initial()
    while len(scenes) < count:
        node = rules.node(state)
        scenes.append(named(scene(rules, state, state.player), NAMES))
        if isinstance(node, Decision):
            state = rules.apply(state, node.actions[rng.random() < 0.3])
        elif isinstance(node, Chance):
            state = rules.apply(state, sample(node, rng))
        else:
            state = rules.initial()
    return scenes


@pytest.mark.parametrize("style", [EMOJI, ASCII, Style(emoji=False), Style(color=True)], ids=str)
def test_the_boxes_line_up_and_fit_80_columns(style: Style) -> None:
    for drawing in random_scenes(Options(brains_to_win=40), 150):
        lines = render(drawing, GLYPHS, Style(style.width, False, style.ascii, style.emoji))
        assert all(cell_len(line) <= 80 for line in lines)
        start = lines.index("  Rolling") + 1
        box, edges = lines[start : start + 3], ("+|+", "╭│╰")[not style.ascii]
        assert len({cell_len(line) for line in box}) == 1
        assert [line[2] for line in box] == [*edges]
        signs = {"+", "|", "╭", "╮", "╰", "╯", "│"}
        borders = [_columns(line, signs) for line in box]
        assert borders[0] == borders[1] == borders[2]
        assert len(borders[0]) == 6


def _columns(line: str, signs: set[str]) -> list[int]:
    """Where in the cells of a line one of the signs stands."""
    return [cell_len(line[:at]) for at, sign in enumerate(line) if sign in signs]


def test_every_glyph_is_two_cells_wide_or_ascii() -> None:
    game = gamenight.game("zombie")
    assert game.emblem is not None
    for glyph in (*game.glyphs.values(), game.emblem):
        assert (len(glyph.emoji), cell_len(glyph.emoji)) == (1, 2)
        assert glyph.ascii.isascii()
