"""Lessons: the pages of a tutorial, forward and back, and its questions."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.lesson import Ask, Lesson, contents
from gamenight.core.marks import chosen, toggled
from gamenight.core.pages import View, views
from gamenight.core.resolver import resolve
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import listed, quoted, whole_number
from gamenight.draw.ansi import painted
from gamenight.draw.ink import BOLD, PLAIN, Ink
from gamenight.draw.layouts.flow import legend, render, render_choices
from gamenight.draw.line import line
from gamenight.plain.console import HELP_WORDS, Console

WIDEST = 100
FORWARD, BACK, LEAVE = ("", "n"), ("p", "undo"), ("q", "quit")
KEYS = "[Enter] next  [p] back  [NUMBER] jump  [contents]  [?] help  [q] leave"
ASK_KEYS = "[Enter] skip  [p] back  [page NUMBER] jump  [contents]  [?] help  [q] leave"
HELP = [
    "  Enter, n   the next page",
    "  p, undo    the previous page",
    "  NUMBER     jump to that page; if a move is asked for, type page NUMBER",
    "  contents   the list of pages",
    "  q, quit    leave",
]


def learn(console: Console, game: Game) -> None:
    """Go through the lesson of a game until the person leaves; raises Left at the end of input,
    and a GamenightError where the game has no lesson."""
    if game.lesson is None:
        raise GamenightError(
            f"{game.title} has no lesson (see: {command(f'rules {game.id}')})", game.id
        )
    Learner(console, game, game.lesson()).run()


class Learner:
    """A cursor over the pages of a lesson; page 0 is the contents."""

    def __init__(self, console: Console, game: Game, lesson: Lesson):
        self.console = console
        self.game = game
        self.lesson = lesson
        self.views = views(game, lesson)
        self.at = 0

    def run(self) -> None:
        self._draw()
        while True:
            typed = self.console.read(f"{self._place}> ")
            if typed.casefold() in LEAVE:
                return
            self._answer(typed)

    @property
    def _place(self) -> str:
        return f"page {self.at} of {len(self.views)}" if self.at else "contents"

    @property
    def _view(self) -> View | None:
        return self.views[self.at - 1] if self.at else None

    @property
    def _ask(self) -> Ask | None:
        return self._view.page.ask if self._view else None

    def _answer(self, typed: str) -> None:
        """Where a move is asked for, the game's own words win over those of a lesson."""
        view, ask = self._view, self._ask
        found = _meant(view.scene, typed) if view and ask and typed else ()
        if view and ask and found and typed != "?":
            self._reply(view.scene, ask, typed, found)
        elif typed.casefold() in HELP_WORDS:
            self._help()
        elif not self._turned(typed.casefold()):
            self.console.say(self._refusal(typed))

    def _turned(self, word: str) -> bool:
        """Whether the word is one for turning pages, or `save`."""
        first, _, rest = word.partition(" ")
        number = whole_number(rest.strip() if first == "page" else "" if self._ask else word)
        if word in FORWARD:
            self._go(self.at + 1)
        elif word in BACK:
            self._go(self.at - 1)
        elif word == "contents":
            self._go(0)
        elif number is not None:
            self._go(number)
        elif word == "save":
            self.console.say("There is nothing to save: a lesson can start at any page.")
        else:
            return False
        return True

    def _go(self, page: int) -> None:
        last = len(self.views)
        if page == self.at + 1 == last + 1:
            self.console.say("This is the last page: q leaves, p goes back.")
        elif page < 0:
            self.console.say("This is the first page: press Enter.")
        elif page > last:
            self.console.say(f"there is no page {page} (possible: 1 to {last})")
        else:
            self.at = page
            self._draw()

    def _reply(self, scene: Scene, ask: Ask, typed: str, found: tuple[Choice, ...]) -> None:
        if len(found) == 1:
            right = found[0].text in ask.right
            self._say(ask.reply(found[0].text) + (" (Press Enter.)" if right else " Try again."))
        else:
            self.console.say(f"{quoted(typed)} could mean: {listed(_ways(scene, found))}")

    def _refusal(self, typed: str) -> str:
        last = len(self.views)
        possible = [f"1 to {last}"]
        if self._view and self._ask:
            scene = self._view.scene
            possible = [*_ways(scene, scene.choices), f"page 1 to page {last}"]
        words = listed(["Enter", "p", *possible, "contents", "?", "q"])
        return f"{quoted(typed)} is not possible here (possible: {words})"

    def _help(self) -> None:
        glyphs, style = self.game.glyphs, self.console.style
        if self._view and self._ask:
            self.console.say(*render_choices(self._view.scene, glyphs, style))
        self.console.say(*legend(glyphs, style), *HELP)

    def _draw(self) -> None:
        self.console.say("")
        if self._view:
            self._draw_page(self._view)
        else:
            self._draw_contents()
        self.console.say(ASK_KEYS if self._ask else KEYS)

    def _draw_contents(self) -> None:
        self._say(self.lesson.title, BOLD)
        self.console.say(*(f"  {number:2}  {heading}" for number, heading in contents(self.lesson)))

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
    labels = (" ".join(map(scene.label, choice.on)).strip() for choice in choices)
    return [way or choice.key or choice.text for way, choice in zip(labels, choices, strict=True)]
