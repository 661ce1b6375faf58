"""Lobby: a table on a server as a front end sees it, while it waits for people and later."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from gamenight.core.clock import read_control
from gamenight.core.game import Game
from gamenight.core.options import declared, typed
from gamenight.core.text import enumerated
from gamenight.match.table import Table

ONLY_HERE = (
    "Only this machine can join: host with --lan (in the menu: Local network) to let others in."
)
NEW_CODE = "There is a new code; the old one is no longer good."
EXAMPLE_CODE = "7L4M-VZGY"  # a whole one, of a local network


class Place(NamedTuple):
    """A place at the table; free where there is no name. here: its player is connected."""

    name: str = ""
    bot: str = ""
    here: bool = False

    def told(self, own: bool, hosts: bool = False) -> str:
        """Who sits there, in a few words; own: somebody at this screen; hosts: who may change the
        table."""
        if not self.name:
            return "free"
        if self.bot:
            return f"{self.name}, a machine ({self.bot})"
        host = ", the host" if hosts else ""
        return f"{self.name}{host}{' (you)' if own else '' if self.here else ', not connected'}"


class Lobby(Protocol):
    """What somebody does is answered with a sentence for people; a GamenightError says why it was
    not possible, and then nothing has changed."""

    game: Game
    options: Mapping[str, Any]
    places: Sequence[Place]
    yours: Sequence[int]  # the places of the people at this screen
    host: bool  # whether they may change the table
    hosts: Sequence[int]  # the places of those who may
    code: str  # what others type after `join` to sit down, if it may be shown
    chat: bool  # whether people at the table can talk
    clock: str  # how time is counted: `30s` a move; empty where it is not
    live: bool  # whether everybody's screen mixes the dice before each roll
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

    big_screen: str = ""
    """What shows the table to everybody in the room, where that is wanted."""

    @property
    @abstractmethod
    def link(self) -> str:
        """What leads back to a table on somebody's server; empty for one of our own."""

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
    async def count_time(self, clock: str) -> str:
        """The host says how time is counted, before it begins: `none`, `30s`, `5m+10s`, `3d`."""

    @abstractmethod
    async def machine(self, place: int, bot: str) -> str:
        """The host puts a machine into a place, or with no bot empties it."""

    @abstractmethod
    async def count(self, places: int) -> str:
        """The host says how many places there are."""

    @abstractmethod
    async def new_code(self) -> str:
        """The host wants another code: the one before is no longer good."""

    @property
    @abstractmethod
    def is_local(self) -> bool:
        """Whether this is a table of our own that no other machine can reach."""

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

    def timed(self) -> str:
        """How time is counted, for people; empty where it is not."""
        control = read_control(self.clock)
        return "" if control is None else control.told()

    def agreed(self) -> list[str]:
        """The options that are not as usual, one a line."""
        return [
            f"{option.words}: {typed(value)}"
            for option in declared(self.game.options)
            if (value := self.options.get(option.name, option.usual)) != option.usual
        ]

    def terms(self) -> list[str]:
        """The same, how time is counted, and who mixes the dice."""
        time = [f"clock: {self.timed()}"] if self.clock else []
        return [*time, *self.mixed(), *self.agreed()]

    def mixed(self) -> list[str]:
        """Who mixes the dice, where that is not as usual."""
        return ["dice: all screens mix them before each roll"] if self.live else []

    @property
    def is_open(self) -> bool:
        """Whether a place is free."""
        return any(not place.name for place in self.places)

    @property
    def may_sit(self) -> bool:
        """Whether somebody here could sit down now, and nobody has."""
        return not self.yours and self._has_room

    @property
    def may_share(self) -> bool:
        """Whether somebody here sits, and one more could at the same screen."""
        return bool(self.yours) and self._has_room

    @property
    def _has_room(self) -> bool:
        return self.table is None and self.is_open and self.may_claim

    @property
    def sizes(self) -> range:
        """How many places there can be."""
        return self.game.asked(**self.options)

    def told(self, place: int) -> str:
        """Who sits in a place, in a few words."""
        return self.places[place].told(place in self.yours, place in self.hosts and not self.host)

    def who(self) -> str:
        """Who is at this screen, in a sentence; empty if nobody plays."""
        names = [self.places[place].name for place in self.yours]
        return f"You are {enumerated(names)}." if names else ""

    def watching(self) -> str:
        """That the people here only watch, and why; empty if they play, or can sit down."""
        if self.yours or self.may_sit:
            return ""
        if not self.may_claim:
            return "You are watching."
        begun = self.table is not None
        return f"You are watching: {'the match has begun' if begun else 'all places are taken'}."

    def reach(self) -> str:
        """Why friends cannot come, and what lets them, in a sentence; empty if they can."""
        return ONLY_HERE if self.host and self.is_local else ""

    def gap(self) -> str:
        """Which places would stay free if it began now, as a question; empty if that cannot be, or
        nobody is missing."""
        free = [str(number) for number, place in enumerate(self.places, 1) if not place.name]
        if not free or len(self.places) - len(free) not in self.sizes:
            return ""
        which = f"Place {free[0]} is" if len(free) == 1 else f"Places {enumerated(free)} are"
        return f"{which} free: begin without them?"

    def awaited(self) -> str:
        """What it waits for, in a sentence."""
        free = sum(not place.name for place in self.places)
        if free:
            more = "one more player" if free == 1 else f"{free} more players"
            if not self.gap():
                return f"Waiting for {more}."
            sooner = "; you can begin now" if self.host else ", or for the host to begin"
            return f"Waiting for {more}{sooner}."
        gone = [p.name for p in self.places if p.name and not p.bot and not p.here]
        if gone:
            return f"Waiting for {enumerated(gone)}."
        return "Everybody is here: begin when you like." if self.host else "Waiting for the host."
