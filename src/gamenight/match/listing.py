"""Listings: what lists and statistics read of each match, where a damaged one hides no other."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from sqlite3 import Connection
from typing import Any

from gamenight.core.record import seated, taken
from gamenight.match import summary
from gamenight.match.schema import (
    DAMAGED,
    horizon,
    of_type,
    read_changes,
    read_result,
    read_seats,
    readable,
)
from gamenight.match.store import Ended, Hosted, Summary
from gamenight.match.summary import left_seats

UNKNOWN_TIME = datetime.fromtimestamp(0, UTC)
LATEST_YEAR = 9000  # not every time zone has what is later
Row = tuple[Any, ...]


def where(finished: bool | None) -> str:
    return "" if finished is None else f"WHERE (result IS NULL) = {int(not finished)}"


def summaries(
    db: Connection, finished: bool | None, most: int | None, game: str = ""
) -> list[Summary]:
    """The matches, most recent first, with who sits there now."""
    rows = _latest(db, finished, most, game)
    changes = db.execute(
        "SELECT match, ply, seat, who FROM changes "
        "WHERE match IN (SELECT value FROM json_each(?)) ORDER BY match, number",
        (json.dumps([row[0] for row in rows]),),
    )
    taken: dict[int, list[Row]] = defaultdict(list)
    for match, *change in changes:
        taken[match].append(tuple(change))
    tables = {one.match: one.id for one in hosted_tables(db) if one.own and not one.over}
    found = (read_summary(row, taken.get(row[0], [])) for row in rows)
    return [one._replace(table=tables[one.id]) if one.id in tables else one for one in found]


def _latest(db: Connection, finished: bool | None, most: int | None, game: str) -> list[Row]:
    """The rows of summaries; what a wrong clock has dated in the future comes last. Finished and
    unfinished ones are each in order: together they are merged, not sorted."""
    columns = "SELECT id, game, seats, plies, result, touched, cuts, appearances FROM matches"
    wanted, now = (True, False) if finished is None else (finished,), horizon().isoformat()
    of_game = "AND game = :game COLLATE NOCASE" if game else ""
    rows: list[Row] = []
    for dated in ("<=", ">"):
        parts = (f"{columns} {where(one)} AND touched {dated} :now {of_game}" for one in wanted)
        ordered = f"{' UNION ALL '.join(parts)} ORDER BY touched DESC, id DESC LIMIT :limit"
        limit = -1 if most is None else most - len(rows)
        rows += db.execute(ordered, {"now": now, "limit": limit, "game": game})
    return rows


def hosted_tables(db: Connection) -> list[Hosted]:
    """The tables of a server that has this store, latest first; without a server there are none."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'tables'").fetchone() is None:
        return []
    rows = db.execute(
        "SELECT tables.id, tables.touched, state, matches.result IS NOT NULL, matches.touched "
        "FROM tables LEFT JOIN matches ON matches.id = json_extract(state, '$.match') "
        "WHERE json_valid(state)"
    )
    found = [one for row in rows if (one := _read_table(row)) is not None]
    return sorted(found, key=lambda one: one.touched, reverse=True)


def _read_table(row: Row) -> Hosted | None:
    """A table; None if it cannot be read."""
    id, touched, state, over, played = row
    try:
        table = json.loads(state)
        names = tuple(readable(of_type(str, place["name"])) for place in table["places"])
        match = None if table["match"] is None else of_type(int, table["match"])
        when = datetime.fromtimestamp(touched, UTC) if played is None else read_time(played)
        id, game, own = of_type(str, id), of_type(str, table["game"]), table.get("listening")
        return Hosted(id, game, names, match, bool(over), when, own is not None)
    except (*DAMAGED, KeyError, OSError, OverflowError):
        return None


def ended_matches(db: Connection) -> list[Ended]:
    """The matches that are over, in the order in which they ended."""
    rows = db.execute(
        f"SELECT game, appearances FROM matches {where(True)} ORDER BY touched <= ?, touched, id",
        (horizon().isoformat(),),
    )
    return [read_ended(*row) for row in rows]


def read_summary(row: Row, changes: Iterable[Row]) -> Summary:
    id, game, seats, plies, result, touched, cuts, appearances = row
    try:
        now = seated(read_seats(seats), read_changes(changes))
        over = read_result(result, len(now))
        count, undone = of_type(int, plies), of_type(int, cuts)
        when = read_time(touched)
        here = taken(now)
        gone = () if over is None else left_seats(here, over, read_ended(game, appearances)[1])
        return Summary(id, readable(game), here, count, over, when, undone, gone)
    except DAMAGED:
        return Summary(id, _name(game), (), 0, None, read_time(touched))


def _name(game: object) -> str:
    """The game of a damaged match, as far as it can be read."""
    try:
        return readable(of_type(str, game))
    except DAMAGED:
        return ascii(game)


def read_time(text: object) -> datetime:
    """When a match was touched; a time that cannot be read is long ago."""
    try:
        found = datetime.fromisoformat(of_type(str, text))
    except DAMAGED:
        return UNKNOWN_TIME
    known = found.tzinfo is not None and UNKNOWN_TIME.year <= found.year < LATEST_YEAR
    return found if known else UNKNOWN_TIME


def read_ended(game: object, appearances: object) -> Ended:
    try:
        text = of_type(str, "[]" if appearances is None else appearances)
        return Ended(readable(of_type(str, game)), summary.loads(readable(text)))
    except DAMAGED:
        return Ended(ascii(game), ())
