"""Streams: the standard input, output and errors, as every command finds them."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import Any, TextIO, cast

from gamenight.core.border import inert


class Guarded:
    """A stream to a terminal, whatever is printed on it: argparse's words and last words too."""

    def __init__(self, stream: TextIO):
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(inert(text))

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def prepare_streams() -> None:
    """A stream that was closed before the start reads as ended and swallows what is written;
    characters that an encoding lacks are replaced, and no text gains power over a terminal."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if not isinstance(stream, Guarded):
            setattr(sys, name, cast(TextIO, Guarded(stream)))


def forget(*descriptors: int) -> None:
    """Nobody reads what is still written here: keep Python from complaining at its exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for descriptor in descriptors:
        os.dup2(nowhere, descriptor)


def complain(error: object) -> None:
    """One line on the stream of errors."""
    say_aside(f"gamenight: {' '.join(str(error).split())}")


def say_aside(sentence: str) -> None:
    """A sentence beside the output; on a terminal its lines end between words."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size((80, 24)).columns
        sentence = textwrap.fill(sentence, width, break_on_hyphens=False)
    print(sentence, file=sys.stderr, flush=True)
