"""Page: what every screen of the app has: a title, a bar of keys, and enough room."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from time import monotonic
from typing import ClassVar, Protocol, cast, runtime_checkable

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from gamenight.app.app import Gamenight, key_of
from gamenight.app.widgets.key_bar import KeyBar, shown_key
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.errors import BrokenGame, GamenightError
from gamenight.core.text import sentence

SMALLEST = (60, 20)


@runtime_checkable
class Window(Protocol):
    """What opens over a page; `foot`: its keys, and what they do."""

    foot: tuple[tuple[str, str], ...]


class Page(Screen[None]):
    """A screen. `body` is what it shows; `keys` are the keys that work now, which F1 lists;
    `kept_keys` are those that the bar names however narrow it is."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1", "keys", show=False)]
    kept_keys: ClassVar[tuple[str, ...]] = ("Esc", "F1")  # the way out, and the list of all

    @property
    def gamenight(self) -> Gamenight:
        return cast(Gamenight, self.app)

    def body(self) -> Sequence[Widget]:
        return ()

    def keys(self) -> Sequence[tuple[str, str]]:
        """Pairs of a key, as the bar shows it, and what it does; the most useful first."""
        return ()

    def about(self) -> Sequence[str]:
        """What else there is to say about this page, below its keys."""
        return ()

    def explained(self) -> Sequence[str]:
        """The keys that work now, one a line."""
        keys = self.keys()
        width = max((len(key) for key, _ in keys), default=0)
        lines = [f"{key:{width}}  {label}" for key, label in keys]
        return [*lines, *(["", *self.about()] if self.about() else [])]

    def action_keys(self) -> None:
        from gamenight.app.screens.dialogs import TextDialog  # late: the first frame needs none

        self.app.push_screen(TextDialog("Keys", self.explained()))

    def compose(self) -> ComposeResult:
        yield Static(id="too-small")
        if self.title:
            yield Static(self.title, id="title", markup=False)
        yield from self.body()
        yield KeyBar(lambda: self.gamenight.look)

    async def on_event(self, event: events.Event) -> None:
        try:
            await super().on_event(event)
        except BrokenGame as error:
            self.app.call_later(self.gamenight.leave_game, error)

    def on_mount(self) -> None:
        self._worn = self.gamenight.look
        self.show_keys()

    def _compositor_refresh(self) -> None:
        """Paint what has changed. Textual paints a page that opens once for every layout, four or
        five times; one that is to be painted whole at the next tick waits for that."""
        if not self._repaint_required:
            super()._compositor_refresh()

    def on_screen_resume(self) -> None:
        """The key that led here does nothing here until it is let go."""
        self.refresh()  # before the first layout: it is painted once
        self.gamenight.keystrokes.turn_page(monotonic())
        if self.is_mounted:
            self.show_keys()
            self._wear_new_look()

    def _wear_new_look(self) -> None:
        """Draw again what was drawn before the settings were changed."""
        before, self._worn = self._worn, self.gamenight.look
        if before != self._worn:
            for view in self.query(PictureView):
                view.redraw()

    def on_screen_suspend(self) -> None:
        self.show_keys()

    def show_keys(self) -> None:
        """Show the keys again: they have changed, or a window is open over the page and has all of
        them."""
        above = self.app.screen
        keys = above.foot if isinstance(above, Window) else self.keys()
        self.query_one(KeyBar).show(keys, self.kept_keys)

    def do(self, deed: Awaitable[None]) -> None:
        """Do something in the background; if it goes wrong, a notice says so."""
        self.run_worker(self._carry_out(deed), group="deeds")

    async def _carry_out(self, deed: Awaitable[None]) -> None:
        try:
            await deed
        except GamenightError as error:
            self.tell_error(error)

    def tell_error(self, error: GamenightError) -> None:
        self.notify(sentence(error), severity="error", markup=False)

    def on_key(self, event: events.Key) -> None:
        """A key that nobody wanted is answered; a page that takes keys itself prevents that for
        those that it wants."""
        self.tell_useless(event)

    def tell_useless(self, event: events.Key) -> None:
        """Answer a key that does nothing here."""
        if event.key not in self.active_bindings:
            told = "does nothing here: the last line shows the keys that work, and F1 all of them."
            self.tell(f"{shown_key(key_of(event))} {told}")

    def tell(self, sentence: str) -> None:
        """Say something of this moment."""
        self.gamenight.remark(sentence)

    def on_paste(self, event: events.Paste) -> None:
        self.tell("Nothing was pasted: there is no line to type here.")

    def on_resize(self, event: events.Resize) -> None:
        """In a window that is too small the page says so and waits."""
        width, height = event.size
        small = width < SMALLEST[0] or height < SMALLEST[1]
        self.set_class(small, "small")
        if small:
            self.query_one("#too-small", Static).update(
                f"gamenight needs {SMALLEST[0]} columns and {SMALLEST[1]} lines; "
                f"this window has {width} and {height}. Enlarge it, or press q to leave."
            )

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        """A click on a key of the bar presses it."""
        if isinstance(message.view, KeyBar):
            message.stop()
            self.gamenight.press(message.key)
