"""Puzzles: solving those of a game line by line."""

from __future__ import annotations

from gamenight.core.game import Game
from gamenight.match.puzzles import PuzzleBooklet
from gamenight.match.solved import Solved
from gamenight.plain.booklets import Reader
from gamenight.plain.console import Console


def solve_puzzles(console: Console, game: Game, solved: Solved, grade: int = 0) -> None:
    """Go through the puzzles of a game, at once those of a grade if one is given, until the person
    leaves; raises Left at the end of input, and a GamenightError where the game has none."""
    booklet = PuzzleBooklet(game, solved)
    Reader(console, game, booklet, booklet.begin_at(grade) if grade else 0).run()
