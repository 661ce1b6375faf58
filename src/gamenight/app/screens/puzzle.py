"""PuzzlePage: the puzzles of one game."""

from __future__ import annotations

from gamenight.app.screens.booklet import BookletPage
from gamenight.core.game import Game
from gamenight.match.puzzles import PuzzleBooklet
from gamenight.match.solved import Solved


class PuzzlePage(BookletPage):
    """Those of a grade at once, or all of them by grade. Raises a GamenightError if the game has
    none."""

    def __init__(self, game: Game, solved: Solved, grade: int = 0):
        booklet = PuzzleBooklet(game, solved)
        super().__init__(game, booklet, booklet.begin_at(grade) if grade else 0)
