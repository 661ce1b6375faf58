"""The puzzles that come with Oware follow its rules, and have one clearly best answer."""

from __future__ import annotations

from collections import Counter

import gamenight
from gamenight.core.play import replay
from gamenight.core.posing import posed
from gamenight.core.puzzle import GRADES, Puzzle
from gamenight.core.rules import Decision, Over
from gamenight.games.oware.rules import OwareRules, State

RULES = OwareRules()
OWARE = gamenight.game("oware")
assert OWARE.puzzles is not None
ALL = OWARE.puzzles()
PUZZLES = ALL.puzzles
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


def scored(before: State, texts: tuple[str, ...]) -> str:
    """What these moves add to the scores, in words."""
    state, seat, sides = before, before.position.mover, ("South", "North")
    for text in texts:
        state = RULES.apply(state, RULES.parse(text))
    node = RULES.node(state)
    scores = node.scores if isinstance(node, Over) else state.position.stores
    own, other = (scores[side] - before.position.stores[side] for side in (seat, 1 - seat))
    mine, theirs = f"{sides[seat]}'s score goes up by {own}", f"{sides[1 - seat]}'s"
    if own and other:
        return f". {mine} and {theirs} by {other}. "
    if own or other:
        return f". {mine}. " if own else f". {theirs} score goes up by {other}. "
    return ". "


def test_every_explanation_says_what_its_moves_add_to_the_scores() -> None:
    told = 0
    for number, puzzle in enumerate(PUZZLES):
        ask, before = posed(OWARE, ALL, number).page.ask, position(puzzle)
        assert ask is not None
        for one in puzzle.tries:
            right = one.text in puzzle.right
            reply = ask.praise if right else ask.wrong[one.text]
            _, _, rest = reply.partition(", then ")
            moves, _, _ = reply.partition("It is" if right else "That is")
            assert moves.endswith(scored(before, (one.text, *one.line))), reply
            told += "score" in rest
    assert told > len(PUZZLES)
