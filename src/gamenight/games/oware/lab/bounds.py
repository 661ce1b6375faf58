"""What a side can be sure of in an Oware endgame by the rules of a match, repetitions included.

The endgame tables count seeds that go round for ever as nobody's; a match ends at a repetition, and
each side takes its own row. So the tables here hold two values per position. `low`: what the mover
gets at least, if everything that goes round falls to the other; `high`: what it gets at most, if
everything falls to the mover. A side that secures its bound comes nearer to it with every move, so
it repeats no position, and the repetition rule cannot spoil it; only a position from before may
come up again, which `Bounds.hold` checks. Where both bounds are equal, that is the exact value.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from gamenight.games.oware.lab.endgames import moved, place_of
from gamenight.games.oware.lab.levels import bounded
from gamenight.games.oware.lab.ranks import AT_ONCE, LEVELS
from gamenight.games.oware.rules import OwareRules, Position, State

# Positions searched for one that has occurred before: a few milliseconds.
MOST_FOLLOWED = 1_000


@dataclass(frozen=True, eq=False)
class Bounds:
    """Both values of all positions with up to AT_ONCE seeds, and the plies until seeds are
    captured, or the game ends, if the mover secures `low`, or the other `high`."""

    low: Any
    high: Any
    low_plies: Any
    high_plies: Any

    def of(self, position: Position) -> tuple[int, int]:
        """The least and the most by which the mover can lead at the end."""
        at = place_of(position)
        return int(self.low[at]), int(self.high[at])

    def share(self, seeds: int) -> float:
        """The share of the positions with this many seeds whose value is certain."""
        level = slice(LEVELS[seeds], LEVELS[seeds + 1])
        return float(np.mean(self.low[level] == self.high[level]))

    @cached_property
    def both(self) -> Any:
        """The low values, then the high ones, for the search."""
        return np.concatenate([self.low, self.high])

    def moves(self, rules: OwareRules, position: Position) -> dict[int, int]:
        """The least that each move secures, its own capture included."""
        found = {}
        for house in rules.moves(position):
            after, captured = moved(rules, position, house)
            found[house] = captured - int(self.high[place_of(after)])
        return found

    def way(self, rules: OwareRules, position: Position) -> int:
        """The move that secures `low` soonest."""

        def plies(house: int) -> int:
            after, captured = moved(rules, position, house)
            return 0 if captured else int(self.high_plies[place_of(after)])

        moves = self.moves(rules, position)
        most = max(moves.values())
        return min((house for house in moves if moves[house] == most), key=plies)

    def wins(self, rules: OwareRules, state: State, side: int) -> bool:
        """Whether a side can be sure to have more seeds at the end."""
        position = state.position
        if sum(position.houses) > AT_ONCE:
            return False
        lead = position.stores[side] - position.stores[1 - side]
        return lead + self._claim(position, side)[0] > 0 and self.is_new(rules, state, side)

    def winning(self, rules: OwareRules, state: State, liked: int | None) -> int | None:
        """A move that keeps a certain win: the preferred one if it does; None: there is no such
        win. Playing by it wins, for a certain win is one without a repetition."""
        side = state.position.mover
        if not self.wins(rules, state, side):
            return None
        if liked is not None and self.wins(rules, rules.apply(state, liked), side):
            return liked
        return self.way(rules, state.position)

    def hold(self, rules: OwareRules, state: State) -> bool:
        """Whether both sides can secure their bounds, given the positions so far."""
        return all(self.is_new(rules, state, side) for side in (0, 1))

    def is_new(self, rules: OwareRules, state: State, side: int) -> bool:
        """Whether a side that secures its bound meets no position that has occurred before."""
        earlier = [(self._claim(one, side), one.houses, one.mover) for one in state.earlier]
        to_do, met = [state.position], {state.position}
        if state.position in state.earlier:
            return False
        while to_do:
            position = to_do.pop()
            claim = self._claim(position, side)
            # With every move of the side its claim grows, or comes nearer; the least is always so.
            if all(one <= claim for one, *_ in earlier) or claim[0] == -sum(position.houses):
                continue
            if len(met) > MOST_FOLLOWED:
                return False
            own = position.mover == side
            for house in [self.way(rules, position)] if own else rules.moves(position):
                after, captured = moved(rules, position, house)
                if captured or after in met:
                    continue
                if any((after.houses, after.mover) == one[1:] for one in earlier):
                    return False
                met.add(after)
                to_do.append(after)
        return True

    def _claim(self, position: Position, side: int) -> tuple[int, int]:
        """What a side can secure, and minus the plies to it: more is better."""
        at = place_of(position)
        if position.mover == side:
            return int(self.low[at]), -int(self.low_plies[at])
        return -int(self.high[at]), -int(self.high_plies[at])


@lru_cache(maxsize=1)
def bounds() -> Bounds:
    """Computed in memory, in about a second."""
    size = LEVELS[AT_ONCE + 1]
    low, high = np.zeros(size, np.int8), np.zeros(size, np.int8)
    low_plies, high_plies = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    for seeds in range(AT_ONCE + 1):
        level = slice(LEVELS[seeds], LEVELS[seeds + 1])
        plies = (low_plies[level], high_plies[level])
        low[level], high[level] = bounded(seeds, low, high, plies)
    return Bounds(low, high, low_plies, high_plies)
