"""Paths that people give: what is there, and what to say where something is wrong with it."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

LONGEST = 120  # characters of a path that a sentence repeats; of a longer one, both ends
OPENED = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")  # what a shell has opened for the program
TOO_LONG = "its name is too long"
KINDS = (
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
)


def path_of(text: str) -> Path:
    """The path that a person typed, `~` included."""
    return Path(os.path.expanduser(text.strip()))


def shown(path: Path | str) -> str:
    """A path as a sentence has it."""
    text = str(path)
    half = LONGEST // 2
    return text if len(text) <= LONGEST else f"{text[:half]}...{text[-half:]}"


def reason_of(error: OSError | ValueError) -> str:
    """What is wrong with a path, without numbers."""
    if not isinstance(error, OSError):
        return str(error)  # a name that no file can have
    return TOO_LONG if error.errno == errno.ENAMETOOLONG else error.strerror or str(error)


def trouble(path: Path | str, done: str, error: OSError | ValueError) -> str:
    """`x.json cannot be written: No space left on device`."""
    return f"{shown(path)} cannot be {done}: {reason_of(error)}"


def check_file(path: Path | str) -> None:
    """Raise OSError for what is there and is not a file: opening a pipe waits for somebody at its
    other end, and what is written to a device is not kept."""
    mode = os.stat(path).st_mode
    if not stat.S_ISREG(mode):
        why = next((told for is_one, told in KINDS if is_one(mode)), "it is a device, not a file")
        raise OSError(errno.EINVAL, why, str(path))


def check_readable(path: Path | str) -> None:
    """Raise OSError for what cannot be read to its end at once; what a shell has opened can, and
    nothing comes from the null device."""
    opened = str(path).startswith(OPENED) and stat.S_ISFIFO(os.stat(path).st_mode)
    if not opened and str(path) != os.devnull:
        check_file(path)


def check_writable(path: Path | str) -> None:
    """Raise OSError for something that a file must not take the place of, or a name that none can
    have."""
    with suppress(FileNotFoundError):
        check_file(path)
