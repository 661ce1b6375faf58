"""Servers: the three that are compared, each started in a process of its own on 127.0.0.1."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FLOOR, OURS, PEER = "floor", "ours", "boardgame.io"
VERSION = "0.50.2"  # of boardgame.io
PINNED = {"koa-compose": "4.1.0"}  # later ones refuse what koa-socket-2 gives them
SECONDS_TO_START, SECONDS_TO_END = 60.0, 10.0
# All limits are on, and counted, but one machine is a thousand people here.
UNLIMITED = ("--messages", "--sockets", "--new-tables", "--tries", "--connections", "--requests")


class CannotStart(Exception):
    """A server that names no port."""


def install(folder: Path) -> None:
    """boardgame.io, unless it is in this folder already."""
    if (folder / "node_modules" / "boardgame.io").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text(json.dumps({"private": True, "overrides": PINNED}))
    subprocess.run(
        ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", f"{PEER}@{VERSION}"],
        cwd=folder,
        check=True,
        stdout=sys.stderr,
    )


def command(server: str, data: Path, installed: Path) -> list[str]:
    """What starts a server that keeps its files in this folder; ours is named by its store, too."""
    if server == FLOOR:
        return [sys.executable, "-m", "tools.load.floor", str(data / "floor.sqlite")]
    if server == PEER:
        node = shutil.which("node") or "node"
        return [node, str(HERE / "boardgameio.js"), str(installed)]
    limits = [word for name in UNLIMITED for word in (name, "999999999")]
    store = str(data / "ours.sqlite") if server == OURS else server
    gamenight = [sys.executable, "-m", "gamenight", "serve"]
    return [*gamenight, "--address", "127.0.0.1", "--port", "0", "--store", store, *limits]


@contextmanager
def running(server: str, installed: Path) -> Iterator[tuple[int, int]]:
    """A server while it is needed: its port and its process."""
    with TemporaryDirectory() as folder:
        data = Path(folder)
        with (data / "said").open("wb") as said:
            process = subprocess.Popen(
                command(server, data, installed),
                cwd=ROOT,
                env={**os.environ, "NODE_ENV": "production"},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
            )
        try:
            yield _port(process, data / "said"), process.pid
        finally:
            process.terminate()
            try:
                process.wait(SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _port(process: subprocess.Popen[bytes], said: Path) -> int:
    """The port that a server names when it is ready."""
    end = monotonic() + SECONDS_TO_START
    while monotonic() < end and process.poll() is None:
        found = re.search(r"^(?:Tables at .*:)?(\d+)\b.*\n", said.read_text(), re.MULTILINE)
        if found:
            return int(found[1])
        sleep(0.05)
    raise CannotStart(f"{process.args!r} said {said.read_text()!r}")
