"""Kernel: whole games of one game in compiled code, and what all kernels share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from gamenight.core.errors import InvalidOption
from gamenight.core.text import listed, quoted


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

        seed: any whole number, of which 64 bits count.
        An array of whole numbers, a row a game: its plies, its winners (bit n: seat n), then the
        scores by seat. Everything in a game follows from the seed and its number, so neither
        threads nor the other numbers change it.
        """


def installed() -> bool:
    """Whether there is something to compile with."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def word(number: int) -> int:
    """The lowest 64 bits of a whole number, without a sign."""
    return number & (1 << 64) - 1


def check_bots(names: Sequence[str], possible: Collection[str], players: int) -> None:
    """Raises InvalidOption where these are not bots of the kernel, one a seat."""
    if len(names) != players:
        raise InvalidOption(f"{players} bots are needed, not {len(names)}", list(names))
    for name in names:
        if name not in possible:
            raise InvalidOption(
                f"no compiled bot {quoted(name)} by these rules (possible: {listed(possible)})",
                name,
                tuple(possible),
            )


def in_parts(play: Callable[[int, int], None], games: int, threads: int) -> None:
    """Call a function for as many parts of the games as there are threads, all at once: with the
    first game of a part and the one after its last, counted from 0."""
    if threads == 1:
        play(0, games)
        return
    from concurrent.futures import ThreadPoolExecutor

    borders = [games * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(play, borders, borders[1:]))
