"""Elsewhere: what a table hears from the screens of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from gamenight.core.errors import GamenightError
from gamenight.match.clocks import Clocks
from gamenight.match.turn import Offer

if TYPE_CHECKING:
    from typing import Self


class NotHere(GamenightError):
    """This cannot be done at this table."""

    code = "not_here"


class Proposal(NamedTuple):
    """Something that somebody here can ask everybody else for. key: of its entry in a menu; words:
    what people type after `offer`."""

    key: str
    words: str
    name: str
    told: str


class Elsewhere(Protocol):
    """As it is where everybody is at this screen: nothing comes from elsewhere."""

    remote: bool = False  # whether others sit at screens of their own
    trouble: str = ""  # why nothing comes from there: "Connecting again ..."
    talks: bool = False  # whether people at the table can talk to each other
    code: str = ""  # what lets others sit down, if this screen knows it
    watching: str = ""  # that the people here have no seat, and why
    asking: str = ""  # whose answer to something proposed here is missing
    clocks: Clocks | None = None  # what everybody has left of their time, where it is counted

    @property
    def away(self) -> tuple[int, ...]:
        """The seats of people who are not connected just now."""
        return ()

    @property
    def resting(self) -> tuple[int, ...]:
        """The seats of people at this screen who do not play now: a machine does, or they left."""
        return ()

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """What somebody here can ask everybody else for."""
        return ()

    async def propose(self, words: str) -> str:
        """Ask everybody else for one of `proposals`; where nobody has to agree, it is done."""
        raise NotHere("there is nobody to ask")

    async def say(self, text: str) -> str:
        """A line for everybody at the table."""
        raise NotHere("everybody is at this screen")

    def overheard(self) -> list[str]:
        """What was said at the table since the last time, line by line."""
        return []

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What somebody here has to say yes or no to."""
        return ()

    async def answer(self, offer: int, yes: bool) -> str:
        """Yes or no to an offer."""
        raise NotHere("nobody has proposed anything")

    def tell_changes(self, changed: Callable[[], None]) -> None:
        """`changed` is called when something has come, perhaps in another thread."""
        return

    def look(self) -> str:
        """Take in what has come; what it was, in a sentence. Raises a GamenightError when no more
        will come."""
        return ""

    async def reveal(self) -> None:
        """It is over: find out what was hidden from those here, so that the record has it."""
        return

    @property
    def following(self) -> Self | None:
        """The table of the next round, as soon as somebody has begun it."""
        return None
