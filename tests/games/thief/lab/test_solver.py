"""The best turn of Thief: its exact mean, worked out in other ways and by playing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

import pytest

from gamenight import Chance
from gamenight.core.play import sample
from gamenight.games.thief.lab.solver import (
    ENOUGH,
    Holds,
    ending_early,
    holding,
    results,
    rolling,
    stealing,
)
from gamenight.games.thief.rules import (
    Action,
    Hold,
    Options,
    Roll,
    ThiefRules,
    left,
    possible_holds,
    stake,
    units,
    worth,
)

BEST_MEAN = 345.645985
MEAN_HOLDING_ALL = 329.890004
POTS = range(0, 2 * ENOUGH, 50)


def all_that_counts(roll: Roll) -> tuple[Action, ...]:
    return possible_holds(roll)[:1]


def test_the_exact_mean_of_the_best_turn() -> None:
    assert float(rolling(5, 0)) == pytest.approx(BEST_MEAN, abs=1e-6)


def test_the_exact_mean_when_all_that_counts_is_always_held() -> None:
    assert float(rolling(5, 0, all_that_counts)) == pytest.approx(MEAN_HOLDING_ALL, abs=1e-6)


@pytest.mark.parametrize(
    ("holds", "mean"), [(possible_holds, BEST_MEAN), (all_that_counts, MEAN_HOLDING_ALL)]
)
def test_the_mean_of_simulated_turns(holds: Holds, mean: float) -> None:
    rng = Random(2024)
    gained = [simulated(holds, rng) for _ in range(10_000)]
    average = sum(gained) / len(gained)
    deviation = sqrt(sum((points - average) ** 2 for points in gained) / len(gained))
    assert abs(average - mean) < 4 * deviation / sqrt(len(gained))


def simulated(holds: Holds, rng: Random) -> int:
    """The points of one turn by the rules, ended where no hold is better."""
    rules = ThiefRules(Options(target=1_000_000))
    state = rules.initial()
    while state.turn == 1:
        node = rules.node(state)
        if isinstance(node, Chance):
            state = rules.apply(state, sample(node, rng))
            continue
        means = {hold: holding(state.roll, state.pot, hold, holds) for hold in holds(state.roll)}
        best = max(means, key=means.__getitem__)
        if stake(state) >= means[best]:
            return stake(state)
        state = rules.apply(state, best)
    return 0


def choices() -> Iterator[tuple[Roll, Hold]]:
    """Every roll after which the turn can be ended, with each of its holds."""
    for dice in range(2, 6):
        for roll, _ in results(dice):
            if left(roll, units(roll)):
                for hold in possible_holds(roll):
                    assert isinstance(hold, Hold)
                    yield roll, hold


def test_from_the_pot_that_is_enough_on_ending_is_always_best() -> None:
    """By the lines of a player who ends: each grows by less than the pot does, so what holds with
    this pot holds with every larger one; and with 50 points less there is a better hold."""
    assert all(ending_early(dice).share < 1 for dice in range(1, 6))

    def better_holds(pot: int) -> list[tuple[Roll, Hold]]:
        return [
            (roll, hold)
            for roll, hold in choices()
            if ending_early(left(roll, hold.units)).at(pot + worth(hold.units))
            > pot + worth(units(roll))
        ]

    assert better_holds(ENOUGH) == []
    assert better_holds(ENOUGH - 50) == [((2, 2, 3, 3, 5), Hold(((5,),)))]


def test_a_larger_bound_changes_nothing_and_a_smaller_one_does() -> None:
    for dice, pot in product(range(1, 6), range(0, ENOUGH + 1, 150)):
        assert rolling(dice, pot) == rolling(dice, pot, enough=4 * ENOUGH)
    assert 0 < rolling(5, 0) - rolling(5, 0, enough=ENOUGH - 50) < Fraction(1, 100)


# The same turn by value iteration: every roll of distinct dice, scored another way, pots up to a
# limit beyond which the turn is guessed to be worth nothing, or more than it can be.

LIMIT = 30_000


def takings(roll: Roll) -> frozenset[tuple[int, int]]:
    """The dice taken and the points of every way to take what counts, nothing included."""
    if sorted(roll) == [1, 2, 3, 4, 5]:
        return frozenset({(0, 0), (5, 2500)})
    found = {(0, 0)}
    for side in range(1, 7):
        count, single = roll.count(side), {1: 100, 5: 50}.get(side, 0)
        if count >= 3:
            points = {3: 1, 4: 2, 5: 3}[count] * (1000 if side == 1 else 100 * side)
            more = {(0, 0), (count, points)}
        else:
            more = {(n, n * single) for n in range(count + 1) if single or n == 0}
        found = {(a + n, b + points) for a, b in found for n, points in more}
    return frozenset(found)


def iterated(beyond: float, all_held: bool) -> dict[tuple[int, int], float]:
    """What rolling is worth by dice and pot; `beyond` is the worth of a point over the limit."""
    ways = {dice: Counter(map(takings, product(range(1, 7), repeat=dice))) for dice in range(1, 6)}
    found: dict[tuple[int, int], float] = {}

    def known(dice: int, pot: int) -> float:
        return found[dice, pot] if pot <= LIMIT else beyond * pot

    for pot in range(LIMIT, -1, -50):
        for dice, takes in ways.items():
            total = 0.0
            for taken, count in takes.items():
                most, points = max(taken)
                if most == dice:
                    total += count * known(5, pot + points)
                elif most:
                    held = {(most, points)} if all_held else taken - {(0, 0)}
                    rolled = (known(dice - n, pot + more) for n, more in held)
                    total += count * max(pot + points, *rolled)
            found[dice, pot] = total / 6**dice
    return found


@pytest.mark.parametrize("all_held", [False, True])
def test_value_iteration_finds_the_same(all_held: bool) -> None:
    least, most = iterated(0.0, all_held), iterated(2.0, all_held)
    holds = all_that_counts if all_held else possible_holds
    for dice, pot in product(range(1, 6), POTS):
        exact = float(rolling(dice, pot, holds))
        assert least[dice, pot] == pytest.approx(exact, abs=1e-9)
        assert most[dice, pot] == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize("pot", [0, 50, 300, 850, 900, 10_000])
def test_one_die_and_two_by_hand(pot: int) -> None:
    """One die busts or chains; of two, 20 of 36 rolls have a 1 or a 5, and 4 of them two."""

    def five(points: int) -> Fraction:
        return rolling(5, pot + points)

    def one(points: int) -> Fraction:
        return max(Fraction(pot + points), rolling(1, pot + points))

    assert rolling(1, pot) == (five(100) + five(50)) / 6
    chains = five(200) + 2 * five(150) + five(100)
    assert rolling(2, pot) == (8 * one(100) + 8 * one(50) + chains) / 36


@pytest.mark.parametrize(
    ("dice", "bust"), [(1, "2/3"), (2, "4/9"), (3, "5/18"), (4, "17/108"), (5, "25/324")]
)
def test_the_chance_to_bust(dice: int, bust: str) -> None:
    assert sum(chance for _, chance in results(dice)) == 1
    assert sum(chance for roll, chance in results(dice) if not units(roll)) == Fraction(bust)


def test_a_larger_pot_is_worth_more_but_never_by_more_than_it_is_larger() -> None:
    for dice, pot in product(range(1, 6), POTS):
        assert 0 < rolling(dice, pot + 50) - rolling(dice, pot) < 50


def test_more_dice_are_worth_more_but_for_small_pots_of_few_dice() -> None:
    """One die is nearly a free roll of five when there is little to lose."""
    fewer_are_better = [
        (dice, pot)
        for dice, pot in product(range(1, 5), POTS)
        if rolling(dice, pot) >= rolling(dice + 1, pot)
    ]
    assert fewer_are_better == [(1, 0), (1, 50), (1, 100), (1, 150)]


def test_a_choice_of_holds_is_worth_at_least_holding_all() -> None:
    for dice, pot in product(range(1, 6), POTS):
        gain = rolling(dice, pot) - rolling(dice, pot, all_that_counts)
        assert gain >= 0
        assert not gain or pot < ENOUGH


def test_a_thief_takes_the_hold_with_the_best_mean() -> None:
    """With 1 2 2 5 5 on the table all three count; the 1 alone leaves four dice."""
    roll = (1, 2, 2, 5, 5)
    assert stealing(roll, 500) == rolling(4, 600)
    assert rolling(4, 600) > rolling(2, 700)
    assert stealing((2, 2, 6, 6, 6), 0) == rolling(2, 600)
