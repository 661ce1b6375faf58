"""The clocks of the page show and say what those of the terminal do."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from gamenight.core.clock import face, read_control, write_control

SCRIPT = Path(__file__).parent / "clocks.mjs"
FACES = [0, 1, 999, 1_000, 9_001, 59_999, 60_000, 3_599_001, 3_600_000, 86_399_999, 90_000_000]
CLOCKS = ["30s", "1m30s", "5m+10s", "1m+0s", "1d12h", "3d", "2h+1m"]


def test_the_page_shows_what_the_terminal_shows(node: str, modules: Path) -> None:
    done = subprocess.run(
        [node, SCRIPT, modules / "clocks.js"],
        input=json.dumps({"faces": FACES, "words": CLOCKS}).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    found = json.loads(done.stdout)
    assert found["faces"] == [face(left) for left in FACES]
    controls = [read_control(clock) for clock in CLOCKS]
    assert found["words"] == [control.told() for control in controls if control is not None]
    assert found["usual"] == [write_control(read_control(clock)) for clock in found["usual"]]
