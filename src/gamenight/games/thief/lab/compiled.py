"""Compiled rounds of Thief, as `core/kernel.py` asks for them: what fits the kernel, a state as its
row of integers, and its tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import TypeAlias

import numpy as np

from gamenight.core.errors import InvalidOption
from gamenight.core.kernel import check_bots, in_parts, word
from gamenight.games.thief.cards import CARDS, UNKNOWN, CardState, CardThiefRules, Hand
from gamenight.games.thief.lab import kernel
from gamenight.games.thief.lab.best import answers
from gamenight.games.thief.lab.pace import LIMIT, SAME_FROM, Answer, answer
from gamenight.games.thief.policies import TURN
from gamenight.games.thief.rules import (
    DICE,
    SIDES,
    Roll,
    Rolled,
    State,
    ThiefRules,
    left,
    possible_holds,
    rolls,
    units,
    worth,
)

Numbers: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.int64]]"

WAITING = ("roll", "choice", "offer", "hold")
MOST_TURNS = 1_000_000  # one such round takes less than a second, so Ctrl-C works


def bots(rules: ThiefRules | CardThiefRules) -> tuple[str, ...]:
    """All bots of the game and `random`."""
    return kernel.POLICIES if rules.options.turn_limit <= MOST_TURNS else ()


def play(
    rules: ThiefRules | CardThiefRules,
    bots: Sequence[str],
    seed: int,
    numbers: range,
    threads: int = 1,
    state: State | CardState | None = None,
) -> Numbers:
    """The rounds with these numbers, one row each: plies, winners, scores."""
    start = rules.initial() if state is None else state
    row, setup = packed(start), settings(rules, bots, start.away.count(False))
    rows = np.zeros((len(numbers), 2 + rules.players), np.int64)

    def part(first: int, end: int) -> None:
        room = np.zeros(kernel.WIDTH, np.int64), np.zeros(1, np.uint64)
        number = np.uint64(word(numbers.start + first))
        kernel.play(np.uint64(word(seed)), number, row, *setup, *room, rows[first:end])

    in_parts(part, len(rows), threads)
    return rows


def packed(state: State | CardState) -> Numbers:
    """The row of a state; in the kernel nothing lies on the table once the round is over."""
    if state.winners:
        state = state._replace(held=(), roll=())
    row = np.zeros(kernel.WIDTH, np.int64)
    row[: kernel.DUE] = [
        state.player,
        state.pot,
        packed_dice(state.held),
        row_of_rolls()[state.roll],
        WAITING.index(state.waiting),
        -1 if state.asked is None else state.asked,
        state.turn,
        sum(1 << seat for seat in state.winners),
    ]
    row[kernel.SCORES : kernel.SCORES + len(state.scores)] = state.scores
    row[kernel.AWAY : kernel.AWAY + len(state.away)] = state.away
    if isinstance(state, CardState):
        due = len(state.due), state.due[0] if state.due else 0
        row[kernel.DUE : kernel.SCORES] = *due, state.safe, state.jinxed
        row[kernel.HANDS : kernel.HANDS + len(state.hands)] = list(map(packed_hand, state.hands))
    return row


def packed_dice(dice: Roll) -> int:
    """Three bits per side."""
    return sum(1 << 3 * (die - 1) for die in dice)


def packed_hand(hand: Hand) -> int:
    """Three bits per card."""
    if UNKNOWN in hand:
        raise InvalidOption("compiled rounds need hands that are known", hand)
    return sum(1 << 3 * CARDS.index(card) for card in hand)


def settings(
    rules: ThiefRules | CardThiefRules, names: Sequence[str], there: int
) -> tuple[Numbers, tuple[Numbers, ...]]:
    """What the kernel needs apart from the state, with this many players."""
    possible = bots(rules)
    if not possible:
        raise InvalidOption(
            f"compiled rounds can have at most {MOST_TURNS:,} turns", rules.options.turn_limit
        )
    check_bots(names, possible, rules.players)
    options, codes = rules.options, map(possible.index, names)
    deck = len(rules.deck) if isinstance(rules, CardThiefRules) else 0
    row = [rules.players, options.target, options.turn_limit, deck, *codes]
    numbers = np.array(row, np.int64)
    nothing = np.zeros((1, 1), np.int64)
    turn = turn_table() if {"turn", "best"} & set(names) else nothing
    return numbers, (
        *dice_tables(),
        turn,
        best_table(max(2, there)) if "best" in names else nothing,
    )


@lru_cache(maxsize=1)
def every_roll() -> tuple[Roll, ...]:
    """The rolls in the order of their table; the first is no roll at all."""
    found: list[Roll] = [()]
    for dice in range(1, DICE + 1):
        found += [o.dice for o, _ in rolls(dice).outcomes if isinstance(o, Rolled)]
    return tuple(found)


@lru_cache(maxsize=1)
def row_of_rolls() -> dict[Roll, int]:
    return {roll: row for row, roll in enumerate(every_roll())}


@lru_cache(maxsize=1)
def dice_tables() -> tuple[Numbers, ...]:
    """Rolls and holds by row, and the row of each throw by the number of dice and the number
    thrown; the row of no dice has the number of throws for each number of dice."""
    roll_rows: list[tuple[int, ...]] = []
    hold_rows: list[tuple[int, int]] = []
    for roll in every_roll():
        ways, found = possible_holds(roll), units(roll)
        roll_rows.append((worth(found), left(roll, found), len(hold_rows), len(ways)))
        for way in ways:
            dice = tuple(die for unit in way.units for die in unit)
            hold_rows.append((worth(way.units), packed_dice(dice)))
    throws = np.zeros((DICE + 1, len(SIDES) ** DICE), np.int64)
    for count in range(1, DICE + 1):
        throws[0, count] = len(SIDES) ** count
        for number, thrown in enumerate(product(SIDES, repeat=count)):
            throws[count, number] = row_of_rolls()[tuple(sorted(thrown))]
    return np.array(roll_rows, np.int64), np.array(hold_rows, np.int64), throws


@lru_cache(maxsize=1)
def turn_table() -> Numbers:
    """What `turn` does, by the row of the roll and the pot."""
    return _table(SAME_FROM + 1, lambda roll, pot: answer(TURN, roll, pot))


@lru_cache(maxsize=8)
def best_table(players: int) -> Numbers:
    """What `best` does with this many players, except in the last turn."""
    return _table(LIMIT + 1, answers(players))


def _table(columns: int, answered: Callable[[Roll, int], Answer]) -> Numbers:
    """An answer for each roll with a choice and each pot in steps; rolls in which the same dice
    count are answered once."""
    table = np.zeros((len(every_roll()), columns), np.int64)
    known: dict[tuple[object, int], list[int]] = {}
    for row, roll in enumerate(every_roll()):
        found = units(roll)
        if not found or not left(roll, found):
            continue
        key = found, len(roll)
        if key not in known:
            known[key] = [_bits(answered(roll, pot)) for pot in range(columns)]
        table[row] = known[key]
    return table


def _bits(one: Answer) -> int:
    return one.way + kernel.ENDS_BIT * one.ends + kernel.STEALS_BIT * one.steals
