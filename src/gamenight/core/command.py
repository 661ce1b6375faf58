"""Command: a command of this program, as people can type it in their shell."""

from __future__ import annotations

import sys
from pathlib import Path

PROGRAM = "gamenight"


def command(words: str) -> str:
    """`gamenight resume 3`; where the shell would not find that program, the way it was started,
    such as `.venv/bin/gamenight resume 3`."""
    return f"{_program()} {words}"


def _program() -> str:
    from shutil import which  # only sentences that name a command need it

    started = Path(sys.argv[0])
    if started.stem != PROGRAM or which(PROGRAM) is not None:
        return PROGRAM
    here, place = Path.cwd(), started.absolute()
    return str(place.relative_to(here) if place.is_relative_to(here) else place)
