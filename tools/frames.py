"""What a frame of the full screen costs: CPU time of a new scene and of a cursor move, by game.

python tools/frames.py                    of this checkout
python tools/frames.py --beside FOLDER    beside that of another checkout, an older one too
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

import gamenight
from gamenight import Chance, Decision, sample
from gamenight.core.view import scene_of

SIZE = (100, 30)
TABLES: dict[str, tuple[int, dict[str, Any]]] = {"preys": (2, {"escort": "choose"})}
SCENES = 40
MOVES = 4
NAMES = ("Ama", "Kofi", "Cleo", "Dan")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--json", action="store_true", help="for another process")
    arguments = parser.parse_args()
    here = {id: costs(id) for id in gamenight.games()}
    if arguments.json:
        print(json.dumps(here))
        return 0
    there = _elsewhere(arguments.beside) if arguments.beside else {}
    print(f"milliseconds of CPU at {SIZE[0]}x{SIZE[1]}, medians: a new scene, a cursor move")
    for id, (scene, move) in here.items():
        line = f"{id:10}{scene:8.1f}{move:8.1f}"
        if id in there:
            before = there[id]
            line += f"     before{before[0]:8.1f}{before[1]:8.1f}     {scene / before[0]:5.0%}"
        print(line)
    return 0


def _elsewhere(folder: Path) -> dict[str, tuple[float, float]]:
    """The same script with the modules of another checkout."""
    done = subprocess.run(
        [sys.executable, __file__, "--json"],
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    return {id: (costs[0], costs[1]) for id, costs in json.loads(done.stdout).items()}


def costs(id: str) -> tuple[float, float]:
    """Milliseconds of a new scene, and of a move of the cursor on it; both are drawn by whoever
    holds the screen of one match."""
    draw = drawer()
    glyphs = gamenight.game(id).glyphs
    news, moves = [], []
    for scene in scenes(id):
        news.append(_spent(lambda scene=scene: draw(scene, glyphs, "")))  # type: ignore[misc]
        keys = list(dict.fromkeys(key for choice in scene.choices for key in choice.on[:1]))
        for key in keys[:MOVES]:
            moves.append(_spent(lambda scene=scene, key=key: draw(scene, glyphs, key)))  # type: ignore[misc]
    return median(news), median(moves) if moves else 0.0


def _spent(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return 1000 * (process_time() - start)


def scenes(id: str) -> Iterator[Any]:
    """The scenes of the decisions of a random match, as whoever decides sees them."""
    game, rng = gamenight.game(id), Random(7)
    players, options = TABLES.get(id, (0, {}))
    possible = game.players(**options)
    players = players or min(possible[-1], 4)
    rules = game.rules(players, **options)
    state, found = rules.initial(), 0
    while found < SCENES:
        node = rules.node(state)
        if isinstance(node, Decision):
            yield scene_of(game, rules, state, node.player, NAMES[:players])
            found += 1
            state = rules.apply(state, rng.choice(node.actions))
        elif isinstance(node, Chance):
            state = rules.apply(state, sample(node, rng))
        else:
            state = rules.initial()


def drawer() -> Callable[[Any, Any, str], object]:
    """The drawing of a screen, as the app of this checkout does it."""
    try:
        from gamenight.draw.context import Focus
        from gamenight.draw.layouts.fit import draw
        from gamenight.draw.layouts.plans import Plans
        from gamenight.draw.palette import Look
    except ImportError:  # before there was one drawing
        from gamenight.terminal.picture.brush import Focus as OldFocus  # type: ignore
        from gamenight.terminal.picture.palette import Look as OldLook  # type: ignore
        from gamenight.terminal.picture.table import draw as old_draw  # type: ignore

        return lambda scene, glyphs, key: old_draw(
            scene, glyphs, OldLook(), SIZE, OldFocus(cursor=key)
        )
    plans = Plans()
    return lambda scene, glyphs, key: draw(
        scene, glyphs, Look(), SIZE, Focus(cursor=key), plans=plans
    )


if __name__ == "__main__":
    sys.exit(main())
