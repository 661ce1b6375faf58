"""Score rows in ever less room."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.core.scene import Area, Scene, ScoreRow
from gamenight.draw.context import context_for
from gamenight.draw.layouts.spoken import Speaker
from gamenight.draw.parts.scoreboard import gauge, scoreboards
from tests.draw.pictures import FILLED, context

RACE = Scene(
    "Test",
    unit="walked",
    scores=(
        ScoreRow("p0", 0, "Ann", 3, facts=("1st", "lap 2", "2 cards"), current=True),
        ScoreRow("p1", 1, "Cleopatra", 0, facts=("2nd", "lap 1", "1 card")),
    ),
    facts_suffice=True,
)
LONG = ("Bartholomew of Kingsbury", "Bartholomew of Kingston")
NO_AREA = Area("none", "", "list", ())


def shown(scene: Scene, width: int) -> list[str]:
    """The most telling form."""
    drawn = next(scoreboards(scene, context_for(scene, {}, FILLED), width))
    return [text.rstrip() for text in drawn.lines()]


@pytest.mark.parametrize(
    ("width", "rows"),
    [
        (
            44,
            [
                "> Ann        3 walked  1st  lap 2  2 cards",
                "  Cleopatra  0 walked  2nd  lap 1  1 card",
            ],
        ),
        (36, ["> Ann        1st  lap 2  2 cards", "  Cleopatra  2nd  lap 1  1 card"]),
        (29, ["> Ann       1st lap 2 2 cards", "  Cleopatra 2nd lap 1 1 card"]),
        (24, ["> Ann        1st  lap 2", "  Cleopatra  2nd  lap 1"]),
    ],
)
def test_no_bare_number_where_facts_tell_more(width: int, rows: list[str]) -> None:
    assert shown(RACE, width) == rows


def test_a_value_that_no_fact_tells_stays() -> None:
    assert shown(replace(RACE, facts_suffice=False), 32) == [
        "> Ann       3 1st lap 2 2 cards",
        "  Cleopatra 0 2nd lap 1 1 card",
    ]


def test_a_name_is_cut_no_more_than_room_asks_for() -> None:
    ann, cleopatra = RACE.scores
    scene = replace(RACE, scores=(ann, replace(cleopatra, name="Cleopatra of Egypt")))
    assert shown(scene, 35) == [
        "> Ann             1st lap 2 2 cards",
        "  Cleopatra of E. 2nd lap 1 1 card",
    ]


def test_the_last_facts_go_before_a_name_is_shortened() -> None:
    facts = ("1st", "lap 2", "tile 12", "3 cards", "rolls +1")
    rows = [
        replace(row, name=name, facts=facts) for row, name in zip(RACE.scores, LONG, strict=True)
    ]
    scene = replace(RACE, scores=tuple(rows))
    assert shown(scene, 45) == [
        "> Bartholomew of Kingsbury 1st lap 2 tile 12",
        "  Bartholomew of Kingston  1st lap 2 tile 12",
    ]
    assert shown(scene, 35) == [
        "> B. Kingsbury 1st lap 2 tile 12",
        "  B. Kingston  1st lap 2 tile 12",
    ]


@pytest.mark.parametrize(("value", "pips"), [(0, "○○○"), (2, "●●○"), (3, "●●●"), (4, "●●●●")])
def test_every_point_has_its_pip_beyond_the_goal_too(value: int, pips: str) -> None:
    row = ScoreRow("p0", 0, "Ann", value, goal=3)
    assert gauge(row, context(NO_AREA), 20).plain == pips


def test_one_of_a_unit_is_one_and_columns_stay() -> None:
    scores = (
        ScoreRow("p0", 0, "Ann", 1, facts=("1st",), current=True),
        ScoreRow("p1", 1, "Ben", 12, facts=("2nd",)),
    )
    assert shown(Scene("Test", unit="tiles", scores=scores), 40) == [
        "> Ann   1 tile   1st",
        "  Ben  12 tiles  2nd",
    ]
    speaker = Speaker(Scene("Test", unit="seeds", scores=scores), {})
    assert speaker.player(scores[0]) == "Ann, to play, 1 seed, 1st"
    assert speaker.player(replace(scores[0], goal=25)) == "Ann, to play, 1 of 25 seeds, 1st"
