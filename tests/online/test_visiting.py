"""A server without one of its tables: its list, a new table, a seat without a code, watching."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gamenight.core import registry
from gamenight.online.client import Client
from gamenight.online.dialing import dial
from gamenight.online.directory import Directory
from gamenight.online.hosting import Hosting
from gamenight.online.links import read_address
from gamenight.online.settings import Settings
from tests.terminal import Terminal, pipe


def serve(folder: Path, tables: bool = True) -> Hosting:
    running = Hosting(Settings(port=0, public=True, tables=tables), folder / "matches.sqlite")
    running.start()
    return running


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Hosting]:
    running = serve(tmp_path)
    yield running
    running.stop()


def test_open_a_table_sit_down_and_watch(server: Hosting, tmp_path: Path) -> None:
    ann, ben, eve = (
        Terminal(tmp_path / name, "join", server.url, "--name", name, "--no-animation")
        for name in ("Ann", "Ben", "Eve")
    )
    ann.wait_for("Nobody has a table here that everybody may see.")
    ann.answer("Which table? ", "chess")
    ann.wait_for("is not a table (possible: new circuit")
    ann.answer("Which table? ", "new oware")
    ann.wait_for("1. Ann (you)")
    for terminal in (ben, eve):  # their list is from before
        terminal.interrupt()
    ben = Terminal(tmp_path / "Ben", "join", server.url, "--name", "Ben", "--no-animation")
    ben.wait_for("1  Oware: Ann, free (open)")
    ben.answer("Which table? ", "1")
    ben.wait_for("2. Ben (you)")
    ann.answer("? > ", "begin")
    ann.wait_for("Order of play")
    eve = Terminal(tmp_path / "Eve", "join", server.url, "--no-animation")
    eve.wait_for("1  Oware: Ann, Ben (playing)")
    eve.answer("Which table? ", "1")
    seen = eve.wait_for("Order of play") + eve.wait_for("Waiting for ")
    assert "(you)" not in seen
    assert "Seconds per move" not in seen, "who only watches sets no pace"
    assert "press Enter to stop" not in seen, "nor stops anybody"
    for terminal in (ann, ben, eve):
        terminal.kill()


def test_a_table_where_all_screens_mix_the_dice(server: Hosting, tmp_path: Path) -> None:
    told = pipe(tmp_path, "join", server.url, typed="?\nnew zombie live\nAnn\nquit\n")
    assert "new GAME live: all screens mix the dice before each roll." in told
    assert "  dice: all screens mix them before each roll\n" in told
    told = pipe(tmp_path, "join", server.url, typed="new zombie\nAnn\nquit\n")
    assert "dice: all" not in told


def test_what_a_server_does_not_allow(tmp_path: Path) -> None:
    server = serve(tmp_path, tables=False)
    try:
        told = pipe(tmp_path, "join", server.url, typed="new oware\n")
        assert "ables are opened by this server's host only" in told
    finally:
        server.stop()
    assert "no server answers at 127.0.0.1" in pipe(tmp_path, "join", server.url, status=2)


def test_a_table_of_a_private_server_stays_private(tmp_path: Path) -> None:
    """Also when the server lists its tables from another day on."""
    private = Hosting(Settings(port=0), tmp_path / "matches.sqlite")
    private.start()
    try:
        hall = Directory(read_address(private.url), lambda address: Client(address, dial))
        assert not hall.tables()
        assert "does not list its tables" in hall.none()
        hall.new(registry.game("oware"))
    finally:
        private.stop()
    public = serve(tmp_path)
    try:
        hall = Directory(read_address(public.url), lambda address: Client(address, dial))
        assert not hall.tables()
        hall.new(registry.game("oware"))
        assert len(hall.tables()) == 1
        hall.new(registry.game("oware"), ["private"])
        assert len(hall.tables()) == 1
    finally:
        public.stop()


def test_a_wrong_address_is_told_without_a_way_back(server: Hosting, tmp_path: Path) -> None:
    for path in ("/m/nonsense#foo", "/metrics/m/x"):
        told = pipe(tmp_path, "join", f"{server.url}{path}", status=2)
        assert "To come back" not in told
        assert "To look on" not in told


def test_words_say_what_a_new_table_is_like(server: Hosting, tmp_path: Path) -> None:
    told = pipe(tmp_path, "join", server.url, typed="?\nnew oware loud\nquit\n")
    assert "new GAME private: it is not listed" in told
    assert "new GAME chat" not in told, "nobody talks at this server"
    assert "is not a table" in told
    pipe(tmp_path, "join", server.url, "--name", "Ann", typed="new oware live private\nq\n")
    hall = Directory(read_address(server.url), lambda address: Client(address, dial))
    assert not hall.tables()
