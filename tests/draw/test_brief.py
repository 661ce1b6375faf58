"""Long names: whole where there is room, and else nobody is taken for anybody else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from gamenight.draw.brief import SHORTEST, brief_names
from gamenight.draw.charts import bar_chart, score_chart
from gamenight.draw.context import naming
from gamenight.draw.layouts.fit import draw
from gamenight.draw.line import line
from gamenight.draw.value_chart import Course, course_chart
from tests.draw.picture_scenes import played
from tests.draw.pictures import ASCII, FILLED

LONG = (
    "Bartholomew of Kingsbury",
    "Bartholomew of Kingston",
    "Maximiliane Wolkenstein",
    "山田太郎と鈴木花子田中",
    "Wilhelmina van der Berge",
    "Christopher Robin Milner",
)
PLAYERS = {"oware": 2, "preys": 2, "circuit": 6, "thief": 6, "zombie": 6}
SIZES = [(60, 20), (80, 24), (120, 40), (200, 50)]


def brief(names: str, width: int) -> str:
    """Names with commas between them, in less room."""
    listed = {name: seat for seat, name in enumerate(names.split(", "))}
    return ", ".join(brief_names(listed, width).values())


@pytest.mark.parametrize(
    ("names", "width", "shown"),
    [
        ("Ann Bell, Ben", 8, "Ann Bell, Ben"),
        ("Ann Bell, Ben", 7, "Ann B., Ben"),
        ("Ann Bell, Ann Cook", 7, "Ann B., Ann C."),
        ("Ann Bell, Ann Brown", 7, "A. Bell, Brown"),
        ("Ann Bell, Ann", 5, "Bell, Ann"),
        ("Player 1, Player 2, Zoe", 7, "P1, P2, Zoe"),
        ("Maximiliane, Maximilian", 8, "Maximi 1, Maximi 2"),
        ("Ludwig van Beethoven, Ben", 12, "Ludwig v. B., Ben"),
        ("山田太郎と鈴木, Ben", 9, "山田太郎., Ben"),
        ("Annabelle, Ben", 8, "Annabel., Ben"),
        ("Annabelle, Annabel Lee", 8, "Annabe 1, A. Lee"),
        ("Ab.cdefgh, Ben", 4, "Ab., Ben"),
        (".......", 6, ".... 1"),
    ],
)
def test_names_are_shortened_by_words(names: str, width: int, shown: str) -> None:
    assert brief(names, width) == shown


WORDS = st.lists(st.sampled_from(("Ann", "Bell", "B.", "b", "山田", "Christopher")), min_size=1)


@given(st.lists(WORDS.map(" ".join), unique=True, min_size=2, max_size=6), st.integers(0, 30))
def test_everybody_has_a_name_of_their_own(names: list[str], width: int) -> None:
    listed = {name: seat for seat, name in enumerate(names)}
    found = brief_names(listed, width)
    assert len({*found.values()}) == len(names)
    assert all(cell_len(text) <= max(width, SHORTEST) for text in found.values())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", PLAYERS)
def test_no_name_is_cut(game: str, size: tuple[int, int]) -> None:
    """Wherever a name stands it is whole, or short by words; with six players too."""
    names = LONG[: PLAYERS[game]]
    for seed, look in ((0, FILLED), (1, FILLED), (0, ASCII)):
        scene, glyphs = played(game, seed, names=names)
        text = "\n".join(draw(scene, glyphs, look, size).lines())
        assert not re.search(r"\w(…|\.\.\.)", text), text
        if size >= (80, 24) and look is FILLED:
            assert all(name in text for name in names), text


def test_lap_tile_and_rank_beside_long_names() -> None:
    scene, glyphs = played("circuit", names=LONG)
    text = "\n".join(draw(scene, glyphs, FILLED, (80, 24)).lines())
    for name in LONG:
        assert re.search(rf"{name} +\d\w\w  ?lap \d+ +tile \d+", text), text


def test_where_lines_end_names_are_shortened_by_words() -> None:
    """Whoever has no form of their own comes with the number of their seat, if need be."""
    names = ("Bartholomew of Kingsbury", "Bartholomew of Kingston", "山田太郎と鈴木花子田中")
    scores = {name: [0.0, float(seat)] for seat, name in enumerate(names)}
    course = Course(names, tuple((0.5 - n, 0.5, n) for n in (0.0, 0.25)))
    drawn = [
        score_chart(scores, FILLED, 50, 12),
        course_chart(course, FILLED, 60, 14),
    ]
    for picture in drawn:
        text = "\n".join(picture.lines())
        assert "…" not in text
        assert "Kingsbury" in text
        assert "Kingston" in text
        assert "山田太郎と鈴." in text


def test_beside_bars_nobody_has_a_seat_whose_number_could_stand_for_a_name() -> None:
    names = ("Bartholomew of Kingsbury", "Bartholomew of Kingston", "Wilhelmina-Charlotte")
    drawn = bar_chart([(name, 1.0) for name in names], FILLED, 30).lines()
    assert [row.split("█")[0].strip() for row in drawn] == [
        "B. Kingsbury",
        "B. Kingston",
        "Wilhelmina-Cha…",
    ]


def test_names_stay_whole_in_a_line_that_is_cut_anyway() -> None:
    names = ["Clementine", "Clementia", "Bartholomew", "Maximiliane"]
    listed = line(", ".join(names))
    assert naming(FILLED, names).clip(listed, 40).plain == "Clemen 1, Clemen 2, Barthol., Maximil."
    assert naming(FILLED, names).clip(listed, 22).plain == "Cl 1, Cl 2, Bar., Max."
    assert naming(FILLED, names).clip(listed, 20).plain == "Clementine, Clement…"
