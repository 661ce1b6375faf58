"""Limits: how much of a file, a text or a number is looked at. Whoever reads something from
elsewhere says how large it may be, and nothing is done with what is larger."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gamenight.core.errors import GamenightError
from gamenight.core.paths import check_readable, shown

LARGEST_NUMBER = 10**18  # a whole number of any record or option: it fits into 64 bits
DEEPEST = 32  # lists and objects within each other in any JSON; ours have 5


class TooLarge(GamenightError):
    """A file that is larger than its reader takes."""

    code = "too_large"


def read_file(path: Path | str, largest: int) -> bytes:
    """What a file holds, and nothing that has no end or waits for somebody; raises OSError, or
    TooLarge with a sentence that states the limit."""
    try:
        check_readable(path)
    except ValueError as error:
        raise _no_name(error) from error
    return read_anything(path, largest)


def read_anything(path: Path | str, largest: int) -> bytes:
    """The same of whatever can be opened, as commands of a shell do: a pipe is waited for."""
    try:
        with open(path, "rb") as file:
            data = file.read(largest + 1)
    except ValueError as error:
        raise _no_name(error) from error
    if len(data) > largest:
        raise TooLarge(f"{shown(path)} has more than {largest:,} bytes", str(path), (largest,))
    return data


def _no_name(error: ValueError) -> OSError:
    """A name that no file can have."""
    return OSError(errno.EINVAL, str(error))


def read_json(data: str | bytes, constant: Callable[[str], Any] | None = None) -> Any:
    """What a JSON text says; whatever is wrong with it, its nesting included, is a ValueError.
    constant: what becomes of NaN and the infinities."""
    try:
        found = json.loads(data, parse_constant=constant)
    except RecursionError:
        raise ValueError(f"it is nested deeper than {DEEPEST} levels") from None
    level = [found] if isinstance(found, (list, dict)) else []
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _nests(outer)]
        if not level:
            return found
    raise ValueError(f"it is nested deeper than {DEEPEST} levels")


def _nests(outer: list[Any] | dict[str, Any]) -> list[Any]:
    """The lists and objects in one of them."""
    inside = outer.values() if isinstance(outer, dict) else outer
    return [one for one in inside if isinstance(one, (list, dict))]
