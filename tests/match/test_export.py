"""What a file of a match contains: while it lasts, what others hide only if that is asked for."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gamenight.core.errors import GamenightError
from gamenight.core.record import Marks, Record, Seat
from gamenight.core.registry import game
from gamenight.match.matches import Matches, _seat_of
from gamenight.match.sqlite import SqliteStore
from gamenight.match.waiting import without_loop
from tests.terminal import pipe

ANN, BEN = map(Seat, ("Ann", "Ben"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A store with a match of Circuit in which hands were dealt, and one of Oware."""
    matches = Matches(SqliteStore(tmp_path / "gamenight.sqlite"))
    circuit = matches.new(game("circuit"), [ANN, BEN], seed=3)
    while circuit.turn().kind in ("ready", "roll", "elsewhere") and not circuit.record().hides():
        turn = circuit.turn()
        deed = circuit.advance() if turn.kind == "elsewhere" else circuit.ready(turn.seats[0])
        without_loop(deed)
    assert circuit.record().hides()
    matches.new(game("oware"), [ANN, BEN])
    matches.close()
    return tmp_path


def exported(data: Path, *words: str, status: int = 0) -> tuple[str, Path]:
    path = data / "match.json"
    return pipe(data, "export", words[0], str(path), *words[1:], status=status), path


def test_a_running_match_with_secrets_needs_a_word(data: Path) -> None:
    told, path = exported(data, "1", status=2)
    assert (
        "--as SEAT writes what that seat saw (possible: 1 Ann, 2 Ben, spectator), --whole" in told
    )
    assert not path.exists()


@pytest.mark.parametrize("seat", ["2", "ben"])
def test_what_a_seat_saw(data: Path, seat: str) -> None:
    told, path = exported(data, "1", "--as", seat)
    assert told == f"match 1 written to {path}: what Ben saw of it\n"
    found = Record.loads(path.read_bytes())
    assert (found.partial, found.viewer) == (True, 1)
    whole = Matches(SqliteStore(data / "gamenight.sqlite")).record(1)
    assert found.actions == whole.seen_by(1).actions != whole.actions


@pytest.mark.parametrize(("seat", "own"), [(0, "d1"), (1, "d2"), (None, "")])
def test_what_others_have_marked_is_not_seen(data: Path, seat: int | None, own: str) -> None:
    record = Matches(SqliteStore(data / "gamenight.sqlite")).record(1)
    marked = replace(record, marks=(Marks(0, ("d1",)), Marks(1, ("d2",))))
    assert marked.seen_by(seat).marks == ((Marks(seat, (own,)),) if seat is not None else ())


def test_what_a_spectator_saw_shows_no_hand(data: Path) -> None:
    told, path = exported(data, "1", "--as", "Spectator")
    assert told == f"match 1 written to {path}: what a spectator saw of it\n"
    found = Record.loads(path.read_bytes())
    whole = Matches(SqliteStore(data / "gamenight.sqlite")).record(1)
    assert (found.partial, found.viewer) == (True, None)
    assert found.actions == whole.seen_by(None).actions
    assert found.actions not in (whole.seen_by(0).actions, whole.seen_by(1).actions)


def test_a_player_who_is_called_spectator_is_named_by_the_number() -> None:
    seats = (Seat("Spectator"), BEN)
    record = Record("oware", 1, seats)
    assert [_seat_of(record, text) for text in ("spectator", "1", "ben")] == [None, 0, 1]


def test_what_cannot_be_imported_has_a_use_that_is_named(data: Path) -> None:
    _, path = exported(data, "1", "--as", "1")
    told = pipe(data, "import", str(path), status=2)
    assert (
        f"has what Ann saw of it, so it cannot be continued here: gamenight replay {path}" in told
    )
    told, path = exported(data, "1", "--raw")
    assert "with hidden cards and the secret of its dice: not for others" in told
    told = pipe(data, "import", str(path), status=2)
    assert f"{path} is a raw export: it shows what is stored of a match" in told


def test_a_whole_match(data: Path) -> None:
    told, path = exported(data, "1", "--whole")
    assert told.endswith(": the whole match, also what players hide from each other\n")
    assert not Record.loads(path.read_bytes()).partial


