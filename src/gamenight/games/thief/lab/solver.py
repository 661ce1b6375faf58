"""The best turn if nobody steals, exactly: what rolling on is worth, and what to hold.

Rolling some dice with a pot is worth the mean of what it leads to: nothing after a bust, five dice
and a larger pot after a chain, else the best of ending the turn with everything that counts and of
every hold. Pots only grow, so each value follows from those of larger pots.

With a large pot, ending is always best. The value of rolling is then a line: the share of the pot
that busts leave on average, and some points. Where ending beats every hold by these lines it also
does so with every larger pot, for a share is below 1: that pot is `ENOUGH`, and no turn, however
long, is cut off.

All values are fractions: nothing is rounded, and a tie is a tie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from gamenight.games.thief.rules import (
    DICE,
    SIDES,
    Hold,
    Roll,
    Rolled,
    Unit,
    left,
    possible_holds,
    rolls,
    units,
    worth,
)

Holds: TypeAlias = Callable[[Roll], tuple[Hold, ...]]

# The smallest pot before a roll, in steps of 50, from which ending beats every hold.
ENOUGH = 900


@lru_cache(maxsize=DICE)
def results(dice: int) -> tuple[tuple[Roll, Fraction], ...]:
    """One roll for all those in which the same units count, with their probability."""
    example: dict[tuple[Unit, ...], Roll] = {}
    ways: Counter[Roll] = Counter()
    for rolled, weight in rolls(dice).outcomes:
        assert isinstance(rolled, Rolled)
        ways[example.setdefault(units(rolled.dice), rolled.dice)] += weight
    total = len(SIDES) ** dice
    return tuple((roll, Fraction(weight, total)) for roll, weight in ways.items())


class Line(NamedTuple):
    """A value that grows evenly with the pot."""

    share: Fraction
    points: Fraction

    def at(self, pot: int) -> Fraction:
        return self.share * pot + self.points


@lru_cache(maxsize=DICE)
def ending_early(dice: int) -> Line:
    """What rolling is worth to a player who ends the turn as soon as possible."""
    kept = chained = gained = gained_by_chains = Fraction(0)
    for roll, probability in results(dice):
        found = units(roll)
        if found and left(roll, found):
            kept += probability
            gained += probability * worth(found)
        elif found:
            chained += probability
            gained_by_chains += probability * worth(found)
    if dice == DICE:  # a chain leads back to five dice
        share = kept / (1 - chained)
        return Line(share, (gained + share * gained_by_chains) / (1 - chained))
    five = ending_early(DICE)
    return Line(
        kept + chained * five.share,
        gained + five.share * gained_by_chains + chained * five.points,
    )


@lru_cache(maxsize=1 << 16)
def rolling(dice: int, pot: int, holds: Holds = possible_holds, enough: int = ENOUGH) -> Fraction:
    """The mean points of a turn when this many dice are rolled with this pot, and then played best.

    holds: the ways of holding that are considered; enough: from this pot on the turn is ended.
    """
    if pot >= enough:
        return ending_early(dice).at(pot)
    mean = Fraction(0)
    for roll, probability in results(dice):
        found = units(roll)
        if not found:
            continue
        best: Fraction | int = pot + worth(found)
        if left(roll, found):
            best = max(best, *(holding(roll, pot, hold, holds, enough) for hold in holds(roll)))
        else:
            best = rolling(DICE, pot + worth(found), holds, enough)
        mean += probability * best
    return mean


def holding(
    roll: Roll, pot: int, hold: Hold, holds: Holds = possible_holds, enough: int = ENOUGH
) -> Fraction:
    """The mean points of a turn that holds this of a roll, and rolls the other dice."""
    return rolling(left(roll, hold.units), pot + worth(hold.units), holds, enough)


def stealing(roll: Roll, pot: int) -> Fraction:
    """The mean points for a thief, who takes the pot without the roll, and must hold and roll."""
    return max(holding(roll, pot, hold) for hold in possible_holds(roll))
