"""What the page sends: nobody can tell the id of its next message."""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise
from pathlib import Path

from gamenight.online.protocol import UNGUESSED

SCRIPT = Path(__file__).parent / "net.mjs"


def test_ids_are_drawn_one_by_one(node: str, modules: Path) -> None:
    """Whoever knows that of a claim could get its place."""
    asked = [{"t": "ping"}] * 100
    done = subprocess.run(
        [node, SCRIPT, modules / "net.js"],
        input=json.dumps(asked).encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    ids = [message["id"] for message in json.loads(done.stdout)]
    assert len(set(ids)) == len(asked)
    assert all(UNGUESSED <= id <= 2**53 for id in ids)
    assert all(abs(after - before) > 2**24 for before, after in pairwise(ids))
