"""Packs a level of the endgame tables, as `stored` reads it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from gamenight.games.oware.lab.codes import SYMBOLS, ZERO, codes_of, decoding, lengths_of
from gamenight.games.oware.lab.places import compiled
from gamenight.games.oware.lab.ranks import OFFSETS
from gamenight.games.oware.lab.stored import BLOCK, MOST_WORDS, PART, STARTS, checksum

# Positions that a thread packs at a time: about half a megabyte.
PIECE = 1 << 20
AHEAD = 4


class Piece(NamedTuple):
    """Blocks of a level as words, where each of them ends, and their checksums."""

    words: Any
    ends: Any
    sums: Any


@compiled("void(int8[::1], int64[::1])")
def count_values(values: Any, counts: Any) -> None:
    for value in values:
        counts[np.int64(value) + ZERO] += 1


@compiled("int64(int8[::1], int64[::1], int64[::1], uint64[::1], int64)")
def pack_block(values: Any, codes: Any, lengths: Any, words: Any, at: Any) -> Any:
    """Write a block from this word on, which is zero like all that follow; where it ends."""
    bits = at + STARTS
    bit = np.int64(0)
    for n in range(len(values)):
        if n & ((1 << PART) - 1) == 0:
            part = n >> PART
            words[at + (part >> 2)] |= np.uint64(bit) << np.uint64(16 * (part & 3))
        symbol = np.int64(values[n]) + ZERO
        code, word, shift = np.uint64(codes[symbol]), bits + (bit >> 6), np.uint64(bit & 63)
        words[word] |= code << shift
        bit += lengths[symbol]
        if bits + (bit >> 6) > word and bit & 63:
            words[word + 1] = code >> (np.uint64(64) - shift)
    return bits + ((bit + 63) >> 6)


@compiled("int64(int8[::1], int64[::1], int64[::1], uint64[::1], int64[::1], uint64[::1])")
def pack_blocks(values: Any, codes: Any, lengths: Any, words: Any, ends: Any, sums: Any) -> Any:
    """Write all blocks of these values; where the last one ends."""
    end = np.int64(0)
    for n in range(len(ends)):
        first = end
        block = values[n << BLOCK : (n + 1) << BLOCK]
        end = pack_block(block, codes, lengths, words, first)
        ends[n], sums[n] = end, checksum(words, first, end)
    return end


def packed(seeds: int, values: Any, threads: int) -> Iterator[Any]:
    """A level in pieces, each an array of words: its blocks, and at last its key."""
    total, tables = np.zeros(SYMBOLS, np.int64), list[Any]()
    begins, sums, end = [np.zeros(1, np.int64)], list[Any](), 0
    with ThreadPoolExecutor(threads) as pool:
        for own in range(seeds + 1):
            group = values[OFFSETS[seeds, own] : OFFSETS[seeds, own + 1]]
            counts = np.zeros(SYMBOLS, np.int64)
            count_values(group, counts)
            total += counts
            lengths = lengths_of(counts)
            tables.append(decoding(lengths))
            for piece in _pieces(group, codes_of(lengths), lengths, pool, AHEAD * threads):
                yield piece.words
                begins.append(piece.ends + end)
                sums.append(piece.sums)
                end += len(piece.words)
    sums.append(np.zeros(1, np.uint64))
    index = np.stack([np.concatenate(begins).view(np.uint64), np.concatenate(sums)], axis=1)
    key = [total.view(np.uint64), *(table.view(np.uint64) for table in tables), index.ravel()]
    yield np.concatenate(key)


def _pieces(
    group: Any, codes: Any, lengths: Any, pool: ThreadPoolExecutor, ahead: int
) -> Iterator[Piece]:
    """The values of a group, packed by a pool, which is no more than some pieces ahead."""

    def pack(first: int) -> Piece:
        return _piece(group[first : first + PIECE], codes, lengths)

    for first in range(0, len(group), ahead * PIECE):
        yield from pool.map(pack, range(first, min(first + ahead * PIECE, len(group)), PIECE))


def _piece(values: Any, codes: Any, lengths: Any) -> Piece:
    blocks = -(-len(values) >> BLOCK)
    words = np.zeros(blocks * MOST_WORDS + 1, np.uint64)
    ends, sums = np.zeros(blocks, np.int64), np.zeros(blocks, np.uint64)
    end = pack_blocks(values, codes, lengths, words, ends, sums)
    return Piece(words[:end], ends, sums)
