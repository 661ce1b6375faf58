"""Make the opening book of Oware from the program's own searches.

python -m tools.oware.book --positions 1500 --nodes 200000

Drop-out expansion: the next position of the book is the one that is reached with the fewest and the
least bad moves. A search values each of its moves; at the end values go back from the leaves of the
book to its root.
"""

from __future__ import annotations

import argparse
from heapq import heappop, heappush
from itertools import count
from pathlib import Path

from gamenight import Decision
from gamenight.games.oware.lab import alphabeta, book
from gamenight.games.oware.lab.evaluation import SEED
from gamenight.games.oware.lab.search import Budget, Search, TranspositionTable
from gamenight.games.oware.rules import OwareRules, State

# A move that is worse by a seed counts as this many moves.
MOVES_OF_A_SEED = 6


def valued(
    rules: OwareRules, state: State, table: TranspositionTable, nodes: int
) -> dict[int, int]:
    """Each move with its value for the mover in hundredths of a seed; none if one decides."""
    found = {}
    for house in rules.moves(state.position):
        after = rules.apply(state, house)
        if not isinstance(rules.node(after), Decision):
            return {}
        best = Search(rules, after, table).deepen(Budget(nodes=nodes))
        assert best is not None
        if abs(best.value) >= alphabeta.SURE:
            return {}
        found[house % 6] = -best.value * book.HUNDRED // SEED
    return found


def expanded(positions: int, nodes: int) -> book.Book:
    rules, table, found = OwareRules(), TranspositionTable(), book.Book()
    states: dict[str, State] = {}
    start, numbers = rules.initial(), count()
    waiting = [(0.0, next(numbers), start)]
    while waiting and len(found) < positions:
        cost, _, state = heappop(waiting)
        name = book.name_of(state.position)
        if name in found:
            continue
        values = valued(rules, state, table, nodes)
        if not values:
            continue
        found[name], states[name] = values, state
        best = max(values.values())
        for house, value in values.items():
            after = rules.apply(state, rules.rows[state.position.mover][house])
            worse = MOVES_OF_A_SEED * (best - value) / book.HUNDRED
            heappush(waiting, (cost + 1 + worse, next(numbers), after))
        if len(found) % 100 == 0:
            print(f"{len(found)} positions", flush=True)
    return settled(rules, found, states)


def settled(rules: OwareRules, found: book.Book, states: dict[str, State]) -> book.Book:
    """The values with what later positions of the book say: those with more plies first."""
    for name in sorted(states, key=lambda name: -states[name].plies):
        state, moves = states[name], found[name]
        for house in moves:
            after = rules.apply(state, rules.rows[state.position.mover][house])
            then = found.get(book.name_of(after.position))
            if then:
                moves[house] = -max(then.values())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1500)
    parser.add_argument("--nodes", type=int, default=200_000, help="for each move")
    parser.add_argument("--out", type=Path, default=Path(book.__file__).with_name("book.txt"))
    given = parser.parse_args()
    text = book.written(expanded(given.positions, given.nodes))
    given.out.write_text(text, encoding="ascii")
    print(f"{given.out}: {len(text):,} bytes")


if __name__ == "__main__":
    main()
