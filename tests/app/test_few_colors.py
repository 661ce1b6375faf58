"""A terminal with 256 colours gets the nearest of them, in every line of every widget."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem, ColorType
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.geometry import Region

from gamenight.app.few_colors import FIXED, GREYS, FewColors, nearest
from gamenight.app.widgets.key_bar import KeyBar
from tests.app.screens import new_app
from tests.app.tables import run


@pytest.mark.parametrize("color", ["#10151b", "#1b2530", "#4a3a22", "#353b43", "#7d8894"])
def test_quiet_grounds_stay_quiet(color: str) -> None:
    assert len({*FIXED[nearest(Color.parse(color).rgb)]}) == 1, "a grey"


@pytest.mark.parametrize("color", ["#f2c14e", "#4aa8ff", "#ff9f43", "#2ecc8f", "#e67cc6"])
def test_what_says_who_keeps_its_colour(color: str) -> None:
    assert len({*FIXED[nearest(Color.parse(color).rgb)]}) > 1


@pytest.mark.parametrize(
    ("color", "number"), [((255, 0, 0), 196), ((0, 255, 0), 46), ((0, 0, 255), 21), ((8,) * 3, 232)]
)
def test_colours_have_the_numbers_that_terminals_give_them(
    color: tuple[int, int, int], number: int
) -> None:
    assert nearest(color) == number


def test_what_is_fixed_stays() -> None:
    assert all(FIXED[nearest(color)] == color for color in FIXED.values())


def test_only_exact_colours_change_and_only_where_they_are_few() -> None:
    line = [Segment("pit", Style.parse("bold #f2c14e on #1b2530")), Segment("die", None)]
    named = [Segment("16 colours", Style.parse("red on blue"))]
    few, many = FewColors(lambda: True), FewColors(lambda: False)
    assert many.apply(line, Color(0, 0, 0)) == line
    assert few.apply(named, Color(0, 0, 0)) == named
    pit, die = few.apply(line, Color(0, 0, 0))
    assert (pit.text, die) == ("pit", line[1])
    assert pit.style is not None
    assert pit.style.bold
    assert pit.style.color is not None
    assert pit.style.color.number == nearest((0xF2, 0xC1, 0x4E))
    assert pit.style.bgcolor is not None
    assert pit.style.bgcolor.number in GREYS


@pytest.mark.parametrize(
    ("system", "kind"),
    [(ColorSystem.EIGHT_BIT, ColorType.EIGHT_BIT), (ColorSystem.TRUECOLOR, ColorType.TRUECOLOR)],
)
def test_the_program_asks_the_terminal_how_many_there_are(
    system: ColorSystem, kind: ColorType
) -> None:
    async def drive() -> None:
        app = new_app()
        app.console._color_system = system
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            bar = app.screen.query_one(KeyBar)
            styles = [one.style for one in bar.render_lines(Region(0, 0, 80, 1))[0] if one.style]
            shades = [shade for style in styles for shade in (style.color, style.bgcolor) if shade]
            assert {shade.type for shade in shades} == {kind}

    run(drive)
