"""What is computed about Oware; everything heavy is imported on demand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gamenight.core.lab import Lab
from gamenight.games.oware.lab.peer import openspiel_random_games, openspiel_rollouts

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from gamenight.core.judge import Judge
    from gamenight.core.kernel import Kernel
    from gamenight.games.oware.rules import OwareRules


def judge_of(rules: OwareRules) -> Judge | None:
    """Whether compiled code can search: only with numba, and without a limit of plies."""
    try:
        from gamenight.games.oware.lab import packing
        from gamenight.games.oware.lab.judge import SeedJudge
    except ImportError:
        return None
    fits = packing.fits(rules, rules.initial()) and not rules.options.ply_limit
    return SeedJudge(rules) if fits else None


def solve(rules: OwareRules) -> Iterable[str]:
    try:
        from gamenight.games.oware.lab.judge import solved
    except ImportError as error:
        return [f"This needs numba and numpy: install gamenight[lab] ({error})."]
    return solved(rules)


def build_tables(words: list[str], executor: Executor | None = None) -> int:
    from gamenight.games.oware.lab.commands import build

    return build(words, executor)


def verify_tables(words: list[str]) -> int:
    from gamenight.games.oware.lab.commands import verify

    return verify(words)


def compiled_games() -> Kernel:
    from gamenight.games.oware.lab import compiled

    return compiled


LAB = Lab(
    peers={
        "OpenSpiel": openspiel_random_games,
        "OpenSpiel in C++": openspiel_rollouts,
    },
    kernel=compiled_games,
    reference="hard",
    judge=judge_of,
    solve=solve,
    tables={"build": build_tables, "verify": verify_tables},
    tables_on_cluster={"build": build_tables},
)
