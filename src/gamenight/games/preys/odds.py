"""The exact odds for the rest of the game, as lines for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from gamenight.core.rules import Over
from gamenight.games.preys.lab.solver import Outcome, best, choices, outcome
from gamenight.games.preys.rules import DIE, PreysRules, Roll, State, Swim
from gamenight.games.preys.telling import deed

OVER = "The game is over: there is nothing left to roll."


def odds(rules: PreysRules, state: State) -> list[str]:
    """How it ends, then what each number of the die does now, or what each fish is worth that can
    be chosen; in per cent."""
    if isinstance(rules.node(state), Over):
        return [OVER]
    then = _choices(rules, state, brief) if state.choosing else _rolls(rules, state)
    return [_heading(rules), *brief(outcome(rules, state)), *then]


def fractions(rules: PreysRules, state: State) -> list[str]:
    """The same as exact fractions."""
    if isinstance(rules.node(state), Over):
        return [OVER]
    then = _choices(rules, state, exact) if state.choosing else ()
    return [_heading(rules), *exact(outcome(rules, state)), *then]


def _heading(rules: PreysRules) -> str:
    chosen = ", if the fish always choose best" if rules.options.escort == "choose" else ""
    return f"The rest of the game{chosen}:"


def brief(found: Outcome) -> Iterator[str]:
    """An outcome as lines, in per cent."""
    yield f"  fish win:      {_percent(found.fish)}"
    yield f"  fishermen win: {_percent(found.fishermen)}"
    yield f"  tie:           {_percent(found.tie)}"
    yield f"  rolls:         {float(found.rolls):.1f} on average"


def exact(found: Outcome) -> Iterator[str]:
    """An outcome as lines: fractions and decimals."""
    yield f"  fish win:      {found.fish} ({float(found.fish):.6f})"
    yield f"  fishermen win: {found.fishermen} ({float(found.fishermen):.6f})"
    yield f"  tie:           {found.tie} ({float(found.tie):.6f})"
    yield f"  rolls (mean):  {found.rolls} ({float(found.rolls):.4f})"


def _percent(share: Fraction) -> str:
    return f"{float(100 * share):5.1f} %"


def _rolls(rules: PreysRules, state: State) -> Iterator[str]:
    yield "After the next roll: fish win, fishermen win, tie, in per cent:"
    for number in DIE:
        then = outcome(rules, rules.apply(state, Roll(number)))
        shares = " ".join(f"{float(100 * share):5.1f}" for share in then[:3])
        yield f"  {number}  {shares}  {deed(rules, state, number)}"


def _choices(
    rules: PreysRules, state: State, lines: Callable[[Outcome], Iterator[str]]
) -> Iterator[str]:
    advised = best(rules, state)
    for fish, then in choices(rules, state).items():
        yield f"After {rules.format(Swim(fish))}{' (best)' if fish == advised else ''}:"
        yield from lines(then)
