"""The secret of a match: all its chance comes from it, so that nothing is ever rerolled.

The number drawn at ply n depends on the secret and on n alone: undo and resume bring the same
outcome, a seed reproduces a match, and a secret shown after the match proves its dice.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from gamenight.core.bot import Stoppable

SIZE = 32


def new_secret(seed: int | None = None) -> bytes:
    """A secret nobody knows, or the one that belongs to a seed."""
    if seed is None:
        return secrets.token_bytes(SIZE)
    return hashlib.sha256(f"gamenight seed {seed}".encode()).digest()


def derived(secret: bytes, label: str) -> bytes:
    """Another secret, which follows from this one."""
    return _stream(secret, label, SIZE)


def draw(secret: bytes, label: str, below: int) -> int:
    """A uniform number from 0 to below - 1 for this label, always the same."""
    length = (below.bit_length() + 7) // 8 + 8
    unbiased = (256**length // below) * below
    attempt = 0
    while True:
        number = int.from_bytes(_stream(secret, f"{label} {attempt}", length))
        if number < unbiased:
            return number % below
        attempt += 1


def generator(secret: bytes, label: str) -> Stoppable:
    """A random generator for this label."""
    return Stoppable(int.from_bytes(_stream(secret, label, SIZE)))


def _stream(secret: bytes, label: str, length: int) -> bytes:
    blocks = bytearray()
    while len(blocks) < length:
        message = f"{label} {len(blocks)}".encode()
        blocks += hmac.digest(secret, message, "sha256")
    return bytes(blocks[:length])
