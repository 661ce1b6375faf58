"""Lock: one server a store. Two would have two rooms of one table, and neither would know what
the other one has changed. Local play beside a server stays possible: it has locks of its own."""

from __future__ import annotations

import os
from pathlib import Path

from gamenight.core.errors import GamenightError

SUFFIX = ".serving"
_held: dict[Path, tuple[int, int]] = {}  # the file of each store, and how often it is held here


class Served(GamenightError):
    """Another program serves this store."""

    code = "served"


def hold(store: Path) -> None:
    """This program serves a store, until it is `let_go` as often; raises Served. The lock ends with
    the program, however that ends, and unlike `flock` it is not inherited by the processes in which
    machines think."""
    path = store.resolve().with_name(store.name + SUFFIX)
    handle, times = _held.get(path, (-1, 0))
    if not times:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        if not _locked(handle):
            os.close(handle)
            raise Served(
                f"another server has the tables in {store}: end that one, or name another store"
            )
    _held[path] = handle, times + 1


def let_go(store: Path) -> None:
    path = store.resolve().with_name(store.name + SUFFIX)
    handle, times = _held.pop(path)
    if times > 1:
        _held[path] = handle, times - 1
    else:
        os.close(handle)


def _locked(handle: int) -> bool:
    """Whether this program has the file now; where there are no such locks, it has."""
    if os.name != "posix":
        return True
    import fcntl

    try:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
