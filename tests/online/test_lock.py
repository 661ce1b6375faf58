"""One program serves a store."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gamenight.online import lock
from tests.online.servers import serve
from tests.terminal import COMMAND


def second(store: Path) -> subprocess.CompletedProcess[str]:
    words = [*COMMAND, "serve", "--port=0", f"--store={store}"]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def test_another_program_is_refused_while_one_serves_the_store(tmp_path: Path) -> None:
    first = serve(tmp_path)
    done = second(tmp_path / "matches.sqlite")
    first.stop()
    assert done.returncode == 2
    assert "another server has the tables in" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_same_program_may_listen_in_two_places(tmp_path: Path) -> None:
    """It is let go with the last."""
    store = tmp_path / "matches.sqlite"
    script = (
        "from gamenight.online.lock import hold; from pathlib import Path;"
        f"hold(Path({str(store)!r}))"
    )
    lock.hold(store)
    lock.hold(store)
    for expected in (1, 1, 0):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
        assert done.returncode == expected
        if store.with_name("matches.sqlite.serving").resolve() in lock._held:
            lock.let_go(store)


def test_it_ends_with_a_program_that_is_killed(tmp_path: Path) -> None:
    store = tmp_path / "matches.sqlite"
    script = (
        "import time; from pathlib import Path; from gamenight.online.lock import hold;"
        f"hold(Path({str(store)!r})); print(1, flush=True);"
        "time.sleep(60)"
    )
    program = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    assert program.stdout is not None
    program.stdout.readline()
    with pytest.raises(lock.Served):
        lock.hold(store)
    program.kill()
    program.wait()
    program.stdout.close()
    lock.hold(store)
    lock.let_go(store)
