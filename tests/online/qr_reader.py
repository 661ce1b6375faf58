"""A reader of QR codes as a camera would see them: black and white modules in, text out. It knows
versions 1 to 4 in byte mode and trusts what it sees: no error is corrected (ISO/IEC 18004)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

Modules = Sequence[Sequence[bool]]  # rows; True is dark

FORMAT_MASK, BYTES = 0x5412, 0b0100
LEVELS = {0b01: 0, 0b00: 1, 0b11: 2, 0b10: 3}  # L, M, Q, H as the format says them
# By version, for each level: how many bytes of data, in how many blocks of the same size.
DATA = {1: (19, 16, 13, 9), 2: (34, 28, 22, 16), 3: (55, 44, 34, 26), 4: (80, 64, 48, 36)}
BLOCKS = {1: (1, 1, 1, 1), 2: (1, 1, 1, 1), 3: (1, 1, 2, 2), 4: (1, 2, 2, 4)}
MASKS: Sequence[Callable[[int, int], int]] = (
    lambda r, c: (r + c) % 2,
    lambda r, c: r % 2,
    lambda r, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
)
UPPER, LOWER = {"█": False, "▀": False, "▄": True, " ": True}, "█▄"


def modules_of(lines: Sequence[str]) -> Modules:
    """The modules of blocks that are light on a dark ground, two rows a line, without the light
    edge around them."""
    rows = [*chain.from_iterable(_halves(line) for line in lines)]
    dark = [(r, c) for r, row in enumerate(rows) for c, one in enumerate(row) if one]
    top, left = (min(place) for place in zip(*dark, strict=True))
    width = max(c for _, c in dark) - left + 1
    return [row[left : left + width] for row in rows[top : top + width]]


def _halves(line: str) -> tuple[list[bool], list[bool]]:
    return [UPPER[sign] for sign in line], [sign not in LOWER for sign in line]


def read_qr(modules: Modules) -> str:
    size = len(modules)
    version = (size - 17) // 4
    assert size == 17 + 4 * version
    assert version in DATA
    level, mask = _format(modules)
    bits = [modules[r][c] ^ (MASKS[mask](r, c) == 0) for r, c in _path(size)]
    count, blocks = DATA[version][level], BLOCKS[version][level]
    found = [_number(bits[8 * n : 8 * n + 8]) for n in range(count)]
    data = bytes(found[n] for block in range(blocks) for n in range(block, count, blocks))
    whole = int.from_bytes(data, "big")
    assert whole >> 8 * count - 4 == BYTES
    length = whole >> 8 * count - 12 & 0xFF
    text = whole >> 8 * count - 12 - 8 * length & (1 << 8 * length) - 1
    return text.to_bytes(length, "big").decode()


def _format(modules: Modules) -> tuple[int, int]:
    """The level and the mask, from the bits beside the upper left corner."""
    along = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)]
    up = [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    bits = _number([modules[r][c] for r, c in along + up]) ^ FORMAT_MASK
    return LEVELS[bits >> 13], bits >> 10 & 0b111


def _path(size: int) -> Iterator[tuple[int, int]]:
    """The places of data: up and down in columns of two, from the lower right."""
    upward = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for r in range(size - 1, -1, -1) if upward else range(size):
            yield from ((r, c) for c in (right, right - 1) if not _is_fixed(r, c, size))
        upward = not upward


def _is_fixed(r: int, c: int, size: int) -> bool:
    """Whether a place belongs to a pattern: finders with the format, timing, alignment."""
    finder = (r < 9 and (c < 9 or c >= size - 8)) or (r >= size - 8 and c < 9)
    aligned = size > 21 and abs(r - size + 7) <= 2 and abs(c - size + 7) <= 2
    return finder or r == 6 or c == 6 or aligned


def _number(bits: Sequence[bool]) -> int:
    return sum(bit << n for n, bit in enumerate(reversed(bits)))
