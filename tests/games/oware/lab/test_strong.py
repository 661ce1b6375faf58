"""The bot `strong`: its search beside a plain one, its limits, its opinions."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import count
from random import Random
from threading import Timer

import pytest

from gamenight import Decision, Limit, Over
from gamenight.core.bot import Interrupted, Stoppable
from gamenight.games.oware.bots import BOTS, Hard, Strong, captures
from gamenight.games.oware.lab.strong import ADVICE, opinions, prepare
from gamenight.games.oware.rules import Options, OwareRules, Position, State
from tests.games.oware.boards import board, played
from tests.late import late

with late():
    from gamenight.games.oware.lab import alphabeta, evaluation
    from gamenight.games.oware.lab.search import (
        Budget,
        Found,
        Search,
        TranspositionTable,
        deepened_together,
    )


# Of other rules there is no opening book.
NO_BOOK = Options(grand_slam="allowed")


@cache
def table() -> TranspositionTable:
    """One for all searches: what it holds never changes what they find."""
    return TranspositionTable()


@pytest.fixture
def without_shortcuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that leaves out nothing: no line is less deep than another."""
    from gamenight.games.oware.lab import search

    monkeypatch.setattr(search, "LATE", alphabeta.NEVER)
    monkeypatch.setattr(search, "MARGIN", 0)


def plain(rules: OwareRules, state: State, depth: int, ply: int = 0) -> int:
    """The value by all lines, without any cut; below the last ply by those of captures, and each
    side may leave it at that."""
    node = rules.node(state)
    mover = state.position.mover
    if isinstance(node, Over):
        won = alphabeta.WIN - ply
        return 0 if len(node.winners) == 2 else (won if mover in node.winners else -won)
    actions = list(node.actions)
    values = []
    if depth <= 0:
        values = [opinion(state.position)]
        actions = [house for house, seeds in captures(rules, state).items() if seeds]
    after = (rules.apply(state, action) for action in actions)
    values += [-plain(rules, one, depth - 1, ply + 1) for one in after]
    return max(values)


@cache
def network() -> tuple[list[list[int]], list[int], list[int]]:
    """The shipped numbers as plain ones."""
    rows, outputs, ends = (part.astype(int).tolist() for part in evaluation.weights())
    return rows, outputs, ends


