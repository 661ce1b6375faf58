"""Matches: the one way to the matches of a store. It lists, creates, opens, branches, imports,
exports and deletes them, and gives out tables. What plays a match is imported with the first one:
a list of matches does not wait for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from gamenight.core.command import command
from gamenight.core.errors import BrokenGame, GamenightError, InvalidRecord, UnknownGame
from gamenight.core.game import Game
from gamenight.core.record import Order, Record, Seat
from gamenight.core.text import is_placeholder, listed, quoted, whole_number
from gamenight.match.archive import resuming, search
from gamenight.match.columns import title_of
from gamenight.match.files import contents, raw_text, read_records, write_record, write_whole
from gamenight.match.locks import PATIENCE, patiently
from gamenight.match.presence import Presence
from gamenight.match.store import (
    DamagedMatch,
    Hosted,
    NewerStore,
    Part,
    StaleMatch,
    Store,
    StoreError,
    Summary,
    Tell,
    UnwritableStore,
)
from gamenight.match.waiting import Think, at_once

if TYPE_CHECKING:
    from gamenight.match.local import LocalTable
    from gamenight.match.match import Match
    from gamenight.match.playback import ReplayTable
    from gamenight.match.statistics import PlayerStatistics

T = TypeVar("T")

SPECTATOR = "spectator"
WAITS = timedelta(hours=24)  # how long a code lets somebody sit down
UNKEPT = "matches of this session are not kept"

__all__ = [
    "AtTable",
    "DamagedMatch",
    "Hosted",
    "Imported",
    "Matches",
    "NewerStore",
    "StaleMatch",
    "StoreError",
    "Summary",
    "open_matches",
    "sheltered_matches",
    "unkept_matches",
]


class AtTable(GamenightError):
    """A match that is played at a table of a server: nobody continues it beside that."""

    code = "at_table"


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
        self._presence = Presence(store.path)

    @property
    def notice(self) -> str:
        """Why something is kept in memory only; empty where nothing is."""
        return self._store.notice

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost if the program ended now; what can be stored is."""
        if self._store.unsaved:
            with suppress(StoreError):
                self._store.matches(most=0)
        return self._store.unsaved

    @property
    def path(self) -> Path | None:
        """The path of the store; None for matches that end with the program."""
        return self._store.path

    def close(self) -> None:
        self._presence.close()
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
        return self._store.count(finished)

    def unfinished(self) -> list[Summary]:
        """The unfinished matches that can be read, most recent first, also those whose game is
        missing, and those at tables that are hosted here."""
        return [one for one in self._store.matches(finished=False) if one.seats]

    def hosted(self, waiting: bool = False) -> list[Hosted]:
        """The tables that are hosted here, latest first; waiting: only those whose match has not
        begun and where somebody sits, as long as their codes are good."""
        found = [one for one in self._store.hosted() if one.own]
        if waiting:
            since = datetime.now(UTC) - WAITS
            waits = [one for one in found if one.match is None and one.touched > since]
            found = [one for one in waits if any(one.names)]  # nobody has sat down at the others
        return found

    def people(self, most: int = 8, besides: Collection[str] = ()) -> list[str]:
        """The names of those who played here lately, latest first, besides those that are known;
        whoever only sat there is not among them."""
        names: dict[str, None] = {}
        for one in self._store.matches(most=5 * most):
            people = {seat.name for seat in one.seats if seat.name and not seat.bot}
            if len(names) < most and not names.keys() >= people.difference(besides):
                with suppress(GamenightError):  # damaged, or its game is missing
                    played = self.replay(one.id).acts_of_people()
                    fresh = (n for n in played if n not in besides and not is_placeholder(n))
                    names |= dict.fromkeys(fresh)
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

        match = Match.load(self._store, id, game)
        if match.result is None:
            for table in self._store.hosted():
                if table.match == id:
                    where = "a table that you host" if table.own else "a table of a server"
                    told = f"match {id} is played at {where}: {resuming(table)}"
                    raise AtTable(told, id)
        return self._table(match)

    def open_latest(self, tell: Callable[[str], None]) -> LocalTable:
        """The most recent unfinished match that can be continued. `tell` gets a sentence about each
        later one that is damaged or hosted, or whose game is missing or broken; raises a
        GamenightError."""
        skipped, broken = list[str](), set[str]()
        for one in self.unfinished():
            if one.game in broken:
                continue  # rules that do not answer are waited for once
            try:
                table = self.open(one.id)
            except (AtTable, DamagedMatch, UnknownGame, BrokenGame, InvalidRecord) as error:
                skipped.append(f"Match {one.id} cannot be resumed: {error}.")
                broken |= {one.game} if isinstance(error, UnknownGame | BrokenGame) else set()
            else:
                for sentence in skipped:
                    tell(sentence)
                return table
        why = f" ({' '.join(skipped)})" if skipped else ""
        raise GamenightError(f"there is no unfinished match to resume{why}")

    def replay(self, id: int) -> ReplayTable:
        """A match to look at, as far as it is whole; raises a GamenightError."""
        return self.show(self.part(id).record, str(id))

    def show(self, record: Record, id: str = "") -> ReplayTable:
        """Any record to look at, and to branch off from; raises a GamenightError."""
        from gamenight.match.playback import ReplayTable

        return ReplayTable(record, id, adopt=self.load)

    def load(self, record: Record) -> LocalTable:
        """A new match that continues a record, with what was marked in it."""
        from gamenight.match.match import Match

        table = self._table(Match.adopt(self._store, record))
        table.greeting = f"This is a new match, number {table.id}."
        return table

    def take_up(self, record: Record) -> LocalTable:
        """The match of a file, to continue: the one that is here, if nobody has gone on with it."""
        known = self._store.same(record)
        with suppress(AtTable):
            if known is not None:
                table = self.open(known)
                for one in record.marks:
                    table.keep_draft(one.seat, one.keys)
                table.greeting = table.greeting or f"This is match {known}, which is here already."
                return table
        return self.load(record)

    def _table(self, match: Match) -> LocalTable:
        from gamenight.match.local import LocalTable

        return LocalTable(match, self.think, self._presence)

    # Records.

    def record(self, id: int) -> Record:
        return self._store.load(id).record

    def part(self, id: int) -> Part:
        """As much of a match as is whole, and what is not; raises a GamenightError."""
        return self._store.part(id)

    def about(self, id: int) -> str:
        """What a match is, in a few words, even if it is damaged; raises UnknownMatch."""
        found = next((one for one in self._store.matches() if one.id == id), None)
        if found is None or not found.seats:
            self._store.raw(id)
            return "it is damaged and unreadable"
        return f"{title_of(found.game)}: {', '.join(seat.name for seat in found.seats)}"

    def import_file(self, path: Path) -> list[Imported]:
        """Store the matches of a file, all or none, except for those that are there already."""
        from gamenight.match.match import Match

        records = read_records(path)
        for record in records:
            if record.partial:
                see = command(f"replay {path}")
                raise InvalidRecord(
                    f"{path} has {contents(record)}, so it cannot be continued here: {see} shows it"
                )
        texts = [record.dumps() for record in records]
        missing = dict(zip(texts, records, strict=True))
        known = {text: self._store.same(record) for text, record in missing.items()}
        missing = {text: record for text, record in missing.items() if known[text] is None}
        new = self._patiently(lambda: Match.adopt_all(self._store, [*missing.values()]))
        added = dict(zip(missing, new, strict=True))
        found = []
        for text in texts:
            id = known[text]
            found.append(Imported(added[text], True) if id is None else Imported(id, False))
            known[text] = found[-1].id
        return found

    def export(self, id: int, path: Path, seen_by: str = "", whole: bool = False) -> str:
        """Write a match to a file, in the format that its suffix names; what is in it, as a phrase.
        seen_by: what the player of this name, or in this seat, saw of it, or a spectator. While a
        match in which something is hidden lasts, one has to say that, or that it is to be whole."""
        record = self.record(id)
        if record.result is None and seen_by.casefold() != SPECTATOR and record.hides():
            self._check_elsewhere(id)
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

    def _check_elsewhere(self, id: int) -> None:
        """Refuse to show what others hide at screens of their own; raises AtTable."""
        if any(table.match == id and not table.over for table in self._store.hosted()):
            told = f"match {id} is played at a table that you host, and others hide things from you"
            raise AtTable(f"{told} (possible: --as {SPECTATOR}, or all of it when it is over)", id)

    def export_raw(self, id: int, path: Path) -> None:
        """Write all that is stored of a match as JSON, for its owner only, damaged or not."""
        self._check_elsewhere(id)
        write_whole(path, raw_text(self._store.raw(id)), private=True)

    def delete(self, id: int) -> None:
        """Delete a match."""
        self._patiently(lambda: self._store.delete(id))

    def _patiently(self, deed: Callable[[], T]) -> T:
        return patiently(deed, self.path, self._tell)


