"""Words from standard input as they come, in bounded memory."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Iterator
from io import BufferedIOBase

from gamenight.games.preys.banner import LONGEST_SHOWN

CHUNK = 1 << 16
# One character more than a banner shows is enough to know that a word is longer.
LONGEST_KEPT = LONGEST_SHOWN + 1


def words_in(stream: BufferedIOBase) -> Iterator[list[str]]:
    """The words that each read completes; bytes that are not UTF-8 become replacement signs."""
    decoder = getincrementaldecoder("utf-8")("replace")
    begun = ""
    while chunk := stream.read1(CHUNK):
        text = begun + decoder.decode(chunk)
        words = text.split()
        begun = words.pop()[:LONGEST_KEPT] if words and not text[-1].isspace() else ""
        yield words
    yield (begun + decoder.decode(b"", final=True)).split()
