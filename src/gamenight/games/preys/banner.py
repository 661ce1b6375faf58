"""Messages in a banner over the board: only the first and last line of the board remain."""

from __future__ import annotations

from typing import TypeAlias

from rich.cells import cell_len

from gamenight.core.border import POWERFUL
from gamenight.games.preys.rules import State

Message: TypeAlias = tuple[str, str]

MISSING_INPUTS: Message = ("Missing inputs.", "The game ends!!")
FISH_WIN: Message = ("Go team fish!", "Finally free.")
FISHERMEN_WIN: Message = ("The fishing was good; it's", "the catching that was bad.")
TIE: Message = ("Nice tie", "LOL!")

LONGEST_SHOWN = 3


def closing(state: State) -> Message:
    """The message for a game that is over."""
    if state.safe == state.captured:
        return TIE
    return FISH_WIN if state.safe > state.captured else FISHERMEN_WIN


def offending(word: str) -> Message:
    """The message for an invalid input: its beginning, without control characters."""
    shown = POWERFUL.sub("?", word[:LONGEST_SHOWN])
    more = "..." if len(word) > LONGEST_SHOWN else ""
    return "The provided input is not valid!", f"Offending input: {shown}{more}"


def over(board: str, message: Message) -> str:
    """The board under a banner: one column wider on each side, or as wide as the message needs."""
    first, *_, last = board.split("\n")
    width = max(len(first) + 2, max(map(cell_len, message)) + 4)
    inner = width - 2
    return "\n".join(
        [
            centred(first, width),
            f"┌{'─' * inner}┐",
            *(f"│{centred(line, inner)}│" for line in message),
            f"└{'─' * inner}┘",
            centred(last, width),
        ]
    )


def centred(text: str, width: int) -> str:
    """In the middle of the width, counted in cells of a terminal; an odd space goes to the left."""
    space = width - cell_len(text)
    return " " * (space - space // 2) + text + " " * (space // 2)
