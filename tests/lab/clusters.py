"""Clusters on this machine: processes of Dask's own programs, on 127.0.0.1 only."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.leftovers import ended_afterwards

LOCAL = ["--host", "127.0.0.1", "--no-dashboard"]


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
