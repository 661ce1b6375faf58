"""Who stands on a tile, where lines flow: label and pawns in the room of a tile."""

from __future__ import annotations

import pytest

from gamenight.core.scene import Area, Scene, ScoreRow, Spot, Token
from gamenight.draw.layouts.flow import render
from gamenight.draw.style import Style


def standing(label: str, names: str, tokens: tuple[Token, ...], style: Style) -> str:
    """What is written below the sign of the first of ten tiles, in the four cells of a tile."""
    rows = tuple(ScoreRow(f"p{seat}", seat, name, 0) for seat, name in enumerate(names))
    spots = (Spot("t0", label, tokens=tokens), *(Spot(f"t{n}", str(n)) for n in range(1, 10)))
    scene = Scene("", scores=rows, areas=(Area("track", "", "ring", spots, "tile", 0),))
    lines = render(scene, {}, style)
    top = next(index for index, text in enumerate(lines) if "·" in text or " - " in text)
    assert lines[top + 1][7:9].strip() == "1", "a tile is no wider than it was"
    return lines[top + 1][2:6].strip()


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize(
    ("pawns", "one", "twelve", "bare"),
    [
        ("0", "1 A", "12 A", "A"),
        ("00", "1 AA", "12AA", "AA"),
        ("01", "1 AB", "12AB", "AB"),
        ("000", "1AAA", "12×3", "AAA"),
        ("012", "1ABC", "12×3", "ABC"),
        ("0000", "1A×4", "12×4", "AAAA"),
        ("3333", "1D×4", "12×4", "DDDD"),
        ("0123", "1 ×4", "12×4", "ABCD"),
        ("00000", "1A×5", "12×5", "A×5"),
        ("00123", "1 ×5", "12×5", "×5"),
    ],
)
def test_pawns_that_are_letters(pawns: str, one: str, twelve: str, bare: str, width: int) -> None:
    tokens = tuple(Token("pawn", owner=int(seat)) for seat in pawns)
    found = [standing(label, "ABCD", tokens, Style(width=width)) for label in ("1", "12", "")]
    assert found == [one, twelve, bare]


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize(
    ("pawns", "one", "twelve", "bare"),
    [
        ("0", "1 1", "12 1", "1"),
        ("00", "1 ×2", "12×2", "1 1"),
        ("03", "1 ×2", "12×2", "1 4"),
        ("000", "1 ×3", "12×3", "1×3"),
        ("012", "1 ×3", "12×3", "×3"),
        ("3333", "1 ×4", "12×4", "4×4"),
        ("01233", "1 ×5", "12×5", "×5"),
    ],
)
def test_pawns_that_are_numbers(pawns: str, one: str, twelve: str, bare: str, width: int) -> None:
    """`1×3` are three pawns of player 1, and never three pawns on tile 1."""
    tokens = tuple(Token("pawn", owner=int(seat)) for seat in pawns)
    found = [standing(label, "AAAA", tokens, Style(width=width)) for label in ("1", "12", "")]
    assert found == [one, twelve, bare]


@pytest.mark.parametrize(
    ("label", "names", "count", "shown"),
    [
        ("1", "AB", 4, "1Ax4"),
        ("12", "AB", 4, "12x4"),
        ("B", "AB", 1, "B A"),
        ("B", "AB", 4, "B x4"),
        ("C", "AB", 4, "CAx4"),
        ("", "AB", 4, "Ax4"),
        ("", "AA", 4, "1x4"),
        ("", "", 4, "1x4"),
    ],
)
def test_a_label_that_could_be_a_pawn_stands_apart(
    label: str, names: str, count: int, shown: str
) -> None:
    style = Style(ascii=True)
    assert standing(label, names, (Token("pawn", owner=0, count=count),), style) == shown


def test_numbers_of_players_who_have_no_row_stand_apart() -> None:
    tokens = (Token("pawn", owner=0), Token("pawn", owner=1))
    assert standing("", "", tokens, Style()) == "1 2"
