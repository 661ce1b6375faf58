"""Screens: those who look at a table, and what they may not do."""

from __future__ import annotations

from typing import Protocol

from gamenight.core.errors import GamenightError
from gamenight.online import protocol as p
from gamenight.online.eyes import Eyes


class NotAllowed(GamenightError):
    """Only somebody else may do this."""

    code = "not_allowed"


class Closed(GamenightError):
    """The room has left memory: whoever comes again finds another one of the same table."""

    code = "closed"


class Peer(Protocol):
    """A screen far away."""

    def send(self, text: str) -> None:
        """Send this, or drop the peer if it does not read."""

    def close(self, code: int, reason: str) -> None: ...

    @property
    def lag(self) -> float:
        """The seconds that a message there and its answer take, as far as measured."""

    def measure(self) -> None:
        """Time is counted: find out how slow it is."""


class Screen:
    """A peer at a table, and whose places it has."""

    def __init__(self, peer: Peer, places: list[int], host: bool, want: p.Want):
        self.peer, self.places, self.host, self.want = peer, places, host, want
        self.eyes: Eyes = (None,)
