"""The three-player game, exactly: the chances of all three when each plays for its own victory.

As in `duel`, before a turn only the scores count; once somebody has the brains that end the game,
only how far the others are behind. With three a chance of one is not the loss of another, so
a turn is solved for the player who has it, and the chances of all follow from how it then ends.
The one loop, a round in which nobody eats anything, is solved for its value; what the three choose
in it is repeated until it stays the same. A player whose choices are worth the same holds.

`trio.bin` beside this file holds the chances for the standard dice and 13 brains as little-endian
doubles; it is written in a minute or two of CPU time by

    python -m gamenight.games.zombie.lab.trio [FILE]

Like there, the limit of rounds is left out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from pathlib import Path
from struct import pack, unpack
from typing import TypeAlias

from gamenight.games.zombie.lab.duel import Duel, standard
from gamenight.games.zombie.lab.graph import ENDS, Faces, graph
from gamenight.games.zombie.rules import Dice, Options

FILE = Path(__file__).with_name("trio.bin")
PLAYERS = 3
FIRST, SECOND, THIRD = range(PLAYERS)
# Who leads when the third chases: the first, the second, or both.
BOTH = THIRD
REPETITIONS = 60
CLOSE = 1e-13

Chances: TypeAlias = tuple[float, float, float]
Scores: TypeAlias = tuple[int, int, int]
# What holding is worth to all, by brains of a turn; and, by these, how a turn ends.
Ends: TypeAlias = list[Chances]
Turns: TypeAlias = Callable[[list[float]], Sequence[float]]

THIRD_WINS = (0.0, 0.0, 1.0)


@dataclass
class Trio:
    """Chances of all three to win before a turn. open: by whose turn it is, and the scores, while
    the game is not decided; second: in the deciding round by how far the second and the third are
    behind the first; third: by how far the third is behind, and who leads; tie: in a tie round of
    all three."""

    duel: Duel
    open: list[dict[Scores, Chances]] = field(default_factory=lambda: [{}, {}, {}])
    second: dict[tuple[int, int], Chances] = field(default_factory=dict)
    third: dict[tuple[int, int], Chances] = field(default_factory=dict)
    tie: Chances = (1 / 3, 1 / 3, 1 / 3)

    def pair(self, one: int, other: int) -> Chances:
        """A tie round of two, in the order of play."""
        found = [0.0] * PLAYERS
        found[one], found[other] = self.duel.tie, 1 - self.duel.tie
        return found[FIRST], found[SECOND], found[THIRD]

    def settled(self, leads: int) -> Chances:
        """The third got no further."""
        if leads == BOTH:
            return self.pair(FIRST, SECOND)
        return (1.0, 0.0, 0.0) if leads == FIRST else (0.0, 1.0, 0.0)

    def answered(self, behind: int, leads: int) -> Chances:
        """Before the third's turn in the deciding round; nobody gets further than the ends."""
        return self.third[behind, leads] if behind < ENDS else self.settled(leads)

    def chased(self, second: int, third: int) -> Chances:
        """Before the second's turn in the deciding round, with both this far behind the first."""
        last = ENDS - 1
        if second > last:
            return self.answered(third, FIRST)
        return self.second[second, min(third, last + 1)]

    def ends(self, player: int, scores: Scores, tied: bool) -> Ends:
        """What all have once the player holds, by brains of the turn."""
        first, second, third = scores
        target = self.duel.target
        if player == THIRD and (tied or max(first, second) >= target):
            leads = BOTH if first == second else FIRST if first > second else SECOND
            return self.ends_of_third(max(first, second) - third, leads)
        if player == SECOND and (tied or first >= target):
            return self.ends_of_second(first - second, first - third)
        if player == FIRST and tied:
            return [self.chased(brains, brains) for brains in range(ENDS)]
        return [self._after(player, scores, brains) for brains in range(ENDS)]

    def _after(self, player: int, scores: Scores, brains: int) -> Chances:
        after = list(scores)
        after[player] += brains
        first, second, third = after
        if after[player] < self.duel.target:
            return self.open[(player + 1) % PLAYERS][first, second, third]
        if player == FIRST:
            return self.chased(first - second, first - third)
        return self.answered(second - third, SECOND) if player == SECOND else THIRD_WINS

    def ends_of_second(self, second: int, third: int) -> Ends:
        """The same for the second in the deciding round."""
        return [
            self.answered(third, BOTH if brains == second else FIRST)
            if brains <= second
            else self.answered(third + brains - second, SECOND)
            for brains in range(ENDS)
        ]

    def ends_of_third(self, behind: int, leads: int) -> Ends:
        """The same for the third."""
        level = self.tie if leads == BOTH else self.pair(leads, THIRD)
        return [
            self.settled(leads) if brains < behind else level if brains == behind else THIRD_WINS
            for brains in range(ENDS)
        ]


