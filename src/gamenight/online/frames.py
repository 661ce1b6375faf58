"""Frames: the messages of a WebSocket as bytes (RFC 6455). A text that many screens get is made
into bytes once; one message by itself, as clients send it nearly always, is read at once, and all
else is left to the web server's library."""

from __future__ import annotations

from typing import NamedTuple

from gamenight.online.protocol import LONGEST_MESSAGE

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it was installed without a compiler
    from websockets.utils import apply_mask

FINAL, TEXT, CLOSE, MASKED = 0x80, 0x01, 0x08, 0x80
TWO_BYTES, EIGHT_BYTES = 126, 127  # where the length is not in the second byte but in the next ones
MASK = 4  # bytes
SHORT_HEADS = [bytes((FINAL | TEXT, size)) for size in range(TWO_BYTES)]


_latest: tuple[str | None, bytes] = None, b""  # a text, and what was made of it


def framed(text: str) -> bytes:
    """A text as a WebSocket carries it from a server; made once while screen after screen gets
    it."""
    global _latest
    known, made = _latest
    if known is not text:
        data = text.encode()
        made = _head(len(data)) + data
        _latest = text, made
    return made


def _head(size: int) -> bytes:
    if size < TWO_BYTES:
        return SHORT_HEADS[size]
    if size < 1 << 16:
        return bytes((FINAL | TEXT, TWO_BYTES)) + size.to_bytes(2)
    return bytes((FINAL | TEXT, EIGHT_BYTES)) + size.to_bytes(8)


def is_end(data: bytes) -> bool:
    """Whether a client says goodbye with these bytes."""
    return data[:1] == bytes((FINAL | CLOSE,))


class Only(NamedTuple):
    """A client's frame that is all there is, and ends its message. text: if it is one."""

    text: str | None


def only_frame(data: bytes) -> Only | None:
    """What these bytes are, if they are one such frame; None if they are anything else, allowed or
    not: more than one frame, a part of one, a part of a message, or too long."""
    if len(data) < 2 + MASK:
        return None
    first, size, start = data[0], data[1] - MASKED, 2 + MASK
    if size == TWO_BYTES:
        size, start = int.from_bytes(data[2:4]), 4 + MASK
    elif size not in range(TWO_BYTES):
        return None
    if len(data) != start + size or size > LONGEST_MESSAGE or not first & FINAL:
        return None
    if first != FINAL | TEXT:
        return Only(None)
    try:
        return Only(apply_mask(data[start:], data[start - MASK : start]).decode())
    except UnicodeDecodeError:
        return None
