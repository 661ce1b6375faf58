"""Finding games: the folders, and other packages' entry points."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import gamenight
from gamenight.core import registry
from tests.paths import PROJECT
from tests.terminal import Terminal, process


def install(folder: Path, name: str, value: str, group: str = "gamenight.games") -> None:
    """What an installer leaves of a package that brings a game, or something else."""
    info = folder / f"{name}_game-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-game\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {value}\n")


def test_the_folders_are_the_games() -> None:
    folder = Path(gamenight.__file__).parent / "games"
    found = {path.name for path in folder.iterdir() if (path / "__init__.py").exists()}
    assert set(gamenight.games()) == found
    assert all(gamenight.game(id).id == id for id in gamenight.games())


def test_where_no_package_brings_a_game_their_metadata_stays_unread() -> None:
    code = "import gamenight, sys; gamenight.games(); print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_an_unknown_game() -> None:
    with pytest.raises(gamenight.UnknownGame, match=r"unknown game 'chess' \(possible: .*oware"):
        gamenight.game("chess")


def test_a_plug_in_appears_by_itself(tmp_path: Path) -> None:
    install(tmp_path, "nim", "tests.toys.nim:NIM")
    path = f"{tmp_path}:{PROJECT}"
    assert "nim        Nim, 2 can play." in process(tmp_path, "games", PYTHONPATH=path)
    assert "Nim" in process(tmp_path, PYTHONPATH=path)
    seats = ("--seat", "Ann", "--seat", "bot:greedy", "--first", "1")
    output = process(tmp_path, "play", "nim", *seats, typed="take 3\n9\ntake 1\n", PYTHONPATH=path)
    assert "Ann: take 3." in output
    assert "'9' is not possible here (possible: take 1, take 2, take 3; ? explains)" in output


def test_a_plug_in_with_secrets_is_played_behind_a_curtain(tmp_path: Path) -> None:
    install(tmp_path, "heist", "tests.toys.heist:HEIST")
    path = f"{tmp_path}:{PROJECT}"
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1", "--seed", "3")
    output = process(tmp_path, "play", "heist", *seats, typed="\n\n\n\nl\n" * 8, PYTHONPATH=path)
    assert "Ann, ready? (Enter)" in output
    assert "Ann draws a card." in output, "what chance deals is told to all without the card"


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("no_such_module:GAME", "failed in its import: ModuleNotFoundError"),
        ("tests.toys.nim:MISSING", "failed in its import: AttributeError"),
        ("tests.toys.nim:HEAP", "does not hold the game 'broken', but 12"),
        ("tests.toys.nim:NIM", "does not hold the game 'broken', but 'nim'"),
    ],
)
def test_a_broken_plug_in_is_told_and_left_out(tmp_path: Path, value: str, sentence: str) -> None:
    install(tmp_path, "broken", value)
    path = f"{tmp_path}:{PROJECT}"
    output = process(tmp_path, "games", PYTHONPATH=path)
    assert sentence in output
    assert "Oware" in output
    assert sentence in process(tmp_path, "play", "broken", status=2, PYTHONPATH=path)


def test_a_broken_plug_in_stops_nothing_else(tmp_path: Path) -> None:
    install(tmp_path, "broken", "no_such_module:GAME")
    path = f"{tmp_path}:{PROJECT}"
    assert "oware" in process(tmp_path, "play", "--help", PYTHONPATH=path)
    assert "oware" in process(tmp_path, "completion", "bash", PYTHONPATH=path)
    menu = process(tmp_path, PYTHONPATH=path)
    assert "failed in its import: ModuleNotFoundError" in menu
    assert "Oware" in menu


def test_importing_gamenight_finds_no_game_yet() -> None:
    code = "import gamenight, sys; print(*(m for m in sys.modules if 'games.' in m))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


COMMANDS = """
from dataclasses import replace
from gamenight import GameCommand
from tests.toys.nim import NIM

def echo(words):
    print("echo:", *words)
    return 3

def stumble(words):
    raise KeyError("a fault\\nof two lines")

