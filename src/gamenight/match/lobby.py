"""Lobby: a table on a server as a front end sees it, while it waits for people and later."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from gamenight.core.game import Game
from gamenight.core.options import declared
from gamenight.core.text import enumerated
from gamenight.match.table import Table


class Place(NamedTuple):
    """A place at the table; free where there is no name. here: its player is connected."""

    name: str = ""
    bot: str = ""
    here: bool = False

    def told(self, own: bool) -> str:
        """Who sits there, in a few words; own: somebody at this screen."""
        if not self.name:
            return "free"
        if self.bot:
            return f"{self.name}, a machine ({self.bot})"
        return f"{self.name}{' (you)' if own else '' if self.here else ', not connected'}"


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
    def join(self, address: str) -> Lobby:
        """The table of a link or a code."""

    @abstractmethod
    def seats(self) -> Sequence[tuple[str, str]]:
        """Where somebody here has a seat: the link, and what is played there by whom."""

    @abstractmethod
    def close(self) -> None:
        """Our own tables close; everything is stored."""


class Lobby(Protocol):
    """What somebody does is answered with a sentence for people; a GamenightError says why it was
    not possible, and then nothing has changed."""

    game: Game
    options: Mapping[str, Any]
    places: Sequence[Place]
    yours: Sequence[int]  # the places of the people at this screen
    host: bool  # whether they may change the table
    code: str  # what lets others sit down, if it may be shown
    table: Table | None  # the match, once it has begun
    version: int  # grows with every change

    @abstractmethod
    async def open(self) -> None:
        """Connect; raises a GamenightError."""

    @abstractmethod
    async def wait(self, sentence: str = "") -> None:
        """Until something has changed, or `interrupt`, while the sentence says what for; raises a
        GamenightError when the server will not have us."""

    @abstractmethod
    def interrupt(self) -> None:
        """Nobody waits any more."""

    @abstractmethod
    def tell_changes(self, changed: Callable[[], None]) -> None:
        """`changed` is called when something has come, perhaps in another thread."""

    @abstractmethod
    def look(self) -> str:
        """Take in what has come; what it was, in a sentence."""

    @property
    @abstractmethod
    def trouble(self) -> str:
        """Why nothing comes: "Connecting again ..."."""

    @abstractmethod
    async def claim(self, name: str) -> str:
        """Sit down in a free place under this name."""

    @abstractmethod
    async def rename(self, place: int, name: str) -> str:
        """Somebody at this screen is called otherwise, before it begins."""

    @abstractmethod
    async def agree(self, options: Mapping[str, Any]) -> str:
        """The host says what is agreed, before it begins."""

    @abstractmethod
    async def machine(self, place: int, bot: str) -> str:
        """The host puts a machine into a place, or with no bot empties it."""

    @abstractmethod
    async def count(self, places: int) -> str:
        """The host says how many places there are."""

    @abstractmethod
    async def begin(self) -> str:
        """The host begins."""

    @abstractmethod
    def invitation(self) -> str:
        """The address that lets others sit down; empty if this screen does not know it."""

    @abstractmethod
    def picture(self) -> Sequence[str]:
        """The same as a QR code: lines of blocks that are light on a dark ground."""

    @abstractmethod
    def farewell(self) -> str:
        """How to come back."""

    @abstractmethod
    def close(self) -> None:
        """Nobody is here any more."""

    @property
    @abstractmethod
    def may_claim(self) -> bool:
        """Whether somebody here knows what lets them sit down."""

    def agreed(self) -> list[str]:
        """The options that are not as usual, one a line."""
        words = {True: "yes", False: "no"}
        return [
            f"{option.words}: {words[value] if isinstance(value, bool) else value}"
            for option in declared(self.game.options)
            if (value := self.options.get(option.name, option.default)) != option.default
        ]

    @property
    def is_open(self) -> bool:
        """Whether a place is free."""
        return any(not place.name for place in self.places)

    def awaited(self) -> str:
        """What it waits for, in a sentence."""
        free = sum(not place.name for place in self.places)
        if free:
            more = "one more player" if free == 1 else f"{free} more players"
            return f"Waiting for {more}, or for the host to begin."
        gone = [p.name for p in self.places if p.name and not p.bot and not p.here]
        if gone:
            return f"Waiting for {enumerated(gone)}."
        return "Everybody is here: begin when you like." if self.host else "Waiting for the host."
