"""Question: what a person is asked at the table, and what the program itself says there."""

from __future__ import annotations

from dataclasses import dataclass

from gamenight.app.selection import Selection
from gamenight.core.scene import Choice
from gamenight.match.table import At

GO_ON = Choice("go on", "go on", default=True)
READY = Choice("ready", "ready", default=True)
PASS = Choice("pass", "pass", default=True)
RESULT = Choice("result", "the result", default=True)
UNADVISED = ((READY,), (GO_ON,))  # there is nothing to choose, so no hint helps


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence of the program itself, in the place of the game's message."""

    text: str = ""
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a person. at: what of the match the person has seen; hidden: behind a
    curtain; may_pass: Esc passes; any_key: it is there to be read, and every key goes on."""

    seat: int | None
    selection: Selection
    at: At
    hidden: bool = False
    may_pass: bool = False
    any_key: bool = False
