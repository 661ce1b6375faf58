"""Kernel: whole games of one game in compiled code."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol


class Kernel(Protocol):
    """The same rules compiled, for millions of games; a module with these functions is one."""

    def bots(self, rules: Any) -> Collection[str]:
        """The bots, by name, as which it can play by these rules: `random`, and others whose
        choices it makes with the same chances. Nothing, where the rules do not fit."""

    def play(
        self,
        rules: Any,
        bots: Sequence[str],
        seed: int,
        numbers: range,
        threads: int = 1,
        state: Any = None,
    ) -> Any:
        """The games of these numbers, with one bot at each seat, from a state or from the start.

        An array of whole numbers, a row a game: its plies, its winners (bit n: seat n), then the
        scores by seat. Everything in a game follows from the seed and its number, so neither
        threads nor the other numbers change it.
        """
