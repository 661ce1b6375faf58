"""Privacy: files that only their owner can read."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

OWN_FILE, OWN_FOLDER = 0o600, 0o700
OTHERS = 0o077
SIDE_FILES = ("-wal", "-shm", "-journal")


def make_private(path: Path) -> None:
    """A file for its owner only, from the first byte on; an older one is made so if possible.
    SQLite gives its own files beside it the same rights."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        _make_private(Path(os.path.realpath(path)))
        return
    if mode & OTHERS and os.name == "posix":
        real = os.path.realpath(path)
        for file in (*(f"{real}{suffix}" for suffix in SIDE_FILES), real):
            with suppress(OSError):
                _close_to_others(file)


def _make_private(path: Path) -> None:
    for folder in reversed([folder for folder in path.parents if not folder.exists()]):
        folder.mkdir(OWN_FOLDER, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWN_FILE))


def _close_to_others(file: str) -> None:
    found = os.stat(file)
    if found.st_uid == os.geteuid():
        os.chmod(file, stat.S_IMODE(found.st_mode) & ~OTHERS)
