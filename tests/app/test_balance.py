"""Luck and decisions of each player as bars."""

from __future__ import annotations

from dataclasses import replace

from gamenight.app.pictures.balance import draw_balance
from gamenight.draw.palette import Look
from gamenight.lab.account import Review
from gamenight.lab.digest import Digest, ReviewWords
from tests.lab.reviews import duel


def lines(review: Review, width: int) -> list[str]:
    drawn = draw_balance(Digest(review), ReviewWords(review), Look(), (width, 8), False)
    return ["".join(cell[0] for cell in row).rstrip() for row in drawn.rows]


def test_parts_of_a_win_say_so_where_there_is_room() -> None:
    review = replace(duel(), names=("Count Crumbs", "Lady Luckless"))
    for width, ending in ((74, "+0.20 wins"), (54, "+0.20")):
        assert lines(review, width)[1].endswith(ending)
        assert "%" not in "".join(lines(review, width))


def test_other_units_are_not_wins() -> None:
    assert "wins" not in "".join(lines(duel("seeds"), 74))
