"""Iterative deepening around the compiled alpha-beta, with limits of time, nodes and depth.

The value at a depth is looked for near that of the depth before. The compiled search runs in slices
and comes back, to look at the clock and at requests to stop.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gamenight.games.oware.lab import alphabeta, evaluation, packing
from gamenight.games.oware.lab.evaluation import SEED
from gamenight.games.oware.lab.ranks import AT_ONCE
from gamenight.games.oware.lab.sowing import NO_MOVE
from gamenight.games.oware.rules import OwareRules, State

if TYPE_CHECKING:
    from gamenight.games.oware.lab.bounds import Bounds
    from gamenight.games.oware.lab.endgames import Endgames

MOST_DEPTH = 100
# About half a millisecond.
SLICE = 4_000
# How far the value of a depth is looked for from that of the last but one; more if it is not there.
WINDOW = SEED
# Children from this one on are late.
LATE = 2
# Whether what earlier searches found is believed where the limit is a time.
KEEP = 1
# How far from mattering a position must be for each ply before the last to be judged as it stands.
MARGIN = 64
TABLE_ENTRIES = 1 << 20
NO_ENDINGS = np.zeros(1, np.int8)
MOST_AGES = 1 << 14
NETWORK = evaluation.weights()


class Found(NamedTuple):
    """The best house by its number in the row, its value as `alphabeta` has it, and the last depth
    that was finished; `plies_to_end` if the value is a forced win or loss, else 0."""

    house: int
    value: int
    depth: int
    nodes: int
    plies_to_end: int


@dataclass
class Budget:
    """What is left of the limits; `stopped` is asked after every slice."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int = MOST_DEPTH
    stopped: Callable[[], bool] = lambda: False

    def __post_init__(self) -> None:
        self.used = 0
        self.deadline = None if self.seconds is None else perf_counter() + self.seconds

    @property
    def is_spent(self) -> bool:
        if self.stopped() or (self.nodes is not None and self.used >= self.nodes):
            return True
        return self.deadline is not None and perf_counter() >= self.deadline

    @property
    def slice(self) -> int:
        return SLICE if self.nodes is None else min(SLICE, self.nodes - self.used)


class TranspositionTable:
    """Positions that were searched; every search has an age, and only sees its own positions."""

    def __init__(self) -> None:
        # Written once, so that no search has to wait for memory.
        self.entries = np.full((TABLE_ENTRIES, 2), 0, np.uint64)
        self.age = 0

    def next_age(self) -> int:
        self.age += 1
        if self.age == MOST_AGES:
            self.entries[:] = 0
            self.age = 1
        return self.age


def sure(lead: int) -> int:
    """The value of a lead at the end that the endgame tables promise."""
    return SEED * lead + (alphabeta.SURE if lead > 0 else -alphabeta.SURE if lead else 0)


def deepened_together(first: Search, others: list[Search], budget: Budget) -> Found | None:
    """What the first search finds while others of the same state, each on a thread of its own, fill
    the table that they share; they begin a depth apart, and stop with it."""
    found = Event()
    with ThreadPoolExecutor(len(others)) as pool:
        for other in others:
            helped = Budget(stopped=lambda: found.is_set() or budget.stopped())
            pool.submit(other.deepen, helped, first_depth=3)
        try:
            return first.deepen(budget)
        finally:
            found.set()


def may_repeat(rules: OwareRules, state: State) -> bool:
    """Whether a move may end the match by a repetition, which the tables know nothing about."""
    after = (rules.apply(state, house) for house in rules.moves(state.position))
    return any(one.position in one.earlier for one in after)


