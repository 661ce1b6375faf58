"""Programs: Python in a process of its own, which is told lines and answers with lines."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class Program:
    """A process that runs, as a test talks to it."""

    def __init__(self, text: str, *arguments: object):
        self._process = subprocess.Popen(
            [sys.executable, "-c", text, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, line: object) -> None:
        assert self._process.stdin is not None
        print(line, file=self._process.stdin, flush=True)

    def hear(self) -> str:
        """Its next line."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")

    def end(self) -> None:
        """Nothing more is told; it is waited for."""
        self._process.communicate()


@contextmanager
def program(text: str, *arguments: object) -> Iterator[Program]:
    running = Program(text, *arguments)
    try:
        yield running
    finally:
        running.end()
