"""Booklets: pages forward and back, and their questions: lessons and puzzles."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core.booklet import Booklet
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.labels import shortest
from gamenight.core.lesson import Ask
from gamenight.core.marks import chosen, toggled
from gamenight.core.pages import View
from gamenight.core.resolver import resolve
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import listed, quoted, whole_number
from gamenight.draw.ansi import painted
from gamenight.draw.ink import BOLD, PLAIN, Ink
from gamenight.draw.layouts.flow import render, render_choices, shown_signs
from gamenight.draw.line import line
from gamenight.plain.console import HELP_WORDS, Console

WIDEST = 100
FORWARD, BACK, LEAVE = ("", "n"), ("p", "undo"), ("q", "quit")
SOLUTION = "solution"
KEYS = "[Enter] next  [p] back  [NUMBER] jump  [contents]  [?] help  [q] leave"
ASK_KEYS = "[Enter] skip  [p] back  [{} NUMBER] jump  [contents]  [?] help  [q] leave"
SOLVING_KEYS = "[Enter] skip  [p] back  [solution]  [contents]  [?] help  [q] leave"
HELP = [
    "  Enter, n   the next {0}",
    "  p, undo    the previous {0}",
    "  NUMBER     jump to that {0}; if a move is asked for, type {0} NUMBER",
    "  contents   the list of {0}s",
    "  q, quit    leave",
]
SOLVING_HELP = "  solution   the best move, and why"


class Reader:
    """A cursor over the pages of a booklet; page 0 is the contents."""

    def __init__(self, console: Console, game: Game, booklet: Booklet, at: int = 0):
        self.console = console
        self.game = game
        self.booklet = booklet
        self.views = booklet.views
        self.at = at

    def run(self) -> None:
        """Turn pages until the person leaves; raises Left at the end of input."""
        self._draw()
        while True:
            typed = self.console.read(f"{self._place}> ")
            if typed.casefold() in LEAVE:
                return
            self._answer(typed)

    @property
    def _place(self) -> str:
        noun, note = self.booklet.noun, self.booklet.note(self.at) if self.at else ""
        told = f", {note}" if note else ""
        return f"{noun} {self.at} of {len(self.views)}{told}" if self.at else "contents"

    @property
    def _view(self) -> View | None:
        return self.views[self.at - 1] if self.at else None

    @property
    def _ask(self) -> Ask | None:
        return self._view.page.ask if self._view else None

    def _answer(self, typed: str) -> None:
        """Where a move is asked for, the game's own words win over those of a booklet."""
        view, ask = self._view, self._ask
        found = _meant(view.scene, typed) if view and ask and typed else ()
        if view and ask and found and typed != "?":
            self._reply(view.scene, ask, typed, found)
        elif typed.casefold() in HELP_WORDS:
            self._help()
        elif not self._turned(typed.casefold()):
            self.console.say(self._refusal(typed))

    def _turned(self, word: str) -> bool:
        """Whether the word is one for turning pages, for giving up, or `save`."""
        first, _, rest = word.partition(" ")
        by_name = first == self.booklet.noun
        number = whole_number(rest.strip() if by_name else "" if self._ask else word)
        number = self.booklet.named(word) if number is None else number
        if word in FORWARD:
            self._go(self.at + 1 if self.at else self.booklet.begin())
        elif word in BACK:
            self._go(self.at - 1)
        elif word == "contents":
            self._go(0)
        elif number is not None:
            self._go(number)
        elif word == "save":
            self.console.say(f"There is nothing to save: {self.booklet.kept}.")
        elif word == SOLUTION and self._ask is not None and self._ask.solution:
            self._say(self._ask.solution)
        else:
            return False
        return True

    def _go(self, page: int) -> None:
        last, noun = len(self.views), self.booklet.noun
        if page == self.at + 1 == last + 1:
            self.console.say(f"This is the last {noun}: q leaves, p goes back.")
        elif page < 0:
            self.console.say(f"This is the first {noun}: press Enter.")
        elif page > last:
            self.console.say(f"there is no {noun} {page} (possible: 1 to {last})")
        else:
            left, self.at = self.at, page
            try:
                self._draw()
            except GamenightError as error:  # of a page that is made when it is looked at
                self.at = left
                self.console.object(error)

    def _reply(self, scene: Scene, ask: Ask, typed: str, found: tuple[Choice, ...]) -> None:
        if len(found) == 1:
            right = found[0].text in ask.right
            self._say(ask.reply(found[0].text) + (" (Press Enter.)" if right else " Try again."))
            if right:
                self.booklet.solved(self.at)
        else:
            self.console.say(f"{quoted(typed)} could mean: {listed(_ways(scene, found))}")

    def _refusal(self, typed: str) -> str:
        last, noun = len(self.views), self.booklet.noun
        possible = [f"1 to {last}"]
        if self._view and self._ask:
            scene, solution = self._view.scene, [SOLUTION] if self._ask.solution else []
            possible = [*_ways(scene, scene.choices), *solution, f"{noun} 1 to {noun} {last}"]
        words = listed(["Enter", "p", *possible, "contents", "?", "q"])
        return f"{quoted(typed)} is not possible here (possible: {words})"

    def _help(self) -> None:
        glyphs, style = self.game.glyphs, self.console.style
        if self._view and self._ask:
            self.console.say(*render_choices(self._view.scene, glyphs, style))
        told = [line.format(self.booklet.noun) for line in HELP]
        solving = [SOLVING_HELP] if self._ask and self._ask.solution else []
        scenes = [view.scene for view in ([self._view] if self._view else self.views)]
        self.console.say(*shown_signs(scenes, glyphs, style), *told[:-1], *solving, told[-1])

    def _draw(self) -> None:
        self.console.say("")
        if self._view:
            self._draw_page(self._view)
        else:
            self._draw_contents()
        asking = SOLVING_KEYS if self._ask and self._ask.solution else ASK_KEYS
        self.console.say(asking.format(self.booklet.noun) if self._ask else KEYS)

    def _draw_contents(self) -> None:
        self._say(self.booklet.title, BOLD)
        edge = len(str(len(self.views)))
        self.console.say(*(f"  {page:{edge}}  {text}" for page, text, _ in self.booklet.contents()))

    def _draw_page(self, view: View) -> None:
        between = self.console.style.signs.between
        self._say(f"{self._place}{between}{view.page.heading}", BOLD)
        self._say(" ".join(view.told))
        scene = view.scene if view.scene.marks is None else replace(view.scene, marks=())
        self.console.say(*render(scene, self.game.glyphs, self.console.style), "")
        self._say(view.page.notes)
        if view.page.ask is not None:
            self._say(view.page.ask.question, BOLD)

    def _say(self, text: str, ink: Ink = PLAIN) -> None:
        style = self.console.style
        lines = line(text, ink).wrap(min(style.width, WIDEST))
        self.console.say(*(painted(part, style) for part in lines))


def _meant(scene: Scene, typed: str) -> tuple[Choice, ...]:
    """The choices that were typed; where spots can be marked, by the labels of all of them."""
    marks = toggled(replace(scene, marks=()), typed) if scene.marks is not None else None
    choice = chosen(replace(scene, marks=marks)) if marks else None
    return (choice,) if choice is not None else resolve(scene, typed)


def _ways(scene: Scene, choices: tuple[Choice, ...]) -> list[str]:
    """The shortest way to type each choice."""
    return [shortest(scene, choice) for choice in choices]
