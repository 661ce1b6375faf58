"""A window that is closed, or a program that is told to end: whoever is at the table leaves it."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from pathlib import Path

import pytest

from gamenight.match.sqlite import SqliteStore
from tests.terminal import Terminal

WATCHED = ("play", "oware", "--seat", "bot:easy", "--seat", "bot:easy", "--pace", "0.2")
HUNG_UP = 129


def kept(folder: Path) -> int:
    """How many matches there are."""
    with closing(SqliteStore(folder / "gamenight.sqlite")) as store:
        return store.count()


def dismissed(terminal: Terminal, number: signal.Signals) -> None:
    os.kill(terminal.pid, number)
    terminal.end(128 + number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_machines_that_somebody_watched_leave_nothing(
    tmp_path: Path, number: signal.Signals
) -> None:
    terminal = Terminal(tmp_path, *WATCHED, hangs_up=True)
    terminal.wait_for("sows")
    assert kept(tmp_path) == 1
    dismissed(terminal, number)
    assert kept(tmp_path) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_match_that_somebody_has_played_stays(tmp_path: Path, number: signal.Signals) -> None:
    seats = ("play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1")
    terminal = Terminal(tmp_path, *seats, hangs_up=True)
    terminal.answer("Ann> ", "A")
    terminal.wait_for("Ben> ")
    dismissed(terminal, number)
    assert kept(tmp_path) == 1


def test_a_window_that_is_closed_without_a_signal_leaves_too(tmp_path: Path) -> None:
    for arguments in (WATCHED, ("play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1")):
        terminal = Terminal(tmp_path, *arguments)
        terminal.wait_for("house")
        assert terminal.close() == HUNG_UP
        assert kept(tmp_path) == 0


def test_whatever_ignores_a_hang_up_goes_on(tmp_path: Path) -> None:
    """As under `nohup`."""
    terminal = Terminal(tmp_path, *WATCHED)
    terminal.wait_for("sows")
    os.kill(terminal.pid, signal.SIGHUP)
    terminal.wait_for("sows")
    terminal.wait_for("sows")
    terminal.interrupt()
    terminal.end()


def test_the_full_screen_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, *WATCHED, GAMENIGHT_PLAIN="", TERM="xterm-256color")
    terminal.wait_for("Oware")
    os.kill(terminal.pid, signal.SIGTERM)
    assert "\x1b[?1049l" in terminal.end(128 + signal.SIGTERM)
    assert kept(tmp_path) == 0
