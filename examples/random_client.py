"""Plays any game at random on a gamenight server, and tells what happens.

    python random_client.py http://127.0.0.1:8650 '{"game": "thief", "places": 3}' Ann
    python random_client.py http://127.0.0.1:8650 7L4M-VZGY Ben

Ann opens a table and prints its code; by it Ben and somebody else sit down, and they play.
All this program knows is docs/protocol.md, and all it needs is `websockets`.
"""

import argparse
import asyncio
import json
import random
import secrets
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import websockets

Message = dict[str, Any]
FOR_GOOD = (4403, 4404, 4426)  # after these close codes there is no use in coming back


class Player:
    def __init__(self, server: str, table: str, name: str, pause: float) -> None:
        self.server, self.table, self.name, self.pause = server, table, name, pause
        self.tokens: list[str] = []
        self.known: Message = {"scenes": {}}  # the latest value of every field heard

    def ask(self, path: str, body: Message | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        try:
            with urlopen(Request(self.server + path, data)) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise SystemExit(json.load(error)["text"]) from None

    def find_table(self) -> Any:
        if not self.table.startswith("{"):
            return self.ask("/api/codes", {"code": self.table})["id"]
        made = self.ask("/api/tables", {**json.loads(self.table), "name": self.name})
        self.tokens = [made["host"], made["token"]]
        print(f"The others need this code: {made['code']}", flush=True)
        return made["id"]

    async def play(self) -> None:
        address = f"ws{self.server.removeprefix('http')}/m/{self.find_table()}/socket"
        claim = {"t": "claim", "id": secrets.randbits(52), "name": self.name, "code": self.table}
        async for socket in websockets.connect(address):  # once more after each lost connection
            hello = {"t": "hello", "v": 1, "tokens": self.tokens, "want": "scene"}
            try:
                for first in [hello] if self.tokens else [hello, claim]:
                    await socket.send(json.dumps(first))
                async for text in socket:
                    message = json.loads(text)
                    self.hear(message)
                    if message.get("result"):
                        print(message["result"]["reason"])
                        return
                    if answer := self.answer(message):
                        await asyncio.sleep(self.pause)
                        await socket.send(json.dumps({"id": secrets.randbits(52), **answer}))
            except websockets.ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code in FOR_GOOD:
                    raise SystemExit(closed.rcvd.reason) from None

    def hear(self, message: Message) -> None:
        self.known.update({"scenes": message.get("deltas", self.known["scenes"])} | message)
        self.tokens += [message["token"]] if "token" in message else []
        if message["t"] == "no" and not self.tokens:
            raise SystemExit(message["text"])  # there was no place for us
        for step in next(iter(message.get("steps", {}).values()), []):
            print(step.get("text", ""), end="\n" if "text" in step else "", flush=True)

    def answer(self, message: Message) -> Message | None:
        """What there is to do after a message, if anything."""
        places, turn = self.known["places"], message.get("turn")
        if message.get("host") and "match" not in message:
            return {"t": "begin"} if all("name" in place for place in places) else None
        if turn is None:
            return None
        seat = next((places[place].get("seat") for place in self.known["yours"]), None)
        moment = {"n": self.known["n"], "seat": seat}
        if turn.get("seat") == seat and turn["kind"] in ("ready", "roll"):
            return {"t": "ready", **moment}
        choices = self.known["scenes"].get(str(seat), {}).get("choices", [])
        if choices and (turn.get("seat") == seat or random.random() < 0.25):  # out of turn: rarely
            return {"t": "play", "text": random.choice(choices)["text"], **moment}
        return None


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play at random on a gamenight server.")
    parser.add_argument("server", help="such as http://127.0.0.1:8650")
    parser.add_argument("table", help="the code of a table, or a new one as JSON")
    parser.add_argument("name", help="what to be called")
    parser.add_argument("--pause", type=float, default=0.3, help="seconds before each move")
    asyncio.run(Player(**vars(parser.parse_args())).play())
