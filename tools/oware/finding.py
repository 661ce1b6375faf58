"""Positions of Oware with one best move, found in games of the program against itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from gamenight.core.rules import Decision, Over
from gamenight.games.oware.lab.alphabeta import ROOT_MOVES
from gamenight.games.oware.lab.endgames import Endgames
from gamenight.games.oware.lab.evaluation import SEED
from gamenight.games.oware.lab.judge import SeedJudge
from gamenight.games.oware.lab.ranks import AT_ONCE
from gamenight.games.oware.lab.search import MOST_DEPTH, Budget, Found, Search
from gamenight.games.oware.lab.strong import deepened, idle_table
from gamenight.games.oware.rules import OwareRules, State

RULES = OwareRules()
# Positions that are looked at: in self-play, by the first and the second search, by the last one
# for each move, and for what follows a wrong move.
PLAYED, SHALLOW, DEEP, SURE, TOLD = 500, 8_000, 100_000, 1_000_000, 20_000
MARGIN = 3
# Nobody likes to choose among lost positions, or among won ones: what the best move is worth at
# least, and the next best at most.
WORST, WON = -4, 12
FEWEST_MOVES = 3
OPENING = 4
BLUNDERS = 0.15  # of the moves are random
APART = 6  # plies between two puzzles of a game
FORESEEN = 4  # plies that are told after a move
EASY = 0.05  # of those that a search of one ply solves are looked at: there are far more of them
# As deep as the search goes that tells how hard a puzzle is.
DEEPEST = 14


def values(judge: SeedJudge, state: State, nodes: int) -> dict[int, tuple[float, bool]]:
    """What each house is worth to the mover, and whether that is proven; best first. By the tables
    on this machine, or where they end by a search of so many positions."""
    seat, found = state.position.mover, {}
    for house in RULES.moves(state.position):
        after = RULES.apply(state, house)
        if is_late(after) or isinstance(RULES.node(after), Over):
            value = judge.value(after)
            found[house] = value.seats[seat], value.proven
        elif judge.tables is not None and judge.tables.covers(after.position):
            stores = after.position.stores
            lead = stores[1 - seat] - stores[seat] + judge.tables.value(after.position)
            found[house] = float(-lead), False
        else:
            lead = counted(after, nodes=nodes, tables=judge.tables).value // SEED
            found[house] = float(-lead), False
    return dict(sorted(found.items(), key=lambda one: -one[1][0]))


def is_late(state: State) -> bool:
    """Whether the tables that everybody has know it, and what is proven there."""
    return sum(state.position.houses) <= AT_ONCE


def glance(state: State) -> int | None:
    """The house that a search finds, if it is ahead of what it finds without that one."""
    best = counted(state)
    rival = counted(state, without=best.house)
    return best.house if best.value - rival.value >= MARGIN * SEED else None


def counted(
    state: State,
    without: int | None = None,
    nodes: int = SHALLOW,
    depth: int = MOST_DEPTH,
    tables: Endgames | None = None,
) -> Found:
    """What a search finds that counts seeds; without: a house, by its number in the row, that is
    not to be sown."""
    with idle_table() as table:
        search = Search(RULES, state, table, endgames=tables, counted=True)
        if without is not None:
            search.control[ROOT_MOVES] -= 1 << without
        found = search.deepen(Budget(nodes=nodes, depth=depth))
    assert found is not None, "nobody stops it"
    return found


def clear(found: dict[int, tuple[float, bool]]) -> bool:
    """Whether the first house is ahead of all others by the margin, and it matters."""
    (worth, _), (rival, _), *_ = found.values()
    return worth - rival >= MARGIN and worth >= WORST and rival <= WON


def depth_of(state: State, answer: int) -> int:
    """The smallest depth from which on a search that counts seeds finds the answer, as deep as it
    gets."""
    wrong, row = 0, RULES.rows[state.position.mover]
    with idle_table() as table:
        search = Search(RULES, state, table, counted=True)
        for depth in range(1, DEEPEST + 1):
            found = search.deepen(Budget(depth=depth, nodes=DEEP // 2))
            assert found is not None, "nobody stops it"
            if found.depth < depth:
                break
            wrong = depth if row[found.house] != answer else wrong
    return wrong + 1


def promises(state: State, rng: Random) -> bool:
    """Whether a quick look finds one best move there; of what a search of one ply finds too, most
    is left out."""
    if len(RULES.moves(state.position)) < FEWEST_MOVES:
        return False
    seen = glance(state)
    return seen is not None and (rng.random() < EASY or counted(state, depth=1).house != seen)


def puzzle(state: State, quick: SeedJudge, deep: SeedJudge) -> dict[str, Any] | None:
    """The position as a puzzle, without the way there, if it is one."""
    row, first = RULES.rows[state.position.mover], values(deep, state, DEEP)
    if not clear(first):
        return None
    found = values(deep, state, SURE)
    best = next(iter(found))
    proven = all(sure for _, sure in found.values())
    if not clear(found) or proven < is_late(state) or deep.line(state, 1) != [best]:
        return None
    strong = deepened(RULES, state, Budget(nodes=DEEP))
    if not is_late(state) and row[strong.house] != best:
        return None
    depth, tries = depth_of(state, best), []
    for house, (worth, _) in found.items():
        line = (deep if house == best else quick).line(RULES.apply(state, house), FORESEEN)
        tries.append([RULES.format(house), worth, [RULES.format(one) for one in line]])
    return {"depth": depth, "proven": proven, "tries": tries}


def games(rng: Random) -> Iterator[tuple[list[str], State]]:
    """The positions of game after game, with the way there."""
    while True:
        state, plies = RULES.initial(), list[str]()
        node = RULES.node(state)
        while isinstance(node, Decision):
            yield plies, state
            if len(plies) < OPENING or rng.random() < BLUNDERS:
                house = rng.choice(node.actions)
            else:
                found = deepened(RULES, state, Budget(nodes=PLAYED), rng.randrange(8))
                house = RULES.rows[node.player][found.house]
            plies.append(RULES.format(house))
            state = RULES.apply(state, house)
            node = RULES.node(state)


def again(ways: Iterable[Sequence[str]]) -> Iterator[dict[str, Any] | None]:
    """The puzzles at the end of these ways, worked out again; None where there is none."""
    quick, deep = judges()
    for plies in ways:
        state = RULES.initial()
        for text in plies:
            state = RULES.apply(state, RULES.parse(text))
        found = puzzle(state, quick, deep)
        yield None if found is None else {"plies": list(plies), **found}


def judges() -> tuple[SeedJudge, SeedJudge]:
    return SeedJudge(RULES, TOLD), SeedJudge(RULES, DEEP)


def puzzles(rng: Random) -> Iterator[dict[str, Any] | None]:
    """Puzzles as they are found; None for every position that is none."""
    quick, deep = judges()
    last = 0
    for plies, state in games(rng):
        last = last if plies else 0
        found = None
        if len(plies) >= max(OPENING, last) and promises(state, rng):
            found = puzzle(state, quick, deep)
        if found is not None:
            last = len(plies) + APART
            found = {"plies": list(plies), **found}
        yield found