class Search:
    """The search of one state that is not over; `twist` (0 to 7) orders equal moves; counted: by
    seeds alone, as if a majority did not end the game; keeps: believes what earlier searches found,
    so that it does not find the same every time; beside: another of the same state, in whose
    positions it believes, for a thread of its own."""

    def __init__(
        self,
        rules: OwareRules,
        state: State,
        table: TranspositionTable,
        twist: int = 0,
        endgames: Endgames | None = None,
        counted: bool = False,
        keeps: bool = False,
        beside: Search | None = None,
    ) -> None:
        packing.check(rules, state)
        position, earlier = state.position, packing.history(state)
        self.path = np.zeros((len(earlier) + MOST_DEPTH + 2, 3), np.uint64)
        self.path[: len(earlier), :2] = earlier
        self.path[len(earlier), :2] = [
            packing.row(position, position.mover),
            packing.row(position, 1 - position.mover),
        ]
        self.stack = np.full((MOST_DEPTH + 2, alphabeta.COLUMNS), NO_MOVE, np.int64)
        root = self.stack[0]
        root[alphabeta.OWN_STORE] = position.stores[position.mover]
        root[alphabeta.OTHER_STORE] = position.stores[1 - position.mover]
        root[alphabeta.SINCE] = 0
        self.children = np.zeros((MOST_DEPTH + 2, packing.HOUSES, 5), np.uint64)
        self.table = table
        self._move = 0
        self.control = np.zeros(alphabeta.CONTROLS, np.int64)
        left = rules.options.ply_limit - state.plies if rules.options.ply_limit else -1
        self.control[alphabeta.BASE] = len(earlier)
        self.control[alphabeta.TOTAL] = alphabeta.COUNTED if counted else packing.total(position)
        self.control[alphabeta.SLAM] = packing.GRAND_SLAMS.index(rules.options.grand_slam)
        self.control[alphabeta.PLIES_LEFT] = left
        age = table.next_age() if beside is None else int(beside.control[alphabeta.AGE])
        self.control[alphabeta.AGE] = age
        self.control[alphabeta.KEPT] = keeps
        self.control[alphabeta.LATE] = alphabeta.NEVER if counted else LATE
        self.control[alphabeta.MARGIN] = 0 if counted else MARGIN
        self.control[alphabeta.TWIST] = twist
        self.control[alphabeta.ROOT_MOVES] = (1 << packing.HOUSES) - 1
        self.control[alphabeta.ROOT_LEVEL] = sum(position.houses)
        self.control[alphabeta.LEVEL] = -1
        self.endings, self.endgames = NO_ENDINGS, endgames
        self.goal = alphabeta.NO_VALUE
        if endgames is not None:
            self.endings = endgames.searched(sum(position.houses))
            self.control[alphabeta.LEVEL] = endgames.seeds
            if endgames.covers(position) and not may_repeat(rules, state):
                self._aim(endgames.moves(rules, position))
        self.most_depth = min(MOST_DEPTH, left + 1) if left >= 0 else MOST_DEPTH

    def _aim(self, moves: dict[int, int]) -> None:
        """Look only at the moves that are best by the tables, for the way to what they promise;
        at all moves if they promise nothing, for a repetition may do better."""
        best, root = max(moves.values()), self.stack[0]
        if not best or self.control[alphabeta.TOTAL] == alphabeta.COUNTED:
            return
        self.control[alphabeta.ROOT_MOVES] = sum(
            1 << house % packing.HOUSES for house, value in moves.items() if value == best
        )
        lead = best + int(root[alphabeta.OWN_STORE] - root[alphabeta.OTHER_STORE])
        self.goal = sure(lead) if lead else alphabeta.NO_VALUE

    def deepen(self, budget: Budget, first_depth: int = 2) -> Found | None:
        """The best of the last depth that was finished in time, or of what was seen of the next;
        the first, unless the budget says less, always is. None: it was stopped before."""
        most = max(1, min(self.most_depth, budget.depth))
        found, guesses, first = None, [0, 0], Budget(stopped=budget.stopped)
        for depth in range(min(first_depth, most), most + 1):
            width = WINDOW if found else alphabeta.NO_VALUE
            value = self._value(depth, guesses[depth % 2], width, budget if found else first)
            if value is None:
                return self._better(found)
            guesses[depth % 2] = value
            forced = abs(value) > alphabeta.FORCED
            plies = alphabeta.WIN - abs(value) if forced else 0
            found = Found(self._move, value, depth, first.used + budget.used, plies)
            if forced or value == self.goal:
                return found
        return found

    def _better(self, found: Found | None) -> Found | None:
        """What was found, with the move that has proved better at a depth that is not finished."""
        root = self.stack[0]
        if found is None or root[alphabeta.BEST] <= root[alphabeta.FLOOR]:
            return found
        return found._replace(house=int(root[alphabeta.BEST_MOVE]))

    def _value(self, depth: int, guess: int, width: int, budget: Budget) -> int | None:
        """The value at a depth, which should be less than a width from the guess; None: out of
        time."""
        low, high = guess - width, guess + width
        while True:
            low, high = max(low, -alphabeta.NO_VALUE), min(high, alphabeta.NO_VALUE)
            value = self._test(depth, low, high, budget)
            if value is None:
                return None
            if value > low:
                self._move = int(self.stack[0, alphabeta.BEST_MOVE])
            if low < value < high:
                return value
            width *= 4
            if value <= low:
                low = value - width
            else:
                high = value + width

    def proves(self, lead: int, bounds: Bounds | None, budget: Budget) -> bool:
        """Whether a counted lead in seeds stands no matter who gets the seeds that are left where
        lines end, or where a position repeats: then it holds by the rules of a match, whatever the
        history of a line. For positions with more seeds than the bounds hold."""
        self.endings, self.control[alphabeta.LEVEL] = NO_ENDINGS, -1
        if bounds is not None:
            self.endings, self.control[alphabeta.LEVEL] = bounds.both, AT_ONCE
        return all(
            self._stands(bound, SEED * seeds, budget)
            for bound, seeds in ((-1, lead), (1, lead + 1))
        )

    def _stands(self, bound: int, gamma: int, budget: Budget) -> bool:
        """Whether gamma is reached if all that is left goes to the other side (bound -1), or is
        not if all goes to the mover (1): seen as deep as it takes."""
        self.control[alphabeta.BOUND] = bound
        self.control[alphabeta.AGE] = self.table.next_age()
        for depth in range(2, self.most_depth, 2):
            found = self._test(depth, gamma - 1, gamma, budget)
            if found is None or (found >= gamma) == (bound < 0):
                return found is not None
        return False

    def _test(self, depth: int, low: int, high: int, budget: Budget) -> int | None:
        """The value within these limits, or a bound beyond them; None: out of time."""
        control, root = self.control, self.stack[0]
        control[alphabeta.PLY] = control[alphabeta.BACK] = 0
        root[alphabeta.DEPTH], root[alphabeta.ALPHA], root[alphabeta.BETA] = depth, low, high
        while True:
            if budget.is_spent:
                return None
            control[alphabeta.NODES], control[alphabeta.BUDGET] = 0, budget.slice
            done = alphabeta.search(
                self.path,
                self.stack,
                self.children,
                self.table.entries,
                control,
                self.endings,
                *NETWORK,
            )
            budget.used += int(control[alphabeta.NODES])
            if self.endgames is not None:
                self.endgames.check()
            if done:
                return int(control[alphabeta.VALUE])
