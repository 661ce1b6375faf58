"""Tables: what a store keeps of the tables of a server, each as one text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from typing import Any

import msgspec

from gamenight.match.database import Database
from gamenight.match.listing import among
from gamenight.online.seating import Changed, Seating


def listened(db: Database, table: str) -> tuple[str, int] | None:
    """The address and port that the links of a table lead to, if they are known."""
    with suppress(msgspec.DecodeError):
        found = state(table)(db)
        return None if found is None else Seating.read(found).listening
    return None


def _rows(db: Database, query: str, *values: Any) -> list[str]:
    return [row[0] for row in db.execute(query, values)]


def _readable(states: Iterable[str]) -> Iterator[Seating]:
    """One that is damaged is left out: the others are no worse for it."""
    for one in states:
        with suppress(msgspec.DecodeError):
            yield Seating.read(one)


def with_claim(claim: int) -> Callable[[Database], list[str]]:
    return lambda db: _rows(db, "SELECT state FROM tables WHERE claim = ?", claim)


def state(id: str) -> Callable[[Database], str | None]:
    return lambda db: next(iter(_rows(db, "SELECT state FROM tables WHERE id = ?", id)), None)


def forget_lonely(before: float, busy: set[str]) -> Callable[[Database], int]:
    """Delete what was not touched since then, unless its room is in some memory."""
    query = "SELECT state FROM tables WHERE touched < ? AND state LIKE ?"

    def forget(db: Database) -> int:
        found = _readable(_rows(db, query, before, '%"match":null%'))
        lonely = (one.id for one in found if one.match is None and one.is_lonely)
        gone = [(id,) for id in lonely if id not in busy]
        db.executemany("DELETE FROM tables WHERE id = ?", gone)
        return len(gone)

    return forget


def abandoned(before: datetime) -> Callable[[Database], list[str]]:
    """Tables with a match that nobody has played on since then, and that is not over."""
    query = "SELECT id FROM matches WHERE result IS NULL AND touched < ?"

    def find(db: Database) -> list[str]:
        matches = {id for (id,) in db.execute(query, (before.isoformat(),))}
        if not matches:
            return []
        states = _rows(db, "SELECT state FROM tables WHERE touched < ?", before.timestamp())
        return [one.id for one in _readable(states) if one.match in matches]

    return find


def public(most: int) -> Callable[[Database], list[tuple[Seating, bool]]]:
    """The tables that everybody may see, and whether the match there is over."""
    query = "SELECT state FROM tables WHERE public = 1 ORDER BY touched DESC LIMIT ?"

    def find(db: Database) -> list[tuple[Seating, bool]]:
        found = [*_readable(_rows(db, query, most))]
        over = _over(db, found)
        return [(seating, seating.match in over) for seating in found]

    return find


def is_over(seating: Seating) -> Callable[[Database], bool]:
    """Whether the match of a table is."""
    return lambda db: bool(_over(db, [seating]))


def _over(db: Database, found: Iterable[Seating]) -> set[int]:
    """The numbers of those of their matches that are over."""
    ended = "SELECT id FROM matches WHERE id IN ({}) AND result IS NOT NULL"
    played = [seating.match for seating in found if seating.match is not None]
    return {id for (id,) in among(db, ended, played)}


def save(id: str, before: int, values: tuple[Any, ...]) -> Callable[[Database], None]:
    """A table's row, if it still has this revision."""
    insert = "INSERT INTO tables (touched, public, claim, state, id) VALUES (?, ?, ?, ?, ?)"
    update = (
        "UPDATE tables SET touched = ?, public = ?, claim = ?, state = ? WHERE id = ? AND state = ?"
    )

    def write(db: Database) -> None:
        stored = state(id)(db)
        if stored is None and not before:
            db.execute(insert, (*values, id))
            return
        same = stored is not None and Seating.read(stored).revision == before
        if not same or not db.execute(update, (*values, id, stored)).rowcount:
            raise Changed("this table was changed elsewhere: look again")

    return write
