"""Seating: a table before and behind its match: who has which place, by which token, and what was
agreed. It is stored as JSON; rules of who may do what are in `room.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import time
from typing import Any

import msgspec
from msgspec import Struct, field

from gamenight.core.clock import read_control
from gamenight.core.errors import GamenightError, InvalidName, InvalidPlayers
from gamenight.core.game import Game
from gamenight.core.options import chosen, values
from gamenight.core.record import Order, Seat
from gamenight.match.fair import Source, commit_of, new_source
from gamenight.match.seats import NOBODY, bot_seat, check_headcount, for_people, read_seat
from gamenight.online import protocol as p
from gamenight.online import tokens

CODE_SECONDS = 24 * 3600.0  # after which a code is no longer good
AWAY_SECONDS = 90  # after which a machine plays for somebody who is gone
BY_ITSELF = "nobody sits down with these rules: it plays by itself"


class Full(GamenightError):
    """No place is free."""

    code = "full"


class Changed(GamenightError):
    """Somebody else has changed the table meanwhile: nothing of this has been done."""

    code = "stale"


class Place(Struct):
    """One place; free where there is no name. number: counts its tokens; hash: that of the last;
    claim: the message that took it, until its token is used; tip: what it mixes into the chance of
    the match that is next, as digits."""

    name: str = ""
    bot: str = ""
    number: int = 0
    hash: str = ""
    claim: int = 0
    tip: str = ""


class Asked(Struct, frozen=True):
    """Who is waited for at a table where people come and go. at: plies and cuts by then; since:
    seconds since 1970; used: milliseconds before that."""

    seat: int
    at: tuple[int, int]
    since: float
    used: int = 0


class Seating(Struct):
    """order: the place of each seat of the match, once there is one; None where nobody sits."""

    id: str
    game: str
    options: dict[str, Any]
    places: list[Place]
    host: str  # the hash of the host's token
    claim: int
    claim_until: float
    match: int | None = None
    order: list[int | None] = field(default_factory=list)
    public: bool = False
    chat: bool = False
    hints: bool = True  # whether people get hints and odds
    away: int = AWAY_SECONDS
    clock: str = ""  # how time is counted; empty: it is not
    asked: Asked | None = None  # who is waited for
    deadline: float | None = None  # when their time is up, in seconds since 1970
    created: float = field(default_factory=time)
    listening: tuple[str, int] | None = None  # where the links of a host's own table lead to
    stood_in: list[int] = field(default_factory=list)  # whose place a machine has until they return
    hosts: list[int] = field(default_factory=list)  # the places of those at the host's screen
    revision: int = 0  # how often it was stored; 0: not yet
    live: bool = False  # whether everybody mixes something in before each roll
    secret: str = ""  # of the match that is next, as digits; its commit is public
    notes: list[tuple[int, str]] = field(default_factory=list)  # see notes.py
    round: int = 0  # which of the matches of this table that is
    again: p.OpenOffer | None = None  # another round, which not everybody has agreed to yet
    declined: list[int] = field(default_factory=list)  # the places of those who want no other

    def write(self) -> str:
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, text: str) -> Seating:
        return msgspec.json.decode(text, type=cls)

    # Before the match.

    def agree(self, game: Game, options: Mapping[str, Any]) -> None:
        """From now on these options; the number of places follows them. Raises InvalidOption."""
        agreed = dict(values(chosen(game.options, options)))
        fitting = [place for place in self.places if place.name]
        most = game.asked(**agreed)[-1]
        if fitting and not most:
            raise InvalidPlayers(BY_ITSELF)
        if len(fitting) > most:
            raise InvalidPlayers(f"{len(fitting)} sit here, and only {most} can play like that")
        self.options = {name: agreed[name] for name in options}
        self.resize(game, len(self.places))

    def resize(self, game: Game, count: int) -> None:
        """As many places as this, or as can be; those that are taken stay where they are."""
        possible = game.asked(**self.options)
        taken = [number + 1 for number, place in enumerate(self.places) if place.name]
        count = max(min(count, possible[-1]), possible[0], *taken, 0)
        self.places = self.places[:count]
        self.places += [Place() for _ in range(count - len(self.places))]

    def count_time(self, text: str) -> None:
        """From now on time is counted like this; raises InvalidClock."""
        control = read_control(text)
        self.clock = "" if control is None else str(control)

    def sit(self, game: Game, name: str, place: int | None = None) -> int:
        """Somebody takes a free place; its number. Raises InvalidName, Full."""
        number = self.free() if place is None else place
        if self._existing(number).name:
            raise Full("that place is taken")
        self.places[number].name = self._name(game, name, number)
        return number

    @property
    def is_lonely(self) -> bool:
        """Whether no person sits here but the host."""
        people = (n for n, place in enumerate(self.places) if place.name and not place.bot)
        return self.match is None and all(place in self.hosts for place in people)

    def free(self) -> int:
        """The first place that is free; raises Full."""
        for number, place in enumerate(self.places):
            if not place.name:
                return number
        if not self.places:
            raise Full(BY_ITSELF)
        raise Full("all places at this table are taken")

    def full(self, game: Game) -> str:
        """What a host learns of somebody who finds no free place; empty where there is one."""
        if not all(place.name for place in self.places):
            return ""
        more = ": you can add one" if len(self.places) < game.asked(**self.options)[-1] else ""
        return f"Somebody has come and found no free place{more}."

    def rename(self, game: Game, place: int, name: str) -> None:
        self.places[place].name = self._name(game, name, place)

    def _name(self, game: Game, name: str, place: int) -> str:
        others = [Seat(p.name) for n, p in enumerate(self.places) if n != place and p.name]
        if name.strip().casefold().startswith("bot:"):
            raise InvalidName("only the host puts machines here: choose another name", name)
        return read_seat(game, name, others).name

    def machine(self, game: Game, place: int, bot: str) -> None:
        """A machine takes a place that no person has; without a bot it is free again, and the
        token of whoever had it is no longer good."""
        one = self._existing(place)
        if bot and one.name and not one.bot:
            raise Full(f"{one.name} sits there")
        if one.name and not one.bot:
            one.number, one.hash, one.claim, one.tip = one.number + 1, "", 0, ""
        one.name, one.bot = "", ""
        if bot:
            taken = [Seat(p.name) for p in self.places if p.name]
            one.name, one.bot = bot_seat(game, bot, taken)

    def _existing(self, place: int) -> Place:
        if place not in range(len(self.places)):
            raise InvalidPlayers(
                f"there is no place {place + 1} (possible: 1 to {len(self.places)})"
            )
        return self.places[place]

    def everybody(self, game: Game) -> tuple[list[Seat], dict[str, Any], Order]:
        """All seats of the match, its options, and who begins; drawn by lot where that is fair.
        Raises InvalidPlayers."""
        seats = [Seat(place.name, place.bot) for place in self.places if place.name]
        options = for_people(game, dict(self.options), seats)
        vacant = game.unasked(**options)
        for number, name in sorted(vacant.items()):
            seats.insert(number, Seat(name, NOBODY))
        check_headcount(game, self.options, seats)
        drawn = game.setup.starter in ("shuffle", "ask") and not vacant
        return seats, options, "shuffle" if drawn else "given"

    # Chance.

    def fix_chance(self) -> None:
        """A new secret for the match that is next, before anybody can know anything of it."""
        self.secret, self.round = new_source().secret.hex(), self.round + 1
        for place in self.places:
            place.tip = ""

    @property
    def commit(self) -> p.Commit:
        """What everybody may know of it."""
        tips = [number for number, place in enumerate(self.places) if place.tip]
        return p.Commit(self._chance_id, commit_of(self._chance_id, self._secret).hex(), tips)

    def source(self, seats: Sequence[Seat]) -> Source:
        """Where the chance of the match comes from that these are about to play."""
        tips = {place.name: bytes.fromhex(place.tip) for place in self.places}
        given = tuple(tips.get(seat.name, b"") for seat in seats)
        return Source(self._secret, "live" if self.live else "sealed", self._chance_id, given)

    @property
    def _chance_id(self) -> str:
        return f"{self.id}/{self.round}"

    @property
    def _secret(self) -> bytes:
        return bytes.fromhex(self.secret)

    def mix(self, place: int, tip: str) -> None:
        """What a place adds; the first counts."""
        self.places[place].tip = self.places[place].tip or tip

    # Tokens.

    def link(self, key: bytes, place: int) -> str:
        """The token of a place; it is good from now on."""
        one = self.places[place]
        found = tokens.token(key, self.id, place, one.number)
        one.hash = tokens.hashed(found)
        return found

    def places_of(self, given: list[str]) -> tuple[list[int], bool]:
        """Whose tokens these are, and whether the host's is among them."""
        hashes = {number: place.hash for number, place in enumerate(self.places)}
        hashes[tokens.HOST] = self.host
        known = sorted({*given})
        found = [n for n, hash in hashes.items() for token in known if tokens.fits(token, hash)]
        return [place for place in found if place != tokens.HOST], tokens.HOST in found

    def use_claims(self, places: list[int]) -> bool:
        """Whoever has their token needs their claim no more, and nobody else may use it; whether
        there was one."""
        used = [one for place in places if (one := self.places[place]).claim]
        for one in used:
            one.claim = 0
        return bool(used)

    def admits(self, claim: int | None) -> bool:
        """Whether somebody with this code may sit down."""
        if claim is None:
            return self.public
        return claim == self.claim and time() < self.claim_until

    def renew(self, claim: int) -> None:
        """Another code: the one before is no longer good."""
        self.claim, self.claim_until = claim, time() + CODE_SECONDS

    # In a match.

    def begun(self, match: int, seats: tuple[Seat, ...], stand_ins: Mapping[str, int]) -> None:
        """The match has begun, and everybody sits in the order of play. stand_ins: machines, by
        name, and whose place each of them has until they return."""
        by_name = {place.name: number for number, place in enumerate(self.places) if place.name}
        by_name |= stand_ins
        self.match, self.order = match, [by_name.get(seat.name) for seat in seats]
        self.stood_in, self.notes, self.declined = [*stand_ins.values()], [], []
        self.asked = self.deadline = self.again = None
        self.fix_chance()

    def seat_of(self, place: int) -> int | None:
        return self.order.index(place) if place in self.order else None
