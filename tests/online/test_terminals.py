"""Two people in real terminals and a machine play through a real server. One of them is killed in
the middle and comes back by the link that the program has kept."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.request import Request, urlopen

import pytest

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.play import replay
from gamenight.core.record import Record
from gamenight.core.rules import Decision, Over
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.plain.keyboard import READ
from tests.effort import SOAK
from tests.terminal import COMMAND, PATIENCE, Terminal, environment, pipe
from tests.test_three_ways import OPTIONS
from tests.tmux import Screen

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
LONGEST = 300  # seconds of an evening
ANSWERED = 1  # question, and somebody is killed at the next
# So long that nobody wins before that.
LONGER: dict[str, dict[str, Any]] = {
    **OPTIONS,
    "thief": {**OPTIONS["thief"], "target": 2500},
    "zombie": {**OPTIONS["zombie"], "brains_to_win": 9},
}
GAMES = registry.games() if SOAK else ("oware", "zombie")


class Server:
    """`gamenight serve` in a process of its own."""

    def __init__(self, folder: Path):
        self.folder = folder
        self._process = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0", "--messages", "100000"],
            stderr=subprocess.PIPE,
            env=environment(folder),
            text=True,
        )
        assert self._process.stderr is not None
        told = next(line for line in self._process.stderr if line.startswith("Tables at"))
        self.url = told.split()[2]

    def open_table(self, game: str, **asked: object) -> tuple[str, str]:
        """The host's link to a new table, and the code for the others."""
        body = json.dumps({"game": game, "name": "Ann", **asked}).encode()
        with urlopen(Request(f"{self.url}/api/tables", body)) as answer:
            made = json.load(answer)
        return f"{self.url}/m/{made['id']}#{made['token']},{made['host']}", made["code"]

    def end(self) -> int:
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)


def match_in(folder: Path) -> Match | None:
    """The match in a server's store, if it has begun."""
    with suppress(GamenightError):
        return Match.load(SqliteStore(folder / "gamenight.sqlite"), 1)
    return None


class Player:
    """Somebody at a terminal, line by line, who answers every prompt with something possible. The
    rules and the server's store say what that is, for every game alike."""

    def __init__(self, name: str, server: Path, folder: Path, *arguments: str):
        self.name, self._server, self.folder = name, server, folder
        self._rng = Random(name)
        self.terminal = Terminal(folder, *arguments, "--no-animation")

    def play(self, answers: int | None = None) -> None:
        """Until the match is over, or until so much was answered and more is asked."""
        seen, terminal, deadline = "", self.terminal, monotonic() + PATIENCE
        while terminal._read():
            seen, terminal.screen = seen + CODES.sub("", terminal.screen), ""
            assert "Traceback" not in seen, seen
            assert monotonic() < deadline, seen
            answer = self._answer(seen.rpartition("\n")[2])
            if answer is not None and answers == 0:
                return
            if answer is not None:
                sleep(READ if "once more" in seen else 0)  # as somebody who reads would
                terminal.type(answer)
                deadline = monotonic() + PATIENCE
                seen, answers = "", None if answers is None else answers - 1
        assert terminal.end() == "", seen

    def _answer(self, prompt: str) -> str | None:
        """What to type at a prompt; None where there is nothing to type yet."""
        if prompt.endswith("Play again? [y/n] "):
            return "n"
        if prompt.endswith(("(Enter) ", "(Enter passes)> ")):
            return ""
        match = match_in(self._server) if prompt.endswith(f"{self.name}> ") else None
        if match is None:
            return None
        seat, node = [one.name for one in match.seats].index(self.name), match.node
        if not isinstance(node, Decision) or node.player != seat:
            return None
        return match.rules.format(self._rng.choice(node.actions))


class Evening:
    """Somebody plays, in a thread: everybody's terminal has to be read all the time."""

    def __init__(self, player: Player, answers: int | None = None):
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._play, args=[player, answers], daemon=True)
        self._thread.start()

    def _play(self, player: Player, answers: int | None) -> None:
        try:
            player.play(answers)
        except BaseException as error:
            self._failure = error

    def end(self) -> None:
        self._thread.join(LONGEST)
        assert not self._thread.is_alive(), "an evening without an end"
        if self._failure is not None:
            raise self._failure


def kept_link(folder: Path) -> str:
    """What leads back to the seat that somebody has, as `gamenight join` tells it."""
    found = re.search(r"gamenight join (http\S+)", pipe(folder, "join"))
    assert found is not None
    return found[1]


