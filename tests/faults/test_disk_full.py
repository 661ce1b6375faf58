"""A disk that is full, at every write of a match: what was stored stays stored, the match goes on
in memory, and everything is stored as soon as there is room again."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from gamenight.core import registry
from gamenight.core.record import Change, Record, Result, Seat
from gamenight.match import transactions
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.matches import Matches
from gamenight.match.shelter import FIRST, Shelter
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import New, StaleMatch, Store, UnwritableStore
from gamenight.match.waiting import without_loop
from tests.effort import times
from tests.faults.figures import Count

PLENTY = 1_000_000  # pages
FAT = "x" * 600  # more than a page of these stores has room for
SEATS = (Seat("Ann"), Seat("Ben"))


def small_pages(path: Path) -> SqliteStore:
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA page_size = 512")
        db.execute("VACUUM")
    return SqliteStore(path)


def fill(file: SqliteStore) -> None:
    """From now on no page can be added, and none is free."""
    db = file._db
    db.execute("PRAGMA incremental_vacuum")
    db.execute("PRAGMA max_page_count = 1")  # SQLite takes the number of pages that there are


def make_room(file: SqliteStore) -> None:
    file._db.execute(f"PRAGMA max_page_count = {PLENTY}")


def deeds(store: Store, seed: int) -> Iterator[int]:
    """Every kind of change of a match, each too large for the pages that are there; the number of
    the match after each."""
    chosen, revision, plies = Random(seed), 0, 0
    id = store.create(Record("oware", 1, SEATS, {"note": FAT}), bytes(32)).id
    yield id
    kinds = ["append", "draft", "change", "later", "end", "append", "pass", "cut", "append"]
    chosen.shuffle(kinds)
    for number, kind in enumerate(kinds):
        seat = chosen.randrange(2)
        text = f"{number}{FAT}"
        if kind == "draft":
            store.keep_draft(id, plies, seat, text)
            yield id
            continue
        if kind == "append":
            store.append(id, revision, plies, [text, text], drafts=[(seat, text)])
            plies += 2
        elif kind == "cut":
            plies = chosen.randint(0, plies)
            store.cut(id, revision, plies, ())
        elif kind == "change":
            store.change(id, revision, Change(plies, seat, Seat(text)))
        elif kind == "pass":
            store.keep_pass(id, revision, plies, seat)
        elif kind == "later":
            store.keep_later(id, revision, [text])
        else:
            store.finish(id, revision, Result((3, 1), (0,), text))
        revision += 1
        yield id


def whole(store: Store, id: int) -> object:
    """All that a store knows of a match, but for its number."""
    drafts = [store.draft(id, ply, seat) for ply in range(9) for seat in range(2)]
    return store.load(id)._replace(id=0), drafts


def states(seed: int) -> list[object]:
    """The match after each deed, where nothing goes wrong."""
    store = SqliteStore()
    return [whole(store, id) for id in deeds(store, seed)]


def fault_at(path: Path, seed: int, at: int, wanted: list[object]) -> str | None:
    """What goes wrong if the disk is full from this deed on, until all are done."""
    file = small_pages(path)
    store, id = Shelter(file), 0
    if at == 0:
        fill(file)
    for number, id in enumerate(deeds(store, seed)):
        if whole(store, id) != wanted[number]:
            return f"deed {number} is not there"
        if number + 1 == at:
            fill(file)
    away = bool(store.notice)
    with closing(SqliteStore(path)) as other:
        there = [whole(other, 1)] if other.count() else []
    if there and there[0] not in wanted[max(at - 1, 0) :]:
        return "the file has something else"
    if away == (there == wanted[-1:]):
        return "the notice is wrong"
    make_room(file)
    kept = store.kept(id).number
    if kept is None or store.notice:
        return "it is not stored when there is room"
    with closing(SqliteStore(path)) as other:
        if whole(other, kept) != wanted[-1] or other.count() != 1:
            return "something was lost"
        sound = other._db.execute("PRAGMA integrity_check").fetchone()
    store.close()
    return None if sound == ("ok",) else str(sound)


def test_the_disk_is_full_at_every_write(tmp_path: Path, count: Count) -> None:
    faults, tried = [], 0
    for seed in range(times(2)):
        wanted = states(seed)
        for at in range(len(wanted)):
            fault = fault_at(tmp_path / f"{seed}-{at}.sqlite", seed, at, wanted)
            tried += 1
            faults += [f"seed {seed}, deed {at}: {fault}"] if fault else []
    count("full disks in the middle of a match", tried, faults)
    assert tried >= 20


def test_a_full_disk_really_stops_writes(tmp_path: Path) -> None:
    """Otherwise the test above would try nothing."""
    file = small_pages(tmp_path / "full.sqlite")
    store = Shelter(file)
    all_deeds = deeds(store, 0)
    next(all_deeds)
    fill(file)
    with pytest.raises(UnwritableStore, match=r"the disk is full \(database or disk is full\)"):
        file.create(Record("oware", 1, SEATS, {"note": FAT}), bytes(32))
    assert file.count() == 1
    assert not store.notice
    for _ in all_deeds:
        pass
    assert "the disk is full" in store.notice


def test_an_import_on_a_full_disk_stores_nothing(tmp_path: Path, count: Count) -> None:
    faults = []
    news = [
        New(Record("oware", 1, SEATS, actions=(f"{n}{FAT}",)), bytes(32))
        for n in range(9 * times(1))
    ]
    for pages in range(times(3), 0, -1):
        file = small_pages(tmp_path / f"{pages}.sqlite")
        there = file._db.execute("PRAGMA page_count").fetchone()[0]
        file._db.execute(f"PRAGMA max_page_count = {there + pages}")
        with pytest.raises(UnwritableStore):
            Shelter(file).create_all(news)
        faults += [pages] if file.count() else []
    count("imports on a full disk", times(3), faults)


def table(store: Store) -> LocalTable:
    return LocalTable(Match.new(store, registry.game("oware"), SEATS, seed=1))


def moves(played: LocalTable, many: int) -> None:
    for _ in range(many):
        seat = played.turn().seats[0]
        without_loop(played.play(played.scene(seat).choices[0].text, seat))


def breakages() -> list[Callable[[SqliteStore], None]]:
    def read_only(file: SqliteStore) -> None:
        file._db.execute("PRAGMA query_only = ON")

    def gone(file: SqliteStore) -> None:
        assert file.path is not None
        file.path.rename(file.path.with_name("elsewhere"))

    return [fill, read_only, gone]


@pytest.mark.parametrize("breaks", breakages())
def test_a_table_plays_on_in_memory_and_says_so(
    tmp_path: Path, breaks: Callable[[SqliteStore], None]
) -> None:
    path = tmp_path / "store.sqlite"
    file = small_pages(path)
    played = table(Shelter(file))
    moves(played, 3)
    assert (played.warning, played.id) == ("", "1")
    assert "Match 1 is saved." in played.farewell()
    breaks(file)
    moves(played, 30)
    stored = file.load(1).record.actions
    assert 3 <= len(stored) < 33 == played.last
    assert played.warning in ("the disk is full", "it can only be read", "its file is gone")
    assert played.farewell() == (
        f"Match 1 is saved up to move {len(stored)}; the rest was in memory only."
    )
    assert played.record().actions[: len(stored)] == stored
    matches = Matches(played._match.store)
    (listed,) = matches.unfinished()
    assert (listed.id, listed.plies, matches.count()) == (1, 33, 1)
    make_room(file)
    file._db.execute("PRAGMA query_only = OFF")
    if not path.exists():
        path.with_name("elsewhere").rename(path)
    moves(played, 1)
    assert not played.warning
    assert "Match 1 is saved. To continue" in played.farewell()
    assert SqliteStore(path).load(1).record == played.record()


def test_a_match_that_begins_on_a_full_disk_gets_its_number_later(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    file = SqliteStore(path)
    file._db.execute("PRAGMA query_only = ON")
    played = table(Shelter(file))
    moves(played, 2)
    assert played.id == str(FIRST)
    assert played.farewell() == "This match could not be saved: it was played in memory."
    with closing(SqliteStore(path)) as other:  # another program uses the numbers meanwhile
        table(other)
    file._db.execute("PRAGMA query_only = OFF")
    moves(played, 1)
    assert played.id == "2"
    assert SqliteStore(path).load(2).record == played.record()
    moves(played, 1)
    assert SqliteStore(path).load(2).record == played.record()
    assert len(Matches(played._match.store).unfinished()) == 2


def test_a_match_that_was_deleted_in_memory_does_not_come_back(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    file = SqliteStore(path)
    file._db.execute("PRAGMA query_only = ON")
    matches = Matches(Shelter(file))
    played = table(matches._store)
    moves(played, 2)
    matches.delete(int(played.id))
    assert (matches.find(), matches.unsaved, matches.notice) == ([], False, "")
    file._db.execute("PRAGMA query_only = OFF")
    matches.close()
    assert SqliteStore(path).count() == 0


def test_what_others_have_played_meanwhile_is_kept_too(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    file = SqliteStore(path)
    played = table(Shelter(file))
    moves(played, 2)
    file._db.execute("PRAGMA query_only = ON")
    moves(played, 3)
    with closing(SqliteStore(path)) as other:
        elsewhere = LocalTable(Match.load(other, 1))
        moves(elsewhere, 1)
    file._db.execute("PRAGMA query_only = OFF")
    here = played.record().actions
    with pytest.raises(StaleMatch, match="what was played here is kept as match 2"):
        moves(played, 1)
    assert SqliteStore(path).load(2).record.actions == here
    assert len(SqliteStore(path).load(1).record.actions) == 3


def test_who_opens_a_match_again_goes_on_from_what_others_have_played(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    store = Shelter(SqliteStore(path))
    moves(table(store), 2)
    with closing(SqliteStore(path)) as other:
        moves(LocalTable(Match.load(other, 1)), 1)
        other.keep_draft(1, 3, 1, "A B")
    again = LocalTable(Match.load(store, 1))
    assert store.draft(1, 3, 1) == "A B"
    moves(again, 2)
    assert (again.last, again.warning) == (5, "")
    assert SqliteStore(path).load(1).record == again.record()


@pytest.mark.parametrize(("free", "told"), [(0, "is full"), (9, "does not answer")])
def test_a_disk_without_room_for_a_log_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, told: str
) -> None:
    """SQLite calls that an I/O error."""
    monkeypatch.setattr(os, "statvfs", lambda folder: SimpleNamespace(f_bavail=free))
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    with pytest.raises(UnwritableStore, match=told), transactions.told(tmp_path / "x.sqlite"):
        raise error
