"""A slow line: how slow it is, is measured by the server, and its player does not pay for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic

import pytest

from gamenight.online.hosting import Hosting
from gamenight.online.house import House
from tests.online.servers import PATIENCE, ask, open_table, screen, serve

WAY = 0.15  # seconds that a byte needs there, and as many back


async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Everything arrives in order, and late."""
    loop = asyncio.get_running_loop()
    with suppress(OSError):
        while data := await reader.read(65_536):
            loop.call_later(WAY, writer.write, data)
    loop.call_later(WAY, writer.close)


@asynccontextmanager
async def slow_line(port: int) -> AsyncIterator[str]:
    async def serve_one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(forward(reader, far_writer), forward(far_reader, writer))

    listening = await asyncio.start_server(serve_one, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    finally:
        listening.close()


async def measured(house: House, id: str) -> float:
    """What the server knows of the only screen at a table, as soon as it does."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
        room = house.rooms.get(id)
        if room is not None and room.screens and (lag := room.screens[0].peer.lag):
            return lag
        await asyncio.sleep(0.05)
    raise AssertionError("nothing was measured")


def test_a_slow_line_is_measured_and_its_player_pays_for_thinking_only(tmp_path: Path) -> None:
    hosting = serve(tmp_path)
    try:
        asyncio.run(play(hosting))
    finally:
        hosting.stop()


async def play(hosting: Hosting) -> None:
    table = open_table(hosting.url, machines=["random"], clock="1m")
    port = int(hosting.url.rpartition(":")[2])
    async with (
        slow_line(port) as url,
        screen(url, table["id"], table["host"], table["token"]) as anna,
    ):
        assert await measured(hosting.house, table["id"]) == pytest.approx(2 * WAY, abs=0.1)
        await anna.say("begin")
        turn = (await anna.hear("welcome"))["turn"]
        while turn["kind"] != "choose":
            turn = (await anna.hear("ply"))["turn"]
        clocks, seat = turn["clocks"], turn["seat"]
        assert clocks["runs"] == seat
        await asyncio.sleep(clocks.get("wait", 0) / 1000 + 1.0)
        n = [1, 0] if seat else [0, 0]
        await anna.say("play", n=n, seat=seat, text="C" if not seat else "c")
        await anna.hear("ply")
        _, record, _ = ask(f"{hosting.url}/api/tables/{table['id']}/record")
        assert record["clock"] == "1m"
        assert record["times"][seat] == pytest.approx(1_000, abs=200)
