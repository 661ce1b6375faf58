"""Paths that people give to commands: whatever is wrong with one, a sentence says it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from gamenight.core.errors import GamenightError
from gamenight.core.limits import read_file
from gamenight.core.text import sentence
from gamenight.match.files import FileError, save_file, write_whole
from tests.match.matches import new_match
from tests.plain.test_plain import played
from tests.terminal import in_process

LONG = "x" * 300


def one_line(data: Path, *words: str) -> str:
    status, _, errors = in_process(data, *words)
    assert status == 2, errors
    assert errors.count("\n") == 1
    assert "Errno" not in errors
    return errors


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one match."""
    folder = tmp_path_factory.mktemp("kept")
    in_process(folder, "play", "oware", "--seat", "Ann", "--seat", "Ben", typed="1\nq\n")
    in_process(folder, "export", "1", str(folder / "match.json"))
    assert (folder / "match.json").exists()
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ("export", "1", f"{LONG}.json"),
        ("stats", "--csv", f"{LONG}.csv"),
        ("--data", LONG, "matches"),
        ("analyse", "1", "--json", f"{LONG}.json"),
        ("analyse", "1", "--chart", f"{LONG}.svg"),
        ("simulate", "oware", "--csv", f"{LONG}.csv"),
        ("import", f"{LONG}.json"),
        ("replay", f"{LONG}.json"),
        ("doctor", "--data", LONG),
    ],
)
def test_a_name_that_is_too_long_is_one_sentence(data: Path, words: tuple[str, ...]) -> None:
    told = one_line(data, *words)
    assert "its name is too long" in told
    assert LONG not in told, "nobody reads all of that"


def test_saving_under_a_name_that_is_too_long_asks_on() -> None:
    told = played(new_match("oware", people=2), f"save {LONG}/save/q")
    assert "cannot be written: its name is too long." in told
    assert told.index("too long") < told.rindex("Ann")


def test_a_name_may_be_as_long_as_files_have_them(tmp_path: Path) -> None:
    name = "x" * 250 + ".json"
    write_whole(tmp_path / name, "whole")
    assert (tmp_path / name).read_text() == "whole"


def test_no_name_at_all_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written"):
        write_whole(tmp_path / "a\0b.json", "")


@pytest.mark.parametrize("words", [("import", "FIFO"), ("replay", "FIFO"), ("export", "1", "FIFO")])
def test_a_pipe_is_no_file(data: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    told = one_line(data, *(str(pipe) if word == "FIFO" else word for word in words))
    assert "pipe.json cannot be" in told
    assert "it is a pipe, not a file" in told
    assert stat.S_ISFIFO(pipe.stat().st_mode), "it is still there"


def test_nothing_is_written_to_or_beside_a_device() -> None:
    record = new_match("oware", people=2).record
    with pytest.raises(FileError, match=r"/dev/null cannot be written: it is a device, not a file"):
        save_file(record, "/dev/null")
    assert not Path("/dev/null.json").exists()


def test_what_a_shell_has_opened_and_the_null_device_can_be_read() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"rows")
    os.close(writing)
    assert read_file(f"/dev/fd/{reading}", 10) == b"rows"
    os.close(reading)
    assert read_file(os.devnull, 10) == b""


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (GamenightError("no/such/x.json cannot be read"), "no/such/x.json cannot be read."),
        (GamenightError("x.json: not UTF-8"), "x.json: not UTF-8."),
        (GamenightError("ann has left already", "ann"), "ann has left already."),
        (GamenightError("anna has left already", "ann"), "Anna has left already."),
        (GamenightError("a name is missing"), "A name is missing."),
        ("~/x cannot be read", "~/x cannot be read."),
        ("no move: it is over", "No move: it is over."),
        ("", "."),
    ],
)
def test_a_sentence_leaves_what_somebody_gave_as_it_is(
    error: str | GamenightError, told: str
) -> None:
    assert sentence(error) == told