def opinion(position: Position) -> int:
    """What the network says, as its numbers read."""
    mover, total = position.mover, sum(position.houses) + sum(position.stores)
    houses = position.houses[6 * mover :] + position.houses[: 6 * mover]
    rows, outputs, (added, divisor) = network()
    chosen = [20 * house + min(seeds, 19) for house, seeds in enumerate(houses)]
    for first, side in ((240, mover), (266, 1 - mover)):
        chosen.append(first + min(total // 2 + 1 - position.stores[side], 25))
    sums: list[int] = [sum(lanes) for lanes in zip(*(rows[row] for row in chosen), strict=True)]
    value: int = sum(max(0, one) * weight for one, weight in zip(sums, outputs, strict=True))
    most: int = evaluation.MOST
    return max(-most, min((value + added) // divisor, most))


def deepened(rules: OwareRules, state: State, budget: Budget, twist: int = 0) -> Found:
    found = Search(rules, state, table(), twist).deepen(budget)
    assert found is not None
    return found


def random_states(options: Options, count: int, seed: int) -> list[State]:
    """Decisions of random games, from early to late."""
    rules, rng, found = OwareRules(options), Random(seed), list[State]()
    while len(found) < count:
        state, plies = rules.initial(), rng.randrange(120)
        node = rules.node(state)
        while isinstance(node, Decision) and plies:
            state = rules.apply(state, rng.choice(node.actions))
            node, plies = rules.node(state), plies - 1
        if isinstance(node, Decision):
            found.append(state)
    return found


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(grand_slam="leave_last"),
        Options(grand_slam="leave_seed"),
        Options(grand_slam="allowed"),
        Options(seeds=1),
        Options(seeds=2, ply_limit=24),
    ],
    ids=str,
)
def test_the_value_is_that_of_all_lines(options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    from gamenight.games.oware.lab import search

    monkeypatch.setattr(search, "LATE", alphabeta.NEVER)
    monkeypatch.setattr(search, "MARGIN", 0)
    rules = OwareRules(options)
    for number, state in enumerate(random_states(options, 20, seed=2)):
        for depth in (1, 2, 3):
            found = deepened(rules, state, Budget(depth=depth), twist=number % 8)
            left = options.ply_limit - state.plies + 1 if options.ply_limit else depth
            assert found.value == plain(rules, state, min(found.depth, left)), state
            if found.depth == depth:
                house = rules.rows[state.position.mover][found.house]
                after = rules.apply(state, house)
                assert -plain(rules, after, depth - 1, 1) == found.value


def test_a_forced_win_is_told_with_its_length() -> None:
    rules = OwareRules()
    state = board("N 0 4 4 1 4 4 | 0\n S 0 4 0 0 1 3 | 23 <")
    best = opinions(rules, state, Random(1), Limit())[0]
    assert best.action == rules.parse("F")
    assert best.words == "wins by force in 1 move, counting both sides"


@pytest.mark.usefixtures("without_shortcuts")
def test_a_repetition_from_before_the_search_is_seen() -> None:
    """Only when the last position comes up again does each side take its row."""
    rules = OwareRules()
    start = board("N 0 0 0 0 0 1 | 22\n S 1 0 0 0 0 1 | 23 <")
    state = played(rules, start, *"AaBbCc")
    for depth in (4, 6, 8):
        found = deepened(rules, state, Budget(depth=depth))
        assert found.value == plain(rules, state, found.depth)


def test_a_number_of_positions_is_kept_and_reproduces() -> None:
    rules = OwareRules()
    budget = Budget(nodes=30_000)
    first = deepened(rules, rules.initial(), budget)
    assert 25_000 < budget.used <= 30_000
    assert first == deepened(rules, rules.initial(), Budget(nodes=30_000))
    assert first.depth > deepened(rules, rules.initial(), Budget(nodes=300)).depth


def test_two_searches_at_once_do_not_meet() -> None:
    rules, bot, limit = OwareRules(), BOTS["strong"].bot, Limit(simulations=30_000)
    states = random_states(Options(), 8, seed=6)

    def choice(state: State) -> object:
        return bot.choose(rules, state, state.position.mover, Random(1), limit)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(choice, states)) == [choice(state) for state in states]


def test_a_search_can_be_stopped() -> None:
    rules, rng = OwareRules(NO_BOOK), Stoppable(1)
    timer = Timer(0.05, rng.stop)
    timer.start()
    with pytest.raises(Interrupted):
        BOTS["strong"].bot.choose(rules, rules.initial(), 0, rng, Limit(seconds=600))
    timer.join()


@pytest.mark.parametrize("limit", [Limit(), Limit(simulations=1), Limit(seconds=0.01)])
def test_the_first_opinion_is_the_choice(limit: Limit) -> None:
    bot, rules = Strong(depth=4), OwareRules()
    for state in random_states(Options(), 12, seed=8):
        seat = state.position.mover
        found = bot.explain(rules, state, seat, Random(3), limit)
        assert {one.action for one in found} == set(rules.moves(state.position))
        assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
        if limit.seconds is None:
            assert found[0].action == bot.choose(rules, state, seat, Random(3), limit)


def test_it_beats_hard() -> None:
    rules, limit, wins = OwareRules(), Limit(simulations=1500), 0
    for seed in range(10):
        state, rng = rules.initial(), Random(seed)
        node = rules.node(state)
        while isinstance(node, Decision):
            name = "strong" if node.player == seed % 2 else "hard"
            action = BOTS[name].bot.choose(rules, state, node.player, rng, limit)
            assert action in node.actions
            state = rules.apply(state, action)
            node = rules.node(state)
        wins += node.winners == (seed % 2,)
    assert wins == 10


def test_it_plays_as_hard_where_the_board_does_not_fit() -> None:
    rules = OwareRules(Options(houses=4))
    assert list(prepare(rules))[-1].endswith("it plays like Grabber.")
    state, bot = rules.initial(), BOTS["strong"].bot
    chosen = bot.choose(rules, state, 0, Random(2), Limit())
    assert chosen == Hard().choose(rules, state, 0, Random(2), Limit())


def test_out_of_turn_and_after_the_end_it_does_nothing() -> None:
    rules, bot = OwareRules(), Strong()
    over = board("N 0 0 0 0 0 1 | 10\n S 1 0 0 0 0 0 | 36 <")
    for state, seat in ((rules.initial(), 1), (over, 0)):
        assert bot.choose(rules, state, seat, Random(1), Limit()) is None
        assert bot.explain(rules, state, seat, Random(1), Limit()) == []


def test_without_the_lab_it_says_what_to_install_and_hints_go_on() -> None:
    code = """
import sys
sys.modules["numba"] = sys.modules["numpy"] = None
from random import Random
import gamenight
game = gamenight.game("oware")
rules, info = game.rules(), game.bots["strong"]
assert list(info.prepare(rules)) == []
assert info.bot.explain(rules, rules.initial(), 0, Random(1), info.limit) == []
try:
    info.bot.choose(rules, rules.initial(), 0, Random(1), info.limit)
except gamenight.GamenightError as error:
    print(error)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "install gamenight[lab]" in found.stdout, found.stderr


def test_the_game_can_be_listed_without_numba() -> None:
    code = "import gamenight, sys; gamenight.game('oware').bots; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numba", "numpy"} & set(found.stdout.split())


def test_an_opinion_takes_no_longer_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few positions a second it can look at, each of both searches ends in time."""
    from gamenight.games.oware.lab import search

    budgets: list[search.Budget] = []
    clock = count(0.0, 0.4)

    class Noted(search.Budget):
        def __post_init__(self) -> None:
            super().__post_init__()
            budgets.append(self)

    monkeypatch.setattr(search, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(search, "Budget", Noted)
    rules = OwareRules(NO_BOOK)
    assert opinions(rules, rules.initial(), Random(1), Limit(seconds=1.0))
    limited = [budget for budget in budgets if budget.nodes == ADVICE]
    assert [budget.seconds for budget in limited] == [1.0, 1.0]
    assert all(budget.used < ADVICE / 2 for budget in budgets)


@pytest.mark.parametrize("seeds", [1, 2, 4])
def test_what_is_certain_does_not_come_from_an_earlier_search(seeds: int) -> None:
    """A table that is kept from move to move holds values that rest on repetitions of other lines:
    a forced end must be one by this line, as a search that believes nothing sees it."""
    rules, kept, told = OwareRules(Options(seeds=seeds)), TranspositionTable(), 0
    for state in random_states(Options(seeds=seeds), 12, seed=5):
        node = rules.node(state)
        for _ in range(8):
            if not isinstance(node, Decision):
                break
            found = Search(rules, state, kept, keeps=True).deepen(Budget(depth=9))
            assert found is not None
            if found.plies_to_end:
                alone = Search(rules, state, TranspositionTable()).deepen(Budget(depth=12))
                assert alone is not None
                assert (alone.value > 0) == (found.value > 0)
                assert alone.plies_to_end, state
                told += 1
            state = rules.apply(state, rules.rows[node.player][found.house])
            node = rules.node(state)
    assert told > 5 or seeds == 4


def test_two_threads_find_a_move_that_one_finds_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """They share a table, and neither spoils it for the other."""
    monkeypatch.setenv("GAMENIGHT_THREADS", "2")
    rules = OwareRules()
    state = board("N 0 4 4 1 4 4 | 0\n S 0 4 0 0 1 3 | 23 <")
    chosen = BOTS["strong"].bot.choose(rules, state, 0, Random(1), Limit(seconds=0.05))
    assert chosen == rules.parse("F")
    first = Search(rules, rules.initial(), table())
    other = Search(rules, rules.initial(), table(), twist=1, beside=first)
    found = deepened_together(first, [other], Budget(nodes=200_000))
    assert found is not None
    assert found.depth >= deepened(rules, rules.initial(), Budget(nodes=20_000)).depth
