"""Frames of Preys and Hunters as pictures, and the command that prints them.

A picture is indented as the test likes; blanks at the end of its lines are filled up to the width
of the longest, because every line of a frame is equally long. A film is a series of pictures, each
under the input that leads to it:

    > start
    (six lines)
    > 2
    (six lines)
"""

from __future__ import annotations

import io
import re
import sys
from textwrap import dedent
from typing import NamedTuple
from unittest.mock import patch

from gamenight.cli.parser import main

HEIGHT = 6
CODE = re.compile(r"\x1b\[([0-9;]*)m")


class Output(NamedTuple):
    status: int
    out: str
    error: str

    @property
    def frames(self) -> list[str]:
        """The output in pieces of six lines; every line ends with a newline."""
        *lines, rest = self.out.split("\n")
        assert rest == ""
        assert len(lines) % HEIGHT == 0
        return ["\n".join(lines[i : i + HEIGHT]) for i in range(0, len(lines), HEIGHT)]


class Terminal(io.BytesIO):
    def isatty(self) -> bool:
        return True


def preys(*words: str, stdin: bytes | None = b"") -> Output:
    """Run `gamenight preys` with these words; None: standard input is a terminal."""
    out, error = io.BytesIO(), io.BytesIO()
    with (
        patch.object(
            sys, "stdin", io.TextIOWrapper(Terminal() if stdin is None else io.BytesIO(stdin))
        ),
        patch.object(sys, "stdout", io.TextIOWrapper(out)),
        patch.object(sys, "stderr", io.TextIOWrapper(error, "utf-8")),
    ):
        status = main(["preys", *words])
        sys.stderr.flush()
        return Output(status, out.getvalue().decode(), error.getvalue().decode())


def picture(text: str) -> str:
    """A frame as it is printed, without its last newline."""
    lines = dedent(text).strip("\n").split("\n")
    width = max(map(len, lines))
    return "\n".join(line.ljust(width) for line in lines)


def film(text: str) -> tuple[list[str], list[str]]:
    """The inputs of a film, `start` and `end` left out, and its frames."""
    _, *scenes = dedent(text).strip("\n").split("> ")
    parts = [scene.partition("\n") for scene in scenes]
    inputs = [name for name, _, _ in parts if name not in ("start", "end")]
    return inputs, [picture(frame.rstrip("\n")) for _, _, frame in parts]
