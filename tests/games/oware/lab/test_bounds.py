"""What is certain in an Oware endgame by the rules of a match, repetitions included."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from gamenight import Decision, Limit, Over
from gamenight.games.oware.bots import BOTS
from gamenight.games.oware.rules import OwareRules, Position, State
from tests.games.oware.boards import board
from tests.late import late

with late():
    from gamenight.games.oware.lab.bounds import Bounds, bounds
    from gamenight.games.oware.lab.endgames import small
    from gamenight.games.oware.lab.search import Budget, Search, TranspositionTable
    from gamenight.games.oware.lab.verification import spread_over

RULES = OwareRules()
LIMIT = Limit(simulations=1_000)


@pytest.fixture(autouse=True)
def no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMENIGHT_TABLES", "/nowhere")


@pytest.fixture(scope="module")
def known() -> Bounds:
    return bounds()


def margin(state: State) -> int:
    """South's lead after best play by the rules of a match: all lines, to the last seed."""
    node = RULES.node(state)
    if isinstance(node, Over):
        return node.scores[0] - node.scores[1]
    after = [margin(RULES.apply(state, house)) for house in node.actions]
    return min(after) if node.player else max(after)


@cache
def without_end(houses: tuple[int, ...], moves: int, to_mover: int) -> int:
    """What the mover gains if play is cut off after so many moves, and then all that is left is
    the mover's (1) or the other's (-1)."""
    position = Position(houses, (0, 0), 0)
    state, seeds = State(position), sum(houses)
    if not RULES.moves(position):
        south, north = RULES.take_rows(position)
        return south - north
    if moves == 0:
        return to_mover * seeds
    worth = []
    for house in RULES.moves(position):
        after = RULES.apply(state, house).position
        other = after.houses[6:] + after.houses[:6]
        worth.append(after.stores[0] - without_end(other, moves - 1, -to_mover))
    return max(worth)


def random_state(rng: Random, most: int = 12) -> State:
    """A decision with few seeds on the board, and what has been there before."""
    while True:
        seeds, houses = rng.randrange(2, most + 1), [0] * 12
        for _ in range(seeds):
            houses[rng.randrange(12)] += 1
        own = (48 - seeds) // 2 + rng.randrange(-2, 3)
        state = State(Position(tuple(houses), (own, 48 - seeds - own), rng.randrange(2)))
        node = RULES.node(state)
        for _ in range(rng.randrange(12)):
            if isinstance(node, Decision):
                state = RULES.apply(state, rng.choice(node.actions))
                node = RULES.node(state)
        if isinstance(node, Decision):
            return state


@pytest.mark.parametrize(
    ("what", "picture", "low", "high"),
    [
        ("captures two, is fed, keeps it", "N 1 0 0 0 0 1 | 0\n S 0 0 0 0 0 1 | 0 <", 3, 3),
        ("nothing to sow", "N 0 0 3 0 0 0 | 0\n S 0 0 0 0 0 0 | 0 <", -3, -3),
        ("two seeds that never meet", "N 0 0 0 0 0 1 | 0\n S 1 0 0 0 0 0 | 0 <", -2, 2),
    ],
)
def test_small_positions(known: Bounds, what: str, picture: str, low: int, high: int) -> None:
    assert known.of(board(picture).position) == (low, high), what


def test_they_are_those_of_all_play_that_is_cut_off(known: Bounds) -> None:
    for seeds in range(4):
        for houses in spread_over(seeds, 12):
            expected = without_end(houses, 40, -1), without_end(houses, 40, 1)
            assert known.of(Position(houses, (0, 0), 0)) == expected, houses


def test_the_values_of_the_tables_lie_between_them(known: Bounds) -> None:
    values = small().values
    assert (known.low <= values).all()
    assert (values <= known.high).all()
    assert 0 < np.count_nonzero(known.low == known.high) < len(values)


def test_a_match_ends_between_them(known: Bounds) -> None:
    """Two seeds go round in few ways, so that all lines can be seen to their ends."""
    for houses in spread_over(2, 12):
        low, high = known.of(Position(houses, (0, 0), 0))
        assert low <= margin(State(Position(houses, (23, 23), 0))) <= high, houses


def test_who_follows_the_way_gets_the_bound_whatever_has_been_there(known: Bounds) -> None:
    rng, met = Random(5), 0
    while met < 150:
        state = random_state(rng)
        side = state.position.mover
        low, _ = known.of(state.position)
        least = low + state.position.stores[side] - state.position.stores[1 - side]
        if not known.is_new(RULES, state, side):
            continue
        met += 1
        node = RULES.node(state)
        while isinstance(node, Decision):
            own = node.player == side
            house = known.way(RULES, state.position) if own else rng.choice(node.actions)
            state = RULES.apply(state, house)
            node = RULES.node(state)
        left = 48 - sum(node.scores)  # After a majority nobody takes the rest.
        assert node.scores[side] - node.scores[1 - side] + left >= least


def test_a_position_from_before_may_be_on_the_way(known: Bounds) -> None:
    """North has just gone back on its own steps; South's way goes over them again."""
    rng, met = Random(1), 0
    while met < 3:
        state = random_state(rng)
        side = state.position.mover
        if known.is_new(RULES, state, side):
            continue
        assert known.is_new(RULES, State(state.position), side), "without a past"
        met += 1


def test_perfect_wins_what_is_certain_against_any_bot(known: Bounds) -> None:
    rng, met = Random(2), 0
    while met < 60:
        state = random_state(rng)
        side = state.position.mover
        if not known.wins(RULES, state, side):
            continue
        met += 1
        node = RULES.node(state)
        while isinstance(node, Decision):
            name = "perfect" if node.player == side else ("easy", "hard", "strong")[met % 3]
            action = BOTS[name].bot.choose(RULES, state, node.player, rng, LIMIT)
            assert action is not None
            state = RULES.apply(state, action)
            node = RULES.node(state)
        assert node.winners == (side,)


def test_perfect_prefers_a_certain_win_to_more_seeds(known: Bounds) -> None:
    """By the tables C gains 4 and the rest goes round; with the wrong half of it no win is left."""
    state = board("N 2 3 1 0 1 0 | 19\n S 2 0 2 0 0 0 | 18 <")
    house = small().way(RULES, state.position)
    assert house == RULES.parse("C")
    assert not known.wins(RULES, RULES.apply(state, house), 0)
    chosen = BOTS["perfect"].bot.choose(RULES, state, 0, Random(1), LIMIT)
    assert chosen is not None
    assert known.wins(RULES, RULES.apply(state, chosen), 0)
    first, *_ = BOTS["perfect"].bot.explain(RULES, state, 0, Random(1), LIMIT)  # type: ignore[attr-defined]
    assert (first.action, first.words) == (chosen, "2 seeds ahead at the end, or better")


def test_what_a_search_proves_is_so(known: Bounds) -> None:
    """Without any tables: it must come to the same bounds."""
    rng, table, proven = Random(3), TranspositionTable(), 0
    for _ in range(150):
        state = State(random_state(rng, most=8).position)
        lead = state.position.stores[state.position.mover]
        lead -= state.position.stores[1 - state.position.mover]
        low, high = known.of(state.position)
        for value in (low, high):
            search = Search(RULES, state, table, counted=True)
            if search.proves(lead + value, None, Budget(nodes=3_000)):
                assert low == high
                proven += 1
    assert proven > 20