def solve(bag: Dice, faces: Faces, duel: Duel) -> Trio:
    """The three-player game with these dice, from the two-player game with them."""
    turns = turns_with(bag, faces)
    trio = Trio(duel)
    for _ in range(REPETITIONS):
        before = trio.tie
        _solve_chase(trio, turns)
        trio.tie = _mean(FIRST, trio.ends(FIRST, (0, 0, 0), True), turns)
        if _apart(before, trio.tie) <= CLOSE:
            break
    for first, second, third in product(reversed(range(duel.target)), repeat=PLAYERS):
        _solve_round(trio, (first, second, third), turns)
    return trio


def _solve_chase(trio: Trio, turns: Turns) -> None:
    """The deciding round: where it is over or impossible, nothing has to be solved."""
    for behind, leads in product(range(ENDS), range(PLAYERS)):
        trio.third[behind, leads] = _mean(THIRD, trio.ends_of_third(behind, leads), turns)
    for second, third in product(range(ENDS), range(ENDS + 1)):
        trio.second[second, third] = _mean(SECOND, trio.ends_of_second(second, third), turns)


def _solve_round(trio: Trio, scores: Scores, turns: Turns) -> None:
    """All three turns with these scores: what each leads to besides the next of them is known."""
    for chances in trio.open:
        chances[scores] = 1 / 3, 1 / 3, 1 / 3
    for _ in range(REPETITIONS):
        before = trio.open[FIRST][scores]
        known, stays = (0.0, 0.0, 0.0), 1.0
        for player in (THIRD, SECOND, FIRST):
            ends = trio.ends(player, scores, False)
            spread = turns([chances[player] for chances in ends])
            trio.open[player][scores] = _weighed(spread, ends)
            known = _plus(_weighed(spread[1:], ends[1:]), known, spread[0])
            stays *= spread[0]
        first, second, third = (chance / (1 - stays) for chance in known)
        trio.open[FIRST][scores] = first, second, third
        if _apart(before, trio.open[FIRST][scores]) <= CLOSE:
            return
    raise AssertionError(f"the chances with {scores} do not settle")


def _mean(player: int, ends: Ends, turns: Turns) -> Chances:
    return _weighed(turns([chances[player] for chances in ends]), ends)


def _weighed(spread: Sequence[float], ends: Ends) -> Chances:
    columns = zip(*ends, strict=True)
    first, second, third = (
        sum(share * chance for share, chance in zip(spread, column, strict=True))
        for column in columns
    )
    return first, second, third


def _plus(one: Chances, other: Chances, share: float) -> Chances:
    first, second, third = (a + share * b for a, b in zip(one, other, strict=True))
    return first, second, third


def _apart(one: Chances, other: Chances) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def turns_with(bag: Dice, faces: Faces) -> Turns:
    """How the best turn ends for what holding is worth: compiled if numba is installed."""
    try:
        from gamenight.games.zombie.lab.sweep import sweep_of
    except ImportError:
        turn = graph(bag, faces)
        return lambda worth: turn.ends(turn.choices(worth))
    compiled = sweep_of(bag, faces)
    return lambda worth: compiled.ends(compiled.choices(worth))


def _tables(trio: Trio) -> Iterator[tuple[dict[tuple[int, ...], Chances], tuple[int, ...]]]:
    """Every table with each of its keys, in the order of the file."""
    tables: list[tuple[dict[tuple[int, ...], Chances], tuple[range, ...]]] = [
        *((one, (range(trio.duel.target),) * PLAYERS) for one in trio.open),  # type: ignore[list-item]
        (trio.second, (range(ENDS), range(ENDS + 1))),  # type: ignore[list-item]
        (trio.third, (range(ENDS), range(PLAYERS))),  # type: ignore[list-item]
    ]
    for table, ranges in tables:
        for key in product(*ranges):
            yield table, key


def write(path: Path, trio: Trio) -> None:
    """The chances of the first two, since those of all add up to 1."""
    rows = [trio.tie, *(table[key] for table, key in _tables(trio))]
    path.write_bytes(b"".join(pack("<2d", *row[:THIRD]) for row in rows))


def read(path: Path) -> Trio:
    """The standard game from its file."""
    data = path.read_bytes()
    numbers = unpack(f"<{len(data) // 8}d", data)
    rows = iter([(a, b, 1 - a - b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)])
    trio = Trio(standard(), tie=next(rows))
    for table, key in _tables(trio):
        table[key] = next(rows)
    return trio


@lru_cache(maxsize=1)
def standard_trio() -> Trio:
    return read(FILE)


if __name__ == "__main__":
    options = Options()
    write(
        Path(sys.argv[1]) if len(sys.argv) > 1 else FILE,
        solve(options.bag, options.faces, standard()),
    )
