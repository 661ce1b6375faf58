"""Areas, tokens and scores, each shape and look as a drawing."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from gamenight.core.scene import (
    Area,
    AreaLook,
    AreaShape,
    Choice,
    Glyph,
    Scene,
    ScoreRow,
    Spot,
    Token,
)
from gamenight.draw.layouts.flow import render
from gamenight.draw.line import line
from gamenight.draw.style import Style
from gamenight.draw.transliteration import to_ascii
from tests.draw.scenes import (
    CIRCUIT_GLYPHS,
    OWARE,
    PREYS,
    PREYS_GLYPHS,
    THIEF,
    ZOMBIE_GLYPHS,
    Glyphs,
    circuit,
)

DIE = Token("die", "3")


def drawing(text: str) -> list[str]:
    """The lines of a drawing that is indented by eight in the test."""
    return [row[8:] for row in text.splitlines()[1:-1]]


def area(
    shape: AreaShape,
    spots: Sequence[Spot],
    look: AreaLook = "cell",
    title: str = "",
    secret: bool = False,
) -> Area:
    return Area("area", title, shape, tuple(spots), look, 0, secret=secret)


def drawn(
    part: Area,
    width: int = 80,
    glyphs: Glyphs | None = None,
    choices: tuple[Choice, ...] = (),
    style: Style | None = None,
) -> list[str]:
    """The lines of one area alone, without the indent."""
    scene = Scene("", areas=(part,), choices=choices)
    known = ZOMBIE_GLYPHS if glyphs is None else glyphs
    return [text[2:] for text in render(scene, known, style or Style(width=width))]


@pytest.mark.parametrize(
    ("token", "unicode", "ascii_form"),
    [
        (Token("die", "3"), "3", "3"),
        (Token("die"), "□", "_"),
        (Token("die", "foot", "red"), "👣(🟥)", "foot(R)"),
        (Token("die", color="yellow"), "🟨", "Y"),
        (Token("die", color="black"), "⬛", "K"),
        (Token("die", color="teal"), "teal", "teal"),
        (Token("die", "5", tone="held"), "5✓", "5*"),
        (Token("die", "shot", tone="danger"), "💥!", "shot!"),
        (Token("die", "4", tone="muted"), "4", "4"),
        (Token("seed", count=4), "●×4", "ox4"),
        (Token("pawn", "7"), "7", "7"),
        (Token("pawn", owner=2), "3", "3"),
        (Token("card", "é"), "é", "e"),
        (Token("card", count=12), "▒×12", "#x12"),
    ],
)
def test_a_token(token: Token, unicode: str, ascii_form: str) -> None:
    part = area("row", [Spot("a", tokens=(token,))])
    assert drawn(part)[1].strip("│ ") == unicode
    assert drawn(part, style=Style(ascii=True))[1].strip("| ") == ascii_form


def test_without_emoji_faces_are_words_in_drawn_boxes() -> None:
    part = area("row", [Spot("a", tokens=(Token("die", "foot", "red"),))])
    assert drawn(part, style=Style(emoji=False)) == drawing("""
        ╭─────────╮
        │ foot(R) │
        ╰─────────╯
    """)


def test_row_goes_on_below_when_it_is_too_long() -> None:
    part = area("row", [Spot(str(n), str(n), tokens=(DIE,), note=f"{n}0") for n in range(1, 8)])
    assert drawn(part, 42) == drawing("""
        ╭──1──╮ ╭──2──╮ ╭──3──╮ ╭──4──╮ ╭──5──╮
        │  3  │ │  3  │ │  3  │ │  3  │ │  3  │
        ╰─10──╯ ╰─20──╯ ╰─30──╯ ╰─40──╯ ╰─50──╯
        ╭──6──╮ ╭──7──╮
        │  3  │ │  3  │
        ╰─60──╯ ╰─70──╯
    """)


def test_set_is_one_unit_in_one_frame() -> None:
    part = area("row", [Spot("a", "a", tokens=(DIE,) * 3), Spot("b", tokens=(DIE,), tone="held")])
    assert drawn(part, choices=(Choice("hold", "Hold", ("a",)),))[:3] == drawing("""
        ╭───[a]───╮ ╭─────╮
        │ [3 3 3] │ │ 3✓  │
        ╰─────────╯ ╰─────╯
    """)


def test_lanes_share_their_borders_and_pawns_stand_on_the_ground() -> None:
    assert render(PREYS, PREYS_GLYPHS, Style())[5:10] == drawing("""
          ╭────────┬───┬───┬───┬───┬───┬───┬───┬───┬───┬─────╮
          │  boat  │   │   │   │   │   │   │   │   │   │     │
          │   🚤   │   │   │   │ 5 │   │   │   │   │   │ sea │
          │ 1 6 4! │   │   │   │ ▓ │   │ 3 │   │   │ 2 │ 🌊  │
          ╰────────┴───┴───┴───┴───┴───┴───┴───┴───┴───┴─────╯
    """)


def test_grid_labels_are_outside_in_the_top_and_bottom_rows() -> None:
    pawn = (Token("pawn", "x"),)
    spots = [
        Spot(f"{row}{column}", f"{row}{column}", "", pawn * (i == column), at=(i, column))
        for i, row in enumerate("abc")
        for column in range(3)
    ]
    assert drawn(area("grid", spots)) == drawing("""
          a0   a1   a2
        ╭────┬────┬────╮
        │ x  │    │    │
        ├────┼────┼────┤
        │ b0 │ b1 │ b2 │
        │    │ x  │    │
        ├────┼────┼────┤
        │    │    │ x  │
        ╰────┴────┴────╯
          c0   c1   c2
    """)


def test_grid_has_holes_and_spans() -> None:
    spots = [
        Spot("wide", name="wide", at=(0, 0), span=(1, 2)),
        Spot("tall", name="tall", at=(0, 3), span=(2, 1)),
        Spot("one", name="one", at=(1, 1)),
    ]
    assert drawn(area("grid", spots), style=Style(ascii=True)) == drawing("""
        +---------+   +------+
        |  wide   |   |      |
        +---+-----+   | tall |
            | one |   |      |
            +-----+   +------+
    """)


@pytest.mark.parametrize(
    "places", [[(0, 0), (0, 0)], [(0, 0), (-1, 2)], [(0, 0), (0, 70)]], ids=str
)
def test_what_is_no_grid_is_a_list(places: list[tuple[int, int]]) -> None:
    spots = [Spot(str(n), str(n), f"spot {n}", at=at) for n, at in enumerate(places)]
    assert drawn(area("grid", spots)) == ["0  spot 0", "1  spot 1"]


def test_pits_without_room_are_a_list() -> None:
    pits = [Spot(f"p{n}", str(n), tokens=(Token("seed", count=n),) * (n > 0)) for n in range(15)]
    lines = drawn(area("row", pits, look="pit"), 40)
    assert lines[:2] == ["0   ○", "1   1 ●"]
    assert lines[14] == "14  14 ●●●●●●●●●●●+"


@pytest.mark.parametrize("count", [0, 1, 8, 9, 48])
def test_pit_shows_the_number_and_as_many_dots_as_fit(count: int) -> None:
    pit = Spot("p", "1", tokens=(Token("seed", count=count),) * (count > 0), at=(0, 0))
    others = [Spot(f"o{n}", at=(0, n)) for n in range(1, 8)]
    number, dots = drawn(area("grid", [pit, *others], look="pit"))[2:4]
    assert number.split("│")[1].strip() == (str(count) if count else "·")
    expected = "●" * count if count <= 8 else "●" * 7 + "+"
    assert dots.split("│")[1].strip() == expected


def test_pile_and_tray_are_one_line() -> None:
    deck = area("pile", [Spot("d", tokens=(Token("card", count=12),))], title="Deck")
    assert drawn(deck) == ["Deck: ▒×12 (12)"]
    empty = area("row", [], look="tray", title="Brains")
    assert drawn(empty) == ["Brains: (0)"]


def test_list_lines_up_and_tells_a_secret() -> None:
    hand = area(
        "list",
        [
            Spot("1", "a", tokens=(Token("card", "foot"),), note="roll again"),
            Spot("2", "bb", "Two", note="a note"),
            Spot("3", "c", tokens=(Token("card"),)),
        ],
        title="Hand",
        secret=True,
    )
    assert drawn(hand) == drawing("""
        Hand (secret)
        a   👣 footprints  roll again
        bb  Two            a note
        c   ▒ face down
    """)


@pytest.mark.parametrize(
    ("title", "sign", "head"),
    [("Hand", "", ["Hand (secret)"]), ("", "shot", ["💥 (secret)"]), ("", "", [])],
)
def test_a_secret_is_told_of_what_has_a_name(title: str, sign: str, head: list[str]) -> None:
    hand = Area("area", title, "list", (Spot("1", "a", "One"),), sign=sign, secret=True)
    assert drawn(hand) == [*head, "a  One"]


@pytest.mark.parametrize(("tiles", "ring"), [(8, True), (40, True), (100, False), (200, False)])
def test_ring_without_room_is_lines_of_tiles_and_none_is_left_out(tiles: int, ring: bool) -> None:
    scene = circuit(tiles)
    lines = render(Scene("", areas=scene.areas[:1]), CIRCUIT_GLYPHS, Style(ascii=True))
    words = re.findall(r"\d+", " ".join(lines))
    assert {str(n) for n in range(1, tiles + 1)} <= set(words)
    assert (lines[3].split()[0] == str(tiles)) is ring, "the last tile is below the first one"


def test_small_ring_goes_clockwise() -> None:
    part = area("ring", [Spot(f"t{n}", str(n)) for n in range(1, 11)], look="tile")
    assert drawn(part) == drawing("""
         ·    ·    ·    ·
         1    2    3    4
         ·              ·
         10             5
         ·    ·    ·    ·
         9    8    7    6
    """)


def test_legend_is_beside_a_ring_whose_hole_is_too_small() -> None:
    faces = {1: "speed", 4: "bomb", 7: "worm"}
    spots = [Spot(f"t{n}", str(n), face=faces.get(n, "")) for n in range(1, 11)]
    part = area("ring", spots, look="tile")
    assert drawn(part, glyphs=CIRCUIT_GLYPHS) == drawing("""
         🚀   ·    ·    💣     🚀  Speed up     4 on
         1    2    3    4      💣  Atomic bomb  all to tile 1
         ·              ·      🌀  Wormhole     4 back
         10             5
         ·    ·    🌀   ·
         9    8    7    6
    """)
    assert "Speed up" not in "".join(drawn(part, 48, CIRCUIT_GLYPHS))


@pytest.mark.parametrize(("faces", "legend"), [(7, True), (9, False)])
def test_legend_beside_a_ring_is_hardly_longer_than_it(faces: int, legend: bool) -> None:
    spots = [Spot(f"t{n}", str(n), face=f"f{n % faces}") for n in range(1, 10)]
    signs = {f"f{n}": Glyph(str(n), str(n), f"Face {n}") for n in range(9)}
    lines = drawn(area("ring", spots, look="tile"), glyphs=signs)
    assert ("Face 5" in "".join(lines)) is legend


@pytest.mark.parametrize(
    ("names", "standing"),
    [
        ("A", "12 A"),
        ("AB", "12AB"),
        ("ABCDEF", "12×6"),
        ("AA", "12×2"),
    ],
)
def test_pawns_stand_beside_the_label_of_their_tile(names: str, standing: str) -> None:
    rows = tuple(ScoreRow(f"p{n}", n, name + "nn", 0) for n, name in enumerate(names))
    pawns = tuple(Token("pawn", owner=seat) for seat in range(len(names)))
    spots = [Spot("t0", "12", tokens=pawns), *(Spot(f"t{n}", str(n)) for n in range(1, 10))]
    scene = Scene("", scores=rows, areas=(area("ring", spots, look="tile"),))
    assert standing in "\n".join(render(scene, {}, Style()))


def scores(*rows: ScoreRow, width: int = 80, style: Style | None = None) -> list[str]:
    return render(Scene("", scores=rows, unit=""), {}, style or Style(width=width))


def test_scores_have_pips_to_a_small_goal_and_a_bar_to_a_large_one() -> None:
    pips = ScoreRow("a", 0, "Ann", 6, 3, 13, current=True)
    bar = ScoreRow("b", 1, "Bob", 2500, 500, 10000, ("late",))
    assert scores(pips, bar) == drawing("""
        > Ann  ●●●●●●◐◐◐○○○○            6 + [3]
          Bob  ━━━━━╍──────────────  2500 + [500]  late
    """)
    assert scores(pips, bar, style=Style(ascii=True)) == drawing("""
        > Ann  ######+++....            6 + [3]
          Bob  =====+--------------  2500 + [500]  late
    """)


@pytest.mark.parametrize(
    ("value", "filled"), [(-3, 0), (0, 0), (1, 1), (99, 19), (100, 20), (101, 20)]
)
def test_bar_is_full_only_at_the_goal(value: int, filled: int) -> None:
    assert scores(ScoreRow("a", 0, "Ann", value, goal=100))[0].count("━") == filled


def test_long_name_and_facts_wrap() -> None:
    row = ScoreRow(
        "a", 0, "Maximiliane von und zu Hohenstein-Gern", 12, facts=("in the lead by far",)
    )
    assert scores(row, width=40) == drawing("""
        Maximiliane von und zu Hohenstein-Gern
            12
            in the lead by far
    """)


def test_players_have_numbers_where_these_are_typed() -> None:
    row = ScoreRow("p0", 0, "Ann", 1)
    scene = Scene("", scores=(row,), choices=(Choice("hit", "Hit Ann", ("p0",)),))
    assert render(scene, {}, Style()) == ["  [1] Ann  1", "", "1"]


def test_pawns_of_players_with_one_initial_have_numbers() -> None:
    pawns = Spot("t", tokens=(Token("pawn", owner=0), Token("pawn", owner=1)))
    rows = (ScoreRow("a", 0, "Ann", 1), ScoreRow("b", 1, "Abe", 2))
    lines = render(Scene("", scores=rows, areas=(area("row", [pawns]),)), {}, Style())
    assert lines[:2] == ["  1 Ann  1", "  2 Abe  2"]
    assert lines[4].strip() == "│ 1 2 │"


BOARDS = [(OWARE, {}), (THIEF, {}), (PREYS, PREYS_GLYPHS)]


@pytest.mark.parametrize("width", range(40, 121, 8))
@pytest.mark.parametrize(("scene", "glyphs"), BOARDS, ids=lambda value: getattr(value, "title", ""))
def test_every_line_of_a_box_is_as_wide(scene: Scene, glyphs: Glyphs, width: int) -> None:
    lines = render(scene, glyphs, Style(width=width))
    tops = [index for index, text in enumerate(lines) if text.strip().startswith("╭")]
    assert tops
    for top in tops:
        bottom = next(n for n in range(top, len(lines)) if lines[n].strip().startswith("╰"))
        assert len({cell_len(text) for text in lines[top : bottom + 1]}) == 1


@given(st.lists(st.sampled_from(["🧠", "長い", "é", "ab", "🟥"]), min_size=1, max_size=6))
def test_boxes_of_wide_faces_are_even(faces: list[str]) -> None:
    part = area("row", [Spot("a", tokens=tuple(Token("die", face) for face in faces), note="n")])
    assert len({cell_len(text) for text in drawn(part)}) == 1


@pytest.mark.parametrize(
    ("text", "spelt"),
    [
        ("José", "Jose"),
        ("Łukasz Übel", "Lukasz Ubel"),
        ("3 × 4 → 12…", "3 x 4 -> 12..."),
        ("“a” – b’s", '"a" - b\'s'),
        ("▓●○✓·", "#o.*-"),
        ("ﬁn ½ 日", "fin 1/2 ?"),
    ],
)
def test_ascii_spelling(text: str, spelt: str) -> None:
    assert to_ascii(text) == spelt


def test_words_wrap_and_longer_ones_break() -> None:
    wrapped = line("one two  three extraordinary").wrap(9, indent=2)
    assert [text.plain for text in wrapped] == ["one two", "  three", "  extraor", "  dinary"]


def test_clipping_keeps_wide_characters_whole() -> None:
    assert line("長い名前").clip(6, "…").plain == "長い…"
    assert line("abc").clip(3, "…").plain == "abc"


def test_material_has_a_glyph_of_the_game_first() -> None:
    glyphs = {"red": Glyph("🍎", "apple", "apple")}
    part = area("row", [Spot("a", tokens=(Token("die", color="red"),))])
    assert drawn(part, glyphs=glyphs)[1] == "│ 🍎  │"
