"""Another program writes to the store of a server: players hear so soon, nothing is lost or done
twice, and nobody else is held up."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from pathlib import Path

import pytest

from gamenight.match.sqlite import SqliteStore
from gamenight.online import hosting as hostings
from gamenight.online.hosting import LOCKED_SECONDS, Hosting
from gamenight.online.playing import NotKept
from tests.online.rooms import run
from tests.online.servers import Screen, open_table, screen, serve, two

FILE = "matches.sqlite"
TABLES = 12  # so many that one after the other would take far too long


@pytest.fixture
def hosting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosting]:
    monkeypatch.setattr(hostings, "LOCKED_SECONDS", 0.3)
    found = serve(tmp_path)
    yield found
    found.stop()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield
        db.execute("ROLLBACK")


async def played(first: Screen, second: Screen) -> None:
    """The first move, which may be refused for another moment, until it is stored."""
    told = {"t": ""}
    while told["t"] != "ply":
        await first.say("play", n=[0, 0], seat=0, text="C")
        told = await first.hear("no", "ply")
    assert told["n"] == (await second.hear("ply"))["n"] == [1, 0]


def test_players_hear_so_within_seconds() -> None:
    assert LOCKED_SECONDS == 2.0


def test_a_move_is_not_kept_and_can_be_made_again(hosting: Hosting, tmp_path: Path) -> None:
    async def work() -> None:
        async with two(hosting.url) as (_, first, second):
            with locked(tmp_path / FILE):
                await first.say("play", n=[0, 0], seat=0, text="C")
                answer = await first.hear("no", "ply")
                assert (answer["t"], answer["code"]) == ("no", NotKept.code), answer
                assert "another program is writing" in answer["text"]
                await second.say("ping")
                await second.hear("pong")
            await played(first, second)
        with closing(SqliteStore(tmp_path / FILE)) as store:
            assert store.load(1).record.actions == ("C",)

    run(work())


def test_of_many_tables_all_hear_it_while_it_lasts(hosting: Hosting, tmp_path: Path) -> None:
    """Nobody waits for those who came before, and who only looks waits for nobody."""

    async def refused(player: Screen) -> None:
        for _ in range(3):
            await player.say("play", n=[0, 0], seat=0, text="C")
            assert (await player.hear("no", "ply"))["code"] == NotKept.code

    async def work() -> None:
        async with AsyncExitStack() as stack:
            tables = [
                await stack.enter_async_context(two(hosting.url, name=f"Anna {n}"))
                for n in range(TABLES)
            ]
            waiting = open_table(hosting.url)
            with locked(tmp_path / FILE):
                await asyncio.gather(*(refused(first) for _, first, _ in tables))
                async with screen(hosting.url, waiting["id"], waiting["host"]) as host:
                    await host.say("machine", place=1, bot="random")
                    assert (await host.hear("no", "ok"))["code"] == NotKept.code
            for _, first, second in tables:
                await played(first, second)

    run(work())
