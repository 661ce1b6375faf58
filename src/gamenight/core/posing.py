"""Posing: a puzzle as it is shown. Its board, and the words for each move, are the engine's own, so
that they cannot drift from the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.labels import choice_labels
from gamenight.core.lesson import Ask, Page
from gamenight.core.lines import line_labels, told_line
from gamenight.core.pages import View, asking
from gamenight.core.play import read, replay
from gamenight.core.puzzle import GRADES, BrokenPuzzle, Puzzle, Puzzles, Try
from gamenight.core.rules import Decision, Rules
from gamenight.core.text import enumerated
from gamenight.core.view import scene_of

NOTES = "{} is to play, and one move is clearly best, counted in {} ahead."
QUESTION = "Which move is best?"
PROVEN = ", and that is proven"


class Posed(Sequence[View]):
    """The puzzles of a game as pages, each made when it is first looked at; raises BrokenPuzzle."""

    def __init__(self, game: Game, puzzles: Puzzles):
        self._game, self._puzzles = game, puzzles
        self._made: dict[int, View] = {}

    def __len__(self) -> int:
        return len(self._puzzles.puzzles)

    @overload
    def __getitem__(self, at: int) -> View: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[View]: ...
    def __getitem__(self, at: int | slice) -> View | Sequence[View]:
        if isinstance(at, slice):
            return [self[one] for one in range(len(self))[at]]
        number = range(len(self))[at]
        if number not in self._made:
            self._made[number] = posed(self._game, self._puzzles, number)
        return self._made[number]


def posed(game: Game, puzzles: Puzzles, at: int) -> View:
    """The puzzle at this place, as a page that asks for its move; raises BrokenPuzzle."""
    puzzle = puzzles.puzzles[at]
    try:
        rules = game.shared_rules(len(puzzles.names), **puzzles.options)
        state = rules.initial()
        for ply in replay(rules, puzzle.plies):
            state = ply.after
        return _Poser(game, rules, puzzles, puzzle, state).view(at + 1)
    except GamenightError as error:
        raise BrokenPuzzle(f"puzzle {at + 1} of {game.title}: {error}", at + 1) from error


class _Poser:
    """One puzzle at its position."""

    def __init__(
        self, game: Game, rules: Rules[Any, Any], puzzles: Puzzles, puzzle: Puzzle, state: Any
    ):
        node = rules.node(state)
        if not isinstance(node, Decision):
            raise BrokenPuzzle("nobody is to play there")
        values = [one.value for one in puzzle.tries]
        if values != sorted(values, reverse=True):
            raise BrokenPuzzle("its moves are not listed best first")
        if len(set(values)) < 2:
            raise BrokenPuzzle("no move of it is better than the others")
        if not 1 <= puzzle.grade <= len(GRADES):
            raise BrokenPuzzle(f"there is no grade {puzzle.grade} (possible: 1 to {len(GRADES)})")
        self.game, self.rules, self.state = game, rules, state
        self.puzzle, self.unit, self.player = puzzle, puzzles.unit, node.player
        self.names, self.mover = puzzles.names, puzzles.names[node.player]
        self.scene = scene_of(game, rules, state, node.player, puzzles.names)
        self.labels = choice_labels(self.scene)

    def view(self, number: int) -> View:
        best, *others = self.puzzle.tries
        wrong = {one.text: self._reply(one) for one in others if one.text not in self.puzzle.right}
        why = self._why()
        ask = Ask(
            QUESTION,
            self.puzzle.right,
            f"Yes: {why}",
            wrong,
            f"That is worth less than the best move ({self._worth(best.value)}).",
            f"The answer: {why}",
        )
        heading = GRADES[self.puzzle.grade - 1].capitalize()
        page = Page(heading, NOTES.format(self.mover, self.unit), viewer=self.player, ask=ask)
        return View(number, page, self.state, (), tuple, asking(self.scene))

    def _why(self) -> str:
        """The best line, and what the next best move is worth."""
        best = self.puzzle.tries[0]
        rival = next(one for one in self.puzzle.tries if one.text not in self.puzzle.right)
        proven = PROVEN if self.puzzle.proven else ""
        told = f"{self._line(best)}. It is worth {self._worth(best.value)}{proven}; the next best, "
        return f"{told}{self._label(rival)}, {self._worth(rival.value)}."

    def _reply(self, one: Try) -> str:
        """What a wrong move gives away, and to what."""
        less = self._counted(self.puzzle.tries[0].value - one.value)
        told, worth = self._line(one), self._worth(one.value)
        return f"{told[:1].upper()}{told[1:]}. That is worth {worth}, {less} less than the best."

    def _line(self, one: Try) -> str:
        """A move and what follows it, all of it possible, and what that adds to the scores."""
        action = read(self.rules, self.state, one.text, self.player)
        after, actions = self.rules.apply(self.state, action), list[Any]()
        state = after
        for text in one.line:
            actions.append(read(self.rules, state, text))
            state = self.rules.apply(state, actions[-1])
        told = told_line(self._label(one), line_labels(self.game, self.rules, after, actions))
        return f"{told}{self._scored(state)}"

    def _scored(self, after: Any) -> str:
        """Whose score a line raises, and by how much, who moves first; nothing if nobody's."""
        last = scene_of(self.game, self.rules, after, self.player, self.names)
        before = {row.seat: row.value for row in self.scene.scores}
        rows = sorted(last.scores, key=lambda row: row.seat != self.player)
        gained = [(row.name, row.value - before.get(row.seat, 0)) for row in rows]
        more = [(name, gain) for name, gain in gained if gain > 0]
        told = [
            f"{name}'s{'' if n else ' score goes up'} by {gain}"
            for n, (name, gain) in enumerate(more)
        ]
        return f". {enumerated(told)}" if told else ""

    def _label(self, one: Try) -> str:
        if one.text not in self.labels:
            raise BrokenPuzzle(f"the scene offers no choice {one.text!r}")
        return self.labels[one.text]

    def _worth(self, value: float) -> str:
        sign = "+" if value > 0 else ""
        return f"{sign}{self._counted(value)}"

    def _counted(self, value: float) -> str:
        unit = self.unit.removesuffix("s") if abs(value) == 1 else self.unit
        return f"{value:g} {unit}"
