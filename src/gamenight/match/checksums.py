"""Checksums: whether the texts of a match are still those that were written.

They form a chain: each ply's covers the one before it, starting from that of the match's head, so
that no ply can be changed, lost or moved unnoticed. The match's own covers the end of the chain
(and so all of it), who took which seat when, the result, and what it goes on from besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import repeat
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
    clock: str | None = None
    fair: str | None = None


class Beside(NamedTuple):
    """What a match goes on from besides its record; passes: (ply, seat), in order; mixes: (ply,
    seat, salt), in the order they came."""

    id: int
    cuts: int
    later: str
    passes: tuple[tuple[int, int], ...]
    mixes: tuple[tuple[int, int, bytes], ...] = ()


class Checksums(NamedTuple):
    plies: tuple[bytes, ...]
    match: bytes


def checksums(
    head: Head,
    texts: Sequence[str],
    changes: Sequence[Change],
    result: str | None,
    beside: Beside,
    spent: Sequence[int | None] = (),
) -> Checksums:
    """All checksums of a match, from nothing but its texts."""
    start = of_head(head)
    plies = of_plies(start, 0, texts, spent)
    last = plies[-1] if plies else start
    return Checksums(tuple(plies), of_match(last, changes, result, beside))


def of_head(head: Head) -> bytes:
    """What was not agreed adds nothing: so it was before it could be."""
    later = (("clock", head.clock), ("fair", head.fair))
    agreed = [part for name, text in later if text is not None for part in (name, text)]
    return _digest(b"head", [*head[:-2], *agreed])


def of_plies(
    before: bytes, ply: int, texts: Iterable[str], spent: Sequence[int | None] = ()
) -> list[bytes]:
    """The checksums of plies from this number on, given the one before them. spent: the
    milliseconds that each took; none for those that were not counted, or for any."""
    found = []
    for number, (text, lost) in enumerate(zip(texts, spent or repeat(None), strict=False), ply):
        data = before + number.to_bytes(8)
        if lost is None:
            before = blake2b(data + _bytes(text), digest_size=SIZE).digest()
        else:
            before = _hashed(b"spent", data + _joined((lost,)) + _bytes(text))
        found.append(before)
    return found


def of_match(last: bytes, changes: Sequence[Change], result: str | None, beside: Beside) -> bytes:
    """last: the checksum of the last ply, or of the head if there is none."""
    return of_end(last, end_of(changes, result, beside))


def end_of(changes: Sequence[Change], result: str | None, beside: Beside) -> bytes:
    """What a match's checksum covers besides its plies: the same bytes while only plies come."""
    id, cuts, later, passes, mixes = beside
    taken = (part for change in changes for part in change)
    passed = (number for one in passes for number in one)
    mixed = ("mixes", *(part for mix in mixes for part in mix)) if mixes else ()
    return _joined((result, id, cuts, later, len(changes), *taken, *passed, *mixed))


def of_end(last: bytes, end: bytes) -> bytes:
    return _hashed(b"whole", b"%d:%b%b" % (len(last), last, end))


def of_record(last: bytes, changes: Sequence[Change], result: str | None) -> bytes:
    """The same by the first programs with checksums, which did not cover what is beside."""
    return _digest(b"match", (last, result, *(part for change in changes for part in change)))


def _digest(kind: bytes, parts: Iterable[str | bytes | int | None]) -> bytes:
    return _hashed(kind, _joined(parts))


def _hashed(kind: bytes, data: bytes) -> bytes:
    return blake2b(data, digest_size=SIZE, person=kind).digest()


def _joined(parts: Iterable[str | bytes | int | None]) -> bytes:
    """Parts, each preceded by its length so that none can run into the next."""
    found = []
    for part in parts:
        data = b"" if part is None else _bytes(part)
        found.append(b"-" if part is None else b"%d:" % len(data) + data)
    return b"".join(found)


def _bytes(part: str | bytes | int) -> bytes:
    return part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogateescape")
