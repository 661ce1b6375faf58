"""The load test's client program plays whole matches, at our server and at the floor."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

ROOT = Path(__file__).parent.parent.parent
SERVERS = {
    "ours": ["gamenight", "serve", "--port", "0", "--new-tables", "999", "--store"],
    "floor": ["tools.load.floor"],
}
MATCHES, TABLES, PLIES = 3, 2, 6


@pytest.mark.parametrize("server", SERVERS)
def test_every_move_is_made_and_measured(server: str, tmp_path: Path) -> None:
    said = tmp_path / "said"
    command = [sys.executable, "-m", *SERVERS[server], str(tmp_path / "store.sqlite")]
    with said.open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=out)
    try:
        while not (port := re.search(r"^(?:Tables at .*:)?(\d+)\b.*\n", said.read_text())):
            assert process.poll() is None, said.read_text()
            sleep(0.05)
        numbers = map(str, (MATCHES, TABLES, PLIES, 0))
        words = [server, port[1], str(process.pid), "moves", *numbers]
        driven = subprocess.run(
            [sys.executable, "-m", "tools.load.drive", *words],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=100,
        )
    finally:
        process.terminate()
        process.wait()
    assert not driven.stderr
    found = json.loads(driven.stdout)
    assert found["moves"] == MATCHES * TABLES * PLIES
    assert 0 < found["p50"] <= found["p99"] < found["seconds"]
