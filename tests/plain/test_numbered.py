"""Numbered lists, line by line: the numbers stand below each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamenight.plain.alignment import numbered_lines
from tests.terminal import pipe


def test_numbers_end_in_the_same_column() -> None:
    assert numbered_lines(["Ann", "Ben"]) == ["  1  Ann", "  2  Ben"]
    assert numbered_lines(["Ann"], ".") == ["  1. Ann"]
    assert numbered_lines([""] * 10)[8:] == ["   9  ", "  10  "]


@pytest.mark.parametrize("typed", ["1\n\n", "2\n\n", "4\n\n"])
def test_a_menu_of_more_than_nine_lines(tmp_path: Path, typed: str) -> None:
    shown = pipe(tmp_path, "--plain", typed=typed)
    lines = shown[shown.index("\nWho plays?\n") :].splitlines()
    labels = [found.end() for line in lines if (found := re.match(r" +\d+  (?=\S)", line))]
    assert len(labels) > 9
    assert len(set(labels)) == 1
    scale = [line for line in lines if line.startswith(" ") and "(Elo: " in line]
    assert all(line.index("(Elo: ") == labels[0] for line in scale if line.strip()[0] == "(")
