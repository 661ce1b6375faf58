"""Fair chance: where the chance of a match comes from, so that everybody can work it out again.

A secret is fixed by a commit before anybody sits. Each mix makes another key of the key before it,
and all that is drawn at a ply comes from the key in force there. A client's salts are a chain: each
one hashes to the one before it, the first to its tip, so that nobody can choose among salts.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gamenight.core.fairness import Fair, Level, Mix
from gamenight.core.record import Order
from gamenight.match.secret import derived, draw, new_secret

LABEL = "gamenight fair 1"
ID_SIZE = 9  # bytes of the id of a match's commit
SEEDED_ID = "seeded"  # the same seed makes the same match, all of it
CHAIN = 4096  # salts of a client in one match


class Source(NamedTuple):
    """Where the chance of a new match comes from. id: that of the commit; tips: what each place
    adds, nothing where it gave none."""

    secret: bytes
    level: Level
    id: str
    tips: tuple[bytes, ...] = ()


def new_source(seed: int | None = None) -> Source:
    """A secret nobody knows, or the one that belongs to a seed."""
    secret = new_secret(seed)
    if seed is None:
        return Source(secret, "sealed", secrets.token_urlsafe(ID_SIZE))
    return Source(secret, "seeded", SEEDED_ID)


def next_source(secret: bytes, level: Level | None) -> Source:
    """That of the next round: only a seed reproduces a whole series. Any other round has a secret
    of its own, since that of the one before has been told."""
    if level != "seeded":
        return new_source()
    return Source(derived(secret, "next round"), "seeded", SEEDED_ID)


def commit_of(id: str, secret: bytes) -> bytes:
    """What fixes a secret without telling it."""
    return hashlib.sha256(f"{LABEL}\n{id}\n".encode() + secret).digest()


def agreed(source: Source, order: Order, count: int) -> Fair:
    """What is agreed about the chance of a match with so many players, who sit in this order."""
    tips = [(place, tip) for place, tip in enumerate(source.tips[:count]) if tip]
    mixes = [Mix(0, place, tip) for place, tip in tips]  # as if nobody had moved yet
    commit = commit_of(source.id, source.secret)
    fair = Fair(source.level, source.id, commit, order == "shuffle", ())
    key = Keys(source.secret, fair._replace(mixes=tuple(mixes))).at(0)
    places = tuple(_places(order, count, key))
    seats = {place: seat for seat, place in enumerate(places)}
    sat = tuple(mix._replace(seat=seats[mix.seat]) for mix in mixes)
    return fair._replace(places=places, sat=len(sat), mixes=sat)


def _places(order: Order, count: int, key: bytes) -> list[int]:
    """The places in the order of play."""
    if order == "shuffle":
        return drawn_order(key, count)
    first = order if isinstance(order, int) else 0
    return [*range(first, count), *range(first)]


def drawn_order(key: bytes, count: int) -> list[int]:
    """The places as they are drawn by lot."""
    places = list(range(count))
    for last in range(count - 1, 0, -1):
        other = draw(key, f"order {last}", last + 1)
        places[last], places[other] = places[other], places[last]
    return places


def mixed(key: bytes, place: int, mix: Mix) -> bytes:
    """The key after a mix. A place is known before the order of seats is drawn."""
    return hmac.digest(key, f"mix {mix.ply} {place} ".encode() + mix.salt, "sha256")


class Keys:
    """The keys of a match, each from the ply on at which it was mixed."""

    def __init__(self, secret: bytes, fair: Fair | None):
        self._fair = fair
        self._plies, self._keys = [0], [secret]
        self.add(() if fair is None else fair.mixes)

    def at(self, ply: int) -> bytes:
        """The key that is in force at a ply."""
        return self._keys[bisect_right(self._plies, ply) - 1]

    def add(self, mixes: Iterable[Mix]) -> None:
        """Mixes that come after those before: none is for an earlier ply."""
        for mix in mixes:
            if mix.salt and self._fair is not None:
                self._keys.append(mixed(self._keys[-1], self._fair.place(mix.seat), mix))
                self._plies.append(mix.ply)


def chain(seed: bytes, length: int = CHAIN) -> list[bytes]:
    """The salts of a client, in the order in which it gives them: the first is its tip, and each of
    the others hashes to the one before it."""
    salts = [hashlib.sha256(seed).digest()]
    while len(salts) < length:
        salts.append(hashlib.sha256(salts[-1]).digest())
    return salts[::-1]


def next_salt(salts: Sequence[bytes], last: bytes) -> bytes | None:
    """The salt that follows one of a chain; None if there is none."""
    following = salts.index(last) + 1 if last in salts else len(salts)
    return salts[following] if following < len(salts) else None


def follows(salt: bytes, last: bytes) -> bool:
    """Whether a salt is the one that follows in its chain."""
    return hmac.compare_digest(hashlib.sha256(salt).digest(), last)
