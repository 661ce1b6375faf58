"""Packs a level of the endgame tables, as `stored` reads it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from gamenight.games.oware.lab.codes import CODES, SYMBOLS, ZERO, codes_of, decoding
from gamenight.games.oware.lab.guesses import order, threats
from gamenight.games.oware.lab.models import model_of
from gamenight.games.oware.lab.places import compiled
from gamenight.games.oware.lab.ranks import OFFSETS, ROW_STARTS, ROWS, rows_in_order
from gamenight.games.oware.lab.stored import (
    BEGIN_BITS,
    BLOCK,
    LENGTH_BITS,
    MOST_WORDS,
    PART,
    SHORTEST,
    SPAN,
    START_BITS,
    STARTS,
    checksum,
)

# Positions that a thread packs at a time: about half a megabyte.
PIECE = 1 << 20
AHEAD = 4


class Piece(NamedTuple):
    """Blocks of a level as words, where each of them ends, their codes, their checksums, and how
    often each value occurs."""

    words: Any
    ends: Any
    codes: Any
    sums: Any
    counts: Any


@compiled("int64(uint8[::1], int64[:, ::1])")
def best_code(symbols: Any, lengths: Any) -> Any:
    """The code that makes a block shortest."""
    bits = np.zeros(CODES, np.int64)
    for symbol in symbols:
        for code in range(CODES):
            bits[code] += lengths[code, symbol]
    return np.argmin(bits)


@compiled("int64(uint8[::1], int64[::1], int64[::1], uint64[::1], int64)")
def pack_block(symbols: Any, codes: Any, lengths: Any, words: Any, at: Any) -> Any:
    """Write a block from this word on, which is zero like all that follow; where it ends."""
    bits = at + STARTS
    bit, start = np.int64(0), np.int64(0)
    for n in range(len(symbols)):
        if n & ((1 << PART) - 1) == 0:
            if n:
                bit = max(bit + (bit & 1), start + 2 * SHORTEST)
            span, part = n >> SPAN, (n >> PART) & ((1 << SPAN - PART) - 1)
            if part == 0:
                words[at + span] = np.uint64(bit >> 1)
            else:
                place = START_BITS + LENGTH_BITS * (part - 1)
                words[at + span] |= np.uint64(((bit - start) >> 1) - SHORTEST) << np.uint64(place)
            start = bit
        symbol = symbols[n]
        code, word, shift = np.uint64(codes[symbol]), bits + (bit >> 6), np.uint64(bit & 63)
        words[word] |= code << shift
        bit += lengths[symbol]
        if bits + (bit >> 6) > word and bit & 63:
            words[word + 1] = code >> (np.uint64(64) - shift)
    return bits + ((bit + 63) >> 6)


@compiled(
    "void(int8[::1], uint64[::1], int64, int64, int64, int8[::1], uint8[::1], uint8[::1], "
    "int64[::1])"
)
def find_symbols(
    values: Any,
    rows: Any,
    seeds: Any,
    left: Any,
    first: Any,
    model: Any,
    ranks: Any,
    symbols: Any,
    counts: Any,
) -> None:
    """The symbols of these values of a group, from this number of it on; counts the values."""
    right = seeds - left
    own, other = first // ROWS[right], first % ROWS[right]
    for n in range(len(values)):
        seen = threats(rows[ROW_STARTS[left] + own], rows[ROW_STARTS[right] + other])
        begin = order(model, 0, seeds, left, own, other, seen)
        symbols[n] = ranks[begin + seeds + np.int64(values[n])]
        counts[np.int64(values[n]) + ZERO] += 1
        other += 1
        if other == ROWS[right]:
            own, other = own + 1, 0


@compiled(
    "int64(uint8[::1], int64[:, ::1], int64[:, ::1], uint64[::1], int64[::1], int64[::1], "
    "uint64[::1])"
)
def pack_blocks(
    symbols: Any, codes: Any, lengths: Any, words: Any, ends: Any, chosen: Any, sums: Any
) -> Any:
    """Write all blocks of these symbols; where the last one ends."""
    end = np.int64(0)
    for n in range(len(ends)):
        first = end
        block = symbols[n << BLOCK : (n + 1) << BLOCK]
        code = best_code(block, lengths)
        end = pack_block(block, codes[code], lengths[code], words, first)
        ends[n], chosen[n], sums[n] = end, code, checksum(words, first, end)
    return end


def packed(seeds: int, values: Any, threads: int) -> Iterator[Any]:
    """A level in pieces, each an array of words: its blocks, and at last its key."""
    packer = _Packer(seeds, values, threads)
    counts, end = np.zeros(SYMBOLS, np.int64), 0
    begins, codes, sums = [np.zeros(1, np.int64)], list[Any](), list[Any]()
    with ThreadPoolExecutor(threads) as pool:
        for piece in packer.pieces(pool, AHEAD * threads):
            yield piece.words
            begins.append(piece.ends + end)
            codes.append(piece.codes)
            sums.append(piece.sums)
            counts += piece.counts
            end += len(piece.words)
    codes.append(np.zeros(1, np.int64))
    sums.append(np.zeros(1, np.uint64))
    entries = np.concatenate(begins) | np.concatenate(codes) << BEGIN_BITS
    index = np.stack([entries.view(np.uint64), np.concatenate(sums)], axis=1)
    tables = [decoding(one).view(np.uint64) for one in packer.model.lengths]
    guesses = packer.model.guesses.view(np.uint64)
    yield np.concatenate([counts.view(np.uint64), *tables, guesses, index.ravel()])


class _Packer:
    """What a level is packed with."""

    def __init__(self, seeds: int, values: Any, threads: int) -> None:
        self.seeds, self.values, self.rows = seeds, values, rows_in_order(seeds)
        self.model = model_of(seeds, values, threads)
        self.lengths = np.array(self.model.lengths)
        self.codes = np.array([codes_of(one) for one in self.model.lengths])

    def pieces(self, pool: ThreadPoolExecutor, ahead: int) -> Iterator[Piece]:
        """The whole level, packed by a pool, which is no more than some pieces ahead."""
        for left in range(self.seeds + 1):
            size = int(OFFSETS[self.seeds, left + 1] - OFFSETS[self.seeds, left])
            for first in range(0, size, ahead * PIECE):
                firsts = range(first, min(first + ahead * PIECE, size), PIECE)
                yield from pool.map(lambda at, left=left: self._piece(left, at), firsts)

    def _piece(self, left: int, first: int) -> Piece:
        group = self.values[OFFSETS[self.seeds, left] : OFFSETS[self.seeds, left + 1]]
        values = group[first : first + PIECE]
        symbols, counts = np.empty(len(values), np.uint8), np.zeros(SYMBOLS, np.int64)
        guesses, ranks = self.model.guesses, self.model.ranks
        find_symbols(values, self.rows, self.seeds, left, first, guesses, ranks, symbols, counts)
        blocks = -(-len(values) >> BLOCK)
        words = np.zeros(blocks * MOST_WORDS + 1, np.uint64)
        ends, codes = np.zeros(blocks, np.int64), np.zeros(blocks, np.int64)
        sums = np.zeros(blocks, np.uint64)
        end = pack_blocks(symbols, self.codes, self.lengths, words, ends, codes, sums)
        return Piece(words[:end], ends, codes, sums, counts)
