"""SqliteStore: matches and their plies in one SQLite file."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from gamenight.core.command import command
from gamenight.core.record import Change, Record, Result, seated, taken
from gamenight.match import summary
from gamenight.match.checksums import Head, checksums, of_head, of_match, of_plies
from gamenight.match.connection import open_file, open_readonly
from gamenight.match.schema import (
    DAMAGED,
    HEAD,
    Moment,
    changes_of,
    head_of,
    read_changes,
    read_result,
    read_seats,
    read_texts,
    readable,
    write_changes,
    write_result,
)
from gamenight.match.store import (
    Ended,
    StaleMatch,
    Stored,
    StoreError,
    Summary,
    Tell,
    UnknownMatch,
)
from gamenight.match.summary import Appearance
from gamenight.match.transactions import told, transaction

BESIDE = ("passes", "drafts")
UNKNOWN_TIME = datetime.fromtimestamp(0, UTC)
Row = tuple[Any, ...]


class _Current(NamedTuple):
    """A match that is about to change; last: the checksum after its plies."""

    id: int
    revision: int
    cuts: int
    result: str | None
    plies: int
    last: bytes


class SqliteStore:
    """One SQLite file; without a path, a store in memory that ends with the process.

    readonly: a file in a folder that cannot be written to can still be read. tell: gets sentences
    while an old store is brought up to date, if that takes a while.
    """

    def __init__(self, path: Path | None = None, readonly: bool = False, tell: Tell = None):
        self.path = path
        with told(path):
            if path is not None and readonly:
                self._db = open_readonly(path, tell)
            else:
                self._db = open_file(path, tell)

    @classmethod
    def copy_of(cls, path: Path, tell: Tell = None) -> SqliteStore:
        """A store in memory with the matches of a file that cannot be written to."""
        copy = cls()
        with told(path), closing(open_readonly(path, tell)) as db:
            db.backup(copy._db)
        return copy

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Iterator[None]:
        with told(self.path), transaction(self._db, begin):
            yield

    def close(self) -> None:
        self._db.close()

    def create(
        self,
        record: Record,
        secret: bytes,
        follows: int | None = None,
        appearances: Sequence[Appearance] = (),
    ) -> Stored:
        """Store a new match, with what has been played of it."""
        head = head_of(record, secret, follows)
        changes, result = write_changes(record.changes), write_result(record.result)
        sums = checksums(head, record.actions, changes, result)
        over = _ended(record.result, appearances)["appearances"]
        with self._transaction():
            now = self._now()
            id = self._db.execute(
                f"INSERT INTO matches ({HEAD}, result, appearances, plies, checksum, sealed, "
                f"started, touched, cuts) VALUES ({', '.join('?' * (len(head) + 8))})",
                (
                    *head,
                    result,
                    over,
                    len(record.actions),
                    sums.match,
                    0,
                    now.text,
                    now.text,
                    record.taken_back,
                ),
            ).lastrowid
            assert id is not None
            self._insert_plies(id, 0, record.actions, sums.plies, now)
            for change in changes:
                self._insert_change(id, *change)
        return Stored(id, record, secret, 0, follows)

    def append(
        self,
        id: int,
        revision: int,
        ply: int,
        texts: Sequence[str],
        result: Result | None = None,
        appearances: Sequence[Appearance] = (),
        later: Sequence[str] | None = None,
    ) -> int:
        """Add plies from this number on, and the result if they end the match; later: the words
        that wait from now on, if they have changed."""
        changed = _ended(result, appearances) if result is not None else {}
        changed |= {"later": json.dumps(later)} if later is not None else {}
        with self._transaction():
            match, now = self._current(id, revision), self._now()
            if ply != match.plies:
                raise StoreError(f"match {id} has {match.plies} plies, so ply {ply} cannot be next")
            sums = of_plies(match.last, ply, texts)
            self._insert_plies(id, ply, texts, sums, now)
            longer = match._replace(plies=ply + len(texts), last=[match.last, *sums][-1])
            return self._revise(longer, now, **changed)

    def cut(self, id: int, revision: int, ply: int, changes: Sequence[Change]) -> int:
        """Take back the plies from this number on, and the result; changes: those of who sits where
        that are left. Who has passed at this ply stays; what was kept for later plies or words is
        dropped."""
        with self._transaction():
            self._current(id, revision)
            self._db.execute("DELETE FROM plies WHERE match = ? AND ply >= ?", (id, ply))
            for table in BESIDE:
                self._db.execute(f"DELETE FROM {table} WHERE match = ? AND ply > ?", (id, ply))
            self._db.execute("DELETE FROM changes WHERE match = ?", (id,))
            for change in write_changes(changes):
                self._insert_change(id, *change)
            match = self._current(id, revision)
            return self._revise(match, cuts=match.cuts + 1, later="[]", **_ended(None, ()))

    def change(self, id: int, revision: int, change: Change) -> int:
        """Somebody else takes a seat, without any passes or marks there."""
        with self._transaction():
            match = self._current(id, revision)
            self._insert_change(id, *write_changes([change])[0])
            for table in BESIDE:
                self._db.execute(
                    f"DELETE FROM {table} WHERE match = ? AND seat = ?", (id, change.seat)
                )
            return self._revise(match)

    def keep_pass(self, id: int, revision: int, ply: int, seat: int) -> int:
        """Somebody who was asked out of turn does nothing."""
        with self._transaction():
            match = self._current(id, revision)
            self._db.execute("INSERT OR IGNORE INTO passes VALUES (?, ?, ?)", (id, ply, seat))
            return self._revise(match)

    def keep_later(self, id: int, revision: int, texts: Sequence[str]) -> int:
        """The words that wait now, instead of those before."""
        with self._transaction():
            return self._revise(self._current(id, revision), later=json.dumps(texts))

    def finish(
        self, id: int, revision: int, result: Result, appearances: Sequence[Appearance] = ()
    ) -> int:
        """A result without a ply: somebody resigned."""
        with self._transaction():
            return self._revise(self._current(id, revision), **_ended(result, appearances))

    def keep_draft(self, id: int, ply: int, seat: int, text: str) -> None:
        """What a person has marked so far; this does not change the match."""
        with self._transaction():
            self._require(id)
            self._db.execute(
                "INSERT OR REPLACE INTO drafts VALUES (?, ?, ?, ?)", (id, ply, seat, text)
            )

    def draft(self, id: int, ply: int, seat: int) -> str | None:
        """What was marked for this ply at this seat."""
        with self._transaction("BEGIN"):
            row = self._db.execute(
                "SELECT text FROM drafts WHERE match = ? AND ply = ? AND seat = ?", (id, ply, seat)
            ).fetchone()
        return row[0] if row is not None else None

    def load(self, id: int) -> Stored:
        """A match by its number; raises UnknownMatch."""
        with self._transaction("BEGIN"):
            texts = read_texts(self._db, id)
            if texts is None:
                raise _unknown(id)
            cuts, later = self._db.execute(
                "SELECT cuts, later FROM matches WHERE id = ?", (id,)
            ).fetchone()
            passes = self._db.execute("SELECT ply, seat FROM passes WHERE match = ?", (id,))
            passed = frozenset(passes.fetchall())
        try:
            record = replace(texts.record, taken_back=cuts)
            words = tuple(json.loads(later))
            readable("".join(record.actions))
        except DAMAGED as error:
            raise StoreError(f"match {id} is damaged and cannot be read: {error}", id) from error
        secret, follows = texts.head.secret, texts.head.follows
        return Stored(id, record, secret, texts.revision, follows, passed, words)

    def matches(self, finished: bool | None = None, most: int | None = None) -> list[Summary]:
        """The matches, most recent first, with who sits there now: all of them, those that are
        over, or those that are not; at most this many."""
        chosen, limit = _latest(finished), (-1 if most is None else most,)
        with self._transaction("BEGIN"):
            rows = self._db.execute(chosen, limit).fetchall()
            changes = self._db.execute(
                "SELECT match, ply, seat, who FROM changes "
                f"WHERE match IN (SELECT id FROM ({chosen})) ORDER BY match, number",
                limit,
            ).fetchall()
        taken: dict[int, list[Row]] = defaultdict(list)
        for match, *change in changes:
            taken[match].append(tuple(change))
        return [_summary(row, taken.get(row[0], [])) for row in rows]

    def count(self, finished: bool | None = None) -> int:
        """The number of matches: all, those that are over, or those that are not."""
        with self._transaction("BEGIN"):
            row = self._db.execute(f"SELECT count(*) FROM matches {_where(finished)}").fetchone()
        return int(row[0])

    def ended(self) -> Iterator[Ended]:
        """The matches that are over, in the order in which they ended."""
        with self._transaction("BEGIN"):
            rows = self._db.execute(
                f"SELECT game, appearances FROM matches {_where(True)} ORDER BY touched, id"
            ).fetchall()
        for game, text in rows:
            try:
                yield Ended(readable(game), summary.loads(text or "[]"))
            except DAMAGED:
                yield Ended(game, ())

    def delete(self, id: int, revision: int | None = None) -> None:
        """Delete a match, if it still has this revision; raises UnknownMatch, StaleMatch."""
        with self._transaction():
            self._require(id)
            if revision is not None:
                self._current(id, revision)
            self._db.execute("DELETE FROM matches WHERE id = ?", (id,))

    def _now(self) -> Moment:
        """A time later than that of all matches; two looks into the index of the latest."""
        latest = "SELECT max(touched) FROM matches"
        found = [
            self._db.execute(f"{latest} {_where(over)}").fetchone()[0] for over in (True, False)
        ]
        return Moment.after(max(filter(None, found), default=""))

    def _require(self, id: int) -> None:
        if self._db.execute("SELECT 1 FROM matches WHERE id = ?", (id,)).fetchone() is None:
            raise _unknown(id)

    def _current(self, id: int, revision: int) -> _Current:
        """The match to change; refuses a change that starts from an older state of it."""
        row = self._db.execute(
            "SELECT id, revision, cuts, result, ifnull(ply + 1, 0), plies.checksum "
            "FROM matches LEFT JOIN plies ON match = id "
            "AND ply = (SELECT max(ply) FROM plies WHERE match = id) WHERE id = ?",
            (id,),
        ).fetchone()
        if row is None:
            raise _unknown(id)
        match = _Current(*row)
        if match.revision != revision:
            raise StaleMatch(f"match {id} has been continued by another program", revision)
        return match if match.plies else match._replace(last=self._head(id))

    def _head(self, id: int) -> bytes:
        row = self._db.execute(f"SELECT {HEAD} FROM matches WHERE id = ?", (id,)).fetchone()
        return of_head(Head(*row))

    def _insert_plies(
        self, id: int, ply: int, texts: Sequence[str], sums: Sequence[bytes], now: Moment
    ) -> None:
        for number, (text, checksum) in enumerate(zip(texts, sums, strict=True), ply):
            self._db.execute(
                "INSERT INTO plies VALUES (?, ?, ?, ?, ?)",
                (id, number, text, now.microseconds, checksum),
            )

    def _insert_change(self, id: int, ply: int, seat: int, who: str) -> None:
        self._db.execute(
            "INSERT INTO changes SELECT ?, count(*), ?, ?, ? FROM changes WHERE match = ?",
            (id, ply, seat, who, id),
        )

    def _revise(self, match: _Current, now: Moment | None = None, **columns: Any) -> int:
        """Count a change of a match, with what it changes in the row and the checksum of all that
        is kept now. What an older program left unsealed stays so until it is filled in."""
        result = columns.get("result", match.result)
        columns["checksum"] = of_match(match.last, changes_of(self._db, match.id), result)
        columns["plies"] = match.plies
        columns["touched"] = (now or self._now()).text
        assigned = ", ".join(f"{name} = ?" for name in columns)
        self._db.execute(
            "UPDATE matches SET revision = revision + 1, "
            f"sealed = sealed + (sealed = revision), {assigned} WHERE id = ?",
            (*columns.values(), match.id),
        )
        return match.revision + 1


def _ended(result: Result | None, appearances: Sequence[Appearance]) -> dict[str, Any]:
    """What changes in a match's row when it ends, or goes on."""
    over = None if result is None else summary.dumps(appearances)
    return {"result": write_result(result), "appearances": over}


def _where(finished: bool | None) -> str:
    return "" if finished is None else f"WHERE (result IS NULL) = {int(not finished)}"


def _latest(finished: bool | None) -> str:
    """The rows of summaries. Finished and unfinished ones are each in order: together they are
    merged, not sorted."""
    columns = "SELECT id, game, seats, plies, result, touched, cuts FROM matches"
    wanted = (True, False) if finished is None else (finished,)
    merged = " UNION ALL ".join(f"{columns} {_where(one)}" for one in wanted)
    return f"{merged} ORDER BY touched DESC, id DESC LIMIT ?"


def _summary(row: Row, changes: list[Row]) -> Summary:
    id, game, seats, plies, result, touched, cuts = row
    try:
        now = seated(read_seats(seats), read_changes(changes))
        when = datetime.fromisoformat(touched)
        over = read_result(result, len(now))
        return Summary(id, readable(game), taken(now), plies, over, when, int(cuts))
    except DAMAGED:
        return Summary(id, ascii(game), (), plies, None, UNKNOWN_TIME)


def _unknown(id: int) -> UnknownMatch:
    return UnknownMatch(f"there is no match {id} (see: {command('matches')})", id)
