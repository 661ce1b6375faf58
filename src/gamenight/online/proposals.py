"""Proposals: what somebody at this screen can ask the others for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from gamenight.core.text import enumerated, listed, quoted
from gamenight.match.elsewhere import Proposal
from gamenight.match.table import NotPossible, Table
from gamenight.online.mirror import Mirror
from gamenight.online.offers import WORDS
from gamenight.online.protocol import Offered, OpenOffer, Place


class Possible(NamedTuple):
    """A proposal, and what is sent for it. place: who is gone, for a stand-in."""

    proposal: Proposal
    what: Offered
    place: int | None = None


def possible(table: Table, mirror: Mirror) -> Iterator[Possible]:
    """Everything that makes sense now."""
    if table.result is not None and mirror.own:
        again = Proposal("n", "round", "Another round", "ask the others for it")
        yield Possible(again, "next")
    elif table.here and (others := _others(mirror)):
        nobody = "nobody else is here to be asked"
        needed = any(p.seat is not None and not table.seats[p.seat].bot for p in others)
        them = others[0].name if len(others) == 1 else "the others"
        have = "has" if len(others) == 1 else "have"
        asked = f"{them} {have} to say yes" if needed else nobody
        yield Possible(Proposal("e", "end", "Let us end it", f"nobody wins; {asked}"), "end")
        asked = "the others are asked" if any(place.here for place in others) else nobody
        for place, seat in _gone(table, mirror):
            name = table.names[seat]
            who = Proposal(str(seat + 1), f"machine {name}", f"A machine for {name}", asked)
            yield Possible(who, "stand_in", place)


def chosen(table: Table, mirror: Mirror, words: str) -> Possible:
    """What somebody means by these words; raises NotPossible."""
    typed, found = " ".join(words.split()).casefold(), [*possible(table, mirror)]
    for one in found:
        if typed and typed in (one.proposal.words.casefold(), one.proposal.key):
            return one
    if not found:
        raise NotPossible("there is nothing that you could propose now", words)
    ways = listed(one.proposal.words for one in found)
    raise NotPossible(f"{quoted(words)} cannot be proposed now (possible: {ways})", words)


def awaited(mirror: Mirror) -> str:
    """Whose answer to the people here is missing, in a sentence."""
    asked = [one.asked for one in mirror.offers if {*one.yes} & {*mirror.yours}]
    names = [f"{mirror.places[place].name}'s" for place in sorted({*chain(*asked)})]
    if not names:
        return ""
    return f"Waiting for {enumerated(names)} answer{'s' if len(names) > 1 else ''}."


def wish(mirror: Mirror, offer: OpenOffer) -> str:
    """What somebody proposes, as a sentence without its end."""
    places = mirror.places
    gone = "somebody" if offer.place is None else places[offer.place].name
    return f"{places[offer.by].name} would like to {WORDS[offer.what].format(gone)}"


def _others(mirror: Mirror) -> list[Place]:
    """The places of people at other screens; who plays among machines alone has nobody to ask."""
    taken = [one for one in enumerate(mirror.places) if one[1].name and not one[1].bot]
    return [place for number, place in taken if number not in mirror.yours]


def _gone(table: Table, mirror: Mirror) -> Iterator[tuple[int, int]]:
    """The places and seats of people who are not connected, and for whom no machine plays yet."""
    for number, place in enumerate(mirror.places):
        if place.seat in table.away and not table.seats[place.seat].bot:
            yield number, place.seat
