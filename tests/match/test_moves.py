"""How moves are counted, and who is told of."""

from __future__ import annotations

from gamenight.app.pictures.ending import scores_by_move
from gamenight.match.local import LocalTable
from gamenight.match.moves import moves_by_ply
from tests.match.courses import done
from tests.match.courses import drive as drive_match
from tests.match.matches import ANN, BEN, heist, new_match
from tests.match.test_arrivals import open_table


def test_dice_and_decks_make_no_moves() -> None:
    match = heist(ANN, BEN, seed=1)
    match.chance()
    table = LocalTable(match)
    assert moves_by_ply(table) == [0] * (table.last + 1), "cards were dealt"
    match.play("loot", 0, match.at)
    match.chance()
    assert moves_by_ply(table)[-1] == 1


def test_where_only_dice_play_their_rolls_are_moves() -> None:
    match = new_match("preys", people=0, escort="closest")
    drive_match(match)
    table = LocalTable(match)
    assert moves_by_ply(table)[-1] == table.last
    assert scores_by_move(table) == {}


def test_whoever_left_has_no_line_in_the_chart() -> None:
    table = open_table()
    assert set(scores_by_move(table)) == {"Ann", "Ben", "Cleo"}
    done(table.leave(2))
    assert set(scores_by_move(table)) == {"Ann", "Ben"}
