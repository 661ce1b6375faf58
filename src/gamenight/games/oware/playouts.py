"""Many games in compiled code: from a seed, on any number of threads, with the same result."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from gamenight.games.oware import kernel, words
from gamenight.games.oware.rules import NORTH, SOUTH, OwareRules, State

POLICIES = {"easy": kernel.EASY, "hard": kernel.HARD}
# A trace of one game is long enough for any that was ever seen; it is cut, never overrun.
TRACE_ROWS = 20_000


@dataclass(frozen=True, slots=True)
class Totals:
    """The plies, wins, draws and seeds of many games, and a checksum of all their ends."""

    plies: int
    wins: tuple[int, int]
    draws: int
    seeds: tuple[int, int]
    checksum: int


def play_games(
    rules: OwareRules,
    games: int,
    seed: int = 0,
    threads: int = 1,
    bots: tuple[str, str] = ("easy", "easy"),
    state: State | None = None,
) -> Totals:
    """Games from a state (the start) between South's and North's bot, out of `POLICIES`.

    Each game has its own random numbers by the seed and its number, so that threads change
    nothing. Boards other than of six houses and 255 seeds raise InvalidOption.
    """
    borders = [games * part // threads for part in range(threads + 1)]
    totals = np.zeros((threads, 7), np.int64)

    def part(n: int) -> None:
        _play(rules, state, seed, (borders[n], borders[n + 1]), bots, totals[n], 0)

    if threads == 1:
        part(0)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(part, range(threads)))
    plies, south, north, draws, south_seeds, north_seeds, _ = (int(n) for n in totals.sum(axis=0))
    checksum = int(np.bitwise_xor.reduce(totals[:, kernel.CHECKSUM]))
    return Totals(plies, (south, north), draws, (south_seeds, north_seeds), checksum)


def trace(
    rules: OwareRules,
    number: int,
    seed: int = 0,
    bots: tuple[str, str] = ("easy", "easy"),
    state: State | None = None,
) -> tuple[list[tuple[tuple[int, ...], tuple[int, int], int, int | None]], Totals]:
    """Every state of the game with this number: houses, stores, mover, and the house sown, or
    None at the end; and its result."""
    totals = np.zeros(7, np.int64)
    rows = _play(rules, state, seed, (number, number + 1), bots, totals, TRACE_ROWS)
    plies, south, north, draws, *seeds, checksum = (int(n) for n in totals)
    states = []
    for row in rows[: plies + 1]:
        south_row, north_row, south_store, north_store, mover, move = (int(n) for n in row)
        houses = words.houses_of(south_row) + words.houses_of(north_row)
        house = None if move == kernel.NO_MOVE else move + mover * words.HOUSES
        states.append((houses, (south_store, north_store), mover, house))
    return states, Totals(plies, (south, north), draws, (seeds[0], seeds[1]), checksum)


def kernel_random_games(games: int, seed: int, threads: int) -> int:
    """Random games by the standard rules; the plies."""
    return play_games(OwareRules(), games, seed, threads).plies


def _play(
    rules: OwareRules,
    state: State | None,
    seed: int,
    numbers: tuple[int, int],
    bots: tuple[str, str],
    totals: Any,
    rows: int,
) -> Any:
    state = rules.initial() if state is None else state
    words.check(rules, state)
    position, options = state.position, rules.options
    start = np.array(
        [
            words.row(position, SOUTH),
            words.row(position, NORTH),
            *position.stores,
            position.mover,
            kernel.NO_MOVE,
        ],
        np.uint64,
    )
    slam = words.GRAND_SLAMS.index(options.grand_slam)
    policies = (POLICIES[name] for name in bots)
    rule = np.array([slam, options.ply_limit, state.plies, *policies], np.int64)
    traced = np.zeros((rows, 6), np.uint64)
    history = words.history(state)
    kernel.play(start, history, rule, np.uint64(seed), *numbers, totals, traced)
    return traced
