"""How far a match has got, in a few words."""

from __future__ import annotations

from gamenight.core.parts import people_first
from gamenight.core.record import Seat
from gamenight.core.rules import Decision
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.progress import progress
from gamenight.match.sqlite import SqliteStore
from gamenight.match.table import Table
from tests.match.courses import OWARE, ZOMBIE, done, drive, played
from tests.match.matches import ANN, BEN, BOT
from tests.match.test_arrivals import open_table


def last_action(table: Table, seat: int) -> str:
    """To stop, where one can roll or stop."""
    node = table.rules.node(table.state())
    assert isinstance(node, Decision)
    return table.rules.format(node.actions[-1])


def test_moves_and_the_scores_of_two() -> None:
    match = played(SqliteStore(), OWARE, "Ann Ben")
    assert progress(LocalTable(match)) == "no move yet"
    match.play("C", 0, match.at)
    assert progress(LocalTable(match)) == "1 move, 0 : 0"
    match.play("d", 1, match.at)
    assert progress(LocalTable(match)) == "2 moves, 0 : 0"


def test_scores_are_in_the_order_of_the_names() -> None:
    """The machine begins, but people are listed first."""
    seats = [Seat("V1Ki", "easy"), Seat("Ann")]
    match = Match.new(SqliteStore(), OWARE, seats, order="given", seed=5)
    drive(match, lambda match: any(match.rules.scores(match.state)))
    machine, person = match.rules.scores(match.state)
    assert machine != person
    assert progress(LocalTable(match)).endswith(f", {person} : {machine}")


def test_of_several_the_leader_is_named() -> None:
    seats = [Seat(name) for name in ("Ann", "Ben", "Cleo")]
    match = Match.new(SqliteStore(), ZOMBIE, seats, order="given", seed=3)
    table = LocalTable(match)
    drive(match, lambda match: len(match.plies) > 2)
    assert progress(table).endswith(", all have 0")
    drive(match, lambda match: max(match.state.scores) > 0, last_action)
    best = max(match.state.scores)
    leader = seats[match.state.scores.index(best)].name
    assert progress(table).endswith(f", {leader} leads with {best}")


def test_a_stake_that_can_still_be_lost_does_not_count() -> None:
    match = Match.new(SqliteStore(), ZOMBIE, [ANN, BEN], order="given", seed=3)
    drive(match, lambda match: match.state.eaten > 0 and len(match.plies) > 2)
    assert progress(LocalTable(match)).endswith(", 0 : 0")


def test_nobody_who_has_left_leads() -> None:
    table = open_table()
    done(table.leave(2))
    assert "Cleo" not in progress(table)


def test_people_are_listed_before_machines_and_empty_seats_not_at_all() -> None:
    assert people_first([BOT, ANN, Seat(""), BEN]) == [1, 3, 0]
