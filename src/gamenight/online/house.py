"""House: all tables of a server. It opens rooms when somebody comes, closes them when nobody has
been there for a while, and keeps everything in one store."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import time
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game, for_playing
from gamenight.core.record import Seat
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.waiting import Clock, Thinkers
from gamenight.match.writer import Writer
from gamenight.online import tokens
from gamenight.online.deeds import agreed
from gamenight.online.playing import Pauses, Playing, Timer
from gamenight.online.room import Room
from gamenight.online.seating import AWAY_SECONDS, CODE_SECONDS, Place, Seating
from gamenight.online.thinkers import Pool

TABLES = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY,
    touched REAL NOT NULL,
    public INTEGER NOT NULL,
    claim INTEGER NOT NULL,
    state TEXT NOT NULL
) WITHOUT ROWID
"""
MOST_LOOKED_AT = 200  # tables, for the latest of a game
IDLE_SECONDS = 300.0  # after which a room without people leaves memory


class NoTable(GamenightError):
    """There is no such table."""

    code = "no_table"


class Draining(GamenightError):
    """The server is about to end."""

    code = "draining"


class NewTable(Struct, forbid_unknown_fields=True):
    """What a new table is to be like. name: who opens it sits down at once; places: how many there
    are, by default as many as the game needs; away: how long to wait for somebody who is gone, by
    default as long as the server says."""

    game: Annotated[str, Meta(max_length=100)]
    options: dict[str, str | int | float | bool] = {}
    name: Annotated[str, Meta(max_length=200)] = ""
    places: Annotated[int, Meta(ge=0, le=100)] = 0
    machines: Annotated[list[Annotated[str, Meta(max_length=100)]], Meta(max_length=100)] = []
    public: bool = False
    chat: bool = False
    away: Annotated[int, Meta(ge=0, le=86_400)] | None = None


class Opened(NamedTuple):
    """A new table, the token of its host, and that of their place, if they sit there."""

    seating: Seating
    host: str
    own: str


