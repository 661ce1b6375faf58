"""The puzzles that come with Oware are answered as a search does, or the endgame tables."""

from __future__ import annotations

import pytest

from gamenight.games.oware.rules import OwareRules
from tests.games.oware.test_puzzles import PUZZLES, position
from tests.late import late

with late():
    from gamenight.games.oware.lab.endgames import endgames
    from gamenight.games.oware.lab.judge import SeedJudge

RULES = OwareRules()
PARTS = 8
POSITIONS = 100_000  # as the tool that found them looks at


@pytest.mark.parametrize("part", range(PARTS))
def test_a_search_finds_every_answer_and_what_is_proven_is_so(
    part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMENIGHT_TABLES", "/nowhere")  # the small ones, whatever this machine has
    endgames()
    judge = SeedJudge(RULES, POSITIONS)
    for puzzle in PUZZLES[part::PARTS]:
        state = position(puzzle)
        (best,) = judge.line(state, 1)
        assert RULES.format(best) == puzzle.right[0], puzzle.plies
        for one in puzzle.tries if puzzle.proven else ():
            value = judge.value(RULES.apply(state, RULES.parse(one.text)))
            assert value.proven, puzzle.plies
            assert value.seats[state.position.mover] == one.value, puzzle.plies
