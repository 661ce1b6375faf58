"""The policy of the best turn: how many brains to hold with, for any dice.

For the standard dice it is the file `turn.txt` beside this one. Its bytes, compressed and as
base64, are those numbers in the order of `_tables`, 0 where holding is always best. It is
written again by

    python -m gamenight.games.zombie.lab.policy [FILE]

Other dice are solved when first needed, and kept while the program runs.
"""

from __future__ import annotations

import sys
from base64 import b64decode, encodebytes
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from pathlib import Path
from zlib import compress, decompress

from gamenight.games.zombie.lab.solver import Faces, pack, solve, sure_holds
from gamenight.games.zombie.odds import gain_outweighs_loss
from gamenight.games.zombie.rules import (
    MOST_BRAINS,
    NONE,
    ROLLED_DICE,
    SHOTS_THAT_KILL,
    Dice,
    Options,
    State,
    ZombieRules,
)

FILE = Path(__file__).with_name("turn.txt")

# Up to this many tables, solving takes less than 20 seconds and 500 MB. With the standard faces
# and proportions that is true of 52 dice, not of 65 (measured: 12 s and 23 s).
MOST_TABLES = 200_000

_solved: dict[tuple[Dice, Faces], dict[int, int]] = {}


def expected_turn(bag: Dice, faces: Faces) -> float:
    """The mean brains of a turn at best, worked out for any number of dice."""
    return solve(bag, _sorted(faces)).mean


def is_known(bag: Dice, faces: Faces) -> bool:
    """Whether the policy for these dice is ready."""
    dice = bag, _sorted(faces)
    return dice == _standard() or dice in _solved


@lru_cache(maxsize=64)
def is_solvable(bag: Dice, faces: Faces) -> bool:
    """Whether there are few enough dice to solve while somebody waits."""
    sure = sure_holds(bag, faces, MOST_BRAINS)
    deadly = any(n and "s" in die for n, die in zip(bag, faces, strict=True))
    tables = sum(
        (_lies(bag, shots) - _lies(bag, shots - 1))
        * _lies(bag, ROLLED_DICE)
        * _lies(bag, sure[shots] - 1)
        for shots in range(SHOTS_THAT_KILL if deadly else 1)
    )
    return tables <= MOST_TABLES


def should_roll(bag: Dice, faces: Faces, state: State) -> bool:
    """Whether rolling on eats more brains this turn, on average, than holding."""
    return state.eaten < hold_number(bag, faces, state)


def hold_number(bag: Dice, faces: Faces, state: State) -> int:
    """The number of brains from which to hold with these dice on the table."""
    table = pack(state.brains, state.rolling, state.shots)
    return hold_numbers(bag, faces).get(table, 0)


def hold_numbers(bag: Dice, faces: Faces) -> dict[int, int]:
    """By packed table, the number of brains from which to hold; 0 for an unknown table."""
    dice = bag, _sorted(faces)
    if dice == _standard():
        return _filed()
    if dice not in _solved:
        _solved[dice] = solve(*dice).hold
    return _solved[dice]


def _sorted(faces: Faces) -> Faces:
    """The order of its faces does not change a die."""
    green, yellow, red = ("".join(sorted(die)) for die in faces)
    return green, yellow, red


@lru_cache(maxsize=1)
def _standard() -> tuple[Dice, Faces]:
    options = Options()
    return options.bag, _sorted(options.faces)


@lru_cache(maxsize=1)
def _filed() -> dict[int, int]:
    return read(FILE)


def read(path: Path) -> dict[int, int]:
    """The numbers of the standard dice, by packed table."""
    bag, _ = _standard()
    numbers = decompress(b64decode(path.read_bytes()))
    return {table: hold for table, hold in zip(_tables(bag), numbers, strict=True) if hold}


def _tables(bag: Dice) -> Iterator[int]:
    """Every way to lay dice out, packed, in the order of the file."""
    shots = [pack(NONE, NONE, dice) for dice in _handfuls(bag, SHOTS_THAT_KILL - 1)]
    rolling = [pack(NONE, dice, NONE) for dice in _handfuls(bag, ROLLED_DICE)]
    brains = [pack(dice, NONE, NONE) for dice in _handfuls(bag, sum(bag))]
    return (s + r + b for s in shots for r in rolling for b in brains)


def _handfuls(bag: Dice, most: int) -> list[Dice]:
    counts = product(*(range(n + 1) for n in bag))
    return [(g, y, r) for g, y, r in counts if g + y + r <= most]


def _lies(bag: Dice, most: int) -> int:
    """How many handfuls of at most this many dice the bag holds."""
    green, yellow, red = bag
    return sum(
        min(red, most - g - y) + 1
        for g in range(min(green, most) + 1)
        for y in range(min(yellow, most - g) + 1)
    )


def write(path: Path) -> None:
    """Solve the standard dice and write the file."""
    bag, faces = _standard()
    hold = solve(bag, faces).hold
    numbers = bytes(hold.get(table, 0) for table in _tables(bag))
    path.write_bytes(encodebytes(compress(numbers, 9)))


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)


def rolls_on(rules: ZombieRules, view: State) -> bool:
    """Whether rolling on brings the most brains this turn; where the dice are too many to be
    solved, whether the next roll does."""
    bag, faces = rules.options.bag, rules.options.faces
    if is_solvable(bag, faces):
        return should_roll(bag, faces, view)
    return gain_outweighs_loss(rules, view, Fraction(1))
