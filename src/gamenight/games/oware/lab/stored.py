"""Endgame tables as they are kept: one array of bytes, the same in a file and in memory, in which
compiled code finds the value of any position.

Levels up to AT_ONCE have one byte per position, as `ranks` numbers them. After them comes the
directory, a page that is empty in files and filled where they are opened; then the packed levels.

A packed level has its positions in groups, by the seeds in the mover's row; each group begins with
a new block. A block has up to 4096 symbols: the place of each value in the order that the position
itself tells (`guesses`), in one of the codes of the level (`codes`). It begins with a word for each
256 of them, which says where these start and how long each 32 of them are, so that a value is found
by decoding 15 others on average. After the blocks of a level follows its key: how often each value
occurs, the decoding tables, the model that guesses, and the index: where each block begins, its
code, and its checksum, with which it is compared when it is first read.

numba's cache on disk would not notice a change here, but this is the format of the tables'
files, which never changes; a new format needs new names.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamenight.games.oware.lab.codes import BITS, CODES, COUNT, LONGEST, SYMBOLS, ZERO
from gamenight.games.oware.lab.guesses import END, LAYOUT, ORDERS, order, threats
from gamenight.games.oware.lab.places import compiled, place, row_number, seeds_of
from gamenight.games.oware.lab.ranks import AT_ONCE, LEVELS, MOST_LEVEL, ROWS, rows_with
from gamenight.games.oware.lab.reading import byte_at, half_at, word_at

PAGE, WORD = 4096, 8
# Positions of a block, of a span that has one word at its start, and of a part of it, as powers of
# two.
BLOCK, SPAN, PART = 12, 8, 5
# How many words a block begins with.
STARTS = 1 << BLOCK - SPAN
MOST_WORDS = STARTS + (LONGEST << BLOCK) // (8 * WORD)
# The word of a span: where it starts, and how much longer than SHORTEST each part is but the last,
# in pairs of bits. Shorter parts are filled up; of the longest, what is left fits.
START_BITS, LENGTH_BITS = 15, 7
SHORTEST = (LONGEST << PART) // 2 - ((1 << LENGTH_BITS) - 1)
# An entry of the index has the word at which a block begins, and above it its code.
BEGIN_BITS = 48
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
START = (1 << START_BITS) - 1
BEGIN = (1 << BEGIN_BITS) - 1
# The lengths of the parts of a span, added up in pairs and then all together.
PAIR = 2 * LENGTH_BITS
EVEN = sum(((1 << LENGTH_BITS) - 1) << PAIR * n for n in range(4))
TOGETHER = sum(1 << PAIR * n for n in range(4))


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
    return SYMBOLS + CODES * TABLE + int(LAYOUT[seeds, END]) // WORD + 2 * (blocks_of(seeds) + 1)


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


@compiled("int64(int8[::1], int64)")
def blocks_at(stored: Any, seeds: Any) -> Any:
    """The word at which the blocks of a level begin."""
    return np.int64(word_at(stored, DIRECTORY + 1 + 2 * seeds))


@compiled("int64(int8[::1], int64)")
def tables_at(stored: Any, seeds: Any) -> Any:
    """The word at which its decoding tables begin; after them comes its model."""
    return np.int64(word_at(stored, DIRECTORY + 2 + 2 * seeds)) + SYMBOLS


@compiled("int64(int8[::1], int64, int64)")
def entry_of(stored: Any, seeds: Any, block: Any) -> Any:
    """The word at which the index has a block."""
    return tables_at(stored, seeds) + CODES * TABLE + LAYOUT[seeds, END] // WORD + 2 * block


@compiled("boolean(int8[::1], int64, int64)")
def is_sound(stored: Any, seeds: Any, block: Any) -> Any:
    """Whether a block is what it was when it was written."""
    begin, entry = blocks_at(stored, seeds), entry_of(stored, seeds, block)
    first = begin + (np.int64(word_at(stored, entry)) & BEGIN)
    last = begin + (np.int64(word_at(stored, entry + 2)) & BEGIN)
    return checksum(stored.view(np.uint64), first, last) == word_at(stored, entry + 1) & LOW


@compiled("boolean(int8[::1], int64, int64)")
def is_sound_at_first(stored: Any, seeds: Any, block: Any) -> Any:
    """The same for a block that is read for the first time: notes what was found."""
    words, entry = stored.view(np.uint64), entry_of(stored, seeds, block)
    sound = is_sound(stored, seeds, block)
    if sound:
        words[entry + 1] |= ONE << HALF
    else:
        words[DIRECTORY] = np.uint64(seeds + 1)
    return sound


@compiled("int64(int8[::1], int64, int64, int64)")
def decoded(stored: Any, bit: Any, table: Any, skipped: Any) -> Any:
    """The symbol after some others in the codes that begin at this bit."""
    while True:
        at, shift = bit >> 6, np.uint64(bit) & FULL_WORD
        window = (word_at(stored, at) >> shift) | (
            (word_at(stored, at + 1) << ONE) << (FULL_WORD - shift)
        )
        for _ in range(64 // LONGEST):
            entry = np.int64(half_at(stored, table + np.int64(window & MASK)))
            count = (entry >> COUNT) & 15
            if skipped < count:
                return (entry >> 8 * skipped) & 255
            skipped -= count
            bit += entry >> BITS
            window >>= np.uint64(entry >> BITS)


@compiled("int64(int64, int64)")
def start_of(span: Any, part: Any) -> Any:
    """Where a part of a span starts, in bits, by the word of the span."""
    lengths = (span >> START_BITS) & ((1 << LENGTH_BITS * part) - 1)
    pairs = (lengths & EVEN) + ((lengths >> LENGTH_BITS) & EVEN)
    total = ((pairs * TOGETHER) >> 3 * PAIR) & ((1 << PAIR) - 1)
    return 2 * ((span & START) + total + SHORTEST * part)


@compiled("int64(int8[::1], int64, int64, int64)")
def symbol_at(stored: Any, seeds: Any, own: Any, number: Any) -> Any:
    """The symbol of a position of a packed level, by its number among those with as many seeds in
    the mover's row; -1 if it is damaged, which is noted in the directory."""
    block = FIRST_BLOCKS[seeds, own] + (number >> BLOCK)
    entry = entry_of(stored, seeds, block)
    # The half of the entry above the checksum shows that it was compared.
    compared = word_at(stored, entry + 1) >> HALF != np.uint64(0)
    if not (compared or is_sound_at_first(stored, seeds, block)):
        return np.int64(-1)
    begin = np.int64(word_at(stored, entry))
    at = blocks_at(stored, seeds) + (begin & BEGIN)
    span = np.int64(word_at(stored, at + ((number >> SPAN) & (STARTS - 1))))
    bit = (at + STARTS) * 64 + start_of(span, (number >> PART) & ((1 << SPAN - PART) - 1))
    table = 2 * (tables_at(stored, seeds) + (begin >> BEGIN_BITS) * TABLE)
    return decoded(stored, bit, table, number & ((1 << PART) - 1))


