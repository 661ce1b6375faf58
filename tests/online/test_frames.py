"""A text is made into the bytes of a WebSocket once, whoever gets them, and what comes by itself is
read as the library would read it."""

from random import Random

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from gamenight.online.frames import framed, only_frame
from gamenight.online.protocol import LONGEST_MESSAGE


def sent(opcode: Opcode, data: bytes, fin: bool = True, mask: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=mask)


@pytest.mark.parametrize("text", ["", "{}", "é🎲" * 40, "x" * 125, "x" * 126, "x" * 70_000])
def test_anybody_can_read_a_frame(text: str) -> None:
    client = ClientProtocol(parse_uri("ws://localhost/"), state=OPEN, max_size=None)
    client.receive_data(framed(text))
    (event,) = client.events_received()
    assert isinstance(event, Frame)
    assert bytes(event.data).decode() == text


def test_the_same_text_is_the_same_bytes() -> None:
    assert framed("once") is framed("once")


@pytest.mark.parametrize(
    "text", ["", "{}", "é🎲" * 15, "x" * 125, "x" * 126, "x" * LONGEST_MESSAGE]
)
def test_a_text_by_itself_is_read(text: str) -> None:
    only = only_frame(sent(Opcode.TEXT, text.encode()))
    assert only is not None
    assert only.text == text


@pytest.mark.parametrize("opcode", [Opcode.PONG, Opcode.PING, Opcode.CLOSE, Opcode.BINARY])
def test_another_frame_by_itself_is_no_text(opcode: Opcode) -> None:
    only = only_frame(sent(opcode, b"1234"))
    assert only is not None
    assert only.text is None


TEXT = sent(Opcode.TEXT, b"{}")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        *(TEXT[:size] for size in range(1, len(TEXT))),
        TEXT + TEXT,
        TEXT + TEXT[:3],
        sent(Opcode.TEXT, b"{", fin=False),
        sent(Opcode.TEXT, b"{}" * 70, mask=False),
        sent(Opcode.TEXT, b"\xff"),
        sent(Opcode.TEXT, b"x" * (LONGEST_MESSAGE + 1)),
        sent(Opcode.TEXT, b"x" * 70_000),
        b"\x81\xff" + bytes(131),  # its length is in eight more bytes
        b"\x81\x80".ljust(2 + 128, b"\0"),
    ],
    ids=lambda data: f"{len(data)} bytes",  # a mask is drawn at random, and names must not be
)
def test_all_else_is_left_to_the_library(data: bytes) -> None:
    assert only_frame(data) is None


def test_any_bytes_can_come() -> None:
    rng = Random(1)
    for _ in range(20_000):
        only_frame(rng.choice((b"", b"\x81", b"\x81\x85")) + rng.randbytes(rng.randrange(12)))
