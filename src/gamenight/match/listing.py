"""Listings: what lists and statistics read of each match, where a damaged one hides no other."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from gamenight.core.record import seated, taken
from gamenight.match import summary
from gamenight.match.database import Database
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
ALL = 2**62  # more than there can be
ASKED = 500  # numbers of matches in one question
Row = tuple[Any, ...]


def where(finished: bool | None) -> str:
    return "" if finished is None else f"WHERE (result IS NULL) = {not finished}"


def among(db: Database, query: str, numbers: Sequence[int]) -> Iterator[Row]:
    """What a query finds for many matches, some at a time: `{}` stands for their numbers."""
    for start in range(0, len(numbers), ASKED):
        some = numbers[start : start + ASKED]
        yield from db.execute(query.format(", ".join("?" * len(some))), some)


def summaries(
    db: Database, finished: bool | None, most: int | None, game: str, hosted: Iterable[Hosted]
) -> list[Summary]:
    """The matches, most recent first, with who sits there now; hosted: the tables that there
    are."""
    rows = _latest(db, finished, most, game)
    query = "SELECT match, ply, seat, who FROM changes WHERE match IN ({}) ORDER BY match, number"
    taken: dict[int, list[Row]] = defaultdict(list)
    for match, *change in among(db, query, [row[0] for row in rows]):
        taken[match].append(tuple(change))
    tables = {one.match: one.id for one in hosted if one.own and not one.over}
    found = (read_summary(row, taken.get(row[0], [])) for row in rows)
    return [one._replace(table=tables[one.id]) if one.id in tables else one for one in found]


def _latest(db: Database, finished: bool | None, most: int | None, game: str) -> list[Row]:
    """The rows of summaries; what a wrong clock has dated in the future comes last. Finished and
    unfinished ones are each in order: together they are merged, not sorted."""
    columns = "SELECT id, game, seats, plies, result, touched, cuts, appearances FROM matches"
    wanted, now = (True, False) if finished is None else (finished,), horizon().isoformat()
    of_game = "AND lower(game) = ?" if game else ""
    rows: list[Row] = []
    for dated in ("<=", ">"):
        parts = (f"{columns} {where(one)} AND touched {dated} ? {of_game}" for one in wanted)
        ordered = f"{' UNION ALL '.join(parts)} ORDER BY touched DESC, id DESC LIMIT ?"
        limit = ALL if most is None else most - len(rows)
        asked = [now, game.casefold()] if game else [now]
        rows += db.execute(ordered, [*asked * len(wanted), limit])
    return rows


def hosted_tables(db: Database) -> list[Hosted]:
    """The tables of a server that has this store, latest first, each with its last match."""
    rows = db.execute("SELECT id, touched, state FROM tables").fetchall()
    found = [one for row in rows if (one := _read_table(row)) is not None]
    query = "SELECT id, result IS NOT NULL, touched FROM matches WHERE id IN ({})"
    numbers = [one.match for one in found if one.match is not None]
    played = {id: (over, touched) for id, over, touched in among(db, query, numbers)}
    for place, one in enumerate(found):
        if one.match in played:
            over, touched = played[one.match]
            found[place] = one._replace(over=bool(over), touched=read_time(touched))
    return sorted(found, key=lambda one: one.touched, reverse=True)


def _read_table(row: Row) -> Hosted | None:
    """A table, without what its match says; None if it cannot be read."""
    id, touched, state = row
    try:
        table = json.loads(state)
        names = tuple(readable(of_type(str, place["name"])) for place in table["places"])
        match = None if table["match"] is None else range(ALL)[of_type(int, table["match"])]
        when = datetime.fromtimestamp(touched, UTC)
        id, game, own = of_type(str, id), of_type(str, table["game"]), table.get("listening")
        return Hosted(id, game, names, match, False, when, own is not None)
    except (*DAMAGED, KeyError, OSError, OverflowError):
        return None


def ended_matches(db: Database) -> list[Ended]:
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
