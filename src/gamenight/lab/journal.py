"""Journal: the finished games of a tournament in a file, one line of JSON per chunk.

A line is written whole before the next chunk counts, so that a kill at any moment loses only what
was being played; a line that a kill cut off is dropped when the file is opened again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from gamenight.core.errors import GamenightError
from gamenight.core.limits import read_json
from gamenight.core.paths import check_writable, trouble
from gamenight.core.text import quoted
from gamenight.lab.tally import Tally

SCHEMA = 2
LARGEST = 256 * 1024 * 1024


class JournalError(GamenightError):
    code = "journal_error"


class Entry(NamedTuple):
    """The games with these numbers between two bots, or of one alone, and their results."""

    pair: tuple[str, ...]
    numbers: range
    tally: Tally


class Journal:
    """An open journal; `notices` says what was odd about the file."""

    def __init__(self, path: Path, about: Mapping[str, Any]):
        """Open or create the file of a tournament, which begins with what it is `about`."""
        self.path = path
        self.notices: list[str] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            check_writable(path)
            self._file = path.open("a+b", buffering=0)
        except (OSError, ValueError) as error:
            raise JournalError(trouble(path, "opened", error), str(path)) from error
        try:
            self._lock()
            self.entries = self._read({"schema": SCHEMA, **about})
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def append(self, entry: Entry) -> None:
        """Keep a finished chunk."""
        line = {
            "pair": entry.pair,
            "numbers": [entry.numbers.start, entry.numbers.stop],
            **entry.tally.as_json(),
        }
        self._write(line)
        self.entries.append(entry)

    def _write(self, line: Mapping[str, Any]) -> None:
        try:
            self._file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            os.fsync(self._file.fileno())
        except OSError as error:
            raise JournalError(trouble(self.path, "written", error), str(self.path)) from error

    def _lock(self) -> None:
        """Two programs that continue the same tournament would play its games twice."""
        with suppress(ImportError):
            import fcntl

            try:
                # Unlike `flock`, this lock is not inherited by the processes that play.
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise JournalError(
                    f"another program is running the tournament in {self.path}", str(self.path)
                ) from error

    def _read(self, about: Mapping[str, Any]) -> list[Entry]:
        self._file.seek(0)
        if os.fstat(self._file.fileno()).st_size > LARGEST:
            raise JournalError(f"{self.path} has more than {LARGEST:,} bytes", str(self.path))
        data = self._file.read()
        whole, _, rest = data.rpartition(b"\n")
        if rest:
            self.notices.append(f"{self.path}: the last line was cut off and is ignored")
            self._file.truncate(len(data) - len(rest))
        lines = whole.split(b"\n") if whole else []
        if not lines:
            self._write(about)
            return []
        head = self._parsed(lines[0], 1)
        for name, value in about.items():
            if head.get(name) != value:
                raise JournalError(
                    f"{self.path} holds another tournament: its {name} is "
                    f"{quoted(head.get(name))}, not {quoted(value)}",
                    str(self.path),
                )
        return [self._entry(line, number) for number, line in enumerate(lines[1:], 2)]

    def _parsed(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            found = read_json(line)
            if isinstance(found, dict):
                return found
        except ValueError:
            pass
        raise JournalError(f"{self.path}, line {number}: this is not a line of a tournament")

    def _entry(self, line: bytes, number: int) -> Entry:
        found = self._parsed(line, number)
        try:
            pair = tuple(found["pair"])
            numbers = range(*found["numbers"])
            tally = Tally.from_json(found)
            if tally.games != len(numbers) or {type(bot) for bot in pair} != {str}:
                raise ValueError
        except (KeyError, TypeError, ValueError, OverflowError):
            raise JournalError(
                f"{self.path}, line {number}: this is not a line of a tournament"
            ) from None
        return Entry(pair, numbers, tally)
