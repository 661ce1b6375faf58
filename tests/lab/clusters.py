"""Clusters on this machine, and what their work must survive. They are processes of Dask's own
programs, on 127.0.0.1 only; `ray_trial.py` has those of Ray."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import gamenight
from gamenight.lab.cluster import connected
from gamenight.lab.tournament import tournament
from tests.leftovers import ended_afterwards
from tests.terminal import process

OWARE = gamenight.game("oware")
BOTS = ["easy", "greedy"]  # by the Python rules
COMPILED = ["random", "hard"]
SEED = 20
# Without an address for its dashboard, a scheduler listens on all interfaces, even without one.
LOCAL = ["--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"]


@dataclass
class DaskCluster:
    """A scheduler and its workers; each worker is one process with one thread."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def dask_cluster(folder: Path, workers: int = 2) -> Iterator[DaskCluster]:
    with ended_afterwards():
        file = folder / "scheduler.json"
        scheduler = _dask("scheduler", folder, "--port", "0", "--scheduler-file", str(file))
        while not file.exists() or not file.read_text("utf-8").endswith("}"):
            assert scheduler.poll() is None
            time.sleep(0.05)
        address = json.loads(file.read_text("utf-8"))["address"]
        own = ["--no-nanny", "--nthreads", "1", "--local-directory", str(folder), address]
        running = [_dask("worker", folder, *own) for _ in range(workers)]
        if workers:
            _wait_for(address, workers)
        yield DaskCluster(address.replace("tcp://", "dask://"), scheduler, running)


def _dask(role: str, folder: Path, *words: str) -> subprocess.Popen[bytes]:
    program = [sys.executable, "-m", f"distributed.cli.dask_{role}"]
    with (folder / "dask.log").open("ab") as log:
        return subprocess.Popen([*program, *LOCAL, *words], stdout=log, stderr=log, cwd=folder)


def _wait_for(address: str, workers: int) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(workers, timeout=120)


def kill_soon(pids: list[int], journal: Path, lines: int) -> Thread:
    """Kills a process once this many lines are in a journal."""

    def wait() -> None:
        while not journal.exists() or journal.read_bytes().count(b"\n") < lines:
            time.sleep(0.01)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)

    thread = Thread(target=wait, daemon=True)
    thread.start()
    return thread


def survives_a_killed_worker(address: str, pid: int, folder: Path) -> None:
    """Nothing is lost or played twice when this worker is killed in the middle of it."""
    path = folder / "worker.jsonl"
    with connected(address) as cluster:
        killer = kill_soon([pid], path, 3)
        found = tournament(OWARE, BOTS, 300, seed=SEED, path=path, executor=cluster)
        killer.join()
    assert found.complete
    assert found == tournament(OWARE, BOTS, 300, seed=SEED, processes=2)
    numbers = [json.loads(line)["numbers"] for line in path.read_text("utf-8").splitlines()[1:]]
    assert sum(stop - start for start, stop in numbers) == 300


def survives_a_killed_driver(address: str, folder: Path) -> None:
    """The same command goes on from the journal."""
    path = folder / "driver.jsonl"
    words = ["tournament", "oware", *BOTS, "--seed", str(SEED), "--cluster", address]
    words += ["--file", str(path), "--games"]
    program = [sys.executable, "-m", "gamenight", *words]
    driver = subprocess.Popen([*program, "100000"], stdout=subprocess.DEVNULL)
    kill_soon([driver.pid], path, 4).join()
    driver.wait()
    whole = path.read_bytes()
    kept = whole[: whole.rindex(b"\n") + 1]
    entries = [json.loads(line) for line in kept.splitlines()[1:]]
    games = max(entry["numbers"][1] for entry in entries) + 10
    assert f"Oware, {games:,} games" in process(folder, *words, str(games))
    assert path.read_bytes().startswith(kept)
    found = tournament(OWARE, BOTS, games, seed=SEED, path=path)
    assert found == tournament(OWARE, BOTS, games, seed=SEED, processes=2)
