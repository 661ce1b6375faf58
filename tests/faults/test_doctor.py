"""`gamenight doctor`: what it finds, what it puts right, and backups that it restores."""

from __future__ import annotations

import json
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.counting import Counted
from gamenight.match.match import Match
from gamenight.match.schema import read_texts
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import DamagedMatch, Stored
from tests.faults.damage import FILE
from tests.match.matches import new_match
from tests.terminal import Terminal, pipe

Kept = dict[int, Stored]


def damage(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def load(folder: Path, id: int) -> Stored:
    with closing(SqliteStore(folder / FILE)) as store:
        return store.load(id)


def test_a_whole_store(kept: Kept, tmp_path: Path) -> None:
    told = pipe(tmp_path, "doctor")
    assert "The file is sound.\n11 of 11 matches are whole.\n" in told
    assert "repair" not in told


def test_data_needs_a_folder(kept: Kept, tmp_path: Path) -> None:
    for words in (("doctor",), ("matches",), ("doctor", "--restore"), ("play", "oware")):
        told = pipe(tmp_path / FILE, *words, status=2)
        assert f"--data needs a folder, and {tmp_path / FILE} is a file" in told


def test_without_a_store(tmp_path: Path) -> None:
    assert "there is no store" in pipe(tmp_path, "doctor", status=2)
    assert not list(tmp_path.iterdir())


def test_a_damaged_row_is_named_and_shuts_nothing(kept: Kept, tmp_path: Path) -> None:
    damage(tmp_path, "UPDATE matches SET seats = '[[\"An' WHERE id = 2")
    told = pipe(tmp_path, "doctor", status=1)
    assert "10 of 11 matches are whole.\nMatch 2 is damaged: what was agreed" in told
    assert "You can: gamenight export 2 FILE --raw, gamenight delete 2\n" in told
    assert "damaged and unreadable" in pipe(tmp_path, "matches")
    for words in (("resume", "2"), ("replay", "2"), ("export", "2", str(tmp_path / "x.json"))):
        assert "match 2 is damaged: " in pipe(tmp_path, *words, status=2)
    pipe(tmp_path, "delete", "2")
    assert "10 of 10 matches are whole" in pipe(tmp_path, "doctor")


def test_what_is_offered_to_go_on_with_is_whole(kept: Kept, tmp_path: Path) -> None:
    damage(tmp_path, "UPDATE matches SET seats = '[[\"An' WHERE id = 11")
    assert ", match 9, " in pipe(tmp_path, typed="quit\n")
    damage(tmp_path, "UPDATE matches SET secret = x'00' WHERE id = 9")
    assert "Match 7 is saved." in pipe(tmp_path, "resume")


def test_a_move_that_is_missing_is_called_missing(kept: Kept, tmp_path: Path) -> None:
    damage(tmp_path, "DELETE FROM plies WHERE match = 3 AND ply = 4")
    assert "Match 3 is damaged: step 5 is missing. The first" in pipe(tmp_path, "doctor", status=1)


def test_a_raw_export_has_all_that_is_stored_for_its_owner_only(kept: Kept, tmp_path: Path) -> None:
    damage(tmp_path, "UPDATE plies SET text = CAST(x'41ff' AS TEXT) WHERE match = 3 AND ply = 1")
    file = tmp_path / "raw.json"
    pipe(tmp_path, "export", "3", str(file), "--raw")
    found = json.loads(file.read_text())
    assert found["matches"][0]["secret"] == {"bytes": kept[3].secret.hex()}
    texts = [row["text"] for row in found["plies"]]
    assert texts[0] == kept[3].record.actions[0]
    assert texts[1] == {"bytes": "41ff"}
    assert len(texts) == len(kept[3].record.actions)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_match_is_shown_as_far_as_it_is_whole(kept: Kept, tmp_path: Path) -> None:
    damage(tmp_path, "UPDATE plies SET text = 'nonsense' WHERE match = 5 AND ply = 4")
    told = pipe(tmp_path, "replay", "5")
    assert "Match 5 is damaged (step 5 is not as it was stored). The first 4 steps of it" in told
    assert "of 4, ? for help" in told
    with closing(SqliteStore(tmp_path / FILE)) as store:
        record = store.part(5).record
        assert record.actions == kept[5].record.actions[:4]
        assert record.changes == ()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE plies SET text = 'nonsense' WHERE match = 3 AND ply = 4",
        "UPDATE plies SET checksum = NULL WHERE match = 3 AND ply = 4",
        "DELETE FROM plies WHERE match = 3 AND ply = 4",
        "DELETE FROM plies WHERE match = 3 AND ply >= 4",
    ],
)
def test_the_whole_part_becomes_a_match_once(kept: Kept, tmp_path: Path, statement: str) -> None:
    damage(tmp_path, statement)
    told = pipe(tmp_path, "doctor", "--repair", status=1)
    assert "The first 4 steps of match 3 are match 12 now." in told
    assert "The first 4 steps of match 3 are match 12. You can: " in told
    again = pipe(tmp_path, "doctor", "--repair", status=1)
    assert "Nothing more can be repaired." in again
    assert "--repair" not in again
    copy = load(tmp_path, 12)
    assert copy.record.actions == kept[3].record.actions[:4]
    assert copy.secret == kept[3].secret, "the dice fall as they would have fallen"
    with pytest.raises(DamagedMatch):
        load(tmp_path, 3)


