"""A disk without room from the start, in real processes: nobody can write a byte to a file. The
match is played in memory with a notice, and all of it is stored once there is room."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from gamenight.match.sqlite import SqliteStore
from tests.terminal import Terminal, pipe, process

FILE = "gamenight.sqlite"
PLAY = ("play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1")
NOTICE = "what you play is only in memory until that works again."


@contextmanager
def no_room() -> Iterator[None]:
    """Processes that begin now can make no file longer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def make_room(terminal: Terminal) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(terminal.pid, resource.RLIMIT_FSIZE, limits)


@pytest.fixture(params=[0, 2], ids=["no store yet", "a match with two moves"])
def moves(request: pytest.FixtureRequest, tmp_path: Path) -> int:
    """How many moves are stored before the disk is full."""
    if request.param:
        pipe(tmp_path, *PLAY, typed="1\n2\nquit\n")
    return int(request.param)


def stored(folder: Path) -> dict[int, int]:
    """The moves of each match."""
    with closing(SqliteStore(folder / FILE)) as store:
        return {one.id: one.plies for one in store.matches()}


def test_every_command_answers(tmp_path: Path, moves: int) -> None:
    with no_room():
        assert NOTICE in process(tmp_path, typed="quit\n")
        assert NOTICE in process(tmp_path, "resume", typed="quit\n", status=0 if moves else 2)
        for words in (("matches",), ("stats",), ("doctor",)):
            process(tmp_path, *words)
        told = process(tmp_path, *PLAY, typed="1\n2\nquit\n")
    assert NOTICE in told
    assert "This match could not be saved: it was played in memory." in told
    assert stored(tmp_path) == ({1: moves} if moves else {})


def test_what_was_played_is_stored_once_there_is_room(tmp_path: Path, moves: int) -> None:
    with no_room():
        terminal = Terminal(tmp_path, *(("resume",) if moves else PLAY))
        assert NOTICE in " ".join(terminal.wait_for("Ann> ").split())
    terminal.type("3")
    assert "Not saved: " in terminal.wait_for("Ben> ")
    assert stored(tmp_path) == ({1: moves} if moves else {})
    make_room(terminal)
    terminal.type("4")
    assert "Not saved: " not in terminal.wait_for("Ann> ")
    assert stored(tmp_path) == {1: moves + 2}
    terminal.type("quit")
    assert "Match 1 is saved." in terminal.end()
