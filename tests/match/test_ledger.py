"""A match in a ledger: the rows that a store of its own would have, whatever is done to it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.record import Seat
from gamenight.core.rules import Decision
from gamenight.match.course import Course
from gamenight.match.doctor import examine
from gamenight.match.ledger import Ledger
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import StaleMatch, StoreError
from gamenight.match.writer import Writer
from tests.effort import times
from tests.match.matches import new_match
from tests.match.old_stores import STORE
from tests.match.written import new_ledger, opened

FILE = "store.sqlite"
WHEN = ("time", "started", "touched")


def rows(path: Path, id: int) -> dict[str, list[dict[str, Any]]]:
    """All that is stored of a match, but for the times."""
    with closing(SqliteStore(path, readonly=True)) as store:
        raw = store.raw(id)
    return {
        table: [{name: row[name] for name in row if name not in WHEN} for row in found]
        for table, found in raw.items()
    }


async def play_wildly(match: Match, seed: int) -> AsyncIterator[None]:
    """Anything that can be done to a match, until it is over or long enough; after each thing
    there is a moment to look at it."""
    rng, course = Random(seed), Course(match)
    for _ in range(150):
        node, at = match.node, match.at
        if match.result is not None and rng.random() < 0.7:
            return
        chosen = rng.random()
        seat = rng.randrange(match.rules.players)
        with suppress(GamenightError):  # not everything is possible at any moment
            if chosen < 0.1:
                match.undo()
            elif chosen < 0.15:
                match.sit(seat, Seat(f"Guest {len(match.changes)}", rng.choice(("", "random"))))
            elif chosen < 0.155:
                match.resign(seat)
            elif chosen < 0.19:
                match.keep_draft(seat, [f"d{rng.randrange(5)}"])
            elif chosen < 0.22:
                match.keep_later([f"word {rng.randrange(5)}"] * rng.randrange(2))
            elif chosen < 0.25:
                match.passes(seat, at)
            elif isinstance(node, Decision):
                actor = rng.choice([s for s in range(match.rules.players) if node.of(s)])
                match.play(match.rules.format(rng.choice(node.of(actor))), actor, at)
            else:
                match.chance(rng.choice((None, 1)))
        assert course.turn()
        yield


@pytest.mark.parametrize("id", registry.games())
def test_rows_are_those_of_a_store_of_its_own(id: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    seeds = range(times(6))

    async def directly() -> None:
        with closing(SqliteStore(here)) as store:
            for seed in seeds:
                async for _ in play_wildly(new_match(id, 1 + seed % 2, store, seed=seed), seed):
                    pass

    async def in_ledgers() -> None:
        async with opened(there) as writer:
            matches = []
            for seed in seeds:
                new = await writer.do(lambda store: new_match(id, 1 + seed % 2, store, seed=seed))  # noqa: B023
                stored, drafts = await writer.load(new.id)
                matches.append(Match(writer.ledger(stored, drafts), stored))

            async def play(match: Match, seed: int) -> None:
                patience = Random(seed)
                assert isinstance(match.store, Ledger)
                async for _ in play_wildly(match, seed):
                    if patience.random() < 0.6:
                        await match.store.settled()

            await asyncio.gather(*map(play, matches, seeds))

    asyncio.run(directly())
    asyncio.run(in_ledgers())
    kept = [rows(here, number) for number in range(1, len(seeds) + 1)]
    assert [rows(there, number) for number in range(1, len(seeds) + 1)] == kept
    assert any(one["matches"][0]["appearances"] for one in kept), "none was over"
    assert any(one["matches"][0]["cuts"] for one in kept), "nothing was taken back"
    assert any(one["changes"] for one in kept), "nobody took a seat"
    for path in (here, there):
        assert examine(path).whole
        with closing(SqliteStore(path)) as store:
            assert store.count() == len(seeds)


def test_old_matches_go_on_in_a_ledger(tmp_path: Path) -> None:
    """What was written by the first programs is read and written as the same texts."""
    path = tmp_path / FILE
    shutil.copy(STORE, path)

    async def play() -> int:
        async with opened(path) as writer:
            listed = await writer.do(lambda store: store.matches(finished=False))
            for one in listed:
                ledger = writer.ledger(*await writer.load(one.id))
                stored, _ = await writer.load(one.id)
                ledger.append(one.id, stored.revision, one.plies, ["x"])
                ledger.cut(one.id, stored.revision + 1, one.plies, stored.record.changes)
                await ledger.settled()
                again, _ = await writer.load(one.id)
                assert again.record.actions == stored.record.actions
            return len(listed)

    assert asyncio.run(play()) > 3


PLAYERS = 3
# What happens, by which match: a ply, one that is waited for, one whose waiting is given up,
# another program that changes the match, what else is noted, a moment for the loop.
DEEDS = st.sampled_from(("ply", "wait", "leave", "meddle", "draft", "pass", "rest"))
SCRIPTS = st.lists(st.tuples(st.integers(0, PLAYERS - 1), DEEDS), max_size=40)


class Player:
    """A room with one match: what it was promised, and what it has loaded since a failure."""

    def __init__(self, writer: Writer, ledger: Ledger, path: Path):
        self.writer, self.ledger, self.path = writer, ledger, path
        self.noted: list[str] = []
        self.promised: list[str] = []
        self.revision = 0
        self.number = 0

    async def do(self, deed: str) -> None:
        id, plies = self.ledger.id, len(self.noted)
        try:
            if deed in ("ply", "wait", "leave"):
                self.number += 1
                self.revision = self.ledger.append(id, self.revision, plies, [str(self.number)])
                self.noted.append(str(self.number))
            elif deed == "pass":
                self.revision = self.ledger.keep_pass(id, self.revision, plies, 0)
            elif deed == "draft":
                self.ledger.keep_draft(id, plies, 0, f"d{plies}")
            elif deed == "meddle":
                with closing(SqliteStore(self.path)) as other, suppress(StaleMatch):
                    stored = other.load(id)
                    other.keep_later(id, stored.revision, ["x"])
            if deed == "wait":
                before = list(self.noted)
                await self.ledger.settled()
                self.promised = before
            elif deed == "leave":
                task = asyncio.create_task(self.ledger.settled())
                await asyncio.sleep(0)
                task.cancel()
                await asyncio.wait([task])
            elif deed == "rest":
                await asyncio.sleep(0)
        except StoreError:
            await self.again()

    async def again(self) -> None:
        stored, drafts = await self.writer.load(self.ledger.id)
        kept = list(stored.record.actions)
        assert kept[: len(self.promised)] == self.promised
        assert kept == self.noted[: len(kept)]
        self.noted, self.promised, self.revision = kept, list(kept), stored.revision
        self.ledger = self.writer.ledger(stored, drafts)


@given(script=SCRIPTS)
@settings(max_examples=times(25), deadline=None)
def test_any_interleaving(
    tmp_path_factory: pytest.TempPathFactory, script: list[tuple[int, str]]
) -> None:
    """What was promised is stored, once and in order, and nothing that comes after a gap."""
    path = tmp_path_factory.mktemp("writer") / FILE

    async def check() -> None:
        async with opened(path) as writer:
            players = [Player(writer, await new_ledger(writer), path) for _ in range(PLAYERS)]
            own: list[list[str]] = [[] for _ in players]
            for number, deed in script:
                own[number].append(deed)

            async def play(player: Player, deeds: list[str]) -> None:
                for deed in deeds:
                    await player.do(deed)

            await asyncio.gather(*map(play, players, own))
            for player in players:
                with suppress(StoreError):
                    await player.ledger.settled()
                    player.promised = list(player.noted)
                await player.again()

    asyncio.run(check())
