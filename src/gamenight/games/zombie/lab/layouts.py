"""The ways dice can lie when a player may choose, numbered, and what the bots do there as words:
bit n of a word says to roll on with n brains eaten."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import ceil, prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from gamenight.games.zombie.lab import duel
from gamenight.games.zombie.lab.field import Kit
from gamenight.games.zombie.lab.graph import ENDS, DiceOut, graph
from gamenight.games.zombie.lab.policy import hold_numbers
from gamenight.games.zombie.lab.solver import pack, throw_odds
from gamenight.games.zombie.lab.sweep import sweep_of
from gamenight.games.zombie.rules import (
    MOST_BRAINS,
    ROLLED_DICE,
    SHOTS_THAT_KILL,
    Dice,
    Draw,
    draws,
)

Numbers: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[Any]]"

# How many eaten brains one lost brain counts for, to the bots that look one roll ahead.
FEARS = {"careful": Fraction(2), "bold": Fraction(1, 2)}
BY_LAYOUT = (*FEARS, "turn", "best")


class Layouts(NamedTuple):
    """Every way these dice can lie, and its number by what `kernel.layout` makes of it."""

    tables: tuple[DiceOut, ...]
    numbers: Numbers


@lru_cache(maxsize=4)
def layouts(bag: Dice) -> Layouts:
    by_place = product(
        _handfuls(bag, sum(bag)), _handfuls(bag, ROLLED_DICE), _handfuls(bag, SHOTS_THAT_KILL - 1)
    )
    tables = tuple(
        DiceOut(*places)
        for places in by_place
        if all(sum(out) <= there for there, *out in zip(bag, *places, strict=True))
    )
    numbers = np.zeros(prod((most + 1) * 4 * 3 for most in bag), np.int32)
    for number, table in enumerate(tables):
        numbers[_index(table, bag)] = number
    return Layouts(tables, numbers)


def _handfuls(bag: Dice, most: int) -> list[Dice]:
    counts = product(*(range(there + 1) for there in bag))
    return [(green, yellow, red) for green, yellow, red in counts if green + yellow + red <= most]


def _index(table: DiceOut, bag: Dice) -> int:
    index = 0
    for most, brains, rolling, shots in zip(bag, *table, strict=True):
        index = ((index * (most + 1) + brains) * 4 + rolling) * 3 + shots
    return index


@lru_cache(maxsize=8)
def words(dice: Kit, name: str) -> Numbers:
    """The words of a bot, one row per situation that it distinguishes."""
    if name == "best":
        return _duel_words(dice)
    tables = layouts(dice.bag).tables
    if name == "turn":
        turn = hold_numbers(*dice)
        holds = [turn.get(pack(*table), 0) for table in tables]
    else:
        holds = [_one_roll_ahead(dice, table, FEARS[name]) for table in tables]
    return np.array([[(1 << min(hold, MOST_BRAINS)) - 1 for hold in holds]], np.uint64)


def _one_roll_ahead(dice: Kit, table: DiceOut, fear: Fraction) -> int:
    """The number of brains from which the next roll is expected to lose at least what it eats."""
    places = list(zip(dice.bag, *table, strict=True))
    needed = ROLLED_DICE - sum(table.rolling)
    left = [there - sum(out) for there, *out in places]
    if needed > sum(left):
        left = [there - rolling - shots for there, _, rolling, shots in places]
    node = draws((left[0], left[1], left[2]), min(needed, sum(left)))
    brains = shot_out = Fraction(0)
    for draw, ways in node.outcomes:
        assert isinstance(draw, Draw)
        green, yellow, red = map(sum, zip(table.rolling, draw.drawn, strict=True))
        odds = throw_odds((green, yellow, red), sum(table.shots), dice.faces)
        brains += Fraction(ways * odds.brains, odds.ways)
        shot_out += Fraction(ways * odds.deadly, odds.ways)
    if not shot_out:
        return MOST_BRAINS if brains else 0
    return ceil(brains / (fear * shot_out))


def _duel_words(dice: Kit) -> Numbers:
    """For the two-player game, in the order of `kernel.duel_row`."""
    solved, known = duel.standard(), layouts(dice.bag)
    pairs = list(product(range(solved.target), repeat=2))
    worths = [solved.worth_first(*pair) for pair in pairs]
    worths += [solved.worth_second(*pair) for pair in pairs]
    worths.append(solved.worth_tie())
    worths += [solved.worth_chase(behind) for behind in range(MOST_BRAINS + 1)]
    places = graph(*dice).numbers
    columns = np.array([known.numbers[_index(table, dice.bag)] for table, _ in places], np.int64)
    shifts = np.array([eaten for _, eaten in places], np.uint64)
    found = np.zeros((len(worths), len(known.tables)), np.uint64)
    for row, worth in zip(found, worths, strict=True):
        choices = np.frombuffer(sweep_of(*dice).choices(worth), np.uint8)[ENDS:]
        np.bitwise_or.at(row, columns, choices.astype(np.uint64) << shifts)
    return found
