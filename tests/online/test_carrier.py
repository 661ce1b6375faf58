"""A line carries the same messages however their bytes come: one by one, at once, in pieces."""

from __future__ import annotations

import gc
import json
import re
import socket
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import sleep

import pytest
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from gamenight.online import carrier
from gamenight.online.carrier import Carrier
from gamenight.online.frames import only_frame
from gamenight.online.room import Screen
from gamenight.online.socket import Line, SocketPeer
from tests.online.servers import PATIENCE, frame, open_table, serve, shake

COUNT = 30
HELLO = frame(b'{"t":"hello","v":1}')
PING = bytes((0x89, 4))  # how a server's begins
PAUSE = 0.002  # seconds in which the server reads what has come: not needed, but it is the point


def asked(number: int) -> bytes:
    return json.dumps({"t": "ping", "id": number}).encode()


def one_by_one(rng: Random) -> list[bytes]:
    return [frame(asked(number)) for number in range(COUNT)]


def pongs_between(rng: Random) -> list[bytes]:
    """As browsers answer the pings of a server."""
    return [part for whole in one_by_one(rng) for part in (frame(b"1234", opcode=10), whole)]


def all_at_once(rng: Random) -> list[bytes]:
    return [b"".join(one_by_one(rng))]


def torn(rng: Random) -> list[bytes]:
    """Anywhere: in the head of a frame, in its mask, in its text."""
    whole = b"".join(one_by_one(rng))
    cuts = sorted(rng.sample(range(1, len(whole)), COUNT))
    return [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]


def in_fragments(rng: Random) -> list[bytes]:
    """Every message in two frames, with others by themselves before and after."""
    found = []
    for number in range(0, COUNT, 2):
        text = asked(number)
        found.append(Frame(Opcode.TEXT, text[:5], fin=False).serialize(mask=True))
        found.append(Frame(Opcode.CONT, text[5:]).serialize(mask=True))
        found.append(frame(asked(number + 1)))
    return found


def disguised(rng: Random) -> list[bytes]:
    """The head of each frame, then the rest, masked so that it looks like a frame by itself."""
    found = []
    for number in range(COUNT):
        text = asked(number)
        inner = bytes((0x81, 0x80 | (len(text) - 6)))
        mask = bytes(a ^ b for a, b in zip(text, inner, strict=False)) + bytes(2)
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))
        assert only_frame(masked) is not None
        found += [bytes((0x81, 0x80 | len(text))) + mask, masked]
    return found


WAYS = [one_by_one, pongs_between, all_at_once, torn, in_fragments, disguised]


@pytest.mark.parametrize("way", WAYS)
def test_every_message_is_answered_once_and_in_order(
    way: Callable[[Random], list[bytes]], tmp_path: Path
) -> None:
    hosting = serve(tmp_path)
    try:
        table = open_table(hosting.url)
        with socket.create_connection(("127.0.0.1", hosting.port), timeout=PATIENCE) as line:
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            shake(line, f"/m/{table['id']}/socket")
            for part in (HELLO, *way(Random(2))):
                line.sendall(part)
                sleep(PAUSE)
            got = b""
            while got.count(b"pong") < COUNT:
                got += line.recv(65_536)
    finally:
        hosting.stop()
    answered = re.findall(rb'"t":"pong","id":(\d+)', got)
    assert list(map(int, answered)) == list(range(COUNT))


def parts_of_lines() -> int:
    parts = (Carrier, Line, Screen, ServerProtocol, SocketPeer)
    return sum(type(one) in parts for one in gc.get_objects())


def test_the_memory_of_a_line_is_free_when_it_ends(tmp_path: Path) -> None:
    """Nothing of it refers to itself: a server looks for such rubbish seldom."""
    hosting = serve(tmp_path)
    gc.collect()
    gc.disable()
    try:
        table = open_table(hosting.url)
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", hosting.port), timeout=PATIENCE) as line:
                shake(line, f"/m/{table['id']}/socket")
                line.sendall(HELLO)
                assert b"welcome" in line.recv(65_536)
                assert parts_of_lines()
        for _ in range(1_000):
            if not parts_of_lines():
                break
            sleep(0.01)
        assert not parts_of_lines()
    finally:
        gc.enable()
        hosting.stop()


def test_a_line_is_measured_where_time_is_counted_and_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ping and its answer cost as much as a move."""
    monkeypatch.setattr(carrier, "SOON", 0.01)
    hosting = serve(tmp_path)

    def heard(table: dict[str, str], until: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", hosting.port), timeout=PATIENCE) as line:
            shake(line, f"/m/{table['id']}/socket")
            line.sendall(HELLO)
            got = b""
            while until not in got:
                line.sendall(frame(asked(1)))
                sleep(0.2)
                got += line.recv(65_536)
            return got

    try:
        assert heard(open_table(hosting.url, clock="1m"), PING)
        assert PING not in heard(open_table(hosting.url), b"pong")
    finally:
        hosting.stop()
