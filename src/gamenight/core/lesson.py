"""Lesson: a tutorial as data. `core/pages.py` plays it by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gamenight.core.errors import GamenightError


class BrokenLesson(GamenightError):
    """A lesson that does not follow the rules of its own game."""

    code = "broken_lesson"


@dataclass(frozen=True, slots=True)
class Ask:
    """The learner has to find a move."""

    question: str
    """What is asked."""

    right: tuple[str, ...]
    """The texts of all good answers; the next page plays one of them."""

    praise: str
    """The reply to a good answer."""

    wrong: Mapping[str, str] = field(default_factory=dict)
    """The replies to other moves, by their texts."""

    otherwise: str = "That can be played, but there is something better."
    """The reply to any move that is not listed."""

    solution: str = ""
    """The reply to those who give up; without it, the next page shows the answer."""

    def reply(self, text: str) -> str:
        """The reply to a legal move."""
        return self.praise if text in self.right else self.wrong.get(text, self.otherwise)


@dataclass(frozen=True, slots=True)
class Page:
    """One step of a lesson."""

    heading: str
    """Its title, for the contents."""

    notes: str
    """What it explains."""

    plies: tuple[str, ...] = ()
    """The texts played since the page before, in order, chance outcomes included."""

    viewer: int | None = None
    """The seat through whose eyes it is seen; a question needs one."""

    midway: bool = False
    """Show the first moment of the last ply that is meant to be read (the dice as they fell),
    where its telling has one, and not what stands after it."""

    ask: Ask | None = None
    """A question for the learner."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A match that is played page by page; it names every seat."""

    title: str
    """What the lesson is called."""

    names: tuple[str, ...]
    """The players, by seat."""

    pages: tuple[Page, ...]
    """The pages, in order."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """The options of the match, where they are not the usual ones."""


def contents(lesson: Lesson) -> tuple[tuple[int, str], ...]:
    """The pages by number, from 1, with their headings."""
    return tuple((number, page.heading) for number, page in enumerate(lesson.pages, 1))
