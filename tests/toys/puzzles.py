"""Puzzles of the toy game Nim: take what leaves a multiple of four."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core.puzzle import Puzzle, Puzzles, Try
from tests.toys.nim import NIM

LEFT_11 = Puzzle(
    ("take 1",),
    (Try("take 3", 1, ("take 2", "take 2")), Try("take 2", 0, ("take 1",)), Try("take 1", -1)),
    1,
    proven=True,
)
LEFT_10 = Puzzle(("take 2",), (Try("take 2", 1), Try("take 1", 0), Try("take 3", 0)), 1)
LEFT_5 = Puzzle(("take 3", "take 1", "take 3"), (Try("take 1", 1), Try("take 2", 0)), 3)
PUZZLES = Puzzles((LEFT_11, LEFT_10, LEFT_5), ("Ann", "Ben"), "wins")
PUZZLED = replace(NIM, puzzles=lambda: PUZZLES)
