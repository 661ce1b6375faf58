"""The QR code that a terminal shows says what it should, read as a camera reads it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.online.links import Address
from gamenight.online.qr import EDGE, qr_lines
from tests.online.qr_reader import modules_of, read_qr


@pytest.mark.parametrize(
    "server", ["http://127.0.0.1:8650", "http://192.168.7.9:65535", "https://games.example.org"]
)
def test_a_link_is_read_from_the_blocks(server: str) -> None:
    link = Address(server).claiming("MZ22-224B-5FHT-ZQ2")
    lines = qr_lines(link)
    assert read_qr(modules_of(lines)) == link
    assert all(line[:EDGE] == line[-EDGE:] == "█" * EDGE for line in lines)
    assert set(lines[0]) == {"█"}


@given(st.text("abcdefghijklmnopqrstuvwxyz:/.-?#", min_size=1, max_size=60))
def test_any_text_is_read_as_it_was_written(text: str) -> None:
    link = f"http{text}"  # small letters need byte mode
    assert read_qr(modules_of(qr_lines(link))) == link


def test_a_wrong_picture_is_noticed() -> None:
    """The reader can fail: with two other modules it says something else, or nothing."""
    link = Address("http://127.0.0.1:8650").claiming("MZ22-224B-5FHT-ZQ2")
    modules = [[*row] for row in modules_of(qr_lines(link))]
    modules[-1][-1] ^= True
    modules[-4][-1] ^= True
    with pytest.raises((AssertionError, UnicodeDecodeError)):
        assert read_qr(modules) == link
