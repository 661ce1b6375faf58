"""The real program on a real screen, in tmux: begun, killed in the middle, resumed both ways."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gamenight.app.app import HUNG_UP
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.terminal import COMMAND, PATIENCE, UNSET, Terminal, environment, pipe

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")

REACTION = 0.3  # seconds: nobody answers a question before reading it


class Screen:
    """A window of tmux in which a command runs; `socket` keeps it apart from all others."""

    def __init__(self, folder: Path, size: tuple[int, int] = (80, 24)):
        self.folder = folder
        self.socket = str(folder / "tmux")
        self.size = size

    def start(self, *arguments: str, **changes: str) -> None:
        """Run the program; its process id is written to a file, so that it can be killed."""
        wanted = ("GAMENIGHT_DATA", "GAMENIGHT_CONFIG", "TERM", "COLORTERM", "NO_COLOR")
        given = environment(self.folder, **{"COLORTERM": "truecolor", **changes})
        kept = [f"{name}={given[name]}" for name in wanted if name in given]
        unset = [word for name in ("GAMENIGHT_PLAIN", *UNSET) for word in ("-u", name)]
        command = shlex.join(["env", *unset, *kept, *COMMAND, *arguments])
        pid = shlex.quote(str(self.folder / "pid"))
        width, height = map(str, self.size)
        script = f"sh -c 'echo $$ > {pid}; exec {command}'; echo ended; sleep 60"
        self._tmux("new-session", "-d", "-s", "table", "-x", width, "-y", height, script)

    def press(self, *keys: str) -> None:
        time.sleep(REACTION)
        self._tmux("send-keys", "-t", "table", *keys)

    def text(self) -> str:
        return self._tmux("capture-pane", "-t", "table", "-p")

    def wait_for(self, wanted: str | Callable[[str], bool]) -> str:
        deadline = time.monotonic() + PATIENCE
        while True:
            text = self.text()
            if wanted in text if isinstance(wanted, str) else wanted(text):
                return text
            assert time.monotonic() < deadline, f"no {wanted!r} in:\n{text}"
            time.sleep(0.05)

    def kill_program(self) -> None:
        subprocess.run(["kill", "-9", (self.folder / "pid").read_text().strip()], check=True)

    def close(self) -> None:
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True, check=False)

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self.socket, *words], capture_output=True, text=True, check=True
        )
        assert "Traceback" not in done.stdout, done.stdout
        return done.stdout


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    opened = Screen(tmp_path)
    yield opened
    opened.close()


def plies(folder: Path) -> tuple[str, ...]:
    return Match.load(SqliteStore(folder / "gamenight.sqlite"), 1).record.actions


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
    assert "Oware" in screen.wait_for("Good evening!")
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


def test_the_last_line_does_not_follow_what_was_typed_before_the_screen_opened(
    screen: Screen,
) -> None:
    screen.start("play", "oware", "--seat", "Ann", "--seat", "Ben", "--first", "1")
    screen.press("Maya")
    screen.wait_for("Ann")
    screen.press("3")
    screen.wait_for("Ben's turn")
    screen.press("C-c")
    lines = screen.wait_for("ended").splitlines()
    assert "Match 1 is saved. To continue: gamenight resume 1" in lines
