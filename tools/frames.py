"""What a frame of the full screen costs: CPU time of a new scene, of a cursor move, and of one that
shows what the choice there would do, by game.

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
RUNS = 5
NAMES = ("Ama", "Kofi", "Cleo", "Dan")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--json", action="store_true", help="for another process")
    arguments = parser.parse_args()
    if arguments.json:
        print(json.dumps({id: costs(id) for id in gamenight.games()}))
        return 0
    here = measured(Path(__file__).parent.parent)
    there = measured(arguments.beside) if arguments.beside else {}
    what = "a new scene, a cursor move, one with foresight"
    print(f"milliseconds of CPU at {SIZE[0]}x{SIZE[1]}, medians: {what}")
    for id, (scene, move, foresight) in here.items():
        line = f"{id:10}{scene:8.2f}{move:8.2f} {move / scene:4.0%}"
        line += f"{foresight:8.2f} {foresight / scene:4.0%}"
        if id in there:
            before = there[id]
            line += "     before" + "".join(f"{each:8.2f}" for each in before)
            line += f"     {scene / before[0]:5.0%}"
        print(line)
    return 0


def measured(folder: Path) -> dict[str, tuple[float, ...]]:
    """Medians by game with the modules of a checkout. Of several processes each frame counts with
    its least, so that other work on the machine does not."""
    command = [sys.executable, __file__, "--json"]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    runs = [
        json.loads(subprocess.check_output(command, env=environment, text=True))
        for _ in range(RUNS)
    ]
    return {id: tuple(_typical(runs, id, what) for what in range(3)) for id in runs[0]}


def _typical(runs: list[dict[str, list[list[float]]]], id: str, what: int) -> float:
    least = [min(each) for each in zip(*(run[id][what] for run in runs), strict=True)]
    return median(least) if least else 0.0


def costs(id: str) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds of each new scene, of each move of the cursor on it, and of each such move where
    it is known what the choice would do; all are drawn by whoever holds the screen of one match."""
    draw = drawer()
    glyphs = gamenight.game(id).glyphs
    news: list[float] = []
    moves: list[float] = []
    foresights: list[float] = []
    for scene, ahead in scenes(id):
        keys = list(ahead)[:MOVES]
        news.append(_spent(lambda: draw(scene, glyphs, "", None)))  # noqa: B023
        for key in keys:
            moves.append(_spent(lambda: draw(scene, glyphs, key, None)))  # noqa: B023
        for key in [key for key in keys if ahead[key] is not None]:
            foresights.append(_spent(lambda: draw(scene, glyphs, key, ahead[key])))  # noqa: B023
    return news, moves, foresights


def _spent(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return 1000 * (process_time() - start)


def scenes(id: str) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The scenes of the decisions of a random match, as whoever decides sees them, and those that
    the first choice of each key would lead to, where that is known."""
    game, rng = gamenight.game(id), Random(7)
    players, options = TABLES.get(id, (0, {}))
    possible = game.players(**options)
    players = players or min(possible[-1], 4)
    rules = game.rules(players, **options)
    state, found = rules.initial(), 0
    while found < SCENES:
        node = rules.node(state)
        if isinstance(node, Decision):
            seen = game, rules, state, node.player, NAMES[:players]
            scene = scene_of(*seen)
            ahead: dict[str, Any] = {}
            for choice in scene.choices:
                if choice.on and choice.on[0] not in ahead:
                    ahead[choice.on[0]] = foreseen(*seen, choice.text)
            yield scene, ahead
            found += 1
            state = rules.apply(state, rng.choice(node.actions))
        elif isinstance(node, Chance):
            state = rules.apply(state, sample(node, rng))
        else:
            state = rules.initial()


def foreseen(game: Any, rules: Any, state: Any, seat: int, names: Any, text: str) -> Any:
    try:
        from gamenight.core.view import ahead_of
    except ImportError:  # before that was shown
        return None
    return ahead_of(game, rules, state, text, seat, names)


def drawer() -> Callable[[Any, Any, str, Any], object]:
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

        return lambda scene, glyphs, key, ahead: old_draw(
            scene, glyphs, OldLook(), SIZE, OldFocus(cursor=key)
        )
    plans = Plans()
    return lambda scene, glyphs, key, ahead: draw(
        scene, glyphs, Look(), SIZE, Focus(cursor=key, ahead=ahead), plans=plans
    )


if __name__ == "__main__":
    sys.exit(main())
