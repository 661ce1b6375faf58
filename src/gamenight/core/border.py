"""The border of the terminal: text from elsewhere passes it without any power over the terminal.

Every stream to the terminal and every cell of a picture goes through `inert`. Codes of our own
(colours, a cleared line) pass as `Codes`, and only whoever made the text between them inert makes
one. Adding anything to Codes gives a common text again: what is forgotten is shown, not obeyed.
"""

from __future__ import annotations

import re

# Control characters but for the end of a line and tabs; signs that turn the direction of writing
# around; separators of lines; halves of characters, as file names have them.
POWERFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


class Codes(str):
    """Text with codes for the terminal that are meant, and nothing else that has power over it."""

    __slots__ = ()


def inert(text: str) -> str:
    """The text as a terminal may get it: what has power over it is written out, as `\\x1b`."""
    if isinstance(text, Codes) or text.isprintable():
        return text
    return POWERFUL.sub(_written_out, text)


def inert_line(text: str) -> str:
    """The same on one line."""
    if isinstance(text, Codes) or text.isprintable():
        return text
    return inert(text).replace("\n", " ").replace("\t", " ")


def _written_out(found: re.Match[str]) -> str:
    return ascii(found[0])[1:-1]
