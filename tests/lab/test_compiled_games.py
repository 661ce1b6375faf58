"""Compiled games in the lab: the same chances as the rules have, and nothing depends on a split."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from pathlib import Path
from time import sleep
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamenight
from gamenight.core.game import Game
from gamenight.core.lab import Lab
from gamenight.core.rules import Over
from gamenight.lab import work as module
from gamenight.lab.arena import Arena, Lineup
from gamenight.lab.simulate import as_json, simulate
from gamenight.lab.tally import Tally
from gamenight.lab.tournament import tournament
from gamenight.lab.work import LARGEST_CHUNK, Chunk, Finished, Schedule, compiled_where_possible
from tests.effort import times
from tests.toys.nim import NIM

OWARE = gamenight.game("oware")


def missing() -> Any:
    raise ImportError("No module named 'numba'")


class Recorder:
    """A kernel that plays nothing: its rows tell who sat where, with which seed and number."""

    def __init__(self) -> None:
        self.calls: list[tuple[tuple[str, ...], int, range]] = []

    def bots(self, rules: Any) -> tuple[str, ...]:
        return ("random", "greedy")

    def play(
        self,
        rules: Any,
        bots: Sequence[str],
        seed: int,
        numbers: range,
        threads: int = 1,
        state: Any = None,
    ) -> Any:
        self.calls.append((tuple(bots), seed, numbers))
        return np.array([[9, 1, seed % 1000, number] for number in numbers])


def recorded() -> tuple[Game, Recorder]:
    kernel = Recorder()
    return replace(NIM, lab=lambda: Lab(kernel=lambda: kernel)), kernel


def test_a_kernel_plays_each_seating_with_a_seed_of_its_own_and_numbers_without_gaps() -> None:
    game, kernel = recorded()
    arena = Arena(game, Lineup("nim", ("random", "greedy"), 2, compiled=True))
    arena.play_all(range(3, 10))
    (first, one, evens), (second, two, odds) = kernel.calls
    assert (first, second) == (("random", "greedy"), ("greedy", "random"))
    assert (evens, odds) == (range(2, 5), range(1, 5)), "games 4, 6, 8 and 3, 5, 7, 9"
    assert one != two
    assert 0 <= min(one, two) <= max(one, two) < 2**63


@settings(max_examples=times(10), deadline=None)
@given(st.lists(st.integers(0, 40), max_size=4), st.integers(1, 3), st.integers(0, 2**32))
def test_no_split_changes_what_is_counted(cuts: list[int], threads: int, seed: int) -> None:
    arena = Arena(OWARE, Lineup("oware", ("hard", "random"), 2, seed=seed, compiled=True))
    ends = [0, *sorted(cuts), 40]
    parts = (arena.play_all(range(*two), threads) for two in pairwise(ends))
    assert sum(parts, Tally()) == arena.play_all(range(40))


@given(
    st.lists(
        st.tuples(st.integers(0, 300), st.integers(0, 7), st.tuples(*[st.integers(-9, 99)] * 3)),
        min_size=1,
        max_size=12,
    ),
    st.permutations(range(3)),
)
def test_rows_count_as_the_same_games_one_by_one(
    games: list[tuple[int, int, tuple[int, ...]]], seating: list[int]
) -> None:
    slow, fast = Tally(), Tally()
    for plies, winners, scores in games:
        slow.count(Over(scores, tuple(s for s in range(3) if winners >> s & 1), ""), plies, seating)
    rows = [[plies, winners, *scores] for plies, winners, scores in games]
    fast.count_rows(np.array(rows, np.int64).reshape(-1, 5), seating)
    assert fast == slow
    assert json.loads(json.dumps(fast.as_json())) == json.loads(json.dumps(slow.as_json()))


def test_a_game_of_a_billion_plies_takes_no_more_memory_than_a_short_one() -> None:
    tally = Tally()
    tally.count_rows(np.array([[10**12, 1, 5], [3, 1, 5], [3, 1, 5]], np.int64), [0])
    assert tally.lengths == {10**12: 1, 3: 2}


@pytest.mark.parametrize(
    ("id", "bots", "options"),
    [
        ("oware", ["easy", "hard"], {}),
        ("zombie", ["turn", "easy", "random"], {}),
        ("thief", ["turn", "predictable", "cautious"], {}),
        ("circuit", ["racer", "random"], {}),
        ("preys", [], {}),
        ("preys", ["racer"], {"escort": "choose"}),
    ],
)
def test_compiled_games_come_out_as_those_by_the_rules(
    id: str, bots: list[str], options: dict[str, Any]
) -> None:
    """Shares, scores and lengths, within 4.5 standard errors of both."""
    game = gamenight.game(id)
    kernel = simulate(game, bots, 20_000, options, 3)
    assert kernel.compiled
    rules = simulate(game, bots, 300, options, 4, processes=1, by_rules=True)
    pairs = [(kernel.plies, rules.plies)]
    for fast, slow in zip(kernel.rows, rules.rows, strict=True):
        pairs += [(fast.share, slow.share), (fast.score, slow.score)]
    for one, two in pairs:
        errors = [(interval.high - interval.low) / 2 / 1.96 for interval in (one, two)]
        assert abs(one.value - two.value) <= 4.5 * sqrt(errors[0] ** 2 + errors[1] ** 2) + 1e-9


@pytest.mark.parametrize(
    ("game", "bots", "options", "compiled"),
    [
        (OWARE, ["easy", "hard"], {}, True),
        (OWARE, ["easy", "greedy"], {}, False),
        (OWARE, ["easy", "easy:100n"], {}, False),
        (OWARE, ["easy", "hard"], {"houses": 5}, False),
        (OWARE, ["easy", "hard"], {"grand_slam": "allowed", "ply_limit": 40}, True),
        (replace(OWARE, lab=lambda: Lab(kernel=missing)), ["easy", "hard"], {}, False),
        (NIM, ["random", "random"], {}, False),
    ],
)
def test_who_plays(game: Game, bots: list[str], options: dict[str, Any], compiled: bool) -> None:
    found = simulate(game, bots, 4, options, processes=1)
    assert found.complete
    assert found.compiled is compiled
    assert json.loads(as_json(found))["compiled"] is compiled
    by_rules = simulate(game, bots, 4, options, processes=1, by_rules=True)
    assert not by_rules.compiled
    assert (by_rules == found) is not compiled, "the same seed is another game there"


def test_whoever_waits_for_a_kernel_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def slow() -> Any:
        for _ in range(1000):
            if said:
                break
            sleep(0.01)
        return Recorder()

    lineup = Lineup("nim", ("random", "greedy"), 2)
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    (found,) = compiled_where_possible(
        replace(NIM, lab=lambda: Lab(kernel=slow)), [lineup], said.append
    )
    assert found == lineup._replace(compiled=True)
    assert said == ["Getting ready; the first time takes longer ..."]
    monkeypatch.setattr(module, "PATIENCE", 60)
    compiled_where_possible(recorded()[0], [lineup], said.append)
    assert len(said) == 1, "what is quick needs no words"


def test_pairs_of_a_tournament_are_compiled_where_both_bots_are() -> None:
    found = tournament(OWARE, ["easy", "hard", "greedy"], 4, processes=1)
    assert found.compiled == {("easy", "hard")}
    assert found.complete
    slow = tournament(OWARE, ["easy", "hard", "greedy"], 4, processes=1, by_rules=True)
    assert slow.compiled == frozenset()
    for pair in (("easy", "greedy"), ("greedy", "hard")):
        assert slow.tallies[pair] == found.tallies[pair]


def test_a_chunk_of_quick_games_stays_small_enough_for_memory() -> None:
    lineup = Lineup("nim", ("random", "greedy"), 2)
    schedule = Schedule({lineup: [range(10**9)]}, 1)
    for number in range(2):
        schedule.learn(Finished(Chunk(lineup, range(number, number + 1)), Tally(), 1e-7))
    chunk = schedule.next({lineup: 2})
    assert chunk == Chunk(lineup, range(LARGEST_CHUNK))


def test_a_table_that_took_its_seconds_gets_no_more() -> None:
    slow, quick = (Lineup("nim", (bot, "greedy"), 2) for bot in ("mcts", "random"))
    schedule = Schedule({slow: [range(1000)], quick: [range(1000)]}, 1, seconds=10)
    games = {slow: 0, quick: 0}
    while chunk := schedule.next({slow: 2, quick: 2}):
        games[chunk.lineup] += len(chunk.numbers)
        seconds = len(chunk.numbers) * (1.0 if chunk.lineup == slow else 0.001)
        schedule.learn(Finished(chunk, Tally(), seconds))
        if games[slow] == games[quick] == 2:
            assert schedule.left == 8 + 998, "eight more slow games are expected"
    assert games == {slow: 10, quick: 1000}


def test_a_tournament_ends_when_every_pair_took_its_seconds(tmp_path: Path) -> None:
    reports: list[tuple[int, int]] = []
    found = tournament(
        OWARE,
        ["easy", "hard", "greedy"],
        10**6,
        processes=1,
        path=tmp_path / "t.jsonl",
        report=lambda *told: reports.append(told),
        seconds=0.05,
    )
    assert found.complete
    assert all(0 < tally.games < 10**6 for tally in found.tallies.values())
    assert reports[-1] == (found.games, found.games), "nothing is left"
    assert found.total("hard").games == sum(
        tally.games for pair, tally in found.tallies.items() if "hard" in pair
    )


def test_ctrl_c_keeps_what_a_kernel_finished() -> None:
    def press(done: int, total: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    found = simulate(OWARE, ["easy", "hard"], 10**9, processes=2, report=press)
    assert found.compiled
    assert not found.complete
    assert 4 <= found.tally.games == sum(found.tally.lengths.values()) < 10**9
