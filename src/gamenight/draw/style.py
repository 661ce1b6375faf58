"""Style: what the terminal can show, and the signs it has for that."""

from __future__ import annotations

from dataclasses import dataclass

# By the arms of a crossing, a bit each: up 1, right 2, down 4, left 8.
ROUNDED = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
STRAIGHT = " |-+||++-+-+++++"
HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
HASHES = " " + "#" * 15


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
    heavy: str
    ghost: str
    arrow: str


UNICODE = Signs(
    mark="✓",
    ellipsis="…",
    dot="●",
    full="●",
    part="◐",
    empty="○",
    times="×",
    between=" · ",
    hidden="▒",
    blank="□",
    bar=("━", "╍", "─"),
    crossings=ROUNDED,
    heavy=HEAVY,
    ghost="○",
    arrow="→",
)
ASCII = Signs(
    mark="*",
    ellipsis="...",
    dot="o",
    full="#",
    part="+",
    empty=".",
    times="x",
    between=" - ",
    hidden="#",
    blank="_",
    bar=("=", "+", "-"),
    crossings=STRAIGHT,
    heavy=HASHES,
    ghost="+",
    arrow="->",
)


@dataclass(frozen=True, slots=True)
class Style:
    """What the output can show: how many columns, and whether colour, emoji and more than ASCII.
    spoken: it is read aloud, so it is in sentences."""

    width: int = 80
    color: bool = False
    ascii: bool = False
    emoji: bool = True
    spoken: bool = False

    @property
    def signs(self) -> Signs:
        return ASCII if self.ascii else UNICODE

    @property
    def pictures(self) -> bool:
        """Whether a face is drawn as an emoji."""
        return self.emoji and not self.ascii
