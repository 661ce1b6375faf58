"""What is computed about Thief; everything heavy is imported on demand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gamenight.core.lab import Lab

if TYPE_CHECKING:
    from gamenight.core.kernel import Kernel


def solve(rules: Any) -> Iterable[str]:
    from gamenight.games.thief.lab.solution import solution

    return solution(rules)


def compiled_games() -> Kernel:
    from gamenight.games.thief.lab import compiled

    return compiled


LAB = Lab(
    kernel=compiled_games,
    reference="turn",
    solve=solve,
)
