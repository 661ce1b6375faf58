"""Checksums: whether the texts of a match are still those that were written.

They form a chain: each ply's covers the one before it, starting from that of the match's head, so
that no ply can be changed, lost or moved unnoticed. The match's own covers the end of the chain
(and so all of it), who took which seat when, the result, and what it goes on from besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import NamedTuple

SIZE = 16

Change = tuple[int, int, str]


class Head(NamedTuple):
    """What was agreed before the first ply, as the stored texts."""

    game: str
    version: int
    options: str
    seats: str
    series: str
    follows: int | None
    secret: bytes


class Beside(NamedTuple):
    """What a match goes on from besides its record; passes: (ply, seat), in order."""

    id: int
    cuts: int
    later: str
    passes: tuple[tuple[int, int], ...]


class Checksums(NamedTuple):
    plies: tuple[bytes, ...]
    match: bytes


def checksums(
    head: Head,
    texts: Sequence[str],
    changes: Sequence[Change],
    result: str | None,
    beside: Beside,
) -> Checksums:
    """All checksums of a match, from nothing but its texts."""
    start = of_head(head)
    plies = of_plies(start, 0, texts)
    last = plies[-1] if plies else start
    return Checksums(tuple(plies), of_match(last, changes, result, beside))


def of_head(head: Head) -> bytes:
    return _digest(b"head", head)


def of_plies(before: bytes, ply: int, texts: Iterable[str]) -> list[bytes]:
    """The checksums of plies from this number on, given the one before them."""
    found = []
    for number, text in enumerate(texts, ply):
        before = blake2b(before + number.to_bytes(8) + _bytes(text), digest_size=SIZE).digest()
        found.append(before)
    return found


def of_match(last: bytes, changes: Sequence[Change], result: str | None, beside: Beside) -> bytes:
    """last: the checksum of the last ply, or of the head if there is none."""
    id, cuts, later, passes = beside
    taken = (part for change in changes for part in change)
    passed = (number for one in passes for number in one)
    return _digest(b"whole", (last, result, id, cuts, later, len(changes), *taken, *passed))


def of_record(last: bytes, changes: Sequence[Change], result: str | None) -> bytes:
    """The same by the first programs with checksums, which did not cover what is beside."""
    return _digest(b"match", (last, result, *(part for change in changes for part in change)))


def _digest(kind: bytes, parts: Iterable[str | bytes | int | None]) -> bytes:
    """A hash of parts, each preceded by its length so that none can run into the next."""
    hashed = blake2b(digest_size=SIZE, person=kind)
    for part in parts:
        if part is None:
            hashed.update(b"-")
            continue
        data = _bytes(part)
        hashed.update(b"%d:" % len(data) + data)
    return hashed.digest()


def _bytes(part: str | bytes | int) -> bytes:
    return part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogateescape")
