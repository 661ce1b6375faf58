"""Lessons: learning a game line by line."""

from __future__ import annotations

from gamenight.core.booklet import LessonBooklet
from gamenight.core.game import Game
from gamenight.plain.booklets import Reader
from gamenight.plain.console import Console


def learn(console: Console, game: Game) -> None:
    """Go through the lesson of a game until the person leaves; raises Left at the end of input,
    and a GamenightError where the game has no lesson."""
    Reader(console, game, LessonBooklet(game)).run()
