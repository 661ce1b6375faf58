"""Matches: the one way to the matches of a store. It lists, creates, opens, branches, imports,
exports and deletes them, and gives out tables. What plays a match is imported with the first one:
a list of matches does not wait for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.record import Order, Record, Seat
from gamenight.core.text import is_placeholder
from gamenight.match.archive import search
from gamenight.match.files import read_records, write_record
from gamenight.match.locks import PATIENCE, patiently
from gamenight.match.store import NewerStore, StaleMatch, Store, StoreError, Summary, Tell
from gamenight.match.waiting import Think, at_once

if TYPE_CHECKING:
    from gamenight.match.local import LocalTable
    from gamenight.match.match import Match
    from gamenight.match.playback import ReplayTable
    from gamenight.match.sqlite import SqliteStore
    from gamenight.match.statistics import PlayerStatistics

T = TypeVar("T")

UNKEPT = "matches of this session are not kept"

__all__ = [
    "Imported",
    "Matches",
    "NewerStore",
    "StaleMatch",
    "StoreError",
    "Summary",
    "copied_matches",
    "open_matches",
    "unkept_matches",
    "unless_newer",
]


class Imported(NamedTuple):
    """A match of a file by its number; new: it was not there before."""

    id: int
    new: bool


class Matches:
    """The matches of one store. think: how its tables wait for bots."""

    def __init__(self, store: Store, think: Think = at_once, tell: Tell = None):
        self.think = think
        self._store = store
        self._tell = tell

    @property
    def notice(self) -> str:
        """Why something is kept in memory only; empty where nothing is."""
        return self._store.notice

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
        """The unfinished matches, most recent first."""
        known = registry.games()
        return [one for one in self._store.matches(finished=False) if one.game in known]

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
        seats = (seat for one in latest for seat in one.seats if seat.name and not seat.bot)
        names = dict.fromkeys(seat.name for seat in seats if not is_placeholder(seat.name))
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

    def import_file(self, path: Path) -> list[Imported]:
        """Store the matches of a file, all or none, except for those that are there already."""
        from gamenight.match.match import Match

        records = read_records(path)
        known = [self._store.same(record) for record in records]
        missing = [record for record, id in zip(records, known, strict=True) if id is None]
        new = iter(self._patiently(lambda: Match.adopt_all(self._store, missing)))
        return [Imported(next(new) if id is None else id, id is None) for id in known]

    def export(self, id: int, path: Path) -> None:
        """Write a match to a file, in the format that its suffix names."""
        write_record(self.record(id), path)

    def delete(self, id: int) -> None:
        """Delete a match."""
        self._patiently(lambda: self._store.delete(id))

    def _patiently(self, deed: Callable[[], T]) -> T:
        return patiently(deed, self.path, self._tell)


def open_matches(
    path: Path,
    think: Think = at_once,
    tell: Callable[[str], None] | None = None,
    readable: bool = False,
) -> Matches:
    """The matches in a file; readable: if it cannot be written to, it is only read. `tell` gets
    sentences for people while an older file is brought up to date. Raises StoreError."""
    from gamenight.match.shelter import Shelter
    from gamenight.match.sqlite import SqliteStore

    try:
        patience = 0.0 if readable else PATIENCE
        return Matches(Shelter(SqliteStore(path, tell=tell, patience=patience)), think, tell)
    except StoreError as error:
        if readable:
            with unless_newer(error):
                return Matches(SqliteStore(path, readonly=True, tell=tell), think)
        raise


@contextmanager
def unless_newer(error: StoreError) -> Iterator[None]:
    """Another try at a store that could not be opened. It may fail as well; but where a newer
    gamenight has written it, nobody should play beside that."""
    if isinstance(error, NewerStore):
        raise error
    try:
        yield
    except NewerStore:
        raise
    except StoreError:
        pass


def copied_matches(path: Path, think: Think = at_once, tell: Tell = None) -> Matches:
    """The matches in a file that can only be read, and new ones that end with the program; raises
    StoreError."""
    from gamenight.match.sqlite import SqliteStore

    return _unkept(SqliteStore.copy_of(path, tell), think)


def unkept_matches(think: Think = at_once) -> Matches:
    """Matches that end with the program."""
    from gamenight.match.sqlite import SqliteStore

    return _unkept(SqliteStore(), think)


def _unkept(store: SqliteStore, think: Think) -> Matches:
    store.notice = UNKEPT
    return Matches(store, think)
