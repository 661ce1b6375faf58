"""The matches of hosted tables are in the host's own store: nobody goes on with them by hand."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.record import Seat
from gamenight.match.matches import open_matches
from gamenight.online.client import Client
from gamenight.online.dialing import dial
from gamenight.online.house import NewTable
from gamenight.online.links import Address
from tests.online.servers import serve


def host(folder: Path, end: bool) -> None:
    """A table on which a match of a person and a machine has begun, and perhaps ended."""
    hosting = serve(folder)

    async def play() -> None:
        asked = NewTable("oware", name="Ann", machines=["random"])
        table, tokens = await asyncio.to_thread(hosting.open_table, asked)
        client = Client(Address(hosting.url, table, tuple(tokens)), dial)
        await client.open()
        await client.begin()
        while client.table is None:
            await client.wait()
        if end:
            await client.table.resign(client.table.here[0])
        client.close()

    try:
        asyncio.run(asyncio.wait_for(play(), 60))
    finally:
        hosting.stop()


def test_a_hosted_match_is_not_offered_to_be_played_on_here(tmp_path: Path) -> None:
    host(tmp_path, end=False)
    matches = open_matches(tmp_path / "matches.sqlite")
    (hosted,) = matches.find()
    assert matches.unfinished() == []
    with pytest.raises(GamenightError, match="no unfinished match"):
        matches.open_latest(print)
    with pytest.raises(GamenightError, match=r"a table that you host: .*host oware --resume"):
        matches.open(hosted.id)
    own = matches.new(registry.game("oware"), [Seat("Ann"), Seat("Ben")])
    assert [str(one.id) for one in matches.unfinished()] == [own.id]
    assert matches.replay(hosted.id).seats == hosted.seats
    matches.close()


def test_a_hosted_match_that_is_over_is_a_match_like_others(tmp_path: Path) -> None:
    host(tmp_path, end=True)
    matches = open_matches(tmp_path / "matches.sqlite")
    (hosted,) = matches.find(finished=True)
    assert matches.open(hosted.id).result == hosted.result
    matches.close()
