"""One turn as a graph: every way the dice can lie when a player may choose, and where a roll leads.

What holding is worth is any function of the brains eaten in the turn, its `worth`: the brains
themselves, or the chance to win the game with that many more. Being shot out is worth as much as
holding with none. One sweep over the graph finds the best choice everywhere, exactly except for
one convention: with `MOST` brains everybody holds.

The places of the graph are numbered. The first ones are the ends of the turn, place n the one with
n brains. The others come in the order in which they can be settled: by brains from many to none,
then by shotguns from two to none, and a full rolling area before one that must be filled, because
a roll with nothing but footprints leads from there to a full one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter, mul
from typing import NamedTuple, TypeAlias

from gamenight.games.zombie.rules import (
    NONE,
    ROLLED_DICE,
    SHOTS_THAT_KILL,
    Dice,
    Draw,
    Roll,
    State,
    draws,
    rolls,
)

Faces: TypeAlias = tuple[str, str, str]

# Chances are sums of floats: a smaller difference is a tie, and on a tie the player holds.
ROUNDING = 1e-13

# With the standard dice, two players have the same chances to win to 1e-12 with 24 and with 28.
MOST = 24
ENDS = MOST + ROLLED_DICE


class DiceOut(NamedTuple):
    """The dice out of the bag, by colour."""

    brains: Dice
    rolling: Dice
    shots: Dice


class Lead(NamedTuple):
    """One outcome of a roll, or of the draw before it: to a table with this many more brains.

    No table: the turn is over, with no brains if `dead`.
    """

    share: float
    table: DiceOut | None
    brains: int = 0
    dead: bool = False


class Fan(NamedTuple):
    """All outcomes of one table. full: its dice are rolled as they lie, else some are drawn first.

    stay: the share of rolls with only footprints on full tables, which is left out of the leads.
    """

    full: bool
    stay: float
    leads: tuple[Lead, ...]


class GraphNode(NamedTuple):
    """A table with this many brains eaten: the shares of the places it leads to."""

    eaten: int
    full: bool
    stay: float
    shares: tuple[float, ...]
    targets: tuple[int, ...]


class Turn(NamedTuple):
    """A turn played best: what it is worth, and by place what rolling on is worth."""

    mean: float
    rolled: Sequence[float]


@dataclass(frozen=True)
class Graph:
    """The places of a turn after its ends, and their numbers by table and brains eaten."""

    places: tuple[GraphNode, ...] = field(repr=False)
    numbers: dict[tuple[DiceOut, int], int] = field(repr=False)
    pick: tuple[Callable[[Sequence[float]], tuple[float, ...]], ...] = field(repr=False)

    def number(self, state: State) -> int | None:
        """The place of a state in which the player may choose; None if everybody holds."""
        table = DiceOut(state.brains, state.rolling, state.shots)
        return self.numbers.get((table, state.eaten))

    def solve(self, worth: Sequence[float]) -> Turn:
        """The best turn if holding with n brains is worth `worth[n]`, for each of `ENDS`."""
        values, means, rolled = list(worth), list(worth), list(worth)
        for place, pick in zip(self.places, self.pick, strict=True):
            roll = sum(map(mul, place.shares, pick(values if place.full else means)))
            held = worth[place.eaten]
            value = roll if roll > held + ROUNDING else held
            values.append(value)
            rolled.append(roll)
            means.append(roll + place.stay * (value - roll))
        return Turn(rolled[-1], rolled)

    def choices(self, worth: Sequence[float]) -> bytes:
        """By place, 1 where rolling on is better; the ends of the turn count as places."""
        held = [*worth, *(worth[place.eaten] for place in self.places)]
        rolled = self.solve(worth).rolled
        return bytes(roll > hold + ROUNDING for roll, hold in zip(rolled, held, strict=True))

    def ends(self, choices: bytes) -> list[float]:
        """How likely the turn ends with each number of brains, if it is played like this."""
        thrown, choosing = [0.0] * len(choices), [0.0] * len(choices)
        thrown[-1] = 1.0
        for number in reversed(range(ENDS, len(choices))):
            place = self.places[number - ENDS]
            choosing[number] += thrown[number] * place.stay
            rolling = thrown[number] * (1 - place.stay)
            if choices[number]:
                rolling += choosing[number]
            else:
                choosing[place.eaten] += choosing[number]
            onward = choosing if place.full else thrown
            for share, target in zip(place.shares, place.targets, strict=True):
                onward[target] += rolling * share
        return choosing[:ENDS]


@lru_cache(maxsize=4)
def graph(bag: Dice, faces: Faces) -> Graph:
    """Every place that can be reached with fewer than `MOST` brains, by any choices."""
    fans: dict[DiceOut, Fan] = {}
    met: list[dict[DiceOut, None]] = [{} for _ in range(ENDS)]
    met[0][DiceOut(NONE, NONE, NONE)] = None
    for eaten in range(MOST):
        tables = list(met[eaten])
        for table in tables:  # which grows meanwhile
            if table not in fans:
                fans[table] = _fan(table, bag, faces)
            for _, after, brains, _ in fans[table].leads:
                if after is not None and after not in met[eaten + brains]:
                    met[eaten + brains][after] = None
                    if not brains:
                        tables.append(after)
    numbers: dict[tuple[DiceOut, int], int] = {}
    for eaten in reversed(range(MOST)):
        for table in sorted(
            met[eaten], key=lambda t: (-sum(t.shots), not fans[t].full, -sum(t[1]))
        ):
            numbers[table, eaten] = ENDS + len(numbers)
    places = tuple(_place(fans[table], eaten, numbers) for table, eaten in numbers)
    return Graph(places, numbers, tuple(itemgetter(*place.targets) for place in places))


def _place(fan: Fan, eaten: int, numbers: dict[tuple[DiceOut, int], int]) -> GraphNode:
    targets, shares = [], []
    for share, table, brains, dead in fan.leads:
        after = 0 if dead else eaten + brains
        targets.append(after if table is None or after >= MOST else numbers[table, after])
        shares.append(share)
    while len(targets) < 2:  # `itemgetter` gives a single one bare
        targets.append(0)
        shares.append(0.0)
    return GraphNode(eaten, fan.full, fan.stay, tuple(shares), tuple(targets))


def _fan(table: DiceOut, bag: Dice, faces: Faces) -> Fan:
    """Where rolling on leads."""
    brains, rolling, shots = table
    left = _minus(bag, _plus(_plus(brains, rolling), shots))
    needed = ROLLED_DICE - sum(rolling)
    if needed > sum(left):  # the brains go back first
        left, brains = _plus(left, brains), NONE
    if not needed or not sum(left):
        return _thrown(DiceOut(brains, rolling, shots), bag, faces)
    node = draws(left, min(needed, sum(left)))
    leads = [
        Lead(ways / node.cumulative[-1], DiceOut(brains, _plus(rolling, draw.drawn), shots))
        for draw, ways in node.outcomes
        if isinstance(draw, Draw)
    ]
    return Fan(False, 0.0, tuple(leads))


def _thrown(table: DiceOut, bag: Dice, faces: Faces) -> Fan:
    """The rolls of a full table, in shares of those that change something."""
    node = rolls(table.rolling, faces)
    ways = dict(_outcomes(node.outcomes))
    stay = ways.pop(Roll(NONE, table.rolling, NONE), 0)
    others = sum(ways.values())
    leads = tuple(_lead(table, roll, count / others, bag) for roll, count in ways.items())
    return Fan(True, stay / (stay + others), leads)


def _outcomes(outcomes: Sequence[tuple[object, int]]) -> Iterator[tuple[Roll, int]]:
    yield from ((roll, ways) for roll, ways in outcomes if isinstance(roll, Roll))


def _lead(table: DiceOut, roll: Roll, share: float, bag: Dice) -> Lead:
    after = DiceOut(_plus(table.brains, roll.brains), roll.feet, _plus(table.shots, roll.shots))
    if sum(after.shots) >= SHOTS_THAT_KILL:
        return Lead(share, None, dead=True)
    used_up = after.shots == bag  # nothing is left to roll: held
    return Lead(share, None if used_up else after, sum(roll.brains))


def _plus(dice: Dice, more: Dice) -> Dice:
    return dice[0] + more[0], dice[1] + more[1], dice[2] + more[2]


def _minus(dice: Dice, fewer: Dice) -> Dice:
    return dice[0] - fewer[0], dice[1] - fewer[1], dice[2] - fewer[2]
