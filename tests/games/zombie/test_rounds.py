"""Rounds of Zombie Dice: equal turns, the goal, ties, `max_turns` and `round_limit`.

`3 x 5 | 2 0 1` are two rounds of three players: brains held, or `x` for a player shot out.
"""

from __future__ import annotations

import pytest

from gamenight import Chance, Over
from gamenight.games.zombie.rules import Options, ZombieRules
from tests.games.zombie.states import turn, turns

THREE = ZombieRules(players=3)


@pytest.mark.parametrize(
    ("played", "scores", "counts", "player"),
    [
        ("", (0, 0, 0), (0, 0, 0), 0),
        ("3", (3, 0, 0), (1, 0, 0), 1),
        ("3 x", (3, 0, 0), (1, 1, 0), 2),
        ("3 x 5", (3, 0, 5), (1, 1, 1), 0),
        ("3 x 5 | x 2", (3, 2, 5), (2, 2, 1), 2),
        ("13", (13, 0, 0), (1, 0, 0), 1),
        ("13 14", (13, 14, 0), (1, 1, 0), 2),
    ],
)
def test_they_play_in_the_order_of_the_seats(
    played: str, scores: tuple[int, ...], counts: tuple[int, ...], player: int
) -> None:
    state = turns(THREE, played)
    assert (state.scores, state.turns, state.player) == (scores, counts, player)
    assert isinstance(THREE.node(state), Chance)


@pytest.mark.parametrize(
    ("played", "scores", "winner"),
    [
        pytest.param("14 2 3", (14, 2, 3), 0, id="the first keeps the lead"),
        pytest.param("14 2 15", (14, 2, 15), 2, id="the last overtakes in the same round"),
        pytest.param("2 3 13", (2, 3, 13), 2, id="exactly the goal by the last"),
        pytest.param("12 12 12 | x x 1", (12, 12, 13), 2, id="in the second round"),
        pytest.param("13 13 14", (13, 13, 14), 2, id="a tie for the second place is none"),
    ],
)
def test_the_round_is_finished_and_the_most_brains_win(
    played: str, scores: tuple[int, ...], winner: int
) -> None:
    state = turns(THREE, played)
    node = THREE.node(state)
    assert isinstance(node, Over)
    assert (node.scores, node.winners) == (scores, (winner,))
    assert len(set(state.turns)) == 1


def test_twelve_brains_each_are_no_tie() -> None:
    state = turns(THREE, "12 12 12")
    assert (state.playing, state.tied, state.winners) == ((0, 1, 2), False, ())


@pytest.mark.parametrize(
    ("played", "playing", "player"),
    [
        pytest.param("13 2 13", (0, 2), 0, id="two of three"),
        pytest.param("2 14 14", (1, 2), 1, id="the first is out"),
        pytest.param("13 13 13", (0, 1, 2), 0, id="all"),
        pytest.param("13 2 13 | 1", (0, 2), 2, id="the one who is out is passed over"),
        pytest.param("13 2 13 | 1 1", (0, 2), 0, id="a second tie round"),
        pytest.param("13 2 13 | x x", (0, 2), 0, id="a second tie round, both shot"),
        pytest.param("13 13 13 | 2 1 2", (0, 2), 0, id="of all three two are left"),
        pytest.param("13 13 13 | 2 1 2 | 3 3 | 4", (0, 2), 2, id="a third tie round"),
    ],
)
def test_those_who_are_tied_and_only_those_play_on(
    played: str, playing: tuple[int, ...], player: int
) -> None:
    state = turns(THREE, played)
    assert (state.playing, state.player, state.tied, state.winners) == (playing, player, True, ())


@pytest.mark.parametrize(
    ("played", "scores", "winner"),
    [
        ("13 2 13 | 1 2", (14, 2, 15), 2),
        ("13 2 13 | x 1", (13, 2, 14), 2),
        ("13 13 13 | 2 1 2 | 3 3 | 4 x", (22, 14, 18), 0),
        ("13 13 13 | 1 x x", (14, 13, 13), 0),
    ],
)
def test_a_tie_is_broken_by_the_first_round_with_one_ahead(
    played: str, scores: tuple[int, ...], winner: int
) -> None:
    node = THREE.node(turns(THREE, played))
    assert isinstance(node, Over)
    assert (node.scores, node.winners) == (scores, (winner,))


