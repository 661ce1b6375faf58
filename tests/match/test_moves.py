"""How moves are counted, and who is told of."""

from __future__ import annotations

import pytest

from gamenight.app.pictures.ending import scores_by_move
from gamenight.core.play import mover
from gamenight.lab.review import review
from gamenight.lab.review_files import as_csv
from gamenight.lab.rollouts import Rollouts
from gamenight.match.local import LocalTable
from gamenight.match.moves import moves_by_ply, ply_of
from gamenight.match.sqlite import SqliteStore
from tests.match.courses import OWARE, done, played
from tests.match.courses import drive as drive_match
from tests.match.matches import ANN, BEN, heist, new_match
from tests.match.test_arrivals import open_table
from tests.match.test_replay import replayed


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


def test_where_dice_have_a_seat_their_rolls_are_moves_too() -> None:
    """Dice can end a match before the other side was asked anything."""
    match = new_match("preys", people=1, escort="choose")
    match.chance()
    table = LocalTable(match)
    assert table.last
    assert moves_by_ply(table)[-1] == table.last


@pytest.mark.parametrize("edition", [1, 2])
def test_where_nobody_had_anything_to_decide_the_rolls_were_the_moves(edition: int) -> None:
    """So that a game turns at a move, and not before the first."""
    match = new_match("circuit", people=2, edition=edition, laps=1)
    drive_match(match)
    table = LocalTable(match)
    rolls = [ply for ply in table.plies if mover(table.rules, ply) is not None]
    assert moves_by_ply(table)[-1] == len(rolls) > 1
    found = review(table.game, table.record(), Rollouts(table.game, table.rules, 1))
    assert list(found.moves) == moves_by_ply(table)


def test_whoever_left_has_no_line_in_the_chart() -> None:
    table = open_table()
    assert set(scores_by_move(table)) == {"Ann", "Ben", "Cleo"}
    done(table.leave(2))
    assert set(scores_by_move(table)) == {"Ann", "Ben"}


def test_every_page_counts_alike() -> None:
    """A roll of Zombie Dice is a decision, and then dice fall: one move, and more than one ply."""
    match = new_match("zombie", people=2)
    drive_match(match, lambda match: len(match.plies) > 20)
    table = LocalTable(match)
    moves = moves_by_ply(table)
    assert 1 < moves[-1] < table.last
    record = table.record()
    found = review(table.game, record, Rollouts(table.game, table.rules, 1))
    assert list(found.moves) == moves
    rows = [line.split(",")[:2] for line in as_csv(found).splitlines()[1:]]
    assert rows == [[str(ply), str(moves[ply])] for ply in range(1, table.last + 1)]
    output = replayed(record, str(moves[-1]), "last", "first")
    assert f"move {moves[-1]} of {moves[-1]}, ? for help> last" in output
    assert f"There is no move {moves[-1] + 1} " in replayed(record, str(moves[-1] + 1))


def test_a_move_is_found_by_its_number() -> None:
    assert [ply_of(move, [0, 0, 1, 1, 2]) for move in (0, 1, 2, 3)] == [0, 2, 4, 5]


def test_giving_up_is_not_counted_as_a_move() -> None:
    match = played(SqliteStore(), OWARE, "Ann Ben", "C", "c")
    match.resign(0)
    judge = Rollouts(OWARE, match.rules, 1)
    found = review(OWARE, match.record, judge)
    assert found.moves[-1] == moves_by_ply(LocalTable(match))[-1] == 2
