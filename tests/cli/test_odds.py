"""`gamenight odds`: of the start, after given plies, and in a match that is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.terminal import pipe

pytestmark = pytest.mark.usefixtures("every_lab")

FISH_FROM_THE_START = "the fish win:       36.4%"


def test_the_odds_of_the_start(tmp_path: Path) -> None:
    output = pipe(tmp_path, "odds", "preys")
    assert FISH_FROM_THE_START in output
    assert "the fishermen win:  50.5%" in output
    assert "rolls to come:      24.5 on average" in output


def test_fractions_on_demand(tmp_path: Path) -> None:
    output = pipe(tmp_path, "odds", "preys", "--fractions")
    assert "1060523682709013301533/2914548746318262042624" in output
    assert "36.4%" not in output
    words = pipe(tmp_path, "odds", "oware", "--fractions", status=2)
    assert "unknown argument '--fractions'" in words


def test_fractions_on_demand_in_a_match(tmp_path: Path) -> None:
    given = ("play", "preys", "--pace", "step", "--seed", "1")
    typed = pipe(tmp_path, *given, typed="odds\nodds fractions\nq\n")
    percents, _, exactly = typed.partition("(odds fractions tells them exactly)")
    assert "the fish win: " in percents
    assert re.search(r"  fish win: +\d+/\d+ \(0\.\d{6}\)", exactly)


def test_the_odds_after_plies_are_those_in_the_match(tmp_path: Path) -> None:
    after = pipe(tmp_path, "odds", "preys", "2", "2", "1")
    assert FISH_FROM_THE_START not in after
    record = """{"schema": 1, "game": "preys", "version": 1, "options": {"escort": "closest"},
        "seats": [{"name": "Fish", "bot": "random"}, {"name": "Fishermen", "bot": "random"}],
        "actions": ["2", "2", "1"], "changes": [], "series": [], "result": null}"""
    (tmp_path / "match.json").write_text(record)
    pipe(tmp_path, "import", str(tmp_path / "match.json"))
    assert pipe(tmp_path, "odds", "preys", "--match", "1") == after
    exactly = pipe(tmp_path, "odds", "preys", "2", "2", "1", "--fractions")
    assert pipe(tmp_path, "odds", "preys", "--match", "1", "--fractions") == exactly != after
    assert "match 1 is a match of Preys and Hunters, not Thief" in pipe(
        tmp_path, "odds", "thief", "--match", "1", status=2
    )


def test_where_nothing_is_left_to_chance_the_odds_tell_what_each_move_is_worth(
    tmp_path: Path,
) -> None:
    """The same in the command, at the table, and in a hint."""
    pytest.importorskip("numba", reason="the extra lab")
    output = pipe(tmp_path, "odds", "oware", "F", "f")
    heading, *moves = output.splitlines()
    assert heading.endswith("What Player 1 can do, as the bot Perfect sees it:")
    assert sorted(line.split(":")[0].strip() for line in moves) == [f"house {n}" for n in "12345"]
    assert all(
        re.search(r"(level|\d seeds? (ahead|behind)), by the opening b", one) for one in moves
    )
    given = ("play", "oware", "--seat", "Player 1", "--seat", "Player 2", "--first", "1")
    played = pipe(tmp_path, *given, typed="6\n6\nodds\nhint\nhint\nq\n")
    assert output in played
    assert all(line in played.split(output)[1] for line in moves)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("odds",), "which game? (possible: "),
        (("odds", "preys", "--players", "7"), "Preys and Hunters is for 2 players, not 7"),
        (("odds", "preys", "7"), "invalid action '7' (legal: 1, 2, 3, 4, 5, 6)"),
        (("odds", "preys", "--match", "x"), "'x' is not a match number"),
    ],
)
def test_what_has_no_odds(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in pipe(tmp_path, *arguments, status=2)
