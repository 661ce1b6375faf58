"""Three evenings on a real server, word for word: the examples of `docs/protocol.md`.

Whatever is drawn by lot on a server is fixed here, so that the same is said every time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.sync.client import ClientConnection, connect

from gamenight.match import fair
from gamenight.match.privacy import KEY_FILE
from gamenight.online import room, tokens
from gamenight.online.hosting import Hosting
from gamenight.online.playing import Pauses
from gamenight.online.settings import Settings
from tests.online.scenery import Scenery
from tests.terminal import PATIENCE

Message = dict[str, Any]
FIRST_ID = 4711
IDS = ("mXk0c4JZpQ2a", "TdV7yq1uG9Ws", "b3RZk8_eLmXo", "r9Qm2dKxW5tB")
SECRET = bytes(32)
CHAINS = [fair.chain(name, 8) for name in (b"Ann", b"Ben")]


def examples(folder: Path) -> dict[str, Any]:
    """What was said, by the label that it has in the document."""
    said: dict[str, Any] = {}
    with server(folder) as hosting, patch.object(room, "OFFERS", 0):
        Oware(hosting, said).play()
        Zombie(hosting, said).play()
        Clocked(hosting, said).play()
        Thief(hosting, said).play()
    return said


@contextmanager
def server(folder: Path) -> Iterator[Hosting]:
    (folder / KEY_FILE).write_bytes(SECRET)
    ids, claims = iter(IDS), count(123_456)
    settings = Settings(port=0, chat=True, messages=10_000)
    hosting = Hosting(settings, folder / "matches.sqlite", Pauses(0.0, 0.0, 0.0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "new_id", lambda: next(ids))
        patch.setattr(tokens, "new_claim", lambda: next(claims))
        patch.setattr(fair, "new_secret", lambda seed=None: SECRET)
        hosting.start()
        hosting.house.where = None  # else a code has the port in it
        try:
            yield hosting
        finally:
            hosting.stop()


class Screen:
    """A client that writes down the first message of each label."""

    def __init__(self, hosting: Hosting, table: str, said: dict[str, Any]):
        self._open = ExitStack()
        address = f"ws{hosting.url[4:]}/m/{table}/socket"
        self._socket: ClientConnection = self._open.enter_context(connect(address))
        self._ids, self._said = count(FIRST_ID), said
        self._unread: list[Message] = []

    def hello(self, *own: str, label: str = "hello", **more: Any) -> Message:
        hello = {"t": "hello", "v": 1, "tokens": list(own), **more}
        self._said.setdefault(label, hello)
        self._socket.send(json.dumps(hello))
        return self.hear("welcome", label=label.replace("hello", "welcome"))

    def send(self, t: str, label: str = "", **fields: Any) -> Message:
        """Send this, and wait for its answer."""
        message = {"t": t, "id": next(self._ids), **fields}
        self._said.setdefault(label or t, message)
        self._socket.send(json.dumps(message))
        while (heard := self._receive()).get("id") != message["id"]:
            self._unread.append(heard)
        self._said.setdefault(heard["t"], heard)
        return heard

    def hear(self, *wanted: str, label: str = "", when: Callable[[Message], Any] = bool) -> Message:
        """The next message of these types that is as wanted; others are forgotten."""
        while True:
            message = self._unread.pop(0) if self._unread else self._receive()
            if message["t"] in wanted and when(message):
                self._said.setdefault(label or message["t"], message)
                return message

    def _receive(self) -> Message:
        message: Message = json.loads(self._socket.recv(PATIENCE))
        return message

    def close(self) -> None:
        self._open.close()


class Evening:
    def __init__(self, hosting: Hosting, said: dict[str, Any]):
        self.hosting, self.said = hosting, said

    def ask(self, path: str, label: str, body: Message | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(self.hosting.url + path, data)) as answer:
                found = json.load(answer)
        except HTTPError as error:
            found = json.load(error)
        if body is not None:
            self.said.setdefault(f"{label}-asked", body)
        self.said.setdefault(label, found)
        return found

    def screen(self, table: str) -> Screen:
        return Screen(self.hosting, table, self.said)


class Oware(Evening):
    """Two people far from each other, with texts."""

    def play(self) -> None:
        made = self.ask("/api/tables", "table", {"game": "oware", "name": "Ann", "chat": True})
        self.ask("/api/codes", "table-found", {"code": made["code"]})
        self.ask("/api/games/zombie", "game")
        self.ask("/api/codes", "error", {"code": "2222"})
        ann, ben = self.screen(made["id"]), self.screen(made["id"])
        ann.hello(made["host"], made["token"], want="text")
        self.before(ann, ben, made["code"])
        self.ask(f"/api/tables/{made['id']}", "summary")
        ann.send("begin")
        begun = ann.hear("welcome", label="welcome-match", when=lambda m: "match" in m)
        ben.hear("welcome", label="-", when=lambda m: "match" in m)
        first = begun["places"][0]["seat"]
        self.match(*((ann, ben) if first == 0 else (ben, ann)))
        ann.close()
        ann = self.screen(made["id"])
        own = [made["host"], made["token"]]
        ann.hello(*own, label="hello-again", want="text", match=begun["match"], have=[1, 1])
        ann.send("resign", seat=first)
        ann.hear("over")
        ann.close()
        ben.close()

    def before(self, ann: Screen, ben: Screen, code: str) -> None:
        ann.send("places", count=2)
        ann.send("options", options={"grand_slam": "forfeit"})
        ann.send("machine", place=1, bot="easy")
        ann.send("machine", place=1)
        ben.hello(want="text")
        claimed = self.said["ok"] = ben.send("claim", name="Bem", code=code)
        ben.send("rename", place=claimed["place"], name="Ben")
        ann.hear("here", when=lambda m: m["places"][1].get("here"))
        ann.send("ping")
        ann.send("code")
        ann.send("say", text="Hello!")
        ann.hear("said")

    def match(self, south: Screen, north: Screen) -> None:
        south.send("play", n=[0, 0], seat=0, text="C")
        north.send("play", n=[1, 0], seat=1, text="C", label="-")
        south.send("can")
        south.send("offer", what="undo")
        offered = north.hear("offers", when=lambda m: m["offers"])
        north.send("answer", offer=offered["offers"][0]["id"], yes=True)
        south.hear("cut")
        south.send("play", n=[0, 1], seat=0, text="F", label="-")


class Zombie(Evening):
    """Two people, and somebody who draws scenes."""

    def play(self) -> None:
        made = self.ask("/api/tables", "-", {"game": "zombie", "name": "Ann", "live": True})
        ann, ben, seen = self.screen(made["id"]), self.screen(made["id"]), Scenery()
        ann.hello(made["host"], made["token"], want="scene")
        ben.hello(want="text")
        ben.send("claim", name="Ben", code=made["code"])
        for place, screen in enumerate((ann, ben)):
            screen.send("tip", place=place, of=f"{made['id']}/1", tip=CHAINS[place][0].hex())
        ann.send("begin")
        told = ann.hear("welcome", label="-", when=lambda m: "match" in m)
        seen.hear(told)
        first = ann if told["turn"]["seat"] == told["places"][0]["seat"] else ben
        first.send("ready", "-", n=[0, 0], seat=0)
        for place, screen in enumerate((ann, ben)):
            screen.hear("salts")
            screen.send("salt", seat=told["places"][place]["seat"], salt=CHAINS[place][1].hex())
        while "turn" not in told or told["t"] != "ply":
            told = ann.hear("ply", "turn", label="-")
            seen.hear(told)
        self.said["scene"], self.said["ply-scene"] = seen.scenes["0"], told
        first.send("odds", n=told["n"], seat=0)
        first.hear("wait")
        self.said["advice"] = first.send("hint", n=told["n"], seat=0)
        ann.close()
        ben.close()


class Clocked(Evening):
    """A table where time is counted; how much of it is told by no example, for it is never the
    same."""

    def play(self) -> None:
        made = self.ask("/api/tables", "-", {"game": "oware", "name": "Ann"})
        ann = self.screen(made["id"])
        ann.hello(made["host"], label="-")
        ann.send("clock", clock="5m+10s")
        ann.close()


class Thief(Evening):
    """Three people at one screen, with scenes and secrets."""

    def play(self) -> None:
        asked = {"game": "thief", "name": "Ann", "places": 3, "options": {"cards": True}}
        made = self.ask("/api/tables", "-", asked)
        self.all, self.seen = self.screen(made["id"]), Scenery()
        screen = self.all
        screen.hello(made["host"], made["token"], want="scene")
        for name in ("Ben", "Cem"):
            screen.send("claim", name=name, code=made["code"])
        screen.send("begin")
        self.told = screen.hear("welcome", label="-", when=lambda m: "match" in m)
        self.seen.hear(self.told)
        self.until_somebody_may_act()
        screen.send("pass", n=self.told["n"], seat=self.out_of_turn()[0])
        watching = self.screen(made["id"])
        watching.hello(label="-", want="text")
        screen.send("resign", seat=0)
        watching.hear("seats")
        watching.close()
        screen.hear("seats", label="-")
        screen.send("back", place=self.place(0))
        screen.hear("seats", label="-")
        self.hosting.call(self.drained())
        screen.hear("bye")
        screen.close()

    def until_somebody_may_act(self) -> None:
        """Play on, always by the first choice, until somebody can do something out of turn."""
        while not self.out_of_turn():
            turn = self.told.get("turn", {"kind": "wait"})
            if turn["kind"] in ("ready", "roll"):
                self.all.send("ready", n=self.told["n"], seat=turn["seat"])
            if turn["kind"] == "choose":
                text = self.scene(turn["seat"])["choices"][0]["text"]
                told = self.all.send("play", n=self.told["n"], seat=turn["seat"], text=text)
            else:
                told = self.all.hear("ply", "turn", label="-")
            self.said.setdefault(told["t"], told)
            self.seen.hear(told)
            self.told = {**self.told, **told}

    def out_of_turn(self) -> list[int]:
        turn = self.told.get("turn", {})
        if turn.get("kind") != "choose":
            return []
        return [n for n in range(3) if n != turn["seat"] and self.scene(n).get("choices")]

    def scene(self, seat: int) -> Message:
        return self.seen.scenes[str(seat)]

    def place(self, seat: int) -> int:
        return next(n for n, place in enumerate(self.told["places"]) if place["seat"] == seat)

    async def drained(self) -> None:
        self.hosting.server.drain()