class House:
    """The tables in a store. where: the address that codes contain, on a local network."""

    def __init__(
        self,
        writer: Writer,
        key: bytes,
        pool: Pool | None = None,
        where: tuple[str, int] | None = None,
        clock: Clock | None = None,
        pauses: Pauses | None = None,
        idle: float = IDLE_SECONDS,
        away: int = AWAY_SECONDS,
    ):
        self.key, self.where = key, where
        self.writer, self._pool = writer, pool
        self._clock, self._pauses = clock or Timer(), pauses
        self._idle, self._away = idle, away
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Lock] = {}
        self.draining = False

    async def start(self) -> None:
        await self.writer.start()
        await self.writer.do(lambda store: store.within(lambda db: db.execute(TABLES)))

    async def close(self) -> None:
        """Everything that was done is stored; machines stop thinking."""
        self.draining = True
        for room in self.rooms.values():
            room.close()
        if self._pool is not None:
            self._pool.close()
        await self.writer.close()

    # Tables.

    async def new(self, asked: NewTable) -> Opened:
        """A new table: whoever opens it sits down, if they gave a name, and machines do; then there
        are free places. Raises a GamenightError."""
        if self.draining:
            raise Draining("this server is about to end: no new tables")
        game, id = registry.game(asked.game), tokens.new_id()
        count = max(asked.places, len(asked.machines) + bool(asked.name))
        host = tokens.token(self.key, id, tokens.HOST, 0)
        seating = Seating(
            id=id,
            game=game.id,
            options={},
            places=[Place() for _ in range(count)],
            host=tokens.hashed(host),
            claim=await self._free_claim(),
            claim_until=time() + CODE_SECONDS,
            public=asked.public,
            chat=asked.chat,
            away=self._away if asked.away is None else asked.away,
        )
        seating.agree(game, {**for_playing(game), **asked.options})
        own = seating.link(self.key, seating.sit(game, asked.name)) if asked.name else ""
        for bot in asked.machines:
            seating.machine(game, seating.free(), bot)
        await self.save(seating)
        self.rooms[id] = self._room(seating, game)
        return Opened(seating, host, own)

    async def _free_claim(self) -> int:
        """The drawn part of a code that no other table has."""
        while True:
            claim = tokens.new_claim()
            if await self.claimed(claim) is None:
                return claim

    async def claimed(self, claim: int) -> str | None:
        """The table with this code, if it is still good."""
        found = await self.writer.do(lambda store: store.within(_with_claim(claim), "BEGIN"))
        return next((s.id for s in map(Seating.read, found) if s.admits(claim)), None)

    async def room(self, id: str) -> Room:
        """The room of a table, from memory or from the store; raises NoTable."""
        async with self._opening.setdefault(id, asyncio.Lock()):
            if id in self.rooms:
                return self.rooms[id]
            state = await self.writer.do(lambda store: store.within(_state(id), "BEGIN"))
            if state is None:
                del self._opening[id]
                raise NoTable("there is no such table here")
            seating = Seating.read(state)
            room = self._room(seating, registry.game(seating.game))
            await room.open()
            self.rooms[id] = room
            return room

    def _room(self, seating: Seating, game: Game) -> Room:
        return Room(seating, game, self, agreed, self._clock, self._pauses)

    async def public(self, most: int = 50) -> list[Seating]:
        """The tables that everybody may see, latest first."""
        found = await self.writer.do(lambda store: store.within(_public(most), "BEGIN"))
        return [Seating.read(text) for text in found]

    def sweep(self) -> int:
        """Rooms without people leave memory; how many did."""
        now = self._clock.now()
        idle = [
            id
            for id, room in self.rooms.items()
            if not room.screens and now - room.idle_since > self._idle
        ]
        for id in idle:
            self.rooms.pop(id).close()
            self._opening.pop(id, None)
        return len(idle)

    # What rooms need.

    async def save(self, seating: Seating) -> None:
        text, touched = seating.write(), time()
        values = (seating.id, touched, seating.public, seating.claim, text)
        await self.writer.do(lambda store: store.within(_save(values)))

    async def create(self, make: Callable[[SqliteStore], Match]) -> tuple[int, tuple[Seat, ...]]:
        """Store a new match, made in this store; its number and its seats."""

        def work(store: SqliteStore) -> tuple[int, tuple[Seat, ...]]:
            match = make(store)
            return match.id, match.record.seats

        return await self.writer.do(work)

    def playing(self, room: Room, match: int) -> Playing:
        """A stored match."""

        async def load() -> Any:
            stored, drafts = await self.writer.load(match)
            return stored, self.writer.ledger(stored, drafts)

        thinkers: Thinkers | None = self._pool.of(room.game) if self._pool is not None else None
        return Playing(room.game, load, thinkers, room, self._clock, self._pauses)

    def code(self, seating: Seating) -> str:
        """What people type to sit down at this table."""
        return tokens.write_code(seating.claim, *(self.where or ()))

    def token(self, seating: Seating, place: int) -> str:
        """The token of a place, or the host's, to be shown again."""
        number = 0 if place == tokens.HOST else seating.places[place].number
        return tokens.token(self.key, seating.id, place, number)

    async def latest(self, game: str = "") -> Seating | None:
        """The table that was changed last, perhaps of this game."""
        find = partial(latest_table, game=game)
        return await self.writer.do(lambda store: store.within(find, "BEGIN"))


def latest_table(db: sqlite3.Connection, game: str = "") -> Seating | None:
    """The table that was changed last, perhaps of this game."""
    for text in _rows(db, "SELECT state FROM tables ORDER BY touched DESC LIMIT ?", MOST_LOOKED_AT):
        with suppress(msgspec.DecodeError):
            seating = Seating.read(text)
            if not game or seating.game == game:
                return seating
    return None


def _rows(db: sqlite3.Connection, query: str, *values: Any) -> list[str]:
    return [row[0] for row in db.execute(query, values)]


def _with_claim(claim: int) -> Callable[[sqlite3.Connection], list[str]]:
    return lambda db: _rows(db, "SELECT state FROM tables WHERE claim = ?", claim)


def _state(id: str) -> Callable[[sqlite3.Connection], str | None]:
    return lambda db: next(iter(_rows(db, "SELECT state FROM tables WHERE id = ?", id)), None)


def _public(most: int) -> Callable[[sqlite3.Connection], list[str]]:
    query = "SELECT state FROM tables WHERE public ORDER BY touched DESC LIMIT ?"
    return lambda db: _rows(db, query, most)


def _save(values: tuple[Any, ...]) -> Callable[[sqlite3.Connection], object]:
    return lambda db: db.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?, ?)", values)
