"""The rungs of every ladder: the same five in every game, in even steps; and the tool for them."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest

import gamenight
from gamenight.bots import ANCHOR_ELO
from gamenight.bots.ladder import ladder
from gamenight.core.wavering import RUNGS, Wavering

tool: Any = import_module("tools.rungs")  # which mypy knows by another name

GAMES = gamenight.games()
# A step may be this much of an even one: the measured Elo of both its ends has an error, which in
# Circuit is half a step where it is the largest.
LEAST, MOST = 0.6, 1.4


@pytest.mark.parametrize("id", GAMES)
def test_five_rungs_lead_up_in_even_steps(id: str) -> None:
    found = ladder(gamenight.game(id))
    heights = [ANCHOR_ELO, *(found[rung] for rung in RUNGS), max(found.values())]
    even = (heights[-1] - ANCHOR_ELO) / (len(RUNGS) + 1)
    steps = [above - below for below, above in pairwise(heights)]
    assert all(LEAST * even < step < MOST * even for step in steps), steps


@pytest.mark.parametrize("id", GAMES)
def test_they_waver_less_the_higher_they_are(id: str) -> None:
    game = gamenight.game(id)
    bots = [game.bots[rung].bot for rung in RUNGS]
    for lower, higher in pairwise(bots):
        assert isinstance(lower, Wavering)
        assert isinstance(higher, Wavering)
        assert lower.bot is not higher.bot or lower.doubt > higher.doubt
    assert [game.bots[rung].summary for rung in RUNGS] == list(RUNGS.values())


@pytest.mark.parametrize(
    ("target", "doubt"), [(1200, 4.0), (1100, 8.0), (1300, 2.0), (100, 16.0), (9000, 1.0)]
)
def test_the_right_doubt_is_on_the_line(target: float, doubt: float) -> None:
    points = [(8.0, 1100.0), (4.0, 1200.0), (2.0, 1300.0)]
    assert tool.right_doubt(points, 4.0, target) == pytest.approx(doubt)


def test_where_one_side_decides_the_right_doubt_is_worked_out() -> None:
    preys = gamenight.game("preys")
    own = tool.own_rung(preys, "learner")
    elo = tool.worked_out(preys, own)
    assert elo == pytest.approx(ladder(preys)["learner"], abs=0.05)
    far = Wavering(own.bot, own.doubt * 2)
    assert tool.exact_doubt(preys, far, elo) == pytest.approx(own.doubt, rel=0.001)


def test_where_doubt_seems_to_help_the_step_is_the_longest() -> None:
    points = [(8.0, 1300.0), (4.0, 1200.0)]
    assert tool.right_doubt(points, 4.0, 1100) == 16.0
    assert tool.right_doubt(points, 4.0, 1400) == 1.0


def test_the_tool_tries_every_rung_and_plays_the_same_games_again() -> None:
    game = gamenight.game("circuit")
    tried = tool.trials(game)
    assert len(tried) == len(RUNGS) * len(tool.FACTORS)
    own = game.bots["learner"].bot
    assert isinstance(own, Wavering)
    assert {"learner*2", "learner*1", "learner*0.5"} <= {t.name for t in tool.alike(tried, own)}
    row = ["random", tried[0].name, "racer"]
    played = tool.with_trials(game, tried)
    first, again = (tool.measured(played, row, 6, seed=4) for _ in range(2))
    assert first == again
    assert first["random"].elo == pytest.approx(ANCHOR_ELO)