def test_a_match_that_was_over_is_over_in_its_copy(kept: Kept, tmp_path: Path) -> None:
    """Who passed cannot be worked out; who won can."""
    stats = pipe(tmp_path, "stats")
    damage(tmp_path, "INSERT INTO passes VALUES (2, 0, 1)")
    steps = len(kept[2].record.actions)
    told = pipe(tmp_path, "doctor", "--repair", status=1)
    assert f"All {steps} steps of match 2 are match 12 now." in told
    assert load(tmp_path, 12).record == kept[2].record
    pipe(tmp_path, "delete", "2")
    assert "11 of 11 matches are whole" in pipe(tmp_path, "doctor")
    assert pipe(tmp_path, "stats") == stats


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE matches SET result = NULL WHERE id = 2",
        "UPDATE matches SET result = 'x' WHERE id = 2",
        "UPDATE matches SET cuts = 77 WHERE id = 2",
        "UPDATE matches SET later = '[\"' WHERE id = 2",
        "UPDATE matches SET checksum = x'' WHERE id = 2",
    ],
)
def test_what_the_checksum_proves_is_put_back(kept: Kept, tmp_path: Path, statement: str) -> None:
    damage(tmp_path, statement)
    pipe(tmp_path, "doctor", status=1)
    told = pipe(tmp_path, "doctor", "--repair")
    assert "Match 2 is whole again." in told
    assert "11 of 11 matches are whole." in told, "it needs no copy"
    assert load(tmp_path, 2) == kept[2]


def test_who_ran_out_of_time_is_worked_out_again(tmp_path: Path) -> None:
    """The times of the plies are kept, too."""
    with closing(SqliteStore(tmp_path / FILE)) as store:
        seats = [Seat("Ann"), Seat("Ben")]
        match = Match.new(store, registry.game("oware"), seats, clock="30s")
        match.counted = Counted(0, 12_345)
        match.play("C", 0, match.at)
        match.run_out(1)
    before = load(tmp_path, 1)
    assert (before.record.clock, before.record.times) == ("30s", (12_345,))
    damage(tmp_path, "UPDATE matches SET result = NULL")
    assert "Match 1 is whole again." in pipe(tmp_path, "doctor", "--repair")
    assert load(tmp_path, 1) == before
    damage(tmp_path, "UPDATE plies SET spent = 12")
    with pytest.raises(DamagedMatch):
        load(tmp_path, 1)


@pytest.mark.parametrize(
    "columns",
    [
        "result = '[[9, 0], [0], \"\", null]', cuts = 5",
        "result = '[[9, 0], [0], \"Ann resigned.\", 1]'",
        "result = NULL, appearances = NULL",
        "cuts = 5",
        "later = '[\"roll\"]'",
    ],
)
@pytest.mark.parametrize("revisions", [1, 2])
def test_damage_is_not_sealed_though_the_revision_is_raised(
    kept: Kept, tmp_path: Path, columns: str, revisions: int
) -> None:
    damage(
        tmp_path, f"UPDATE matches SET {columns}, revision = revision + {revisions} WHERE id = 2"
    )
    with pytest.raises(DamagedMatch):
        load(tmp_path, 2)
    assert "Match 2 is damaged: " in pipe(tmp_path, "doctor", status=1)
    pipe(tmp_path, "doctor", "--repair")
    assert load(tmp_path, 2)._replace(revision=0) == kept[2]._replace(revision=0)


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ("result = NULL", "its moves end it, but it has no result"),
        ("result = '[[9, 0], [0], \"\", null]'", "the actions end with the scores"),
        ("options = '{}'", "the rules do not allow ply 13"),
        ('seats = \'[["Ann", ""], ["Ann", ""]]\'', "two seats have the same name"),
    ],
)
def test_what_the_rules_do_not_lead_to_is_told_though_it_is_sealed(
    kept: Kept, tmp_path: Path, columns: str, told: str
) -> None:
    """As a program would have sealed it that looked less closely."""
    damage(tmp_path, f"UPDATE matches SET {columns} WHERE id = 2")
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        texts = read_texts(db, 2)
        assert texts is not None
        sums = texts.checksums
        db.execute("UPDATE matches SET checksum = ? WHERE id = 2", (sums.match,))
        for ply, checksum in enumerate(sums.plies):
            row = (checksum, ply)
            db.execute("UPDATE plies SET checksum = ? WHERE match = 2 AND ply = ?", row)
        db.commit()
    answer = pipe(tmp_path, "doctor", status=1)
    assert told in answer.partition("Match 2 is damaged: ")[2]


