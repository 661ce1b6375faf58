"""The compiled rounds of Thief are those of the rules, ply by ply; its policies are the bots."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from gamenight.core.bot import Limit
from gamenight.core.errors import InvalidOption
from gamenight.core.rules import Chance, Decision, Over
from gamenight.games.thief import kernel
from gamenight.games.thief.bots import BOTS
from gamenight.games.thief.kernel import (
    AWAY,
    OVER,
    SCORES,
    WIDTH,
    every_roll,
    kernel_random_games,
    packed,
    settings,
    simulate,
    unsigned,
    ways_to_hold,
)
from gamenight.games.thief.rules import (
    DECLINE,
    DICE,
    END,
    LEAVE,
    STEAL,
    Action,
    Hold,
    Options,
    Place,
    Rolled,
    State,
    ThiefRules,
    rolls,
    units,
)
from gamenight.games.thief.solver import holding, left

WAITING = ("roll", "choice", "offer", "hold")
WORDS = {END: kernel.END, STEAL: kernel.STEAL, DECLINE: kernel.DECLINE}


def flat(state: State) -> list[int]:
    """The row of integers of a state."""
    row = [0] * WIDTH
    asked = -1 if state.asked is None else state.asked
    winners = sum(1 << seat for seat in state.winners)
    row[:SCORES] = [
        state.player,
        state.pot,
        packed(state.held),
        every_roll().index(state.roll),
        WAITING.index(state.waiting),
        asked,
        state.turn,
        winners,
    ]
    row[SCORES : SCORES + len(state.scores)] = state.scores
    row[AWAY : AWAY + len(state.away)] = map(int, state.away)
    return row


def number(state: State, action: Action) -> int:
    """What the kernel writes an action of this state as."""
    if isinstance(action, Rolled):
        return every_roll().index(action.dice)
    if isinstance(action, Hold):
        return kernel.HOLD + ways_to_hold(state.roll).index(action)
    if isinstance(action, Place):
        return (kernel.LEAVE if action.verb == LEAVE else kernel.JOIN) + action.seat
    return WORDS[action]


def chosen_by_a_bot(rules: ThiefRules, state: State, policy: str) -> Any:
    node = rules.node(state)
    assert isinstance(node, Decision)
    return BOTS[policy].bot.choose(rules, state, node.player, Random(0), Limit())


TABLES = [
    (("random",) * 2, Options(fewest=2)),
    (("random",) * 3, Options(target=1500)),
    (("random",) * 6, Options(turn_limit=7)),
    (("random",) * 4, Options(target=50)),
    (("predictable", "cautious"), Options(turn_limit=30)),
    (("turn", "random", "cautious", "predictable", "turn"), Options()),
    (("turn", "random", "random"), Options(target=1_000_000, turn_limit=40)),
]


@pytest.mark.parametrize(("policies", "options"), TABLES)
def test_the_kernel_walks_through_the_states_of_the_rules(
    policies: tuple[str, ...], options: Options
) -> None:
    rules = ThiefRules(options, len(policies))
    row, stream = np.zeros(WIDTH, np.int64), np.zeros(1, np.uint64)
    fixed = settings(policies, options)
    for game in range(4):
        state = rules.initial()
        kernel.begin(stream, unsigned(3), unsigned(game))
        kernel.set_up(row)
        assert row.tolist() == flat(state)
        while (done := kernel.ply(row, stream, *fixed)) != OVER:
            node = rules.node(state)
            assert not isinstance(node, Over)
            if isinstance(node, Chance):
                possible: tuple[Action, ...] = tuple(action for action, _ in node.outcomes)
            else:
                possible = node.actions
                policy = policies[node.player]
                if policy != "random":
                    assert done == number(state, chosen_by_a_bot(rules, state, policy))
            state = rules.apply(state, {number(state, one): one for one in possible}[done])
            assert row.tolist() == flat(state)
        assert isinstance(rules.node(state), Over)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_people_leave_and_join_as_by_the_rules(players: int) -> None:
    options = Options(open_table=True, target=3000, turn_limit=60)
    rules, rng = ThiefRules(options, players), Random(players)
    numbers, tables = settings(("random",) * players, options)
    verbs = set()
    for _ in range(60):
        state = rules.initial()
        while not isinstance(node := rules.node(state), Over):
            if isinstance(node, Chance):
                action = rng.choice(node.outcomes)[0]
            elif node.table and not rng.randrange(4):
                action = rng.choice(node.table)[1][0]
                verbs.add(rules.format(action).split()[0])
            else:
                action = rng.choice(node.actions)
            row = np.array(flat(state), np.int64)
            kernel.step(row, number(state, action), numbers, *tables[:2])
            state = rules.apply(state, action)
            assert row.tolist() == flat(state)
    assert verbs == ({"leave"} if players == 2 else {"leave", "join"})  # one alone has won


def test_throws_have_the_weights_of_the_rules() -> None:
    *_, throws = kernel.dice_tables()
    for dice in range(1, DICE + 1):
        rows = throws[dice, : 6**dice].tolist()
        assert throws[0, dice] == 6**dice
        for outcome, weight in rolls(dice).outcomes:
            assert isinstance(outcome, Rolled)
            assert rows.count(every_roll().index(outcome.dice)) == weight


def test_turn_holds_the_same_with_every_pot_above_its_table() -> None:
    """Above the table values are lines, so what is best at two pots is best between them."""
    last, table = (kernel.COLUMNS - 1) * kernel.STEP, kernel.turn_table()
    for row, roll in enumerate(every_roll()):
        if units(roll) and left(roll, units(roll)):
            entry, ways = int(table[row, -1]), ways_to_hold(roll)
            for pot in (last, 1_000_000):
                means = [holding(roll, pot, way) for way in ways]
                assert means.index(max(means)) == entry & kernel.WAY_BITS
            assert entry & kernel.ENDS_BIT
            assert entry & kernel.STEALS_BIT


@pytest.mark.parametrize("policies", [("random",) * 3, ("turn", "predictable", "cautious", "turn")])
def test_the_rounds_of_a_seed_do_not_depend_on_the_threads(policies: tuple[str, ...]) -> None:
    alone = simulate(1001, 7, 1, policies)
    assert simulate(1001, 7, 2, policies) == simulate(1001, 7, 3, policies) == alone
    assert simulate(1001, 8, 1, policies) != alone
    assert sum(alone.wins) == 1001


def test_shared_wins_are_counted_for_each_winner() -> None:
    tally = simulate(500, options=Options(turn_limit=1))
    assert tally.turns == 500
    assert 0 < tally.shared < 500
    assert sum(tally.wins) == 500 + 2 * tally.shared  # a first bust leaves all three at nothing


def test_random_games_count_their_plies() -> None:
    assert kernel_random_games(200, 3, 2) == simulate(200, 3).plies


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidOption, match="possible: random, predictable, cautious, turn"):
        simulate(1, policies=("random", "lucky"))
    with pytest.raises(InvalidOption, match="no compiled rounds with cards"):
        simulate(1, options=Options(cards=True))
