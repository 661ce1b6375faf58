"""Question: what a person is asked at the table, and what the program itself says there."""

from __future__ import annotations

from dataclasses import dataclass

from gamenight.app.selection import Selection
from gamenight.core.prompts import GO_ON, READY
from gamenight.match.table import At

UNADVISED = ((READY,), (GO_ON,))  # there is nothing to choose, so no hint would help


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence of the program itself, shown in place of the game's message."""

    text: str = ""
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked. at: how much of the match they have seen; hidden: behind a curtain;
    may_pass: Esc passes; any_key: something to read, which any key closes."""

    seat: int | None
    selection: Selection
    at: At
    hidden: bool = False
    may_pass: bool = False
    any_key: bool = False
