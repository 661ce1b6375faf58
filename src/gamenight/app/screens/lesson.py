"""LessonPage: the pages of one lesson."""

from __future__ import annotations

from gamenight.app import routes
from gamenight.app.screens.booklet import BookletPage
from gamenight.core.booklet import LessonBooklet
from gamenight.core.game import Game


class LessonPage(BookletPage):
    """The lesson of a game. Raises a GamenightError if it has none, or one that its rules do not
    allow."""

    leads_to = "play"

    def __init__(self, game: Game):
        super().__init__(game, LessonBooklet(game))

    def finish(self) -> None:
        """Now play."""
        self.app.switch_screen(routes.new_game(self.game))
