"""A stranger's client (`examples/random_client.py`) plays every game through a real server."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

import gamenight
from gamenight import Record
from gamenight.online import tokens
from gamenight.online.hosting import Hosting
from gamenight.online.playing import Pauses
from gamenight.online.settings import Settings
from tests.match.matches import SHORT
from tests.paths import PROJECT
from tests.terminal import PATIENCE

CLIENT = PROJECT / "examples" / "random_client.py"
NAMES = ("Ann", "Ben", "Cem")
OPTIONS: dict[str, dict[str, Any]] = {**SHORT, "thief": {"target": 1500, "cards": True}}
QUICK = {f"WEBSOCKETS_BACKOFF_{name}_DELAY": "0.1" for name in ("INITIAL", "MIN")}
started: list[subprocess.Popen[str]] = []


def serve(folder: Path, port: int = 0) -> Hosting:
    """A server in a hurry."""
    settings = Settings(port=port, messages=100_000, new_tables=100, requests=10_000)
    hosting = Hosting(settings, folder / "matches.sqlite", Pauses(0.0, 0.0, 0.0))
    hosting.start()
    return hosting


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosting]:
    hosting = serve(tmp_path_factory.mktemp("server"))
    yield hosting
    hosting.stop()


@pytest.fixture(autouse=True)
def _nobody_stays() -> Iterator[None]:
    yield
    while started:
        started.pop().kill()


def client(server: Hosting, table: str, name: str, pause: float = 0) -> subprocess.Popen[str]:
    player = subprocess.Popen(
        [sys.executable, str(CLIENT), server.url, table, name, "--pause", str(pause)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, **QUICK},
        text=True,
        encoding="utf-8",
    )
    started.append(player)
    return player


def sit_down(server: Hosting, id: str, pause: float = 0) -> list[subprocess.Popen[str]]:
    """Three at a new table, or as many as can play."""
    options = OPTIONS.get(id, {})
    count = min(len(NAMES), gamenight.game(id).asked(**options)[-1])
    table = json.dumps({"game": id, "places": count, "options": options})
    first = client(server, table, NAMES[0], pause)
    assert first.stdout is not None
    code = first.stdout.readline().split()[-1]
    return [first, *(client(server, code, name, pause) for name in NAMES[1:count])]


def played(server: Hosting, id: str, players: list[subprocess.Popen[str]]) -> Record:
    """The record of their match, when all have left because it is over."""
    told = []
    for player in players:
        printed, _ = player.communicate(timeout=PATIENCE)
        assert player.returncode == 0, printed
        told.append(printed.splitlines())
    tables = server.call(server.house.writer.do(lambda store: store.hosted()))
    table = next(one.id for one in tables if one.game == id)
    with urlopen(f"{server.url}/api/tables/{table}/record") as answer:
        record = Record.loads(answer.read().decode())
    assert record.result is not None
    assert {lines[-1] for lines in told} == {record.result.reason}
    assert all(len(lines) > 3 for lines in told), "they have told what happened"
    return record


@pytest.mark.parametrize("id", gamenight.games())
def test_strangers_play_a_match(server: Hosting, id: str) -> None:
    players = sit_down(server, id)
    seats = played(server, id, players).seats
    people = sorted(seat.name for seat in seats if seat.name and not seat.bot)
    assert people == [*NAMES[: len(players)]]


def test_they_come_back_when_the_server_does(tmp_path: Path) -> None:
    server = serve(tmp_path)
    players = sit_down(server, "zombie", pause=0.1)
    assert players[1].stdout is not None
    players[1].stdout.readline()  # the match has begun
    server.stop()
    assert [player.poll() for player in players] == [None] * 3
    again = serve(tmp_path, server.port)
    try:
        played(again, "zombie", players)
    finally:
        again.stop()


def test_a_wrong_code_is_answered_in_a_sentence(server: Hosting) -> None:
    player = client(server, tokens.write_code(17), "Ann")
    printed, _ = player.communicate(timeout=PATIENCE)
    assert player.returncode == 1
    assert printed == "no table has this code (any more): check it, or ask the host for a new one\n"


def test_it_is_short_and_knows_nothing_of_us() -> None:
    source = CLIENT.read_text("utf-8")
    assert len(source.splitlines()) <= 100
    found = ast.walk(ast.parse(source))
    imported = {
        alias.name for node in found if isinstance(node, ast.Import) for alias in node.names
    }
    assert imported - sys.stdlib_module_names == {"websockets"}