def test_where_nothing_is_hidden_no_word_is_needed(data: Path) -> None:
    told, path = exported(data, "2")
    assert told == f"match 2 written to {path}: the whole match\n"


def test_a_seat_that_is_not_there(data: Path) -> None:
    told, _ = exported(data, "1", "--as", "3", status=2)
    assert "there is no seat '3' (possible: 1 Ann, 2 Ben, spectator)" in told
    assert "not allowed with" in exported(data, "1", "--as", "1", "--whole", status=2)[0]


def test_moves_taken_back_are_counted_told_and_kept(tmp_path: Path) -> None:
    matches = Matches(SqliteStore())
    table = matches.new(game("oware"), [ANN, Seat("Easy", "random")])
    for _ in range(3):
        without_loop(table.play("F", 0))
        without_loop(table.undo())
    without_loop(table.resign(0))
    assert table.verdict() == ("Easy won.", "Ann resigned. 3 moves were taken back.")
    matches.export(1, tmp_path / "match.json")
    data = json.loads((tmp_path / "match.json").read_text())
    assert (data["schema"], data["taken_back"]) == (2, 3)
    elsewhere = Matches(SqliteStore())
    [(id, _)] = elsewhere.import_file(tmp_path / "match.json")
    assert elsewhere.record(id).taken_back == 3
    assert elsewhere.replay(id).verdict() == table.verdict()
    for found in (matches, elsewhere):
        assert [one.taken_back for one in found.find()] == [3]


def test_the_count_goes_on_where_a_file_is_continued() -> None:
    matches = Matches(SqliteStore())
    record = Record("oware", 1, (ANN, BEN), actions=("F",), taken_back=2)
    table = matches.load(record)
    without_loop(table.undo())
    assert table.record().taken_back == matches.record(int(table.id)).taken_back == 3


def test_schema_1_is_read_as_before() -> None:
    data = json.loads(Record("oware", 1, (ANN, BEN), actions=("F",)).dumps())
    old = {**data, "schema": 1}
    with pytest.raises(GamenightError, match="unknown field 'taken_back'"):
        Record.loads(json.dumps(old))
    del old["taken_back"]
    assert Record.loads(json.dumps(old)).actions == ("F",)


@pytest.mark.parametrize("count", [-1, 1.5, "3", None, True, 10**7])
def test_a_count_that_cannot_be(count: object) -> None:
    data = {**json.loads(Record("oware", 1, (ANN, BEN)).dumps()), "taken_back": count}
    with pytest.raises(GamenightError, match="moves taken back must be"):
        Record.loads(json.dumps(data))


@pytest.mark.parametrize(
    "name",
    [
        "gamenight.sqlite",
        "GameNight.SQLite",
        "gamenight.sqlite-wal",
        "other.sqlite-shm",
        "backups/gamenight.2026-11-16.sqlite",
        "server.key",
        "moved",  # the store under another name
    ],
)
@pytest.mark.parametrize(
    "words",
    [["export", "1", "FILE", "--raw"], ["stats", "--csv", "FILE"]],
    ids=["export", "stats"],
)
def test_nothing_takes_the_place_of_a_store(data: Path, name: str, words: list[str]) -> None:
    file = data / name
    file.parent.mkdir(exist_ok=True)
    if name == "moved":
        (data / "gamenight.sqlite").rename(file)
        (data / "gamenight.sqlite").symlink_to(file)
    elif not file.exists():
        file.write_bytes(b"something to keep")
    before = file.read_bytes()
    told = pipe(data, *(str(file) if word == "FILE" else word for word in words), status=2)
    assert f"{file} cannot be written: such a file keeps matches, a backup or the key" in told
    assert file.read_bytes() == before


def test_another_file_is_replaced(data: Path) -> None:
    (data / "match.json").write_text("old")
    exported(data, "2", "--raw")
    assert json.loads((data / "match.json").read_text())["matches"]


def test_a_seat_that_nobody_has_is_not_offered(data: Path) -> None:
    record = Matches(SqliteStore(data / "gamenight.sqlite")).record(2)
    for given in ("9", "2"):
        with pytest.raises(GamenightError, match=r"\(possible: 1 Ann, spectator\)"):
            _seat_of(replace(record, seats=(ANN, Seat(""))), given)
