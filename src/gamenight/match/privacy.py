"""Privacy: files that only their owner can read."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

OWN_FILE, OWN_FOLDER = 0o600, 0o700
OTHERS = 0o077
KEY_FILE = "server.key"  # by which a server signs its links
SIDE_FILES = ("-wal", "-shm", "-journal")


def make_private(path: Path) -> None:
    """A file for its owner only, from the first byte on, in a folder for its owner only; older ones
    are made so if possible. SQLite gives its own files beside it the same rights."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        _make_private(Path(os.path.realpath(path)))
        mode = OWN_FILE
    if os.name != "posix":
        return
    real = Path(os.path.realpath(path))
    if mode & OTHERS:
        for file in (*(Path(f"{real}{suffix}") for suffix in SIDE_FILES), real):
            with suppress(OSError):
                _close_to_others(file)
    with suppress(OSError):
        if _is_for(real.parent, real.stem):
            _close_to_others(real.parent)


def _is_for(folder: Path, stem: str) -> bool:
    """Whether a folder is there for a store alone: it has its name, or nothing else is in it. Any
    other folder stays as it is, for people keep other things there, or share it."""
    if folder.stat().st_mode & stat.S_ISVTX or folder == Path.home():
        return False
    names = (file.name.removeprefix(".") for file in folder.iterdir())
    return folder.name == stem or all(name.startswith(stem) for name in names)


def _make_private(path: Path) -> None:
    for folder in reversed([folder for folder in path.parents if not folder.exists()]):
        folder.mkdir(OWN_FOLDER, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWN_FILE))


def _close_to_others(file: Path) -> None:
    found = os.stat(file)
    if found.st_mode & OTHERS and found.st_uid == os.geteuid():
        os.chmod(file, stat.S_IMODE(found.st_mode) & ~OTHERS)