@pytest.mark.parametrize("column", ["plies = 99", "appearances = '[]'", "touched = 'soon'"])
def test_what_follows_from_the_rest_is_worked_out(kept: Kept, tmp_path: Path, column: str) -> None:
    stats = pipe(tmp_path, "stats")
    damage(tmp_path, f"UPDATE matches SET {column} WHERE id = 2")
    assert "Match 2 is whole, but its " in pipe(tmp_path, "doctor", status=1)
    assert "11 of 11 matches are whole" in pipe(tmp_path, "doctor", "--repair")
    assert "can be worked out" not in pipe(tmp_path, "doctor")
    assert pipe(tmp_path, "stats") == stats
    assert load(tmp_path, 2) == kept[2]


@pytest.mark.parametrize("page", [2, 5])
def test_a_damaged_file_is_read_into_a_new_one(kept: Kept, tmp_path: Path, page: int) -> None:
    """These pages belong to indices: everything else is there."""
    path = tmp_path / FILE
    data = bytearray(path.read_bytes())
    data[4096 * page : 4096 * (page + 1)] = b"\xaa" * 4096
    path.write_bytes(data)
    told = pipe(tmp_path, "doctor", status=1)
    assert "The file is damaged (" in told
    assert "gamenight doctor --repair reads what can be saved into a new file, and keeps" in told
    for impossible in ("matches are whole", "export", "delete"):
        assert impossible not in told
    told = pipe(tmp_path, "doctor", "--repair")
    assert told.startswith("11 matches were read into a new file")
    assert told.count(f"{path}: ") == 1
    assert {id: load(tmp_path, id) for id in kept} == kept
    (old,) = tmp_path.glob("*.damaged-*.sqlite")
    assert old.read_bytes()[4096:] == data[4096:], "its log was written into it"
    assert stat.S_IMODE(old.stat().st_mode) == stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_good_file_of_a_damaged_match_is_stored(kept: Kept, tmp_path: Path) -> None:
    file = str(tmp_path / "good.json")
    pipe(tmp_path, "export", "2", file)
    assert "here already: it is match 2" in pipe(tmp_path, "import", file)
    damage(tmp_path, "INSERT INTO passes VALUES (2, 0, 1)")
    assert "match 12 read from " in pipe(tmp_path, "import", file)
    assert load(tmp_path, 12).record == kept[2].record
    assert "here already: it is match 12" in pipe(tmp_path, "import", file)


def test_at_a_terminal_it_asks(kept: Kept, tmp_path: Path) -> None:
    damage(tmp_path, "UPDATE matches SET cuts = 77 WHERE id = 2")
    for answer, status in (("n", 1), ("y", 0)):
        terminal = Terminal(tmp_path, "doctor")
        terminal.answer("Repair what can be repaired? [y/N] ", answer)
        terminal.end(status)


