"""Notes: sentences about a match beside its plies, such as that a move was taken back. They are
kept with the table, so that whoever comes back reads them again."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, suppress
from typing import Protocol

from gamenight.core.errors import GamenightError
from gamenight.online.seating import Seating

MOST = 30  # the latest


class Noting(Protocol):
    """What has to be known of a room."""

    def changing(self) -> AbstractAsyncContextManager[Seating]: ...


async def note(room: Noting, plies: int, sentence: str) -> None:
    """Keep a sentence that came after this many plies. Later ones were taken back; where the same
    sentence said so, once is enough for all that is taken back in a row."""
    with suppress(GamenightError):  # then only those who are here have read it
        async with room.changing() as seating:
            before = [
                (min(at, plies), told)
                for at, told in seating.notes
                if at <= plies or told != sentence
            ]
            seating.notes = [*before, (plies, sentence)][-MOST:]
