"""Which lines run: Python imports a module of this name at every start, so that `mutants.py` also
sees the lines of processes that a test starts. Nothing happens unless MUTANTS_LINES names a file.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import defaultdict
from contextlib import suppress
from types import CodeType, FrameType
from typing import Any

NOTHING_NEW = 300  # calls of a function without a new line: it is watched no longer


class Watch:
    """Writes every line of a source folder that runs into a file, as it runs for the first time:
    what is killed has written all. Each line there is a line of code and its file."""

    def __init__(self, folder: str):
        self._folder = folder
        self._seen: set[tuple[str, int]] = set()
        self._old_calls: dict[int, int] = defaultdict(int)
        self._file = -1

    def begin(self, path: str) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._seen.clear()
        self._old_calls.clear()
        threading.settrace(self._call)
        sys.settrace(self._call)

    def end(self) -> None:
        sys.settrace(None)
        threading.settrace(None)
        file, self._file = self._file, -1
        os.close(file)

    def _call(self, frame: FrameType, event: str, arg: Any) -> Any:
        code: CodeType = frame.f_code
        if not code.co_filename.startswith(self._folder):
            return None
        self._old_calls[id(code)] += 1
        return self._line if self._old_calls[id(code)] < NOTHING_NEW else None

    def _line(self, frame: FrameType, event: str, arg: Any) -> Any:
        place = (frame.f_code.co_filename, frame.f_lineno)
        if place not in self._seen:
            self._seen.add(place)
            self._old_calls[id(frame.f_code)] = 0
            with suppress(OSError):  # a thread, such as the watchdog's, goes on after its test
                os.write(self._file, f"{place[1]} {place[0]}\n".encode())
        return self._line


if path := os.environ.get("MUTANTS_LINES"):
    Watch(os.environ["MUTANTS_SOURCE"]).begin(path)
