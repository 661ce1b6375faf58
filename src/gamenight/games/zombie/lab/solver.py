"""The best turn, exactly: at how many brains to hold, for every way the dice can lie.

A player who may choose has the dice in the bag and on the table, and the brains eaten in this
turn, which stay counted when their dice go back into the bag. Holding is worth the brains
eaten, rolling the mean of what it leads to, the third shotgun nothing. One more brain is worth
at most one more while the same dice are rolled, so each table has a number of brains below
which rolling is better, and from which holding is.

Every roll eats a brain, brings a shotgun or fills the rolling area; only a roll with nothing but
footprints from a full rolling area leads back to itself, and that equation is solved for its
value. So one sweep from many brains to none, from two shotguns to none, settles everything.

A table is one number: the nine counts of `pack`, so that a roll is an addition.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil
from typing import NamedTuple, TypeAlias

from gamenight.games.zombie.rules import (
    MOST_BRAINS,
    ROLLED_DICE,
    SHOTS_THAT_KILL,
    Dice,
    Draw,
    Roll,
    draws,
    rolls,
)

Faces: TypeAlias = tuple[str, str, str]

# Values are sums of floats: a smaller difference is a tie, and on a tie the player holds.
ROUNDING = 1e-12

BITS = 7  # up to 127 dice of a colour
BRAINS, ROLLING, SHOTS = (BITS * 3 * place for place in range(3))


def pack(brains: Dice, rolling: Dice, shots: Dice) -> int:
    """The dice on the table as one number; the others are in the bag."""
    return _packed(brains, BRAINS) + _packed(rolling, ROLLING) + _packed(shots, SHOTS)


def _packed(dice: Dice, place: int) -> int:
    return (dice[0] | dice[1] << BITS | dice[2] << 2 * BITS) << place


def _unpacked(table: int, place: int) -> Dice:
    counts = table >> place
    most = (1 << BITS) - 1
    return counts & most, counts >> BITS & most, counts >> 2 * BITS & most


class ThrowOdds(NamedTuple):
    """One roll of given dice, counted in ways: all, deadly, and brains summed over the others."""

    ways: int
    deadly: int
    brains: int


@lru_cache(maxsize=4096)
def throw_odds(rolling: Dice, shots: int, faces: Faces) -> ThrowOdds:
    """What a roll of these dice does to a player who has this many shotguns."""
    total = deadly = brains = 0
    for roll, ways in rolls(rolling, faces).outcomes:
        assert isinstance(roll, Roll)
        total += ways
        if shots + sum(roll.shots) >= SHOTS_THAT_KILL:
            deadly += ways
        else:
            brains += ways * sum(roll.brains)
    return ThrowOdds(total, deadly, brains)


def sure_holds(bag: Dice, faces: Faces, most: int) -> tuple[int, ...]:
    """By number of shotguns, the brains with which holding is best for any dice.

    That is so where no roll then gains on average, however the dice lie: later rolls, with
    more brains at stake, gain less still.
    """
    sure = [0] * SHOTS_THAT_KILL
    least = 0
    for shots in reversed(range(SHOTS_THAT_KILL)):
        rolled = max(0, min(ROLLED_DICE, sum(bag) - shots))
        for handful, _ in draws(bag, rolled).outcomes:
            assert isinstance(handful, Draw)
            odds = throw_odds(handful.drawn, shots, faces)
            if odds.brains:
                needed = ceil(odds.brains / odds.deadly) if odds.deadly else most
                least = max(least, min(needed, most))
        sure[shots] = least
    return tuple(sure)


@dataclass(slots=True)
class _Throw:
    """Dice about to be rolled; when all are footprints again, the same dice to choose with.

    first: the fewest brains it is reached with. ways: of all rolls; feet: of only footprints.
    ways_held, brains_held: the rolls after which holding is certain, and their brains summed.
    leads: ways, values by brains, brains eaten of the others. values, hold: of the choice.
    """

    table: int
    first: int
    values: list[float]
    hold: int
    ways: int = 0
    feet: int = 0
    ways_held: int = 0
    brains_held: int = 0
    leads: list[tuple[int, list[float], int]] = field(default_factory=list)
    mean: float = 0.0

    def settle(self, eaten: int) -> None:
        """The mean of this roll with this many brains; first, that of rolling until it changes."""
        mean = float(self.ways_held * eaten + self.brains_held)
        for ways, values, brains in self.leads:
            mean += ways * values[eaten + brains]
        if self.feet:
            others = self.ways - self.feet
            again = mean / others if others else 0.0
            if again > eaten + ROUNDING:
                self.values[eaten] = again
            else:
                self.hold = eaten
            mean += self.feet * self.values[eaten]
        self.mean = mean / self.ways


@dataclass(slots=True)
class _Choice:
    """A table whose rolling area must be filled before the roll: each handful in its ways."""

    table: int
    first: int
    values: list[float]
    hold: int
    ways: int = 0
    throws: list[tuple[int, _Throw]] = field(default_factory=list)
    mean: float = 0.0

    def settle(self, eaten: int) -> None:
        mean = 0.0
        for ways, throw in self.throws:
            mean += ways * throw.mean
        self.mean = mean / self.ways
        if self.mean > eaten + ROUNDING:
            self.values[eaten] = self.mean
        else:
            self.hold = eaten


class Solution(NamedTuple):
    """mean: brains of a turn at best. hold: by table, the number of brains from which to hold.

    With a table that is not in `hold` the player always holds. tables: how many were looked at.
    """

    mean: float
    hold: dict[int, int]
    tables: int


def solve(bag: Dice, faces: Faces, most: int = MOST_BRAINS) -> Solution:
    """The best turn with these dice, if nobody rolls on with `most` brains."""
    turn = _Turn(bag, faces, most)
    turn.explore()
    turn.sweep()
    found = [place for level in turn.levels for places in level for place in places]
    hold = {place.table: place.hold for place in found if place.hold > place.first}
    return Solution(turn.start.mean, hold, len(found))


class _Turn:
    """All tables that can be reached, found by brains from none to many, valued the other way."""

    def __init__(self, bag: Dice, faces: Faces, most: int) -> None:
        self.bag, self.faces, self.most = bag, faces, most
        self.sure = sure_holds(bag, faces, most)
        self.held = [float(brains) for brains in range(most + ROLLED_DICE)]
        self.arrivals: list[list[int]] = [[] for _ in self.held]
        self.values: dict[int, list[float]] = {}
        self.throws: dict[int, _Throw] = {}
        self.choices: dict[int, _Choice] = {}
        self.outcomes: dict[Dice, list[tuple[int, int, int, int]]] = {}
        # By number of shotguns; in each, what is reached with fewer brains comes first.
        self.levels: list[tuple[list[_Throw], list[_Choice]]] = [([], []) for _ in self.sure]
        self.start = self._choice(0, 0)

    def explore(self) -> None:
        for eaten, tables in enumerate(self.arrivals):
            for table in tables:  # which grows meanwhile
                if table not in self.choices and table not in self.throws:
                    self._arrive(table, eaten)
        del self.arrivals

    def _arrive(self, table: int, eaten: int) -> None:
        if eaten < self.sure[sum(_unpacked(table, SHOTS))]:
            rolling = sum(_unpacked(table, ROLLING))
            if rolling == ROLLED_DICE or not self._drawable(table):
                self._throw(table, eaten)
            else:
                self._choice(table, eaten)

    def _drawable(self, table: int) -> bool:
        out = sum(_unpacked(table, ROLLING)) + sum(_unpacked(table, SHOTS))
        return out < sum(self.bag)

    def _choice(self, table: int, eaten: int) -> _Choice:
        shots = sum(_unpacked(table, SHOTS))
        choice = _Choice(table, eaten, self._values(table), self.sure[shots])
        self.choices[table] = choice
        needed = ROLLED_DICE - sum(_unpacked(table, ROLLING))
        bag = self._bag(table)
        if sum(bag) < needed:  # the brains go back first
            table -= _packed(_unpacked(table, BRAINS), BRAINS)
            bag = self._bag(table)
        for handful, ways in draws(bag, min(needed, sum(bag))).outcomes:
            assert isinstance(handful, Draw)
            filled = table + _packed(handful.drawn, ROLLING)
            throw = self.throws.get(filled) or self._throw(filled, eaten)
            choice.throws.append((ways, throw))
            choice.ways += ways
        self.levels[shots][1].append(choice)
        return choice

    def _throw(self, table: int, eaten: int) -> _Throw:
        shots, area = sum(_unpacked(table, SHOTS)), sum(_unpacked(table, BRAINS))
        throw = _Throw(table, eaten, self._values(table), self.sure[shots])
        self.throws[table] = throw
        for change, brains, shot, ways in self._outcomes(_unpacked(table, ROLLING)):
            throw.ways += ways
            if shots + shot >= SHOTS_THAT_KILL:
                continue
            if not change:
                throw.feet = ways
            elif area + brains >= self.sure[shots + shot]:
                throw.ways_held += ways
                throw.brains_held += ways * brains
            else:
                throw.leads.append((ways, self._values(table + change), brains))
                self.arrivals[eaten + brains].append(table + change)
        self.levels[shots][0].append(throw)
        return throw

    def _outcomes(self, rolling: Dice) -> list[tuple[int, int, int, int]]:
        """Each roll of these dice: how it changes the table, its brains, shotguns and ways."""
        if rolling not in self.outcomes:
            before = _packed(rolling, ROLLING)
            self.outcomes[rolling] = [
                (pack(*roll) - before, sum(roll.brains), sum(roll.shots), ways)
                for roll, ways in rolls(rolling, self.faces).outcomes
                if isinstance(roll, Roll)
            ]
        return self.outcomes[rolling]

    def _values(self, table: int) -> list[float]:
        """What the choice at a table is worth, by brains eaten: filled by the sweep."""
        if table not in self.values:
            self.values[table] = self.held.copy()
        return self.values[table]

    def _bag(self, table: int) -> Dice:
        places = [_unpacked(table, place) for place in (BRAINS, ROLLING, SHOTS)]
        green, yellow, red = (
            there - sum(out) for there, *out in zip(self.bag, *places, strict=True)
        )
        return green, yellow, red

    def sweep(self) -> None:
        for eaten in reversed(range(self.most)):
            for shots in reversed(range(SHOTS_THAT_KILL)):
                if eaten >= self.sure[shots]:
                    continue
                for places in self.levels[shots]:
                    for place in places:
                        if place.first > eaten:
                            break
                        place.settle(eaten)
