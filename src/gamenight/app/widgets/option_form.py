"""OptionForm: the options of a game as a form, made from their declarations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget

from gamenight.app.widgets.fields import Chooser, FieldChanged, FormRow, Switch, TextField
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.options import Option, chosen, declared
from gamenight.core.text import visible
from gamenight.match.files import option_value

LONGEST_FORM = 48


class OptionRow(FormRow):
    """One option. Its value is read at every change; why it is refused is shown beside it."""

    def __init__(self, option: Option, remembered: object):
        self.option = option
        self.usual = option.default if option.people is None else option.people
        self.field = _field(option, _shown(option, remembered, self.usual))
        super().__init__(option.name.replace("_", " "), [self.field], described(option))

    def read(self) -> Any:
        """The value; raises a GamenightError."""
        if isinstance(self.field, Chooser):
            return self.field.value
        assert isinstance(self.field, TextField)
        text = self.field.value.strip()
        return option_value(self.option, text)


class OptionForm(Vertical):
    """All options of a game. `given` holds those whose value is not the usual one."""

    DEFAULT_CSS = "OptionForm { height: auto; }"

    def __init__(self, game: Game, remembered: Mapping[str, Any]):
        super().__init__()
        self.game = game
        items = declared(game.options)
        self.rows = [OptionRow(option, remembered.get(option.name)) for option in items]
        self.given: dict[str, Any] = {}
        self.error = ""
        self.check()

    def compose(self) -> ComposeResult:
        yield from self.rows

    def check(self, changed: Widget | None = None) -> None:
        """Read every field; a refusal is shown beside its field, that of a combination beside the
        field that was changed last."""
        given: dict[str, Any] = {}
        errors: dict[OptionRow, str] = {}
        for row in self.rows:
            try:
                value = row.read()
                if value != row.usual:
                    given[row.option.name] = value
            except GamenightError as error:
                errors[row] = str(error)
        if not errors:
            try:
                chosen(self.game.options, given)
                self.game.players(**given)
            except GamenightError as error:
                last = next((row for row in self.rows if row.field is changed), None)
                blamed = last or self._blamed(given)
                errors[blamed] = str(error)
        for row in self.rows:
            row.tell(error=errors.get(row, ""))
        self.error = next(iter(errors.values()), "")
        if not errors:
            self.given = given

    def _blamed(self, given: Mapping[str, Any]) -> OptionRow:
        """Some option that is not the usual one, where a remembered combination is no longer
        allowed."""
        return next((row for row in self.rows if row.option.name in given), self.rows[0])

    def kept(self) -> dict[str, Any]:
        """The values that are not the usual ones, as typed: of a file, its name."""
        return {
            row.option.name: row.field.value for row in self.rows if row.option.name in self.given
        }

    def on_field_changed(self, message: FieldChanged) -> None:
        self.check(message.field)


def described(option: Option) -> str:
    """What an option means, and which values are allowed."""
    if option.type is int and option.high is not None and option.low is not None:
        return f"{option.help} ({option.low} to {option.high})"
    if option.type is int and option.low is not None:
        return f"{option.help} ({option.low} or more)"
    if option.type is str and option.form != "text" and len(option.form) <= LONGEST_FORM:
        return f"{option.help} ({option.form})"
    return option.help


def _field(option: Option, shown: Any) -> Chooser | TextField:
    if option.type is bool:
        return Switch(shown)
    if option.choices:
        return Chooser([(choice, choice.replace("_", " ")) for choice in option.choices], shown)
    return TextField(str(shown))


def _shown(option: Option, remembered: object, usual: Any) -> Any:
    """What the field begins with: the value of the last time, if that is still allowed."""
    try:
        if isinstance(_field(option, usual), TextField):
            if not isinstance(remembered, str) or visible(remembered) != remembered:
                return usual
            option_value(option, remembered)
        else:
            option.check(remembered)
    except GamenightError:
        return usual
    return remembered
