"""The exact odds for the next roll, from the dice that can still come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from gamenight.core.rules import Chance, Decision, Over
from gamenight.games.zombie.rules import (
    ROLL,
    SHOTS_THAT_KILL,
    Action,
    Draw,
    Roll,
    State,
    ZombieRules,
    sort_dice,
)


class Odds(NamedTuple):
    """For the next roll: the chance of losing the turn, the chance to gain a brain or more, and the
    brains gained on average. A roll that loses the turn gains nothing, whatever else it shows."""

    shot_out: Fraction
    brain: Fraction
    brains: Fraction


def odds(rules: ZombieRules, state: State) -> list[str]:
    """The odds as lines for people, in percent."""
    return _lines(rules, state, _percent, _rounded)


def _percent(share: Fraction) -> str:
    return f"{float(share):.1%}"


def _rounded(mean: Fraction) -> str:
    return f"{float(mean):.2f}"


def fractions(rules: ZombieRules, state: State) -> list[str]:
    """The same, exactly."""
    return _lines(rules, state, str, str)


def _lines(
    rules: ZombieRules,
    state: State,
    chance: Callable[[Fraction], str],
    mean: Callable[[Fraction], str],
) -> list[str]:
    if isinstance(rules.node(state), Over):
        return ["The game is over: there is nothing left to roll."]
    found = next_roll(rules, state)
    return [
        "With the next roll:",
        f"  losing the turn: {chance(found.shot_out)}",
        f"  gaining at least one brain: {chance(found.brain)}",
        f"  brains gained on average: {mean(found.brains)}",
        "A roll that loses the turn gains nothing.",
    ]


def next_roll(rules: ZombieRules, state: State) -> Odds:
    """The odds of the roll that comes next if the player rolls on."""
    shot_out = brain = brains = Fraction(0)
    for gained, share in _rolls(rules, state):
        if gained is None:
            shot_out += share
        else:
            brain += share * bool(gained)
            brains += share * gained
    return Odds(shot_out, brain, brains)


def _rolls(rules: ZombieRules, state: State) -> Iterator[tuple[int | None, Fraction]]:
    """Every way the next roll can come out: the brains gained (None: shot out) and its share."""
    node = rules.node(state)
    if isinstance(node, Decision):
        yield from _rolls(rules, rules.apply(state, ROLL))
        return
    for action, share in _shares(node):
        if isinstance(action, Draw):
            for gained, of_these in _rolls(rules, rules.apply(state, action)):
                yield gained, share * of_these
        elif isinstance(action, Roll):
            out = sum(sort_dice(state, action).shots) >= SHOTS_THAT_KILL
            yield None if out else sum(action.brains), share


def _shares(node: Chance[Action] | Over) -> Iterator[tuple[Action, Fraction]]:
    if isinstance(node, Chance):
        total = node.cumulative[-1]
        yield from ((action, Fraction(weight, total)) for action, weight in node.outcomes)


def gain_outweighs_loss(rules: ZombieRules, view: State, fear: Fraction) -> bool:
    """By the exact odds of the next roll; a brain lost counts as `fear` brains eaten."""
    odds = next_roll(rules, view)
    return odds.brains > fear * odds.shot_out * view.eaten
