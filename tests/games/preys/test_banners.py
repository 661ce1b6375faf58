"""Banners over the board: their messages, their width, and where the odd space goes."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from gamenight.games.preys.banner import (
    FISH_WIN,
    FISHERMEN_WIN,
    MISSING_INPUTS,
    TIE,
    Message,
    closing,
    offending,
    over,
)
from gamenight.games.preys.board import default_view
from gamenight.games.preys.rules import CAUGHT, SEA, PreysRules, State
from tests.games.preys.frames import picture

SMALLEST = State(12, (SEA, CAUGHT, CAUGHT, CAUGHT))
SMALL = State(11, (SEA, 12, CAUGHT, CAUGHT))
MIDDLE = State(10, (SEA, SEA, CAUGHT, 12))

BANNERS = [
    (
        SMALLEST,
        FISHERMEN_WIN,
        """
              ╔════════╤═══════╗
        ┌────────────────────────────┐
        │ The fishing was good; it's │
        │ the catching that was bad. │
        └────────────────────────────┘
              ╚════════╧═══════╝
        """,
    ),
    (
        SMALL,
        FISHERMEN_WIN,
        """
            ╔════════╤═══╤═══════╗
        ┌────────────────────────────┐
        │ The fishing was good; it's │
        │ the catching that was bad. │
        └────────────────────────────┘
            ╚════════╧═══╧═══════╝
        """,
    ),
    (
        MIDDLE,
        FISHERMEN_WIN,
        """
          ╔════════╤═══╤═══╤═══════╗
        ┌────────────────────────────┐
        │ The fishing was good; it's │
        │ the catching that was bad. │
        └────────────────────────────┘
          ╚════════╧═══╧═══╧═══════╝
        """,
    ),
    (
        SMALL,
        offending("400000"),
        """
               ╔════════╤═══╤═══════╗
        ┌──────────────────────────────────┐
        │ The provided input is not valid! │
        │      Offending input: 400...     │
        └──────────────────────────────────┘
               ╚════════╧═══╧═══════╝
        """,
    ),
    (
        SMALL,
        TIE,
        """
         ╔════════╤═══╤═══════╗
        ┌──────────────────────┐
        │       Nice tie       │
        │         LOL!         │
        └──────────────────────┘
         ╚════════╧═══╧═══════╝
        """,
    ),
    (
        MIDDLE,
        FISH_WIN,
        """
         ╔════════╤═══╤═══╤═══════╗
        ┌──────────────────────────┐
        │       Go team fish!      │
        │       Finally free.      │
        └──────────────────────────┘
         ╚════════╧═══╧═══╧═══════╝
        """,
    ),
    (
        SMALLEST,
        MISSING_INPUTS,
        """
         ╔════════╤═══════╗
        ┌──────────────────┐
        │  Missing inputs. │
        │  The game ends!! │
        └──────────────────┘
         ╚════════╧═══════╝
        """,
    ),
]


@pytest.mark.parametrize(("state", "message", "drawn"), BANNERS)
def test_a_banner_over_a_board(state: State, message: Message, drawn: str) -> None:
    assert over(default_view(PreysRules(), state), message) == picture(drawn)


def test_an_odd_board_under_an_even_banner() -> None:
    board = ["╔═══╗", *["║   ║"] * 4, "╚═══╝"]
    drawn = """
           ╔═══╗
        ┌────────┐
        │ a line │
        │   odd  │
        └────────┘
           ╚═══╝
    """
    assert over("\n".join(board), ("a line", "odd")) == picture(drawn)


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("🐟魚e", "│      Offending input: 🐟魚e      │"),
        ("魚魚魚魚", "│    Offending input: 魚魚魚...    │"),
        ("e\u0301", "│        Offending input: e\u0301        │"),
    ],
)
def test_a_wide_character_keeps_the_edge_straight(word: str, line: str) -> None:
    """An emoji and a Chinese character take two cells, a combining accent none."""
    lines = over(default_view(PreysRules(), SMALL), offending(word)).split("\n")
    assert lines[3] == line
    assert {cell_len(other) for other in lines} == {36}


def test_blanks_right_of_the_board_are_kept() -> None:
    first, *_, last = over(default_view(PreysRules(), SMALL), TIE).split("\n")
    assert first == " ╔════════╤═══╤═══════╗ "
    assert last == " ╚════════╧═══╧═══════╝ "


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("M", "M"),
        ("01", "01"),
        ("001", "001"),
        ("0001", "000..."),
        ("400000", "400..."),
        ("...", "..."),
        ("٣", "٣"),
        ("a\x00b", "a?b"),
        ("\x1b[31m", "?[3..."),
        ("\x7f\x80\x9f\x01", "???..."),
        ("\ufeff1", "\ufeff1"),
    ],
)
def test_how_an_offending_input_is_shown(word: str, shown: str) -> None:
    assert offending(word) == ("The provided input is not valid!", f"Offending input: {shown}")


@pytest.mark.parametrize(
    ("safe", "message"),
    [(0, FISHERMEN_WIN), (1, FISHERMEN_WIN), (2, TIE), (3, FISH_WIN), (4, FISH_WIN)],
)
def test_the_closing_message(safe: int, message: Message) -> None:
    assert closing(State(12, (SEA,) * safe + (CAUGHT,) * (4 - safe))) == message
