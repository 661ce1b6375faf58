"""The store: where matches are kept. A ply is stored before it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple, Protocol

from gamenight.core.errors import GamenightError
from gamenight.core.fairness import Mix
from gamenight.core.record import Change, Record, Result, Seat
from gamenight.match.places import Place
from gamenight.match.summary import Appearance

Tell = Callable[[str], None] | None  # what whoever waits is to know


class StoreError(GamenightError):
    code = "store_error"


class NewerStore(StoreError):
    """A newer gamenight has written it: this one neither reads nor replaces it."""

    code = "newer_store"


class LockedStore(StoreError):
    """Another program is writing: it works again when that is done."""

    code = "locked_store"


class UnwritableStore(StoreError):
    """Nothing can be written now: the disk is full, read-only, broken or gone, or the file is
    damaged. What was stored before stays as it was. reason: why, in a few words."""

    code = "unwritable_store"

    def __init__(self, place: Place, reason: str, detail: str = ""):
        super().__init__(f"the store {place or 'in memory'} cannot be used: {reason}{detail}")
        self.reason = reason


class LostLease(UnwritableStore):
    """This server may not write any more: others think that it has ended."""

    code = "lost_lease"


class UnknownMatch(StoreError):
    code = "unknown_match"


class DamagedMatch(StoreError):
    """A match that is not as it was stored: it is not played on."""

    code = "damaged_match"


class StaleMatch(StoreError):
    """Another process has changed the match since it was loaded."""

    code = "stale_match"


class Stored(NamedTuple):
    """A match as it is stored.

    revision: counts its changes; passes: (ply, seat) of
    everybody who was asked out of turn there and did nothing; later: words that wait for the dice
    to fall.
    """

    id: int
    record: Record
    secret: bytes
    revision: int
    follows: int | None
    passes: frozenset[tuple[int, int]] = frozenset()
    later: tuple[str, ...] = ()


class New(NamedTuple):
    """A match to be stored, with what has been played of it and what is marked in it."""

    record: Record
    secret: bytes
    follows: int | None = None
    appearances: Sequence[Appearance] = ()


class Kept(NamedTuple):
    """What is on disk of a match: its number there, and how many plies if some are missing."""

    number: int | None
    plies: int | None = None


class Part(NamedTuple):
    """As much of a match as is whole, and a sentence that says what is not, if anything."""

    record: Record
    damage: str


class Summary(NamedTuple):
    """A line of the list of matches. One that can no longer be read has no seats. absent: the seats
    whose players had left before a match was over. table: where it is played on, if that is one of
    a server."""

    id: int
    game: str
    seats: tuple[Seat, ...]
    plies: int
    result: Result | None
    touched: datetime
    taken_back: int = 0
    absent: tuple[int, ...] = ()
    table: str = ""


class Hosted(NamedTuple):
    """A table of a server that has this store: who has a place there (free where the name is
    empty), the number of its match, if it has begun, and whether that is over. own: whether it was
    opened by `host`, not by somebody over the network."""

    id: str
    game: str
    names: tuple[str, ...]
    match: int | None
    over: bool
    touched: datetime
    own: bool = True


class Ended(NamedTuple):
    """What statistics need from a finished match."""

    game: str
    appearances: tuple[Appearance, ...]


class Store(Protocol):
    """What a match needs from the place where it is kept. `path` is its file, if it is one.

    A change to a match names the revision it was loaded at, and returns the next one; raises
    StaleMatch if another process was quicker, and UnknownMatch. With a result come the
    appearances in it.
    """

    path: Path | None

    @property
    def notice(self) -> str:
        """Why something is in memory only; empty where nothing is."""

    @property
    def unsaved(self) -> bool:
        """Whether a file is to have something that is in memory only."""

    def create(
        self,
        record: Record,
        secret: bytes,
        follows: int | None = None,
        appearances: Sequence[Appearance] = (),
    ) -> Stored:
        """Store a new match, with what has been played of it and what is marked in it."""

    def create_all(self, news: Sequence[New]) -> list[Stored]:
        """Store all of these matches, or none."""

    def same(self, record: Record) -> int | None:
        """The number of a match that has been played in the very same way."""

    def append(
        self,
        id: int,
        revision: int,
        ply: int,
        texts: Sequence[str],
        result: Result | None = None,
        appearances: Sequence[Appearance] = (),
        later: Sequence[str] | None = None,
        drafts: Sequence[tuple[int, str]] = (),
        spent: Sequence[int | None] = (),
        mixes: Sequence[Mix] = (),
    ) -> int:
        """Add plies from this number on, and the result if they end the match; later: the words
        that wait from now on, if they have changed; drafts: what seats have marked after it;
        spent: the milliseconds that each ply took, if they are counted; mixes: what seats have
        added to chance before these plies."""

    def cut(self, id: int, revision: int, ply: int, changes: Sequence[Change]) -> int:
        """Take back the plies from this number on, and the result; changes: those of who sits where
        that are left. What is marked for this ply stays; who has passed at it or later, and what
        was kept for later plies or words, is dropped. Mixes stay: nothing is rolled again."""

    def change(self, id: int, revision: int, change: Change) -> int:
        """Somebody else takes a seat, without any passes or marks there."""

    def keep_pass(self, id: int, revision: int, ply: int, seat: int) -> int:
        """Somebody who was asked out of turn does nothing."""

    def keep_later(self, id: int, revision: int, texts: Sequence[str]) -> int:
        """The words that wait now, instead of those before."""

    def finish(
        self, id: int, revision: int, result: Result, appearances: Sequence[Appearance] = ()
    ) -> int:
        """A result without a ply: somebody resigned."""

    def keep_draft(self, id: int, ply: int, seat: int, text: str) -> None:
        """What a person has marked so far; this does not change the match."""

    def draft(self, id: int, ply: int, seat: int) -> str | None:
        """What was marked for this ply at this seat."""

    def load(self, id: int) -> Stored:
        """A match by its number, as it was stored; raises UnknownMatch, DamagedMatch."""

    def part(self, id: int) -> Part:
        """As much of a match as is whole, and what is not; raises UnknownMatch, DamagedMatch."""

    def raw(self, id: int) -> dict[str, list[dict[str, Any]]]:
        """The rows of a match, damaged or not, by table and column; raises UnknownMatch."""

    def matches(
        self, finished: bool | None = None, most: int | None = None, game: str = ""
    ) -> list[Summary]:
        """The matches, most recent first, with who sits there now: all of them, those that are
        over, or those that are not; at most this many; game: only those of this id, whatever its
        case."""

    def count(self, finished: bool | None = None) -> int:
        """The number of matches: all, those that are over, or those that are not."""

    def hosted(self) -> list[Hosted]:
        """The tables of a server that has this store, latest first, each with its last match."""

    def ended(self) -> Iterator[Ended]:
        """The matches that are over, in the order in which they ended."""

    def delete(self, id: int, revision: int | None = None) -> None:
        """Delete a match, if it still has this revision; raises UnknownMatch, StaleMatch."""

    def kept(self, id: int) -> Kept:
        """What of a match is on disk, after another try to write what is not."""

    def wait(self, stop: Event) -> None:
        """Wait until no other program is writing, or for the event; any thread may do so."""

    def close(self) -> None:
        """The store is no longer needed."""
