"""Presence: whether a match is open in another program, so that nobody plays it twice unawares.

Each byte of a file beside the store stands for a match, and whoever has a match open has locked its
byte. Locks end with their program, however it ends; the file itself stays empty.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from gamenight.match.privacy import OWN_FILE

SUFFIX = "-open"


class Presence:
    """The matches that this program has open, of the store at this path. Where nothing can be
    locked (no path, a folder that is read-only, Windows), nobody is ever found elsewhere."""

    def __init__(self, path: Path | None):
        self._path = path
        self._file: int | None = None

    def enter(self, match: int) -> bool:
        """Open a match here; False if another program has it open."""
        return self._lock(match, take=True)

    def leave(self, match: int) -> None:
        """It is no longer open here."""
        self._lock(match, take=False)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _lock(self, match: int, take: bool) -> bool:
        try:
            import fcntl
        except ImportError:
            return True
        with suppress(OSError):
            if self._file is None and self._path is not None and take:
                place = f"{self._path}{SUFFIX}"
                self._file = os.open(place, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWN_FILE)
        if self._file is None:
            return True
        try:
            how = fcntl.LOCK_EX | fcntl.LOCK_NB if take else fcntl.LOCK_UN
            fcntl.lockf(self._file, how, 1, match)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True  # this file system knows no locks
        return True
