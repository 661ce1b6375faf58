"""Millions of whole games of Zombie Dice by the kernel: what fits it, and how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gamenight.core.errors import InvalidOption
from gamenight.core.kernel import check_bots, in_parts, word
from gamenight.games.zombie.lab import kernel
from gamenight.games.zombie.lab.best import is_duel, is_solvable
from gamenight.games.zombie.lab.field import Kit, kit
from gamenight.games.zombie.lab.layouts import BY_LAYOUT, FEARS, Numbers, layouts, words
from gamenight.games.zombie.rules import (
    FEET,
    ROLLED_DICE,
    SHOTS_THAT_KILL,
    Dice,
    Roll,
    State,
    ZombieRules,
    rolls,
)

MOST_SEATS = 60
MOST_ROUNDS = 10_000
MOST_SCORE = 1_000_000

WAITING = ("draw", "roll", "choice")
KINDS = {"random": kernel.COIN, "easy": kernel.TWO_SHOTS, "best": kernel.DUEL}  # else by table


class Setup(NamedTuple):
    """What the kernel plays with, apart from the state."""

    options: Numbers
    policies: Numbers
    outcomes: Numbers
    layouts: Numbers
    words: Numbers


def bots(rules: ZombieRules) -> tuple[str, ...]:
    """Those by table if the dice can lie in few enough ways, `best` in the solved duel."""
    options = rules.options
    rounds = max(options.max_turns, options.round_limit)
    few = rules.players <= MOST_SEATS and rounds <= MOST_ROUNDS
    if not few or options.brains_to_win > MOST_SCORE:
        return ()
    by_table = (*FEARS, "turn") if is_solvable(options.bag) else ()
    return ("random", "easy", *by_table, *(["best"] if is_duel(rules) else []))


def play(
    rules: ZombieRules,
    bots: Sequence[str],
    seed: int,
    numbers: range,
    threads: int = 1,
    state: State | None = None,
) -> Numbers:
    """One row per game: plies, winners as bits, scores."""
    setup = setup_of(rules, bots)
    start = row_of(rules, rules.initial() if state is None else state)
    rows = np.zeros((len(numbers), 2 + rules.players), np.int64)

    def part(first: int, end: int) -> None:
        number = numbers.start + first
        kernel.play_games(
            start.copy(), *setup, start, np.uint64(word(seed)), number, rows[first:end]
        )

    in_parts(part, len(rows), threads)
    return rows


def setup_of(rules: ZombieRules, names: Sequence[str]) -> Setup:
    _check(rules, names)
    dice = kit(rules)
    tables = tuple(name for name in BY_LAYOUT if name in names)
    first = {name: row for row, name in enumerate(tables)}  # `best` is last
    policies = [(KINDS.get(name, kernel.BY_TABLE), first.get(name, 0)) for name in names]
    by_table = (
        (layouts(dice.bag).numbers, _rows(dice, tables))
        if tables
        else (np.zeros(1, np.int32), np.zeros((1, 1), np.uint64))
    )
    return Setup(_options(rules), np.array(policies, np.int64).ravel(), outcomes(dice), *by_table)


def _check(rules: ZombieRules, names: Sequence[str]) -> None:
    possible = bots(rules)
    if not possible:
        raise InvalidOption(
            f"the kernel can handle up to {MOST_SEATS} players, {MOST_ROUNDS:,} rounds and "
            f"{MOST_SCORE:,} brains",
            rules,
        )
    check_bots(names, possible, rules.players)


@lru_cache(maxsize=2)
def _rows(dice: Kit, names: tuple[str, ...]) -> Numbers:
    return np.vstack([words(dice, name) for name in names])


def _options(rules: ZombieRules) -> Numbers:
    options, row = rules.options, np.zeros(kernel.OPTIONS, np.int64)
    row[kernel.FULL_BAG] = _bag(options.bag)
    row[kernel.TARGET] = options.brains_to_win
    row[kernel.MAX_TURNS] = options.max_turns
    row[kernel.LAST_ROUND] = max(options.round_limit, options.max_turns)
    row[kernel.PLAYERS] = rules.players
    for hand in _hands():
        if all(set(die) == {FEET} for count, die in zip(hand, options.faces, strict=True) if count):
            row[kernel.ONLY_FEET] |= 1 << _packed(hand, kernel.ROLLING_BITS)
    return row


def row_of(rules: ZombieRules, state: State) -> Numbers:
    """A state of these rules as the kernel has it."""
    if not _is_sound(rules, state):
        raise InvalidOption(
            "the kernel cannot play on from this state: it belongs to other rules", state
        )
    row = np.zeros(kernel.SEATS + kernel.SEAT * rules.players, np.int64)
    row[kernel.DICE] = _dice(Roll(state.brains, state.rolling, state.shots), state.eaten)
    row[kernel.BAG] = _bag(state.bag)
    row[kernel.WAITING] = WAITING.index(state.waiting)
    row[kernel.PLAYER], row[kernel.ROUND], row[kernel.TIED] = state.player, state.round, state.tied
    row[kernel.WINNERS], row[kernel.PLAYING] = _mask(state.winners), _mask(state.playing)
    row[kernel.SEATS + kernel.SCORE :: kernel.SEAT] = state.scores
    row[kernel.SEATS + kernel.TURNS :: kernel.SEAT] = state.turns
    return row


def _is_sound(rules: ZombieRules, state: State) -> bool:
    """Whether every part fits in its bits, and every table has an entry for it."""
    places = (state.bag, state.rolling, state.brains, state.shots)
    return (
        tuple(map(sum, zip(*places, strict=True))) == rules.options.bag
        and min(map(min, places)) >= 0
        and sum(state.rolling) <= ROLLED_DICE
        and sum(state.shots) < SHOTS_THAT_KILL
        and len(state.scores) == len(state.turns) == rules.players
        and min(*state.scores, state.eaten) >= 0
        and max(*state.scores, state.eaten) <= MOST_SCORE
        and {state.player, *state.playing, *state.winners} <= set(range(rules.players))
    )


@lru_cache(maxsize=16)
def outcomes(dice: Kit) -> Numbers:
    """By the dice in the rolling area, the slots of a roll: what each of its outcomes adds."""
    found = np.zeros((kernel.HANDS, kernel.SLOTS, 3), np.int64)
    for hand in _hands():
        before = _dice(Roll((0, 0, 0), hand, (0, 0, 0)), 0)
        node = rolls(hand, dice.faces)
        changes = [
            (_dice(roll, sum(roll.brains)) - before, Fraction(ways, node.cumulative[-1]))
            for roll, ways in node.outcomes
            if isinstance(roll, Roll)
        ]
        found[_packed(hand, kernel.ROLLING_BITS)] = _slots(changes)
    return found


def _slots(changes: Iterable[tuple[int, Fraction]]) -> list[tuple[int, int, int]]:
    """Equal slots with at most two outcomes: the rarest left fills one, or begins it and the
    commonest completes it. Then a roll takes one look instead of a search (Walker's aliases)."""
    left = {change: share * kernel.SLOTS for change, share in changes}
    found = []
    for _ in range(kernel.SLOTS):
        rarest, commonest = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        share = min(left[rarest], Fraction(1))
        found.append((round(share * (1 << kernel.SHARE_BITS)), rarest, commonest))
        left[rarest] -= share
        left[commonest] -= 1 - share
        left = {change: share for change, share in left.items() if share}
    return found


def _hands() -> list[Dice]:
    dice = range(ROLLED_DICE + 1)
    return [(g, y, r) for g in dice for y in dice for r in dice if g + y + r <= ROLLED_DICE]


def _dice(places: Roll, eaten: int) -> int:
    """The word for dice in the brain, rolling and shotgun areas."""
    return (
        _packed(places.feet, kernel.ROLLING_BITS) << kernel.ROLLING
        | _packed(places.shots, kernel.SHOT_BITS) << kernel.SHOTS
        | _packed(places.brains, kernel.DICE_BITS) << kernel.BRAINS
        | sum(places.shots) << kernel.SHOT_DICE
        | sum(places.feet) << kernel.ROLLING_DICE
        | eaten << kernel.EATEN
    )


def _bag(dice: Dice) -> int:
    return _packed(dice, kernel.DICE_BITS) | sum(dice) << kernel.BAG_DICE


def _packed(dice: Dice, bits: int) -> int:
    return dice[0] | dice[1] << bits | dice[2] << 2 * bits


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)
