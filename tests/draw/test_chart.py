"""Charts: lines of scores by turn, bars of statistics."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.draw.canvas import Picture
from gamenight.draw.charts import bar_chart, score_chart
from gamenight.draw.palette import DARK, LIGHT, Look

PLAIN = Look(ascii=True)
MATCH = {"Ama": [0, 0, 4, 8], "Kofi": [0, 2, 2, 2]}


def inks(picture: Picture, text: str) -> set[str]:
    """The colours of the cells with these characters."""
    return {ink.fg for row in picture.rows for character, ink in row if character in text}


def test_lines_in_ascii_with_values_moves_and_names() -> None:
    assert score_chart(MATCH, PLAIN, 34, 8).lines() == [
        "8|                     ** * Ama 8",
        " |                 ****",
        "4|              ***",
        " |           ***",
        " |    ooooooooooooooooooo o Kofi 2",
        "0|oooo*****",
        " +-----------------------",
        "  0        moves        3",
    ]


def test_lines_of_two_by_four_dots_a_cell() -> None:
    assert score_chart({"Ama": [0, 3]}, Look(), 20, 5).lines() == [
        "4│           ⣀ Ama 3",
        "2│     ⢀⡠⠤⠒⠊⠉",
        "0│⣀⠤⠔⠒⠉⠁",
        " ╰────────────",
        "  0  moves   1",
    ]


def test_a_line_and_its_name_have_the_colour_of_the_seat() -> None:
    drawn = score_chart({"X": [1, 1]}, Look(palette=LIGHT), 30, 6)
    assert inks(drawn, "X") == {LIGHT.seats[0]}
    drawn = score_chart({"X": [1, 1], "Y": [0, 0]}, Look(), 30, 6, ("#111111", "#222222"))
    assert inks(drawn, "X") == {"#111111"}
    assert inks(drawn, "Y") == {"#222222"}


def test_names_of_lines_that_end_together_are_under_each_other() -> None:
    drawn = score_chart({name: [0, 6] for name in ("Ama", "Kofi", "Cleo")}, Look(), 40, 8).lines()
    assert [row.split()[-2] for row in drawn[:3]] == ["Ama", "Kofi", "Cleo"]


def test_negative_scores_are_below_zero() -> None:
    drawn = score_chart({"Ama": [0, -6]}, PLAIN, 30, 8).lines()
    assert drawn[0].startswith(" 0|*")
    assert drawn[5].startswith("-6|")
    assert "* Ama -6" in drawn[5]


@pytest.mark.parametrize("series", [{}, {"Ama": []}], ids=["nobody", "no turns"])
def test_without_scores_the_chart_is_blank(series: dict[str, list[float]]) -> None:
    assert set(score_chart(series, Look(), 30, 6).lines()) == {""}


def test_bars_are_as_long_as_their_values() -> None:
    rows = [("Ama", 8.0), ("Kofi", 4.0), ("José", 0.0), ("Dan", -2.5)]
    assert bar_chart(rows, PLAIN, 24).lines() == [
        "Ama  ============== 8",
        "Kofi ======= 4",
        "Jose  0",
        "Dan  ==== -2.5",
    ]
    assert bar_chart(rows, Look(), 24).lines()[1] == "Kofi ███████ 4"
    assert bar_chart([("Ama", 3), ("Kofi", 1)], Look(), 24).lines()[1] == "Kofi █████▋ 1"


def test_a_bar_below_zero_has_another_colour() -> None:
    drawn = bar_chart([("Ama", 1), ("Kofi", -1)], Look(), 30)
    assert [row[6][1].fg for row in drawn.rows] == [DARK.accent, DARK.danger]


@given(
    st.dictionaries(
        st.text(max_size=30), st.lists(st.integers(-(10**6), 10**6), max_size=40), max_size=9
    ),
    st.integers(8, 120),
    st.integers(1, 30),
    st.booleans(),
)
def test_a_chart_has_the_size_asked_for(
    series: dict[str, list[float]], width: int, height: int, ascii: bool
) -> None:
    drawn = score_chart(series, Look(ascii=ascii), width, height)
    assert (len(drawn.rows), {len(row) for row in drawn.rows}) == (height, {width})
    bars = bar_chart([(name, len(name)) for name in series], Look(ascii=ascii), width)
    assert bars.height == len(series)
    if ascii:
        assert "".join([*drawn.lines(), *bars.lines()]).isascii()


def test_the_middle_of_whole_scores_is_a_whole_number() -> None:
    drawn = score_chart({"Ama": [0, 25]}, Look(), 40, 8).lines()
    labels = [row.partition("│")[0].strip() for row in drawn if "│" in row]
    assert [*filter(None, labels)] == ["26", "13", "0"]
