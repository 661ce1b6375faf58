"""The opening book of Oware: what deep searches found, so that the opening is played in no time.

`book.txt` has one line per position as the side to move sees it: its houses and the other's, both
stores, then each move with its value in hundredths of a seed. `tools/oware/book.py` makes it.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from random import Random

from gamenight.games.oware.lab.endgames import apply_to
from gamenight.games.oware.lab.packing import HOUSES, total
from gamenight.games.oware.rules import OwareRules, Position

HUNDRED = 100
SEEDS = 48
# Moves that are worse than the best by this many hundredths of a seed, or less, are as good.
AS_GOOD = 30

Book = dict[str, dict[int, int]]


def name_of(position: Position) -> str:
    """A position as the side to move sees it."""
    border = HOUSES * position.mover
    houses = position.houses[border:] + position.houses[:border]
    stores = position.stores[position.mover], position.stores[1 - position.mover]
    return f"{','.join(map(str, houses))} {stores[0]} {stores[1]}"


def read(text: str) -> Book:
    """The moves of each position, by the number of the house in the mover's row."""
    book: Book = {}
    for line in text.splitlines():
        houses, own, other, *moves = line.split()
        pairs = (move.split(":") for move in moves)
        book[f"{houses} {own} {other}"] = {int(house): int(value) for house, value in pairs}
    return book


def written(book: Book) -> str:
    """The text that `read` reads."""
    lines = (
        f"{name} {' '.join(f'{house}:{value}' for house, value in sorted(moves.items()))}\n"
        for name, moves in sorted(book.items())
    )
    return "".join(lines)


@lru_cache(maxsize=1)
def shipped() -> Book:
    """The book in the package."""
    return read((files(__package__) / "book.txt").read_text(encoding="ascii"))


def known(rules: OwareRules, position: Position) -> dict[int, int] | None:
    """The moves of a position by their houses with their values; None: the book has it not, or
    these are other rules."""
    if not apply_to(rules) or total(position) != SEEDS:
        return None
    moves = shipped().get(name_of(position))
    if moves is None:
        return None
    return {rules.rows[position.mover][house]: value for house, value in moves.items()}


def drawn(moves: dict[int, int], rng: Random) -> int:
    """The best move, or any other that is as good."""
    best = max(moves.values())
    return rng.choice([house for house, value in moves.items() if best - value <= AS_GOOD])
