"""Style: what the terminal can show, and which ink and sign a meaning has."""

from __future__ import annotations

from dataclasses import dataclass

BOLD = "1"
MUTED = "90"
LIVE = "1;93"
WOOD = "33"
TONES = {"good": "32", "danger": "91", "held": "33", "muted": MUTED}
SEATS = ("96", "95", "92", "94", "36", "35")
MATERIALS = {
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "purple": "35",
    "white": "97",
    "black": MUTED,
}
# By the arms of a crossing, a bit each: up 1, right 2, down 4, left 8.
ROUND = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
PLAIN = " |-+||++-+-+++++"


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters that are not words."""

    mark: str
    ellipsis: str
    dot: str
    full: str
    part: str
    empty: str
    times: str
    between: str
    hidden: str
    blank: str
    bar: tuple[str, str, str]
    crossings: str


UNICODE = Signs("✓", "…", "●", "●", "◐", "○", "×", " · ", "▒", "□", ("━", "╍", "─"), ROUND)
ASCII = Signs("*", "...", "o", "#", "+", ".", "x", " - ", "#", "_", ("=", "+", "-"), PLAIN)


@dataclass(frozen=True, slots=True)
class Style:
    """What the output can show: its cells, and whether colour, emoji and more than ASCII.

    `height` is the number of lines there are; 0 is no limit.
    """

    width: int = 80
    color: bool = False
    ascii: bool = False
    emoji: bool = True
    height: int = 0

    @property
    def signs(self) -> Signs:
        return ASCII if self.ascii else UNICODE

    @property
    def pictures(self) -> bool:
        """Whether a face is drawn as an emoji."""
        return self.emoji and not self.ascii

    def tone_sign(self, tone: str) -> str:
        """A tone without colour; what is held shows a sign in colour too."""
        if tone == "held":
            return self.signs.mark
        return "" if self.color else {"good": "+", "danger": "!"}.get(tone, "")


def seat_ink(seat: int | None) -> str:
    """The colour of a player."""
    return "" if seat is None else SEATS[seat % len(SEATS)]
