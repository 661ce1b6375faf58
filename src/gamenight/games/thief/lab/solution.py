"""What is solved about Thief, computed again, as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from time import perf_counter

from gamenight.games.thief.cards import CardThiefRules
from gamenight.games.thief.lab.best import SOLVED
from gamenight.games.thief.lab.pace import LIMIT, STEP, Pace, Plan, answer, choices, evaluate, solve
from gamenight.games.thief.lab.solver import rolling
from gamenight.games.thief.policies import PREDICTABLE, TURN, Thief
from gamenight.games.thief.rules import DICE, ThiefRules, possible_holds


def solution(rules: ThiefRules | CardThiefRules) -> Iterator[str]:
    """The best turn if nobody steals, then the best response to the model of the others."""
    yield "The best turn if nobody steals, for the most points on average:"
    yield f"  {float(rolling(DICE, 0)):.6f} points per turn from five dice"
    held = float(rolling(DICE, 0, lambda roll: possible_holds(roll)[:1]))
    yield f"  {held:.6f} if everything that counts is always held"
    yield "  by dice to roll, with everything that counts held:"
    yield f"  {'':34}" + _columns(range(1, DICE))
    yield f"  {'ending is as good or better from':34}" + _columns(map(_ends_from, range(1, DICE)))
    yield f"  {'a turn is worth stealing from':34}" + _columns(map(_steals_from, range(1, DICE)))
    if isinstance(rules, CardThiefRules):
        yield "The best response to the others is not worked out for games with cards."
    else:
        yield from _best_response(rules.players)


def _columns(numbers: Iterable[int]) -> str:
    return "".join(f"{number:6}" for number in numbers)


def _ends_from(dice: int) -> int:
    """The fewest points with which rolling on brings no more than ending."""
    return next(points for points in count(STEP, STEP) if rolling(dice, points) <= points)


def _steals_from(dice: int) -> int:
    """The fewest points with which rolling brings more than a new turn."""
    own = rolling(DICE, 0)
    return next(points for points in count(STEP, STEP) if rolling(dice, points) > own)


def _best_response(players: int) -> Iterator[str]:
    yield f"The best response with {players} players, if nobody looks at the scores and the others"
    yield "choose like turn or predictable, or one time in seven like a robber; in the long run:"
    start = perf_counter()
    found = solve(players)
    yield f"  {_points(found)} for each point of another ({perf_counter() - start:.1f} s)"
    for name, bot in (("turn", TURN), ("predictable", PREDICTABLE)):
        yield f"  {_points(evaluate(_plan(bot), players))} if it plays like {name}"
    gap = abs(found.points / SOLVED[players].points - 1)
    yield f"  what the bot best has stored differs from this by a share of {gap:.1e}"


def _points(pace: Pace) -> str:
    return f"{pace.points:,.6f} points"


def _plan(bot: Thief) -> Plan:
    """What a bot does that only looks at the roll and the pot."""
    return {
        (one.number, pot): answer(bot, one.roll, pot)
        for one in choices()
        for pot in range(LIMIT - one.points)
    }
