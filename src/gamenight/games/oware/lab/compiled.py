"""The kernel of Oware: whole games in compiled code, on any number of threads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from gamenight.core.kernel import check_bots, in_parts, word
from gamenight.games.oware.lab import kernel, packing
from gamenight.games.oware.lab.sowing import NO_MOVE
from gamenight.games.oware.rules import NORTH, SOUTH, OwareRules, State

POLICIES = {"random": kernel.EASY, "easy": kernel.EASY, "hard": kernel.HARD}
COLUMNS = 4
# Long enough to trace any game ever seen; a longer trace is cut, never overrun.
TRACE_ROWS = 20_000


class Traced(NamedTuple):
    """A state of a compiled game and the house that was sown in it; None at the end."""

    houses: tuple[int, ...]
    stores: tuple[int, int]
    mover: int
    house: int | None


def bots(rules: OwareRules) -> tuple[str, ...]:
    """The bots that compiled code can play; none on a board that does not fit."""
    return tuple(POLICIES) if packing.fits(rules, rules.initial()) else ()


def play(
    rules: OwareRules,
    bots: Sequence[str],
    seed: int,
    numbers: range,
    threads: int = 1,
    state: State | None = None,
) -> Any:
    """The games with these numbers between South's and North's bot, as `core.kernel` says.

    Boards without six houses, or with more than 255 seeds, raise InvalidOption.
    """
    setup = _setup(rules, bots, state)
    results = np.zeros((len(numbers), COLUMNS), np.int64)
    untraced = np.zeros((0, 6), np.uint64)

    def part(first: int, last: int) -> None:
        start = numbers.start + first
        kernel.play(*setup, np.uint64(word(seed)), start, results[first:last], untraced)

    in_parts(part, len(numbers), threads)
    return results


def trace(
    rules: OwareRules, bots: Sequence[str], seed: int, number: int, state: State | None = None
) -> tuple[list[Traced], Any]:
    """Every state of the game with this number, and its row."""
    results = np.zeros((1, COLUMNS), np.int64)
    rows = np.zeros((TRACE_ROWS, 6), np.uint64)
    kernel.play(*_setup(rules, bots, state), np.uint64(word(seed)), number, results, rows)
    return [_traced(row) for row in rows[: results[0, 0] + 1]], results[0]


def _traced(row: Any) -> Traced:
    south, north, south_store, north_store, mover, move = (int(n) for n in row)
    house = None if move == NO_MOVE else move + mover * packing.HOUSES
    houses = packing.houses_of(south) + packing.houses_of(north)
    return Traced(houses, (south_store, north_store), mover, house)


def _setup(rules: OwareRules, bots: Sequence[str], state: State | None) -> tuple[Any, Any, Any]:
    """The start, the earlier positions and the rule of `kernel.play`."""
    state = rules.initial() if state is None else state
    packing.check(rules, state)
    check_bots(bots, POLICIES, rules.players)
    position, options = state.position, rules.options
    start = np.array(
        [
            packing.row(position, SOUTH),
            packing.row(position, NORTH),
            *position.stores,
            position.mover,
            NO_MOVE,
        ],
        np.uint64,
    )
    slam = packing.GRAND_SLAMS.index(options.grand_slam)
    policies = (POLICIES[name] for name in bots)
    rule = np.array([slam, options.ply_limit, state.plies, *policies], np.int64)
    return start, packing.history(state), rule
