"""A real server on 127.0.0.1: who gets in, what is refused and how, and how it ends."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets import ConnectionClosed
from websockets.asyncio.client import connect

from gamenight.online import protocol
from gamenight.online.hosting import Hosting
from gamenight.online.limits import RATE_SECONDS
from tests.online.rooms import run
from tests.online.servers import ask, frame, open_table, screen, serve, shake, socket_url, two


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosting]:
    hosting = serve(tmp_path_factory.mktemp("server"), chat=True)
    yield hosting
    hosting.stop()


@pytest.fixture
def hosting(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Hosting]:
    """A server of this test's own, with these limits."""
    found = serve(tmp_path, **getattr(request, "param", {}))
    yield found
    found.stop()


def test_health_and_metrics(server: Hosting) -> None:
    assert ask(f"{server.url}/healthz")[:2] == (200, "ok\n")
    status, text, _ = ask(f"{server.url}/metrics")
    assert status == 200
    names = [line.split()[0] for line in text.splitlines() if not line.startswith("#")]
    wanted = "tables peers messages_total moves_total queue commits_total commit_seconds_total"
    assert names == [f"gamenight_{name}" for name in wanted.split()]


def test_moves_are_counted(hosting: Hosting) -> None:
    async def work() -> None:
        async with two(hosting.url) as (_, anna, bert):
            await anna.say("play", n=[0, 0], seat=0, text="C")
            await bert.hear("ply")

    run(work())
    assert "gamenight_moves_total 1\n" in ask(f"{hosting.url}/metrics")[1]


def test_the_page_learns_what_the_house_does(server: Hosting) -> None:
    """What is not offered here is not shown, and phones learn where to go."""
    house = ask(f"{server.url}/api/house")[1]
    offered = {"public": False, "tables": True, "chat": True, "clock": ""}
    assert house == {**offered, "where": server.url}


def test_a_summary_tells_whose_turn_it_is(hosting: Hosting) -> None:
    async def work() -> None:
        async with two(hosting.url) as (table, anna, bert):
            url = f"{hosting.url}/api/tables/{table['id']}"
            before = (await asyncio.to_thread(ask, url))[1]
            await anna.say("play", n=[0, 0], seat=0, text="C")
            await bert.hear("ply")
            after = (await asyncio.to_thread(ask, url))[1]
            assert sorted([before["turn"], after["turn"]]) == [0, 1]
            assert (before["moves"], after["moves"]) == (0, 1)
            assert after["points"] == {"0": 0, "1": 0}

    run(work())


def test_answers_are_safe(server: Hosting) -> None:
    for path in ("/healthz", "/api/games", "/api/tables/none", "/metrics"):
        headers = ask(server.url + path)[2]
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://[", "http://[::1", "x"])
def test_pages_of_other_sites_can_do_nothing(server: Hosting, origin: str) -> None:
    asked = {"game": "oware"}
    assert ask(f"{server.url}/api/tables", asked, Origin=origin)[0] == 403
    table = open_table(server.url)

    async def work() -> None:
        address = socket_url(server.url, table["id"])
        async with connect(address, additional_headers={"Origin": origin}) as line:
            await line.wait_closed()
            assert line.close_code == protocol.WRONG_LINK

    run(work())


def test_its_own_page_can(server: Hosting) -> None:
    assert ask(f"{server.url}/api/tables", {"game": "oware"}, Origin=server.url)[0] == 201


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ("{}", protocol.NO_HELLO),
        ("[" * 4000, protocol.NO_HELLO),
        (b"\x00\xff", protocol.NO_HELLO),
        ('{"t":"ping","id":1}', protocol.NO_HELLO),
        ('{"t":"hello","v":1,"more":1}', protocol.NO_HELLO),
        ('{"t":"hello","v":2}', protocol.OTHER_VERSION),
        ('{"t":"hello","v":1,"tokens":["wrong"]}', protocol.WRONG_LINK),
        ("x" * 8193, protocol.TOO_LONG),
        ("\u20ac" * 2731, protocol.TOO_LONG),
    ],
)
def test_a_first_message_that_is_no_hello(server: Hosting, first: str | bytes, code: int) -> None:
    table = open_table(server.url)

    async def work() -> None:
        async with screen(server.url, table["id"], hello=False) as odd:
            await odd.line.send(first)
            assert await odd.closed() == code

    run(work())


