"""Fuzz: messages that no client of ours would send, the same ones for the same number."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.online.test_protocol import GOOD

ODD: list[Any] = [
    None,
    True,
    -1,
    2**53 + 1,
    10**30,
    0.5,
    1e308,
    "",
    "\x00",
    "\u202e\u0007",
    "\U0001f600" * 50,
    "e" + "\u0301" * 40,
    "ﬀ" * 100,
    "bot: easy",
    "../../etc/passwd",
    "x" * 300,
    [],
    [[]],
    {},
    {"a": {}},
    [0, 0],
    [10**6, 10**6],
]
KINDS = [message["t"] for message in GOOD] + ["hello", "none", ""]


def one(rng: Random) -> str | bytes:
    """A message of some kind of oddity."""
    return rng.choice(WAYS)(rng)


def _good(rng: Random) -> dict[str, Any]:
    message = dict(rng.choice(GOOD))
    message["id"] = rng.randrange(2**53)
    return message


def _value(rng: Random) -> str:
    """A right shape with a wrong value."""
    message = _good(rng)
    message[rng.choice(list(message))] = rng.choice(ODD)
    return json.dumps(message, ensure_ascii=rng.random() < 0.5)


def _shape(rng: Random) -> str:
    """Fields that lack, or are too many, or of another message."""
    message = {**_good(rng), **(_good(rng) if rng.random() < 0.5 else {})}
    message["t"] = rng.choice(KINDS)
    for name in rng.sample(list(message), rng.randrange(len(message))):
        del message[name]
    return json.dumps(message)


def _bytes(rng: Random) -> str:
    """A message with some characters changed, cut or doubled."""
    text = list(json.dumps(_good(rng)))
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(text))
        text[place] = rng.choice(
            ["", text[place] * 2, chr(rng.randrange(1, 0xD7FF)), "}", "[", '"']
        )
    return "".join(text)


def _deep(rng: Random) -> str:
    return rng.choice(["[", '{"t":', '{"options":{"a":']) * rng.randint(1, 500)


def _large(rng: Random) -> str:
    text = rng.choice(["x", "\u20ac", " ", "0"]) * rng.randint(100, 2700)
    return rng.choice([text, json.dumps({"t": "say", "id": 1, "text": text})])[:2700]


def _number(rng: Random) -> str:
    return '{"t":"ping","id":' + rng.choice(["9" * 4000, "1e400", "-0", "0x1", "NaN"]) + "}"


def _odd_action(rng: Random) -> str:
    """What could be played, from any moment, by anybody."""
    text = rng.choice(["A", "f", "roll", "hold 1 1", "leave 1", "1 repeat", "card ?", "\n", " A"])
    at = [rng.choice([0, 1, 5, 10**6]), rng.choice([0, 1])]
    return json.dumps(
        {"t": "play", "id": rng.randrange(99), "n": at, "seat": rng.randrange(9), "text": text}
    )


def _binary(rng: Random) -> bytes:
    return rng.randbytes(rng.randrange(50))


WAYS: list[Callable[[Random], str | bytes]] = [
    _value,
    _value,
    _shape,
    _bytes,
    _deep,
    _large,
    _number,
    _odd_action,
]
