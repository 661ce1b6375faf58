"""Work on executors: the same games wherever they are played, and whoever is killed meanwhile."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from multiprocessing import active_children
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from gamenight.core.errors import GamenightError
from gamenight.lab import cluster as cluster_module
from gamenight.lab import work as module
from gamenight.lab.arena import Lineup
from gamenight.lab.cluster import ClusterError, ClusterExecutor, connected, read_address
from gamenight.lab.simulate import simulate
from gamenight.lab.tournament import tournament
from gamenight.lab.work import Chunk, at_once, cores
from tests.lab.clusters import (
    BOTS,
    COMPILED,
    OWARE,
    SEED,
    DaskCluster,
    dask_cluster,
    kill_soon,
    survives_a_killed_driver,
    survives_a_killed_worker,
)
from tests.late import late
from tests.terminal import pipe


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with dask_cluster(tmp_path_factory.mktemp("dask")) as cluster:
        yield cluster


@pytest.mark.parametrize("bots", [BOTS, COMPILED], ids=["by rules", "compiled"])
def test_the_same_seed_gives_the_same_result_everywhere(dask: DaskCluster, bots: list[str]) -> None:
    alone = simulate(OWARE, bots, 24, seed=SEED, processes=1)
    assert simulate(OWARE, bots, 24, seed=SEED, processes=2) == alone
    for pool in (ProcessPoolExecutor(2), ThreadPoolExecutor(2)):
        with pool:
            assert simulate(OWARE, bots, 24, seed=SEED, executor=pool) == alone
    with connected(dask.address) as cluster:
        assert cluster.workers == 2
        assert simulate(OWARE, bots, 24, seed=SEED, executor=cluster) == alone


def test_our_cluster_listens_on_this_machine_only(dask: DaskCluster) -> None:
    psutil = import_module("psutil")  # Dask has it
    for running in (dask.scheduler, *dask.workers):
        lines = psutil.Process(running.pid).net_connections("inet")
        found = {line.laddr.ip for line in lines if line.status == "LISTEN"}
        assert found == {"127.0.0.1"}


def test_what_dask_calls_its_executor_is_enough(dask: DaskCluster) -> None:
    from distributed import Client

    alone = tournament(OWARE, [*BOTS, "random"], 4, seed=SEED, processes=1)
    address = dask.address.replace("dask", "tcp")
    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        pool = client.get_executor()
        assert tournament(OWARE, [*BOTS, "random"], 4, seed=SEED, executor=pool) == alone


class Counting(Executor):
    """Does each call at once, and counts those that wait to be asked for."""

    def __init__(self) -> None:
        self.calls = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls += 1
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except GamenightError as error:
            future.set_exception(error)
        return future


def test_an_executor_plays_all_of_it() -> None:
    """Compiled pairs and others: nothing is played here."""
    counting = Counting()
    found = tournament(OWARE, [*BOTS, "random"], 3, seed=SEED, executor=counting)
    assert counting.calls >= 3
    assert found == tournament(OWARE, [*BOTS, "random"], 3, seed=SEED, processes=1)


def test_how_much_an_executor_does_at_once() -> None:
    with ThreadPoolExecutor(5) as pool:
        assert at_once(pool) == 5
    assert at_once(Counting()) == cores()
    grows = iter([3, 8])
    cluster = ClusterExecutor(Counting().submit, lambda: next(grows))
    assert [at_once(cluster), at_once(cluster)] == [3, 8]


def test_a_worker_with_other_rules_is_refused() -> None:
    chunk = Chunk(Lineup("oware", ("easy", "easy"), 2), range(1))
    with pytest.raises(GamenightError, match=r"a worker has version 1 .* not 2: install the same"):
        module._play_here(chunk, OWARE.version + 1)


def test_a_worker_without_a_kernel_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the Python rules it would play other games."""
    lineup = Lineup("oware", ("random", "random"), 2, seed=987, compiled=True)
    monkeypatch.setattr(module, "kernel_of", lambda game: None)
    with pytest.raises(GamenightError, match=r"a worker cannot play compiled games: install"):
        module._play_here(Chunk(lineup, range(1)), OWARE.version)


def test_a_killed_worker_of_a_cluster_changes_nothing(tmp_path: Path) -> None:
    with dask_cluster(tmp_path) as dask:
        survives_a_killed_worker(dask.address, dask.workers[0].pid, tmp_path)


def test_a_killed_process_of_our_pool_changes_nothing() -> None:
    before = {child.pid for child in active_children()}
    killed = list[int]()

    def report(done: int, total: int) -> None:
        for child in active_children():
            if done >= 20 and not killed and child.pid is not None and child.pid not in before:
                killed.append(child.pid)
                os.kill(child.pid, signal.SIGKILL)

    found = simulate(OWARE, BOTS, 300, seed=SEED, processes=2, report=report)
    assert len(killed) == 1
    assert found == simulate(OWARE, BOTS, 300, seed=SEED, processes=1)


