"""Many games through the kernel: policies as tables, threads, and what does not fit refused.

    python -m gamenight.games.zombie.simulation [GAMES]

plays the perfect game of two so many times, and compares the first player's victories with the
solved chance, then the pace of the kernel with that of the Python rules and of `zombiedice`.

    python -m gamenight.games.zombie.simulation GAMES PLAYERS

plays one `best` against `turn` at all other seats, in turns at every seat, by the Python rules.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import product
from math import prod, sqrt
from random import Random
from time import process_time
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gamenight.core.bot import Limit
from gamenight.core.errors import InvalidOption
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Over
from gamenight.core.text import listed, quoted
from gamenight.games.zombie import duel, kernel
from gamenight.games.zombie.best import is_duel, is_solvable
from gamenight.games.zombie.bots import BOTS, MOST_BRAINS
from gamenight.games.zombie.field import Kit, kit
from gamenight.games.zombie.graph import ENDS, Table, graph
from gamenight.games.zombie.peer import zombiedice_games
from gamenight.games.zombie.policy import hold_numbers
from gamenight.games.zombie.rules import BRAIN, FEET, HOLD, SHOT, Dice, ZombieRules
from gamenight.games.zombie.solver import pack
from gamenight.games.zombie.sweep import sweep_of

Numbers: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[Any]]"

POLICIES = ("random", "easy", "turn", "best")
MOST_SEATS = 60
MOST_ROUNDS = 2**31


class Results(NamedTuple):
    """Of so many games: each policy's share of the victories, and the plies of all."""

    games: int
    shares: tuple[float, ...]
    plies: int


class Words(NamedTuple):
    """The number of each table by its dice, and what to do there: the rows of a policy's words."""

    tables: Numbers
    words: Numbers


