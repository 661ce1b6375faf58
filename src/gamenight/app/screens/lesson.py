"""LessonPage: the pages of one lesson."""

from __future__ import annotations

from gamenight.app.screens.booklet import BookletPage
from gamenight.core.booklet import LessonBooklet
from gamenight.core.game import Game


class LessonPage(BookletPage):
    """The lesson of a game. Raises a GamenightError if it has none, or one that its rules do not
    allow."""

    def __init__(self, game: Game):
        super().__init__(game, LessonBooklet(game))
