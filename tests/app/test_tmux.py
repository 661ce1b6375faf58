"""The real program on a real screen, in tmux: begun, killed in the middle, resumed both ways."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

import pytest

from gamenight.match.dismissal import HUNG_UP
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.terminal import COMMAND, PATIENCE, Terminal, pipe
from tests.tmux import REACTION, Screen

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    opened = Screen(tmp_path)
    yield opened
    opened.close()


def plies(folder: Path) -> tuple[str, ...]:
    return Match.load(SqliteStore(folder / "gamenight.sqlite"), 1).record.actions


def kept(folder: Path) -> int:
    """How many matches there are."""
    with closing(SqliteStore(folder / "gamenight.sqlite")) as store:
        return store.count()


def test_begun_full_screen_killed_and_resumed_both_ways(screen: Screen, tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "bot:easy", "--first", "1", "--seed", "7")
    screen.start("play", "oware", *seats)
    screen.wait_for("Ann, which house do you sow?")
    screen.press("3")
    screen.wait_for(lambda text: "Easy sows" in text or len(plies(tmp_path)) >= 2)
    screen.kill_program()
    screen.close()
    played = plies(tmp_path)
    assert played[0] == "C"
    assert len(played) >= 1
    output = pipe(tmp_path, "resume", typed="6\n")
    assert "Ann sows" in output
    longer = plies(tmp_path)
    assert longer[: len(played)] == played
    assert len(longer) > len(played)
    screen.start("resume")
    screen.wait_for("Ann, which house do you sow?")
    assert plies(tmp_path) == longer, "nothing is played again, nothing is lost"
    screen.press("q")
    screen.wait_for("the match is kept")
    screen.press("Enter")
    screen.wait_for("PLAY")
    screen.press("q")
    assert "To continue: gamenight resume 1" in screen.wait_for("ended")


@pytest.mark.parametrize("changes", [{"TERM": "xterm", "COLORTERM": ""}, {"NO_COLOR": "1"}])
def test_few_colors_and_none(screen: Screen, changes: dict[str, str]) -> None:
    screen.start(**changes)
    assert "Oware" in screen.wait_for("Welcome!")
    screen.press("Tab", "q")
    screen.wait_for("ended")


def test_a_window_that_is_too_small_says_so_and_waits(screen: Screen) -> None:
    screen.size = (58, 20)
    screen.start()
    screen.wait_for("gamenight needs 60 columns")
    screen._tmux("resize-window", "-t", "table", "-x", "80", "-y", "24")
    screen.wait_for("Zombie Dice")


def test_a_dumb_terminal_gets_plain_mode(screen: Screen) -> None:
    screen.start(TERM="dumb")
    screen.wait_for("gamenight>")


def test_a_terminal_that_is_closed_ends_the_program(tmp_path: Path) -> None:
    """Even where no hang-up is heard of, as under `make`."""
    for arguments in ((), ("play", "zombie", "--seat", "Ann", "--seat", "Ben")):
        terminal = Terminal(tmp_path, *arguments, GAMENIGHT_PLAIN="", TERM="xterm-256color")
        terminal.wait_for("Zombie Dice")
        assert terminal.close() == HUNG_UP
        assert kept(tmp_path) == 0, "nobody had played yet"


def test_a_hang_up_keeps_no_match_that_nobody_has_played_in(screen: Screen, tmp_path: Path) -> None:
    screen.start("play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1")
    screen.wait_for("which house")
    assert kept(tmp_path) == 1
    screen.close()
    deadline = monotonic() + PATIENCE
    while kept(tmp_path):
        assert monotonic() < deadline
        sleep(0.1)


def test_the_last_line_does_not_follow_what_was_typed_before_the_screen_opened(
    screen: Screen,
) -> None:
    screen.start("play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1")
    screen.press("Maya")
    screen.wait_for("Ann, which house do you sow?")
    sleep(3 * REACTION)  # a key right after the question would be told to come too early
    screen.press("3")
    screen.wait_for("Ben's turn")
    screen.press("C-c")
    lines = screen.wait_for("ended").splitlines()
    assert "Match 1 is saved. To continue: gamenight resume 1" in lines


@pytest.mark.parametrize("started", ["{}", 'sh -c "{}; true"'], ids=["by itself", "by make"])
def test_ctrl_z_leads_to_the_shell_and_fg_back(
    screen: Screen, tmp_path: Path, started: str
) -> None:
    screen.start_shell()
    seats = "--seat Ann --seat Ben --first 1"
    command = f"GAMENIGHT_DATA={tmp_path} {shlex.join(COMMAND)} play oware {seats}"
    screen.press(started.format(command), "Enter")
    screen.wait_for("Ann, which house do you sow?")
    screen.press("C-z")
    screen.wait_for("Stopped")
    assert "which house" not in screen.text()
    screen.press("fg", "Enter")
    screen.wait_for("Ann, which house do you sow?")
    screen.press("3")
    screen.wait_for("Ben, which house do you sow?")
    assert plies(tmp_path) == ("C",)
