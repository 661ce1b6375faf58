"""Adopting: a record becomes a match of a store."""

from __future__ import annotations

from dataclasses import replace

from gamenight.core import registry
from gamenight.core.errors import InvalidRecord
from gamenight.core.game import Game
from gamenight.core.record import Record, taken
from gamenight.match.seats import check_seats
from gamenight.match.secret import new_secret
from gamenight.match.store import New
from gamenight.match.summary import appearances


def check_version(record: Record, game: Game, match: int) -> None:
    """Raise InvalidRecord for a match that was played by other rules."""
    if record.version != game.version:
        raise InvalidRecord(
            f"match {match} was played with version {record.version} of {game.id}, but this is "
            f"version {game.version}"
        )


def adopted(record: Record, game: Game | None = None) -> New:
    """A record as a match to be stored; raises a GamenightError for one that cannot be continued
    here. The chance of one that is over can still be proven; where it goes on, nobody knows the
    secret that was agreed, and it has another one."""
    if record.partial:
        raise InvalidRecord("a record of what one seat saw cannot be continued")
    check_seats(game or registry.game(record.game), taken(record.seated()))
    secret = None
    if record.fair is not None and record.result is not None:
        secret = record.fair.secret
    kept = record if secret is not None else replace(record, fair=None)
    return New(kept, secret or new_secret(), None, appearances(record, game))
