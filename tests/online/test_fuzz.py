"""Nothing that is sent breaks a server: no traceback, and the others play on."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gamenight.online import protocol as p
from gamenight.online.deeds import handle
from gamenight.online.hosting import Hosting
from gamenight.online.tokens import write_code
from tests.effort import times
from tests.faults.figures import Count
from tests.online import fuzz
from tests.online.rooms import Table, idle
from tests.online.servers import PATIENCE, Screen, frame, screen, serve, shake, two

FUZZED = "fuzzed messages"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Hosting]:
    hosting = serve(tmp_path, chat=True)
    yield hosting
    hosting.stop()


@pytest.fixture(autouse=True)
def _no_trouble(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A server logs nothing that went wrong, least of all a traceback."""
    caplog.set_level(logging.WARNING)
    yield
    records = caplog.get_records("call")
    assert not [record.getMessage() for record in records if record.levelno >= logging.WARNING]


def test_rooms_take_any_message(count: Count) -> None:
    """From players, hosts and spectators, before, in and after a match."""
    rounds, each = times(4, 360), 250
    faults = [fault for seed in range(rounds) for fault in asyncio.run(pestered(seed, each))]
    count(FUZZED, rounds * each, faults)


async def pestered(seed: int, each: int) -> list[str]:
    rng, faults = Random(seed), []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: faults.append(str(context)))
    game = ("oware", "thief", "circuit", "zombie")[seed % 4]
    table = Table(game, ["Anna", "Bert", "Cara"][: 2 + (game == "thief")], ["random"][: seed % 2])
    screens = [await table.enter(token) for token in table.tokens]
    screens += [await table.enter(table.host), await table.enter(), await table.enter(want="scene")]
    for _ in range(each):
        sender, peer = rng.choice(screens)
        text = fuzz.one(rng)
        try:
            message = p.read_message(text)
        except p.WrongMessage:
            continue
        if isinstance(message, p.Claim) and rng.random() < 0.5:
            message.code = write_code(7)
        try:
            await handle(table.room, sender, message)
        except Exception as error:
            faults.append(f"seed {seed}: {error!r} after {text!r}")
        await table.clock.passes(rng.choice([0, 0, 1, 100]))
        if len(peer.sent) > 200:
            peer.sent.clear()
    sender, peer = screens[-1]
    await table.send(sender, p.Ping)
    if not isinstance(peer.last(), p.Pong):
        faults.append(f"seed {seed}: nobody answers")
    table.room.close()
    await idle()
    return faults


def test_a_server_takes_any_message(server: Hosting, count: Count) -> None:
    """Over sockets, while two play on."""
    lines, each = times(10, 250), 40

    async def work() -> list[str]:
        async with two(server.url, chat=True) as (table, anna, bert):
            playing = asyncio.create_task(play_on(anna, bert))
            for number in range(lines):
                await pester(server, table, Random(number), each)
            playing.cancel()
            await asyncio.wait([playing])
            return [] if playing.cancelled() else [repr(playing.exception())]

    count(FUZZED, lines * each, asyncio.run(work()))


async def play_on(anna: Screen, bert: Screen) -> None:
    """The first house that is not empty, again and again."""
    ply = 0
    while True:
        player, letters = ((anna, "ABCDEF"), (bert, "abcdef"))[ply % 2]
        for letter in letters:
            await player.say("play", n=[ply, 0], seat=ply % 2, text=letter)
            if (await player.hear("ply", "no"))["t"] == "ply":
                break
        other = bert if player is anna else anna
        assert (await other.hear("ply"))["n"][0] == ply + 1
        ply += 1
        await asyncio.sleep(0.005)
        if ply > 60:
            await asyncio.sleep(1000)  # before it is over


async def pester(server: Hosting, table: dict[str, str], rng: Random, each: int) -> None:
    """One connection with some odd messages; a binary one ends it."""
    async with screen(server.url, table["id"], hello=False) as odd:
        if rng.random() < 0.8:
            await odd.line.send('{"t":"hello","v":1,"want":"scene"}')
        try:
            for _ in range(each):
                await odd.line.send(fuzz.one(rng))
            if rng.random() < 0.5:
                await odd.line.send(rng.randbytes(20))
            else:
                await odd.say("ping")
                await odd.hear("pong", "no")
        except Exception as error:
            assert type(error).__name__.startswith("ConnectionClosed"), error