def _die(chunk: Chunk, version: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_processes_that_always_die_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_play_here", _die)
    with pytest.raises(GamenightError, match="was killed, 3 times in a row"):
        simulate(OWARE, BOTS, 10, processes=2)


def test_a_killed_driver_goes_on_from_the_journal(dask: DaskCluster, tmp_path: Path) -> None:
    survives_a_killed_driver(dask.address, tmp_path)


def test_a_cluster_that_goes_away_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    with dask_cluster(tmp_path) as dask:
        every = [dask.scheduler.pid, *(worker.pid for worker in dask.workers)]
        kill_soon(every, path, 3)
        with (
            pytest.raises(ClusterError, match=r"the Dask cluster at 127.0.0.1:.* was lost"),
            connected(dask.address) as cluster,
        ):
            tournament(OWARE, BOTS, 10**6, seed=SEED, path=path, executor=cluster)


def test_tables_are_built_on_a_cluster(dask: DaskCluster, tmp_path: Path) -> None:
    """12 seeds are the first level that is handed over, 13 the first that is packed; every byte is
    as it is built here."""
    words = ["tables", "build", "oware", "--seeds", "13", "--folder"]
    pipe(tmp_path, *words, str(tmp_path / "here"))
    told = pipe(tmp_path, *words, str(tmp_path / "there"), "--cluster", dask.address)
    assert "13 seeds: 2,496,144 positions" in told
    for name in ("oware.values", "oware.json"):
        here, there = (tmp_path / folder / name for folder in ("here", "there"))
        assert here.read_bytes() == there.read_bytes()


def test_only_large_levels_are_handed_over(tmp_path: Path) -> None:
    with late():
        from gamenight.games.oware.lab.endgames import build
    counting = Counting()
    assert list(build(tmp_path, 12, 1, executor=counting)) == list(range(13))
    assert counting.calls == 1


def test_tables_that_are_not_shared_out_say_so(tmp_path: Path) -> None:
    told = pipe(tmp_path, "tables", "verify", "oware", "--cluster", "dask://h:1", status=2)
    assert "unrecognized arguments: --cluster dask://h:1" in told


@pytest.mark.parametrize(
    "text", ["", "dask", "dask://", "http://host:1", "ray://h:99999", "dask://h:1/x", "dask://u@h"]
)
def test_an_address_that_is_none(text: str) -> None:
    with pytest.raises(ClusterError, match=r"dask://HOST:PORT or ray://HOST:PORT, not "):
        read_address(text)


def test_addresses() -> None:
    assert read_address("dask://127.0.0.1:8786") == ("dask", "127.0.0.1", 8786)
    assert read_address("ray://[::1]") == ("ray", "::1", None)


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "oware", "--seat", "easy", "--seat", "easy"],
        ["tournament", "oware"],
        ["tables", "build", "oware"],
    ],
    ids=lambda words: words[0],
)
def test_nobody_answers(command: list[str], tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    told = pipe(tmp_path, *command, "--cluster", f"dask://127.0.0.1:{port}", status=2)
    assert told == f"gamenight: nobody answers at 127.0.0.1:{port}: Connection refused\n"


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_somebody_else_answers(
    answer: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One who is silent, and one who speaks of other things."""
    monkeypatch.setattr(cluster_module, "PATIENCE", 1.0)
    lines = []

    def serve() -> None:
        with suppress(OSError):
            while True:
                lines.append(server.accept()[0])
                lines[-1].sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as server:
        Thread(target=serve, daemon=True).start()
        where = f"127.0.0.1:{server.getsockname()[1]}"
        told = pipe(tmp_path, "tournament", "oware", "--cluster", f"dask://{where}", status=2)
        server.shutdown(socket.SHUT_RDWR)
    for line in lines:
        line.close()
    assert told == f"gamenight: no Dask scheduler answers at {where}\n"


def test_a_cluster_without_workers(tmp_path: Path) -> None:
    with dask_cluster(tmp_path, workers=0) as dask:
        told = pipe(tmp_path, "tournament", "oware", "--cluster", dask.address, status=2)
    assert "has no workers\n" in told


@pytest.mark.parametrize("kind", ["dask", "ray"])
def test_the_extra_is_missing(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    package = {"dask": "distributed", "ray": "ray"}[kind]
    monkeypatch.setitem(sys.modules, package, None)
    sentence = rf"^working on {kind}://host needs {package}: install gamenight\[{kind}\]$"
    with pytest.raises(ClusterError, match=sentence), connected(f"{kind}://host"):
        pass


def test_nothing_is_imported_unless_asked_for() -> None:
    code = (
        "import sys; from gamenight.cli.parser import main;"
        "main('simulate oware --seat random --seat random --games 2'.split());"
        "assert 'gamenight.lab.cluster' in sys.modules;"
        "print(sorted({'dask', 'distributed', 'ray'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "[]"
