"""Lesson: a tutorial as data. `core/pages.py` plays it by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gamenight.core.errors import GamenightError


class BrokenLesson(GamenightError):
    """A lesson that its own game does not allow."""

    code = "broken_lesson"


@dataclass(frozen=True, slots=True)
class Ask:
    """The learner is asked for a move.

    right: the texts that answer it; the next page plays one of them. wrong: what is said to
    other moves, by their text, and to those not listed.
    """

    question: str
    right: tuple[str, ...]
    praise: str
    wrong: Mapping[str, str] = field(default_factory=dict)
    otherwise: str = "That can be played, but there is something better."

    def reply(self, text: str) -> str:
        """What is said to a move that is possible."""
        return self.praise if text in self.right else self.wrong.get(text, self.otherwise)


@dataclass(frozen=True, slots=True)
class Page:
    """One step of a lesson.

    plies: the texts played since the page before, in order, chance outcomes included.
    midway: it shows the first moment of the last ply that is meant to be read (the dice as they
    fell), where its telling has one, and not what stands after it.
    """

    heading: str
    notes: str
    plies: tuple[str, ...] = ()
    viewer: int | None = None
    midway: bool = False
    ask: Ask | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """A match that is played page by page; there is a name for every seat."""

    title: str
    names: tuple[str, ...]
    pages: tuple[Page, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


def contents(lesson: Lesson) -> tuple[tuple[int, str], ...]:
    """The pages by number, from 1, with their headings."""
    return tuple((number, page.heading) for number, page in enumerate(lesson.pages, 1))
