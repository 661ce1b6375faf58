"""The compiled rules of Oware beside the Python rules, state by state."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from gamenight import Decision, Over
from gamenight.core.errors import InvalidOption
from gamenight.games.oware.bots import captures
from gamenight.games.oware.lab import packing
from gamenight.games.oware.rules import Options, OwareRules, State
from tests.games.oware.boards import board, played
from tests.late import late

with late():
    from gamenight.games.oware.lab.compiled import bots, play, trace
    from gamenight.games.oware.lab.sowing import moves_of, sown

OPTIONS = [
    Options(),
    Options(grand_slam="leave_last"),
    Options(grand_slam="leave_seed"),
    Options(grand_slam="allowed"),
    Options(ply_limit=30),
    Options(ply_limit=1),
    Options(seeds=1),
    Options(seeds=2, grand_slam="leave_last"),
    Options(seeds=2, grand_slam="leave_seed"),
    Options(seeds=1, grand_slam="leave_seed"),
    Options(seeds=12, grand_slam="allowed"),
    Options(seeds=12),
]


def walk(rules: OwareRules, number: int, seed: int, state: State | None = None) -> Over:
    """One compiled game, replayed by the Python rules; its end."""
    states, row = trace(rules, ("easy", "easy"), seed, number, state)
    state = rules.initial() if state is None else state
    for plies, (houses, stores, mover, house) in enumerate(states):
        assert state.position == (houses, stores, mover)
        node = rules.node(state)
        if house is None:
            assert isinstance(node, Over), state
            winners = sum(1 << side for side in node.winners)
            assert row.tolist() == [plies, winners, *node.scores]
            return node
        assert isinstance(node, Decision), node
        assert house in node.actions
        state = rules.apply(state, house)
    raise AssertionError(f"the trace ends before the game: {state}")


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_random_games_state_by_state(options: Options) -> None:
    rules = OwareRules(options)
    for number in range(25):
        walk(rules, number, seed=7)


def test_every_end_is_met() -> None:
    reasons = set[str]()
    for options in (*OPTIONS[:4], Options(ply_limit=60), Options(seeds=1)):
        for number in range(100):
            reasons.add(walk(OwareRules(options), number, seed=3).reason.split(":")[0])
    told = " ".join(reasons)
    for end in ("more than half", "has repeated", "No move can feed", "The limit", "no seeds"):
        assert end in told


@pytest.mark.parametrize("options", OPTIONS[:5], ids=str)
def test_games_from_the_middle_with_their_history(options: Options) -> None:
    rules, rng = OwareRules(options), Random(5)
    for number in range(30):
        state = rules.initial()
        for _ in range(rng.randrange(60)):
            node = rules.node(state)
            if isinstance(node, Over):
                break
            state = rules.apply(state, rng.choice(node.actions))
        walk(rules, number, seed=11, state=state)


def test_a_repetition_counts_what_was_before_the_start() -> None:
    rules = OwareRules()
    start = board("N 0 0 0 0 0 1 | 23\n S 1 0 0 0 0 0 | 23 <")
    state = played(rules, start, *"AaBbCcDdEeF")
    assert "has repeated" in walk(rules, 0, seed=0, state=state).reason


@pytest.mark.parametrize("slam", packing.GRAND_SLAMS)
def test_every_sowing_of_random_boards(slam: str) -> None:
    rules, rng, slams = OwareRules(Options(grand_slam=slam)), Random(1), 0
    code = packing.GRAND_SLAMS.index(slam)
    for _ in range(1500):
        many = rng.random() < 0.2
        houses = [rng.choice((0, 1, 2, rng.randrange(42 if many else 8))) for _ in range(12)]
        if not any(houses[:6]):
            continue
        state = rules.position("-".join(map(str, [*houses, 0, 0])) + "-S")
        position = state.position
        own, other = packing.row(position, 0), packing.row(position, 1)
        pattern = int(moves_of(own, other))
        assert [h for h in range(6) if pattern >> h & 1] == list(rules.moves(position))
        for house in rules.moves(position):
            sowing = rules.sow(position, house)
            slams += bool(sowing.spared or sowing.left)
            mine, theirs, captured = (int(n) for n in sown(own, other, house, code))
            assert packing.houses_of(mine) + packing.houses_of(theirs) == sowing.houses
            taken = [sowing.houses[n] - sowing.after[n] for n in range(6, 12)]
            assert list(packing.houses_of(captured)) == taken
    assert slams > 5 or slam == "allowed"


def test_hard_captures_the_most_in_compiled_games_too() -> None:
    rules, hard_moves = OwareRules(), 0
    for number in range(20):
        for houses, stores, mover, house in trace(rules, ("hard", "random"), 0, number)[0]:
            if house is not None and mover == 0:
                text = "-".join(map(str, [*houses, *stores])) + "-S"
                seeds = captures(rules, rules.position(text))
                assert seeds[house] == max(seeds.values())
                hard_moves += 1
    assert hard_moves > 200
    winners = play(rules, ("easy", "hard"), 0, range(400))[:, 1]
    assert np.count_nonzero(winners == 2) > 300


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_neither_threads_nor_other_numbers_change_a_game(threads: int) -> None:
    rules, seats = OwareRules(), ("easy", "hard")
    whole = play(rules, seats, 9, range(50))
    for numbers in (range(50), range(7, 30), range(49, 50), range(0)):
        assert np.array_equal(play(rules, seats, 9, numbers, threads), whole[list(numbers)])
    assert not np.array_equal(play(rules, seats, 10, range(50), threads), whole)
    rows = [trace(rules, seats, 9, number)[1] for number in range(50)]
    assert np.array_equal(rows, whole)


@pytest.mark.parametrize(
    ("options", "picture"),
    [(Options(houses=5), ""), (Options(), "N 200 0 0 0 0 9 | 0\n S 47 0 0 0 0 0 | 0 <")],
)
def test_what_does_not_fit_is_refused(options: Options, picture: str) -> None:
    rules = OwareRules(options)
    state = board(picture) if picture else rules.initial()
    with pytest.raises(InvalidOption, match="at most 255 seeds"):
        play(rules, ("easy", "easy"), 0, range(1), state=state)
    assert bots(OwareRules(replace(options, houses=6))) == ("random", "easy", "hard")
    assert bots(OwareRules(replace(options, houses=5))) == ()
