"""Connections that say nothing, or too much: nobody else waits for them."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from gamenight.online import doors, journal
from gamenight.online.doors import Connections
from gamenight.online.hosting import Hosting
from gamenight.online.settings import Settings
from tests.online.rooms import run
from tests.online.servers import ask, frame, open_table, screen, serve, shake, two


@pytest.fixture
def hosting(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Hosting]:
    found = serve(tmp_path, **getattr(request, "param", {}))
    yield found
    found.stop()


def connect(hosting: Hosting, said: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", hosting.port), timeout=20)
    line.sendall(said)
    return line


def heard(line: socket.socket) -> bytes:
    """What comes until the end."""
    found = b""
    with suppress(ConnectionResetError):
        while more := line.recv(4096):
            found += more
    return found


@pytest.mark.parametrize("hosting", [{"connections": 5}], indirect=True)
def test_one_address_has_so_many_connections(hosting: Hosting) -> None:
    silent = [connect(hosting) for _ in range(5)]
    assert b" 503 " in heard(connect(hosting, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    silent.pop().close()
    for _ in range(20):  # each is counted until it ends
        assert ask(f"{hosting.url}/healthz")[0] == 200
    table = open_table(hosting.url)
    for _ in range(20):
        line = connect(hosting)
        shake(line, f"/m/{table['id']}/socket")
        line.sendall(frame(b"", opcode=8))
        heard(line)
        line.close()
    assert ask(f"{hosting.url}/healthz")[0] == 200
    for line in silent:
        line.close()


@pytest.mark.parametrize("said", [b"", b"GET /healthz HTTP/1.1\r\nHost: lo"])
def test_who_asks_for_nothing_is_not_waited_for(
    hosting: Hosting, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "HEADER_SECONDS", 0.2)
    line = connect(hosting, said)
    assert heard(line) == b""


def test_the_second_question_of_a_connection_is_not_waited_for_either(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "HEADER_SECONDS", 0.2)
    line = connect(hosting, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = b""
    while not answer.endswith(b"ok\n"):
        answer += line.recv(4096)
    line.sendall(b"GET /heal")
    assert heard(line) == b""


def test_a_body_that_never_comes(hosting: Hosting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamenight.online.bodies.SECONDS", 0.2)
    asked = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
    assert b"too slowly" in heard(connect(hosting, asked))


def test_players_outlast_the_wait_for_a_question(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "HEADER_SECONDS", 0.2)

    async def work() -> None:
        async with two(hosting.url) as (_, first, second):
            await asyncio.sleep(0.5)
            await first.say("play", n=[0, 0], seat=0, text="C")
            assert (await second.hear("ply"))["text"] == "C"

    run(work())


def test_a_trusted_proxy_has_all_connections() -> None:
    settings = Settings(proxy="127.0.0.1", connections=2, most_connections=4)
    for address, most in (("127.0.0.1", 4), ("10.0.0.1", 2)):
        connections = Connections(settings)
        assert [connections.admit(address) for _ in range(6)] == [True] * most + [False] * (
            6 - most
        )


def test_there_are_fewer_connections_than_files() -> None:
    """All files that this user may open are used, some of them for other things."""
    script = (
        "import resource; from gamenight.online.doors import most_connections;"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, 512));"
        "print(most_connections(10), most_connections(10_000),"
        " resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["10", "412", "512"]


@pytest.mark.parametrize("hosting", [{"requests": 4}], indirect=True)
def test_one_address_asks_so_often(hosting: Hosting) -> None:
    assert [ask(f"{hosting.url}/api/games")[0] for _ in range(6)] == [200] * 4 + [429] * 2


def test_trouble_that_anybody_can_cause_is_noted_seldom(caplog: pytest.LogCaptureFixture) -> None:
    journal._told.clear()
    loop = asyncio.new_event_loop()
    for _ in range(1000):
        journal.loop_failed(loop, {"message": "accept failed", "exception": OSError("files")})
    loop.close()
    (noted,) = caplog.messages
    assert json.loads(noted) == {"event": "trouble", "why": "OSError", "about": "accept failed"}


def test_a_fault_of_the_server_is_one_line_and_an_answer(
    hosting: Hosting, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*given: object) -> None:
        raise ZeroDivisionError("something secret")

    monkeypatch.setattr(hosting.house, "room", broken)
    status, told, _ = ask(f"{hosting.url}/api/tables/any")
    assert (status, told["code"]) == (500, "failed")

    async def work() -> int:
        async with screen(hosting.url, "any", hello=False) as guest:
            return await guest.closed()

    assert asyncio.run(work()) == 1011
    lines = [json.loads(text) for text in caplog.messages]
    assert [(line["event"], line["why"]) for line in lines] == [("failed", "ZeroDivisionError")] * 2
    assert "secret" not in caplog.text
