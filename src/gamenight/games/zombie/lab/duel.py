"""The two-player game, exactly: the chance to win with both playing perfectly, ties included.

The first is the player who begins a round, the other is the second. Before each turn only the two
scores count, and after the brains that end the game only how far the second is behind, for then it
must get further, or draw level and play a tie round, where again only the difference counts. So
there is one turn to solve for each pair of scores and player, and one for each difference; `graph`
solves a turn for any worth of holding. Two equations loop: a tie round can lead to another one, and
a round in which both are shot out leads back to the same scores. They are iterated until stable.

`duel.bin` beside this file holds the chances for the standard dice and 13 brains as little-endian
doubles, compared with a fresh solution by `gamenight solve zombie`, and written by

    python -m gamenight.games.zombie.lab.duel [FILE]

The limit of rounds, by which two can share a victory, is left out: with its default of 1000 rounds
it changes nothing that a double could hold.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from struct import pack, unpack

from gamenight.games.zombie.lab.graph import ENDS, Faces, graph
from gamenight.games.zombie.rules import Dice, Options

FILE = Path(__file__).with_name("duel.bin")

# Each iteration brings both equations at least ten times closer.
REPETITIONS = 40
CLOSE = 1e-15


@dataclass(frozen=True)
class Duel:
    """Chances to win before a turn. first, second: of the player to move, by the scores of the
    first and of the second. chase: of the second when it is this far behind in the deciding round.
    tie: of the first in a tie round."""

    target: int
    first: Sequence[Sequence[float]]
    second: Sequence[Sequence[float]]
    chase: Sequence[float]
    tie: float

    def answer(self, score: int, other: int) -> float:
        """The chance of the second to win when the first has scored."""
        if score < self.target:
            return self.second[score][other]
        return self.behind(score - other)

    def behind(self, brains: int) -> float:
        """The same in the deciding round; nobody gets further than `MOST` brains."""
        return self.chase[brains] if brains < ENDS else 0.0

    def worth_first(self, score: int, other: int) -> list[float]:
        """What holding is worth to the first, by brains of the turn."""
        return [1 - self.answer(score + brains, other) for brains in range(ENDS)]

    def worth_second(self, other: int, score: int) -> list[float]:
        """What holding is worth to the second, while the first is below the target."""
        return [
            1.0 if score + brains >= self.target else 1 - self.first[other][score + brains]
            for brains in range(ENDS)
        ]

    def worth_chase(self, behind: int) -> list[float]:
        """What holding is worth to the second in the deciding round."""
        return [
            float(brains > behind) if brains != behind else 1 - self.tie for brains in range(ENDS)
        ]

    def worth_tie(self) -> list[float]:
        """What holding is worth to the first in a tie round."""
        return [1 - self.behind(brains) for brains in range(ENDS)]


def solve(bag: Dice, faces: Faces, target: int) -> Duel:
    """The two-player game with these dice, up to this many brains."""
    turns = _solver(bag, faces)
    first, second = ([[0.5] * target for _ in range(target)] for _ in range(2))
    duel = Duel(target, first, second, [0.0] * ENDS, 0.5)
    for _ in range(REPETITIONS):
        chase = [turns(duel.worth_chase(behind)) for behind in range(ENDS)]
        before, duel = duel.tie, replace(duel, chase=chase)
        duel = replace(duel, tie=turns(duel.worth_tie()))
        if abs(duel.tie - before) <= CLOSE:
            break
    for score in reversed(range(target)):
        for other in reversed(range(target)):
            for _ in range(REPETITIONS):
                second[score][other] = turns(duel.worth_second(score, other))
                before = first[score][other]
                first[score][other] = turns(duel.worth_first(score, other))
                if abs(first[score][other] - before) <= CLOSE:
                    break
    return duel


def _solver(bag: Dice, faces: Faces) -> Callable[[list[float]], float]:
    """What a turn is worth before its first roll: compiled if numba is installed."""
    try:
        from gamenight.games.zombie.lab.sweep import sweep_of
    except ImportError:
        return lambda worth: graph(bag, faces).solve(worth).mean
    return lambda worth: sweep_of(bag, faces).solve(worth).mean


def numbers(duel: Duel) -> list[float]:
    """All chances, in the order of the file."""
    rows = [*duel.first, *duel.second]
    return [duel.tie, *duel.chase, *(chance for row in rows for chance in row)]


def write(path: Path, duel: Duel) -> None:
    chances = numbers(duel)
    path.write_bytes(pack(f"<{len(chances)}d", *chances))


def read(path: Path) -> Duel:
    """The standard game from its file."""
    target, data = Options().brains_to_win, path.read_bytes()
    tie, *rest = unpack(f"<{len(data) // 8}d", data)
    rows = [rest[start : start + target] for start in range(ENDS, len(rest), target)]
    return Duel(target, rows[:target], rows[target:], rest[:ENDS], tie)


@lru_cache(maxsize=1)
def standard() -> Duel:
    return read(FILE)


if __name__ == "__main__":
    options = Options()
    write(
        Path(sys.argv[1]) if len(sys.argv) > 1 else FILE,
        solve(options.bag, options.faces, options.brains_to_win),
    )
