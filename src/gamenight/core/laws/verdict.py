"""How a broken law is reported: one sentence, and the state and action to blame."""

from __future__ import annotations

from typing import Literal, NoReturn, TypeAlias

from gamenight.core.errors import LawBroken

Law: TypeAlias = Literal[
    "total", "chance", "text", "replay", "secrets", "refusal", "views", "scenes", "extras"
]
"""The names of the laws; `docs/games.md` says what each demands."""

# What a game's own code may raise; Ctrl-C is not its doing.
THROWN = (Exception, SystemExit)


def broken(law: Law, sentence: str, state: object = None, action: object = None) -> NoReturn:
    """Raise the verdict."""
    raise LawBroken(law, sentence, state, action)


class blaming:
    """An exception of the game's own code in here breaks this law."""

    __slots__ = ("action", "law", "state", "what")

    def __init__(self, law: Law, what: str, state: object = None, action: object = None):
        self.law, self.what, self.state, self.action = law, what, state, action

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, THROWN) and not isinstance(error, LawBroken):
            what = self.what if self.action is None else f"{self.what} of {shown(self.action)}"
            sentence = f"{what} raises {told(error)}"
            raise LawBroken(self.law, sentence, self.state, self.action) from error


def told(error: BaseException) -> str:
    """The type and text of an exception on one line."""
    try:
        text = _line(str(error), 200)
    except THROWN:
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def shown(value: object) -> str:
    """Any value on one line, not too long, even if its repr fails."""
    try:
        return _line(repr(value), 120)
    except THROWN as error:
        return f"a {type(value).__name__} whose repr raises {type(error).__name__}"


def seat_name(seat: int | None) -> str:
    """A viewer in a sentence; seats are counted from 0, as in the game's code."""
    return "a spectator" if seat is None else f"seat {seat}"


def is_number(value: object) -> bool:
    """A whole number; True and False do not count."""
    return isinstance(value, int) and not isinstance(value, bool)


def _line(text: str, longest: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else line[:longest] + "..."
