"""Prefix codes for the symbols of the endgame tables: the shorter, the more often one occurs.

No code is longer than LONGEST bits, so that one lookup in a table of 2^LONGEST entries decodes all
symbols, up to three, that these bits hold. Codes are read from the lowest bit on. What is computed
here is the format of the tables' files: for the same counts it is the same on every machine."""

from __future__ import annotations

from typing import Any

import numpy as np

LONGEST = 10
# Of symbols there are fewer. Values are counted from the least on: plus this, they are a place.
SYMBOLS, ZERO = 128, 64
# How many codes a level has: one is chosen for each block.
CODES = 4
# An entry of a decoding table: up to three symbols in the low bytes, then how many there are, and
# how many bits they take together.
MOST_AT_ONCE, COUNT, BITS = 3, 24, 28


def lengths_of(counts: Any) -> Any:
    """The bits of each symbol's code, 0 for those that do not occur: the shortest on the whole
    (package-merge)."""
    single = sorted((int(count), (symbol,)) for symbol, count in enumerate(counts) if count)
    lengths = np.zeros(len(counts), np.int64)
    if len(single) == 1:
        lengths[single[0][1][0]] = 1
        return lengths
    packages: list[tuple[int, tuple[int, ...]]] = [*single]
    for _ in range(LONGEST - 1):
        pairs = zip(packages[::2], packages[1::2], strict=False)
        packages = sorted([*single, *((a[0] + b[0], a[1] + b[1]) for a, b in pairs)])
    for _, symbols in packages[: 2 * len(single) - 2]:
        for symbol in symbols:
            lengths[symbol] += 1
    return lengths


def codes_of(lengths: Any) -> Any:
    """The code of each symbol: canonical ones, their bits in the order in which they are read."""
    codes, code, before = np.zeros(len(lengths), np.int64), 0, 0
    for length, symbol in sorted((int(n), symbol) for symbol, n in enumerate(lengths) if n):
        code <<= length - before
        codes[symbol] = int(f"{code:0{length}b}"[::-1], 2)
        code, before = code + 1, length
    return codes


def decoding(lengths: Any) -> Any:
    """What the next LONGEST bits hold, for each pattern of them."""
    size = 1 << LONGEST
    first, bits = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for symbol, (code, length) in enumerate(zip(codes_of(lengths), lengths, strict=True)):
        if length:
            first[code :: 1 << length] = symbol
            bits[code :: 1 << length] = length
    table, used, count = (np.zeros(size, np.int64) for _ in range(3))
    patterns = np.arange(size)
    for n in range(MOST_AT_ONCE):
        rest = patterns >> used
        fits = (count == n) & (bits[rest] > 0) & (used + bits[rest] <= LONGEST)
        table[fits] |= first[rest[fits]] << 8 * n
        used[fits] += bits[rest[fits]]
        count[fits] += 1
    return (table | count << COUNT | used << BITS).astype(np.uint32)
