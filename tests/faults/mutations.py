"""Mutations: a text with something wrong in it, as a slip, a bad disk or a bad joke leave it."""

from __future__ import annotations

from random import Random

# What breaks readers: controls, directions, marks, digits without end, nests, halves of things.
PIECES = (
    "\x1b[2J", "\x00", "\x07", "\x9b", "\u202e", "\u2028", "\ufeff", "\u0301" * 50, "\ud800",
    "9" * 50, "9" * 5000, "-1", "1e999", "NaN", "0x", "[" * 200, "{" * 200, '{"a":' * 50, "(" * 50,
    '"', "'", "\\", "\\u0000", "#", ";", "=", "]", "}", ",", ":", "%s", "{0}", "null", "true",
    "\n", "\r", "\r\n", "\t", " " * 500, "a" * 5000, "\u00e9", "\U0001f3b2", "..", "/", "~", "--",
)  # fmt: skip


def mutated(text: str, rng: Random) -> bytes:
    """The text with up to three things wrong."""
    for _ in range(rng.randint(1, 3)):
        text = _mutated_once(text, rng)
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if data and rng.random() < 0.2:  # a flipped bit
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def _mutated_once(text: str, rng: Random) -> str:
    at, until = sorted(rng.randint(0, len(text)) for _ in range(2))
    until = min(until, at + 40)
    kind = rng.randrange(6)
    if kind == 0:
        return text[:at] + text[until:]
    if kind == 1:
        return text[:at] + rng.choice(PIECES) + text[at:]
    if kind == 2:
        return text[:at] + rng.choice(PIECES) + text[until:]
    if kind == 3:
        return text[:at] + text[at:until] * rng.choice((2, 3, 100)) + text[until:]
    if kind == 4:
        return text[:at]
    other = rng.randint(0, len(text))
    return text[:at] + text[other : other + 40] + text[until:]
