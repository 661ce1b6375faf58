"""The compiled games of Preys and Hunters are those of the rules, ply by ply."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from random import Random

import numpy as np
import pytest

from gamenight.core.bot import Limit
from gamenight.core.errors import InvalidOption
from gamenight.core.play import possible_actions
from gamenight.core.rules import Decision, Over
from gamenight.games.preys import rules as river
from gamenight.games.preys.bots import BOTS
from gamenight.games.preys.lab.solver import outcome
from gamenight.games.preys.rules import ESCORTS, Action, PreysRules, Roll, State, Swim
from tests.core.random_games import some_states
from tests.games.preys.states import ALL, CHOOSE, CLOSEST, FARTHEST, place
from tests.late import late

with late():
    from gamenight.games.preys.lab import compiled, kernel

NAMES = ("random", "easy", "helper", "racer", "perfect")
GAMES = 200_000


@pytest.mark.parametrize(
    "name", ["FISH", "SEA", "CAUGHT", "BEFORE_THE_SEA", "TEAM_FISH", "TEAM_FISHERMEN"]
)
def test_the_kernel_has_the_numbers_of_the_rules(name: str) -> None:
    assert getattr(kernel, name) == getattr(river, name)


def walked(
    rules: PreysRules, name: str, game: int, start: State
) -> Iterator[tuple[State, Action | None]]:
    """Every state of a compiled game, and what is done in it: None at the end."""
    boat, fish, choosing = compiled.words_of(start)
    stream = kernel.stream_of(np.uint64(11), np.uint64(game))
    setup = compiled.setup_of(rules, (name, "random"))
    while True:
        places = tuple(int(fish).to_bytes(8, "little")[1:5])
        state = State(int(boat), places, bool(choosing))
        if kernel.is_over(boat, fish):
            yield state, None
            return
        boat, fish, choosing, stream, number = kernel.ply(
            boat, np.uint64(fish), choosing, np.uint64(stream), *setup
        )
        yield state, Swim(number - kernel.SWIM) if number > kernel.SWIM else Roll(number)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", ALL, ids=ESCORTS)
def test_the_kernel_walks_through_the_states_of_the_rules(rules: PreysRules, name: str) -> None:
    chosen = set()
    rows = compiled.play(rules, (name, "random"), 11, range(120)).tolist()
    for game, row in enumerate(rows):
        state = rules.initial()
        for ply, (found, action) in enumerate(walked(rules, name, game, state)):
            assert found == state
            node = rules.node(state)
            if action is None:
                assert isinstance(node, Over)
                assert row == [ply, sum(1 << seat for seat in node.winners), *node.scores]
                break
            assert action in possible_actions(rules, state)
            if isinstance(node, Decision):
                chosen.add(action)
                if name in compiled.BY_TABLE:
                    bot = BOTS[name].bot
                    assert action == bot.choose(rules, state, 0, Random(0), Limit())
            state = rules.apply(state, action)
    assert chosen == ({Swim(fish) for fish in (2, 3, 4, 5)} if rules == CHOOSE else set())


@pytest.mark.parametrize("rules", ALL, ids=ESCORTS)
def test_games_begin_in_any_state(rules: PreysRules) -> None:
    for start in some_states(rules, Random(6), 40):
        state = start
        for found, action in walked(rules, "perfect", 3, start):
            assert found == state
            if action is not None:
                state = rules.apply(state, action)
        end = rules.node(state)
        assert isinstance(end, Over)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("12: sea sea boat boat", {(0, 0b11, 2, 2)}),
        ("3: sea sea sea sea", {(0, 0b01, 4, 0)}),
        ("11: boat boat boat 12", {(1, 0b10, 0, 4), (1, 0b10, 1, 3)}),
        ("11: sea sea boat 12", {(1, 0b01, 3, 1), (1, 0b11, 2, 2)}),
        ("11: sea sea boat 12?", {(1, 0b01, 3, 1)}),
    ],
)
def test_games_from_given_states(text: str, ends: set[tuple[int, ...]]) -> None:
    rows = compiled.play(CHOOSE, ("easy", "easy"), 4, range(50), state=place(text))
    assert {tuple(row) for row in rows.tolist()} == ends


@pytest.mark.parametrize(
    ("rules", "name"), [(CLOSEST, "random"), (FARTHEST, "random"), (CHOOSE, "perfect")], ids=str
)
def test_the_results_are_those_of_the_exact_odds(rules: PreysRules, name: str) -> None:
    exact = outcome(rules, rules.initial())
    winners = compiled.play(rules, (name, "random"), 5, range(GAMES))[:, 1]
    for mask, chance in ((0b01, exact.fish), (0b10, exact.fishermen), (0b11, exact.tie)):
        share = float(chance)
        found = int((winners == mask).sum())
        assert abs(found - GAMES * share) < 3 * sqrt(GAMES * share * (1 - share))


def test_a_random_choice_is_any_free_fish() -> None:
    state = place("6: sea 7 9 11?")
    firsts = [next(walked(CHOOSE, "easy", game, state))[1] for game in range(3000)]
    for fish in (3, 4, 5):
        assert abs(firsts.count(Swim(fish)) - 1000) < 4 * sqrt(3000 * 2 / 9)


def test_the_best_choice_beats_a_random_one() -> None:
    perfect, by_chance = (
        int((compiled.play(CHOOSE, (name, "random"), 5, range(GAMES))[:, 1] == 0b01).sum())
        for name in ("perfect", "random")
    )
    assert perfect > by_chance + 3 * sqrt(GAMES / 2)


def test_neither_threads_nor_other_numbers_change_a_game() -> None:
    bots = ("random", "random")
    rows = compiled.play(CHOOSE, bots, 7, range(1001))
    assert np.array_equal(compiled.play(CHOOSE, bots, 7, range(1001), threads=3), rows)
    assert np.array_equal(compiled.play(CHOOSE, bots, 7, range(400, 500)), rows[400:500])
    assert compiled.play(CHOOSE, bots, 7, range(0), threads=2).shape == (0, 4)
    assert not np.array_equal(compiled.play(CHOOSE, bots, 8, range(1001)), rows)
    assert not np.array_equal(compiled.play(CHOOSE, bots, -7, range(-5, 996)), rows)


def test_as_whom_it_plays() -> None:
    assert [compiled.bots(rules) for rules in ALL] == [NAMES] * 3


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        (["random"], "these rules need 2 bots, not 1"),
        (
            ["greedy", "random"],
            r"no compiled bot 'greedy' for these rules \(possible: random, easy, helper",
        ),
    ],
)
def test_what_it_cannot_play_is_refused(bots: list[str], message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        compiled.play(CLOSEST, bots, 1, range(1))


@pytest.mark.parametrize(
    "state",
    [
        State(1, (7, 7, 7)),
        State(1, (7, 7, 7, 14)),
        State(0),
        State(13),
        State(8),
        State(1, (6,) * 4),
    ],
)
def test_a_state_of_other_rules_is_refused(state: State) -> None:
    with pytest.raises(InvalidOption, match="state: it belongs to other rules"):
        compiled.play(CLOSEST, ["random"] * 2, 1, range(1), state=state)
