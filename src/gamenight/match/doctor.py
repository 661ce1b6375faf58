"""The doctor of a store: what is whole, what is not, and what can be put right."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from gamenight.core.errors import GamenightError
from gamenight.core.paths import shown
from gamenight.core.record import LATE, RESIGNED, Record, over_result, resignation
from gamenight.core.rules import Over
from gamenight.core.text import listed
from gamenight.match import summary
from gamenight.match.backups import backups_of
from gamenight.match.connection import open_file, open_readonly
from gamenight.match.listing import UNKNOWN_TIME, read_time
from gamenight.match.migration import Progress
from gamenight.match.recovery import recover
from gamenight.match.schema import DAMAGED, Texts, read_texts, write_result
from gamenight.match.soundness import is_sound, shape_faults
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StoreError, Tell
from gamenight.match.transactions import BROKEN, told, told_by, transaction
from gamenight.match.wholeness import (
    UNSOUND,
    Fault,
    end_fits,
    fault_of,
    first_plies,
    is_at_hand,
    told_whole,
    unplayable,
)

FAULTS = 20  # of a file that are looked for
CUTS = 100  # times that moves can have been taken back, when the number is damaged


class Ill(NamedTuple):
    """A damaged match; playable: how many of its steps are whole; copy: the number of a match with
    these, if there is one; cure: columns by which it is whole again."""

    id: int
    fault: Fault
    playable: int
    steps: int
    copy: int | None
    cure: dict[str, Any]

    @property
    def needs_copy(self) -> bool:
        return bool(self.playable) and self.copy is None

    @property
    def kept(self) -> str:
        """What is whole, as the beginning of a sentence: 'All 78 steps of match 2 are'."""
        return told_whole(self.playable, self.steps, f"match {self.id}")


class Findings(NamedTuple):
    """file: what is wrong with the file itself; worn: matches of which only what follows from the
    rest is damaged (counts, statistics, times), with what it should be; foreign: the file is no
    database at all."""

    file: list[str]
    matches: int
    ill: list[Ill]
    worn: dict[int, dict[str, Any]]
    foreign: bool = False

    @property
    def whole(self) -> bool:
        return not (self.file or self.ill or self.worn)

    @property
    def repairable(self) -> bool:
        ill = any(one.cure or one.needs_copy for one in self.ill)
        return not self.foreign and bool(self.file or self.worn or ill)


class Repaired(NamedTuple):
    """Sentences about what was done, and the matches that could not be read."""

    done: list[str]
    lost: list[int]


def examine(path: Path, tell: Tell = None) -> Findings:
    """Look at all of a store, and change nothing; raises StoreError if there is none."""
    if not os.path.isfile(path):
        raise StoreError(f"there is no store {shown(path)}", str(path))
    try:
        with closing(open_readonly(path, tell)) as db:
            return _examined(db, tell)
    except BROKEN as error:
        foreign = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB
        return Findings([told_by(error)], 0, [], {}, foreign)


def _examined(db: sqlite3.Connection, tell: Tell) -> Findings:
    file = list[str]()
    try:
        file += [str(row[0]) for row in db.execute(f"PRAGMA integrity_check({FAULTS})")]
        lost = db.execute("PRAGMA foreign_key_check").fetchmany(FAULTS)
        file += [f"a row of {row[0]} belongs to no match" for row in lost]
        file += shape_faults(db)
    except BROKEN as error:
        file.append(told_by(error))
    file = [one for one in file if one != "ok"]
    ids, ill, worn = [], list[Ill](), dict[int, dict[str, Any]]()
    with suppress(*BROKEN):
        ids = [id for (id,) in db.execute("SELECT id FROM matches NOT INDEXED ORDER BY id")]
    progress = Progress(len(ids), tell, "Looking at {:,} matches")
    for id in ids:
        try:
            texts = read_texts(db, id)
        except sqlite3.Error as error:
            ill.append(Ill(id, Fault(f"it cannot be read ({error})", None), 0, 0, None, {}))
            continue
        if texts is not None:
            fault = fault_of(texts) or unplayable(texts.record)
            if fault is not None:
                part = first_plies(texts, fault)
                plies = 0 if part is None else len(part.actions)
                copy = None if part is None else _copy_of(db, texts, part)
                ill.append(Ill(id, fault, plies, texts.steps, copy, _cure(texts)))
            elif changes := dict(_worn(db, texts)):
                worn[id] = changes
        progress.add(1)
    return Findings(file, len(ids), ill, worn)


def _worn(db: sqlite3.Connection, texts: Texts) -> Iterator[tuple[str, Any]]:
    """Columns that follow from the others, and what they should be."""
    id, record = texts.beside.id, texts.record
    over, touched, started = db.execute(
        "SELECT appearances, touched, started FROM matches WHERE id = ?", (id,)
    ).fetchone()
    if texts.length != len(texts.plies):
        yield "plies", len(texts.plies)
    if is_at_hand(record):
        found = None if record.result is None else summary.appearances(record)
        if not _same(over, found):
            yield "appearances", None if found is None else summary.dumps(found)
    if read_time(touched) == UNKNOWN_TIME:
        known = read_time(started) != UNKNOWN_TIME
        yield "touched", started if known else UNKNOWN_TIME.isoformat(timespec="microseconds")


def _same(text: object, found: tuple[summary.Appearance, ...] | None) -> bool:
    if text is None or found is None:
        return text is found
    try:
        return isinstance(text, str) and summary.loads(text) == found
    except DAMAGED:
        return False


def _copy_of(db: sqlite3.Connection, texts: Texts, part: Record) -> int | None:
    """A later match that begins with this one's whole part, by the same secret: its copy."""
    later = db.execute(
        "SELECT id FROM matches NOT INDEXED WHERE id > ? AND secret = ?",
        (texts.beside.id, texts.head.secret),
    ).fetchall()
    for (id,) in later:
        other = read_texts(db, id)
        if other is None or other.head.seats != texts.head.seats:
            continue
        if [text for _, text in other.plies[: len(part.actions)]] == list(part.actions):
            return int(id)
    return None


