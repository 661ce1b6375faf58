"""The bot `greedy` on games whose expectations can be checked by hand."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from gamenight.bots import greedy
from gamenight.bots.greedy import Greedy, Value
from gamenight.core.bot import Limit
from gamenight.core.play import possible_actions
from tests.toys.heist import HeistRules, Move, Vault
from tests.toys.lottery import Booth, LotteryRules, Prize, Ticket, ticket

D6 = dict.fromkeys(range(1, 7), 1)
D20 = dict.fromkeys(range(1, 21), 1)

DICE = {
    "the higher mean": ([ticket("sure", {3: 1}), ticket("die", D6)], 1),
    "exact thirds": ([ticket("third", {1: 1, 0: 2}), ticket("two", {67: 1, 0: 199})], 1),
    "weights count": ([ticket("even", {4: 1, 0: 1}), ticket("heavy", {4: 2, 0: 3})], 0),
    "two dice": (
        [ticket("seven", {7: 1}), ticket("2d6+1", D6, D6, {1: 1})],
        1,
    ),
}


@pytest.mark.parametrize(("tickets", "best"), DICE.values(), ids=DICE.keys())
def test_takes_the_best_expectation(tickets: list[Ticket], best: int) -> None:
    rules = LotteryRules(tuple(tickets))
    for seed in range(5):
        choice = Greedy().choose(rules, rules.initial(), 0, Random(seed), Limit())
        assert choice == tickets[best].name


def test_values_are_exact() -> None:
    rules = LotteryRules((ticket("2d6", D6, D6),))
    state = rules.apply(rules.initial(), "2d6")
    assert greedy.expected(rules, [state], 0, Random(1)) == Value(
        Fraction(0), Fraction(7), Fraction(7)
    )


def test_equal_expectations_are_drawn_by_lot() -> None:
    tickets = (
        ticket("tenths", {1: 1, 0: 9}),
        ticket("ten", {10: 1, 0: 99}),
        ticket("no", {0: 1}),
    )
    rules = LotteryRules(tickets)
    choices = {
        Greedy().choose(rules, rules.initial(), 0, Random(seed), Limit()) for seed in range(20)
    }
    assert choices == {"tenths", "ten"}


def test_a_margin_decides_between_equal_scores() -> None:
    tickets = (
        Ticket("kind", (((Prize(2, 1), 1),),)),
        Ticket("mean", (((Prize(2, -1), 1),),)),
        Ticket("poor", (((Prize(1, -9), 1),),)),
    )
    rules = LotteryRules(tickets)
    assert Greedy().choose(rules, rules.initial(), 0, Random(1), Limit()) == "mean"


def test_a_win_counts_above_all_points() -> None:
    tickets = ticket("nine", {9: 1}), ticket("even chance of ten", {10: 1, 0: 1})
    state = Booth((0, 0))
    choices = [
        Greedy().choose(LotteryRules(tickets, goal=goal), state, 0, Random(1), Limit())
        for goal in (10, 11)
    ]
    assert choices == ["even chance of ten", "nine"]


def test_many_outcomes_are_sampled() -> None:
    tickets = ticket("sure", {48: 1}), ticket("5d20", *[D20] * 5), ticket("4d20", *[D20] * 4)
    rules = LotteryRules(tickets)
    assert greedy._exact_ends(rules, [rules.apply(rules.initial(), "5d20")]) is None
    sampled = greedy.expected(rules, [rules.apply(rules.initial(), "5d20")], 0, Random(1))
    assert 48 < sampled.score < 57
    assert Greedy().choose(rules, rules.initial(), 0, Random(1), Limit()) == "5d20"


@pytest.mark.parametrize(("stake", "choice"), [(4, Move("alarm", 1)), (0, None)])
def test_interrupts_only_to_gain(stake: int, choice: Move | None) -> None:
    rules = HeistRules(2)
    state = Vault((("trap",), ("alarm",)), (), (5, 5), (False, False), 0, 1, stake, "turn")
    assert Greedy().choose(rules, rules.hide(state, 1), 1, Random(1), Limit()) == choice


def test_does_not_dodge_a_trap_for_another() -> None:
    """Seat 3 would only keep seat 2 from losing points."""
    rules = HeistRules(3)
    hands = ("trap",), ("trap",), ("dodge",)
    state = Vault(hands, (), (5, 5, 5), (False,) * 3, waiting="trap", target=1)
    assert possible_actions(rules, state, 2) == (Move("dodge", 2),)
    assert Greedy().choose(rules, rules.hide(state, 2), 2, Random(1), Limit()) is None
