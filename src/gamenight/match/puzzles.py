"""Puzzles: those of a game as a booklet, which remembers what was solved."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.booklet import Entry
from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.pages import View
from gamenight.core.posing import Posed
from gamenight.core.puzzle import GRADES
from gamenight.core.scene import Step
from gamenight.match.solved import Solved


class PuzzleBooklet:
    """The puzzles of a game by grade, with those that were solved; raises a GamenightError where
    the game has none."""

    noun = "puzzle"
    kept = "what you solve is kept"

    def __init__(self, game: Game, solved: Solved):
        found = None if game.puzzles is None else game.puzzles()
        if found is None or not found.puzzles:
            raise GamenightError(
                f"{game.title} has no puzzles (see: {command(f'learn {game.id}')})", game.id
            )
        self._game, self._kept = game, solved
        self.title = f"Puzzles: {game.title}"
        self.views: Sequence[View] = Posed(game, found)
        self._puzzles = found.puzzles

    def contents(self) -> Sequence[Entry]:
        """A line for each grade, which leads to the first puzzle that is not solved yet."""
        solved = self._kept.of(self._game)
        lines = []
        for grade, name in enumerate(GRADES, 1):
            pages = [at for at, one in enumerate(self._puzzles, 1) if one.grade == grade]
            left = [at for at in pages if self._puzzles[at - 1].name not in solved]
            if pages:
                told = f"{name}: {len(pages) - len(left)} of {len(pages)} solved"
                lines.append(Entry((left or pages)[0], told, pages[0]))
        return lines

    def begin(self) -> int:
        """The first that is not solved, or the first of all."""
        pages = range(1, len(self._puzzles) + 1)
        return next((page for page in pages if not self.note(page)), 1)

    def begin_at(self, grade: int) -> int:
        """The same in a grade; raises a GamenightError where there is none of it."""
        page = self._page_of(grade)
        if page is None:
            raise GamenightError(f"{self._game.title} has no puzzles that are {GRADES[grade - 1]}")
        return page

    def _page_of(self, grade: int) -> int | None:
        first = next((at for at, one in enumerate(self._puzzles, 1) if one.grade == grade), None)
        return next((one.page for one in self.contents() if one.first == first), None)

    def named(self, word: str) -> int | None:
        """A grade, by its name."""
        return self._page_of(GRADES.index(word) + 1) if word in GRADES else None

    def note(self, page: int) -> str:
        done = self._puzzles[page - 1].name in self._kept.of(self._game)
        return "solved" if done else ""

    def movement(self, view: View) -> Sequence[Step]:
        return ()

    def solved(self, page: int) -> None:
        self._kept.add(self._game, self._puzzles[page - 1].name)
