"""LessonsPage: the games that have a lesson."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding
from textual.widget import Widget

from gamenight.app import routes
from gamenight.app.screens.page import Page
from gamenight.app.widgets.items import Item, ItemList
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game


class LessonsPage(Page):
    """The games with a lesson, which is loaded when it is opened."""

    TITLE = "Learn"
    AUTO_FOCUS = "#lessons"
    DEFAULT_CSS = "LessonsPage #lessons { margin-top: 1; }"
    BINDINGS = [  # noqa: RUF012
        Binding("question_mark", "rules", show=False),
        Binding("escape,q", "back", show=False),
    ]

    def body(self) -> Sequence[Widget]:
        return (ItemList(lambda: self.gamenight.look, id="lessons"),)

    def keys(self) -> Sequence[tuple[str, str]]:
        return (("Enter", "learn"), ("?", "rules"), ("Esc", "back"), ("F1", "keys"))

    @property
    def _games(self) -> dict[str, Game]:
        """Those with a lesson, by number."""
        taught = (game for game in self.gamenight.games.values() if game.lesson is not None)
        return {str(number): game for number, game in enumerate(taught, 1)}

    def on_mount(self) -> None:
        rows = [
            Item(number, f"{number:>2}  {game.title}", game.summary)
            for number, game in self._games.items()
        ]
        self.query_one(ItemList).show(rows, empty="No game here has a lesson.")

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        """After a click elsewhere the list keeps the focus."""
        self.query_one(ItemList).focus()

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        try:
            self.app.push_screen(routes.lesson(self._games[message.key]))
        except GamenightError as error:
            self.tell_error(error)

    def action_rules(self) -> None:
        number = self.query_one(ItemList).current
        if number is not None:
            self.app.push_screen(routes.rules(self._games[number]))

    def action_back(self) -> None:
        self.app.pop_screen()
