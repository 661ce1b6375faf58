"""Rounds of the same game: who begins the next one, and who won them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.core.game import Game, Setup
from gamenight.core.record import Standing
from gamenight.core.registry import game
from gamenight.match.match import Match
from gamenight.match.series import next_order, result_lines
from gamenight.match.sqlite import SqliteStore
from tests.match.matches import ANN, BEN, CLEO
from tests.toys.nim import NIM

ASKED = replace(NIM, setup=Setup(starter="ask"), seats=range(1, 4))
SHUFFLED = replace(ASKED, setup=Setup(starter="shuffle"))


@pytest.mark.parametrize(
    ("played", "seats", "order"),
    [
        (ASKED, 3, 1),
        (ASKED, 2, 1),
        (ASKED, 1, 0),
        (SHUFFLED, 3, "shuffle"),
        (game("preys"), 2, "given"),
    ],
)
def test_who_begins_the_next_round(played: Game, seats: int, order: object) -> None:
    people = [ANN, BEN, CLEO][:seats]
    match = Match.new(SqliteStore(), played, people)
    assert next_order(match, people) == order


def test_winners_come_first_and_several_have_tied() -> None:
    won = (Standing("Ann", 3, False), Standing("Ben", 12, True))
    tied = (Standing("Ann", 5, True), Standing("Ben", 5, True), Standing("Cleo", 1, False))
    assert result_lines([won, tied]) == [
        "Round 1: Ben won with 12, Ann 3.",
        "Round 2: Ann tied with 5, Ben tied with 5, Cleo 1.",
    ]
