"""Matches: the one way to the matches of a store. It lists, creates, opens, branches, imports,
exports and deletes them, and gives out tables. What plays a match is imported with the first one:
a list of matches does not wait for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.record import Order, Record, Seat
from gamenight.core.text import listed, quoted, whole_number
from gamenight.match.archive import search
from gamenight.match.files import contents, read_records, write_record
from gamenight.match.store import StaleMatch, Store, StoreError, Summary, Tell
from gamenight.match.waiting import Think, at_once

if TYPE_CHECKING:
    from gamenight.match.local import LocalTable
    from gamenight.match.match import Match
    from gamenight.match.playback import ReplayTable
    from gamenight.match.statistics import PlayerStatistics

__all__ = [
    "Matches",
    "StaleMatch",
    "StoreError",
    "Summary",
    "copied_matches",
    "open_matches",
    "unkept_matches",
]


class Matches:
    """The matches of one store. think: how its tables wait for bots."""

    def __init__(self, store: Store, think: Think = at_once):
        self.think = think
        self._store = store

    @property
    def path(self) -> Path | None:
        """The path of the store; None for matches that end with the program."""
        return self._store.path

    def close(self) -> None:
        self._store.close()

    # Lists.

    def find(
        self,
        game: str = "",
        player: str = "",
        text: str = "",
        finished: bool | None = None,
        most: int | None = None,
    ) -> list[Summary]:
        """The matches that fit everything given, most recent first: see `search`."""
        return search(self._store, game, player, text, finished, most)

    def count(self, finished: bool | None = None) -> int:
        """How many there are."""
        return self._store.count(finished)

    def unfinished(self) -> list[Summary]:
        """The unfinished matches, most recent first, also those whose game is missing."""
        return self._store.matches(finished=False)

    def latest(self) -> int:
        """The number of the most recent unfinished match."""
        known = registry.games()
        for one in self._store.matches(finished=False):
            if one.game in known:
                return one.id
        raise GamenightError("there is no unfinished match to resume")

    def people(self, most: int = 8) -> list[str]:
        """The names of those who played here lately, latest first."""
        latest = self._store.matches(most=5 * most)
        names = {seat.name: None for one in latest for seat in one.seats if not seat.bot}
        return list(names)[:most]

    def statistics(self) -> list[PlayerStatistics]:
        """Everybody's results in those that are over."""
        from gamenight.match.statistics import statistics

        return statistics(self._store.ended())

    # Tables.

    def new(
        self,
        game: Game,
        seats: Sequence[Seat],
        options: Mapping[str, object] | None = None,
        order: Order = "given",
        seed: int | None = None,
    ) -> LocalTable:
        """A new match: see `Match.new`."""
        from gamenight.match.match import Match

        return self._table(Match.new(self._store, game, seats, options, order, seed))

    def open(self, id: int, game: Game | None = None) -> LocalTable:
        """A match to continue; raises a GamenightError."""
        from gamenight.match.match import Match

        return self._table(Match.load(self._store, id, game))

    def replay(self, id: int) -> ReplayTable:
        """A match to look at; raises a GamenightError."""
        return self.show(self.record(id), str(id))

    def show(self, record: Record, id: str = "") -> ReplayTable:
        """Any record to look at, and to branch off from; raises a GamenightError."""
        from gamenight.match.playback import ReplayTable

        return ReplayTable(record, id, adopt=self.load)

    def load(self, record: Record) -> LocalTable:
        """A new match that continues a record, with what was marked in it."""
        from gamenight.match.match import Match

        return self._table(Match.adopt(self._store, record))

    def _table(self, match: Match) -> LocalTable:
        from gamenight.match.local import LocalTable

        return LocalTable(match, self.think)

    # Records.

    def record(self, id: int) -> Record:
        return self._store.load(id).record

    def import_file(self, path: Path) -> list[int]:
        """Store the matches of a file, or none if one is not playable; returns their numbers."""
        from gamenight.match.match import Match

        records = read_records(path)
        for record in records:
            Match.check_adoptable(record)
        return [Match.adopt(self._store, record).id for record in records]

    def export(self, id: int, path: Path, seen_by: str = "", whole: bool = False) -> str:
        """Write a match to a file, in the format that its suffix names; what is in it, as a phrase.
        seen_by: what the player of this name, or in this seat, saw of it. While a match in which
        something is hidden lasts, one has to say that, or that it is to be whole."""
        record = self.record(id)
        if seen_by:
            record = record.seen_by(_seat_of(record, seen_by))
        elif record.result is None and not whole and record.hides():
            raise GamenightError(
                f"match {id} is not over, and players hide things from each other: --as SEAT "
                f"writes what that seat saw (possible: {_seats(record)}), --whole everything",
                id,
            )
        write_record(record, path)
        return contents(record)

    def delete(self, id: int) -> None:
        """Delete a match."""
        self._store.delete(id)


def _seats(record: Record) -> str:
    return listed(f"{number} {name}" for number, name in enumerate(record.names(), 1))


def _seat_of(record: Record, text: str) -> int:
    """The seat that a person names, by its number or its player."""
    names = [name.casefold() for name in record.names()]
    if text.casefold() in names:
        return names.index(text.casefold())
    number = whole_number(text)
    if number is None or not 1 <= number <= len(names):
        raise GamenightError(f"there is no seat {quoted(text)} (possible: {_seats(record)})", text)
    return number - 1


def open_matches(
    path: Path,
    think: Think = at_once,
    tell: Callable[[str], None] | None = None,
    readable: bool = False,
) -> Matches:
    """The matches in a file; readable: if it cannot be written to, it is only read. `tell` gets
    sentences for people while an older file is brought up to date. Raises StoreError."""
    from gamenight.match.sqlite import SqliteStore

    try:
        return Matches(SqliteStore(path, tell=tell), think)
    except StoreError:
        if readable:
            with suppress(StoreError):
                return Matches(SqliteStore(path, readonly=True, tell=tell), think)
        raise


def copied_matches(path: Path, think: Think = at_once, tell: Tell = None) -> Matches:
    """The matches in a file that can only be read, and new ones that end with the program; raises
    StoreError."""
    from gamenight.match.sqlite import SqliteStore

    return Matches(SqliteStore.copy_of(path, tell), think)


def unkept_matches(think: Think = at_once) -> Matches:
    """Matches that end with the program."""
    from gamenight.match.sqlite import SqliteStore

    return Matches(SqliteStore(), think)
