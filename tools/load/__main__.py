"""Our server, the floor and boardgame.io in one run, and the tables for BENCHMARKS.md.

python -m tools.load [--rounds 5] [--peer FOLDER]

It needs npm, which installs boardgame.io into FOLDER, outside of this repository.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from os import getloadavg
from pathlib import Path
from tempfile import gettempdir
from typing import TypeVar

import msgspec

from . import report
from .drive import Idle, Moves
from .servers import FLOOR, OURS, PEER, ROOT, install, running

T = TypeVar("T", Moves, Idle)
WARM_UP = ("10", "1", "50", "0")
IDLE = ("1000", "1000")  # matches, lines
SERVERS = (OURS, FLOOR, PEER)


def drive(kind: type[T], server: str, port: int, pid: int, *words: str) -> T:
    """What the client program has measured, in its own process."""
    command = [sys.executable, "-m", "tools.load.drive", server, str(port), str(pid), *words]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=kind)


def one_round(installed: Path, number: int) -> dict[tuple[report.Case, str], Moves]:
    """Every case, by all servers in turn; another begins in each round."""
    found: dict[tuple[report.Case, str], Moves] = {}
    with ExitStack() as stack:
        at = {server: stack.enter_context(running(server, installed)) for server in SERVERS}
        for server in SERVERS:
            drive(Moves, server, *at[server], "moves", *WARM_UP)
        for case in report.CASES:
            numbers = map(str, (case.matches, case.tables, case.plies, case.pace))
            words = ("moves", *numbers)
            for turn in range(len(SERVERS)):
                server = SERVERS[(number + turn) % len(SERVERS)]
                got = found[case, server] = drive(Moves, server, *at[server], *words)
                aside(f"{number + 1}. {case.name}, {server}: {report.line(got)}")
    return found


def idle(installed: Path, server: str) -> Idle:
    with running(server, installed) as at:
        return drive(Idle, server, *at, "idle", *IDLE)


def aside(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer", type=Path, default=Path(gettempdir()) / "gamenight-load")
    arguments = parser.parse_args()
    install(arguments.peer)
    load = getloadavg()[0]
    rounds = [one_round(arguments.peer, number) for number in range(arguments.rounds)]
    print(f"Load at the start: {load:.1f}; median of {len(rounds)} rounds.\n")
    show(report.measured(rounds))
    show(report.judged(rounds))
    show(report.memory({server: idle(arguments.peer, server) for server in SERVERS}))


def show(table: Iterable[str]) -> None:
    print("\n".join(table), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
