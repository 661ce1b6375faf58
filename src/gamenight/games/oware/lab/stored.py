"""Endgame tables as they are kept: one array of bytes, the same in a file and in memory, in which
compiled code finds the value of any position.

Levels up to AT_ONCE have one byte per position, as `ranks` numbers them. After them comes the
directory, a page that is empty in files and filled where they are opened; then the packed levels.

A packed level has its positions in groups, by the seeds in the mover's row; each group has a code
of its own (`codes`) and begins with a new block. A block has up to 4096 values. It begins with
where each 32 of them start, in bits, so that a value is found by decoding 15 others on average.
After the blocks of a level follows its key: how often each value occurs, the decoding tables, and
the index: where each block begins, and its checksum, with which it is compared when it is first
read.

numba's cache on disk would not notice a change here, but this is the format of the tables'
files, which never changes; a new format needs new names.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamenight.games.oware.lab.codes import BITS, COUNT, LONGEST, SYMBOLS, ZERO
from gamenight.games.oware.lab.places import compiled, place, seeds_of, within
from gamenight.games.oware.lab.ranks import AT_ONCE, LEVELS, MOST_LEVEL, rows_with

PAGE, WORD = 4096, 8
# Positions of a block, and of a part of one, as powers of two.
BLOCK, PART = 12, 5
# The 16-bit starts of the parts, counted in 64-bit words.
STARTS = (1 << BLOCK - PART) * 2 // WORD
MOST_WORDS = STARTS + (LONGEST << BLOCK) // (8 * WORD)
# Words of a decoding table.
TABLE = (4 << LONGEST) // WORD
# Not a value: what should hold it is damaged.
UNKNOWN = 127

# In the directory, each a 64-bit word: the level in which damage was found, plus one; then for each
# level where its blocks and its key begin.
DIRECTORY = -(-int(LEVELS[AT_ONCE + 1]) // PAGE) * PAGE // WORD
PACKED = DIRECTORY * WORD + PAGE

LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
MASK = np.uint64((1 << LONGEST) - 1)
FULL_WORD, BYTE, ONE = np.uint64(63), np.uint64(255), np.uint64(1)


def _first_blocks() -> Any:
    """By seeds on the board, and in the mover's row: the number of their first block; at the end,
    how many blocks there are."""
    table = np.zeros((MOST_LEVEL + 1, MOST_LEVEL + 2), np.int64)
    for seeds in range(MOST_LEVEL + 1):
        for own in range(seeds + 1):
            blocks = -(-rows_with(own) * rows_with(seeds - own) >> BLOCK)
            table[seeds, own + 1] = table[seeds, own] + blocks
    return table


def _remainders() -> Any:
    """Of the checksum crc32, for eight bytes at a time."""
    tables = np.zeros((WORD, 256), np.uint64)
    for byte in range(256):
        rest = byte
        for _ in range(8):
            rest = rest >> 1 ^ (0xEDB88320 if rest & 1 else 0)
        tables[0, byte] = rest
    for n in range(1, WORD):
        before = tables[n - 1]
        tables[n] = (before >> np.uint64(8)) ^ tables[0, (before & BYTE).astype(np.int64)]
    return tables


FIRST_BLOCKS, REMAINDERS = _first_blocks(), _remainders()


def blocks_of(seeds: int) -> int:
    """How many blocks a packed level has."""
    return int(FIRST_BLOCKS[seeds, seeds + 1])


def key_words(seeds: int) -> int:
    """How many words the key of a level has."""
    return SYMBOLS + (seeds + 1) * TABLE + 2 * (blocks_of(seeds) + 1)


def fill_directory(stored: Any, packed: dict[int, tuple[int, int]]) -> None:
    """By level, the bytes at which its blocks begin, and its key."""
    directory = stored[DIRECTORY * WORD : PACKED].view(np.int64)
    directory[:] = 0
    for seeds, borders in packed.items():
        directory[1 + 2 * seeds : 3 + 2 * seeds] = [border // WORD for border in borders]


def damaged_level(stored: Any) -> int:
    """The level in which a damaged block was met, or -1."""
    return int(stored[DIRECTORY * WORD]) - 1 if len(stored) > PACKED else -1


def counts_of(stored: Any, seeds: int) -> tuple[int, int, int]:
    """How many values of a level are above, at and below zero."""
    if seeds <= AT_ONCE:
        values = stored[LEVELS[seeds] : LEVELS[seeds + 1]]
        above, below = int(np.count_nonzero(values > 0)), int(np.count_nonzero(values < 0))
        return above, len(values) - above - below, below
    words = stored.view(np.int64)
    key = int(words[DIRECTORY + 2 + 2 * seeds])
    counts = words[key : key + SYMBOLS]
    return int(counts[ZERO + 1 :].sum()), int(counts[ZERO]), int(counts[:ZERO].sum())


@compiled("uint64(uint64[::1], int64, int64)")
def checksum(words: Any, first: Any, last: Any) -> Any:
    """crc32 of these words."""
    crc = LOW
    for at in range(first, last):
        word, crc = words[at] ^ crc, np.uint64(0)
        for n in range(WORD):
            crc ^= REMAINDERS[WORD - 1 - n, (word >> np.uint64(8 * n)) & BYTE]
    return crc ^ LOW


@compiled("boolean(uint64[::1], int64, int64)")
def is_sound(words: Any, seeds: Any, block: Any) -> Any:
    """Whether a block is what it was when it was written."""
    begin = np.int64(words[DIRECTORY + 1 + 2 * seeds])
    key = np.int64(words[DIRECTORY + 2 + 2 * seeds])
    entry = key + SYMBOLS + (seeds + 1) * TABLE + 2 * block
    first, last = begin + np.int64(words[entry]), begin + np.int64(words[entry + 2])
    return checksum(words, first, last) == words[entry + 1] & LOW


@compiled("int64(uint64[::1], uint32[::1], int64, int64, int64)")
def decoded(words: Any, halves: Any, bit: Any, table: Any, skipped: Any) -> Any:
    """The value after some others in the codes that begin at this bit."""
    while True:
        at, shift = bit >> 6, np.uint64(bit) & FULL_WORD
        window = (words[at] >> shift) | ((words[at + 1] << ONE) << (FULL_WORD - shift))
        for _ in range(64 // LONGEST):
            entry = np.int64(halves[table + np.int64(window & MASK)])
            count = (entry >> COUNT) & 15
            if skipped < count:
                return ((entry >> 8 * skipped) & 255) - ZERO
            skipped -= count
            bit += entry >> BITS
            window >>= np.uint64(entry >> BITS)


@compiled("int64(int8[::1], int64, int64, int64)")
def packed_value(stored: Any, seeds: Any, own: Any, number: Any) -> Any:
    """The value of a position of a packed level, by its number among those with as many seeds in
    the mover's row; UNKNOWN if it is damaged, which is noted in the directory."""
    words, halves = stored.view(np.uint64), stored.view(np.uint32)
    begin = np.int64(words[DIRECTORY + 1 + 2 * seeds])
    key = np.int64(words[DIRECTORY + 2 + 2 * seeds])
    tables = key + SYMBOLS
    block = FIRST_BLOCKS[seeds, own] + (number >> BLOCK)
    entry = tables + (seeds + 1) * TABLE + 2 * block
    # The half of the entry above the checksum shows that it was compared.
    if words[entry + 1] >> HALF == np.uint64(0):
        if not is_sound(words, seeds, block):
            words[DIRECTORY] = np.uint64(seeds + 1)
            return UNKNOWN
        words[entry + 1] |= ONE << HALF
    at = begin + np.int64(words[entry])
    part = (number >> PART) & ((1 << BLOCK - PART) - 1)
    start = (words[at + (part >> 2)] >> np.uint64(16 * (part & 3))) & np.uint64(0xFFFF)
    bit = (at + STARTS) * 64 + np.int64(start)
    table = 2 * (tables + own * TABLE)
    return decoded(words, halves, bit, table, number & ((1 << PART) - 1))


@compiled("int64(int8[::1], uint64, uint64)")
def value_of(stored: Any, own: Any, other: Any) -> Any:
    """The value of a position, whose level must be there; UNKNOWN if it is damaged."""
    left = seeds_of(own)
    seeds = left + seeds_of(other)
    if seeds > AT_ONCE:
        return packed_value(stored, seeds, left, within(own, other))
    return np.int64(stored[place(own, other)])


@compiled("int64(int8[::1], int64)")
def first_damaged(stored: Any, seeds: Any) -> Any:
    """The first damaged block of a packed level, or -1."""
    words = stored.view(np.uint64)
    for block in range(FIRST_BLOCKS[seeds, seeds + 1]):
        if not is_sound(words, seeds, block):
            return block
    return -1