def whole_in_backup(path: Path, ids: Sequence[int]) -> tuple[Path, list[int]] | None:
    """The latest backup in which any of these matches is whole, and which of them are."""
    backups = list[Path]()
    with suppress(OSError):  # nobody may look into their folder
        backups = backups_of(path) if ids else []
    for backup in backups:
        with suppress(*BROKEN, StoreError, OSError), closing(open_readonly(backup, None)) as db:
            texts = [(id, read_texts(db, id)) for id in ids]
            whole = [id for id, found in texts if found is not None and fault_of(found) is None]
            if whole and is_sound(db):
                return backup, whole
    return None


def repair(path: Path, tell: Tell = None) -> Repaired:
    """Put right what can be. Nothing that is damaged is deleted."""
    done, lost, findings = list[str](), list[int](), examine(path, tell)
    with told(path):
        if findings.file:
            number, lost, kept = recover(path)
            were = "match was" if number == 1 else "matches were"
            done.append(f"{number:,} {were} read into a new file; the old one is {kept}.")
            if lost:
                done.append(f"Could not be read: match {listed(map(str, lost))}.")
            findings = examine(path, tell)
        with closing(open_file(path, tell)) as db:
            for id, changes in findings.worn.items():
                _update(db, id, changes)
                done.append(f"Match {id} is put right: {', '.join(changes)}.")
            for one in findings.ill:
                if one.cure:
                    _update(db, one.id, one.cure)
                    texts = read_texts(db, one.id)
                    if texts is not None and (changes := dict(_worn(db, texts))):
                        _update(db, one.id, changes)
                    done.append(f"Match {one.id} is whole again.")
    done += _copied(path, [one for one in findings.ill if one.needs_copy and not one.cure])
    return Repaired(done, lost)


def _update(db: sqlite3.Connection, id: int, columns: dict[str, Any]) -> None:
    assigned = ", ".join(f"{name} = ?" for name in columns)
    with transaction(db):
        db.execute(f"UPDATE matches SET {assigned} WHERE id = ?", (*columns.values(), id))


def _cure(texts: Texts) -> dict[str, Any]:
    """Find what was written at the end of a match, where only that is damaged: the result that
    the plies lead to, no word that waits, fewer or more moves taken back. Its checksum tells."""
    if fault_of(texts) is None:
        return {}  # it is as it was written, but the rules do not lead there
    if texts.seals.match == UNSOUND and _is_sound_now(texts):
        return {"checksum": texts.checksums.match}
    for result, later, cuts in product(_results(texts), {texts.beside.later, "[]"}, range(CUTS)):
        beside = texts.beside._replace(later=later, cuts=cuts)
        written = texts._replace(result=result, beside=beside)
        if end_fits(written) and fault_of(written) is None:
            return {"result": result, "later": later, "cuts": cuts}
    return {}


def _is_sound_now(texts: Texts) -> bool:
    """Whether a match that made no sense once, because its game was missing, does now. It has not
    been played since, so that nothing waits; its plies tell that the rest is as it was."""
    _, cuts, later, passes, mixes = texts.beside
    if not texts.plies or list(texts.checksums.plies) != texts.seals.plies:
        return False
    if (cuts, later, passes, mixes) != (0, "[]", (), ()):
        return False
    with suppress(*DAMAGED):
        return is_at_hand(texts.record) and unplayable(texts.record) is None
    return False


def _results(texts: Texts) -> list[str | None]:
    """What the result can have been: the one that is there, none, the one that the rules say, and
    that of each seat which could have given up, or run out of time."""
    with suppress(*DAMAGED, GamenightError):
        record = texts._replace(result=None).record
        rules, plies = record.rules(), record.plies()
        state = plies[-1].after if plies else rules.initial()
        node = rules.node(state)
        named = list(enumerate(record.names()))
        found = (
            [over_result(node, record.names())]
            if isinstance(node, Over)
            else [resignation(rules, state, *one, why) for one in named for why in (RESIGNED, LATE)]
        )
        return [texts.result, None, *map(write_result, found)]
    return [texts.result, None]


def _copied(path: Path, ill: list[Ill]) -> Iterator[str]:
    """Make a match of the whole part of each."""
    store = SqliteStore(path)
    for one in ill:
        (row,) = store.raw(one.id)["matches"]
        record = _ended(store.part(one.id).record)
        over = () if record.result is None else summary.appearances(record)
        copy = store.create(record, row["secret"], appearances=over)
        yield f"{one.kept} match {copy.id} now."
    store.close()


def _ended(record: Record) -> Record:
    """A record with the result that its steps lead to, if the rules say that it is over."""
    plies = record.plies()
    node = record.rules().node(plies[-1].after)
    if not isinstance(node, Over):
        return record
    return replace(record, result=over_result(node, record.names()))
