"""A server that runs for days is backed up every day, while people play on."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match import backups
from gamenight.match.backups import backups_of
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.online import server as servers
from gamenight.online.house import NewTable
from gamenight.online.seating import Seating
from tests.online.servers import PATIENCE, serve


class Days(datetime):
    """A clock that a test moves by days."""

    ahead = timedelta()

    @classmethod
    def now(cls, tz: Any = None) -> Any:
        return datetime.now(tz) + cls.ahead


def play_a_match(path: Path) -> None:
    """Something to keep."""
    with closing(SqliteStore(path)) as store:
        Match.new(store, registry.game("oware"), [Seat("Ann"), Seat("Ben")])


def test_every_day_has_its_backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(backups, "datetime", Days)
    monkeypatch.setattr(Days, "ahead", timedelta())
    path = tmp_path / "matches.sqlite"
    play_a_match(path)
    running = serve(tmp_path)
    try:
        for day in range(3):
            table, _ = running.open_table(NewTable("oware", name="Ann"))
            Days.ahead = timedelta(days=day)
            deadline = time.monotonic() + PATIENCE
            while len(backups_of(path)) <= day:
                assert time.monotonic() < deadline, backups_of(path)
                time.sleep(0.01)
        with closing(sqlite3.connect(backups_of(path)[0])) as db:
            states = [Seating.read(state).id for (state,) in db.execute("SELECT state FROM tables")]
        assert table in states
    finally:
        running.stop()
    assert len(backups_of(path)) == 3
