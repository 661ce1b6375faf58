"""Where somebody sits is kept, for its owner only."""

from __future__ import annotations

from pathlib import Path
from time import time

import pytest

from gamenight.cli.parser import main
from gamenight.match.network import Chair
from gamenight.online.bookmarks import FILE, MOST, keep_bookmark, read_bookmarks
from gamenight.online.qr import qr_lines


def test_the_latest_comes_first_and_a_table_is_there_once(tmp_path: Path) -> None:
    first, second = (
        Chair("http://h/m/a#1", "Oware: Ann"),
        Chair("http://h/m/b#2", "Thief: Ann"),
    )
    newer = Chair("http://h/m/a#3", "Oware: Ann, Ben")
    for one in (first, second, newer):
        keep_bookmark(tmp_path, one)
    assert read_bookmarks(tmp_path) == [newer, second]
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


def test_there_are_not_too_many(tmp_path: Path) -> None:
    for number in range(MOST + 5):
        keep_bookmark(tmp_path, Chair(f"http://h/m/{number}#t", "x"))
    assert len(read_bookmarks(tmp_path)) == MOST


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", '{"a": 1}', "[[1]]"])
def test_a_broken_file_has_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert read_bookmarks(tmp_path) == []


def test_join_without_an_address_lists_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GAMENIGHT_CONFIG", str(tmp_path))
    assert main(["join"]) == 0
    assert "You have no seat" in capsys.readouterr().out
    keep_bookmark(tmp_path, Chair("http://h/m/a#1", "Oware: Ann"))
    assert main(["join"]) == 0
    assert "join http://h/m/a#1" in capsys.readouterr().out


def test_join_says_what_is_wrong_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", "http://h/x", "--plain"]) == 2
    assert "leads to no table" in capsys.readouterr().err
    assert main(["join", "http://127.0.0.1:1/m/abc#t", "--plain"]) == 2
    said = (
        "no server answers at 127.0.0.1:1: check the address, or ask the host whether the table is"
    )
    assert said in capsys.readouterr().err


def test_a_qr_code_is_square_with_a_light_edge() -> None:
    lines = qr_lines("http://192.168.1.5:8650/c/K7QM-3RTX")
    width = len(lines[0])
    assert {len(line) for line in lines} == {width}
    assert len(lines) == (width + 1) // 2
    assert set(lines[0]) == {"█"}
    assert lines[1].startswith("██ ▄▄▄▄▄ █")


def test_a_seat_elsewhere_is_told_apart_from_others() -> None:
    chair = Chair("http://192.168.1.5:8650/m/a#1", "Ben with Ann", "thief", time())
    assert chair.told() == "Thief: Ben with Ann (at 192.168.1.5:8650, just now)"
    assert "over" in chair._replace(over=True).told()
    earlier = Chair("http://h/m/a#1", "Oware: Ann")
    assert earlier.told() == "Oware: Ann (at h)", "as earlier versions kept it"