def check_whole(record: Record) -> None:
    """It is over, and its plies alone lead to its result."""
    rules = registry.game(record.game).rules(len(record.seats), **record.options)
    *_, last = replay(rules, record.actions)
    ending = rules.node(last.after)
    assert isinstance(ending, Over)
    assert record.result is not None
    assert record.result.scores == ending.scores


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "server")
    yield running
    assert running.end() == 0


@pytest.mark.parametrize("id", GAMES)
def test_two_terminals_and_a_machine(id: str, server: Server, tmp_path: Path) -> None:
    options = LONGER[id]
    room = registry.game(id).asked(**options)[-1]
    machines = ["random"] if room > 2 else []
    people = min(room, 2)
    link, code = server.open_table(
        id, options=options, places=people + len(machines), machines=machines
    )
    ann = Player("Ann", server.folder, tmp_path / "ann", "join", link)
    players = [ann]
    if people > 1:
        ben = Player("Ben", server.folder, tmp_path / "ben", "join", code, "--name", "Ben")
        ben.terminal.wait_for("Ben (you)")
        players.append(ben)
    ann.terminal.answer("? > ", "begin")
    killed = players.pop()
    evenings = [Evening(player) for player in players]
    Evening(killed, ANSWERED if players else 0).end()  # alone there may be one only
    killed.terminal.kill()
    match = match_in(server.folder)
    assert match is not None
    assert match.record.result is None, "in the middle"
    back = ("join", kept_link(killed.folder))
    evenings.append(Evening(Player(killed.name, server.folder, killed.folder, *back)))
    for evening in evenings:
        evening.end()
    match = match_in(server.folder)
    assert match is not None
    check_whole(match.record)


def code_in(screen: str) -> str:
    """The code that a host reads aloud."""
    found = re.search(r"gamenight join ([0-9A-Z-]+)", screen)
    assert found is not None, screen
    return found[1]


def test_a_host_who_leaves_comes_back_and_the_links_are_good(tmp_path: Path) -> None:
    home = tmp_path / "ann"
    host = ("host", "oware", "--ply-limit", "14", "--name", "Ann")
    ann = Player("Ann", home, home, *host, "--port", "0")
    code = code_in(ann.terminal.wait_for("? > "))
    ben = Player("Ben", home, tmp_path / "ben", "join", code, "--name", "Ben")
    ben.terminal.wait_for("Ben (you)")
    ann.terminal.type("begin")
    plays = Evening(ben)
    Evening(ann, ANSWERED).end()
    ann.terminal.interrupt()
    assert "To open it again: gamenight host oware --resume" in ann.terminal.end()
    assert "gamenight join http" not in pipe(home, "join"), "nobody listens there now"
    Evening(Player("Ann", home, home, "host", "oware", "--resume")).end()
    plays.end()
    match = match_in(home)
    assert match is not None
    check_whole(match.record)


@pytest.fixture
def screens(tmp_path: Path) -> Iterator[tuple[Screen, Screen]]:
    """Ann's window and Ben's."""
    opened = Screen(tmp_path / "ann"), Screen(tmp_path / "ben")
    for screen in opened:
        screen.folder.mkdir()
    yield opened
    for screen in opened:
        screen.close()


def sow(screens: tuple[Screen, Screen], plies: int) -> None:
    """Whoever is asked sows the first house that can be sown, until there are so many plies."""
    deadline, folder = monotonic() + PATIENCE, screens[0].folder
    while (match := match_in(folder)) is not None and len(match.record.actions) < plies:
        assert monotonic() < deadline, [screen.text() for screen in screens]
        for screen in screens:
            house = re.search(r"which house do you sow\?\s+([1-6])", screen.text())
            if house is not None:
                screen.press(house[1])


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_full_screens_come_back_after_a_closed_window_and_a_kill(
    screens: tuple[Screen, Screen],
) -> None:
    ann, ben = screens
    still = "--no-animation"
    ann.start("host", "oware", "--ply-limit", "4", "--name", "Ann", "--port", "0", still)
    ben.start("join", code_in(ann.wait_for("To sit down")), "--name", "Ben", still)
    ann.wait_for("Everybody is here")
    ann.press("b")
    for screen in screens:
        screen.wait_for("'s turn")
    sow(screens, 1)
    ann.close()  # its program hears of that by SIGHUP
    ben.wait_for("Connecting again")
    ann.start("host", "oware", "--resume", still)
    ann.wait_for("'s turn")
    ben.wait_for(lambda text: "Connecting again" not in text)
    sow(screens, 2)
    ben.kill_program()
    ben.close()
    ben.start("join", kept_link(ben.folder), still)
    sow(screens, 4)
    for screen in screens:
        screen.wait_for("4 moves")
    match = match_in(ann.folder)
    assert match is not None
    check_whole(match.record)
