"""Network: tables far away, for a menu."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from time import time
from typing import NamedTuple, Protocol

from gamenight.core.game import Game
from gamenight.match.archive import ago
from gamenight.match.columns import title_of
from gamenight.match.hall import Hall
from gamenight.match.lobby import Lobby

LATELY = 14 * 24 * 3600.0  # seconds in which a seat elsewhere is shown


class Chair(NamedTuple):
    """A place of somebody here at a table far away. link: leads back to it, with what lets them in;
    names: who sits here, and with whom; when: they were there last, in seconds; over: the match
    was, then."""

    link: str
    names: str
    game: str = ""
    when: float = 0.0
    over: bool = False

    @property
    def where(self) -> str:
        """The server, as people read it."""
        return self.link.partition("://")[2].partition("/")[0]

    def ago(self) -> str:
        """How long ago they were there; empty where nobody knows."""
        then = datetime.fromtimestamp(self.when, UTC)
        return ago(datetime.now(UTC), then) if self.when else ""

    def told(self) -> str:
        """What tells it apart from others, in a line."""
        title = f"{title_of(self.game)}: " if self.game else ""
        state = "over" if self.over else ""
        more = ", ".join(filter(None, [f"at {self.where}", state, self.ago()]))
        return f"{title}{self.names} ({more})"


def go_on(seats: Iterable[Chair]) -> list[Chair]:
    """Those that somebody was in lately, at tables whose match is not over."""
    since = time() - LATELY
    return [one for one in seats if not one.over and one.when > since]


class Network(Protocol):
    """Tables far away, for a menu. What is not possible raises a GamenightError, and so does
    everything where the packages for it are missing."""

    @abstractmethod
    def check(self) -> None:
        """Raises a GamenightError that says what is missing, if something is."""

    @abstractmethod
    def host(self, game: Game, lan: bool) -> Lobby:
        """A new table on this machine; lan: for people on the local network too. This takes a
        moment."""

    @abstractmethod
    def resume(self, game: str, table: str) -> Lobby:
        """A table of this game on this machine, open or not, with the links that it had. This takes
        a moment."""

    @abstractmethod
    def join(self, address: str) -> Lobby:
        """The table of a link or a code."""

    @abstractmethod
    def hall(self, address: str) -> Hall | None:
        """The server that an address leads to; None if it leads to a table."""

    @abstractmethod
    def seats(self) -> Sequence[Chair]:
        """Where somebody here has a seat; the newest comes first."""

    @abstractmethod
    def close(self) -> None:
        """Our own tables close; everything is stored."""
