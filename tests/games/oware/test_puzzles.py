"""The puzzles that come with Oware follow its rules, and have one clearly best answer."""

from __future__ import annotations

from collections import Counter

import gamenight
from gamenight.core.play import replay
from gamenight.core.puzzle import GRADES, Puzzle
from gamenight.core.rules import Decision
from gamenight.games.oware.rules import OwareRules, State

RULES = OwareRules()
OWARE = gamenight.game("oware")
assert OWARE.puzzles is not None
PUZZLES = OWARE.puzzles().puzzles
MARGIN = 3


def position(puzzle: Puzzle) -> State:
    state = RULES.initial()
    for ply in replay(RULES, puzzle.plies):
        state = ply.after
    return state


def test_there_are_two_hundred_of_all_grades() -> None:
    assert len(PUZZLES) == 200
    counts = Counter(one.grade for one in PUZZLES)
    assert set(counts) == set(range(1, len(GRADES) + 1))
    assert min(counts.values()) >= 20
    assert len({position(one).position for one in PUZZLES}) == 200


def test_every_answer_is_possible_and_clearly_the_best_of_at_least_three() -> None:
    for puzzle in PUZZLES:
        node = RULES.node(position(puzzle))
        assert isinstance(node, Decision)
        assert {RULES.parse(one.text) for one in puzzle.tries} == set(node.actions)
        assert len(puzzle.tries) >= 3
        assert len(puzzle.right) == 1
        assert puzzle.tries[0].value - puzzle.tries[1].value >= MARGIN
