"""Booklet: pages with boards, which people turn: a lesson, or the puzzles of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.lesson import contents
from gamenight.core.pages import View, movement, views
from gamenight.core.scene import Step


class Entry(NamedTuple):
    """A line of the contents: the page that it leads to, and the first one that it is about."""

    page: int
    text: str
    first: int


class Booklet(Protocol):
    """What front ends turn the pages of; pages count from 1, and 0 is the contents. noun: what a
    page is called; kept: why there is nothing to save; views: the pages."""

    title: str
    noun: str
    kept: str
    views: Sequence[View]

    def contents(self) -> Sequence[Entry]:
        """The lines of the contents."""

    def begin(self) -> int:
        """The page that follows the contents."""

    def named(self, word: str) -> int | None:
        """The page that a word stands for, besides its number."""

    def note(self, page: int) -> str:
        """What is to be said of a page besides, in a word or two."""

    def movement(self, view: View) -> Sequence[Step]:
        """The steps that lead to a page from the one before it."""

    def solved(self, page: int) -> None:
        """The question of a page was answered right."""


class LessonBooklet:
    """The pages of a lesson; raises a GamenightError where the game has none, and BrokenLesson for
    one that its rules do not allow."""

    noun = "page"
    kept = "a lesson can start at any page"

    def __init__(self, game: Game):
        if game.lesson is None:
            raise GamenightError(
                f"{game.title} has no lesson (see: {command(f'rules {game.id}')})", game.id
            )
        self._game, self._lesson = game, game.lesson()
        self.title = self._lesson.title
        self.views: Sequence[View] = views(game, self._lesson)

    def contents(self) -> Sequence[Entry]:
        return [Entry(number, heading, number) for number, heading in contents(self._lesson)]

    def begin(self) -> int:
        return 1

    def named(self, word: str) -> int | None:
        return None

    def note(self, page: int) -> str:
        return ""

    def movement(self, view: View) -> Sequence[Step]:
        return movement(self._game, self._lesson, view)

    def solved(self, page: int) -> None:
        """A lesson remembers nothing."""


def entry_of(booklet: Booklet, page: int) -> Entry:
    """The line of the contents that a page belongs to; of the contents themselves, that of the
    page that follows them."""
    wanted = page or booklet.begin()
    lines = booklet.contents()
    return next((one for one in reversed(lines) if one.first <= wanted), lines[0])
