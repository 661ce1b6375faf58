"""What is drawn of a state of Thief: as data, and as text of 80 columns."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from rich.cells import cell_len

from gamenight import Decision, Scene, sample
from gamenight.core.marks import marked
from gamenight.core.resolver import resolve
from gamenight.core.rules import Chance
from gamenight.core.scene import named
from gamenight.core.view import scene_of, steps_of
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.flow import render
from gamenight.draw.layouts.plans import Plans
from gamenight.draw.palette import Look
from gamenight.draw.style import Style
from gamenight.games.thief import GAME
from gamenight.games.thief.rules import Options, State, ThiefRules
from gamenight.games.thief.scene import GLYPHS, scene
from tests.games.thief.states import RULES, place, played

NAMES = ("Sarah", "Mike", "José")
UNICODE, ASCII = Style(), Style(ascii=True)
CHOOSING = "2300 4500 300, seat 1, turn 7, pot 350, roll 33345, to choose"


def drawn(state: State, viewer: int | None, style: Style = UNICODE) -> str:
    return "\n".join(render(named(scene(RULES, state, viewer), NAMES), GLYPHS, style)) + "\n"


def seen(text: str, viewer: int | None = 0, rules: ThiefRules = RULES) -> Scene:
    return named(scene(rules, place(text), viewer), NAMES)


def test_the_choice_to_hold() -> None:
    assert drawn(place(CHOOSING), 0) == (
        """\
Thief                                                      target 10000 · turn 7
> Sarah  ━━━━╍╍──────────────  2300 + [700]
  Mike   ━━━━━━━━━───────────  4500
  José   ━───────────────────   300

  Dice on the table
  ╭──[a]✓───╮ ╭─[b]✓─╮ ╭─────╮
  │ [3 3 3] │ │  5   │ │  4  │
  ╰───300───╯ ╰──50──╯ ╰─────╯
  Held before: (0) pot 700

Sarah, hold which dice?  letters a✓ b✓
[Enter] Roll 1 die  pot 700, bust 67%   [e] End the turn  offers Mike all 700
"""
    )


def test_an_offer_in_ascii() -> None:
    offered = "2300 4500 300, seat 2, turn 8, pot 200, held 11, roll 356, offered to 3"
    assert drawn(place(offered), 2, ASCII) == (
        """\
Thief                                                      target 10000 - turn 8
  Sarah  ====----------------  2300
  Mike   =========-----------  4500 + [250]
> Jose   =-------------------   300

  Dice on the table
  +-----+ +-----+ +-----+
  | 5+  | |  3  | |  6  |
  +-50--+ +-----+ +-----+
  Held before: 1* 1* (2) pot 250

Jose, steal the pot of 250 from Mike with 2 dice left to roll, or decline?
[s] Steal  you must roll 2 dice, bust 44%   [d] Decline  Mike banks 250
"""
    )


def test_dice_that_will_be_rolled_are_blank() -> None:
    text = "2300 4500 300, seat 1, pot 350, held 3335"
    assert """\
  │  □  │
  ╰─────╯
  Held before: 3✓ 3✓ 3✓ 5✓ (4) pot 350

Sarah, roll 1 die.
""" in drawn(place(text), 0)


def test_the_dice_that_won_stay_on_the_table() -> None:
    over = played(place("9800 4500 -, seat 1, turn 9, pot 50, held 5"), "roll 1 1 3 4")
    assert drawn(over, 0, ASCII) == (
        """\
Thief                                                      target 10000 - turn 9
  Sarah  ====================  10050
  Mike   =========-----------   4500

  Dice on the table
  +-----+ +-----+ +-----+ +-----+
  | 1+  | | 1+  | |  3  | |  4  |
  +-100-+ +-100-+ +-----+ +-----+
  Held before: 5* (1)

