"""Hall: a server as a front end sees it, with the tables that everybody may see."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, Protocol

from gamenight.core.game import Game
from gamenight.match.columns import title_of
from gamenight.match.lobby import Lobby


class Listed(NamedTuple):
    """A table: its game, who sits there (free where the name is empty), and whether it is open,
    playing or over."""

    id: str
    game: str
    names: tuple[str, ...]
    state: str

    @property
    def is_open(self) -> bool:
        """Whether somebody can sit down."""
        return self.state == "open" and "" in self.names

    @property
    def title(self) -> str:
        return title_of(self.game)

    @property
    def told(self) -> str:
        """Who sits there, and how far they are."""
        return f"{', '.join(name or 'free' for name in self.names)} ({self.state})"


TableKind = Literal["chat", "private", "live"]
KINDS: dict[TableKind, str] = {
    "chat": "people can talk there",
    "private": "it is not listed: only its link and its code lead there",
    "live": "all screens mix the dice before each roll",
}


class Hall(Protocol):
    """What is not possible raises a GamenightError. The server is asked each time: this takes a
    moment."""

    server: str  # its address
    opens: bool = False  # whether anybody may open tables there, and talk at them; it is known when
    talks: bool = False  # it was asked for its tables
    public: bool = False  # whether it lists tables at all

    def none(self) -> str:
        """Why there are no tables to choose from, and what can be done, in a sentence."""
        if self.public:
            return "Nobody has a table here that everybody may see."
        comes = "people come to them by link or code (gamenight serve --public yes lists them)"
        return f"This server does not list its tables: {comes}."

    @abstractmethod
    def tables(self) -> Sequence[Listed]:
        """Its tables, latest first."""

    @abstractmethod
    def enter(self, table: Listed, watch: bool = False) -> Lobby:
        """This table, to sit down where a place is free, or only to watch."""

    @property
    def kinds(self) -> list[TableKind]:
        """What a new table can be besides the usual."""
        possible = {"chat": self.talks, "private": self.public, "live": True}
        return [kind for kind in KINDS if possible[kind]]

    @abstractmethod
    def new(self, game: Game, kinds: Collection[TableKind] = ()) -> Lobby:
        """A new table that everybody may see, if the server lists them; whoever opens it is its
        host. kinds: what it is besides."""
