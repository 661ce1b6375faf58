"""Fairness: what was agreed about the chance of a match, and who added what to it, as values.

Before anybody sits, a commit fixes the match's secret without telling it. Whoever sits may add
something of their own, a mix. When the match is over the secret is shown, and `verify` works all
of its chance out again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, get_args

from gamenight.core.errors import InvalidRecord
from gamenight.core.parts import MOST_COUNTED, Seat, read_count, read_list, read_number, read_text
from gamenight.core.text import listed, quoted

Level = Literal["sealed", "live", "seeded"]
"""How chance comes about: from a secret that was fixed before and one mix of each seat; the same,
and everybody but the actor adds a salt after each choice; or from a seed, which is not fair."""
LEVELS: tuple[Level, ...] = get_args(Level)
SIZE = 32  # bytes of a secret, a commit or a salt
NOBODY = -1  # the seat of a mix that only says how far dice had fallen when moves were taken back
LONGEST_ID = 64
AGREED = ("level", "id", "commit", "drawn", "places", "sat")
_HEX = re.compile(rf"[0-9a-f]{{{2 * SIZE}}}")
_ID = re.compile(rf"[A-Za-z0-9_./-]{{1,{LONGEST_ID}}}")


class Mix(NamedTuple):
    """What a seat adds to the chance from this ply on; without a salt: it was asked for one and
    gave none."""

    ply: int
    seat: int
    salt: bytes


class Fair(NamedTuple):
    """What was agreed about chance.

    id: what the commit is of. drawn: whether the order of seats was drawn by lot; places: where
    each seat of the beginning was before that; sat: how many of the mixes were there by then.
    secret: only when the match is over.
    """

    level: Level
    id: str
    commit: bytes
    drawn: bool
    places: tuple[int, ...]
    sat: int = 0
    mixes: tuple[Mix, ...] = ()
    secret: bytes | None = None

    def place(self, seat: int) -> int:
        """Where a seat was before the order was drawn."""
        return self.places[seat] if 0 <= seat < len(self.places) else seat

    def agreed(self) -> dict[str, Any]:
        """What was so before the first ply, as JSON."""
        return {
            "level": self.level,
            "id": self.id,
            "commit": self.commit.hex(),
            "drawn": self.drawn,
            "places": list(self.places),
            "sat": self.sat,
        }

    def data(self) -> dict[str, Any]:
        """All of it, as JSON."""
        mixes = [[mix.ply, mix.seat, mix.salt.hex()] for mix in self.mixes]
        told = {**self.agreed(), "mixes": mixes}
        return told if self.secret is None else {**told, "secret": self.secret.hex()}


def read_fair(data: object) -> Fair:
    """The same, from JSON; raises InvalidRecord."""
    known = {*AGREED, "mixes", "secret"}
    if not isinstance(data, dict) or not {*AGREED} <= data.keys() <= known:
        raise InvalidRecord(
            f"what is said of its chance must have {', '.join(AGREED)}, not {quoted(data)}", data
        )
    level, id = data["level"], read_text(data["id"], "the id of a commit", LONGEST_ID)
    if level not in LEVELS:
        raise InvalidRecord(
            f"unknown kind of chance {quoted(level)} (possible: {listed(LEVELS)})", level, LEVELS
        )
    if not _ID.fullmatch(id):
        raise InvalidRecord(f"this id of a commit cannot be: {quoted(id)}", id)
    if not isinstance(data["drawn"], bool):
        raise InvalidRecord(f"drawn must be true or false, not {quoted(data['drawn'])}")
    places = tuple(read_number(place, "a place") for place in read_list(data, "places"))
    if sorted(places) != list(range(len(places))):
        raise InvalidRecord(f"these are not places, each once: {quoted(list(places))}", places)
    return Fair(
        level,
        id,
        read_bytes(data["commit"], "a commit"),
        data["drawn"],
        places,
        read_count(data["sat"], "the mixes before the order of seats"),
        tuple(_read_mix(item) for item in read_list(data, "mixes")),
        read_bytes(data["secret"], "a secret") if "secret" in data else None,
    )


def read_bytes(value: object, what: str) -> bytes:
    """What is as long as a secret, in hexadecimal digits."""
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise InvalidRecord(f"{what} has {2 * SIZE} digits 0-9 a-f, not {quoted(value)}", value)
    return bytes.fromhex(value)


def _read_mix(value: object) -> Mix:
    if not isinstance(value, list) or len(value) != 3:
        raise InvalidRecord(f"a mix must be [ply, seat, salt], not {quoted(value)}", value)
    ply, seat = read_number(value[0], "a ply"), read_number(value[1], "a seat")
    if not 0 <= ply <= MOST_COUNTED or seat < NOBODY:
        raise InvalidRecord(f"there is no seat {seat} that mixes at ply {ply}", value)
    return Mix(ply, seat, b"" if value[2] == "" else read_bytes(value[2], "a salt"))


def check_fair(fair: Fair, seats: Sequence[Seat], over: bool) -> None:
    """Raise InvalidRecord for what cannot be said of a match with these seats: the secret of one
    that lasts is nobody's."""
    if fair.secret is not None and not over:
        raise InvalidRecord("the secret of its chance is there, but the match is not over")
    taken = sum(seat.name != "" for seat in seats)
    if len(fair.places) != taken:
        raise InvalidRecord(f"{len(fair.places)} places do not fit {taken} seats", fair.places)
    if fair.sat > len(fair.mixes):
        raise InvalidRecord(f"there are {len(fair.mixes)} mixes, not {fair.sat}", fair.sat)
    for mix in fair.mixes:
        if mix.seat >= len(seats):
            raise InvalidRecord(f"there is no seat {mix.seat} that could mix", mix)