10050 points reach the target of 10000.
"""
    )


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("0 0 0, seat 1", "Sarah, roll 5 dice."),
        ("0 0 0, seat 2, pot 50, held 5", "Mike, roll 4 dice."),
        ("0 0 0, seat 2, pot 900", "Mike, a chain: roll all 5 dice."),
        ("0 0 0, seat 3, roll 11346, to choose", "José, hold which dice?"),
        (
            "0 0 0, seat 3, roll 33346, offered to 1",
            "Sarah, steal the pot of 300 from José with 2 dice left to roll, or decline?",
        ),
        (
            "0 0 0, seat 3, pot 200, held 11, roll 556, offered to 1",
            "Sarah, steal the pot of 300 from José with 1 die left to roll, or decline?",
        ),
        ("0 0 0, seat 1, roll 11346, to hold", "Sarah, your pot: hold which dice?"),
        ("10000 0 0, seat 1, won by 1", ""),
    ],
)
def test_what_is_asked_at_each_moment(text: str, ask: str) -> None:
    for viewer in (0, 1, 2, None):
        assert seen(text, viewer).ask == ask


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("100 0 0, seat 1", [(100, None, True), (0, None, False), (0, None, False)]),
        (
            "100 0 0, seat 2, pot 50, held 5, roll 1346, to choose",
            [(100, None, False), (0, 150, True), (0, None, False)],
        ),
        (
            "100 0 0, seat 2, pot 50, held 5, roll 1346, offered to 3",
            [(100, None, False), (0, 150, False), (0, None, True)],
        ),
        ("100 0 9, seat 1, won by 1", [(100, None, False), (0, None, False), (9, None, False)]),
    ],
)
def test_the_scoreboard(text: str, rows: list[tuple[int, int | None, bool]]) -> None:
    found = seen(text).scores
    assert [(row.value, row.stake, row.current) for row in found] == rows
    assert [row.name for row in found] == list(NAMES)
    assert [row.goal for row in found] == [10000] * 3


def test_who_has_left_is_gone_from_the_scores() -> None:
    assert [row.seat for row in seen("100 - 0, seat 1").scores] == [0, 2]


def test_the_line_of_the_turn() -> None:
    rules = ThiefRules(Options(target=500, turn_limit=8), 3)
    assert seen("0 0 0, seat 1, turn 7", rules=rules).status == ("target 500", "turn 7")
    assert seen("0 0 0, seat 1, turn 8", rules=rules).status == ("target 500", "turn 8, the last")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 0 0, seat 1, roll 33345, to choose", "a:333=300 b:5=50 4 - -"),
        ("0 0 0, seat 1, roll 11556, to choose", "a:1=100 b:1=100 c:5=50 d:5=50 6"),
        ("0 0 0, seat 1, roll 14446, to hold", "a:1=100 b:444=400 6 - -"),
        ("0 0 0, seat 1, pot 300, held 333, roll 56, to choose", "a:5=50 6 - - -"),
        ("0 0 0, seat 1, roll 11346, offered to 2", "1=100 1=100 3 4 6"),
        ("0 0 0, seat 1, pot 300, held 333", "? ? - - -"),
        ("9999 0 0, seat 1, won by 1", "- - - - -"),
    ],
)
def test_the_dice_on_the_table(text: str, expected: str) -> None:
    dice = next(area for area in seen(text).areas if area.key == "roll")
    assert [spot.key for spot in dice.spots] == ["d1", "d2", "d3", "d4", "d5"]
    found = []
    for spot in dice.spots:
        faces = "".join(token.face or "?" for token in spot.tokens) or "-"
        label, note = f"{spot.label}:" if spot.label else "", f"={spot.note}" if spot.note else ""
        found.append(f"{label}{faces}{note}")
        assert spot.tone == ("good" if note else "muted" if faces.isdigit() else "")
    assert " ".join(found) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            CHOOSING,
            [
                ("hold 333 5", "Roll 1 die", "d1 d2", "", "pot 700, bust 67%", True),
                ("hold 333", "Roll 2 dice", "d1", "", "pot 650, bust 44%", False),
                ("hold 5", "Roll 4 dice", "d2", "", "pot 400, bust 16%", False),
                ("end", "End the turn", "", "e", "offers Mike all 700", False),
            ],
        ),
        (
            "0 0 0, seat 1, roll 11346, to hold",
            [
                ("hold 1 1", "Roll 3 dice", "d1 d2", "", "pot 200, bust 28%", True),
                ("hold 1", "Roll 4 dice", "d1", "", "pot 100, bust 16%", False),
            ],
        ),
        (
            "0 0 0, seat 3, roll 33345, offered to 1",
            [
                ("steal", "Steal", "", "s", "you must roll 1 die or more, bust 67%", False),
                ("decline", "Decline", "", "d", "José banks 350", False),
            ],
        ),
        ("0 0 0, seat 1", []),
    ],
)
def test_choices(text: str, expected: list[tuple[str, str, str, str, str, bool]]) -> None:
    choices = seen(text).choices
    assert [
        (c.text, c.label, " ".join(c.on), c.key, c.hint, c.default) for c in choices
    ] == expected


def test_the_last_turn_is_banked() -> None:
    rules = ThiefRules(Options(turn_limit=7), 3)
    assert seen(CHOOSING, rules=rules).choices[-1].hint == "banks all 700"


def test_all_that_counts_is_marked_at_first() -> None:
    assert seen(CHOOSING).marks == ("d1", "d2")
    assert seen("0 0 0, seat 1, roll 11556, to hold").marks == ("d1", "d2", "d3", "d4")
    assert seen("0 0 0, seat 1, roll 11556, offered to 2", viewer=1).marks is None


@pytest.mark.parametrize(
    ("text", "typed", "meant"),
    [
        (CHOOSING, "", ["hold 333 5"]),
        (CHOOSING, "e", ["end"]),
        (CHOOSING, "hold 5", ["hold 5"]),
        ("0 0 0, seat 3, roll 33345, offered to 1", "s", ["steal"]),
        ("0 0 0, seat 3, roll 33345, offered to 1", "D", ["decline"]),
        ("0 0 0, seat 3, roll 33345, offered to 1", "", []),
    ],
)
def test_what_is_typed(text: str, typed: str, meant: list[str]) -> None:
    assert [choice.text for choice in resolve(seen(text), typed)] == meant


@pytest.mark.parametrize(
    ("text", "actor"),
    [
        (CHOOSING, 0),
        ("0 0 0, seat 2, roll 11346, offered to 3", 2),
        ("0 0 0, seat 2, roll 11346, to hold", 1),
    ],
)
def test_choices_are_only_for_the_one_who_is_to_act(text: str, actor: int) -> None:
    for viewer in (0, 1, 2, None):
        found = seen(text, viewer)
        assert bool(found.choices) == (viewer == actor)
        assert (found.marks is not None) == (viewer == actor and "offered" not in text)


def random_scenes(count: int) -> list[Scene]:
    rules, rng, scenes = ThiefRules(players=6), Random(5), list[Scene]()
    names = tuple(f"Name of 15 char{seat}" for seat in range(6))
    state = rules.initial()
    while len(scenes) < count:
        node = rules.node(state)
        viewer = node.player if isinstance(node, Decision) else None
        scenes.append(named(scene(rules, state, viewer), names))
        if isinstance(node, Decision):
            state = rules.apply(state, rng.choice(node.actions))
        elif isinstance(node, Chance):
            state = rules.apply(state, sample(node, rng))
        else:
            state = rules.initial()
    return scenes


@pytest.mark.parametrize("style", [UNICODE, ASCII, Style(emoji=False)], ids=str)
def test_the_boxes_line_up_and_fit_80_columns(style: Style) -> None:
    for drawing in random_scenes(100):
        lines = render(drawing, GLYPHS, style)
        assert all(cell_len(line) <= 80 for line in lines)
        assert not style.ascii or "".join(lines).isascii()
        start = lines.index("  Dice on the table") + 1
        box = lines[start : start + 3]
        assert [line[2] for line in box] == [*("+|+" if style.ascii else "╭│╰")]
        assert len({cell_len(line) for line in box}) == 1
        assert lines[start + 3].startswith("  Held before: ")


def test_every_glyph_is_ascii() -> None:
    assert sorted(GLYPHS) == ["1", "2", "3", "4", "5", "6"]
    for face, glyph in GLYPHS.items():
        assert glyph.emoji == glyph.ascii == face


def test_the_scoreboard_shows_the_pot_as_it_would_be_while_dice_are_marked() -> None:
    shown = seen("2400 0 0, seat 1, pot 100, held 1, roll 1356, to choose")
    stakes = [marked(shown, keys).scores[0].stake for keys in ((), ("d1",), ("d2",), ("d1", "d2"))]
    assert stakes == [100, 200, 150, 250]
    again = marked(marked(shown, ()), ("d1", "d2"))
    assert again == shown, "there and back"


def test_the_tray_shows_the_pot_as_it_would_be_too() -> None:
    def told(shown: Scene) -> str:
        held = shown.spot("h1")
        assert held is not None
        return held.note

    shown = seen("2400 0 0, seat 1, pot 0, roll 11356, to choose")
    notes = [told(marked(shown, keys)) for keys in ((), ("d1",), ("d1", "d2", "d3"))]
    assert notes == ["pot 0", "pot 100", "pot 250"]
    assert told(marked(marked(shown, ()), ("d1",))) == "pot 100"


@pytest.mark.parametrize("waiting", ["to choose", "to hold"])
def test_the_question_with_all_its_letters_is_one_line_of_80_columns(waiting: str) -> None:
    """Whoever is asked: names have up to 24 cells."""
    state = place(f"0 0 0, seat 1, roll 11556, {waiting}")
    asked = named(scene(RULES, state, 0), ("Bartholomew von Hohenstein"[:24], "Ben", "Cem"))
    lines = draw(asked, GLYPHS, Look(), (80, 23)).lines()
    (question,) = (text for text in lines if "hold which dice?" in text)
    assert question.rstrip().endswith("letters a✓ b✓ c✓ d✓")


@pytest.mark.parametrize("cards", [False, True])
def test_on_a_low_screen_choices_keep_their_hints_and_dice_their_form(cards: bool) -> None:
    """Whatever the message is, and whether or not a card can be played."""
    rules, rng, plans, message = GAME.rules(players=3, cards=cards), Random(8), Plans(), ""
    state, forms, names = rules.initial(), dict[bool, set[int]](), ("Ann", "Ben", "Cem")
    for _ in range(150):
        node = rules.node(state)
        if isinstance(node, Decision):
            asked = scene_of(GAME, rules, state, node.player, names)
            shown = replace(asked, message=asked.message or message)
            lines = draw(shown, GLYPHS, Look(), (60, 19), plans=plans).lines()
            if shown.marks is not None:
                assert "bust " in "".join(lines[-6:]), "\n".join(lines)
                title = next(y for y, text in enumerate(lines) if "Dice on the table" in text)
                held = next(y for y, text in enumerate(lines) if text.strip().startswith("Held"))
                has_hand = any("Your cards" in text for text in lines)
                forms.setdefault(has_hand, set()).add(held - title)
            action = rng.choice(node.actions)
        elif isinstance(node, Chance):
            action = sample(node, rng)
        else:
            break
        steps = steps_of(GAME, rules, state, action, None, names)
        message = next((step.text for step in reversed(steps) if step.text), message)
        state = rules.apply(state, action)
    assert all(len(heights) == 1 for heights in forms.values()), forms
