"""SettingsPage: how everything looks and moves, and the names to suggest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from gamenight.app.pictures.preview import game_picture
from gamenight.app.screens.page import Page
from gamenight.app.settings import BELLS, CHARACTERS, SPEEDS, THEMES
from gamenight.app.widgets.fields import Chooser, FieldChanged, FormButton
from gamenight.app.widgets.picture_view import PictureView
from gamenight.app.widgets.preview import Preview
from gamenight.draw.canvas import Picture

NARROW, WIDE = 80, 110
NOTES = {
    "theme": "colours of the screen and players",
    "characters": "pictures, letters, or plain ASCII",
    "speed": "of animations; off shows none",
    "bell": "a soft one says that it is your turn",
}
CHOICES = {"theme": THEMES, "characters": CHARACTERS, "speed": tuple(SPEEDS), "bell": BELLS}


class SettingsPage(Page):
    """Every change takes effect and is saved at once."""

    TITLE = "Settings"
    AUTO_FOCUS = "Chooser"
    DEFAULT_CSS = """
    SettingsPage #columns { height: 1fr; }
    SettingsPage #form { width: 1fr; height: 1fr; overflow-y: auto; padding: 1 0 0 0; }
    SettingsPage #form { scrollbar-size-vertical: 1; }
    SettingsPage #form { scrollbar-color: $panel; scrollbar-background: $background; }
    SettingsPage.ascii #form { scrollbar-size-vertical: 0; }
    SettingsPage .heading { height: 1; margin: 1 2 0 2; color: $primary; text-style: bold; }
    SettingsPage .quiet { margin: 0 2; height: auto; color: $foreground 70%; }
    SettingsPage #sample { height: 5; margin: 1 2 0 2; }
    SettingsPage #scene { width: 60; height: 20; margin: 1 2; display: none; }
    SettingsPage.wide #scene { display: block; }
    SettingsPage #names { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("delete,backspace", "forget", show=False),
        Binding("question_mark", "keys", show=False),
        Binding("escape,q", "back", show=False),
    ]

    def body(self) -> Sequence[Widget]:
        self._arrange()
        settings = self.gamenight.settings
        self._choosers = {
            name: Chooser(
                name.capitalize(), NOTES[name], [(v, v) for v in values], getattr(settings, name)
            )
            for name, values in CHOICES.items()
        }
        form = Vertical(
            *self._choosers.values(),
            PictureView(self._draw_sample, id="sample"),
            Static("Names", classes="heading"),
            Vertical(*self._name_rows(), id="names"),
            id="form",
        )
        return [Horizontal(form, Preview(kept=self.gamenight.samples, id="scene"), id="columns")]

    def _name_rows(self) -> list[Widget]:
        names = self.gamenight.settings.names
        if not names:
            return [Static("No names yet: whoever plays is listed here.", classes="quiet")]
        return [Forget(name, "forget") for name in names]

    def on_mount(self) -> None:
        self.set_class(self.gamenight.look.ascii, "ascii")

    def on_resize(self, event: Any) -> None:
        self._arrange()
        self.call_after_refresh(self._show_scene)

    def _arrange(self) -> None:
        """In the manner that suits the window: known before the first layout, which is slow."""
        width, height = self.app.size
        self.set_class(width < NARROW or width >= WIDE, "narrow")
        self.set_class(width >= WIDE and height >= 24, "wide")

    def keys(self) -> Sequence[tuple[str, str]]:
        keys = [("↑↓", "move"), ("←→", "change")]
        if self.gamenight.settings.names:
            keys.append(("Del", "forget a name"))
        return [*keys, ("F1", "keys"), ("Esc", "back")]

    def on_field_changed(self, message: FieldChanged) -> None:
        """Take the value, show it, and save it."""
        settings = self.gamenight.settings
        for name, chooser in self._choosers.items():
            setattr(settings, name, chooser.value)
        self.gamenight.use_theme()
        self.gamenight.keep_settings()
        self.set_class(self.gamenight.look.ascii, "ascii")
        for view in self.query(PictureView):
            view.redraw()
        self._show_scene()
        self.refresh(layout=True)

    def on_form_button_pressed(self, message: FormButton.Pressed) -> None:
        if isinstance(message.button, Forget):
            self._forget(message.button.about)

    def action_forget(self) -> None:
        if isinstance(self.focused, Forget):
            self._forget(self.focused.about)

    def _forget(self, name: str) -> None:
        settings = self.gamenight.settings
        at = settings.names.index(name)
        settings.names = [other for other in settings.names if other != name]
        settings.you = "" if settings.you == name else settings.you
        self.gamenight.keep_settings()
        self.run_worker(self._list_names(at), exclusive=True)

    async def _list_names(self, at: int) -> None:
        names = self.query_one("#names")
        await names.remove_children()
        await names.mount(*self._name_rows())
        buttons = list(self.query(Forget))
        (buttons[min(at, len(buttons) - 1)] if buttons else self._choosers["theme"]).focus()
        self.show_keys()

    def about(self) -> Sequence[str]:
        return (
            "Changes are saved at once. A name that you forget is no longer suggested; its matches "
            "are kept.",
        )

    def action_back(self) -> None:
        self.app.pop_screen()

    def _draw_sample(self, width: int, height: int) -> Picture:
        """The colours and what they mean."""
        look, picture = self.gamenight.look, Picture(width, height)
        palette, signs = look.palette, look.signs
        picture.fill(0, 0, width, height, look.ink(bg=palette.panel))
        x = 2
        for seat, name in enumerate(("Ann", "Ben", "Cleo", "Dan")):
            ink = look.ink(palette.seat(seat), palette.panel, bold=True)
            x = picture.put(x, 1, f"{signs.dot} {name}", ink) + 3
        x = 2
        grounds = (("board", palette.cell), ("to touch", palette.live), ("last", palette.last))
        for words, ground in grounds:
            x = picture.put(x, 3, f" {words} ", look.ink(palette.strong, ground)) + 1
        cursor = look.ink(palette.on_accent if look.fill else palette.accent, palette.accent, True)
        x = picture.put(x, 3, " cursor ", cursor) + 2
        tones = ((f"{signs.mark} good", palette.good), ("danger", palette.danger))
        for words, color in tones:
            x = picture.put(x, 3, words, look.ink(color, palette.panel, bold=True)) + 2
        return picture

    def _show_scene(self) -> None:
        """A game as it would look now."""
        game, look = next(iter(self.gamenight.games.values()), None), self.gamenight.look
        if game is not None and self.has_class("wide"):
            self.query_one(Preview).show(look, lambda: lambda size: game_picture(game, look, size))


class Forget(FormButton):
    """Forget a name."""
