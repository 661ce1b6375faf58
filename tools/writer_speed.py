"""How many plies per second a server stores: by a writer, and with one commit per ply.

    python tools/writer_speed.py [--matches 100] [--seconds 3] [--folder FOLDER] [--postgres DSN]

Every match of a loop adds a ply, waits until it is stored, and adds the next. "Disk alone" is the
ceiling for that: one page written and synced for a ply of every match, and nothing else. Three
rounds of each way take turns, since a disk is as quick as its neighbours let it be; the middle one
counts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from gamenight.core.record import Record, Seat
from gamenight.match.places import Address
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import Stored
from gamenight.match.writer import Writer

ROUNDS = 3
RECORD = Record("oware", 1, (Seat("Ann"), Seat("Ben")))


class Figures(NamedTuple):
    rate: float  # plies per second
    cpu: float  # microseconds per ply
    group: float  # plies per commit
    commit: float  # milliseconds


def disk_alone(path: Path, matches: int, seconds: float) -> Figures:
    syncs, start, used = 0, perf_counter(), process_time()
    with path.open("wb") as file:
        while (passed := perf_counter() - start) < seconds:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            syncs += 1
    plies, used = syncs * matches, process_time() - used
    return Figures(plies / passed, used / plies * 1e6, matches, passed / syncs * 1e3)


def one_by_one(path: Path, matches: int, seconds: float) -> Figures:
    store = SqliteStore(path)
    kept = [store.create(RECORD, bytes(32)) for _ in range(matches)]
    plies, start, used = 0, perf_counter(), process_time()
    while (passed := perf_counter() - start) < seconds:
        number, match = divmod(plies, matches)
        store.append(kept[match].id, number, number, ["ABCDEFabcdef"[plies % 12]])
        plies += 1
    used = process_time() - used
    store.close()
    return Figures(plies / passed, used / plies * 1e6, 1.0, passed / plies * 1e3)


async def grouped(place: Path | Address, matches: int, seconds: float) -> Figures:
    writer = Writer(place)
    await writer.start()
    kept = [await writer.do(lambda store: store.create(RECORD, bytes(32))) for _ in range(matches)]
    start, used = perf_counter(), process_time()

    async def play(stored: Stored) -> None:
        ledger, plies = writer.ledger(stored), 0
        while perf_counter() - start < seconds:
            ledger.append(stored.id, plies, plies, ["ABCDEFabcdef"[plies % 12]])
            await ledger.settled()
            plies += 1

    await asyncio.gather(*map(play, kept))
    passed, used = perf_counter() - start, process_time() - used
    await writer.close()
    plies, groups = writer.plies, writer.groups
    cpu, commit = used / plies * 1e6, writer.commit_seconds / groups * 1e3
    return Figures(plies / passed, cpu, plies / groups, commit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument(
        "--folder", type=Path, help="where the stores are made (default: temporary)"
    )
    parser.add_argument("--postgres", metavar="DSN", help="a database to compare it with")
    given = parser.parse_args()
    ways: dict[str, Callable[[Path], Figures]] = {
        "disk alone": lambda path: disk_alone(path, given.matches, given.seconds),
        "one by one": lambda path: one_by_one(path, given.matches, given.seconds),
        "writer": lambda path: asyncio.run(grouped(path, given.matches, given.seconds)),
    }
    if given.postgres:
        place = Address(given.postgres)
        ways["writer, PostgreSQL"] = lambda _: asyncio.run(
            grouped(place, given.matches, given.seconds)
        )
    found: dict[str, list[Figures]] = {way: [] for way in ways}
    for number in range(ROUNDS):
        for way, measure in ways.items():
            with tempfile.TemporaryDirectory(dir=given.folder) as folder:
                found[way].append(measure(Path(folder) / f"{number}.sqlite"))
    print(f"{f'{given.matches} matches':18}     plies/s  CPU us/ply  plies/commit  ms/commit")
    for way, figures in found.items():
        rate, cpu, group, commit = (median(column) for column in zip(*figures, strict=True))
        print(f"{way:18} {rate:12,.0f} {cpu:11.1f} {group:13.1f} {commit:10.2f}")


if __name__ == "__main__":
    main()
