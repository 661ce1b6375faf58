"""One side of a match: a bot of a checkout, which is told moves and answers with its own.

python tools/oware/player.py FOLDER BOT LIMIT [NAME=NUMBER ...]

FOLDER is a checkout of this project; LIMIT is seconds of CPU a move (0.02), or a number of
positions (10000n); with GAMENIGHT_THREADS=2 it is seconds by the clock. NAME is a number of
`lab/search.py` to be tried. It reads lines: new SEED, play HOUSE, go; and answers go with a house.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random
from time import process_time


def main(folder: str, name: str, limit: str, *numbers: str) -> None:
    sys.path.insert(0, str(Path(folder) / "src"))
    from gamenight import Limit
    from gamenight.games.oware.bots import BOTS
    from gamenight.games.oware.lab import search
    from gamenight.games.oware.rules import OwareRules

    if os.environ.get("GAMENIGHT_THREADS", "1") == "1":
        # The limit is the time that this process works, so that a busy machine is no handicap.
        os.environ["GAMENIGHT_THREADS"] = "1"
        vars(search)["perf_counter"] = process_time
    for given in numbers:
        word, number = given.split("=")
        setattr(search, word, type(getattr(search, word))(float(number)))
    rules, bot = OwareRules(), BOTS[name]
    for _ in bot.prepare(rules):
        pass
    most = Limit(simulations=int(limit[:-1])) if limit[-1] == "n" else Limit(seconds=float(limit))
    state, rng = rules.initial(), Random(1)
    print("ready", flush=True)
    for line in sys.stdin:
        match line.split():
            case ["new", seed]:
                state, rng = rules.initial(), Random(int(seed))
            case ["play", house]:
                state = rules.apply(state, int(house))
            case ["go"]:
                print(bot.bot.choose(rules, state, state.position.mover, rng, most), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