RAW = [
    b"\x00" * 100,
    b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 100_000,
    b"GET /m/\xff\xfe/socket HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n{",
    b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n",
]
FRAMES = [
    b"\xff\xff\xff",
    frame(b"\xff\xfe\xfd"),  # not UTF-8
    frame(b"x" * 200, opcode=2),
    frame(b"x" * 100, opcode=3),
    frame(b"", opcode=8),
    frame(b"\x03", opcode=8),
    frame(struct.pack(">H", 4999) + b"\xff", opcode=8),
    frame(b"x" * 126, opcode=9),
    b"\x81\xff" + b"\x7f" + b"\xff" * 7 + bytes(4),  # 2^63 bytes to come
    b"\x01\x81" + bytes(4) + b"x" + b"\x00\x81" + bytes(4) + b"y",  # fragments without an end
    b"\x80\x81" + bytes(4) + b"x",  # a continuation of nothing
    frame(b'{"t":"hello","v":1}')[:7],  # half a frame
]


def test_odd_bytes_end_their_own_connection_only(server: Hosting, count: Count) -> None:
    async def work() -> None:
        async with two(server.url) as (table, anna, _):
            path = f"/m/{table['id']}/socket"
            for greeting in (b"", frame(b'{"t":"hello","v":1}')):
                for data in FRAMES:
                    await asyncio.to_thread(throw, server.port, path, greeting + data)
            for data in RAW:
                await asyncio.to_thread(throw, server.port, "", data)
            await anna.say("ping")
            await anna.hear("pong")

    asyncio.run(work())
    count("odd frames and requests", 2 * len(FRAMES) + len(RAW), [])


FLOODS = {
    "pings that nobody reads the answers of": (b"", frame(b"x" * 125, opcode=9)),
    "empty pings": (b"", frame(b"", opcode=9)),
    "pongs": (b"", frame(b"", opcode=10)),
    "empty parts of a message": (b"\x01\x80" + bytes(4), b"\x00\x80" + bytes(4)),
    "empty messages": (b"", frame(b"")),
}


@pytest.mark.parametrize("kind", FLOODS)
@pytest.mark.parametrize("greeting", [b"", frame(b'{"t":"hello","v":1}')], ids=["", "hello"])
def test_whoever_floods_is_cut_off(kind: str, greeting: bytes, tmp_path: Path) -> None:
    """Every frame counts, not messages alone."""
    hosting = serve(tmp_path, messages=100)
    start, again = FLOODS[kind]

    async def work() -> None:
        async with two(hosting.url) as (table, anna, _):
            path = f"/m/{table['id']}/socket"
            assert await asyncio.to_thread(code_after, hosting.port, path, greeting + start, again)
            taken = await asyncio.to_thread(poured, hosting.port, path, greeting + start, again)
            assert taken < LARGEST_FLOOD
            await anna.say("ping")
            await anna.hear("pong")

    try:
        asyncio.run(work())
    finally:
        hosting.stop()


LARGEST_FLOOD = 32 * 2**20  # bytes: much more than what is on the way between two programs


def poured(port: int, path: str, start: bytes, again: bytes) -> int:
    """Send this for as long as somebody takes it, and read nothing; how many bytes went."""
    block, taken = again * (2**18 // len(again)), 0
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(PATIENCE)
        shake(line, path)
        try:
            line.sendall(start)
            while taken < LARGEST_FLOOD:
                taken += line.send(block)
        except OSError:
            pass
    return taken


def code_after(port: int, path: str, start: bytes, again: bytes) -> bool:
    """Whether somebody who sends 101 frames and then listens is told that these are too many."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(PATIENCE)
        shake(line, path)
        line.sendall(start + again * 101)
        got = b""
        while more := line.recv(65_536):
            got += more
            if got[-19:-17] == p.TOO_MANY.to_bytes(2):
                line.sendall(frame(got[-19:], opcode=8))
        return p.TOO_MANY.to_bytes(2) + b"too many messages" in got


def throw(port: int, path: str, data: bytes) -> None:
    """Send this, read for a moment, and go without a word."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(0.05)
        try:
            if path:
                shake(line, path)
            line.sendall(data)
            line.recv(1000)
        except OSError:
            pass


def test_who_sends_byte_by_byte_holds_up_nobody(
    server: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(p, "HELLO_SECONDS", 0.5)

    async def work() -> None:
        async with two(server.url) as (table, anna, _):
            slow = socket.create_connection(("127.0.0.1", server.port))
            shake(slow, f"/m/{table['id']}/socket")
            hello = frame(b'{"t":"hello","v":1}')
            for byte in hello[:10]:
                slow.sendall(bytes([byte]))
                await anna.say("ping")
                await anna.hear("pong")
                await asyncio.sleep(0.01)
            answer = await asyncio.to_thread(slow.recv, 100)
            assert int.from_bytes(answer[2:4]) == p.NO_HELLO
            slow.close()

    asyncio.run(work())
