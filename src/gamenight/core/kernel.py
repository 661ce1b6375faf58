"""Kernel: whole games of one game in compiled code, and what all kernels share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from gamenight.core.errors import InvalidOption
from gamenight.core.text import listed, quoted


class Kernel(Protocol):
    """The same rules compiled, for millions of games; any module with these functions is one."""

    def bots(self, rules: Any) -> Collection[str]:
        """The bots, by name, that it can play by these rules: `random`, and others whose choices
        it makes with the same probabilities. None at all where the rules do not fit."""

    def play(
        self,
        rules: Any,
        bots: Sequence[str],
        seed: int,
        numbers: range,
        threads: int = 1,
        state: Any = None,
    ) -> Any:
        """The games with these numbers, with one bot in each seat, from a state or from the start.

        seed: any whole number, of which 64 bits count.
        Returns an array of whole numbers, one row per game: its plies, its winners (bit n: seat
        n), then the scores by seat. Everything in a game follows from the seed and its number, so
        threads and the other numbers do not change it.
        """


def installed() -> bool:
    """Whether numba is installed."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def word(number: int) -> int:
    """The lowest 64 bits of a whole number, unsigned."""
    return number & (1 << 64) - 1


def check_bots(names: Sequence[str], possible: Collection[str], players: int) -> None:
    """Raises InvalidOption unless these are bots of the kernel, one per seat."""
    if len(names) != players:
        raise InvalidOption(f"these rules need {players} bots, not {len(names)}", list(names))
    for name in names:
        if name not in possible:
            raise InvalidOption(
                f"no compiled bot {quoted(name)} for these rules (possible: {listed(possible)})",
                name,
                tuple(possible),
            )


def in_parts(play: Callable[[int, int], None], games: int, threads: int) -> None:
    """Call a function for as many slices of the games as there are threads, all at once: with the
    first game of a slice and the one after its last, counted from 0."""
    if threads == 1:
        play(0, games)
        return
    from concurrent.futures import ThreadPoolExecutor

    borders = [games * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, borders, borders[1:]))
