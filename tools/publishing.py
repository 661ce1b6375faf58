"""What it costs to publish a ply to screens that want scenes, one for each seat and one for a
spectator: CPU time in this process, and bytes on the wire. Nothing is sent.

python tools/publishing.py                    of this checkout
python tools/publishing.py --beside FOLDER    beside that of another checkout, an older one too
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any, NamedTuple

from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.core.rules import Chance, Decision
from gamenight.match.course import Course
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.online.wire import Wire, told_turn

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Oware of two": ("oware", 2, {}),
    "Circuit of four with cards": ("circuit", 4, {}),
    "Circuit of four, edition 1": ("circuit", 4, {"edition": 1}),
    "Thief of three with cards": ("thief", 3, {"cards": True}),
    "Thief of three": ("thief", 3, {}),
    "Zombie Dice of three": ("zombie", 3, {}),
    "Preys and Hunters of two": ("preys", 2, {"escort": "choose"}),
}
NAMES = ("Ama", "Kofi", "Cleo", "Dan")
MATCHES = 6  # and one before them that does not count, which fills what is remembered
MOST = 150  # plies of a match


class Cost(NamedTuple):
    """Of one match: milliseconds of a ply that has something to tell, and bytes of all plies to
    each screen."""

    ply: float
    bytes: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--json", action="store_true", help="for another process")
    arguments = parser.parse_args()
    if arguments.json:
        print(json.dumps({name: costs(name) for name in TABLES}))
        return 0
    here = measured(Path(__file__).parent.parent)
    there = measured(arguments.beside) if arguments.beside else {}
    print(f"{'':30}ms of CPU a ply (worst match), kB of a match to one screen")
    for name, (usual, worst, size) in here.items():
        line = f"{name:30}{usual:6.2f} ({worst:.2f}){size:14.1f}"
        if name in there:
            before = there[name]
            line += f"     before {before[0]:6.2f} ({before[1]:.2f}){before[2]:8.1f}"
        print(line)
    return 0


def measured(folder: Path) -> dict[str, list[float]]:
    """By table, with the modules of a checkout."""
    command = [sys.executable, __file__, "--json"]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    found = json.loads(subprocess.check_output(command, env=environment, text=True))
    assert isinstance(found, dict)
    return found


def costs(name: str) -> tuple[float, float, float]:
    """Milliseconds of a ply in a usual match and in the worst, and kilobytes of a match."""
    id, players, options = TABLES[name]
    found = [published(id, players, options, seed) for seed in range(MATCHES + 1)][1:]
    plies = [cost.ply for cost in found]
    return median(plies), max(plies), mean(cost.bytes for cost in found) / 1000


def published(id: str, players: int, options: dict[str, Any], seed: int) -> Cost:
    """A match at random, every ply of which is made ready for all screens."""
    game, rng = registry.game(id), Random(seed)
    seats = [
        Seat(NAMES[n], "random" if n in game.unasked(**options) else "") for n in range(players)
    ]
    match = Match.new(SqliteStore(), game, seats, options=options, seed=seed)
    wire, course = Wire(match), Course(match)
    everybody: list[tuple[int | None, ...]] = [(seat,) for seat in range(players)]
    everybody.append((None,))
    spent, telling, size = 0.0, 0, 0
    while match.result is None and len(match.plies) < MOST:
        first, node = len(match.plies), match.node
        if isinstance(node, Chance):
            match.chance(1)
        else:
            assert isinstance(node, Decision)
            player, actions = rng.choice(
                [(node.player, node.actions), *(other for other in node.others if seed % 2)]
            )
            match.play(match.rules.format(rng.choice(actions)), player, match.at)
        turn = told_turn(match, course.turn())
        start = process_time()
        told = wire.plies(first, None, turn)
        texts = [text for eyes in everybody for text in told.to(eyes, "scene")]
        lasted = process_time() - start
        size += sum(len(text.encode()) for text in texts)
        if json.loads(texts[-1])["steps"][""]:
            spent, telling = spent + lasted, telling + 1
    return Cost(spent / telling * 1000, size / len(everybody))


if __name__ == "__main__":
    raise SystemExit(main())
