"""What is said before a match begins, by the rules of that match."""

from __future__ import annotations

from gamenight.core.rules import Over
from gamenight.games.oware.rules import Options, OwareRules, Position, State
from gamenight.games.oware.welcome import SLAMS, welcome


def told(**options: object) -> str:
    return " ".join(welcome(Options(**options)))  # type: ignore[arg-type]


def test_the_seeds_that_win_are_those_of_the_board() -> None:
    assert "Whoever captures 25 of the 48 seeds wins." in told()
    assert "Whoever captures 7 of the 12 seeds wins." in told(houses=3, seeds=2)
    rules = OwareRules(Options(houses=3, seeds=2))
    assert isinstance(rules.node(State(Position((1, 1, 1, 1, 1, 0), (7, 0), 0))), Over)
    assert not isinstance(rules.node(State(Position((1, 1, 1, 1, 1, 1), (6, 0), 0))), Over)


def test_a_limit_is_told_where_there_is_one() -> None:
    assert "tie" not in told()
    assert "After 100 moves, counting both sides, it is a tie." in told(ply_limit=100)
    assert "After 1 move it is a tie." in told(ply_limit=1)


def test_each_rule_for_a_grand_slam_is_told() -> None:
    for rule, does in SLAMS.items():
        assert f"A capture of all the opponent's seeds {does}." in told(grand_slam=rule)
