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
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from gamenight.core.fairness import NOBODY, Fair, Level, Mix
from gamenight.core.play import Ply, pick
from gamenight.core.record import Order, Seat
from gamenight.core.rules import Chance
from gamenight.match.secret import derived, draw, new_secret

A = TypeVar("A")

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
    """What is agreed about the chance of a match with this many players, who sit in this order."""
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
    """The keys of a match, each from the ply on at which it was mixed. reached: the highest ply
    that is known from the mixes to have been drawn, of plies that are gone as well; -1: none."""

    def __init__(self, secret: bytes, fair: Fair | None, before: Keys | None = None):
        """before: those of the same match with fewer mixes."""
        self._plies: list[int] = [0] if before is None else before._plies[:]
        self._keys: list[bytes] = [secret] if before is None else before._keys[:]
        self._count: int = 0 if before is None else before._count
        self._last: dict[int, bytes] = {} if before is None else dict(before._last)
        self.reached: int = -1 if before is None else before.reached
        for mix in () if fair is None else fair.mixes[self._count :]:
            assert fair is not None
            if self._count >= fair.sat and not self._is_tip(mix):
                self.reached = max(self.reached, mix.ply)
            self._count += 1
            if mix.salt:
                self._last[mix.seat] = mix.salt
                self._keys.append(mixed(self._keys[-1], fair.place(mix.seat), mix))
                self._plies.append(mix.ply)

    def _is_tip(self, mix: Mix) -> bool:
        """Whether somebody mixes something in for the first time."""
        last = self._last.get(mix.seat)
        return bool(mix.salt) and (last is None or not follows(mix.salt, last))

    def at(self, ply: int) -> bytes:
        """The key that is in force at a ply: mixes come in the order of their plies."""
        return self._keys[bisect_right(self._plies, ply) - 1]


class Mixing:
    """The chance of a match that is played: its keys, and who adds what to them when."""

    def __init__(self, secret: bytes, fair: Fair | None, before: Mixing | None = None):
        """before: the same with fewer mixes, which need not be worked out again."""
        self.fair = fair
        self._secret = secret
        self._keys: Keys = Keys(secret, fair, None if before is None else before._keys)

    def drawn(self, chance: Chance[A], ply: int) -> A:
        """What chance decides at a ply."""
        return pick(chance, draw(self._keys.at(ply), f"chance {ply}", chance.cumulative[-1]))

    def told(self, over: bool) -> Fair | None:
        """What may be known of it."""
        return self.fair and self.fair._replace(secret=self._secret if over else None)

    @property
    def next(self) -> Source:
        """Where the chance of the round that follows comes from."""
        return next_source(self._secret, self.fair and self.fair.level)

    def after(self, mixes: Sequence[Mix]) -> Mixing:
        """The same with more mixes."""
        if not mixes or self.fair is None:
            return self
        return Mixing(self._secret, self.fair._replace(mixes=(*self.fair.mixes, *mixes)), self)

    @property
    def reached(self) -> int:
        return self._keys.reached

    def due(self, plies: Sequence[Ply], people: Sequence[int]) -> tuple[int, ...]:
        """Whose salts come before chance draws the next ply: where everybody mixes, all but the one
        who chose what led to it. What was drawn once is drawn the same again."""
        ply, actor = len(plies), plies[-1].actor if plies else None
        if self.fair is None or self.fair.level != "live" or self.reached >= ply:
            return ()
        return () if plies and actor is None else tuple(n for n in people if n != actor)

    def before_cut(self, plies: Sequence[Ply], start: int) -> list[Mix]:
        """What is kept of plies that are taken back: how far dice had fallen, so that no later mix
        makes them fall otherwise."""
        if self.fair is None or not self.fair.mixes:
            return []
        drawn = (ply for ply in range(start, len(plies)) if plies[ply].actor is None)
        highest = max(drawn, default=-1)
        return [Mix(highest, NOBODY, b"")] if highest > self.reached else []


class Mixable(Protocol):
    """What has to be known of a match to mix something in."""

    plies: list[Ply]
    mixing: Mixing

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def people(self) -> tuple[int, ...]: ...

    @property
    def node(self) -> object: ...

    def seated(self, ply: int | None = None) -> tuple[Seat, ...]: ...

    def mix(self, mixes: Sequence[Mix]) -> None: ...


def due_salts(match: Mixable) -> tuple[int, ...]:
    """The seats whose salts come before the next draw."""
    chance = isinstance(match.node, Chance)
    return match.mixing.due(match.plies, match.people) if chance else ()


def salted(match: Mixable, salts: Mapping[int, bytes]) -> list[Mix]:
    """The salts that are due, as far as they have come."""
    due = due_salts(match)
    return [Mix(len(match.plies), seat, salts.get(seat, b"")) for seat in due]


def last_salt(match: Mixable, seat: int) -> bytes | None:
    """What whoever sits there has mixed in last, if anything."""
    mixes = () if match.mixing.fair is None else match.mixing.fair.mixes
    for mix in reversed(mixes):
        if mix.seat == seat and mix.salt:
            same = match.seated(mix.ply)[seat].name == match.names[seat]
            return mix.salt if same else None
    return None


def mix_tip(match: Mixable, seat: int, tip: bytes) -> None:
    """A person who came later mixes something in, once; what has been drawn stays as it is."""
    fair, is_new = match.mixing.fair, seat in match.people and last_salt(match, seat) is None
    if fair is not None and fair.level != "seeded" and is_new:
        match.mix([Mix(max(len(match.plies), match.mixing.reached + 1), seat, tip)])


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
