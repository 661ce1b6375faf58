"""`gamenight doctor --repair` keeps the tables of a server: links and codes are good after it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gamenight.match.matches import open_matches
from gamenight.online.hosting import Hosting
from gamenight.online.house import NewTable, NoTable
from gamenight.online.settings import Settings
from tests.terminal import pipe

PAGE = 4096
LEAF = 10  # the first byte of a page of a table without rowid that leads to no other
FILE = "gamenight.sqlite"


def server(folder: Path) -> Hosting:
    running = Hosting(Settings(port=0), folder / FILE)
    running.start()
    return running


def tables(folder: Path, count: int) -> dict[str, list[str]]:
    """Tables on a server that has ended, and the tokens of each."""
    running = server(folder)
    try:
        return dict(running.open_table(NewTable("oware", name="Ann")) for _ in range(count))
    finally:
        running.stop()


def break_page(path: Path, number: int) -> None:
    data = bytearray(path.read_bytes())
    data[PAGE * number : PAGE * (number + 1)] = b"\xaa" * PAGE
    path.write_bytes(data)


def tokens_after_repair(folder: Path, ids: list[str]) -> dict[str, list[str]]:
    """What the host has at each table that is still there."""
    assert "Traceback" not in pipe(folder, "doctor", "--repair")
    running, found = server(folder), dict[str, list[str]]()
    try:
        for id in ids:
            try:
                found[id] = running.reopen_table(id)
            except NoTable:
                continue
    finally:
        running.stop()
    return found


def test_all_tables_of_a_damaged_file_are_kept(tmp_path: Path) -> None:
    opened = tables(tmp_path, 3)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'latest'").fetchone()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    break_page(tmp_path / FILE, root - 1)
    found = tokens_after_repair(tmp_path, [*opened])
    assert {id: sorted(own) for id, own in found.items()} == {
        id: sorted(own) for id, own in opened.items()
    }


@pytest.mark.parametrize("which", [0, 30, 59])
def test_a_damaged_page_of_tables_costs_only_its_own(tmp_path: Path, which: int) -> None:
    opened = tables(tmp_path, 60)
    data = (tmp_path / FILE).read_bytes()
    pages = {id: data.index(id.encode()) // PAGE for id in sorted(opened)}
    # A page that leads to others costs them too.
    leaves = [id for id, page in pages.items() if data[page * PAGE] == LEAF]
    id = leaves[which * (len(leaves) - 1) // 59]
    break_page(tmp_path / FILE, pages[id])
    found = tokens_after_repair(tmp_path, [*opened])
    assert id not in found
    assert 40 < len(found) < 60
    with closing(open_matches(tmp_path / FILE)) as matches:
        assert {one.id for one in matches.hosted()} == found.keys()
