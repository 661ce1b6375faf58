"""What is computed about Zombie Dice; everything heavy is imported on demand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gamenight.core.lab import Lab

if TYPE_CHECKING:
    from gamenight.core.judge import Judge
    from gamenight.core.kernel import Kernel
    from gamenight.games.zombie.rules import ZombieRules


def compiled_games() -> Kernel:
    from gamenight.games.zombie.lab import compiled

    return compiled


def judge_of(rules: ZombieRules) -> Judge | None:
    from gamenight.games.zombie.lab.judge import judge

    return judge(rules)


def solve(rules: ZombieRules) -> Iterable[str]:
    from gamenight.games.zombie.lab.solution import solve

    return solve(rules)


def zombiedice_games(games: int) -> int:
    from gamenight.games.zombie.lab.peer import zombiedice_games

    return zombiedice_games(games)


LAB = Lab(
    peers={"zombiedice": zombiedice_games},
    kernel=compiled_games,
    reference="turn",
    judge=judge_of,
    solve=solve,
)
