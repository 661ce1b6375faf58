"""Offers: what somebody proposes and others have to agree to."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy

from gamenight.core.errors import GamenightError
from gamenight.online.protocol import Offered, OpenOffer

MOST_OPEN = 8
WORDS: dict[Offered, str] = {
    "undo": "take back a move",
    "next": "play another round",
    "stand_in": "let a machine play for {}",
    "end": "end the match",
}

OF_ALL: tuple[Offered, ...] = ("undo", "next", "end")  # who is cut off has to agree to these too
# What somebody would rather do who says no.
RATHER: dict[Offered, str] = {
    "undo": "keep {by}'s move",
    "next": "not play another round",
    "stand_in": "not let a machine play for {gone}",
    "end": "play on",
}


class WrongOffer(GamenightError):
    """No such offer, or it cannot be made or answered now."""

    code = "wrong_offer"


class Offers:
    """The open ones of a table, by number. before: the numbers that others may have had, before the
    table came into memory; declined: whoever wants no other round, and need not be asked again once
    they have gone."""

    def __init__(self, before: int = 0) -> None:
        self._open: dict[int, OpenOffer] = {}
        self._before, self.made = before, 0  # how many so far
        self.declined: set[int] = set()

    @property
    def all(self) -> list[OpenOffer]:
        return list(self._open.values())

    @property
    def again(self) -> OpenOffer | None:
        """Another round, if somebody has proposed one, as it is now."""
        found = next((one for one in self._open.values() if one.what == "next"), None)
        return deepcopy(found)

    def resume(self, again: OpenOffer | None, declined: Iterable[int]) -> None:
        """A match begins or comes into memory: of all that was proposed before, only another round
        of it still is, and a late answer to that counts."""
        self.clear()
        self.declined.update(declined)
        if again is not None:
            self._open[again.id] = deepcopy(again)
            self._before = max(self._before, again.id)

    def make(
        self, what: Offered, by: int, asked: Iterable[int], place: int | None = None
    ) -> OpenOffer:
        """A new offer; the same once more is the one that stands."""
        for one in self._open.values():
            if (one.what, one.by, one.place) == (what, by, place):
                return one
        if len(self._open) >= MOST_OPEN:
            raise WrongOffer("there are too many offers already")
        self.made += 1
        waiting = sorted({*asked} - {by})
        number = self._before + self.made
        offer = self._open[number] = OpenOffer(number, what, by, [by], waiting, place)
        return offer

    def answer(self, number: int, places: Iterable[int], yes: bool) -> OpenOffer:
        """Somebody answers; one no ends it, and so does the last yes."""
        offer = self._open.get(number)
        own = [place for place in places if offer is not None and place in offer.asked]
        if offer is None or not own:
            raise WrongOffer("there is no such offer to you any more")
        if yes:
            offer.yes += own
            offer.asked = [place for place in offer.asked if place not in own]
        elif offer.what == "next":
            self.declined.update(own)
        if not yes or not offer.asked:
            del self._open[number]
        return offer

    def drop(self, *kinds: Offered) -> bool:
        """Those that make no sense any more; whether there were any."""
        if not self._open:
            return False
        gone = [number for number, one in self._open.items() if one.what in kinds]
        for number in gone:
            del self._open[number]
        return bool(gone)

    def clear(self) -> None:
        """None makes sense any more; a late answer to one of them is for no other."""
        self._open.clear()
        self.declined.clear()

    def close(self, offer: OpenOffer) -> None:
        self._open.pop(offer.id, None)

    def unasked(self, place: int, replaced: bool) -> list[OpenOffer]:
        """Somebody has gone; the offers that nobody else has to answer. What is of all is not
        decided without them, until a machine has replaced them or nobody waits any more."""
        done = []
        for offer in self.all:
            if place in offer.asked and (replaced or offer.what not in OF_ALL):
                offer.asked.remove(place)
                if not offer.asked:
                    done.append(offer)
        return done
