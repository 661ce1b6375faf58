"""SqlStore: matches and their plies in the tables of any SQL database. What a file or a server asks
for besides is in `sqlite.py` and `postgres.py`."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple, TypeVar

from gamenight.core.fairness import Mix
from gamenight.core.record import Change, Record, Result
from gamenight.match.checksums import SIZE, Beside, Head, checksums, of_head, of_match, of_plies
from gamenight.match.database import Database
from gamenight.match.listing import ended_matches, hosted_tables, summaries, where
from gamenight.match.places import Place
from gamenight.match.rows import (
    change_seat,
    cut_rows,
    end_columns,
    find_same,
    insert_changes,
    insert_drafts,
    insert_mixes,
    insert_pass,
    insert_plies,
    next_moment,
    raw_rows,
    stale,
    unknown,
    update_match,
)
from gamenight.match.schema import (
    HEAD,
    Moment,
    Texts,
    changes_of,
    head_of,
    mixes_of,
    passes_of,
    read_texts,
    write_changes,
    write_result,
)
from gamenight.match.store import Ended, Hosted, Kept, New, Part, Stored, StoreError, Summary
from gamenight.match.summary import Appearance
from gamenight.match.wholeness import Fault, damaged, whole_match, whole_part

T = TypeVar("T")
Kinds = tuple[str, ...]  # of the columns of many rows, as PostgreSQL calls them


class _Current(NamedTuple):
    """A match that is about to change; last: the checksum after its plies."""

    id: int
    revision: int
    cuts: int
    later: str
    result: str | None
    plies: int
    last: bytes


class SqlStore(ABC):
    """What stores have in common. place: where it is; fence: what a server proves whenever it
    writes, where there may be several; key: what such servers share."""

    notice = ""
    unsaved = False
    path: Path | None
    place: Place
    fence = 0
    key = b""
    _db: Database

    # What each does in its own way.

    @abstractmethod
    def _transaction(self, writes: bool = True) -> AbstractContextManager[None]:
        """A context whose changes are written as a whole or not at all."""

    @abstractmethod
    def sources(self, values: list[Any], kinds: Kinds) -> Iterator[tuple[str, list[Any]]]:
        """Many rows, one after the other in this list, as what an INSERT or a FROM takes: a text
        and its values, in as many portions as there have to be. The columns are column1, column2
        and so on."""

    def ahead(self) -> float:
        """By how many seconds the clock of this store is ahead of this machine's."""
        return 0.0

    @abstractmethod
    def has_tables(self) -> bool:
        """Whether a server has used it."""

    @abstractmethod
    def make_tables(self) -> None:
        """A server is about to use it."""

    @abstractmethod
    def kept(self, id: int) -> Kept: ...

    @abstractmethod
    def wait(self, stop: Event) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def begin_backup(self) -> None:
        """Begin the backup of today, if this store has backups of its own."""

    def grouped(self, work: Callable[[Database], T]) -> T:
        """The same as `within`, for what asks for few answers."""
        return self.within(work)

    # What is the same for all.

    def within(self, work: Callable[[Database], T], writes: bool = True) -> T:
        """Do something with the tables as one transaction."""
        with self._transaction(writes):
            return work(self._db)

    def create(
        self,
        record: Record,
        secret: bytes,
        follows: int | None = None,
        appearances: Sequence[Appearance] = (),
    ) -> Stored:
        """Store a new match, with what has been played of it and what is marked in it."""
        return self.create_all([New(record, secret, follows, appearances)])[0]

    def create_all(self, news: Sequence[New]) -> list[Stored]:
        """Store all of these matches, or none."""
        with self._transaction():
            return [self._create(new) for new in news]

    def _create(self, new: New) -> Stored:
        record, taken_back = new.record, new.record.taken_back
        head = head_of(record, new.secret, new.follows)
        changes, result = write_changes(record.changes), write_result(record.result)
        over = end_columns(record.result, new.appearances)["appearances"]
        now = next_moment(self._db)
        ((id,),) = self._db.execute(
            f"INSERT INTO matches ({HEAD}, result, appearances, cuts, plies, sealed, started, "
            f"touched) VALUES ({', '.join('?' * (len(head) + 7))}) RETURNING id",
            (*head, result, over, taken_back, len(record.actions), 0, now.text, now.text),
        ).fetchall()
        mixes = () if record.fair is None else record.fair.mixes
        lost = record.times or [None] * len(record.actions)
        beside = Beside(id, taken_back, "[]", (), mixes)
        sums = checksums(head, record.actions, changes, result, beside, lost)
        self._db.execute("UPDATE matches SET checksum = ? WHERE id = ?", (sums.match, id))
        insert_plies(self._db, id, 0, record.actions, sums.plies, lost, now)
        insert_mixes(self._db, id, mixes)
        insert_changes(self._db, id, changes)
        drafts = [(seat, " ".join(keys)) for seat, keys in record.marks]
        insert_drafts(self._db, id, len(record.actions), drafts)
        return Stored(id, record, new.secret, 0, new.follows)

    def same(self, record: Record) -> int | None:
        return self.within(lambda db: find_same(db, record), writes=False)

    def append(
        self,
        id: int,
        revision: int,
        ply: int,
        texts: Sequence[str],
        result: Result | None = None,
        appearances: Sequence[Appearance] = (),
        later: Sequence[str] | None = None,
        drafts: Sequence[tuple[int, str]] = (),
        spent: Sequence[int | None] = (),
        mixes: Sequence[Mix] = (),
    ) -> int:
        """See `Store.append`."""
        changed = end_columns(result, appearances) if result is not None else {}
        changed |= {"later": json.dumps(later)} if later is not None else {}
        with self._transaction():
            match, now = self._current(id, revision), next_moment(self._db)
            if ply != match.plies:
                raise StoreError(f"match {id} has {match.plies} plies, so ply {ply} cannot be next")
            lost = spent or [None] * len(texts)
            sums = of_plies(match.last, ply, texts, lost)
            insert_mixes(self._db, id, mixes)
            insert_plies(self._db, id, ply, texts, sums, lost, now)
            insert_drafts(self._db, id, ply + len(texts), drafts)
            longer = match._replace(plies=ply + len(texts), last=[match.last, *sums][-1])
            return self._revise(longer, now, **changed)

    def cut(self, id: int, revision: int, ply: int, changes: Sequence[Change]) -> int:
        """Take back the plies from this number on, and the result; changes: those of who sits where
        that are left. What is marked for this ply stays; who has passed at it or later, and what
        was kept for later plies or words, is dropped."""
        with self._transaction():
            self._current(id, revision)
            cut_rows(self._db, id, ply, write_changes(changes))
            match = self._current(id, revision)
            return self._revise(match, cuts=match.cuts + 1, later="[]", **end_columns(None, ()))

    def change(self, id: int, revision: int, change: Change) -> int:
        """Somebody else takes a seat, without any passes or marks there."""
        with self._transaction():
            match = self._current(id, revision)
            change_seat(self._db, id, write_changes([change])[0])
            return self._revise(match)

    def keep_pass(self, id: int, revision: int, ply: int, seat: int) -> int:
        """Somebody who was asked out of turn does nothing."""
        with self._transaction():
            match = self._current(id, revision)
            insert_pass(self._db, id, ply, seat)
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
            return self._revise(self._current(id, revision), **end_columns(result, appearances))

    def keep_draft(self, id: int, ply: int, seat: int, text: str) -> None:
        """What a person has marked so far; this does not change the match."""
        with self._transaction():
            self._require(id)
            insert_drafts(self._db, id, ply, [(seat, text)])

    def draft(self, id: int, ply: int, seat: int) -> str | None:
        """What was marked for this ply at this seat."""
        with self._transaction(writes=False):
            row = self._db.execute(
                "SELECT text FROM drafts WHERE match = ? AND ply = ? AND seat = ?", (id, ply, seat)
            ).fetchone()
        return row[0] if row is not None else None

    def load(self, id: int) -> Stored:
        """A match by its number, as it was stored; raises UnknownMatch, DamagedMatch."""
        return whole_match(self._texts(id))

    def part(self, id: int) -> Part:
        """As much of a match as is whole, and what is not; raises UnknownMatch, DamagedMatch."""
        return whole_part(self._texts(id))

    def raw(self, id: int) -> dict[str, list[dict[str, Any]]]:
        """The rows of a match, damaged or not, by table and column; raises UnknownMatch."""
        with self._transaction(writes=False):
            self._require(id)
            return raw_rows(self._db, id)

    def _texts(self, id: int) -> Texts:
        texts = self.within(lambda db: read_texts(db, id), writes=False)
        if texts is None:
            raise unknown(id)
        return texts

    def matches(
        self, finished: bool | None = None, most: int | None = None, game: str = ""
    ) -> list[Summary]:
        """The matches, most recent first, with who sits there now: all of them, those that are
        over, or those that are not; at most this many; of any game, or this one."""
        return self.within(
            lambda db: summaries(db, finished, most, game, self._hosted()), writes=False
        )

    def count(self, finished: bool | None = None) -> int:
        """The number of matches: all, those that are over, or those that are not."""
        with self._transaction(writes=False):
            row = self._db.execute(f"SELECT count(*) FROM matches {where(finished)}").fetchone()
        return int(row[0])

    def hosted(self) -> list[Hosted]:
        """The matches that are played at tables of a server, the latest of each."""
        return self.within(lambda _: self._hosted(), writes=False)

    def _hosted(self) -> list[Hosted]:
        return hosted_tables(self._db) if self.has_tables() else []

    def ended(self) -> Iterator[Ended]:
        """The matches that are over, in the order in which they ended."""
        yield from self.within(ended_matches, writes=False)

    def delete(self, id: int, revision: int | None = None) -> None:
        """Delete a match, if it still has this revision; raises UnknownMatch, StaleMatch."""
        with self._transaction():
            self._require(id)
            if revision is not None:
                self._current(id, revision)
            still = "" if revision is None else f" AND revision = {revision:d}"
            if not self._db.execute(f"DELETE FROM matches WHERE id = ?{still}", (id,)).rowcount:
                raise unknown(id) if revision is None else stale(id, revision)

    def _require(self, id: int) -> None:
        if self._db.execute("SELECT 1 FROM matches WHERE id = ?", (id,)).fetchone() is None:
            raise unknown(id)

    def _current(self, id: int, revision: int) -> _Current:
        """The match to change; refuses a change that starts from an older state of it."""
        row = self._db.execute(
            "SELECT sealed, id, revision, cuts, later, result, coalesce(ply + 1, 0), "
            "plies.checksum FROM matches LEFT JOIN plies ON match = id "
            "AND ply = (SELECT max(ply) FROM plies WHERE match = id) WHERE id = ?",
            (id,),
        ).fetchone()
        if row is None:
            raise unknown(id)
        sealed, match = row[0], _Current(*row[1:])
        if match.revision != revision or sealed != revision:  # whoever loads it seals it
            raise stale(id, revision)
        if not match.plies:
            return match._replace(last=self._head(id))
        if not isinstance(match.last, bytes) or len(match.last) != SIZE:
            raise damaged(id, Fault("its last step is not as it was stored", None))
        return match

    def _head(self, id: int) -> bytes:
        row = self._db.execute(f"SELECT {HEAD} FROM matches WHERE id = ?", (id,)).fetchone()
        return of_head(Head(*row))

    def _revise(self, match: _Current, now: Moment | None = None, **columns: Any) -> int:
        """Count a change of a match, with what it changes in the row and the checksum of all that
        is kept now."""
        now_there = {"result": match.result, "cuts": match.cuts, "later": match.later, **columns}
        passes, mixes = passes_of(self._db, match.id), mixes_of(self._db, match.id)
        beside = Beside(match.id, now_there["cuts"], now_there["later"], passes, mixes)
        changes = changes_of(self._db, match.id)
        columns["checksum"] = of_match(match.last, changes, now_there["result"], beside)
        columns["plies"] = match.plies
        columns["touched"] = (now or next_moment(self._db)).text
        columns["revision"] = columns["sealed"] = match.revision + 1
        if not update_match(self._db, match.id, match.revision, columns):
            raise stale(match.id, match.revision)  # somebody else was quicker
        return match.revision + 1
