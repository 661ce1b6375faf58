"""A window that is closed, or a program that is told to end: whoever is at the table leaves it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import sleep

import pytest

from gamenight.match.dismissal import ECHO
from gamenight.match.sqlite import SqliteStore
from tests.terminal import Terminal

WATCHED = ("play", "oware", "--seat", "bot:easy", "--seat", "bot:easy", "--pace", "0.2")
HUNG_UP = 129
DEAF = """
import signal, time
from gamenight.match.dismissal import dismissable
with dismissable():
    while True:
        try:
            print("ready", flush=True)
            time.sleep(60)
        except BaseException:
            print("swallowed", flush=True)
"""
HOST = ("host", "oware", "--name", "Ann", "--machine", "easy", "--port", "0")
LEAVING = """
import signal, time
from gamenight.match.dismissal import Dismissed, dismissable
try:
    with dismissable():
        print("ready", flush=True)
        time.sleep(60)
except Dismissed:
    print("leaving", flush=True)
    time.sleep({seconds})
    print("left", flush=True)
"""


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


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_full_screen_leaves_the_terminal_as_it_was(
    tmp_path: Path, number: signal.Signals
) -> None:
    terminal = Terminal(tmp_path, *WATCHED, hangs_up=True, GAMENIGHT_PLAIN="")
    terminal.wait_for("Oware")
    os.kill(terminal.pid, number)
    assert "\x1b[?1049l" in terminal.end(128 + number)
    assert kept(tmp_path) == 0


def test_what_swallows_its_dismissal_is_ended_by_the_next_one() -> None:
    """A plug-in may catch whatever is raised; a shell that hangs up as well is not the next one."""
    with subprocess.Popen([sys.executable, "-c", DEAF], stdout=subprocess.PIPE, text=True) as deaf:
        assert deaf.stdout is not None
        assert deaf.stdout.readline() == "ready\n"
        deaf.send_signal(signal.SIGHUP)
        assert [deaf.stdout.readline() for _ in range(2)] == ["swallowed\n", "ready\n"]
        deaf.send_signal(signal.SIGHUP)
        sleep(ECHO + 0.1)
        assert deaf.poll() is None
        deaf.send_signal(signal.SIGHUP)
        assert deaf.stdout.read() == ""
    assert deaf.returncode == -signal.SIGHUP


@pytest.mark.parametrize(
    ("seconds", "again", "status"), [(0.4, 0.1, 0), (60, ECHO + 0.1, -signal.SIGHUP)]
)
def test_whoever_leaves_overhears_the_echo_of_its_dismissal(
    seconds: float, again: float, status: int
) -> None:
    """Its shell hangs up as well, while all is put away; whoever does so later means it."""
    command = [sys.executable, "-c", LEAVING.format(seconds=seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as leaving:
        assert leaving.stdout is not None
        assert leaving.stdout.readline() == "ready\n"
        leaving.send_signal(signal.SIGHUP)
        assert leaving.stdout.readline() == "leaving\n"
        sleep(again)
        leaving.send_signal(signal.SIGHUP)
        assert leaving.stdout.read() == ("" if status else "left\n")
    assert leaving.returncode == status


@pytest.mark.parametrize("apart", [0.02, 0.1, 0.2])
@pytest.mark.parametrize("plain", ["1", ""])
def test_a_host_closes_its_table_while_the_shell_hangs_up_too(
    plain: str, apart: float, tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path, *HOST, hangs_up=True, GAMENIGHT_PLAIN=plain)
    terminal.wait_for("? > " if plain else "Oware")
    os.kill(terminal.pid, signal.SIGHUP)
    sleep(apart)
    os.kill(terminal.pid, signal.SIGHUP)
    terminal.end(HUNG_UP)


@pytest.mark.parametrize(
    ("told", "status"),
    [((signal.SIGHUP, signal.SIGHUP), HUNG_UP), ((signal.SIGTERM, signal.SIGHUP), 143)],
)
def test_a_match_is_put_away_whoever_else_ends_the_program(
    told: tuple[signal.Signals, ...], status: int, tmp_path: Path
) -> None:
    """A SIGTERM that came last could also meet Python at its very end, which it ends."""
    terminal = Terminal(tmp_path, *WATCHED, hangs_up=True)
    terminal.wait_for("sows")
    for number in told:
        os.kill(terminal.pid, number)
        sleep(0.02)
    terminal.end(status)
    assert kept(tmp_path) == 0
