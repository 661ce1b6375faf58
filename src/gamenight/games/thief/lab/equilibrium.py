"""What if everybody plays as well as `best`? A search for the equilibrium of the model in `pace`.

There the others are given. Here they are what was best before (fictitious play): round after round
the best answer to the others is mixed into what they do, later rounds with more weight. If the best
answer gains nothing any more, nobody can do better than to play like all the others. What it still
gains is printed each round: its points for each point of another player, 1 being no gain.

The model is made smaller by its limit: a pot that reaches it is banked at once.

    python -m gamenight.games.thief.lab.equilibrium [PLAYERS [ROUNDS [LIMIT]]]
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gamenight.games.thief.lab.pace import (
    STEP,
    Mixed,
    Others,
    Outcome,
    Plan,
    Sweep,
    Ways,
    best_sweep,
    choices,
    others,
    solve,
)

USUAL = (3, 40, 3000)


class Round(NamedTuple):
    """A round of fictitious play: what the best answer to the others is, what it gains, and what
    the others do after it was mixed in."""

    plan: Plan
    gain: float
    others: Others


def rounds(players: int, limit: int, start: Others | None = None) -> Iterator[Round]:
    """Without end; limit in steps. At first the others are those of `pace`."""
    table, number = others() if start is None else start, 0
    while True:
        number += 1
        pace = solve(players, limit, table)
        plan = best_sweep(pace, limit, table).plan
        table = blended(table, played(plan, limit), 2 / (number + 1), limit)
        yield Round(plan, pace.points, table)


def played(plan: Plan, limit: int) -> Others:
    """What others do who all play by a plan."""
    return [[_sure(one, pot, plan) for pot in range(limit)] for one in choices()]


def _sure(one: Outcome, pot: int, plan: Plan) -> Mixed:
    found = plan.get((one.number, pot))
    if found is None:  # the pot is banked at once
        return Mixed(1.0, (), 0.0, ((1.0, *one.ways[0]),))
    must: Ways = ((1.0, *one.ways[found.way]),)
    return Mixed(float(found.ends), () if found.ends else must, float(found.steals), must)


def blended(old: Others, new: Others, share: float, limit: int) -> Others:
    """Both, with this share of the new one."""
    return [
        [_blend(was[min(pot, len(was) - 1)], now[pot], share) for pot in range(limit)]
        for was, now in zip(old, new, strict=True)
    ]


def _blend(old: Mixed, new: Mixed, share: float) -> Mixed:
    parts = ((1 - share, old), (share, new))
    return Mixed(
        sum(weight * one.ends for weight, one in parts),
        _merged((weight, one.held) for weight, one in parts),
        sum(weight * one.steals for weight, one in parts),
        _merged((weight, one.must) for weight, one in parts),
    )


def _merged(parts: Iterable[tuple[float, Ways]]) -> Ways:
    found: dict[tuple[int, int], float] = {}
    for weight, ways in parts:
        for chance, points, dice in ways:
            if weight * chance:
                found[points, dice] = found.get((points, dice), 0.0) + weight * chance
    return tuple((chance, *way) for way, chance in found.items())


def banked_per_start(table: Others, players: int, limit: int) -> float:
    """The points that anybody banks in a turn with all its thefts, if all play like the others."""
    return Sweep([0.0] * players, 1.0, 1.0, limit, {}, table, alike=True).starts()[0]


def stolen(table: Others, dice: int, pots: Sequence[int]) -> list[float]:
    """How often a pot is stolen when this many dice are left, by the pot before the roll."""
    ones = [one for one in choices() if one.left == dice]
    total = sum(one.chance for one in ones)
    return [
        sum(one.chance * table[one.number][pot // STEP].steals for one in ones) / total
        for pot in pots
    ]


def main() -> None:
    given = [int(text) for text in sys.argv[1:]]
    players, count, points = [*given, *USUAL[len(given) :]]
    limit, pots = points // STEP, range(0, points, 500)
    for number, found in zip(range(1, count + 1), rounds(players, limit), strict=False):
        print(f"round {number}: the best answer makes {found.gain:.5f}", flush=True)
    print(f"a turn banks {banked_per_start(found.others, players, limit):.1f} points")
    for dice in range(1, 5):
        shares = zip(pots, stolen(found.others, dice, pots), strict=True)
        told = ", ".join(f"{pot}: {share:.2f}" for pot, share in shares)
        print(f"stolen with {dice} dice left, by the pot: {told}")


if __name__ == "__main__":
    main()