def _seats(record: Record) -> str:
    """The seats that somebody has, and a spectator."""
    seats = [f"{number} {name}" for number, name in enumerate(record.names(), 1) if name]
    return listed([*seats, SPECTATOR])


def _seat_of(record: Record, text: str) -> int | None:
    """The seat that a person names, by its number or its player; None for a spectator, who sees
    least: a player of that name is named by the number."""
    if text.casefold() == SPECTATOR:
        return None
    names = [name.casefold() for name in record.names()]
    if text.casefold() in names:
        return names.index(text.casefold())
    number = whole_number(text)
    if number is None or not 1 <= number <= len(names) or not names[number - 1]:
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
    from gamenight.match.shelter import Shelter
    from gamenight.match.sqlite import SqliteStore

    try:
        patience = 0.0 if readable else PATIENCE
        return Matches(Shelter(SqliteStore(path, tell=tell, patience=patience)), think, tell)
    except StoreError as error:
        with unless_newer(error):
            if readable:
                return Matches(SqliteStore(path, readonly=True, tell=tell), think)
            if isinstance(error, UnwritableStore):
                SqliteStore(path, readonly=True).close()
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


def sheltered_matches(
    path: Path, error: StoreError, think: Think = at_once, tell: Tell = None
) -> Matches:
    """What can be read of a file that could not be opened, with this error, and new matches in
    memory, until it can be written to; raises NewerStore."""
    from gamenight.match.shelter import Shelter
    from gamenight.match.sqlite import SqliteStore

    found, reason = SqliteStore(), str(error)
    with unless_newer(error):
        found = SqliteStore.copy_of(path, tell)
    if isinstance(error, UnwritableStore):
        reason = error.reason
    found.stand_for(path, reason)
    return Matches(Shelter(found, reason), think, tell)


def unkept_matches(think: Think = at_once) -> Matches:
    """Matches that end with the program."""
    from gamenight.match.sqlite import SqliteStore

    store = SqliteStore()
    store.notice = UNKEPT
    return Matches(store, think)