def test_who_says_nothing_is_not_waited_for(
    server: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HELLO_SECONDS", 0.2)
    table = open_table(server.url)

    async def work() -> None:
        async with screen(server.url, table["id"], hello=False) as silent:
            assert await silent.closed() == protocol.NO_HELLO

    run(work())


def test_no_such_table(server: Hosting) -> None:
    async def work() -> None:
        async with screen(server.url, "none", hello=False) as lost:
            assert await lost.closed() == protocol.NO_TABLE

    run(work())
    assert ask(f"{server.url}/api/tables/none")[0] == 404
    assert ask(f"{server.url}/api/tables/none/record")[0] == 404


def test_other_tables_links_are_wrong(server: Hosting) -> None:
    one, other = open_table(server.url), open_table(server.url)

    async def work() -> None:
        for token in (other["token"], other["host"], one["token"][:-1], one["id"], ""):
            async with screen(server.url, one["id"], hello=False) as guest:
                hello = {"t": "hello", "v": 1, "tokens": [one["token"], token]}
                await guest.line.send(json.dumps(hello))
                assert await guest.closed() == protocol.WRONG_LINK

    run(work())


def test_nobody_plays_for_another(server: Hosting) -> None:
    async def work() -> None:
        async with two(server.url) as (table, _, second), screen(server.url, table["id"]) as guest:
            for player in (second, guest):
                id = await player.say("play", n=[0, 0], seat=0, text="C")
                answer = await player.hear("no")
                assert (answer["code"], answer["id"]) == ("not_allowed", id)

    run(work())


@pytest.mark.parametrize("by_itself", [True, False])
@pytest.mark.parametrize("hosting", [{"messages": 5}], indirect=True)
def test_too_many_messages(hosting: Hosting, by_itself: bool) -> None:
    table = open_table(hosting.url)

    async def work() -> None:
        async with screen(hosting.url, table["id"]) as flood:
            for _ in range(4):  # after hello
                await flood.say("ping")
                if by_itself:
                    await flood.hear("pong")
            await flood.say("ping")
            assert await flood.closed() == protocol.TOO_MANY

    run(work())
    assert RATE_SECONDS == 20.0


@pytest.mark.parametrize("hosting", [{"sockets": 4}], indirect=True)
def test_too_many_screens_at_once(hosting: Hosting) -> None:
    table = open_table(hosting.url)

    async def one() -> int:
        async with screen(hosting.url, table["id"], hello=False) as guest:
            try:
                await guest.line.send('{"t":"hello","v":1}')
                await guest.hear("welcome")
            except ConnectionClosed:
                return guest.line.close_code or 0
            await asyncio.sleep(1.0)
            return 0

    async def work() -> None:
        codes = await asyncio.gather(*(one() for _ in range(12)))
        assert sorted(codes) == [0] * 4 + [protocol.TOO_MANY] * 8

    run(work())


@pytest.mark.parametrize("hosting", [{"new_tables": 2}], indirect=True)
def test_too_many_tables(hosting: Hosting) -> None:
    statuses = [ask(f"{hosting.url}/api/tables", {"game": "oware"})[0] for _ in range(3)]
    assert statuses == [201, 201, 429]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"game":"none"}',
        b'{"game":"oware","more":1}',
        b'{"game":"oware","places":101}',
        b'{"game":"oware","options":{"houses":1e400}}',
        b'{"game":"oware","options":{"houses":' + b"9" * 5000 + b"}}",
        b'{"game":"oware","options":{"nonsense":1}}',
        b'{"game":"oware","machines":["none"]}',
        b'{"game":"oware","name":"\\ud800"}',
        b'{"game":"oware","name":"\xff"}',
        b"x" * 20_000,
        b"[" * 10_000,
    ],
)
def test_a_table_that_cannot_be(server: Hosting, body: bytes) -> None:
    status, answer, _ = ask(f"{server.url}/api/tables", body)
    assert status in (400, 404)
    assert set(answer) == {"code", "text"}


@pytest.mark.parametrize("code", ["", "x", "K7QM-3RTX", "2" * 60_000, "%00", "%F0%9F%98%80"])
def test_codes_that_nobody_has(server: Hosting, code: str) -> None:
    assert ask(f"{server.url}/api/codes", {"code": code})[0] in (400, 404)


def test_a_record_is_whole_only_when_over(server: Hosting) -> None:
    async def work() -> None:
        asked = {"game": "circuit", "options": {"laps": 1}, "machines": ["random"]}
        table = open_table(server.url, **asked)
        url = f"{server.url}/api/tables/{table['id']}/record"
        assert ask(url)[0] == 404
        async with screen(server.url, table["id"], table["token"], table["host"]) as anna:
            await anna.say("begin")
            while "match" not in anna.welcome:
                anna.welcome = await anna.hear("welcome")
            await anna.hear("ply")
            while (seen := await asyncio.to_thread(ask, url))[1]["actions"].count("card ?") < 2:
                await asyncio.sleep(0.05)
            assert not [t for t in seen[1]["actions"] if t.startswith("card ") and "?" not in t]
            (place,) = anna.welcome["yours"]
            seat = anna.welcome["places"][place]["seat"]
            await anna.say("resign", seat=seat)
            await anna.hear("over")
            whole = (await asyncio.to_thread(ask, url))[1]
            assert "card ?" not in whole["actions"]
            assert [t for t in whole["actions"] if t.startswith("card ")]

    run(work())


