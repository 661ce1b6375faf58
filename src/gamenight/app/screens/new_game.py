"""NewGamePage: who plays, and by which rules; then the match begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from gamenight.app import routes
from gamenight.app.screens.page import Page
from gamenight.app.widgets.fields import FieldChanged, FormButton, FormRow, TextField, spelt
from gamenight.app.widgets.option_form import OptionForm
from gamenight.app.widgets.seat_form import SeatForm
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.options import chosen
from gamenight.core.record import Seat
from gamenight.match.seats import for_people

NARROW = 80


class NewGamePage(Page):
    """The form for a new match; as it opens, the match can be started at once."""

    AUTO_FOCUS = "#start"
    DEFAULT_CSS = """
    NewGamePage #bar { height: 1; margin: 1 1 0 1; }
    NewGamePage #summary { width: 1fr; height: 1; color: $foreground 70%; text-overflow: ellipsis; }
    NewGamePage #summary.wrong { color: $error; }
    NewGamePage #form { height: 1fr; overflow-y: auto; scrollbar-size-vertical: 1; }
    NewGamePage #form { scrollbar-color: $panel; scrollbar-background: $background; }
    NewGamePage.ascii #form { scrollbar-size-vertical: 0; }
    NewGamePage .heading { height: 1; margin: 1 2 0 2; color: $primary; text-style: bold; }
    NewGamePage #about { height: auto; padding: 0 2; color: $foreground 85%; }
    NewGamePage.low #bar { margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f5", "start", show=False, priority=True),
        Binding("f6,ctrl+r", "surprise", show=False),
        Binding("f1,question_mark", "rules", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("escape,q", "back", show=False),
    ]

    def __init__(
        self, game: Game, given: Mapping[str, Any] | None = None, rng: Random | None = None
    ):
        super().__init__()
        self.game = game
        self._given = given or {}
        self.title = f"New game: {game.title}"
        self._rng = rng or Random()
        self._about = ""

    def body(self) -> Sequence[Widget]:
        settings = self.gamenight.settings
        table = {**settings.tables.get(self.game.id, {}), **self._given}
        kept = table.get("options")
        self.options = OptionForm(self.game, kept if isinstance(kept, dict) else {})
        self.seating = SeatForm(self.game, table, settings.names)
        bar = Horizontal(
            FormButton("Start", id="start", classes="main"),
            FormButton("Surprise me", id="surprise"),
            FormButton("Rules", id="rules"),
            Static("", id="summary", markup=False),
            id="bar",
        )
        parts: list[Widget] = [self._heading("Who plays"), self.seating]
        if self.options.rows:
            parts += [self._heading("Options"), self.options]
        parts += [self._heading("About the game"), Static("", id="about", markup=False)]
        return [bar, Vertical(*parts, id="form")]

    def _heading(self, text: str) -> Static:
        return Static(text, classes="heading")

    def on_mount(self) -> None:
        self.set_class(self.gamenight.look.ascii, "ascii")
        self._show()

    def on_resize(self, event: Any) -> None:
        self.set_class(self.size.width < NARROW, "narrow")
        self.set_class(self.size.height < 24, "low")

    def keys(self) -> Sequence[tuple[str, str]]:
        return [
            ("Enter", "choose"),
            ("↑↓", "move"),
            ("←→", "change"),
            ("F5", "start"),
            ("F6", "surprise me"),
            ("F1", "rules"),
            ("Esc", "back"),
        ]

    def on_field_changed(self, message: FieldChanged) -> None:
        self._show()

    def _show(self) -> None:
        """Who would play now, or how many fields are wrong."""
        if not self.options.error:
            self.seating.ask_for(self.options.given)
            self._show_about()
        wrong = sum(1 for row in self.query(FormRow) if row.error)
        summary = self.query_one("#summary", Static)
        summary.set_class(bool(wrong), "wrong")
        if wrong:
            words = "1 field needs" if wrong == 1 else f"{wrong} fields need"
            summary.update(f"{words} a different value", layout=False)
        else:
            names = " - ".join(seat.name for seat in self.seating.everybody)
            watched = all(seat.bot for seat in self.seating.everybody)
            text = f"Watch {names}" if watched else names
            summary.update(spelt(text, self.gamenight.look), layout=False)

    def _show_about(self) -> None:
        game, look = self.game, self.gamenight.look
        try:
            values = chosen(game.options, for_people(game, self.options.given, [Seat("somebody")]))
            told = game.welcome(values) if game.welcome is not None else [game.summary]
        except GamenightError as error:
            told = [str(error)]
        lines = [" " * (len(line) - len(line.lstrip())) + spelt(line, look) for line in told]
        about = "\n".join(lines)
        if about != self._about:
            self._about = about
            self.query_one("#about", Static).update(about)

    def on_form_button_pressed(self, message: FormButton.Pressed) -> None:
        actions = {"start": self.action_start, "surprise": self.action_surprise}
        actions.get(message.button.id or "", self.action_rules)()

    def action_start(self) -> None:
        seats = self.seating.seats
        wrong = next((row for row in self.query(FormRow) if row.error), None)
        if wrong is not None or seats is None:
            if wrong is not None:
                field = next((f for f in wrong.fields if isinstance(f, TextField)), wrong.fields[0])
                field.focus()
                self.notify(wrong.error, severity="error", markup=False)
            return
        everybody = self.seating.everybody
        options = for_people(self.game, self.options.given, everybody)
        try:
            table = self.gamenight.matches.new(self.game, everybody, options, self.seating.order)
        except GamenightError as error:
            self.tell_error(error)
            return
        self._remember(seats)
        self.app.switch_screen(routes.table(table))

    def _remember(self, seats: Sequence[Seat]) -> None:
        """For next time: who played, and how the table was set up."""
        settings = self.gamenight.settings
        for seat in reversed(seats):
            if not seat.bot:
                settings.remember(seat.name)
        settings.tables[self.game.id] = {**self.seating.kept(), "options": self.options.kept()}
        self.gamenight.keep_settings()

    def action_surprise(self) -> None:
        if self.seating.possible[-1] == 0:
            told = f"The die decides everything in {self.game.title}: there are no seats to fill."
            self.notify(told, markup=False)
            return
        self.seating.surprise(self._rng)
        self._show()
        self.query_one("#start", FormButton).focus()

    def action_rules(self) -> None:
        self.app.push_screen(routes.rules(self.game))

    def action_back(self) -> None:
        self.app.pop_screen()
