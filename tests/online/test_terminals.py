"""Two people in real terminals and a machine play through a real server. One of them is killed in
the middle and comes back by the link that the program has kept."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic
from urllib.request import Request, urlopen

import pytest

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.play import replay
from gamenight.core.record import Record
from gamenight.core.rules import Decision, Over
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.effort import SOAK
from tests.match.matches import SHORT
from tests.terminal import COMMAND, PATIENCE, Terminal, environment, pipe

CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
PLAYED = 4  # plies until somebody is killed
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

    def play(self, until: Callable[[Match], bool] = lambda match: False) -> None:
        """Until the match is over, or so far."""
        seen, terminal, deadline = "", self.terminal, monotonic() + PATIENCE
        while terminal._read():
            assert monotonic() < deadline, seen
            seen, terminal.screen = seen + CODES.sub("", terminal.screen), ""
            assert "Traceback" not in seen, seen
            if (match := match_in(self._server)) is not None and until(match):
                return
            prompt = seen.rpartition("\n")[2]
            answer = self._answer(prompt, match)
            if answer is not None:
                terminal.type(answer)
                seen = ""
        assert terminal.end() == "", seen

    def _answer(self, prompt: str, match: Match | None) -> str | None:
        """What to type at a prompt; None where there is nothing to type yet."""
        if prompt.endswith("Play again? [y/n] "):
            return "n"
        if prompt.endswith(("(Enter) ", "(Enter passes)> ")):
            return ""
        if match is None or not prompt.endswith(f"{self.name}> "):
            return None
        seat, node = [one.name for one in match.seats].index(self.name), match.node
        if not isinstance(node, Decision) or node.player != seat:
            return None
        return match.rules.format(self._rng.choice(node.actions))


class Evening:
    """Somebody plays, in a thread: everybody's terminal has to be read all the time."""

    def __init__(self, player: Player, until: Callable[[Match], bool] = lambda match: False):
        self._failure: BaseException | None = None
        self._thread = Thread(target=self._play, args=[player, until], daemon=True)
        self._thread.start()

    def _play(self, player: Player, until: Callable[[Match], bool]) -> None:
        try:
            player.play(until)
        except BaseException as error:
            self._failure = error

    def end(self) -> None:
        self._thread.join()
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
    options = SHORT.get(id, {})
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
    Evening(killed, lambda match: len(match.plies) >= PLAYED).end()
    killed.terminal.kill()
    back = ("join", kept_link(killed.folder))
    evenings.append(Evening(Player(killed.name, server.folder, killed.folder, *back)))
    for evening in evenings:
        evening.end()
    match = match_in(server.folder)
    assert match is not None
    check_whole(match.record)
