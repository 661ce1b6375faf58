"""The compiled Zombie Dice: the same states as the Python rules, the same choices as the bots."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import pytest

pytest.importorskip("numba", reason="the kernel needs the extra `lab`")

from gamenight import InvalidOption, Limit
from gamenight.games.zombie import kernel
from gamenight.games.zombie.bots import BOTS
from gamenight.games.zombie.graph import ENDS, graph
from gamenight.games.zombie.rules import HOLD, ROLL, Action, Draw, Options, Roll, State, ZombieRules
from gamenight.games.zombie.simulation import simulate, traced
from gamenight.games.zombie.sweep import sweep_of

STANDARD = ZombieRules()
WAITING = ("draw", "roll", "choice")


def seats(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(62) if mask >> seat & 1)


def state_of(row: list[int], players: int) -> State:
    bag, rolling, brains, shots = (
        (row[place], row[place + 1], row[place + 2]) for place in range(0, 12, 3)
    )
    both = row[kernel.SCORES : kernel.SCORES + 2 * players]
    return State(
        bag, tuple(both[::2]), tuple(both[1::2]), seats(row[kernel.PLAYING]),
        row[kernel.PLAYER], row[kernel.ROUND], bool(row[kernel.TIED]), rolling, brains, shots,
        row[kernel.EATEN], WAITING[row[kernel.WAITING]], seats(row[kernel.WINNERS]),
    )  # fmt: skip


def action_of(done: list[int], waiting: str) -> Action:
    drawn, ate, fled, shot = (
        (done[place], done[place + 1], done[place + 2]) for place in range(0, 12, 3)
    )
    if waiting == "draw":
        return Draw(drawn)
    if waiting == "roll":
        return Roll(ate, fled, shot)
    return ROLL if done[kernel.CHOSEN] else HOLD


def walk(rules: ZombieRules, policies: list[str], seed: int, game: int) -> list[tuple[Any, Any]]:
    """One game of the kernel through the rules, every state compared: its choices."""
    trace, end = traced(rules, policies, seed, game)
    state, choices = rules.initial(), []
    for row in trace.tolist():
        assert state_of(row, rules.players) == state
        action = action_of(row[kernel.SCORES + 2 * rules.players :], state.waiting)
        node: Any = rules.node(state)
        if state.waiting == "choice":
            choices.append((state, action))
        else:
            assert action in dict(node.outcomes)
        state = rules.apply(state, action)
    assert state.winners
    assert state_of(end.tolist(), rules.players) == state
    return choices


RULES = [
    STANDARD,
    ZombieRules(players=5),
    ZombieRules(Options(brains_to_win=1), 6),
    ZombieRules(Options(max_turns=4), 3),
    ZombieRules(Options(max_turns=2, round_limit=1), 4),
    ZombieRules(Options(round_limit=3, brains_to_win=40), 3),
    ZombieRules(Options(1, 0, 0, brains_to_win=2)),
    ZombieRules(Options(1, 1, 0, brains_to_win=3), 3),
    ZombieRules(Options(2, 1, 1, weak_die_faces="bf", strong_die_faces="b", round_limit=40), 3),
    ZombieRules(Options(0, 2, 2, strong_die_faces="bss", tough_die_faces="s", brains_to_win=3)),
    ZombieRules(Options(99, 99, 99, brains_to_win=4, max_players=60), 60),
    ZombieRules(Options(1, 3, 0, strong_die_faces="f", round_limit=20)),
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_state_is_that_of_the_rules(rules: ZombieRules) -> None:
    for game in range(25):
        walk(rules, ["random"] * rules.players, 1, game)


@pytest.mark.parametrize("rules", RULES[:10], ids=str)
@pytest.mark.parametrize("name", ["easy", "turn"])
def test_policies_choose_like_the_bots(rules: ZombieRules, name: str) -> None:
    bot = BOTS[name].bot
    for game in range(25):
        for state, action in walk(rules, [name] * rules.players, 2, game):
            assert bot.choose(rules, state, state.player, Random(0), Limit()) == action, state


def test_the_perfect_policy_chooses_like_the_bot() -> None:
    bot, met = BOTS["best"].bot, set()
    for game in range(300):
        for state, action in walk(STANDARD, ["best", "random"], 3, game):
            if state.player == 0:
                assert bot.choose(STANDARD, state, 0, Random(0), Limit()) == action, state
                met.add((state.tied, action))
        if game < 30:
            for state, action in walk(STANDARD, ["turn", "best"], 4, game):
                if state.player == 1:
                    assert bot.choose(STANDARD, state, 1, Random(0), Limit()) == action, state
    assert met >= {(False, ROLL), (False, HOLD)}


def test_threads_change_nothing() -> None:
    alone = simulate(STANDARD, ["easy", "turn"], 5_001, seed=5)
    assert simulate(STANDARD, ["easy", "turn"], 5_001, seed=5, threads=3) == alone
    assert simulate(STANDARD, ["easy", "turn"], 5_001, seed=6) != alone
    assert sum(alone.shares) == pytest.approx(5_001)


def test_the_game_numbers_are_the_games() -> None:
    plies = sum(len(traced(STANDARD, ["random"] * 2, 7, game)[0]) for game in range(50))
    assert kernel.kernel_random_games(50, seed=7, threads=2) == plies


def test_draws_and_rolls_are_as_likely_as_the_rules_say() -> None:
    """The first draw and the first roll of many games, by chi-square."""
    games, drawn, rolled = 4_000, dict[Any, int](), dict[Any, int]()
    first_rules: Any = STANDARD.node(STANDARD.initial())
    for game in range(games):
        trace = traced(STANDARD, ["easy", "easy"], 8, game)[0][:2].tolist()
        width = kernel.SCORES + 4
        draw, roll = action_of(trace[0][width:], "draw"), action_of(trace[1][width:], "roll")
        drawn[draw] = drawn.get(draw, 0) + 1
        rolled[draw, roll] = rolled.get((draw, roll), 0) + 1
    expected = {action: games * ways / 286 for action, ways in first_rules.outcomes}
    chi = sum((drawn.get(action, 0) - mean) ** 2 / mean for action, mean in expected.items())
    assert chi < 27.9  # nine degrees of freedom, one in a thousand
    common = Draw((2, 1, 0))
    node: Any = STANDARD.node(STANDARD.apply(STANDARD.initial(), common))
    chi = sum(
        (rolled.get((common, roll), 0) - mean) ** 2 / mean
        for roll, ways in node.outcomes
        if (mean := drawn[common] * ways / 216)
    )
    assert chi < 40.8  # seventeen degrees of freedom


def test_the_compiled_sweep_is_that_of_the_graph() -> None:
    options = Options()
    for worth in ([float(n) for n in range(ENDS)], [float(n > 5) for n in range(ENDS)]):
        slow = graph(options.bag, options.faces).solve(worth)
        fast = sweep_of(options.bag, options.faces).solve(worth)
        assert max(abs(a - b) for a, b in zip(slow.rolled, fast.rolled, strict=True)) < 1e-12
        slow_choices = graph(options.bag, options.faces).choices(worth)
        assert slow_choices == sweep_of(options.bag, options.faces).choices(worth)


def test_turn_beats_easy_by_what_both_games_say() -> None:
    games = 100_000
    turn, easy = simulate(STANDARD, ["turn", "easy"], games, seed=9).shares
    assert turn > easy + 3 * sqrt(games)


@pytest.mark.parametrize(
    ("rules", "policies", "message"),
    [
        (STANDARD, ["easy"], "2 policies are needed, not 1"),
        (STANDARD, ["easy", "bold"], "no policy 'bold' for this game"),
        (ZombieRules(players=3), ["best"] * 3, "possible: random, easy, turn"),
        (ZombieRules(Options(99, 99, 99)), ["turn"] * 2, "no tables for so many dice"),
        (ZombieRules(Options(max_players=99), 61), ["easy"] * 61, "up to 60 players"),
    ],
)
def test_what_does_not_fit_is_refused(
    rules: ZombieRules, policies: list[str], message: str
) -> None:
    with pytest.raises(InvalidOption, match=message):
        simulate(rules, policies, 1)
