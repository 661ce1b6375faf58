"""Whole games of Circuit compiled, as `core/kernel.py` asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from gamenight.games.circuit import kernel
from gamenight.games.circuit.packing import Numbers, fits, packed, room, settings_of, unsigned
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.state import State


def bots(rules: CircuitRules) -> tuple[str, ...]:
    """The bots that can play by these rules."""
    return kernel.POLICIES if fits(rules) else ()


def play(
    rules: CircuitRules,
    bots: Sequence[str],
    seed: int,
    numbers: range,
    threads: int = 1,
    state: State | None = None,
) -> Numbers:
    """The games of these numbers, a row each: plies, winners, positions. Cards that a state does
    not tell (`?`) are guessed anew in every game."""
    settings = tuple(settings_of(rules, bots))
    start = packed(rules, rules.initial() if state is None else state)
    rows = np.zeros((len(numbers), 2 + rules.players), np.int64)

    def part(number: int) -> None:
        first, after = (len(rows) * n // threads for n in (number, number + 1))
        tables = tuple(start), tuple(room(start)), settings
        stream = np.zeros(1, np.uint64)
        kernel.play(unsigned(seed), numbers.start + first, *tables, stream, rows[first:after])

    if threads == 1:
        part(0)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(part, range(threads)))
    return rows