def simulate(
    rules: ZombieRules,
    policies: Sequence[str],
    games: int,
    seed: int = 0,
    threads: int = 1,
    rotated: bool = True,
) -> Results:
    """The same games, whatever the number of threads; each is one seat further on than the last."""
    setup = _setup(rules, policies)
    parts = [(games * part // threads, games * (part + 1) // threads) for part in range(threads)]

    def play(part: tuple[int, int]) -> tuple[int, Numbers]:
        shares = np.zeros(rules.players)
        first, end = part
        plies = kernel.play_many(*setup, np.uint64(seed), first, end - first, rotated, shares)
        return plies, shares

    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(play, parts))
    shares = sum(share for _, share in found)
    return Results(games, tuple(map(float, np.atleast_1d(shares))), sum(n for n, _ in found))


def traced(
    rules: ZombieRules, policies: Sequence[str], seed: int, game: int
) -> tuple[Numbers, Numbers]:
    """Each ply of one game, its state and what was done in it; and the state at the end."""
    setup = _setup(rules, policies)
    state = np.zeros(kernel.SCORES + 2 * rules.players, np.int64)
    room = state, np.zeros(kernel.DONE, np.int64), np.zeros(1, np.uint64)
    plies = 0
    for _ in range(2):  # to count the plies, then to trace them
        trace = np.zeros((plies, len(state) + kernel.DONE), np.int64)
        plies = kernel.play(*setup, np.uint64(seed), game, *room, trace)
    return trace, state


def _setup(
    rules: ZombieRules, policies: Sequence[str]
) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    options = rules.options
    if rules.players > MOST_SEATS or max(options.max_turns, options.round_limit) > MOST_ROUNDS:
        raise InvalidOption(
            f"the kernel plays with up to {MOST_SEATS} players and {MOST_ROUNDS} rounds", rules
        )
    if len(policies) != rules.players:
        raise InvalidOption(
            f"{rules.players} policies are needed, not {len(policies)}", list(policies)
        )
    counts = [die.count(face) for die in options.faces for face in (BRAIN, FEET, SHOT)]
    row = [*options.bag, options.brains_to_win, options.max_turns, options.round_limit]
    chosen, words = _policies(rules, tuple(policies))
    return np.array([*row, rules.players, *counts], np.int64), chosen, *words


def _policies(rules: ZombieRules, policies: tuple[str, ...]) -> tuple[Numbers, Words]:
    """The kind of each policy and its first row of words."""
    kinds = {"random": kernel.COIN, "easy": kernel.TWO_SHOTS, "turn": kernel.BY_TABLE}
    kinds |= {"best": kernel.DUEL} if is_duel(rules) else {}
    unknown = [name for name in policies if name not in kinds]
    if unknown:
        raise InvalidOption(
            f"the kernel has no policy {quoted(unknown[0])} for this game "
            f"(possible: {listed(list(kinds))})",
            unknown[0],
        )
    pairs = [(kinds[name], int(name == "best")) for name in policies]
    chosen = np.array(pairs, np.int64).ravel()
    if not {"turn", "best"} & set(policies):
        return chosen, Words(np.zeros(1, np.int32), np.zeros((1, 1), np.uint64))
    if not is_solvable(rules.options.bag):
        raise InvalidOption("the kernel has no tables for so many dice", rules.options.bag)
    return chosen, _words(kit(rules), "best" in policies)


@lru_cache(maxsize=4)
def _words(dice: Kit, dueling: bool) -> Words:
    """The first row is that of `turn`; those of the game of two follow in the kernel's order."""
    bag = dice.bag
    places = graph(*dice).numbers
    tables = {table: number for number, table in enumerate(dict.fromkeys(t for t, _ in places))}
    dense = np.zeros(prod((most + 1) * 4 * 3 for most in bag), np.int32)
    for table, number in tables.items():
        dense[_index(table, bag)] = number
    holds = hold_numbers(*dice)
    rows = [[_bits(holds.get(pack(*table), 0)) for table in tables]]
    words = np.array(rows, np.uint64)
    if dueling:
        numbers = np.array([tables[table] for table, _ in places], np.int64)
        shifts = np.array([eaten for _, eaten in places], np.uint64)
        words = np.vstack([words, *_duel_rows(dice, numbers, shifts, len(tables))])
    return Words(dense, np.ascontiguousarray(words))


def _bits(hold: int) -> int:
    """A bit for each number of brains below the one from which on to hold."""
    return (1 << min(hold, MOST_BRAINS)) - 1


def _index(table: Table, bag: Dice) -> int:
    index = 0
    for most, brains, rolling, shots in zip(bag, *table, strict=True):
        index = ((index * (most + 1) + brains) * 4 + rolling) * 3 + shots
    return index


def _duel_rows(dice: Kit, numbers: Numbers, shifts: Numbers, tables: int) -> list[Numbers]:
    solved, rows = duel.standard(), list[Numbers]()
    pairs = list(product(range(solved.target), repeat=2))
    worths = [solved.worth_first(*pair) for pair in pairs]
    worths += [solved.worth_second(*pair) for pair in pairs]
    worths.append(solved.worth_tie())
    worths += [solved.worth_chase(behind) for behind in range(MOST_BRAINS + 1)]
    for worth in worths:
        choices = sweep_of(*dice).choices(worth)
        chosen = np.frombuffer(choices, np.uint8)[ENDS:].astype(np.uint64)
        row = np.zeros(tables, np.uint64)
        np.bitwise_or.at(row, numbers, chosen << shifts)
        rows.append(row)
    return rows


def check(games: int) -> None:
    """Perfect games of two against the solved chance."""
    found = simulate(ZombieRules(), ("best", "best"), games, seed=8, threads=2, rotated=False)
    share, chance = found.shares[0] / games, duel.standard().first[0][0]
    far = (share - chance) / sqrt(chance * (1 - chance) / games)
    print(
        f"{games:,} perfect games: the first player won {share:.6f}, {far:+.2f} sigma from solved"
    )


def race(rounds: int = 5) -> None:
    """The same rule, to roll until two shotguns, by the kernel, the Python rules and a peer."""
    players: dict[str, tuple[Callable[[int], object], int]] = {
        "kernel": (lambda games: simulate(ZombieRules(), ("easy", "easy"), games), 100_000),
        "rules": (_python_games, 200),
        "zombiedice": (zombiedice_games, 200),
    }
    try:
        zombiedice_games(1)
    except ImportError:
        print("zombiedice is not installed: pip install zombiedice")
        del players["zombiedice"]
    took = dict.fromkeys(players, 0.0)
    for _ in range(rounds):
        for name, (play, games) in players.items():
            start = process_time()
            play(games)
            took[name] += process_time() - start
    paces = {name: players[name][1] * rounds / took[name] for name in players}
    for name, pace in paces.items():
        print(f"{name:<10}  {pace:>12,.0f} games/s  kernel/this {paces['kernel'] / pace:,.0f}")


def _python_games(games: int) -> None:
    for seed in range(games):
        _winners(ZombieRules(), ["easy", "easy"], seed)


def _winners(rules: ZombieRules, names: Sequence[str], seed: int) -> tuple[int, ...]:
    """Who wins a game of these bots by the Python rules."""
    rng, state, bots = Random(seed), rules.initial(), [BOTS[name].bot for name in names]
    while not isinstance(node := rules.node(state), Over):
        if isinstance(node, Chance):
            action = sample(node, rng)
        else:
            action = bots[node.player].choose(rules, state, node.player, rng, Limit()) or HOLD
        state = rules.apply(state, action)
    return node.winners


def field_of_turns(games: int, players: int) -> None:
    """One `best` among `turn`: its share of the victories."""
    rules, won, fair = ZombieRules(players=players), 0.0, 1 / players
    for game in range(games):
        names = ["best" if seat == game % players else "turn" for seat in range(players)]
        winners = _winners(rules, names, game)
        won += (game % players in winners) / len(winners)
    far = (won / games - fair) / sqrt(fair * (1 - fair) / games)
    print(
        f"{games:,} games of {players}: best won {won / games:.4f}, {far:+.2f} sigma from its share"
    )


def main(arguments: list[str]) -> int:
    games, players, *_ = (*(int(float(text)) for text in arguments), 0, 0)
    if players:
        field_of_turns(games, players)
    else:
        check(games or 10_000_000)
        race()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
