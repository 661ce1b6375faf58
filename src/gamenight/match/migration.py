"""Migration: bringing the store of an older gamenight up to date without losing anything.

First the old store is copied beside itself, then the tables get their new shape in one
transaction, then what is new in them is filled in, batch by batch. A process that is killed at
any moment leaves a store where the next one carries on, and two at once do no harm.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from gamenight.core import registry
from gamenight.core.errors import BrokenGame, UnknownGame
from gamenight.core.record import Record, seated
from gamenight.match import summary
from gamenight.match.backups import remove_unfinished, write_copy
from gamenight.match.schema import (
    BESIDES,
    DAMAGED,
    MIXES,
    UNSEALED,
    Texts,
    changes_of,
    read_changes,
    read_seats,
    read_texts,
)
from gamenight.match.store import Tell
from gamenight.match.transactions import run, transaction, version_of
from gamenight.match.wholeness import UNSOUND, fault_of, is_at_hand, unplayable

OLD = (1, 2)  # the versions that it brings up to date
BATCH = 50
OFTEN = 20  # times that a match is filled in, should others change it meanwhile
PATIENCE = 2.0  # seconds between two sentences, and before the first
NEW_COLUMNS = """
ALTER TABLE matches ADD COLUMN cuts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN later TEXT NOT NULL DEFAULT '[]';
ALTER TABLE matches ADD COLUMN plies INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN appearances TEXT;
ALTER TABLE matches ADD COLUMN checksum BLOB;
ALTER TABLE matches ADD COLUMN sealed INTEGER;
ALTER TABLE plies ADD COLUMN time INTEGER;
ALTER TABLE plies ADD COLUMN checksum BLOB;
ALTER TABLE drafts RENAME TO old_drafts;
"""
NEW_COLUMNS_3 = """
ALTER TABLE matches ADD COLUMN clock TEXT;
ALTER TABLE matches ADD COLUMN fair TEXT;
ALTER TABLE plies ADD COLUMN spent INTEGER;
"""


class Filling(NamedTuple):
    """What is filled in for a match as it was at a revision: columns of its row, and the checksums
    of its plies."""

    id: int
    revision: int
    columns: dict[str, Any]
    plies: list[tuple[int, bytes]]


def migrate(db: sqlite3.Connection, path: Path | None, tell: Tell = None) -> None:
    """Bring a store up to date; without a path it is a copy itself, and needs no other."""
    old = version_of(db)
    if old in OLD:
        if path is not None:
            back_up(db, path, old)
        with transaction(db):
            if version_of(db) == 1:
                reshape(db)
            if version_of(db) == 2:
                reshape_3(db)
        if path is not None:
            remove_unfinished(backup_of(path, old))
    fill(db, tell)
    if old in OLD and path is not None and tell is not None:
        kept = backup_of(path, old)
        tell(f"Your matches were brought up to date; the old file is kept as {kept}.")


def backup_of(path: Path, version: int) -> Path:
    """Where the store of an old version is kept."""
    return path.with_name(f"{path.stem}.version-{version}{path.suffix}")


def back_up(db: sqlite3.Connection, path: Path, version: int) -> None:
    """Copy a store beside itself; the copy appears whole or not at all. If another process has
    migrated it meanwhile, with a copy of its own, this one is not needed."""
    try:
        write_copy(db, backup_of(path, version), lambda copy: version_of(copy) == version)
    except (sqlite3.Error, OSError):
        if version_of(db) == version:
            raise


def reshape_3(db: sqlite3.Connection) -> None:
    """Give the tables of version 2 room for time and fair chance. What is not there is covered by
    no checksum, so that all of them stay good."""
    run(db, NEW_COLUMNS_3)
    run(db, MIXES)
    db.execute("PRAGMA user_version = 3")


def reshape(db: sqlite3.Connection) -> None:
    """Give the tables of version 1 the shape of version 2. A draft had no seat: it is kept for
    every person at the table, since it is shown only to the one who is asked."""
    run(db, NEW_COLUMNS)
    run(db, BESIDES)
    drafts = db.execute("SELECT match, ply, seats FROM old_drafts JOIN matches ON id = match")
    for match, ply, seats in drafts.fetchall():
        for seat in _people(seats, changes_of(db, match), ply):
            db.execute(
                "INSERT INTO drafts SELECT match, ply, ?, text FROM old_drafts WHERE match = ?",
                (seat, match),
            )
    db.execute("DROP TABLE old_drafts")
    db.execute("PRAGMA user_version = 2")


def _people(seats: str, changes: list[tuple[int, int, str]], ply: int) -> list[int]:
    """The seats of people at a ply; empty if that cannot be read."""
    try:
        there = seated(read_seats(seats), read_changes(changes), ply)
    except DAMAGED:
        return []
    return [seat for seat, who in enumerate(there) if not who.bot]


def fill(db: sqlite3.Connection, tell: Tell = None) -> None:
    """Fill in what older programs did not write, until nothing is missing."""
    (total,) = db.execute(f"SELECT count(*) {UNSEALED}").fetchone()
    progress = Progress(total, tell)
    tried: Counter[int] = Counter()
    while ids := db.execute(f"SELECT id {UNSEALED} LIMIT {BATCH}").fetchall():
        tried.update(id for (id,) in ids)
        if min(tried[id] for (id,) in ids) > OFTEN:
            break  # the index is damaged: these are filled long since
        found = [_filling(db, id) for (id,) in ids]
        with transaction(db):
            for one in filter(None, found):
                _write(db, one)
        progress.add(len(ids))
    progress.end()


def _filling(db: sqlite3.Connection, id: int) -> Filling | None:
    """What belongs to a match, worked out while others may write; None if it was deleted. A seal
    stays, and says what is damaged, unless an older program has gone on from what it covers."""
    with transaction(db, "BEGIN"):
        texts = read_texts(db, id)
    if texts is None:
        return None
    never = texts.seals.match is None
    if not never and not _is_continued(texts):
        return Filling(id, texts.revision, {}, [])
    sums = texts.checksums
    found, sound = _looked_at(texts)
    columns = {
        "plies": len(texts.plies),
        "appearances": found,
        "checksum": sums.match if sound and (not never or _is_unknown_here(texts)) else UNSOUND,
    }
    plies = [(ply, checksum) for (ply, _), checksum in zip(texts.plies, sums.plies, strict=True)]
    return Filling(id, texts.revision, columns, plies)


def _is_unknown_here(texts: Texts) -> bool:
    """Whether only older programs have written a match: they store no checksum, and nothing that
    waits."""
    _, cuts, later, passes, mixes = texts.beside
    sealed = [one for one in (texts.seals.sealed, *texts.seals.plies) if one is not None]
    return not sealed and (cuts, later, passes, mixes) == (0, "[]", (), ())


def _is_continued(texts: Texts) -> bool:
    """Whether an older program that still has the store open made this of what was sealed. It can
    store no ply in the new tables; it counts a revision for each seat that somebody else takes,
    and one when somebody gives up."""
    revision, sealed, changes = texts.revision, texts.seals.sealed, texts.changes
    if type(revision) is not int or type(sealed) is not int:
        return False
    for gave_up in (False, True):
        first = len(changes) - (revision - sealed - gave_up)
        if not 0 <= first <= len(changes):
            continue
        before = texts._replace(changes=changes[:first], result=None if gave_up else texts.result)
        if fault_of(before) is None:
            return not gave_up or _is_given_up(texts)
    return False


def _is_given_up(texts: Texts) -> bool:
    """Whether the result is that of a seat which gave up where the plies end."""
    with suppress(*DAMAGED):
        record = texts.record
        resigned = record.result is not None and record.result.resigned is not None
        return resigned and is_at_hand(record) and unplayable(record) is None
    return False


def _looked_at(texts: Texts) -> tuple[str | None, bool]:
    """The appearances in a match, and whether the match is sound."""
    sound = True
    try:
        record = texts.record
        try:
            states = _states(record)
        except (UnknownGame, BrokenGame):  # it may come back
            states = []
        except Exception:  # damaged plies can lead the rules anywhere
            states, sound = [], False
        found = summary.appearances(record, states=states)
    except DAMAGED:
        return None, False
    return None if record.result is None else summary.dumps(found), sound


def _states(record: Record) -> list[Any]:
    """The states before each ply and after the last, every ply checked; none if the game's rules
    have changed."""
    game = registry.game(record.game)
    if game.version != record.version:
        return []
    return [record.rules(game).initial(), *(ply.after for ply in record.plies(game))]


def _write(db: sqlite3.Connection, one: Filling) -> None:
    """Seal a match, unless it was changed meanwhile: then it comes up again. Checksums that are
    there tell which ply is damaged, if one is."""
    unchanged = f"revision = {one.revision}" if isinstance(one.revision, int) else "1"
    assigned = "".join(f"{name} = ?, " for name in one.columns)
    written = db.execute(
        f"UPDATE matches SET {assigned}sealed = revision WHERE id = ? AND {unchanged}",
        (*one.columns.values(), one.id),
    )
    if written.rowcount:
        db.executemany(
            "UPDATE plies SET checksum = ? WHERE match = ? AND ply = ? AND checksum IS NULL",
            [(checksum, one.id, ply) for ply, checksum in one.plies],
        )


class Progress:
    """Says how far along it is, if it takes long enough to wonder."""

    def __init__(self, total: int, tell: Tell, what: str = "Bringing {:,} matches up to date"):
        self._total = total
        self._tell = tell
        self._what = what.format(total)
        self._done = 0
        self._next = monotonic() + PATIENCE
        self._told = False

    def add(self, count: int) -> None:
        self._done = min(self._done + count, self._total)
        if monotonic() >= self._next:
            self._say()
            self._next = monotonic() + PATIENCE

    def end(self) -> None:
        if self._told:
            self._done = self._total
            self._say()

    def _say(self) -> None:
        if self._tell is not None:
            percent = 100 * self._done // self._total
            self._tell(f"{self._what}: {percent}%")
            self._told = True
