"""SqliteStore: matches and their plies in one SQLite file."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from gamenight.core.command import command
from gamenight.core.record import Change, Record, Result
from gamenight.match import summary
from gamenight.match.backups import begin_backup
from gamenight.match.checksums import SIZE, Beside, Head, checksums, of_head, of_match, of_plies
from gamenight.match.connection import open_file, open_readonly
from gamenight.match.listing import Row, latest, read_ended, read_summary, where
from gamenight.match.schema import (
    HEAD,
    Moment,
    Texts,
    changes_of,
    head_of,
    passes_of,
    read_texts,
    write_changes,
    write_result,
)
from gamenight.match.store import (
    DamagedMatch,
    Ended,
    Part,
    StaleMatch,
    Stored,
    StoreError,
    Summary,
    Tell,
    UnknownMatch,
)
from gamenight.match.summary import Appearance
from gamenight.match.transactions import told, transaction
from gamenight.match.wholeness import Fault, fault_of, waiting_words, whole_part

BESIDE = ("passes", "drafts")
TABLES = ("matches", "plies", "changes", *BESIDE)


class _Current(NamedTuple):
    """A match that is about to change; last: the checksum after its plies."""

    id: int
    revision: int
    cuts: int
    later: str
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
        self._backup: Thread | None = None
        with told(path):
            if path is not None and readonly:
                self._db = open_readonly(path, tell)
                return
            self._db = open_file(path, tell)
            if path is not None:
                self._backup = begin_backup(path, self._db)

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
        if self._backup is not None:
            self._backup.join()
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
        over = _ended(record.result, appearances)["appearances"]
        with self._transaction():
            now = self._now()
            id = self._db.execute(
                f"INSERT INTO matches ({HEAD}, result, appearances, plies, sealed, started, "
                f"touched) VALUES ({', '.join('?' * (len(head) + 6))})",
                (*head, result, over, len(record.actions), 0, now.text, now.text),
            ).lastrowid
            assert id is not None
            sums = checksums(head, record.actions, changes, result, Beside(id, 0, "[]", ()))
            self._db.execute("UPDATE matches SET checksum = ? WHERE id = ?", (sums.match, id))
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
        """A match by its number, as it was stored; raises UnknownMatch, DamagedMatch."""
        texts = self._texts(id)
        fault = fault_of(texts)
        if fault is not None:
            raise _damaged(id, fault)
        head, beside = texts.head, texts.beside
        return Stored(
            id,
            texts.record,
            head.secret,
            texts.revision,
            head.follows,
            beside.cuts,
            frozenset(beside.passes),
            waiting_words(texts),
        )

    def part(self, id: int) -> Part:
        """As much of a match as is whole, and what is not; raises UnknownMatch, DamagedMatch."""
        texts = self._texts(id)
        fault = fault_of(texts)
        if fault is None:
            return Part(texts.record, "")
        record = whole_part(texts, fault)
        if record is None:
            raise _damaged(id, fault)
        moves = (
            "its first move is"
            if len(record.actions) == 1
            else (f"its first {len(record.actions)} moves are")
        )
        return Part(record, f"Match {id} is damaged ({fault.clause}): {moves} whole.")

    def raw(self, id: int) -> dict[str, list[dict[str, Any]]]:
        """The rows of a match, damaged or not, by table and column; raises UnknownMatch."""
        with self._transaction("BEGIN"):
            self._require(id)
            return {table: self._rows(table, id) for table in TABLES}

    def _rows(self, table: str, id: int) -> list[dict[str, Any]]:
        key = "id" if table == "matches" else "match"
        found = self._db.execute(f"SELECT * FROM {table} WHERE {key} = ?", (id,))
        names = [column[0] for column in found.description]
        return [dict(zip(names, row, strict=True)) for row in found]

    def _texts(self, id: int) -> Texts:
        """The texts of a match, sealed first if an older program has just changed it."""
        with self._transaction("BEGIN"):
            texts = read_texts(self._db, id)
        if texts is not None and texts.seals.sealed != texts.revision:
            from gamenight.match.migration import fill

            with told(self.path):
                fill(self._db)
                texts = read_texts(self._db, id)
        if texts is None:
            raise _unknown(id)
        return texts

    def matches(self, finished: bool | None = None, most: int | None = None) -> list[Summary]:
        """The matches, most recent first, with who sits there now: all of them, those that are
        over, or those that are not; at most this many."""
        chosen, limit = latest(finished), (-1 if most is None else most,)
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
        return [read_summary(row, taken.get(row[0], [])) for row in rows]

    def count(self, finished: bool | None = None) -> int:
        """The number of matches: all, those that are over, or those that are not."""
        with self._transaction("BEGIN"):
            row = self._db.execute(f"SELECT count(*) FROM matches {where(finished)}").fetchone()
        return int(row[0])

    def ended(self) -> Iterator[Ended]:
        """The matches that are over, in the order in which they ended."""
        with self._transaction("BEGIN"):
            rows = self._db.execute(
                f"SELECT game, appearances FROM matches {where(True)} ORDER BY touched, id"
            ).fetchall()
        for row in rows:
            yield read_ended(*row)

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
            self._db.execute(f"{latest} {where(over)}").fetchone()[0] for over in (True, False)
        ]
        return Moment.after(max((one for one in found if isinstance(one, str)), default=""))

    def _require(self, id: int) -> None:
        if self._db.execute("SELECT 1 FROM matches WHERE id = ?", (id,)).fetchone() is None:
            raise _unknown(id)

    def _current(self, id: int, revision: int) -> _Current:
        """The match to change; refuses a change that starts from an older state of it."""
        row = self._db.execute(
            "SELECT id, revision, cuts, later, result, ifnull(ply + 1, 0), plies.checksum "
            "FROM matches LEFT JOIN plies ON match = id "
            "AND ply = (SELECT max(ply) FROM plies WHERE match = id) WHERE id = ?",
            (id,),
        ).fetchone()
        if row is None:
            raise _unknown(id)
        match = _Current(*row)
        if match.revision != revision:
            raise StaleMatch(f"match {id} has been continued by another program", revision)
        if not match.plies:
            return match._replace(last=self._head(id))
        if not isinstance(match.last, bytes) or len(match.last) != SIZE:
            raise _damaged(id, Fault("its last move is not as it was stored", None))
        return match

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
        now_there = {"result": match.result, "cuts": match.cuts, "later": match.later, **columns}
        beside = Beside(
            match.id, now_there["cuts"], now_there["later"], passes_of(self._db, match.id)
        )
        changes = changes_of(self._db, match.id)
        columns["checksum"] = of_match(match.last, changes, now_there["result"], beside)
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


def _unknown(id: int) -> UnknownMatch:
    return UnknownMatch(f"there is no match {id} (see: {command('matches')})", id)


def _damaged(id: int, fault: Fault) -> DamagedMatch:
    return DamagedMatch(f"match {id} is damaged: {fault.clause} (see: {command('doctor')})", id)
