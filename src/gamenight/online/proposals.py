"""Proposals: what somebody offers, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.online.protocol import OpenOffer

SENTENCES = {
    "undo": "{by} would like to take back the last move",
    "next": "{by} would like to play another round",
    "stand_in": "{by} would like a machine to play for {place}",
    "end": "{by} would like to end the match here",
}


def told(offer: OpenOffer, names: Sequence[str]) -> str:
    """What is proposed, with the names of the places; without a full stop."""
    place = names[offer.place] if offer.place is not None else "whoever is gone"
    return SENTENCES[offer.what].format(by=names[offer.by], place=place)