def test_in_a_tie_all_of_it_have_the_same_number_of_turns() -> None:
    assert turns(THREE, "13 2 13 | 1 1 | 2 2").turns == (3, 1, 3)


@pytest.mark.parametrize(
    ("played", "playing", "winners"),
    [
        pytest.param("20 1 1", (0, 1, 2), (), id="brains do not end it"),
        pytest.param("20 1 1 | x x", (0, 1, 2), (), id="before the last turn"),
        pytest.param("20 1 1 | x x 1", (0, 1, 2), (0,), id="after the last turn"),
        pytest.param("1 2 0 | 1 1 0", (0, 1, 2), (1,), id="few brains are enough"),
        pytest.param("1 1 0 | 1 1 0", (0, 1), (), id="a tie of two"),
        pytest.param("x x x | x x x", (0, 1, 2), (), id="a tie of all, without a brain"),
        pytest.param("1 1 0 | 1 1 0 | 3 x", (0, 1), (0,), id="the tie is broken"),
        pytest.param("1 1 0 | 1 1 0 | 3 3 | x 1", (0, 1), (1,), id="a second tie round"),
    ],
)
def test_max_turns(played: str, playing: tuple[int, ...], winners: tuple[int, ...]) -> None:
    state = turns(ZombieRules(Options(max_turns=2), 3), played)
    assert (state.playing, state.winners) == (playing, winners)


@pytest.mark.parametrize(
    ("options", "played", "winners", "reason"),
    [
        (
            Options(round_limit=2),
            "1 2 1 | 1 0 x",
            (0, 1),
            "2 brains are the most after 2 turns each, which is the limit.",
        ),
        (
            Options(round_limit=2),
            "1 2 1 | 0 1 x",
            (1,),
            "3 brains are the most after 2 turns each, which is the limit.",
        ),
        (
            Options(round_limit=1),
            "x x x",
            (0, 1, 2),
            "0 brains are the most after 1 turn each, which is the limit.",
        ),
        (
            Options(round_limit=3),
            "13 13 2 | 1 1 | 1 1",
            (0, 1),
            "15 brains are the most after 3 turns with those of the tie, which is the limit.",
        ),
        (
            Options(round_limit=3),
            "13 13 2 | 1 1 | 1 x",
            (0,),
            "15 brains are the most after 3 turns with those of the tie.",
        ),
        (Options(round_limit=1), "14 2 1", (0,), "14 brains are the most after 1 turn each."),
        (Options(max_turns=1), "1 x x", (0,), "1 brain is the most after 1 turn each."),
        (
            Options(max_turns=3, round_limit=2),
            "1 x x | x x x | x 1 x",
            (0, 1),
            "1 brain is the most after 3 turns each, which is the limit.",
        ),
    ],
)
def test_the_limit_of_rounds_and_the_reason(
    options: Options, played: str, winners: tuple[int, ...], reason: str
) -> None:
    rules = ZombieRules(options, 3)
    node = rules.node(turns(rules, played))
    assert isinstance(node, Over)
    assert (node.winners, node.reason) == (winners, reason)


def test_an_endless_match_ends_after_a_thousand_rounds() -> None:
    rules = ZombieRules(players=2)
    state = rules.initial()
    for _ in range(2 * 999):
        state = turn(rules, state, "x")
    assert (state.round, state.winners) == (1000, ())
    state = turn(rules, turn(rules, state, "x"), "x")
    assert state.winners == (0, 1)


def test_another_goal() -> None:
    rules = ZombieRules(Options(brains_to_win=5), 2)
    assert turns(rules, "5 4").winners == (0,)
    assert turns(rules, "4 4").winners == ()


def test_running_scores_have_the_brains_of_the_turn_in_them() -> None:
    state = turns(THREE, "3 x")._replace(eaten=4, waiting="choice")
    assert THREE.scores(state) == (3, 0, 4)
    assert state.scores == (3, 0, 0)
