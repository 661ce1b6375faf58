"""Command: a command of this program, as people can type it in their shell."""

from __future__ import annotations

import sys
from pathlib import Path

PROGRAM = "gamenight"
MANNERS = ("--plain", "--spoken")  # of every command


def command(words: str) -> str:
    """`gamenight resume 3`; where the shell would not find that program, the way it was started,
    such as `.venv/bin/gamenight resume 3`."""
    return f"{_program()} {words}"


def command_here(words: str) -> str:
    """The same for whoever started this program: `gamenight resume 3 --plain` for somebody who has
    it line by line."""
    return " ".join([command(words), *(manner for manner in MANNERS if manner in sys.argv[1:])])


def wrapped(sentence: str, width: int) -> str:
    """A sentence in lines of this many characters, with every command in it in one piece, so that
    it can be copied."""
    import re  # only sentences that name a command need these
    from textwrap import fill

    named = re.compile(rf"{re.escape(_program())}(?: [^\s,]+)+")
    kept = named.sub(lambda found: found[0].replace(" ", "\xa0"), sentence)
    return fill(kept, width, break_long_words=False, break_on_hyphens=False).replace("\xa0", " ")


def _program() -> str:
    from shutil import which  # only sentences that name a command need it

    started = Path(sys.argv[0])
    if started.stem != PROGRAM or which(PROGRAM) is not None:
        return PROGRAM
    here, place = Path.cwd(), started.absolute()
    return str(place.relative_to(here) if place.is_relative_to(here) else place)
