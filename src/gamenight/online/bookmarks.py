"""Bookmarks: the tables where somebody here has a seat, kept in a small file of their own."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from gamenight.match.network import Chair

FILE = "tables.json"
MOST = 20


def read_bookmarks(folder: Path) -> list[Chair]:
    """The latest first; a file that cannot be read has none."""
    try:
        found = json.loads((folder / FILE).read_text("utf-8"))
        return [_read(*one) for one in found][:MOST]
    except (OSError, ValueError, TypeError):
        return []


def _read(
    link: object,
    names: object,
    game: object = "",
    when: object = 0.0,
    over: object = False,
    places: object = (),
    slow: object = False,
) -> Chair:
    """One of them; earlier versions kept no more than the link, and a line about it."""
    at = when if isinstance(when, int | float) else 0.0
    own = places if isinstance(places, list) else []
    numbers = tuple(place for place in own if isinstance(place, int))
    return Chair(str(link), str(names), str(game), at, bool(over), numbers, bool(slow))


def keep_bookmark(folder: Path, bookmark: Chair) -> None:
    """Keep it as the first, instead of an older one of the same table. Only its owner can read the
    file, for a link lets whoever has it play. Where nothing can be written, nothing is kept."""
    table = bookmark.link.partition("#")[0]
    others = [one for one in read_bookmarks(folder) if one.link.partition("#")[0] != table]
    unfinished = folder / f".{FILE}.{os.getpid()}"
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump([bookmark, *others][:MOST], file, indent=1)
        unfinished.replace(folder / FILE)
