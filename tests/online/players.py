"""Players: clients that play a match to its end over any line, however often it is cut: they
connect again, say what they have, and send again what is unanswered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count, cycle
from random import Random
from time import monotonic
from typing import Any
from unittest.mock import patch

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from gamenight.core import registry
from gamenight.core.rules import Decision
from gamenight.match import fair
from gamenight.online.deeds import DEEDS
from gamenight.online.protocol import VERSION, Ok, Tip
from gamenight.online.room import Room
from gamenight.online.screens import Screen
from tests.match.matches import SHORT
from tests.online.servers import PATIENCE, open_table, screen

NAMES = ("Anna", "Bert", "Cara")
OPTIONS: dict[str, dict[str, Any]] = {
    **SHORT,
    "thief": {"target": 1500, "cards": True},
    "circuit": {"laps": 1},
}
EXPECTED = ("stale", "illegal_action", "not_kept")  # answers to what was sent again, or too late


@contextmanager
def same_secret(number: int) -> Iterator[None]:
    """All new tables of this process have this secret, and nobody mixes anything in: the same dice
    fall every time."""
    secret = number.to_bytes(32)

    async def leave_out(room: Room, screen: Screen, message: Tip) -> Ok:
        return Ok(message.id)

    with (
        patch.object(fair, "new_secret", lambda seed=None: secret),
        patch.dict(DEEDS, {Tip: leave_out}),
    ):
        yield


async def begun(url: str, game: str) -> tuple[str, list[str]]:
    """A match of people that has just begun: its table, and everybody's token."""
    people = 3 if game == "thief" else 2
    table = open_table(url, game=game, options=OPTIONS.get(game, {}), places=people)
    found = [table["token"]]
    async with screen(url, table["id"], table["host"]) as host:
        for name in NAMES[1 : len(host.welcome["places"])]:
            await host.say("claim", name=name)
            found.append((await host.hear("ok", "no"))["token"])
        await host.say("begin")
        assert (await host.hear("ok", "no"))["t"] == "ok"
    return table["id"], found


class Player:
    """One person, who never acts out of turn: the choices depend on the seed and the ply alone."""

    numbers = count(2**41)

    def __init__(self, table: str, token: str, seed: int):
        self.table, self.token, self.seed = table, token, seed
        self.texts: list[str] = []
        self.match: int | None = None
        self.cuts = 0
        self.seat = -1
        self.turn: dict[str, Any] = {}
        self.over = False
        self.heard = 0.0  # when the last ply was
        self.faults: list[str] = []
        self.connections = 0
        self._unanswered: dict[int, dict[str, Any]] = {}
        self._acted: object = None

    async def play(self, *urls: str) -> None:
        """Until the match is over; a URL may be that of a line that is cut. Of several servers, the
        next one is tried each time."""
        servers = cycle(urls)
        while not self.over:
            address = f"{next(servers).replace('http', 'ws', 1)}/m/{self.table}/socket"
            with suppress(OSError, WebSocketException, TimeoutError, EOFError):
                quick = {"open_timeout": PATIENCE, "close_timeout": 0.1, "compression": None}
                async with connect(address, **quick) as line:  # type: ignore[arg-type]
                    await self._play(line)
            await asyncio.sleep(0.02)

    async def _play(self, line: ClientConnection) -> None:
        hello: dict[str, Any] = {"t": "hello", "v": VERSION, "tokens": [self.token], "want": "text"}
        if self.match is not None:
            hello |= {"match": self.match, "have": [len(self.texts), self.cuts]}
        await line.send(json.dumps(hello))
        async for data in line:
            message = json.loads(data)
            handler = getattr(self, f"_on_{message['t']}", None)
            if handler is not None:
                handler(message)
            if message["t"] == "welcome":
                self._acted = None
                for waiting in list(self._unanswered.values()):
                    await line.send(json.dumps(waiting))
            if self.over:
                return
            await self._act(line)

    def _on_welcome(self, message: dict[str, Any]) -> None:
        self.connections += 1
        if self.match is None:
            self.match = message["match"]
            (place,) = message["yours"]
            self.seat = message["places"][place]["seat"]
            game = registry.game(message["game"])
            self.rules = game.rules(len(message["seats"]), **message["options"])
            self._state = self.rules.hide(self.rules.initial(), self.seat)
        (texts,) = message["texts"].values()
        have, start = len(self.texts), message.get("start", 0)
        if start != have and (start or texts[:have] != self.texts):
            known = message["n"]
            self.faults.append(f"{message['game']}: have {have}, but the server knows {known}")
        for text in texts[have - start :]:
            self._learn(text)
        self._check(message["n"])
        self.turn, self.over = message.get("turn") or {}, "result" in message

    def _on_ply(self, message: dict[str, Any]) -> None:
        self._unanswered.pop(message.get("id", -1), None)
        self._learn(message["text"])
        self._check(message["n"])
        self.turn = message.get("turn") or {}
        self.over = "result" in message

    def _on_turn(self, message: dict[str, Any]) -> None:
        self.turn = message["turn"]
        self._check(message["n"])

    def _on_ok(self, message: dict[str, Any]) -> None:
        self._unanswered.pop(message["id"], None)

    def _on_no(self, message: dict[str, Any]) -> None:
        self._unanswered.pop(message.get("id", -1), None)
        if message["code"] not in EXPECTED:
            self.faults.append(str(message))
        self._acted = None if message["code"] == "not_kept" else self._acted

    def _learn(self, text: str) -> None:
        self.texts.append(text)
        self.heard = monotonic()
        self._state = self.rules.apply(self._state, self.rules.parse(text))

    def _check(self, n: list[int]) -> None:
        if n != [len(self.texts), self.cuts]:
            self.faults.append(f"told {n}, but {len(self.texts)} plies came")

    async def _act(self, line: ClientConnection) -> None:
        at = [len(self.texts), self.cuts]
        kind, now = self.turn.get("kind"), (at, self.turn)
        if self.turn.get("seat") != self.seat or now == self._acted:
            return
        more: dict[str, Any] = {"t": "ready"}
        if kind == "choose":
            more = {"t": "play", "text": self._choice()}
        elif kind not in ("ready", "roll"):
            return
        self._acted = now
        message = {"id": next(self.numbers), "n": at, "seat": self.seat, **more}
        self._unanswered[message["id"]] = message
        await line.send(json.dumps(message))

    def _choice(self) -> str:
        node = self.rules.node(self._state)
        assert isinstance(node, Decision)
        rng = Random(f"{self.seed} {len(self.texts)}")
        return str(self.rules.format(rng.choice(node.actions)))
