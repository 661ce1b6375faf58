"""Rows of statistics as CSV and as a table."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.match.files import FileError
from gamenight.match.statistics import PlayerStatistics, export_csv
from gamenight.plain.statistics import table

LINE = PlayerStatistics("purse", "Ann", "person", 3, 1, 0, 0, 1, 0, 4.5, "Ben", 9, -2)


def read_csv(rows: list[PlayerStatistics]) -> list[dict[str, str]]:
    target = io.StringIO(newline="")
    export_csv(rows, target)
    return list(csv.DictReader(io.StringIO(target.getvalue(), newline="")))


def test_csv_has_numbers_as_they_are() -> None:
    (found,) = read_csv([replace(LINE, mean_score=1 / 3, best_turn=None)])
    assert found == {
        "game": "purse",
        "player": "Ann",
        "kind": "person",
        "played": "3",
        "won": "1",
        "shared": "0",
        "left": "0",
        "longest_streak": "1",
        "current_streak": "0",
        "mean_score": "0.333",
        "opponent": "Ben",
        "best_turn": "",
        "worst_turn": "-2",
    }


TRICKY = st.text(st.sampled_from("=+-@＝＋－＠,;\"' aé🎲|\n\t\\"), max_size=8) | st.text(
    max_size=24
)


@given(TRICKY, TRICKY)
def test_any_name_comes_back_and_none_is_a_formula(player: str, opponent: str) -> None:
    (found,) = read_csv([replace(LINE, player=player, opponent=opponent)])
    for cell, name in ((found["player"], player), (found["opponent"], opponent)):
        assert not cell.lstrip().startswith(tuple("=+-@＝＋－＠"))
        assert cell in (name, f"'{name}")


def test_a_csv_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    export_csv([LINE], tmp_path / "all.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["all.csv"]
    assert (tmp_path / "all.csv").read_text("utf-8").splitlines()[1].startswith("purse,Ann,")
    with pytest.raises(FileError, match="cannot be written"):
        export_csv([LINE], tmp_path / "nowhere" / "all.csv")


def test_a_table_lines_up_and_tells_what_has_no_room() -> None:
    rows = [LINE, replace(LINE, player="李小龙", opponent="Zoé", mean_score=None, worst_turn=0)]
    assert table(rows) == [
        "player  played  won  tied  left  streak  mean  best  worst  most against",
        "Ann          3    1     0     0     1/0   4.5    +9     -2  Ben",
        "李小龙       3    1     0     0     1/0     -    +9      0  Zoé",
    ]
    assert table(rows, 42) == [
        "player  played  won  tied  left  streak",
        "Ann          3    1     0     0     1/0",
        "李小龙       3    1     0     0     1/0",
        "There is no room for: mean, best, worst, most against. Use a wider terminal, or --csv "
        "FILE.",
    ]
