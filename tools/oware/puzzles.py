"""The puzzles that come with Oware: looked for in games of the program against itself, then chosen.

python -m tools.oware.puzzles search --seed 1 --seconds 600 found-1.jsonl
python -m tools.oware.puzzles again found-0.jsonl
python -m tools.oware.puzzles choose found-*.jsonl

`search` plays games of moves that are good, with a random one now and then, and looks at every
position. It keeps those in which one move is worth at least MARGIN seeds more than any other: with
few seeds by the endgame tables, if that is proven; with as many as the tables on this machine have,
by those; else by three searches, each of many more positions than the one before. `strong` has to
play it too. A puzzle is as hard as the smallest depth is from which on a search without tables
finds the move. `again` looks at the puzzles that there are in the same way, and tells which are
none. `choose` takes the same number of each grade, each position once, and where it can as many
with few seeds as with many.

Give it large tables: GAMENIGHT_TABLES, or `gamenight tables build oware --seeds 24`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from gamenight.core.puzzle import GRADES
from gamenight.games import oware
from gamenight.games.oware.rules import SIDES, OwareRules

HERE = Path(oware.__file__).with_name("puzzles.json")
RULES = OwareRules()
WANTED = 200
# The depths that grades 2 to 5 begin with.
DEPTHS = (2, 3, 5, 7)


def search(given: argparse.Namespace) -> None:
    """Add puzzles to a file, one a line, until the time is up."""
    from tools.oware.finding import puzzles  # late: it may have to be compiled

    end = monotonic() + given.seconds
    with open(given.file, "a", encoding="utf-8") as file:
        for found in puzzles(Random(given.seed)):
            if found is not None:
                file.write(json.dumps(found) + "\n")
                file.flush()
            if monotonic() > end:
                return


def again(given: argparse.Namespace) -> None:
    """Write those puzzles of the package to a file that still are, worked out again."""
    from tools.oware import finding  # late: it may have to be compiled

    ways = [one["plies"] for one in json.loads(HERE.read_text("utf-8"))["puzzles"]]
    with open(given.file, "w", encoding="utf-8") as file:
        for number, found in enumerate(finding.again(ways), 1):
            if found is None:
                print(f"{number} is none: {' '.join(ways[number - 1])}")
            else:
                file.write(json.dumps(found) + "\n")
                file.flush()


def grade(depth: int) -> int:
    return 1 + sum(depth >= least for least in DEPTHS)


def choose(given: argparse.Namespace) -> None:
    """Write the puzzles of the package: as many of each grade; each position once, from whichever
    side; those with the clearest answers first, half of them proven."""
    lines = [line for name in given.files for line in Path(name).read_text("utf-8").splitlines()]
    found = {_position(one["plies"]): one for one in map(json.loads, lines)}
    graded: dict[int, list[dict[str, Any]]] = {n: [] for n in range(1, len(GRADES) + 1)}
    for one in sorted(found.values(), key=lambda one: -_margin(one)):
        graded[grade(one.pop("depth"))].append(one)
    for n, ones in graded.items():
        print(f"{GRADES[n - 1]}: {len(ones)} found, {sum(one['proven'] for one in ones)} proven")
    chosen = list[dict[str, Any]]()
    for place, n in enumerate(sorted(graded, key=lambda n: len(graded[n]))):
        share = (WANTED - len(chosen)) // (len(GRADES) - place)
        chosen += [{"grade": n, **one} for one in _mixed(graded[n], share)]
    chosen.sort(key=lambda one: one["grade"])
    text = ",\n".join(json.dumps(one, separators=(",", ":")) for one in chosen)
    names = json.dumps(SIDES)
    HERE.write_text(f'{{"unit": "seeds", "names": {names}, "puzzles": [\n{text}\n]}}\n', "utf-8")
    print(f"{len(chosen)} written to {HERE}, {sum(one['proven'] for one in chosen)} proven")


def _mixed(ones: list[dict[str, Any]], share: int) -> list[dict[str, Any]]:
    """This many, half of them proven where there are enough of both."""
    proven, seen = ([one for one in ones if one["proven"] == sure] for sure in (True, False))
    many = max(share - len(seen), min(share // 2, len(proven)))
    return [*proven[:many], *seen[: share - min(many, len(proven))]]


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
    repeating = ways.add_parser("again")
    repeating.add_argument("file")
    repeating.set_defaults(run=again)
    choosing = ways.add_parser("choose")
    choosing.add_argument("files", nargs="+")
    choosing.set_defaults(run=choose)
    given = parser.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
