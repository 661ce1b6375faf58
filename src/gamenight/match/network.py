"""Network: tables far away, for a menu."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from threading import Thread
from time import monotonic, time
from typing import NamedTuple, Protocol

from gamenight.core.clock import face
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.match.archive import ago
from gamenight.match.columns import title_of
from gamenight.match.hall import Hall
from gamenight.match.lobby import Lobby

PATIENCE = 2.0  # seconds for servers to say how their tables are
MOST = 8  # tables that are asked about
LATELY = 14 * 24 * 3600.0  # seconds in which a seat elsewhere is shown


class News(NamedTuple):
    """How a table far away is now. yours: somebody here is waited for; left: the milliseconds that
    they have, where people come and go; over: the match is."""

    yours: bool = False
    left: int | None = None
    over: bool = False

    def told(self) -> str:
        """In a few words; empty where nothing is to be said."""
        if self.over or not self.yours:
            return "over" if self.over else ""
        return "your turn" if self.left is None else f"your turn, {face(self.left)} left"


class Chair(NamedTuple):
    """A place of somebody here at a table far away. link: leads back to it, with what lets them in;
    names: who sits here, and with whom; when: they were there last, in seconds; over: the match
    was, then; places: theirs; slow: there people come and go for as long as it lasts."""

    link: str
    names: str
    game: str = ""
    when: float = 0.0
    over: bool = False
    places: tuple[int, ...] = ()
    slow: bool = False

    @property
    def where(self) -> str:
        """The server, as people read it."""
        return self.link.partition("://")[2].partition("/")[0]

    def ago(self) -> str:
        """How long ago they were there; empty where nobody knows."""
        then = datetime.fromtimestamp(self.when, UTC)
        return ago(datetime.now(UTC), then) if self.when else ""

    def told(self, news: News | None = None) -> str:
        """What tells it apart from others, in a line."""
        title = f"{title_of(self.game)}: " if self.game else ""
        state = (news or News(over=self.over)).told()
        more = ", ".join(filter(None, [f"at {self.where}", state, self.ago()]))
        return f"{title}{self.names} ({more})"


def go_on(seats: Iterable[Chair]) -> list[Chair]:
    """Those that somebody was in lately, or where people come and go, at tables whose match is not
    over."""
    since = time() - LATELY
    return [one for one in seats if not one.over and (one.slow or one.when > since)]


def look_up(network: Network, seats: Sequence[Chair]) -> dict[Chair, News]:
    """How the tables of these seats are now, as far as their servers answer soon. All are asked at
    once."""
    found: dict[Chair, News] = {}

    def ask(chair: Chair) -> None:
        with suppress(GamenightError):
            found[chair] = network.news(chair)

    threads = [Thread(target=ask, args=(chair,), daemon=True) for chair in seats]
    until = monotonic() + PATIENCE
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(until - monotonic(), 0.0))
    return dict(found)


def by_urgency(seats: Sequence[Chair], news: Mapping[Chair, News]) -> list[Chair]:
    """Where somebody is waited for comes first; what is over by now is left out."""
    known = {chair: news.get(chair, News()) for chair in seats}
    left = [chair for chair in seats if not known[chair].over]
    return sorted(left, key=lambda chair: not known[chair].yours)


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
    def news(self, chair: Chair) -> News:
        """How the table of a seat is now; its server is asked, which may take a moment."""

    @abstractmethod
    def close(self) -> None:
        """Our own tables close; everything is stored."""
