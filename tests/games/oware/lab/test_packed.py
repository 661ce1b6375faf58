"""Packed levels of the endgame tables: every value comes back, from every place."""

from __future__ import annotations

from typing import Any
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.games.oware.lab import ranks
from gamenight.games.oware.lab.codes import (
    LONGEST,
    MOST_AT_ONCE,
    SYMBOLS,
    codes_of,
    decoding,
    lengths_of,
)
from tests.late import late

with late():
    from gamenight.games.oware.lab import stored
    from gamenight.games.oware.lab.endgames import small
    from gamenight.games.oware.lab.packer import pack_block, packed

Counts = st.lists(st.integers(0, 10**12), min_size=1, max_size=97).filter(any)


def kept(seeds: int, values: Any, threads: int = 1) -> Any:
    """These values as the only packed level of tables."""
    *blocks, key = packed(seeds, values, threads)
    whole = np.concatenate([np.zeros(stored.PACKED // 8, np.uint64), *blocks, key]).view(np.int8)
    begin = stored.PACKED + sum(piece.nbytes for piece in blocks)
    stored.fill_directory(whole, {seeds: (stored.PACKED, begin)})
    assert len(key) == stored.key_words(seeds)
    return whole


def read(whole: Any, seeds: int) -> list[int]:
    """All values of a level, each looked up alone."""
    rows = ranks.rows_in_order(seeds)
    by_seeds = [rows[ranks.ROW_STARTS[n] : ranks.ROW_STARTS[n + 1]] for n in range(seeds + 1)]
    return [
        int(stored.packed_at(whole, own, other))
        for left in range(seeds + 1)
        for own in by_seeds[left]
        for other in by_seeds[seeds - left]
    ]


@given(Counts)
def test_no_code_is_the_beginning_of_another_or_too_long(counts: list[int]) -> None:
    lengths = lengths_of(np.array(counts))
    used = [int(length) for length in lengths if length]
    assert len(used) == sum(count > 0 for count in counts)
    assert max(used) <= LONGEST
    assert sum(2.0**-length for length in used) == (1 if len(used) > 1 else 0.5)
    by_count = sorted((count, -int(n)) for count, n in zip(counts, lengths, strict=True) if count)
    assert [-n for _, n in by_count] == sorted(used, reverse=True), "often is short"


@given(Counts, st.data())
def test_a_pattern_of_bits_is_decoded_to_the_symbols_that_made_it(
    counts: list[int], data: st.DataObject
) -> None:
    lengths = lengths_of(np.array(counts))
    codes, table = codes_of(lengths), decoding(lengths)
    symbols = data.draw(st.lists(st.sampled_from(np.flatnonzero(lengths).tolist()), min_size=10))
    pattern = shift = 0
    for symbol in symbols:
        pattern |= int(codes[symbol]) << shift
        shift += int(lengths[symbol])
    entry = int(table[pattern & (1 << LONGEST) - 1])
    count = entry >> 24 & 15
    assert 1 <= count <= MOST_AT_ONCE
    assert [entry >> 8 * n & 255 for n in range(count)] == symbols[:count]
    assert entry >> 28 == sum(int(lengths[symbol]) for symbol in symbols[:count])


@given(st.integers(0, 5), st.floats(0.1, 64), st.integers(0, 2**32))
def test_any_values_come_back(seeds: int, spread: float, number: int) -> None:
    """Even, skewed or all the same."""
    rng = np.random.default_rng(number)
    size = ranks.positions_with(seeds)
    values = np.clip(rng.normal(0, spread, size), -seeds, seeds).astype(np.int8)
    assert read(kept(seeds, values), seeds) == values.tolist()


@given(st.integers(1, 4096), st.lists(st.floats(0.05, 0.95), min_size=1), st.integers(0, 2**32))
def test_any_symbols_of_a_block_are_found(size: int, skews: list[float], number: int) -> None:
    """Each part skewed in its own way: some are filled up, some are as long as can be."""
    lengths = lengths_of(np.array([2 ** max(0, 30 - n) for n in range(57)] + [0] * (SYMBOLS - 57)))
    rng = np.random.default_rng(number)
    chances = rng.choice(skews, -(-size // 32)).repeat(32)[:size]
    symbols = np.minimum(rng.geometric(chances) - 1, 56).astype(np.uint8)
    words = np.zeros(stored.MOST_WORDS + 1 + stored.TABLE, np.uint64)
    words[: stored.TABLE] = decoding(lengths).view(np.uint64)
    end = pack_block(symbols, codes_of(lengths), lengths, words, stored.TABLE)
    assert end <= len(words) - 1
    found = list[int]()
    for n in range(size):
        span = int(words[stored.TABLE + n // 256].view(np.int64))
        bit = 64 * (stored.TABLE + stored.STARTS) + stored.start_of(span, n // 32 % 8)
        found.append(int(stored.decoded(words.view(np.int8), bit, 0, n % 32)))
    assert found == symbols.tolist()


@pytest.mark.parametrize("threads", [1, 3])
def test_whole_levels_are_as_they_were(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from gamenight.games.oware.lab import packer

    monkeypatch.setattr(packer, "PIECE", 1 << stored.BLOCK + 1)
    for seeds in range(9):
        values = small().values[ranks.LEVELS[seeds] : ranks.LEVELS[seeds + 1]]
        whole = kept(seeds, values, threads)
        assert read(whole, seeds) == values.tolist()
        assert stored.first_damaged(whole, seeds) == -1
        counts = [int(np.sum(one)) for one in (values > 0, values == 0, values < 0)]
        key = whole.view(np.int64)[whole.view(np.int64)[stored.DIRECTORY + 2 + 2 * seeds] :]
        assert counts == [int(part.sum()) for part in (key[65:128], key[64:65], key[:64])]


def test_a_level_of_many_blocks_is_as_it_was() -> None:
    values = small().values[ranks.LEVELS[11] : ranks.LEVELS[12]]
    assert read(kept(11, values), 11) == values.tolist()


def test_they_are_smaller() -> None:
    values = small().values[ranks.LEVELS[12] : ranks.LEVELS[13]]
    assert 2.1 < len(values) / (len(kept(12, values)) - stored.PACKED) < 2.7


@given(st.binary(max_size=400).map(lambda data: data + bytes(-len(data) % 8)))
def test_the_checksum_is_the_usual_one(data: bytes) -> None:
    words = np.frombuffer(data, np.uint64).copy()
    assert int(stored.checksum(words, 0, len(words))) == crc32(data)


def test_every_flipped_bit_of_a_block_is_noticed_once_it_is_read() -> None:
    values = small().values[ranks.LEVELS[5] : ranks.LEVELS[6]]
    clean = kept(5, values)
    words = clean.view(np.int64)
    first, last = 8 * words[stored.DIRECTORY + 11], 8 * words[stored.DIRECTORY + 12]
    for at in range(int(first), int(last), 67):
        whole = clean.copy()
        whole[at] ^= 1 << at % 7
        assert stored.first_damaged(whole, 5) >= 0
        assert stored.damaged_level(whole) == -1, "nothing was read yet"
        found = read(whole, 5)
        assert stored.damaged_level(whole) == 5
        assert all(a in (b, stored.UNKNOWN) for a, b in zip(found, values.tolist(), strict=True))
        assert stored.UNKNOWN in found
