"""What is computed about Circuit; everything heavy is imported on demand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gamenight.core.lab import Lab

if TYPE_CHECKING:
    from gamenight.core.kernel import Kernel
    from gamenight.games.circuit.rules import CircuitRules


def solve(rules: CircuitRules) -> Iterator[str]:
    from gamenight.games.circuit.lab.solver import solve

    return solve(rules)


def compiled_games() -> Kernel:
    from gamenight.games.circuit.lab import compiled

    return compiled


LAB = Lab(
    kernel=compiled_games,
    reference="racer",
    solve=solve,
)
