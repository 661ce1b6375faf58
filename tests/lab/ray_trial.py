"""What must be true of a Ray cluster, as a program: `test_ray.py` runs it where no network is.

Ray listens on all interfaces, whatever address it gets.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from gamenight.lab.cluster import connected
from gamenight.lab.simulate import simulate
from tests.lab.clusters import (
    BOTS,
    COMPILED,
    OWARE,
    SEED,
    survives_a_killed_driver,
    survives_a_killed_worker,
)

ADDRESS = "ray://127.0.0.1:10001"
START = ["--head", "--node-ip-address", "127.0.0.1", "--num-cpus", "2", "--disable-usage-stats"]
START += ["--include-dashboard", "false", "--object-store-memory", "100000000", "--temp-dir"]


def main() -> None:
    with TemporaryDirectory(prefix="ray", dir="/tmp") as name:
        folder = Path(name)
        ray = [sys.executable, "-m", "ray.scripts.scripts", "start", *START, name]
        with (folder / "log").open("wb") as log:
            subprocess.run(ray, stdout=log, stderr=log, check=True)
        for bots in (BOTS, COMPILED):
            alone = simulate(OWARE, bots, 24, seed=SEED, processes=1)
            with connected(ADDRESS) as cluster:
                assert cluster.workers == 2
                assert simulate(OWARE, bots, 24, seed=SEED, executor=cluster) == alone
        print("the same", flush=True)
        builds_the_same_tables(folder)
        print("tables", flush=True)
        # Ray keeps a few idle processes: whoever answers now is the next to play.
        with connected(ADDRESS) as cluster:
            pid = cluster.submit(os.getpid).result()
        survives_a_killed_worker(ADDRESS, pid, folder)
        assert not Path(f"/proc/{pid}").exists()
        print("a killed worker", flush=True)
        survives_a_killed_driver(ADDRESS, folder)
        print("a killed driver", flush=True)


def builds_the_same_tables(folder: Path) -> None:
    """What Ray sends is memory that nobody can write to."""
    from gamenight.games.oware.lab.endgames import build

    with connected(ADDRESS) as cluster:
        here, there = folder / "here", folder / "there"
        assert list(build(here, 13, 1)) == list(build(there, 13, 1, executor=cluster))
        assert (here / "oware.values").read_bytes() == (there / "oware.values").read_bytes()


if __name__ == "__main__":
    main()
