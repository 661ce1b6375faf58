"""Reads words out of an array of bytes, in compiled code.

A view of the array would do the same, but making one takes longer than a lookup in a small table:
17 ns. Nothing checks that the word is there.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

BYTES = types.Array(types.int8, 1, "C")


def _reader(result: Any) -> Any:
    """What reads one of the numbers of this type that the bytes are."""

    def read(context: Any, stored: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            data = context.make_array(BYTES)(context, builder, given[0]).data
            numbers = builder.bitcast(data, ir.IntType(result.bitwidth).as_pointer())
            return builder.load(builder.gep(numbers, [given[1]]))

        return result(BYTES, types.int64), generate

    return intrinsic(read)


word_at = _reader(types.uint64)
half_at = _reader(types.uint32)
quarter_at = _reader(types.int16)
byte_at = _reader(types.int8)
