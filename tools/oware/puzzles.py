"""The puzzles that come with Oware: looked for in games of the program against itself, then chosen.

python -m tools.oware.puzzles search --seed 1 --seconds 600 found-1.jsonl
python -m tools.oware.puzzles choose found-*.jsonl

`search` plays games of moves that are good, with a random one now and then, and looks at every
position. It keeps those in which one move is worth at least MARGIN seeds more than any other, by
two searches, the second of ten times as many positions, and which a third one and the bot `strong`
would play too. A puzzle is as hard as the smallest depth is from which on a search finds the move.
`choose` takes the same number of each grade, each position once.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from gamenight.core.puzzle import GRADES
from gamenight.core.rules import Decision, Over
from gamenight.games import oware
from gamenight.games.oware.lab.alphabeta import ROOT_MOVES
from gamenight.games.oware.lab.endgames import Endgames
from gamenight.games.oware.lab.evaluation import SEED
from gamenight.games.oware.lab.judge import SeedJudge
from gamenight.games.oware.lab.search import MOST_DEPTH, Budget, Found, Search
from gamenight.games.oware.lab.strong import deepened, idle_table
from gamenight.games.oware.rules import SIDES, OwareRules, State

HERE = Path(oware.__file__).with_name("puzzles.json")
RULES = OwareRules()
WANTED = 200
# Positions that are looked at: in self-play, by the first and the second search, and for each move.
PLAYED, SHALLOW, MIDDLE, DEEP = 1_500, 30_000, 100_000, 300_000
PROVABLE = 20  # seeds on the board from which on a proof is tried
MARGIN = 3
WORST = -4  # nobody likes to choose among lost positions
FEWEST_MOVES = 3
OPENING = 4
BLUNDERS = 0.15  # of the moves are random
APART = 6  # plies between two puzzles of a game
FORESEEN = 4  # plies that are told after a move
EASY = 0.25
# The depths that grades 2 to 5 begin with; a search that deep must end.
DEPTHS = (2, 4, 6, 9)
DEEPEST = 14


def values(judge: SeedJudge, state: State) -> dict[int, tuple[float, bool]]:
    """What each house is worth to the mover, and whether that is proven; best first."""
    seat, found = state.position.mover, {}
    few = sum(state.position.houses) <= PROVABLE
    for house in RULES.moves(state.position):
        after = RULES.apply(state, house)
        if few or isinstance(RULES.node(after), Over):
            value = judge.value(after)
            found[house] = value.seats[seat], value.proven
        else:
            lead = counted(after, nodes=DEEP, tables=judge.tables).value // SEED
            found[house] = float(-lead), False
    return dict(sorted(found.items(), key=lambda one: -one[1][0]))


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
    """Whether the first house is ahead of all others by the margin."""
    (worth, _), (rival, _), *_ = found.values()
    return worth - rival >= MARGIN and worth >= WORST


def depth_of(state: State, answer: int) -> int:
    """The smallest depth from which on a search that counts seeds finds the answer, as deep as it
    gets."""
    wrong, row = 0, RULES.rows[state.position.mover]
    with idle_table() as table:
        search = Search(RULES, state, table, counted=True)
        for depth in range(1, DEEPEST + 1):
            found = search.deepen(Budget(depth=depth, nodes=DEEP))
            assert found is not None, "nobody stops it"
            if found.depth < depth:
                break
            wrong = depth if row[found.house] != answer else wrong
    return wrong + 1


def puzzle(state: State, quick: SeedJudge, deep: SeedJudge, rng: Random) -> dict[str, Any] | None:
    """The position as a puzzle, without the way there, if it is one. Of those that a search of one
    ply solves most are left out: there are far more than anybody needs."""
    if len(RULES.moves(state.position)) < FEWEST_MOVES:
        return None
    row, seen = RULES.rows[state.position.mover], glance(state)
    if seen is None or (rng.random() > EASY and counted(state, depth=1).house == seen):
        return None
    if quick.line(state, 1) != [row[seen]]:
        return None
    if row[deepened(RULES, state, Budget(nodes=MIDDLE)).house] != row[seen]:
        return None
    found = values(deep, state)
    best = next(iter(found))
    if best != row[seen] or not clear(found):
        return None
    tries = []
    for house, (worth, _) in found.items():
        line = (deep if house == best else quick).line(RULES.apply(state, house), FORESEEN)
        tries.append([RULES.format(house), worth, [RULES.format(one) for one in line]])
    proven = all(sure for _, sure in found.values())
    return {"depth": depth_of(state, best), "proven": proven, "tries": tries}


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


def search(given: argparse.Namespace) -> None:
    """Add puzzles to a file, one a line, until the time is up."""
    quick, deep = (SeedJudge(RULES, positions) for positions in (MIDDLE, DEEP))
    end, last = monotonic() + given.seconds, 0
    with open(given.file, "a", encoding="utf-8") as file:
        rng = Random(given.seed)
        for plies, state in games(rng):
            if monotonic() > end:
                return
            last = 0 if not plies else last
            if len(plies) < max(OPENING, last):
                continue
            found = puzzle(state, quick, deep, rng)
            if found is not None:
                last = len(plies) + APART
                file.write(json.dumps({"plies": plies, **found}) + "\n")
                file.flush()


def grade(depth: int) -> int:
    return 1 + sum(depth >= least for least in DEPTHS)


def choose(given: argparse.Namespace) -> None:
    """Write the puzzles of the package: as many of each grade, those that are proven first, and of
    the others those with the clearest answers; each position once, from whichever side."""
    lines = [line for name in given.files for line in Path(name).read_text("utf-8").splitlines()]
    found = {_position(one["plies"]): one for one in map(json.loads, lines)}
    graded: dict[int, list[dict[str, Any]]] = {n: [] for n in range(1, len(GRADES) + 1)}
    for one in sorted(found.values(), key=lambda one: (not one["proven"], -_margin(one))):
        graded[grade(one.pop("depth"))].append(one)
    print(*(f"{GRADES[n - 1]}: {len(ones)} found" for n, ones in graded.items()), sep="\n")
    left, chosen = WANTED, list[dict[str, Any]]()
    for n in sorted(graded, key=lambda n: len(graded[n])):
        share = left // (len(GRADES) - len({one["grade"] for one in chosen}))
        chosen += [{"grade": n, **one} for one in graded[n][:share]]
        left = WANTED - len(chosen)
    chosen.sort(key=lambda one: one["grade"])
    text = ",\n".join(json.dumps(one, separators=(",", ":")) for one in chosen)
    names = json.dumps(SIDES)
    HERE.write_text(f'{{"unit": "seeds", "names": {names}, "puzzles": [\n{text}\n]}}\n', "utf-8")
    print(f"{len(chosen)} written to {HERE}, {sum(one['proven'] for one in chosen)} proven")


def _position(plies: list[str]) -> tuple[object, ...]:
    """The same for both sides of the board."""
    state = RULES.initial()
    for text in plies:
        state = RULES.apply(state, RULES.parse(text))
    houses, stores, mover = state.position
    own, other = RULES.rows[mover], RULES.rows[1 - mover]
    row = tuple(houses[house] for house in (*own, *other))
    return row, stores[mover], stores[1 - mover]


def _margin(one: dict[str, Any]) -> float:
    (_, best, _), (_, rival, _), *_ = one["tries"]
    return float(best - rival)


def main() -> None:
    parser = argparse.ArgumentParser(description="The puzzles that come with Oware.")
    ways = parser.add_subparsers(required=True)
    looking = ways.add_parser("search")
    looking.add_argument("file")
    looking.add_argument("--seed", type=int, default=1)
    looking.add_argument("--seconds", type=float, default=600)
    looking.set_defaults(run=search)
    choosing = ways.add_parser("choose")
    choosing.add_argument("files", nargs="+")
    choosing.set_defaults(run=choose)
    given = parser.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
