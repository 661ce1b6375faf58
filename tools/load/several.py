"""One server and two with one PostgreSQL, beside one with SQLite, in one run.

python -m tools.load.several [--rounds 3] [--matches 100]

PostgreSQL is the one that GAMENIGHT_POSTGRES names, else one of its own, as in the tests. All runs
on this machine: the clients, the servers and the database share its cores, so that two servers show
what sharing costs, and what a move costs in CPU, not what two machines would do.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from contextlib import ExitStack
from os import getloadavg
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec

from tests.postgres import database

from .drive import Moves
from .servers import OURS, ROOT, running

PLIES = 40
TABLES = 2  # for every match that is played at a time


class Way(NamedTuple):
    """How it is played: on how many servers, of which store, and whether the second player of each
    table comes in at the other server."""

    name: str
    servers: int
    postgres: bool
    relayed: bool = False


WAYS = (
    Way("SQLite, one server", 1, postgres=False),
    Way("PostgreSQL, one server", 1, postgres=True),
    Way("PostgreSQL, two servers", 2, postgres=True),
    Way("PostgreSQL, two servers, one player relayed", 2, postgres=True, relayed=True),
)


class Figures(NamedTuple):
    rate: float  # moves a second, of all servers
    p50: float
    p99: float
    cpu: float  # microseconds of all servers a move


def measure(way: Way, matches: int) -> Figures:
    store = database() if way.postgres else OURS
    with ExitStack() as stack:
        at = [stack.enter_context(running(store, Path())) for _ in range(way.servers)]
        each = str(matches // way.servers)
        for _ in range(2):  # the first is to warm up
            clients = []
            for number, (port, pid) in enumerate(at):
                other = f"+{at[1 - number][0]}" if way.relayed else ""
                words = (f"{port}{other}", str(pid), "moves", each, str(TABLES), str(PLIES), "0")
                command = [sys.executable, "-m", "tools.load.drive", OURS, *words]
                clients.append(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE))
            said = [client.communicate()[0] for client in clients]
    found = [msgspec.json.decode(text, type=Moves) for text in said]
    moves, seconds = sum(one.moves for one in found), max(one.seconds for one in found)
    cpu = sum(one.cpu * one.moves for one in found) / moves * 1e6
    return Figures(
        moves / seconds, max(one.p50 for one in found), max(one.p99 for one in found), cpu
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.load.several", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=100)
    given = parser.parse_args()
    load = getloadavg()[0]
    rounds = [[measure(way, given.matches) for way in WAYS] for _ in range(given.rounds)]
    print(f"{given.matches} matches; load at the start: {load:.1f}; median of {len(rounds)} rounds")
    print("| | moves/s | p50 ms | p99 ms | CPU of the servers a move, µs |\n|---|---|---|---|---|")
    for way, found in zip(WAYS, zip(*rounds, strict=True), strict=True):
        rate, p50, p99, cpu = (median(column) for column in zip(*found, strict=True))
        print(f"| {way.name} | {rate:,.0f} | {p50 * 1e3:.0f} | {p99 * 1e3:.0f} | {cpu:.0f} |")


if __name__ == "__main__":
    main()
