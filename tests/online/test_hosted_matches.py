"""The matches of hosted tables are in the host's own store: nobody goes on with them by hand."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.record import Seat
from gamenight.match.archive import resuming
from gamenight.match.matches import open_matches
from gamenight.online.client import Client
from gamenight.online.dialing import dial
from gamenight.online.house import NewTable
from gamenight.online.links import Address
from gamenight.plain.matches import describe
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
    (table,) = matches.hosted()
    assert [one.table for one in matches.unfinished()] == [table.id]
    assert (table.game, table.names[0], table.match, table.over) == ("oware", "Ann", 1, False)
    again = rf"a table that you host: gamenight host oware --resume --table={table.id}"
    with pytest.raises(GamenightError, match=f"no unfinished match.*{again}"):
        matches.open_latest(print)
    with pytest.raises(GamenightError, match=again):
        matches.open(hosted.id)
    assert describe(hosted).endswith(f"at your table: {resuming(table)}")
    own = matches.new(registry.game("oware"), [Seat("Ann"), Seat("Ben")])
    assert matches.open_latest(print).id == own.id
    assert matches.replay(hosted.id).seats == hosted.seats
    matches.close()


def test_a_hosted_match_that_is_over_is_a_match_like_others(tmp_path: Path) -> None:
    host(tmp_path, end=True)
    matches = open_matches(tmp_path / "matches.sqlite")
    (hosted,) = matches.find(finished=True)
    assert hosted.table == ""
    assert [one.over for one in matches.hosted()] == [True]
    assert matches.open(hosted.id).result == hosted.result
    matches.close()


@pytest.mark.parametrize("seat", ["", "1", "2"])
def test_a_host_cannot_export_what_others_hide(tmp_path: Path, seat: str) -> None:
    hosting, file = serve(tmp_path), tmp_path / "match.json"

    async def begin() -> None:
        asked = NewTable("circuit", {"edition": 3}, "Ann", machines=["random"])
        table, tokens = await asyncio.to_thread(hosting.open_table, asked)
        client = Client(Address(hosting.url, table, tuple(tokens)), dial)
        await client.open()
        await client.begin()
        client.close()

    try:
        asyncio.run(asyncio.wait_for(begin(), 60))
    finally:
        hosting.stop()
    matches = open_matches(tmp_path / "matches.sqlite")
    assert matches.record(1).hides()
    with pytest.raises(GamenightError, match="others hide things from you"):
        matches.export(1, file, seat, whole=True)
    with pytest.raises(GamenightError, match="others hide things from you"):
        matches.export_raw(1, file)
    assert not file.exists()
    matches.export(1, file, "spectator")
    assert file.exists()
