"""Clocks as people see them: on the full screen, line by line, and in the lobby."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamenight.app.screens.dialogs import LineDialog
from gamenight.match.clocks import Clocks
from gamenight.online import protocol
from tests.app.screens import screen_lines, screen_text
from tests.app.tables import asked, run, until
from tests.online.fakes import FakeServer
from tests.online.test_app import ANN, BEN, OWARE, joined, lobby_text
from tests.terminal import Terminal

NAMES = ("Ann", "Ben")


@pytest.mark.parametrize(
    ("seat", "now", "left", "short"),
    [
        (0, 99.0, 30_000, False),
        (0, 100.0, 30_000, False),
        (0, 119.9, 10_100, False),
        (0, 120.0, 10_000, True),
        (0, 500.0, 0, True),
        (1, 500.0, 5_000, False),
        (2, 500.0, None, False),
    ],
)
def test_only_the_clock_that_runs_counts_down(
    seat: int, now: float, left: int | None, short: bool
) -> None:
    clocks = Clocks((30_000, 5_000, None), 0, 100.0)
    assert clocks.at(seat, now) == left
    assert clocks.is_short(seat, now) == short


def test_when_it_is_time_to_hurry() -> None:
    assert Clocks((30_000, 5_000), 0, 100.0).seconds_until_short(105.0) == 15.0
    assert Clocks((30_000, 5_000), 1, 100.0).seconds_until_short(105.0) is None
    assert Clocks((30_000, 5_000)).seconds_until_short() is None
    assert Clocks((30_000, 5_000, None), 1, 1e12).told((*NAMES, "Machine")) == (
        "Time: Ann 0:30, Ben 0:05 (running)"
    )
    assert Clocks((30_000, 5_000), 0, 0.0).stopped() == Clocks((0, 5_000))


@pytest.mark.parametrize("bell", ["on", "off"])
def test_the_full_screen_shows_the_clocks_and_rings_once_when_little_is_left(bell: str) -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN], clocks=protocol.Clocks([11_000, 40_000], 0))
        async with joined(server, 0) as (app, pilot):
            app.settings.bell = bell
            rings: list[int] = []
            app.bell = lambda: rings.append(1)  # type: ignore[method-assign]
            await asked(app, pilot)
            await until(pilot, lambda: screen_lines(app)[0].split()[:1] == ["Ann"])
            assert "Ben 0:40" in screen_lines(app)[0]
            rings.clear()
            await until(pilot, lambda: "Ann 0:09" in screen_lines(app)[0])
            assert rings == ([1] if bell == "on" else [])
            server.tell_all(protocol.Turned((0, 0), server.turn()))
            await until(pilot, lambda: "Ann 0:11" in screen_lines(app)[0])

    run(test)


def test_without_clocks_there_is_no_line_for_them() -> None:
    async def test() -> None:
        async with joined(FakeServer(OWARE, [ANN, BEN]), 0) as (app, pilot):
            await asked(app, pilot)
            assert "Oware" in screen_lines(app)[0]

    run(test)


def test_the_host_sets_the_clock_in_the_lobby() -> None:
    async def test() -> None:
        server = FakeServer(OWARE, [ANN, BEN], begins=False)
        async with joined(server, 0) as (app, pilot):
            await until(pilot, lambda: "clock: none" in lobby_text(app))
            await pilot.press("t")
            await until(pilot, lambda: isinstance(app.screen, LineDialog))
            await pilot.press(*"soon", "enter")
            await until(pilot, lambda: "'soon' is no clock" in screen_text(app).replace('"', "'"))
            await pilot.press("ctrl+u", *"5m+10s", "enter")
            await until(pilot, lambda: server.clock == "5m+10s")
            told = "clock: 5 minutes for all moves, 10 seconds more after each"
            await until(pilot, lambda: told in lobby_text(app))

    run(test)


def test_line_by_line_somebody_is_told_once_that_little_is_left(tmp_path: Path) -> None:
    """What they have typed by then stays."""
    ann = Terminal(
        tmp_path, "--plain", "host", "oware", "--port", "0", "--name", "Ann", "--clock", "12s"
    )
    ann.wait_for("clock: 12 seconds a move")
    ann.answer("? > ", "machine 2 random")
    ann.wait_for("a machine (random)")
    ann.answer("? > ", "begin")
    ann.wait_for("Ann 0:1")
    ann.wait_for("Ann has 0:10 left.")
    rest = ann.wait_for("Ann ran out of time.")
    assert "left." not in rest
    ann.answer("[y/n]", "n")
    ann.end()


def test_line_by_line_nothing_is_to_be_read_first_while_a_clock_runs(tmp_path: Path) -> None:
    """Whoever has to say that they are ready sees the time, and what follows is the question."""
    ann = Terminal(
        tmp_path, "--plain", "host", "zombie", "--port", "0", "--name", "Ann", "--clock", "5m"
    )
    ann.answer("? > ", "machine 2 random")
    ann.wait_for("a machine (random)")
    ann.answer("? > ", "begin")
    assert re.search(r"Time: .*Ann [45]:\d\d \(running\)", ann.wait_for("Ann, ready? (Enter)"))
    ann.type("")
    seen = ann.wait_for("Ann> ")
    assert "Go on" not in seen
    assert re.search(r"Time: .*Ann [45]:\d\d \(running\)", seen)
    ann.type("quit")
    ann.end()
