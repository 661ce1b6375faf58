"""BookletPage: the pages of a booklet, a lesson or puzzles, to turn and to answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual import events
from textual.timer import Timer
from textual.widget import Widget

from gamenight.app import routes
from gamenight.app.film import Frame, frames_of
from gamenight.app.objection import ways
from gamenight.app.pictures.booklet import GOES_ON, TRY_AGAIN, PageDrawing
from gamenight.app.screens.page import Page
from gamenight.app.selection import Outcome, Selection, pressed, touched, typed
from gamenight.app.widgets.items import Item, ItemList
from gamenight.app.widgets.key_bar import KeyBar
from gamenight.app.widgets.picture_view import PictureView
from gamenight.core.booklet import Booklet, entry_of
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.lesson import Ask
from gamenight.core.pages import View
from gamenight.core.resolver import words_of
from gamenight.core.scene import Choice
from gamenight.core.text import listed
from gamenight.draw.canvas import Picture

LEAVING = ("?", "q")  # never a move of a game
TURNING = ("left", "right")  # nor these: they turn the page, also where a move is asked for
OWN = frozenset("cnp")  # keys of the booklet that begin no word
SOLUTION = "s"  # the same where there is a solution
LONGEST = 3.0  # seconds after which the text and the board belong together, however much moved
STEPPING = {"down": "right", "up": "left"}  # from choice to choice in reading order


class BookletPage(Page):
    """A cursor over the pages of a booklet; page 0 is the contents. first: where it is opened."""

    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    BookletPage #page { height: 1fr; }
    BookletPage #contents { margin-top: 1; }
    """

    def __init__(self, game: Game, booklet: Booklet, first: int = 0):
        super().__init__()
        self.game = game
        self.booklet = booklet
        self.views = booklet.views
        self.title = booklet.title
        self._first = first
        self.at = 0
        self._part = 0
        self.choosing: Selection | None = None
        self.answer: Choice | None = None
        self._unanswered = False  # Enter came before anything was chosen
        self._gave_up = False
        self._moving: list[Frame] = []
        self._beat = 0.0  # the seconds of a beat of what moves
        self._drawn: PageDrawing | None = None
        self._timer: Timer | None = None

    def body(self) -> Sequence[Widget]:
        return (
            ItemList(lambda: self.gamenight.look, id="contents"),
            PictureView(self._draw, id="page"),
        )

    def on_mount(self) -> None:
        self._turn(self._first)

    @property
    def _view(self) -> View | None:
        return self.views[self.at - 1] if self.at else None

    @property
    def _ask(self) -> Ask | None:
        return self._view.page.ask if self._view else None

    @property
    def _solved(self) -> bool:
        ask, answer = self._ask, self.answer
        return ask is not None and answer is not None and answer.text in ask.right

    @property
    def _settled(self) -> bool:
        """Whether nothing is to be answered any more."""
        return self._solved or self._gave_up

    @property
    def _picture(self) -> PictureView:
        return self.query_one("#page", PictureView)

    def keys(self) -> Sequence[tuple[str, str]]:
        ascii = self.gamenight.look.ascii
        turning = ("Left Right" if ascii else "←→", f"turn {self.booklet.noun}s")
        moving = ("Up Down" if ascii else "↑↓", "move")
        rules = (("?", "rules"), ("F1", "keys"))
        leaving: tuple[tuple[str, str], ...] = (("c", "contents"), ("q", "leave"), *rules)
        if self._is_own("c"):
            leaving = leaving[1:]
        if self._moving:
            return (("Enter", "skip"), turning, *leaving)
        if not self.at:
            return (("Enter", "open"), turning, ("q", "leave"), *rules)
        if self._ask and not self._settled:
            told = self._ask.solution and not self._is_own(SOLUTION)
            solution = ((SOLUTION, "solution"),) if told else ()
            return (("Enter", "answer"), moving, *solution, turning, *leaving)
        return (("Enter", self.leads_to if self._is_last else "next"), turning, *leaving)

    leads_to = "contents"

    def finish(self) -> None:
        """What Enter does after the last page."""
        self._turn(0)

    @property
    def _is_last(self) -> bool:
        return self.at == len(self.views) and self._part + 1 >= self._parts

    @property
    def _own(self) -> frozenset[str]:
        """The keys of this page that begin no word."""
        return OWN | {SOLUTION} if self._ask and self._ask.solution else OWN

    def _is_own(self, key: str) -> bool:
        """Whether a key is the game's own, for it answers the question."""
        asked = None if self._settled else self.choosing
        return asked is not None and typed(asked, key, self._own) is not None

    # Turning pages.

    def _contents(self) -> list[Item]:
        edge = max(2, len(str(len(self.views))))
        return [Item(str(n), f"{n:>{edge}}", text) for n, text, _ in self.booklet.contents()]

    def _turn(self, page: int) -> None:
        """Show a page; the next one, with the animation that leads to it."""
        last = len(self.views)
        if page > last:
            told = "q leaves, c shows the contents."
            self.tell(f"That was the last {self.booklet.noun}: {told}")
            return
        if page < 0 or not self._can_show(page):
            return
        left, forward = self.at, page == self.at + 1
        current = entry_of(self.booklet, left)
        self.at, self._part = page, 0
        self.answer, self._unanswered, self._gave_up = None, False, False
        view = self._view
        self.choosing = Selection(view.scene) if view and self._ask else None
        if self._timer is not None:
            self._timer.stop()
        self._moving = []
        if view and forward and self.gamenight.beat:
            self._moving = frames_of(self.booklet.movement(view))
            beats = sum(frame.beats for frame in self._moving)
            self._beat = min(self.gamenight.beat, LONGEST / max(beats, 1.0))
        rows = self.query_one(ItemList)
        if not page:
            rows.show(self._contents(), current=str(current.page))
        rows.display = self.query_one("#title").display = not page
        self._picture.display = bool(page)
        self.set_focus(None if page else rows)
        self.show_keys()
        self._next_frame()

    def _can_show(self, page: int) -> bool:
        """Whether there is such a page: some are made when they are looked at."""
        try:
            return not page or bool(self.views[page - 1])
        except GamenightError as error:
            self.tell_error(error)
            return False

    def _on(self) -> None:
        """What comes next: the rest of a long text, or else the next page."""
        if not self._read_on():
            self._turn(self.at + 1 if self.at else self.booklet.begin())

    def _enter(self) -> None:
        """The same, but where a question waits Enter is an answer, and turns no page instead. What
        is wrong with an answer stays to be read; that there is none yet, until the next key, since
        it may stand where the text was."""
        if self._ask is None or self._settled:
            self.finish() if self._is_last else self._on()
        elif not self._read_on():
            self._unanswered = self.answer is None and not self._unanswered
            self._picture.redraw()

    def _read_on(self) -> bool:
        """Turn to the next part of a long text; returns whether there was one."""
        more = self._part + 1 < self._parts
        if more:
            self._part += 1
            self._picture.redraw()
        return more

    def _back(self) -> None:
        if self._unanswered:
            self._unanswered = False
            self._picture.redraw()
        elif self._part:
            self._part -= 1
            self._picture.redraw()
        elif self.at:
            self._turn(self.at - 1)

    @property
    def _parts(self) -> int:
        """How many parts the text of the page takes on a screen of this size."""
        return len(self._drawing(self._view, self._picture.size).parts) if self._view else 1

    def on_item_list_chosen(self, message: ItemList.Chosen) -> None:
        self._turn(int(message.key))

    # Animation.

    def _next_frame(self) -> None:
        self._picture.redraw()
        if self._moving:
            self._timer = self.set_timer(self._moving[0].beats * self._beat, self._elapsed)

    def _elapsed(self) -> None:
        del self._moving[:1]
        self._next_frame()
        if not self._moving:
            self.show_keys()

    def _skip(self) -> bool:
        """End an animation; returns whether there was one."""
        if self._timer is not None:
            self._timer.stop()
        moved = bool(self._moving)
        self._moving = []
        self._picture.redraw()
        if moved:
            self.show_keys()
        return moved

    # Keys and touches.

    def on_key(self, event: events.Key) -> None:
        """Where a move is asked for, the game's own keys come before those of the booklet."""
        if event.key.startswith("ctrl+"):
            return
        skipped = bool(self.at) and self._skip() and event.key == "enter"
        if skipped or self._chose(event) or self._turned(event.key):
            event.stop()
            event.prevent_default()

    def _chose(self, event: events.Key) -> bool:
        """Whether the key belongs to the choice being asked for."""
        selection = self.choosing
        if selection is None or self._settled:
            return False
        name = event.character if event.character and event.is_printable else event.key
        if name in LEAVING or name in TURNING:
            return False
        if name in STEPPING:
            name = STEPPING[name]
        result = pressed(selection, name, self._picture.picture, self._own)
        if isinstance(result, Selection) and result.meant is not None:
            result = result.meant  # here a letter is an answer at once
        if isinstance(result, Choice):
            words = words_of(selection.scene, result)
            answered = selection.typed + name
            self.gamenight.keystrokes.answered(answered, words, enters=name != "enter")
        return self._take(result)

    def _take(self, result: Outcome) -> bool:
        self._unanswered = self._unanswered and result is None
        if isinstance(result, Choice):
            self.answer = result
            assert self._view is not None
            assert self.choosing is not None
            scene = self.choosing.scene if self._solved else self._view.scene
            self.choosing = Selection(scene)
            if self._solved:
                self.booklet.solved(self.at)
        elif isinstance(result, Selection):
            self.choosing = result
            self.answer = None
        self.show_keys()
        self._picture.redraw()
        return result is not None

    def _turned(self, key: str) -> bool:
        """Whether the key turns a page, or leaves."""
        ways = {
            **dict.fromkeys(("enter", "space"), self._enter),
            **dict.fromkeys(("right", "pagedown", "n"), self._on),
            **dict.fromkeys(("left", "pageup", "p", "backspace"), self._back),
            "home": lambda: self._turn(1),
            "end": lambda: self._turn(len(self.views)),
            "c": lambda: self._turn(0),
            SOLUTION: self._give_up,
            "question_mark": self._rules,
            **dict.fromkeys(("q", "escape"), self.app.pop_screen),
        }
        if not self.at:
            ways = {key: ways[key] for key in ("n", "right", "question_mark", "q", "escape")}
        if key in ways:
            ways[key]()
        return key in ways

    def _give_up(self) -> None:
        """Show the answer, where there are words for it."""
        if self._ask is not None and self._ask.solution and not self._settled:
            self.answer, self._unanswered, self._gave_up = None, False, True
            self.show_keys()
            self._picture.redraw()

    def _rules(self) -> None:
        self.app.push_screen(routes.rules(self.game))

    def on_picture_view_touched(self, message: PictureView.Touched) -> None:
        if not self.at:
            self.query_one(ItemList).focus()
        if isinstance(message.view, KeyBar) or self._skip():
            return
        if self._settled:
            self._on()
        elif self.choosing is not None:
            self._take(touched(self.choosing, message.key))

    # Drawing.

    def _draw(self, width: int, height: int) -> Picture:
        view = self._view
        if view is None:
            return Picture(width, height)
        scene, focus = view.scene, None
        if self._moving:
            scene = self._moving[0].scene
        elif self.choosing is not None:
            scene, focus = self.choosing.scene, self.choosing.focus()
            scene = replace(scene, choices=(), ask="") if self._settled else scene
        noun, note = self.booklet.noun, self.booklet.note(self.at)
        place = f"{noun} {self.at} of {len(self.views)}"
        status = (place, *([note] if note else []), *scene.status)
        drawing = self._drawing(view, (width, height))
        shown = replace(scene, title=self.title or "", status=status)
        return drawing.page(shown, self._part, *self._reply, focus)

    def _drawing(self, view: View, size: tuple[int, int]) -> PageDrawing:
        """The drawing of a page, kept as long as the page and the screen stay the same."""
        look, noun = self.gamenight.look, self.booklet.noun
        wanted = PageDrawing(view, self.game.glyphs, look, (size[0], size[1]), noun)
        if self._drawn != wanted:
            self._drawn = wanted
        assert self._drawn is not None
        return self._drawn

    @property
    def _reply(self) -> tuple[str, str]:
        """What is typed so far, or what the booklet says about the answer; and its tone."""
        if self.choosing is not None and self.choosing.typed:
            return self.choosing.written, ""
        if self._unanswered and self.choosing is not None:
            arrow = "Right" if self.gamenight.look.ascii else "→"
            possible = listed(ways(self.choosing))
            return f"Choose first: {possible}. ({arrow} turns the page.)", ""
        goes_on = GOES_ON.format(self.booklet.noun) if self._settled else TRY_AGAIN
        if self._ask is not None and self._gave_up:
            return self._ask.solution + goes_on, ""
        if self._ask is None or self.answer is None:
            return "", ""
        return self._ask.reply(self.answer.text) + goes_on, "good" if self._solved else "danger"
