"""What is solved about Zombie Dice, computed again, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from gamenight.games.zombie.lab import duel
from gamenight.games.zombie.lab.best import is_duel
from gamenight.games.zombie.lab.policy import expected_turn, is_solvable
from gamenight.games.zombie.rules import ZombieRules


def solve(rules: ZombieRules) -> Iterator[str]:
    """The best turn with these dice, then the two-player game."""
    bag, faces = rules.options.bag, rules.options.faces
    if is_solvable(bag, faces):
        yield "The best turn, for the most brains on average:"
        start = perf_counter()
        mean = expected_turn(bag, faces)
        yield f"  {mean:.10f} brains per turn ({_seconds(start)})"
    else:
        yield "There are too many dice to work out the best turn."
    if is_duel(rules):
        yield from _duel(rules)
    else:
        yield "The winner is only solved for two players with the standard dice and 13 brains."


def _duel(rules: ZombieRules) -> Iterator[str]:
    yield "Two players, both perfect, ties played out:"
    start, options = perf_counter(), rules.options
    found = duel.solve(options.bag, options.faces, options.brains_to_win)
    yield f"  the first player wins {found.first[0][0]:.12f} ({_seconds(start)})"
    yield f"  in a tie round {found.tie:.12f}"
    pairs = zip(duel.numbers(found), duel.numbers(duel.standard()), strict=True)
    gap = max(abs(new - stored) for new, stored in pairs)
    yield f"  the stored chances of the bot best differ from these by at most {gap:.1e}"


def _seconds(start: float) -> str:
    return f"{perf_counter() - start:.1f} s"