GAME = replace(NIM, id="echo", commands={
    "echo": GameCommand(echo, "say it again"),
    "shout": GameCommand(lambda words: print(*map(str.upper, words)) or 0, "say it louder"),
    "play": GameCommand(echo, "hide a command for all games"),
})
FAULTY = replace(NIM, id="faulty", commands={"faulty": GameCommand(stumble, "fall over")})
"""


def test_a_game_brings_a_command_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "echoing.py").write_text(COMMANDS)
    install(tmp_path, "echo", "echoing:GAME")
    path = f"{tmp_path}:{PROJECT}"
    output = process(tmp_path, "echo", "-1", "--help", status=3, PYTHONPATH=path)
    assert output == "echo: -1 --help\n"
    assert process(tmp_path, "shout", "--run", "a", PYTHONPATH=path) == "--RUN A\n"
    help = process(tmp_path, "--help", PYTHONPATH=path)
    assert re.search(r"^    echo +say it again$", help, re.M)
    assert re.search(r"^    shout +say it louder$", help, re.M)
    assert "hide a command" not in help


def test_a_fault_of_a_game_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "echoing.py").write_text(COMMANDS)
    install(tmp_path, "faulty", "echoing:FAULTY")
    output = process(tmp_path, "faulty", status=2, PYTHONPATH=f"{tmp_path}:{PROJECT}")
    fault = "the plug-in 'echoing:FAULTY' failed in its command: KeyError: "
    assert output.startswith(f"gamenight: {fault}")
    assert output.count("\n") == 1


VIEWS = """
def tiny(rules, state):
    return "\\n".join(f"boat {state.boat:>2}" for _ in range(6))

text = "not a function"
"""


@pytest.fixture
def viewing(tmp_path: Path) -> Path:
    (tmp_path / "viewing.py").write_text(VIEWS)
    return tmp_path


def test_a_package_adds_a_view(viewing: Path) -> None:
    install(viewing, "preys.tiny", "viewing:tiny", "gamenight.views")
    output = process(viewing, "preys", "--view", "tiny", "1", PYTHONPATH=str(viewing))
    assert output.splitlines()[5:7] == ["boat  1", "boat  2"]
    assert "possible: tiny, default, fixed" in process(
        viewing, "preys", "--view", "huge", status=2, PYTHONPATH=str(viewing)
    )


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("viewing:text", "the plug-in 'viewing:text' for the view preys.tiny is not a function"),
        ("viewing:huge", "the plug-in 'viewing:huge' failed in its import: AttributeError"),
    ],
)
def test_a_broken_view_is_told_when_it_is_asked_for(
    viewing: Path, value: str, sentence: str
) -> None:
    install(viewing, "preys.tiny", value, "gamenight.views")
    output = process(viewing, "preys", "--view=tiny", status=2, PYTHONPATH=str(viewing))
    assert sentence in output
    assert output.count("\n") == 1
    assert "╔" in process(viewing, "preys", PYTHONPATH=str(viewing))


UNDRAWABLE = """
from dataclasses import replace
from tests.toys.nim import NIM

def scene(rules, state, viewer):
    raise KeyError("no such colour")

GAME = replace(NIM, id="undrawable", scene=scene)
"""


def test_a_game_that_cannot_be_drawn_is_left_for_home(tmp_path: Path) -> None:
    (tmp_path / "undrawing.py").write_text(UNDRAWABLE)
    install(tmp_path, "undrawable", "undrawing:GAME")
    seats = ("--seat", "Ann", "--seat", "bot:random", "--first", "1")
    terminal = Terminal(
        tmp_path,
        "play",
        "undrawable",
        *seats,
        PYTHONPATH=f"{tmp_path}:{PROJECT}",
        GAMENIGHT_PLAIN="",
    )
    terminal.wait_for("'undrawing:GAME' failed")
    terminal.press(b"q")
    terminal.end()


def test_a_plug_in_that_fails_is_tried_once() -> None:
    """It may have taken its ten seconds."""
    tried: list[EntryPoint] = []

    def load(entry: EntryPoint) -> None:
        tried.append(entry)
        raise gamenight.BrokenGame("it hangs")

    once, entry = registry._once(load), EntryPoint("nim", "nim:GAME", registry.GAMES)
    for _ in range(2):
        with pytest.raises(gamenight.BrokenGame, match="it hangs"):
            once(entry)
    assert tried == [entry]
