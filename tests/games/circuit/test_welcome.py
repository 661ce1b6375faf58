"""What is said before a match begins, by the rules of that match."""

from __future__ import annotations

import pytest

from gamenight.games.circuit.options import Options
from gamenight.games.circuit.welcome import welcome


def told(**options: object) -> str:
    return "\n".join(welcome(Options(**options)))  # type: ignore[arg-type]


@pytest.mark.parametrize(("edition", "tiles", "cards"), [(1, False, False), (2, True, False)])
def test_each_edition_tells_what_it_has(edition: int, tiles: bool, cards: bool) -> None:
    assert ("may act" in told(edition=edition)) == tiles
    assert ("card" in told(edition=edition)) == cards
    assert "You begin with two cards" in told(edition=3)


def test_the_aim_is_that_of_the_match() -> None:
    assert "a ring of 24 tiles" in told()
    assert "The first to finish 2 laps wins" in told()
    assert "roll 1d4 and move on" in told(dice="1d4")
    assert "The first to finish 1 lap wins; after 1 turn in total" in told(laps=1, turn_limit=1)
    line = told(edition=1, board=9)
    assert "a line of 9 tiles" in line
    assert "The first to reach the last tile wins" in line


def test_only_tiles_that_the_board_may_have_are_explained() -> None:
    board = told(tiles="empty,moonwalk:9,bomb")
    assert "a ring of 3 tiles" in board
    assert "  Moonwalk: moves the others back by its number\n  Atomic bomb: " in board
    assert "Wormhole" not in board
    assert "may act" not in told(weights="empty:100")
