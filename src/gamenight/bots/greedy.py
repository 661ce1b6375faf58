"""The bot `greedy`: the action with the best expected score, one move ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from gamenight.core.bot import Limit, Opinion
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Over, Rules

# How many whole states are guessed behind a view; equal ones are worked out once.
GUESSES = 8
# The chances after an action are followed exactly up to this number of outcomes;
EXACT_OUTCOMES = 1000
# beyond it this many ends are sampled, equally many from each guess.
SAMPLES = 8 * GUESSES


class Value(NamedTuple):
    """What a seat expects, compared in this order: its share of a win that ends the game, its
    own score, its lead over the best of the others. Exact, so that ties are ties."""

    win: Fraction
    score: Fraction
    margin: Fraction


class Greedy:
    """Takes the action with the best expected `Value` after the chances that follow it, up to the
    next decision; ties at random. Out of turn it acts only if that beats doing nothing now."""

    def choose(
        self, rules: Rules[Any, Any], view: Any, seat: int, rng: Random, limit: Limit
    ) -> Any | None:
        values = self._values(rules, view, seat, rng)
        if not values:
            return None
        best = max(value for _, value in values)
        equals = [action for action, value in values if value == best]
        return None if None in equals else rng.choice(equals)

    def explain(
        self, rules: Rules[Any, Any], view: Any, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        """By expected score, after the share of a win."""
        values = self._values(rules, view, seat, rng)
        values.sort(key=lambda one: one[1], reverse=True)
        return [Opinion(action, float(value.score), _words(value)) for action, value in values]

    def _values(
        self, rules: Rules[Any, Any], view: Any, seat: int, rng: Random
    ) -> list[tuple[Any | None, Value]]:
        """What each action brings; out of turn, doing nothing comes first."""
        node = rules.node(view)
        actions = node.of(seat) if isinstance(node, Decision) else ()
        if not actions:
            return []
        guesses = [rules.guess(view, seat, rng) for _ in range(GUESSES)]
        values: list[tuple[Any | None, Value]] = [
            (action, expected(rules, [rules.apply(s, action) for s in guesses], seat, rng))
            for action in actions
        ]
        if isinstance(node, Decision) and seat != node.player:
            values.insert(0, (None, expected(rules, guesses, seat, rng)))
        return values


def _words(value: Value) -> str:
    win = f"wins at once {float(value.win):.0%} of the time, " if value.win else ""
    return f"{win}a score of {float(value.score):.4g} on average"


def expected(rules: Rules[Any, Any], states: Sequence[Any], seat: int, rng: Random) -> Value:
    """The mean value for a seat over equally likely states, once their chances are decided."""
    ends = _exact_ends(rules, states)
    if ends is None:
        ends = _sampled_ends(rules, states, rng)
    win = score = margin = Fraction(0)
    for state, probability in ends.items():
        one = _value(rules, state, seat)
        win += probability * one.win
        score += probability * one.score
        margin += probability * one.margin
    return Value(win, score, margin)


def _exact_ends(rules: Rules[Any, Any], states: Sequence[Any]) -> Mapping[Any, Fraction] | None:
    """The decisions and ends that chance leads to with their probabilities; None: too many."""
    open_states = {state: Fraction(n, len(states)) for state, n in Counter(states).items()}
    ends: dict[Any, Fraction] = {}
    outcomes = 0
    while open_states:
        state, probability = open_states.popitem()
        node = rules.node(state)
        if not isinstance(node, Chance):
            ends[state] = ends.get(state, Fraction(0)) + probability
            continue
        outcomes += len(node.outcomes)
        if outcomes > EXACT_OUTCOMES:
            return None
        for outcome, weight in node.outcomes:
            after = rules.apply(state, outcome)
            share = probability * Fraction(weight, node.cumulative[-1])
            open_states[after] = open_states.get(after, Fraction(0)) + share
    return ends


def _sampled_ends(
    rules: Rules[Any, Any], states: Sequence[Any], rng: Random
) -> Mapping[Any, Fraction]:
    """Some of those decisions and ends, each as often as drawn."""
    drawn = Counter(_settled(rules, states[n % len(states)], rng) for n in range(SAMPLES))
    return {state: Fraction(n, SAMPLES) for state, n in drawn.items()}


def _settled(rules: Rules[Any, Any], state: Any, rng: Random) -> Any:
    while isinstance(node := rules.node(state), Chance):
        state = rules.apply(state, sample(node, rng))
    return state


def _value(rules: Rules[Any, Any], state: Any, seat: int) -> Value:
    node = rules.node(state)
    scores = node.scores if isinstance(node, Over) else rules.scores(state)
    winners = node.winners if isinstance(node, Over) else ()
    win = Fraction(int(seat in winners), max(1, len(winners)))
    best_other = max((score for other, score in enumerate(scores) if other != seat), default=0)
    return Value(win, Fraction(scores[seat]), Fraction(scores[seat] - best_other))
