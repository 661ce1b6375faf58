"""Puzzle: a position with one best move, as data. `core/posing.py` shows it by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from zlib import crc32

from gamenight.core.errors import GamenightError
from gamenight.core.limits import read_json

GRADES = ("very easy", "easy", "medium", "hard", "very hard")
"""What the grades are called, from 1 on."""


class BrokenPuzzle(GamenightError):
    """A puzzle that does not follow the rules of its own game, or cannot be read."""

    code = "broken_puzzle"


class Try(NamedTuple):
    """A move that can be played in a puzzle."""

    text: str
    """The action."""

    value: float
    """What it is worth to whoever plays it."""

    line: tuple[str, ...] = ()
    """What follows it if everybody plays their best: the texts of the next plies."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which somebody is to play, and what each of their moves is worth."""

    plies: tuple[str, ...]
    """The texts that lead from the start to the position, chance outcomes included."""

    tries: tuple[Try, ...]
    """What can be played, best first."""

    grade: int
    """How hard it is: 1 is the first of `GRADES`."""

    proven: bool = False
    """Whether it is proven that the first move is the best, and not only seen by a search."""

    @property
    def right(self) -> tuple[str, ...]:
        """The best moves: that is one, unless others are worth the same."""
        return tuple(one.text for one in self.tries if one.value == self.tries[0].value)

    @property
    def name(self) -> str:
        """What it is remembered by, for as long as the position is the same."""
        return f"{crc32(chr(10).join(self.plies).encode()):08x}"


@dataclass(frozen=True, slots=True)
class Puzzles:
    """The puzzles of a game, easy ones first."""

    puzzles: tuple[Puzzle, ...]
    """All of them, in the order of their grades."""

    names: tuple[str, ...]
    """The players, by seat."""

    unit: str = "points"
    """What values count: `seeds`, for example."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the matches, where they are not the usual ones."""


def read_puzzles(text: str) -> Puzzles:
    """The puzzles in a JSON text, which has the fields of `Puzzles` and of each `Puzzle` by their
    names; raises BrokenPuzzle."""
    try:
        found = read_json(text)
        puzzles = tuple(_read(**one) for one in found["puzzles"])
        names, options = tuple(map(str, found["names"])), dict(found.get("options", {}))
        return Puzzles(puzzles, names, str(found["unit"]), options)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BrokenPuzzle(f"these are no puzzles: {error}") from error


def _read(plies: list[str], grade: int, tries: list[Any], proven: bool = False) -> Puzzle:
    moves = (Try(str(text), float(value), tuple(line)) for text, value, line in tries)
    return Puzzle(tuple(map(str, plies)), tuple(moves), int(grade), bool(proven))
