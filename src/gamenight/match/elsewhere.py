"""Elsewhere: what a table hears from the screens of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from gamenight.core.errors import GamenightError
from gamenight.match.turn import Offer

if TYPE_CHECKING:
    from typing import Self


class NotHere(GamenightError):
    """This cannot be done at this table."""

    code = "not_here"


class Elsewhere(Protocol):
    """As it is where everybody is at this screen: nothing comes from elsewhere."""

    remote: bool = False  # whether others sit at screens of their own
    trouble: str = ""  # why nothing comes from there: "Connecting again ..."

    @property
    def away(self) -> tuple[int, ...]:
        """The seats of people who are not connected just now."""
        return ()

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

    @property
    def following(self) -> Self | None:
        """The table of the next round, as soon as somebody has begun it."""
        return None
