"""The board as characters: six lines, one column per place in the river.

The boat's cell is eight characters wide, the sea's seven, every other cell three. A fish stays on
its own line, in the middle of its cell; in the boat each has a seat of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from gamenight.games.preys.rules import CAUGHT, FISH, QUAY, SEA, START, PreysRules, State

View: TypeAlias = Callable[[PreysRules, State], str]

CELL_WIDTH, SEA_WIDTH = 3, 7


def default_view(rules: PreysRules, state: State) -> str:
    """The places behind the boat are gone."""
    return _drawn(state, range(state.boat, SEA + 1))


def fixed_view(rules: PreysRules, state: State) -> str:
    """All thirteen places stay; those behind the boat are plain cells."""
    return _drawn(state, range(QUAY, SEA + 1))


def _drawn(state: State, places: Iterable[int]) -> str:
    columns = [_column(state, place) for place in places]
    edges = ["═" * len(column[0]) for column in columns]
    rows = [f"║{'│'.join(cells)}║" for cells in zip(*columns, strict=True)]
    return "\n".join([f"╔{'╤'.join(edges)}╗", *rows, f"╚{'╧'.join(edges)}╝"])


def _column(state: State, place: int) -> tuple[str, ...]:
    """The four cells of one place, from top to bottom."""
    if place == state.boat:
        return _boat(state)
    width = SEA_WIDTH if place == SEA else CELL_WIDTH
    ground = "▓" if place == START else " "
    return tuple(
        (str(fish) if state.place(fish) == place else ground).center(width) for fish in FISH
    )


def _boat(state: State) -> tuple[str, ...]:
    two, three, four, five = (str(f) if state.place(f) == CAUGHT else " " for f in FISH)
    return "  ┌──┐1 ", f"  │{two}{three}│  ", f"  │{four}{five}│  ", "  └──┘6 "
