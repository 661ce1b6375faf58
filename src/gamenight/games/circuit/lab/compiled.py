"""Compiled games of Circuit, as `core/kernel.py` asks for them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamenight.core.kernel import check_bots, in_parts, word
from gamenight.games.circuit.lab import kernel
from gamenight.games.circuit.lab.packing import Numbers, fits, packed, room, settings_of
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
    """The games with these numbers, one row each: plies, winners, positions. Cards that a state
    does not show (`?`) are guessed again in every game."""
    check_bots(bots, kernel.POLICIES, rules.players)
    settings = tuple(settings_of(rules, bots))
    start = packed(rules, rules.initial() if state is None else state)
    rows = np.zeros((len(numbers), 2 + rules.players), np.int64)

    def part(first: int, end: int) -> None:
        tables = tuple(start), tuple(room(start)), settings
        stream = np.zeros(1, np.uint64)
        kernel.play(np.uint64(word(seed)), numbers.start + first, *tables, stream, rows[first:end])

    in_parts(part, len(rows), threads)
    return rows
