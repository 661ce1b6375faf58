"""Stores whose tables or indices are not those that gamenight makes: the doctor says which, reads
the matches into a new file, and names the backup that has what is gone."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from gamenight.match import doctor
from gamenight.match.backups import FOLDER
from gamenight.match.doctor import examine, repair, whole_in_backup
from gamenight.match.soundness import is_sound, shape_faults
from gamenight.match.sqlite import SqliteStore
from gamenight.match.wholeness import Fault
from tests.faults.damage import FILE
from tests.faults.test_doctor import Kept, damage, load
from tests.match.old_stores import old_store
from tests.terminal import Terminal, pipe

DAY = "2026-01-02"


@pytest.fixture
def backup(kept: Kept, tmp_path: Path) -> Path:
    """A backup of the whole store."""
    found = tmp_path / FOLDER / f"gamenight.{DAY}.sqlite"
    found.parent.mkdir()
    shutil.copy(tmp_path / FILE, found)
    return found


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("DROP INDEX latest", "the index latest is missing"),
        ("DROP INDEX unsealed", "the index unsealed is missing"),
        ("DROP TABLE drafts", "the table drafts is missing"),
        (
            "ALTER TABLE matches ADD COLUMN note TEXT",
            "the table matches is not as gamenight makes it",
        ),
        ("CREATE TRIGGER t AFTER DELETE ON matches BEGIN SELECT 1; END", "there is a trigger t"),
        ("PRAGMA user_version = 0", "its version is 0, not 3"),
    ],
)
def test_every_match_is_read_into_a_new_file(
    kept: Kept, tmp_path: Path, statement: str, fault: str
) -> None:
    damage(tmp_path, statement)
    assert f"The file is damaged ({fault})." in pipe(tmp_path, "doctor", status=1)
    assert "11 matches were read into a new file" in pipe(tmp_path, "doctor", "--repair")
    assert {id: load(tmp_path, id) for id in kept} == kept
    assert pipe(tmp_path, "doctor").count("sound") == 1


def test_what_somebody_else_keeps_in_the_file_is_no_fault(kept: Kept, tmp_path: Path) -> None:
    damage(tmp_path, "CREATE TABLE notes (text TEXT)", "CREATE INDEX mine ON matches (game)")
    assert "11 of 11 matches are whole" in pipe(tmp_path, "doctor")


def test_a_store_that_was_brought_up_to_date_has_the_same_shape(tmp_path: Path) -> None:
    with closing(SqliteStore(old_store(tmp_path))) as store:
        assert [*shape_faults(store._db)] == []


@pytest.mark.parametrize("table", ["plies", "changes", "passes"])
def test_what_is_gone_is_named_with_the_backup_that_has_it(
    kept: Kept, tmp_path: Path, backup: Path, table: str
) -> None:
    damage(tmp_path, f"DROP TABLE {table}")
    with pytest.raises(Exception, match=f"no such table: {table} .see: .*doctor"):
        load(tmp_path, 3)
    told = pipe(tmp_path, "doctor", "--repair", status=1)
    assert "11 matches were read into a new file" in told
    assert f"are whole in the backup {DAY}; gamenight doctor --restore {DAY} brings" in told
    pipe(tmp_path, "doctor", "--restore", DAY)
    assert {id: load(tmp_path, id) for id in kept} == kept


def test_the_backup_is_one_in_which_the_match_is_whole(
    kept: Kept, tmp_path: Path, backup: Path
) -> None:
    damage(tmp_path, "UPDATE plies SET text = 'x' WHERE match = 3 AND ply = 4")
    shutil.copy(tmp_path / FILE, backup.with_name("gamenight.2026-01-03.sqlite"))
    backup.with_name("gamenight.2026-01-04.sqlite").write_text("no store")
    incomplete = backup.with_name("gamenight.2026-01-05.sqlite")
    shutil.copy(backup, incomplete)
    with closing(sqlite3.connect(incomplete)) as db:
        db.execute("DROP TABLE drafts")
    assert whole_in_backup(tmp_path / FILE, [2, 3]) == (
        backup.with_name("gamenight.2026-01-03.sqlite"),
        [2],
    )
    assert f"Match 3 is whole in the backup {DAY}; " in pipe(tmp_path, "doctor", status=1)
    backup.unlink()
    assert "is whole in the backup" not in pipe(tmp_path, "doctor", status=1)


def test_where_nothing_can_be_read_a_backup_is_named(
    kept: Kept, tmp_path: Path, backup: Path
) -> None:
    backup.with_name("gamenight.2026-01-03.sqlite").write_text("no store")
    damage(tmp_path, "DROP TABLE matches")
    told = pipe(tmp_path, "doctor", "--repair", status=2)
    assert f"(11 matches are in a backup: gamenight doctor --restore {DAY})" in told
    backup.unlink()
    told = pipe(tmp_path, "doctor", "--repair", status=2)
    assert "(and there is no backup that is whole)" in told


@pytest.mark.parametrize(("name", "kept_too"), [("TABLE changes", 0), ("INDEX latest", 1)])
def test_no_backup_is_made_of_a_store_without_its_tables(
    kept: Kept, tmp_path: Path, name: str, kept_too: int
) -> None:
    """Without an index the matches are all there."""
    damage(tmp_path, f"DROP {name}")
    SqliteStore(tmp_path / FILE).close()
    assert len([*(tmp_path / FOLDER).glob("gamenight.*")]) == kept_too
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert is_sound(db) == bool(kept_too)


def test_nothing_is_offered_where_nothing_more_can_be_repaired(kept: Kept, tmp_path: Path) -> None:
    damage(tmp_path, "UPDATE matches SET secret = x'00' WHERE id = 2")
    for words in (("doctor",), ("doctor", "--repair"), ("doctor",)):
        told = pipe(tmp_path, *words, status=1)
        assert told.count("Nothing more can be repaired.") == 1
        assert "--repair" not in told
    terminal = Terminal(tmp_path, "doctor")
    terminal.wait_for("Nothing more can be repaired.")
    assert "[y/N]" not in terminal.end(1)


def test_what_the_rules_do_not_lead_to_is_not_called_whole_again(
    kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its checksums fit, so that nothing tells what it should be."""
    fault = Fault("its moves end it, but it has no result", None)
    monkeypatch.setattr(doctor, "unplayable", lambda record: fault)
    assert not examine(tmp_path / FILE).repairable
    assert repair(tmp_path / FILE).done == []


@pytest.mark.parametrize("command", [("doctor",), ("doctor", "--repair"), ("matches",)])
def test_a_file_that_has_got_no_tables_yet_is_an_empty_store(
    tmp_path: Path, command: tuple[str]
) -> None:
    """As a full disk leaves it."""
    (tmp_path / FILE).touch()
    assert ("0 of 0 matches" if command[0] == "doctor" else "no matches yet") in pipe(
        tmp_path, *command
    )
