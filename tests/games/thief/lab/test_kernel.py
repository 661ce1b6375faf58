"""The compiled rounds of Thief are those of the rules, ply by ply; its policies are the bots."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from gamenight.core.bot import Limit
from gamenight.core.kernel import word
from gamenight.core.rules import Chance, Decision, Over
from gamenight.games.thief import cards, make, policies
from gamenight.games.thief.bots import BOTS
from gamenight.games.thief.cards import (
    CARDS,
    CardAction,
    CardState,
    CardThiefRules,
    Drawn,
    Interrupt,
    Played,
)
from gamenight.games.thief.lab.best import answers
from gamenight.games.thief.lab.pace import LIMIT, SAME_FROM, STEP
from gamenight.games.thief.lab.solver import holding
from gamenight.games.thief.rules import (
    DECLINE,
    DICE,
    END,
    LEAVE,
    MOST_PLAYERS,
    STEAL,
    Hold,
    Options,
    Rolled,
    SeatChange,
    State,
    ThiefRules,
    left,
    possible_holds,
    rolls,
    units,
)
from tests.core.random_games import some_states
from tests.effort import times
from tests.late import late

with late():
    from gamenight.games.thief.lab import kernel
    from gamenight.games.thief.lab.compiled import (
        best_table,
        dice_tables,
        every_roll,
        packed,
        play,
        settings,
        turn_table,
    )


def test_the_kernel_has_the_numbers_of_the_rules_and_the_bots() -> None:
    assert (kernel.DICE, kernel.MOST_PLAYERS) == (DICE, MOST_PLAYERS)
    assert (kernel.HAND_LIMIT, kernel.ROUNDED_TO) == (cards.HAND_LIMIT, cards.ROUNDED_TO)
    assert len(cards.OWN) == kernel.OWN_CARDS
    assert CARDS.index("snatch") == kernel.SNATCH == len(CARDS) - 1
    assert kernel.ENOUGH_FOR_CAUTIOUS == policies.ENOUGH_FOR_CAUTIOUS


def number(state: State | CardState, action: CardAction) -> int:
    """What the kernel writes an action of this state as."""
    if isinstance(action, Rolled):
        return every_roll().index(action.dice)
    if isinstance(action, Hold):
        return kernel.HOLD + possible_holds(state.roll).index(action)
    if isinstance(action, SeatChange):
        return (kernel.LEAVE if action.verb == LEAVE else kernel.JOIN) + action.seat
    if isinstance(action, Drawn):
        return kernel.DRAW + CARDS.index(action.card)
    if isinstance(action, Played):
        return kernel.PLAY + CARDS.index(action.card)
    if isinstance(action, Interrupt):
        return kernel.INSTANT + kernel.EACH_SEAT * action.seat + CARDS.index(action.card)
    return {END: kernel.END, STEAL: kernel.STEAL, DECLINE: kernel.DECLINE}[action]


def chosen_by_a_bot(rules: Any, state: Any, policy: str) -> Any:
    node = rules.node(state)
    assert isinstance(node, Decision)
    return BOTS[policy].bot.choose(rules, state, node.player, Random(0), Limit())


def walked(
    rules: ThiefRules | CardThiefRules,
    policies: tuple[str, ...],
    state: Any,
    seed: int,
    game: int,
) -> list[int]:
    """The round of a number from a state, through the kernel and the rules; its row."""
    stream, row, plies = np.zeros(1, np.uint64), packed(state), 0
    fixed = settings(rules, policies, state.away.count(False))
    kernel.begin(stream, np.uint64(seed), np.uint64(word(game)))
    while (done := kernel.ply(row, stream, *fixed)) != kernel.OVER:
        node = rules.node(state)
        assert not isinstance(node, Over)
        if isinstance(node, Chance):
            possible: list[Any] = [action for action, _ in node.outcomes]
        else:
            random = [seat for seat, policy in enumerate(policies) if policy == "random"]
            possible = [one for seat, own in node.others if seat in random for one in own]
            if node.player in random:
                possible += node.actions
            else:
                possible.append(chosen_by_a_bot(rules, state, policies[node.player]))
        state = rules.apply(state, {number(state, one): one for one in possible}[done])
        assert row.tolist() == packed(state).tolist()
        plies += 1
    over = rules.node(state)
    assert isinstance(over, Over)
    return [plies, sum(1 << seat for seat in over.winners), *over.scores]


TABLES = [
    (("random",) * 2, Options(fewest=2)),
    (("random",) * 3, Options(target=1500)),
    (("random",) * 6, Options(turn_limit=7)),
    (("random",) * 4, Options(target=50)),
    (("predictable", "cautious"), Options(turn_limit=30)),
    (("turn", "random", "cautious", "predictable", "turn"), Options()),
    (("turn", "random", "random"), Options(target=1_000_000, turn_limit=40)),
    (("best", "turn", "predictable"), Options()),
    (("best", "random"), Options(fewest=2, target=4000)),
    (("random", "best", "best", "cautious", "turn", "best"), Options(turn_limit=25)),
    (("best", "random", "random"), Options(target=1_000_000, turn_limit=60)),
    (("random",) * 2, Options(fewest=2, cards=True)),
    (("random",) * 3, Options(cards=True, target=3000)),
    (("random",) * 6, Options(cards=True, target=2000, turn_limit=200)),
    (("random", "turn", "best", "cautious"), Options(cards=True, target=5000)),
    (("random", "predictable", "random"), Options(cards=True, turn_limit=9)),
]


@pytest.mark.parametrize(("policies", "options"), TABLES)
def test_the_kernel_walks_through_the_states_of_the_rules(
    policies: tuple[str, ...], options: Options
) -> None:
    rules = make(options, len(policies))
    rows = [walked(rules, policies, rules.initial(), 3, game) for game in range(times(2))]
    assert play(rules, policies, 3, range(times(2))).tolist() == rows


@pytest.mark.parametrize(("policies", "options"), TABLES)
def test_and_from_any_state_of_them(policies: tuple[str, ...], options: Options) -> None:
    rules, rng = make(options, len(policies)), Random(8)
    for state in some_states(rules, rng, times(2))[:-1]:
        game = rng.randrange(-(10**6), 10**6)
        row = walked(rules, policies, state, 5, game)
        assert play(rules, policies, 5, range(game, game + 1), state=state).tolist() == [row]


@pytest.mark.parametrize("waiting", ["offer", "hold"])
def test_from_an_offer_and_from_a_stolen_pot(waiting: str) -> None:
    rules, seats = ThiefRules(Options(target=3000)), ("turn", "best", "random")
    asked = 1 if waiting == "offer" else None
    state = State(
        (2000, 150, 2950), (False,) * 3, 0, 450, (1, 1), (1, 2, 5), waiting, asked, turn=9
    )
    rows = [walked(rules, seats, state, 6, game) for game in range(20)]
    assert play(rules, seats, 6, range(20), state=state).tolist() == rows


def test_from_a_table_with_empty_seats() -> None:
    """`best` counts those who are there."""
    rules = ThiefRules(Options(open_table=True), 5)
    state = State((500, 0, 900, 0, 100), (False, True, False, True, False), 2, turn=7)
    seats = ("best", "random", "predictable", "random", "turn")
    rows = [walked(rules, seats, state, 2, game) for game in range(6)]
    assert play(rules, seats, 2, range(6), state=state).tolist() == rows
    assert all(row[3] == row[5] == 0 for row in rows)


@pytest.mark.parametrize("cards", [False, True])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_people_leave_and_join_as_by_the_rules(players: int, cards: bool) -> None:
    options = Options(open_table=True, target=3000, turn_limit=60, cards=cards)
    rules, rng = make(options, players), Random(players)
    numbers, tables = settings(rules, ("random",) * players, players)
    step = kernel.card_step if cards else kernel.step
    verbs = set()
    for _ in range(60):
        state: Any = rules.initial()
        while not isinstance(node := rules.node(state), Over):
            action: Any
            if isinstance(node, Chance):
                action = rng.choice(node.outcomes)[0]
            elif node.table and not rng.randrange(4):
                action = rng.choice(node.table)[1][0]
                verbs.add(rules.format(action).split()[0])
            else:
                action = rng.choice(node.actions)
            row = packed(state)
            step(row, number(state, action), numbers, *tables[:2])
            state = rules.apply(state, action)
            assert row.tolist() == packed(state).tolist()
    assert verbs == ({"leave"} if players == 2 else {"leave", "join"})  # one alone has won


def test_throws_have_the_weights_of_the_rules() -> None:
    *_, throws = dice_tables()
    for dice in range(1, DICE + 1):
        rows = throws[dice, : 6**dice].tolist()
        assert throws[0, dice] == 6**dice
        for outcome, weight in rolls(dice).outcomes:
            assert isinstance(outcome, Rolled)
            assert rows.count(every_roll().index(outcome.dice)) == weight


def test_turn_holds_the_same_with_every_pot_above_its_table() -> None:
    """Above the table values are lines, so what is best at two pots is best between them."""
    last, table = SAME_FROM * STEP, turn_table()
    for row, roll in enumerate(every_roll()):
        if units(roll) and left(roll, units(roll)):
            entry, ways = int(table[row, -1]), possible_holds(roll)
            for pot in (last, 1_000_000):
                means = [holding(roll, pot, way) for way in ways]
                assert means.index(max(means)) == entry & kernel.WAY_BITS
            assert entry & kernel.ENDS_BIT
            assert entry & kernel.STEALS_BIT


def test_best_has_its_plan_in_the_table_and_beyond_it_what_turn_does() -> None:
    table, plan = best_table(4), answers(4)
    for row, roll in enumerate(every_roll()):
        if units(roll) and left(roll, units(roll)):
            for pot in (0, 7, 30, 199):
                way, ends, steals = plan(roll, pot)
                bits = int(table[row, pot])
                assert (bits & kernel.WAY_BITS, bool(bits & kernel.ENDS_BIT)) == (way, ends)
                assert bool(bits & kernel.STEALS_BIT) == steals
            assert table[row, LIMIT] == turn_table()[row, SAME_FROM]
