"""The store: where matches are kept. A ply is stored before it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, Protocol

from gamenight.core.errors import GamenightError
from gamenight.core.record import Change, Record, Result, Seat


class StoreError(GamenightError):
    code = "store_error"


class UnknownMatch(StoreError):
    code = "unknown_match"


class StaleMatch(StoreError):
    """Another process has changed the match since it was loaded."""

    code = "stale_match"


class Stored(NamedTuple):
    """A match as the store has it; `revision` counts its changes."""

    id: int
    record: Record
    secret: bytes
    revision: int
    follows: int | None


class Summary(NamedTuple):
    """A line of the list of matches."""

    id: int
    game: str
    seats: tuple[Seat, ...]
    plies: int
    result: Result | None
    touched: datetime


class Store(Protocol):
    """What a match needs of the place where it is kept. `path` is None where nothing is kept.

    Whoever changes a match names the revision it was loaded at, and gets the next one.
    """

    path: Path | None

    def create(self, record: Record, secret: bytes, follows: int | None = None) -> Stored:
        """Keep a new match, with whatever was played of it already."""

    def append(
        self, id: int, revision: int, ply: int, texts: Sequence[str], result: Result | None = None
    ) -> int:
        """Add plies from this number on, and the result if they end the match."""

    def cut(self, id: int, revision: int, ply: int) -> int:
        """Take back the plies from this number on; who sits where now stays so."""

    def change(self, id: int, revision: int, change: Change) -> int:
        """Somebody else takes a seat."""

    def keep_draft(self, id: int, ply: int, text: str) -> None:
        """What a person has marked so far for the next ply."""

    def draft(self, id: int, ply: int) -> str | None:
        """What was marked for this ply, if that is the next one still."""

    def finish(self, id: int, revision: int, result: Result) -> int:
        """A result without a ply: somebody resigned."""

    def load(self, id: int) -> Stored:
        """A match by its number; raises UnknownMatch."""

    def matches(self) -> list[Summary]:
        """All matches, the one touched last first, with who sits there now."""

    def delete(self, id: int) -> None:
        """Forget a match; raises UnknownMatch."""

    def close(self) -> None:
        """Nothing is asked of it any more."""
