"""What a large store costs: CPU time of the commands that read it, compared with a small one.

python tools/growth.py

It makes two stores in a temporary folder, with few and with many finished matches of all games and
the same few unfinished ones, and runs each command several times in its own process.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.play import sample
from gamenight.core.record import Record, Seat, over_result
from gamenight.core.rules import Chance, Decision
from gamenight.match.matches import open_matches
from gamenight.match.schema import read_texts
from gamenight.match.secret import new_secret
from gamenight.match.sqlite import SqliteStore
from gamenight.match.summary import appearances

SMALL, LARGE = 10, 10_000
ROUNDS = 7
PATTERNS = 4  # matches of each game that are played; the others are copies of them
BEGUN = 12  # plies of the unfinished ones
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
FILE = "gamenight.sqlite"
SIZE = (120, 30)
HOME, KEY = "--home", "--key"


def played(game: Game, seed: int, most: int | None = None) -> Record:
    """A random match, to its end or this many plies."""
    rng = Random(f"{game.id} {seed}")
    possible = game.players()
    rules = game.rules(min(max(possible[0], 2), possible[-1]))
    unasked = game.unasked()
    seats = [unasked.get(seat, NAMES[(seat + seed) % len(NAMES)]) for seat in range(rules.players)]
    state, texts, result = rules.initial(), list[str](), None
    while result is None and (most is None or len(texts) < most):
        node = rules.node(state)
        if isinstance(node, Decision):
            action = rng.choice(node.actions)
        elif isinstance(node, Chance):
            action = sample(node, rng)
        else:
            result = over_result(node, seats)
            break
        texts.append(rules.format(action))
        state = rules.apply(state, action)
    return Record(
        game.id, game.version, tuple(map(Seat, seats)), actions=tuple(texts), result=result
    )


def build(folder: Path, finished: int) -> int:
    """A store with this many finished matches; returns the number of an unfinished one."""
    games = [registry.game(id) for id in registry.games()]
    store = SqliteStore(folder / FILE)
    store._db.execute("PRAGMA synchronous = OFF")
    for seed in range(PATTERNS):
        for game in games:
            record = played(game, seed)
            store.create(record, new_secret(seed), appearances=appearances(record))
    patterns = PATTERNS * len(games)
    store._db.execute("BEGIN")
    for first in range(patterns, finished, patterns):
        copy_rows(store, first, min(patterns, finished - first))
    for (id,) in store._db.execute("SELECT id FROM matches").fetchall():
        texts = read_texts(store._db, id)
        assert texts is not None
        seal = (texts.checksums.match, id)
        store._db.execute("UPDATE matches SET checksum = ? WHERE id = ?", seal)
    store._db.execute("COMMIT")
    for id in range(finished + 1, patterns + 1):
        store.delete(id)
    begun = [store.create(played(game, 99, BEGUN), new_secret(1)).id for game in games]
    store.close()
    return begun[0]


def copy_rows(store: SqliteStore, first: int, count: int) -> None:
    """The first matches again, from this number on."""
    for table, id in (("matches", "id"), ("plies", "match")):
        columns = [row[1] for row in store._db.execute(f"PRAGMA table_info({table})")]
        moved = ", ".join(f"{c} + {first}" if c == id else c for c in columns)
        store._db.execute(f"INSERT INTO {table} SELECT {moved} FROM {table} WHERE {id} <= {count}")


def cpu(*words: str) -> float:
    """CPU seconds that a process takes, user and system."""
    process = subprocess.Popen(
        [sys.executable, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(words)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def command(*words: str) -> Callable[[Path], float]:
    return lambda folder: cpu("-m", "gamenight", "--plain", *words, "--data", str(folder))


def told(what: str) -> Callable[[Path], float]:
    """What a process prints about itself."""
    return lambda folder: float(
        subprocess.run(
            [sys.executable, __file__, what, str(folder)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    )


def home(folder: Path, key: bool) -> None:
    """The app up to its first frame, or a key after it: print the CPU time."""
    from gamenight.app.app import Gamenight
    from gamenight.app.settings import Settings

    async def drive() -> None:
        app = Gamenight(open_matches(folder / FILE), Settings(path=None), animate=False)
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause()
            start = 0.0
            if key:
                await app.workers.wait_for_complete()
                await pilot.pause()
                start = process_time()
                await pilot.press("down")
                await pilot.pause()
            print(process_time() - start)

    asyncio.run(drive())


def main() -> None:
    with TemporaryDirectory() as name:
        stores = [(number, Path(name) / str(number)) for number in (SMALL, LARGE)]
        begun = [build(folder, number) for number, folder in stores]
        measured: dict[str, tuple[Callable[[Path], float], ...]] = {
            "gamenight matches": (command("matches"),) * 2,
            "gamenight resume ID": tuple(command("resume", str(id)) for id in begun),
            "gamenight stats": (command("stats"),) * 2,
            "home, first frame": (told(HOME),) * 2,
            "home, a key": (told(KEY),) * 2,
        }
        print(f"CPU seconds, medians of {ROUNDS}, by finished matches")
        print(f"{'':20} {SMALL:>8,} {LARGE:>8,}    ratio")
        for what, measure in measured.items():
            rounds = [
                [of(folder) for of, (_, folder) in zip(measure, stores, strict=True)]
                for _ in range(ROUNDS)
            ]
            small, large = (median(column) for column in zip(*rounds, strict=True))
            print(f"{what:20} {small:8.3f} {large:8.3f} {large / small:8.2f}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] in ([HOME], [KEY]):
        home(Path(sys.argv[2]), sys.argv[1] == KEY)
    else:
        main()
