"""The kernel of Preys and Hunters beside the same games in plain C, in CPU time, in turn.

python tools/preys_speed.py

It needs a C compiler (`cc`).
"""

from __future__ import annotations

import subprocess
import tempfile
from os import getloadavg
from pathlib import Path
from statistics import median
from time import process_time

from gamenight.games.preys.lab import compiled
from gamenight.games.preys.rules import PreysRules

GAMES, SEED, ROUNDS = 200_000, 1, 15
SOURCE = Path(__file__).with_name("preys_games.c")
WAYS = (["-O2"], ["-O3", "-march=native"])


def kernel(rules: PreysRules) -> tuple[float, int, int]:
    """Seconds of CPU, plies, and fish that are safe."""
    start = process_time()
    rows = compiled.play(rules, ("random", "random"), SEED, range(GAMES))
    return process_time() - start, int(rows[:, 0].sum()), int(rows[:, 2].sum())


def in_c(program: Path) -> tuple[float, int, int]:
    found = subprocess.run(
        [program, str(GAMES), str(SEED)], capture_output=True, text=True, check=True
    )
    seconds, plies, safe = found.stdout.split()
    return float(seconds), int(plies), int(safe)


def main() -> None:
    rules = PreysRules()
    kernel(rules)
    print(f"load {getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        for number, way in enumerate(WAYS):
            program = Path(folder) / f"games-{number}"
            subprocess.run(["cc", *way, str(SOURCE), "-o", str(program)], check=True)
            ours, theirs = list[float](), list[float]()
            for _ in range(ROUNDS):
                (our_time, *our_games), (their_time, *their_games) = kernel(rules), in_c(program)
                assert our_games == their_games, "they play the same games"
                ours.append(our_time)
                theirs.append(their_time)
            ratio = median(c / k for c, k in zip(theirs, ours, strict=True))
            speeds = f"{GAMES / min(ours):,.0f} and {GAMES / min(theirs):,.0f} games per second"
            print(f"cc {' '.join(way)}: {ratio:.2f} times as fast (at best {speeds})")


if __name__ == "__main__":
    main()
