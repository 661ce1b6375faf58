"""The odds of Oware: who ends how far ahead with best play, in words."""

from __future__ import annotations

import pytest

from gamenight.core.errors import NoOdds
from gamenight.games.oware.odds import odds, prospects
from gamenight.games.oware.rules import Options, OwareRules
from tests.games.oware.boards import board

RULES = OwareRules(Options(), 2)
LAST_SEEDS = """
    N 0 0 0 0 0 1 | 23
    S 0 0 0 0 0 2 | 22 <
"""


@pytest.mark.usefixtures("every_lab")
def test_the_position_is_worth_what_its_best_move_is_worth() -> None:
    pytest.importorskip("numba", reason="the extra lab")
    state = RULES.initial()
    found = prospects(RULES, state)
    assert {p.house for p in found} == set(RULES.moves(state.position))
    assert found[0].ahead == max(p.ahead for p in found)


@pytest.mark.usefixtures("every_lab")
def test_what_is_proven_is_called_proven() -> None:
    pytest.importorskip("numba", reason="the extra lab")
    lines = odds(RULES, board(LAST_SEEDS))
    assert "to the last seed (proven)." in lines[0]


def test_rules_that_nothing_can_search_have_no_odds() -> None:
    rules = OwareRules(Options(ply_limit=9), 2)
    with pytest.raises(NoOdds, match="six houses and no limit of plies"):
        odds(rules, rules.initial())


def test_a_game_that_is_over() -> None:
    over = board("N 0 0 0 0 0 1 | 17\nS 0 0 0 0 0 2 | 28 <")
    assert odds(RULES, over) == ["The game is over: nothing more will be sown."]
