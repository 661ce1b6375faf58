"""The exact odds for the rest of the game, as lines for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from gamenight.core.rules import Over
from gamenight.games.preys.lab.solution import exact
from gamenight.games.preys.lab.solver import HALF, Outcome, choices, outcome
from gamenight.games.preys.rules import DIE, PreysRules, Roll, State
from gamenight.games.preys.scene import label
from gamenight.games.preys.telling import deed

OVER = "The game is over: there is nothing left to roll."


def odds(rules: PreysRules, state: State) -> list[str]:
    """How it ends in percent, then what each number of the die does now, or what each fish is worth
    that can be chosen."""
    if isinstance(rules.node(state), Over):
        return [OVER]
    now = _choices(rules, state, _whole) if state.choosing else _rolls(rules, state)
    return [_heading(rules), *_whole(outcome(rules, state)), *now]


def fractions(rules: PreysRules, state: State) -> list[str]:
    """How it ends, and what each fish is worth that can be chosen, exactly."""
    if isinstance(rules.node(state), Over):
        return [OVER]
    now = _choices(rules, state, exact) if state.choosing else ()
    return [_heading(rules), *exact(outcome(rules, state)), *now]


def _heading(rules: PreysRules) -> str:
    chosen = ", if the fish always choose best" if rules.options.escort == "choose" else ""
    return f"The rest of the game{chosen}:"


def _whole(found: Outcome) -> Iterator[str]:
    yield f"  the fish win:      {float(found.fish):6.1%}"
    yield f"  the fishermen win: {float(found.fishermen):6.1%}"
    yield f"  a tie:             {float(found.tie):6.1%}"
    yield f"  rolls to come:     {float(found.rolls):5.1f} on average"


def _rolls(rules: PreysRules, state: State) -> Iterator[str]:
    yield "After the next roll: fish win, fishermen win, tie:"
    for number in DIE:
        then = outcome(rules, rules.apply(state, Roll(number)))
        yield f"  {number}  {_brief(then[:3])}  {deed(rules, state, number)}"


def _brief(shares: tuple[Fraction, ...]) -> str:
    return " ".join(f"{float(share):4.0%}" for share in shares)


def _choices(
    rules: PreysRules, state: State, lines: Callable[[Outcome], Iterator[str]]
) -> Iterator[str]:
    """The best are marked, unless all are: to win, and as hints and reviews count it."""
    found, reviewed = choices(rules, state), choices(rules, state, HALF)
    wins = {fish: (then.fish, then.tie) for fish, then in found.items()}
    halves = {fish: then.fish + then.tie * HALF for fish, then in reviewed.items()}
    for fish, then in found.items():
        to_win = wins[fish] == max(wins.values()) > min(wins.values())
        by_half = halves[fish] == max(halves.values()) > min(halves.values())
        mark = " (best to win)" if to_win else " (best if a tie is half a win)" if by_half else ""
        yield f"After {label(fish)}{mark}:"
        yield from lines(then)
