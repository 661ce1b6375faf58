"""Ray: `make soak` installs it, and tries it in a network of its own that has no way out."""

from __future__ import annotations

import subprocess
import sys

from tests.paths import PROJECT

# When the first process ends, all end that were started within.
ALONE = ["unshare", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
PROGRAM = 'ip link set lo up && exec "$0" -m tests.lab.ray_trial'


def test_ray_plays_the_same_and_survives_kills() -> None:
    done = subprocess.run(
        [*ALONE, "sh", "-c", PROGRAM, sys.executable],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
        timeout=1800,
        check=False,
    )
    assert done.stdout.splitlines() == ["the same", "tables", "a killed worker", "a killed driver"]
    assert done.returncode == 0
