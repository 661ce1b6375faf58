"""Matches driven by their course alone, with people who answer as a function says."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.record import Seat
from gamenight.core.rules import Decision
from gamenight.match.course import play_out
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.schema import read_texts
from gamenight.match.sqlite import SqliteStore
from gamenight.match.table import Table
from gamenight.match.turn import Turn
from gamenight.match.waiting import without_loop

T = TypeVar("T")
OWARE, ZOMBIE = (registry.game(id) for id in ("oware", "zombie"))
Answer = Callable[[Table, int], str]


class Enough(Exception):
    """What was waited for is reached."""


def first_action(table: Table, seat: int) -> str:
    node = table.rules.node(table.state())
    assert isinstance(node, Decision)
    return table.rules.format(node.actions[0])


class Script:
    """A front end without a screen: people are ready at once, pass out of turn, and answer as
    they are told."""

    def __init__(
        self,
        table: Table,
        answer: Answer = first_action,
        until: Callable[[], bool] = lambda: False,
    ):
        self.table, self.answer, self.until = table, answer, until
        self.asked: list[Turn] = []

    async def show(self) -> None:
        if self.until():
            raise Enough

    async def watch(self, turn: Turn) -> None:
        await self.table.advance()

    async def ask(self, turn: Turn) -> None:
        self.asked.append(turn)
        seat = turn.seats[0]
        if turn.kind in ("ready", "roll"):
            await self.table.ready(seat)
        elif turn.kind == "offered":
            await self.table.passes(seat)
        else:
            await self.table.play(self.answer(self.table, seat), seat)


def drive(
    match: Match,
    until: Callable[[Match], bool] = lambda match: False,
    answer: Answer = first_action,
) -> Script:
    """Play on, to the end or until something is so."""
    table = LocalTable(match)
    script = Script(table, answer, lambda: until(match))
    with suppress(Enough):
        done(play_out(table, script))
    return script


def done(work: Coroutine[Any, Any, T]) -> T:
    """What a table answers that waits for nothing."""
    return without_loop(work)


def turn_of(match: Match) -> Turn:
    """Who is next at a screen that all share."""
    return LocalTable(match).turn()


def played(store: SqliteStore, game: Game, names: str, *texts: str) -> Match:
    """A match of people in which these choices were made, each by whose turn it was."""
    match = Match.new(store, game, [Seat(name) for name in names.split()])
    for text in texts:
        assert isinstance(match.node, Decision)
        match.play(text, match.node.player, match.at)
    return match


def three_matches() -> SqliteStore:
    """Three matches, the oldest first: one resigned, one just begun, one of another game."""
    store = SqliteStore()
    played(store, OWARE, "Ann Ben", "C", "c").resign(1)
    played(store, OWARE, "Cleo Hanna", "A")
    played(store, ZOMBIE, "Ben Dora Émile")
    return store


def rewrite(store: SqliteStore, column: str, where: str = "1") -> None:
    """Change a column of some matches as if it had been stored like this."""
    store._db.execute(f"UPDATE matches SET {column} WHERE {where}")
    for (id,) in store._db.execute(f"SELECT id FROM matches WHERE {where}").fetchall():
        texts = read_texts(store._db, id)
        assert texts is not None
        sums = texts.checksums
        store._db.execute("UPDATE matches SET checksum = ? WHERE id = ?", (sums.match, id))
        for ply, checksum in enumerate(sums.plies):
            where_ply = "WHERE match = ? AND ply = ?"
            store._db.execute(f"UPDATE plies SET checksum = ? {where_ply}", (checksum, id, ply))
