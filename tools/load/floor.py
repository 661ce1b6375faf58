"""Floor: a server that stores and repeats moves, and does nothing else.

It is on the same stack as ours (Starlette on uvicorn, msgspec, SQLite) with the same group commit:
what comes while one group is written is the next group, one statement and one fsync. A server with
tables, rules, tokens, limits and slow readers cannot be quicker. It prints its port.

python -m tools.load.floor FILE
"""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import sys
from collections import defaultdict
from queue import SimpleQueue
from threading import Thread

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.loops.auto import auto_loop_factory

from gamenight.online.protocol import LONGEST_MESSAGE, Play, Ply, Turn, write

from .line import HOST

BACKLOG = 2048
LARGEST = 1000  # moves in a group
Move = tuple[str, Play]
_play = msgspec.json.Decoder(Play)


class Floor:
    def __init__(self, path: str):
        self._path = path
        self._screens: defaultdict[str, list[WebSocket]] = defaultdict(list)
        self._gathered: list[Move] = []
        self._away = False  # whether a group is being written, or about to be sent
        self._queue: SimpleQueue[list[Move]] = SimpleQueue()

    async def socket(self, socket: WebSocket) -> None:
        """One screen at a table."""
        await socket.accept()
        table = socket.path_params["id"]
        self._screens[table].append(socket)
        try:
            while True:
                play = _play.decode(await socket.receive_text())
                self._gathered.append((table, play))
                if not self._away:
                    self._away = True
                    self._loop.call_soon(self._send)
        except WebSocketDisconnect:
            self._screens[table].remove(socket)

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        Thread(target=self._run, daemon=True).start()

    def _send(self) -> None:
        group, self._gathered = self._gathered[:LARGEST], self._gathered[LARGEST:]
        self._away = bool(group)
        if group:
            self._queue.put(group)

    def _answer(self, group: list[Move]) -> None:
        self._send()
        self._telling = self._loop.create_task(self._tell(group))

    async def _tell(self, group: list[Move]) -> None:
        for table, play in group:
            plies, cuts = play.n
            turn = Turn("choose", 1 - play.seat)
            told = write(Ply((plies + 1, cuts), play.seat, play.id, play.text, turn=turn))
            for screen in self._screens[table]:
                await screen.send_text(told)

    def _run(self) -> None:
        """In a thread: write groups."""
        db = sqlite3.connect(self._path, isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE plies (game, ply, text, PRIMARY KEY (game, ply)) WITHOUT ROWID")
        while True:
            group = self._queue.get()
            values = [v for table, play in group for v in (table, play.n[0], play.text)]
            db.execute("BEGIN IMMEDIATE")
            db.execute(f"INSERT INTO plies VALUES {', '.join(['(?, ?, ?)'] * len(group))}", values)
            db.execute("COMMIT")
            self._loop.call_soon_threadsafe(self._answer, group)


async def serve(path: str) -> None:
    floor = Floor(path)
    floor.start()
    config = uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/m/{id}/socket", floor.socket)]),
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        log_level="warning",
    )
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind((HOST, 0))
    listening.listen(BACKLOG)
    print(listening.getsockname()[1], flush=True)
    await uvicorn.Server(config).serve([listening])


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(serve(sys.argv[1]))