def test_tokens_are_stored_hashed_and_nothing_secret_is_logged(
    hosting: Hosting, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> tuple[str, ...]:
        options = {"game": "thief", "options": {"cards": True}, "machines": ["random"]}
        async with two(hosting.url, name="Annabella", places=3, **options) as (table, first, _):
            await first.hear("ply", "turn")
            async with screen(hosting.url, table["id"], hello=False) as guest:
                await guest.line.send('{"t":"hello","v":1,"tokens":["wrong-token"]}')
                await guest.closed()
            return table["token"], table["host"], table["second"]

    caplog.set_level("DEBUG", "gamenight")
    secrets = (*asyncio.run(work()), "wrong-token")
    stored = "".join(map(str, sqlite3.connect(tmp_path / "matches.sqlite").iterdump()))
    assert "Annabella" in stored
    logged = "\n".join(record.getMessage() for record in caplog.records)
    for secret in secrets:
        assert secret not in stored
        assert secret not in logged
    assert "Annabella" not in logged
    for record in caplog.records:
        assert json.loads(record.getMessage())["event"]


def test_it_ends_with_a_word_and_links_stay_good(tmp_path: Path) -> None:
    first = serve(tmp_path)

    async def begin() -> tuple[str, str]:
        async with two(first.url) as (table, anna, bert):
            await anna.say("play", n=[0, 0], seat=0, text="C")
            await anna.hear("ply")
            ending = asyncio.create_task(asyncio.to_thread(first.stop))
            for player in (anna, bert):
                await player.hear("bye")
                assert await player.closed() == protocol.GOING_AWAY
            await ending
            return table["id"], table["token"]

    id, token = asyncio.run(begin())
    again = serve(tmp_path, port=0)

    async def resume() -> None:
        async with screen(again.url, id, token) as anna:
            assert anna.welcome["n"] == [1, 0]
            assert list(anna.welcome["texts"].values()) == [["C"]]
            assert anna.welcome["yours"] == [0]

    try:
        asyncio.run(resume())
    finally:
        again.stop()


def test_while_it_ends_nobody_new_comes(tmp_path: Path) -> None:
    hosting = serve(tmp_path)
    table = open_table(hosting.url)
    hosting.house.draining = True
    assert ask(f"{hosting.url}/healthz")[0] == 503
    assert ask(f"{hosting.url}/api/tables", {"game": "oware"})[0] == 503

    async def work() -> None:
        async with screen(hosting.url, table["id"], hello=False) as guest:
            assert await guest.closed() == protocol.GOING_AWAY

    run(work())
    hosting.stop()


def test_who_does_not_read_is_dropped_and_nobody_waits(server: Hosting) -> None:
    """At 64 messages that wait; its place is free in the room at once."""

    async def work() -> None:
        async with two(server.url, chat=True) as (table, anna, bert):
            deaf = socket.create_connection(("127.0.0.1", server.port))
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            shake(deaf, f"/m/{table['id']}/socket")
            deaf.sendall(frame(b'{"t":"hello","v":1,"want":"scene"}'))
            room = server.house.rooms[table["id"]]
            async with asyncio.timeout(20):
                while len(room.screens) < 3:
                    await asyncio.sleep(0.01)
                sent = 0
                while len(room.screens) == 3:
                    await anna.say("say", text="x" * 400)
                    await bert.hear("said")
                    sent += 1
            assert sent >= protocol.MOST_QUEUED
            await anna.say("ping")
            await anna.hear("pong")
            deaf.close()

    run(work())


def test_the_lobby_knows_after_a_restart_what_is_over(tmp_path: Path) -> None:
    first = serve(tmp_path, public=True)

    async def play() -> None:
        async with two(first.url, public=True) as (_, anna, _):
            await anna.say("resign", seat=0)
            await anna.hear("over")

    asyncio.run(play())
    first.stop()
    again = serve(tmp_path, public=True)
    try:
        _, found, _ = ask(f"{again.url}/api/tables")
        assert [table["state"] for table in found] == ["over"]
    finally:
        again.stop()