@compiled("int64(int8[::1], uint64, uint64)")
def packed_at(stored: Any, own: Any, other: Any) -> Any:
    """The value of a position of a packed level; UNKNOWN if it is damaged."""
    left, right = seeds_of(own), seeds_of(other)
    seeds = left + right
    mine, theirs = row_number(own), row_number(other)
    symbol = symbol_at(stored, seeds, left, mine * ROWS[right] + theirs)
    if symbol < 0:
        return np.int64(UNKNOWN)
    model = WORD * (tables_at(stored, seeds) + CODES * TABLE)
    begin = order(stored, model, seeds, left, mine, theirs, threats(own, other))
    return np.int64(byte_at(stored, model + LAYOUT[seeds, ORDERS] + begin + symbol))


@compiled("int64(int8[::1], uint64, uint64)")
def value_at(stored: Any, own: Any, other: Any) -> Any:
    """The value of a position, whose level must be there; UNKNOWN if it is damaged."""
    if seeds_of(own) + seeds_of(other) > AT_ONCE:
        return packed_at(stored, own, other)
    return np.int64(stored[place(own, other)])


@compiled("int64(int8[::1], int64)")
def first_damaged(stored: Any, seeds: Any) -> Any:
    """The first damaged block of a packed level, or -1."""
    for block in range(FIRST_BLOCKS[seeds, seeds + 1]):
        if not is_sound(stored, seeds, block):
            return block
    return -1