def test_a_backup_is_restored_and_what_was_there_is_kept(kept: Kept, tmp_path: Path) -> None:
    assert "there is no backup" in pipe(tmp_path, "doctor", "--restore", status=2)
    told = pipe(tmp_path, "doctor", "--restore", "9", status=2)
    assert "(possible: the path of a copy)" in told
    load(tmp_path, 2)  # the first opening of the day
    damage(tmp_path, "DELETE FROM matches WHERE id = 2")
    (name,) = (file.name.split(".")[1] for file in (tmp_path / "backups").iterdir())
    assert f"  1  {name} (made {name} " in pipe(tmp_path, "doctor", "--restore")
    for wrong in ("2", "x", "0"):
        assert f"(possible: {name})" in pipe(tmp_path, "doctor", "--restore", wrong, status=2)
    assert "11 matches are back, as of " in pipe(tmp_path, "doctor", "--restore", "1")
    assert {id: load(tmp_path, id) for id in kept} == kept
    (before,) = tmp_path.glob("gamenight.before-*.sqlite")
    with closing(sqlite3.connect(before)) as db:
        assert db.execute("SELECT count(*) FROM matches").fetchone() == (10,)
    listed = pipe(tmp_path, "doctor", "--restore")
    apart = listed.index("What was there before one was restored (the last 5 are kept):")
    assert listed.index(name) < apart < listed.index(before.stem[10:]), "it can be undone"


def test_backups_are_named_and_one_s_own_copy_is_one(kept: Kept, tmp_path: Path) -> None:
    load(tmp_path, 2)
    (backup,) = (tmp_path / "backups").iterdir()
    own = tmp_path / "own"
    own.mkdir()
    with closing(SqliteStore(own / FILE)) as store:
        new_match("oware", store=store)
        shutil.copy(own / FILE, own / "copy")
        shutil.copy(own / f"{FILE}-wal", own / "copy-wal")
    told = pipe(tmp_path, "doctor", "--restore", str(own / "copy"))
    assert told.startswith("1 match is back, as of "), "with what is only in its log"
    (before,) = tmp_path.glob("gamenight.before-*.sqlite")
    day = backup.name.split(".")[1]
    for name, there in ((day, 11), (str(own / "copy"), 1), (backup.name, 11), (before.name, 11)):
        assert f"{there} match" in pipe(tmp_path, "doctor", "--restore", name)
        with closing(SqliteStore(tmp_path / FILE)) as store:
            assert store.count() == there


def test_the_list_tells_what_is_in_a_backup(kept: Kept, tmp_path: Path) -> None:
    load(tmp_path, 2)
    (backup,) = (tmp_path / "backups").iterdir()
    backup.with_name("gamenight.2026-01-01.sqlite").write_text("nonsense")
    damage(tmp_path, "UPDATE matches SET touched = '2026-02-03T12:00:00+00:00'")
    shutil.copy(tmp_path / FILE, backup.with_name("gamenight.2026-02-03.sqlite"))
    first, second, third, _ = pipe(tmp_path, "doctor", "--restore").splitlines()
    assert f"  1  {backup.name.split('.')[1]} (made " in first
    size = f"{(tmp_path / FILE).stat().st_size / 1000:,.0f} kB"
    assert second.endswith(f": 11 matches, last move 2026-02-03, {size}")
    assert second.startswith("  2  2026-02-03 (made ")
    assert ": damaged, 0 kB" in third
    assert "is damaged itself" in pipe(tmp_path, "doctor", "--restore", "3", status=2)


def test_of_what_was_replaced_the_last_few_are_kept(kept: Kept, tmp_path: Path) -> None:
    load(tmp_path, 2)
    found = list[str]()
    for id in range(1, 8):
        damage(tmp_path, f"DELETE FROM matches WHERE id <= {id}")
        found += [pipe(tmp_path, "doctor", "--restore", "1").split()[-1].rstrip(".")]
    assert len(set(found)) == 7, "within a second, too"
    there = sorted(map(str, tmp_path.glob("gamenight.before-*")))
    assert there == found[-5:]


def test_at_a_terminal_a_backup_asks_before_it_replaces(kept: Kept, tmp_path: Path) -> None:
    load(tmp_path, 2)
    damage(tmp_path, "DELETE FROM matches WHERE id > 1")
    for answer, there in (("n", 1), ("y", 11)):
        terminal = Terminal(tmp_path, "doctor", "--restore", "1")
        terminal.answer("You have 1 match, this backup has 11: replace? [y/N] ", answer)
        terminal.end(0)
        with closing(SqliteStore(tmp_path / FILE)) as store:
            assert store.count() == there


def test_nothing_is_restored_while_another_program_plays(kept: Kept, tmp_path: Path) -> None:
    load(tmp_path, 2)
    with closing(SqliteStore(tmp_path / FILE)) as store:
        store.load(2)
        told = pipe(tmp_path, "doctor", "--restore", "1", status=2)
        assert "another program uses " in told
    assert not list(tmp_path.glob("*before*"))
