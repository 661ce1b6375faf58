"""Exact odds: the Markov chain of the die over states whose fish are sorted.

Which fish is where makes no difference to the odds, so states with the same boat and the same
places are one. Every roll moves somebody forward, so the chain has no cycles and is solved
backwards, with the rules themselves as its steps.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from gamenight.core.rules import Decision, Over
from gamenight.games.preys.rules import TEAM_FISH, PreysRules, State, Swim, swum

# What a tie is worth to the fish when they choose: they play only for a win, or for both.
NOTHING, HALF = Fraction(0), Fraction(1, 2)


class Outcome(NamedTuple):
    """The chances that the fish win, that the fishermen win and of a tie, and the mean number of
    rolls until the end."""

    fish: Fraction
    fishermen: Fraction
    tie: Fraction
    rolls: Fraction


def outcome(rules: PreysRules, state: State, tie: Fraction = NOTHING) -> Outcome:
    """What a state is worth; where the fish choose, they play as well as `best`."""
    return _solved(rules, merged(state), tie)


def choices(rules: PreysRules, state: State, tie: Fraction = NOTHING) -> dict[int, Outcome]:
    """What each fish that can swim instead of a safe one is worth, by its number."""
    return {fish: outcome(rules, swum(state, fish), tie) for fish in state.free}


def best(rules: PreysRules, state: State, tie: Fraction = NOTHING) -> int:
    """The fish that should swim instead of a safe one: for the best chance to win, with ties at
    this worth, then to tie; among equals the smallest number."""
    found = choices(rules, state, tie)
    return max(found, key=lambda fish: (_worth(found[fish], tie), found[fish].tie, -fish))


def _worth(found: Outcome, tie: Fraction) -> Fraction:
    return found.fish + tie * found.tie


def merged(state: State) -> State:
    """The state that stands for all with the same places of fish."""
    return state._replace(fish=tuple(sorted(state.fish)))


@cache
def _solved(rules: PreysRules, state: State, tie: Fraction) -> Outcome:
    node = rules.node(state)
    if isinstance(node, Over):
        return _result(node)
    if isinstance(node, Decision):
        return outcome(rules, rules.apply(state, Swim(best(rules, state, tie))), tie)
    total = node.cumulative[-1]
    following: Counter[State] = Counter()
    for roll, weight in node.outcomes:
        following[merged(rules.apply(state, roll))] += weight
    found = [
        (_solved(rules, after, tie), Fraction(ways, total)) for after, ways in following.items()
    ]
    fish, ties, rolls = (
        sum((getattr(after, part) * share for after, share in found), Fraction(0))
        for part in ("fish", "tie", "rolls")
    )
    return Outcome(fish, 1 - fish - ties, ties, 1 + rolls)


def _result(node: Over) -> Outcome:
    tie = len(node.winners) > 1
    fish = TEAM_FISH in node.winners and not tie
    shares = (Fraction(part) for part in (fish, not fish and not tie, tie, 0))
    return Outcome(*shares)
