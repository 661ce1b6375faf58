"""What is computed about Preys and Hunters; everything heavy is imported on demand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gamenight.core.lab import Lab

if TYPE_CHECKING:
    from gamenight.core.bot import Bot
    from gamenight.core.judge import Judge
    from gamenight.core.kernel import Kernel
    from gamenight.games.preys.rules import PreysRules


def compiled_games() -> Kernel:
    from gamenight.games.preys.lab import compiled

    return compiled


def judge_of(rules: PreysRules) -> Judge:
    from gamenight.games.preys.lab.judge import RiverJudge

    return RiverJudge(rules)


def share(rules: PreysRules, bot: Bot) -> float | None:
    from gamenight.games.preys.lab.shares import share

    return share(rules, bot)


def solve(rules: PreysRules) -> Iterable[str]:
    from gamenight.games.preys.lab.solution import solve

    return solve(rules)


LAB = Lab(
    kernel=compiled_games,
    judge=judge_of,
    share=share,
    solve=solve,
)
