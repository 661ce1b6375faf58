"""Names and other text from people."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.core.errors import InvalidName
from gamenight.core.game import Setup
from gamenight.core.text import clean_name, listed, quoted, seen_length, visible, whole_number


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee ", "Ann Lee"),
        ("Jose\u0301", "José"),
        ("A\x1b[31mnn\x07", "A[31mnn"),
        ("evil\u202eecalp", "evilecalp"),
        ("zero\u200bwidth\u200d", "zerowidth"),
        ("z\u0300\u0301\u0302\u0303\u0304\u0305", "z\u0300\u0301"),
        ("heart❤\ufe0f", "heart❤"),
        ("一二三", "一二三"),
        ("é" * 24, "é" * 24),
        (unicodedata.normalize("NFD", "é" * 24), "é" * 24),
    ],
)
def test_a_name_is_made_safe(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "\u3164", "x" * 25, "bot:hard", "BOT:x"])
def test_a_name_that_cannot_be(typed: str) -> None:
    with pytest.raises(InvalidName):
        clean_name(typed)


def test_a_letter_is_a_name_unless_a_game_wants_longer_ones() -> None:
    setup = Setup()
    assert clean_name("A", setup.shortest, setup.longest) == "A"
    with pytest.raises(InvalidName, match="3 to 15 visible characters, not 2"):
        clean_name("Al", 3, 15)
    with pytest.raises(InvalidName, match="not 2: 'Bo'"):
        clean_name(" Bo", 3, 15)


@given(st.text(max_size=80))
def test_whatever_is_typed_is_harmless_afterwards(typed: str) -> None:
    name = visible(typed)
    assert visible(name) == name
    assert unicodedata.is_normalized("NFC", name) or any(
        unicodedata.category(c).startswith("M") for c in name
    )
    assert not {unicodedata.category(c)[0] for c in name} & {"C"}
    assert seen_length(name) <= len(typed) * 3
    assert name.isprintable()


@given(st.text() | st.integers() | st.lists(st.text()))
def test_a_quoted_value_is_one_printable_line(value: object) -> None:
    text = quoted(value)
    assert text.isprintable()
    assert len(text) < 450


@pytest.mark.parametrize(
    ("typed", "number"),
    [("7", 7), ("007", 7), ("", None), ("-1", None), ("²", None), ("٣", None), ("9" * 19, None)],
)
def test_a_number_is_plain_digits(typed: str, number: int | None) -> None:
    assert whole_number(typed) == number


def test_a_long_list_is_cut() -> None:
    assert listed(range(3)) == "0, 1, 2"
    assert listed(range(30), most=2) == "0, 1, and 28 more"
    assert listed([]) == "nothing"
