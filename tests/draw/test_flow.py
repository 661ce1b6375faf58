"""Whole scenes as text: drawings written out, then what holds for every scene and width."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from gamenight.core.scene import Area, Choice, Glyph, Scene, ScoreRow, Spot, Token, Tone
from gamenight.draw.layouts.flow import legend, render, render_choices, tone_signs
from gamenight.draw.style import Style
from tests.draw.scenes import (
    CIRCUIT,
    CIRCUIT_GLYPHS,
    OWARE,
    SAMPLES,
    THIEF,
    ZOMBIE,
    ZOMBIE_GLYPHS,
    Glyphs,
)
from tests.effort import times

SGR = re.compile(r"\x1b\[[0-9;]*m")
STYLES = [Style(), Style(color=True), Style(ascii=True), Style(emoji=False)]


def drawing(text: str) -> list[str]:
    """The lines of a drawing that is indented by eight in the test."""
    return [row[8:] for row in text.splitlines()[1:-1]]


def plain(lines: list[str]) -> list[str]:
    return [SGR.sub("", text) for text in lines]


def test_oware_is_a_board_with_stores() -> None:
    assert render(OWARE, {}, Style()) == drawing("""
        Oware                                                                    move 23
        > Ama   ━━━━━───────────────  7  South
          Kofi  ━━━━────────────────  5  North

                       1        2        3        4        5        6
          ╭────────┬────────┬────────┬────────┬────────┬────────┬────────┬────────╮
          │  Kofi  │   2    │   1    │   3    │   ·    │   5    │   2    │  ●●●   │
          │   5    │   ●●   │   ●    │  ●●●   │        │ ●●●●●  │   ●●   │  ●●●●  │
          │ store  ├────────┼────────┼────────┼────────┼────────┼────────┤ store  │
          │ ●●●●●  │   4    │   ·    │   7    │   2    │   1    │   9    │   7    │
          │        │  ●●●●  │        │●●●●●●● │   ●●   │   ●    │●●●●●●●+│  Ama   │
          ╰────────┴────────┴────────┴────────┴────────┴────────┴────────┴────────╯
                      [1]       2       [3]      [4]      [5]      [6]

        Kofi sowed 3 seeds from house 2 and captured nothing.
        Ama, which house do you sow?  1 3 4 5 6
        [4] captures 2   [6] lands on 3
    """)


def test_oware_in_ascii() -> None:
    assert render(OWARE, {}, Style(ascii=True)) == drawing("""
        Oware                                                                    move 23
        > Ama   =====---------------  7  South
          Kofi  ====----------------  5  North

                       1        2        3        4        5        6
          +--------+--------+--------+--------+--------+--------+--------+--------+
          |  Kofi  |   2    |   1    |   3    |   -    |   5    |   2    |  ooo   |
          |   5    |   oo   |   o    |  ooo   |        | ooooo  |   oo   |  oooo  |
          | store  +--------+--------+--------+--------+--------+--------+ store  |
          | ooooo  |   4    |   -    |   7    |   2    |   1    |   9    |   7    |
          |        |  oooo  |        |ooooooo |   oo   |   o    |ooooooo+|  Ama   |
          +--------+--------+--------+--------+--------+--------+--------+--------+
                      [1]       2       [3]      [4]      [5]      [6]

        Kofi sowed 3 seeds from house 2 and captured nothing.
        Ama, which house do you sow?  1 3 4 5 6
        [4] captures 2   [6] lands on 3
    """)


def test_oware_at_forty_columns_is_a_smaller_board() -> None:
    assert render(OWARE, {}, Style(width=40))[4:11] == drawing("""
                  1   2   3   4   5   6
          ╭─────┬───┬───┬───┬───┬───┬───┬─────╮
          │Kofi │ 2 │ 1 │ 3 │ · │ 5 │ 2 │store│
          │  5  ├───┼───┼───┼───┼───┼───┤  7  │
          │store│ 4 │ · │ 7 │ 2 │ 1 │ 9 │ Ama │
          ╰─────┴───┴───┴───┴───┴───┴───┴─────╯
                 [1]  2  [3] [4] [5] [6]
    """)


def test_zombie_dice_in_their_boxes_and_trays() -> None:
    assert render(ZOMBIE, ZOMBIE_GLYPHS, Style()) == drawing("""
        Zombie Dice               player Marina · turn 4 · bag 6 dice · to win 13 brains
        > Marina    ●●●●●●◐◐◐○○○○   6 + [3]  turns 3
          Carvalho  ●●●●○○○○○○○○○   4        turns 3
          Vinícius  ●●●●●●●●●●●○○  11        turns 3

          Rolling
          ╭────────╮ ╭─────────╮ ╭─────────╮
          │ 👣(🟥) │ │ 🧠(🟩)+ │ │ 💥(🟨)! │
          ╰────────╯ ╰─────────╯ ╰─────────╯
          🧠 Brains:   🟨 🟩 🟩 (3)
          💥 Shotguns: 🟩 🟥 (2)

        ! You rolled footprints, a brain and a shotgun: 3 brains, 2 shotguns.
        Marina, roll on or hold?
        [Enter/R] Roll 3 dice  1 kept + 2 from the bag · shot out 42%
        [H] Hold, keep 3 brains
    """)


def test_zombie_dice_in_ascii() -> None:
    assert render(ZOMBIE, ZOMBIE_GLYPHS, Style(ascii=True))[1:10] == drawing("""
        > Marina    ######+++....   6 + [3]  turns 3
          Carvalho  ####.........   4        turns 3
          Vinicius  ###########..  11        turns 3

          Rolling
          +---------+ +-----------+ +----------+
          | foot(R) | | brain(G)+ | | shot(Y)! |
          +---------+ +-----------+ +----------+
          Brains:   Y G G (3)
    """)


def test_thief_marks_what_is_held() -> None:
    assert render(THIEF, {}, Style()) == drawing("""
        Thief                                                    target 10 000 · round 1
        > Sarah  ━━━━╍───────────────  2300 + [350]
          Mike   ━━━━━━━━━───────────  4500
          José   ━───────────────────   300
          Fran   ━━──────────────────  1200

          Held
          ╭─────╮
          │ 1✓  │
          ╰─100─╯
          This roll
          ╭──[a]✓───╮ ╭─────╮ ╭─[b]✓─╮
          │ [3 3 3] │ │  4  │ │  5   │
          ╰───300───╯ ╰──–──╯ ╰──50──╯

        Sarah rolled 3 3 4 3 5: a set of threes and a five count.
        Sarah, choose what to hold (at least one), then roll the rest.  letters a✓ b✓
        [Enter] Roll 1 die  pot 700 · bust 2/3   [E] End the turn  offers 700 to Mike
    """)


def test_circuit_has_scores_and_cards_in_the_hole() -> None:
    assert render(CIRCUIT, CIRCUIT_GLYPHS, Style()) == drawing("""
        Circuit                              laps 3 · dice 2d6 · last roll 7 = 4 + 5 - 2
           🚀   🚀   ⏰   🌀   🚀   🌀  🌙4   ·    🌀   🚀   🌀   ·    💣   ·
           1    2    3   4 A   5    6    7    8    9    10   11   12   13   14
           🌀     3 Cleo  ●○○  1  tile 18  rank 1st                         🃏
           40     4 Dan   ●○○  1  tile 18  rank 1st                         15
           🚀   > 1 Ann   ●○○  1  tile 4   rank 3rd                        🌙3
           39     2 Bob   ○○○  0  tile 29  rank 4th                         16
           🌀                                                               💣
           38   Your hand (secret)                                          17
           ·    [a]  Overload      a player's rolls -2                      ·
           37   [b]  Repeat        Speed up, for Cleo                      18CD
           🚀   [c]  Cancellation  removes a card                           ·
           36   In play                                                     19
           🃏   x  Overload      on Cleo, by Bob                            🌀
           35   y  Acceleration  on everybody                               20
           🌀   🌀   🌀   🌀   ·    ·    ·    💣   ·   🌙1   ·    ⏰   ·    🚀
           34   33   32   31   30  29 B  28   27   26   25   24   23   22   21

        Cleo rolled 9 - 2 = 7, landed on Speed up and went 4 on, to tile 18.
        Ann, play a card or roll.  a 1/2/3/4   b   c x/y
        [Enter] Roll 2d6 + 1  Acceleration +1
    """)


def test_choices_are_explained_line_by_line() -> None:
    assert render_choices(CIRCUIT, CIRCUIT_GLYPHS, Style()) == drawing("""
        Enter  Roll 2d6 + 1              Acceleration +1
        a 1    Overload on Ann
        a 2    Overload on Bob
        a 3    Overload on Cleo
        a 4    Overload on Dan
        b      Repeat Speed up for Cleo
        c x    Cancel Overload
        c y    Cancel Acceleration
    """)
    assert render_choices(Scene("Nothing"), {}, Style()) == ["There is nothing to choose now."]


def test_choices_that_begin_alike_are_told_in_words() -> None:
    overloads = tuple(choice for choice in CIRCUIT.choices if choice.on[:1] == ("ha",))
    assert render(replace(CIRCUIT, choices=overloads), CIRCUIT_GLYPHS, Style())[-3:] == drawing("""
        Ann, play a card or roll.
        [a 1] Overload on Ann   [a 2] Overload on Bob   [a 3] Overload on Cleo
        [a 4] Overload on Dan
    """)


def test_choices_without_spots_or_keys_are_their_words() -> None:
    scene = Scene("Any", ask="What?", choices=(Choice("up", "up"), Choice("dn", "go down")))
    assert render(scene, {}, Style())[1:] == ["What?", "[up]   [dn] go down"]


def test_legend_tells_face_name_and_help() -> None:
    assert legend(ZOMBIE_GLYPHS, Style()) == drawing("""
        👣  footprints  roll it again
        🧠  brain       a point
        💥  shotgun     three end the turn
    """)
    assert legend({"a": Glyph("⚓", "&", "anchor")}, Style(ascii=True)) == ["&  anchor"]


def test_status_goes_below_the_title_when_there_is_no_room() -> None:
    assert render(ZOMBIE, ZOMBIE_GLYPHS, Style(width=40))[:3] == drawing("""
        Zombie Dice
          player Marina   turn 4   bag 6 dice
          to win 13 brains
    """)


def test_names_are_in_the_colour_of_the_player() -> None:
    lines = render(OWARE, {}, Style(color=True))
    assert "\x1b[1;96mAma\x1b[0m" in lines[1]
    assert "\x1b[1;95mKofi\x1b[0m" in lines[2]
    assert lines[-3].startswith("\x1b[1;95mKofi\x1b[0m sowed 3 seeds")


@pytest.mark.parametrize(("tone", "ink"), [("good", "32"), ("danger", "91"), ("held", "33")])
def test_message_is_in_the_ink_of_its_tone(tone: Tone, ink: str) -> None:
    lines = render(Scene("T", message="It happened.", tone=tone), {}, Style(color=True))
    assert f"\x1b[{ink}mIt happened.\x1b[0m" in lines[1]


def test_tone_has_a_sign_where_there_is_no_colour() -> None:
    assert render(Scene("T", message="Ouch.", tone="danger"), {}, Style())[1] == "! Ouch."


def test_live_labels_are_highlighted() -> None:
    lines = render(OWARE, {}, Style(color=True))
    assert "\x1b[1;93m[3]\x1b[0m" in lines[12]
    assert "\x1b[90m2\x1b[0m" in lines[12]


def test_ascii_spells_names() -> None:
    lines = render(THIEF, {}, Style(ascii=True))
    assert lines[3].startswith("  Jose ")


def can_be_typed(scene: Scene, choice: Choice, lines: list[str]) -> bool:
    """Whether the lines show a way to type the choice."""
    text = "\n".join(lines)
    if choice.default and "[Enter" in text:
        return True
    if choice.key and re.search(rf"[\[/]{re.escape(choice.key)}[\]/]", text):
        return True
    labels = [scene.label(key) for key in choice.on]
    footer = "\n".join(lines[-4:])
    if labels and all(labels):
        return all(re.search(rf"(?<!\w){re.escape(label)}(?!\w)", footer) for label in labels)
    return choice.text in text


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("style", STYLES)
def test_every_width_fits_and_keeps_the_choices(name: str, style: Style) -> None:
    scene, glyphs = SAMPLES[name]
    for width in range(40, 121, 5):
        lines = render(scene, glyphs, replace(style, width=width))
        assert all(cell_len(text) <= width and text == text.rstrip() for text in plain(lines))
        assert all(can_be_typed(scene, choice, plain(lines)) for choice in scene.choices)


@pytest.mark.parametrize("name", SAMPLES)
def test_typical_scene_fits_the_reference_terminal(name: str) -> None:
    lines = render(*SAMPLES[name], Style())
    assert len(lines) <= (27 if name == "long circuit" else 22)


@pytest.mark.parametrize("name", SAMPLES)
def test_colour_changes_no_text_but_signs_of_tone(name: str) -> None:
    scene, glyphs = SAMPLES[name]
    colored = "".join(plain(render(scene, glyphs, Style(color=True))))
    bare = "".join(render(scene, glyphs, Style()))
    skeleton = re.compile(r"[!+\s─]")
    assert skeleton.sub("", colored) == skeleton.sub("", bare)


@pytest.mark.parametrize("name", SAMPLES)
def test_ascii_is_ascii(name: str) -> None:
    scene, glyphs = SAMPLES[name]
    style = Style(ascii=True)
    drawn = render(scene, glyphs, style) + render_choices(scene, glyphs, style)
    assert "".join(drawn + legend(glyphs, style)).isascii()


words = st.text(max_size=12)
tones = st.sampled_from(["", "good", "danger", "held", "muted"])
faces = st.sampled_from(["", "3", "foot", "shot", "長い", "é"])
seats = st.none() | st.integers(0, 9)
places = st.none() | st.tuples(st.integers(-1, 6), st.integers(-1, 9))
tokens = st.builds(
    Token,
    st.sampled_from(["die", "seed", "pawn", "card"]),
    faces,
    st.sampled_from(["", "red", "brown", "teal"]),
    seats,
    st.integers(0, 70),
    tones,
)
spots = st.builds(
    Spot,
    st.sampled_from("abcdefgh"),
    st.sampled_from(["", "1", "12", "a", "label"]),
    words,
    st.lists(tokens, max_size=4).map(tuple),
    faces,
    words,
    seats,
    tones,
    places,
    st.tuples(st.integers(0, 3), st.integers(1, 3)),
)
areas = st.builds(
    Area,
    words,
    words,
    st.sampled_from(["row", "grid", "ring", "pile", "list"]),
    st.lists(spots, max_size=14).map(tuple) | spots.map(lambda spot: (spot,) * 70),
    st.sampled_from(["cell", "pit", "lane", "tray", "tile"]),
    st.integers(0, 3),
    faces,
    st.booleans(),
)
points = st.integers(-5, 20000)
rows = st.builds(
    ScoreRow,
    st.sampled_from("abpq"),
    st.integers(0, 9),
    words,
    points,
    st.none() | points,
    st.none() | points,
    st.lists(words, max_size=3).map(tuple),
    st.booleans(),
)
options = st.builds(
    Choice,
    words,
    words,
    st.lists(st.sampled_from("abcdpz"), max_size=3).map(tuple),
    st.sampled_from(["", "R"]),
    words,
    st.booleans(),
)
scenes = st.builds(
    Scene,
    words,
    st.lists(words, max_size=3).map(tuple),
    st.lists(rows, max_size=4).map(tuple),
    words,
    st.lists(areas, max_size=3).map(tuple),
    st.text(max_size=120),
    tones,
    words,
    st.lists(options, max_size=5).map(tuple),
    st.none() | st.lists(st.sampled_from("abcd"), max_size=2).map(tuple),
)
styles = st.builds(Style, st.integers(40, 200), st.booleans(), st.booleans(), st.booleans())


@settings(max_examples=times(25), deadline=None)
@given(scenes, styles)
def test_any_scene_can_be_drawn(scene: Scene, style: Style) -> None:
    glyphs: Glyphs = ZOMBIE_GLYPHS
    drawn = [render(scene, glyphs, style), render_choices(scene, glyphs, style)]
    for lines in drawn:
        assert lines
        for text in plain(lines):
            assert cell_len(text) <= style.width
            assert text == text.rstrip()
            assert text.isascii() or not style.ascii


def test_signs_that_stand_for_colours_are_explained() -> None:
    board = Area("board", "Board", "row", (Spot("a", tone="good"), Spot("b", tone="danger")))
    scene = Scene("Signs", areas=(board,))
    assert tone_signs(scene, Style()) == ["+ counts for you", "! in danger"]
    assert tone_signs(replace(scene, areas=()), Style()) == []
    assert tone_signs(scene, Style(color=True)) == tone_signs(scene, Style(spoken=True)) == []
