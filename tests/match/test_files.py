"""Files of a person: written whole or not at all."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.files import FileError, read_records, write_record, write_whole
from gamenight.match.matches import AtTable, Matches
from gamenight.match.sqlite import SqliteStore
from tests.match.courses import done


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("old", "utf-8")
    write_whole(path, "new\r\né")
    assert path.read_bytes() == "new\r\né".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "match.json"
    folder.mkdir()
    with pytest.raises(FileError, match=r"match\.json cannot be written: it is a folder"):
        write_whole(folder, "new")
    assert list(tmp_path.iterdir()) == [folder]


def test_a_folder_is_no_file() -> None:
    with pytest.raises(FileError, match="it is a folder"):
        write_whole(Path("/"), "new")


def test_a_file_of_a_match_that_is_here_leads_to_it(tmp_path: Path) -> None:
    """Once it has gone on, the file is a match of its own: how it was then."""
    matches = Matches(SqliteStore())
    own = matches.new(registry.game("oware"), [Seat("Ann"), Seat("Ben")])
    done(own.play("C", 0))
    path = tmp_path / "match.json"
    write_record(own.record(), path)
    (record,) = read_records(path)
    again = matches.take_up(record)
    assert (again.id, again.greeting) == (own.id, "This is match 1, which is here already.")
    done(again.play("c", 1))
    assert matches.take_up(record).greeting == "This is a new match, number 2."
    assert len(matches.unfinished()) == 2


def test_what_is_marked_in_a_file_is_marked_in_the_match_that_is_here() -> None:
    matches = Matches(SqliteStore())
    own = matches.new(registry.game("thief"), [Seat("Ann"), Seat("Ben"), Seat("Cleo")], seed=2)
    while own.turn().kind != "person":
        seats = own.turn().seats
        done(own.ready(seats[0]) if seats else own.advance())
    seat = own.turn().seats[0]
    own.keep_draft(seat, ("d1",))
    saved = own.record()
    own.keep_draft(seat, ())
    again = matches.take_up(saved)
    assert (again.id, again.draft(seat)) == (own.id, ("d1",))


def test_the_file_of_a_hosted_match_is_a_match_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    matches = Matches(SqliteStore())
    own = matches.new(registry.game("oware"), [Seat("Ann"), Seat("Ben")])
    done(own.play("C", 0))
    refused = AtTable("match 1 is played at a table that you host", 1)
    monkeypatch.setattr(matches, "open", Mock(side_effect=refused))
    assert matches.take_up(own.record()).greeting == "This is a new match, number 2."
