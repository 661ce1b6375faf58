"""What stands out: tiles and their reach without pixels, pawns and seeds in large places, a hint,
and who is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.core.scene import Area, Choice, Scene, Spot, Token
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Focus
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.plans import Plans
from gamenight.draw.palette import DARK, Look
from gamenight.draw.parts.bowl_plan import BowlForm
from gamenight.draw.parts.bowls import _pit_holds
from gamenight.draw.parts.hollows import BALLS
from tests.draw.pictures import ASCII, LINES
from tests.draw.scenes import OWARE

TRACK = Area("track", "", "ring", tuple(Spot(f"t{n}", str(n)) for n in range(1, 25)), "tile", 0)
REACHED = tuple(f"t{n}" for n in range(2, 13))
RACE = Scene(
    "Race",
    areas=(TRACK,),
    ask="{0}, roll.",
    choices=(Choice("roll", "Roll", reach=REACHED, default=True),),
)


def holding(count: int) -> Scene:
    """Oware with so many seeds in one house."""
    board = OWARE.areas[0]
    spots = tuple(
        replace(spot, tokens=(Token("seed", count=count),)) if spot.key == "s1" else spot
        for spot in board.spots
    )
    return replace(OWARE, areas=(replace(board, spots=spots),))


def lines_of(picture: Picture, key: str) -> list[str]:
    place = picture.place(key)
    assert place is not None
    rows = picture.rows[place.y : place.y + place.height]
    return ["".join(text for text, _ in row[place.x : place.x + place.width]) for row in rows]


@pytest.mark.parametrize("look", [LINES, ASCII], ids=["lines", "ascii"])
def test_tiles_without_a_ground_have_a_line_which_tells_what_can_be_reached(look: Look) -> None:
    picture = draw(RACE, {}, look, (80, 24))
    strong, _, usual = look.signs.bar
    for spot in TRACK.spots:
        foot = lines_of(picture, spot.key)[-1]
        assert set(foot) == {strong if spot.key in REACHED else usual}, spot.key


def test_what_can_be_reached_is_told_in_ascii_with_grounds_too() -> None:
    picture = draw(RACE, {}, Look(ascii=True), (80, 24))
    assert set(lines_of(picture, "t2")[-1]) == {"="}
    assert not lines_of(picture, "t1")[-1].strip()


@pytest.mark.parametrize("size", [(160, 45), (200, 50)], ids=str)
@pytest.mark.parametrize("shape", ["ring", "grid"])
def test_a_pawn_in_a_large_place_is_a_tall_block(size: tuple[int, int], shape: str) -> None:
    pawn = Token("pawn", owner=0)
    spots = [replace(spot, tokens=(pawn,) * (spot.key == "t3")) for spot in TRACK.spots]
    if shape == "grid":
        spots = [replace(s, label="", at=divmod(n, 8)) for n, s in enumerate(spots)]
    look = "tile" if shape == "ring" else "cell"
    area = Area("track", "", shape, tuple(spots), look, 0)  # type: ignore[arg-type]
    told = lines_of(draw(replace(RACE, areas=(area,)), {}, Look(), size), "t3")
    where = next(n for n, row in enumerate(told) if "▄" in row)
    above, pawns, under = (row.strip() for row in told[where : where + 3])
    assert (len(above), above, under) == (len(above), "▄" * len(above), "▀" * len(above))
    assert len(above) >= 3
    assert pawns in ("1", "A")


def test_several_lines_of_pawns_are_not_tall_so_that_all_are_seen() -> None:
    pawns = tuple(Token("pawn", face=face, owner=0) for face in "PQRSTUVWXYZ!")
    spots = tuple(
        replace(spot, label="", at=divmod(n, 8), tokens=pawns if spot.key == "t3" else ())
        for n, spot in enumerate(TRACK.spots)
    )
    area = Area("track", "", "grid", spots, "cell", 0)
    told = lines_of(draw(replace(RACE, areas=(area,)), {}, Look(), (120, 30)), "t3")
    assert "".join("".join(told).split()) == "PQRSTUVWXYZ!"


def test_a_house_with_more_seeds_never_looks_as_if_it_had_fewer() -> None:
    """In large houses all heaps are balls, rather small than dots beside balls."""
    for count in range(1, 25):
        picture = draw(holding(count), {}, Look(), (200, 50))
        assert "●" not in "".join(lines_of(picture, "s1")), count


@pytest.mark.parametrize(("count", "ball"), [(9, (4, 1)), (10, (4, 0)), (20, (3, 0))])
def test_the_more_seeds_the_closer_they_lie_and_only_then_they_are_smaller(
    count: int, ball: tuple[int, int]
) -> None:
    form = BowlForm(22, filled=True)
    assert next(one for one in BALLS if _pit_holds(form, one, count)) == ball


def test_what_a_hint_says_stands_out_and_what_the_key_does_does_not() -> None:
    scene = replace(OWARE, message="Try house 4: best of six. F2 again gives the numbers.")
    plans = Plans()
    draw(scene, {}, Look(), (80, 24), plans=plans)  # and is not drawn as it was before
    picture = draw(scene, {}, Look(), (80, 24), Focus(cursor="s4", hint="s4"), plans=plans)
    row = next(row for row in picture.rows if "Try house" in "".join(c for c, _ in row))
    text = "".join(c for c, _ in row)
    assert row[text.index("Try")][1].bold
    assert row[text.index("best")][1].bold
    assert row[text.index("again")][1].fg == DARK.muted


def test_the_panel_has_the_colour_of_who_is_asked_in_ascii_too() -> None:
    for look in (Look(), Look(ascii=True)):
        picture = draw(OWARE, {}, look, (80, 24))
        row = next(n for n, text in enumerate(picture.lines()) if "which house" in text)
        assert picture.rows[row][0][1].bg == DARK.seat(0)
