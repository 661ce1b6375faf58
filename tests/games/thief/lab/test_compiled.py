"""Compiled rounds of Thief as the lab asks for them: rows, threads, and what does not fit."""

from __future__ import annotations

from math import hypot, sqrt

import numpy as np
import pytest

import gamenight
from gamenight.bots.uniform import INTERRUPTS_ONE_IN
from gamenight.core.errors import InvalidOption
from gamenight.games.thief.cards import CardState, CardThiefRules
from gamenight.games.thief.rules import Options, ThiefRules
from gamenight.lab.intervals import Z
from gamenight.lab.simulate import simulate
from tests.late import late

with late():
    from gamenight.games.thief.lab import compiled, kernel
    from gamenight.games.thief.lab.compiled import bots, packed, play, settings

GAME = gamenight.game("thief")
ALL = ("random", "predictable", "cautious", "turn", "best")


@pytest.mark.parametrize("seats", [("random",) * 3, ("turn", "predictable", "cautious", "best")])
def test_the_rounds_of_a_seed_do_not_depend_on_the_threads_or_the_split(
    seats: tuple[str, ...],
) -> None:
    rules = ThiefRules(Options(), len(seats))
    rows = play(rules, seats, 7, range(301))
    assert np.array_equal(play(rules, seats, 7, range(301), threads=3), rows)
    parts = [play(rules, seats, 7, range(*ends)) for ends in ((0, 5), (5, 200), (200, 301))]
    assert np.array_equal(np.vstack(parts), rows)
    assert not np.array_equal(play(rules, seats, 8, range(301)), rows)
    assert len(play(rules, seats, 7, range(4, 4), threads=2)) == 0


def test_the_winner_has_the_target() -> None:
    rules = ThiefRules(Options(target=2000), 3)
    for plies, winners, *scores in play(rules, ("turn",) * 3, 1, range(200)).tolist():
        assert plies > 0
        assert [1 << seat for seat in range(3) if scores[seat] >= 2000] == [winners]


def test_a_shared_victory_has_a_bit_for_each_winner() -> None:
    """After a single turn, a bust leaves all three at nothing."""
    rules = ThiefRules(Options(turn_limit=1), 3)
    rows = play(rules, ("random",) * 3, 0, range(500)).tolist()
    assert {(winners, score > 0) for _, winners, score, *_ in rows} == {(1, True), (7, False)}


@pytest.mark.parametrize(
    "options", [{}, {"target": 50}, {"turn_limit": 7}, {"open_table": True}, {"cards": True}]
)
def test_all_bots_fit(options: dict[str, object]) -> None:
    assert bots(GAME.rules(4, **options)) == ALL  # type: ignore[arg-type]


def test_what_does_not_fit_is_refused() -> None:
    rules = ThiefRules(Options(turn_limit=compiled.MOST_TURNS + 1))
    assert bots(rules) == ()
    with pytest.raises(InvalidOption, match="compiled rounds can have at most 1,000,000 turns"):
        play(rules, ("random",) * 3, 1, range(1))


@pytest.mark.parametrize("bot", ALL)
def test_a_table_that_all_but_one_have_left_is_over(bot: str) -> None:
    rules = ThiefRules(Options(open_table=True), 3)
    state = rules.initial()._replace(away=(True, False, True), player=1, winners=(1,))
    assert play(rules, (bot,) * 3, 1, range(1), state=state).tolist() == [[0, 0b10, 0, 0, 0]]


def test_hands_that_are_hidden_are_refused() -> None:
    rules = CardThiefRules(Options(cards=True), 3)
    state = rules.initial()._replace(hands=(("lock",), (), ("jinx", "guard")), due=())
    assert len(play(rules, ("random",) * 3, 1, range(5), state=state)) == 5
    with pytest.raises(InvalidOption, match="need hands that are known"):
        play(rules, ("random",) * 3, 1, range(5), state=rules.hide(state, 0))


def test_with_cards_random_rounds_last_as_long_as_by_the_rules() -> None:
    """Out of turn too: a seat that could act does so one time in four that it is asked."""
    options = {"cards": True, "target": 3000}
    bots = ["random"] * 3
    slow = simulate(GAME, bots, 300, options, seed=5, processes=1, by_rules=True).plies
    quick = simulate(GAME, bots, 20_000, options, seed=5, processes=1).plies
    error = hypot(slow.high - slow.low, quick.high - quick.low) / 2 / Z
    assert abs(slow.value - quick.value) < 4 * error


def test_bots_that_there_are_not_are_refused() -> None:
    with pytest.raises(InvalidOption, match="possible: random, predictable, cautious, turn"):
        play(ThiefRules(), ("random", "turn", "lucky"), 1, range(1))
    with pytest.raises(InvalidOption, match="these rules need 3 bots, not 2"):
        play(ThiefRules(), ("random", "turn"), 1, range(1))


def test_random_acts_out_of_turn_one_time_in_four() -> None:
    """Of two seats that could, the second is asked where the first does nothing."""
    rules = CardThiefRules(Options(cards=True), 3)
    hands = ((), ("jinx",), ("jinx",))
    state = CardState(
        *(rules.base.initial()._replace(roll=(1, 2, 3, 4, 6), waiting="choice")), hands=hands
    )
    start, setup = packed(state), settings(rules, ("random",) * 3, 3)
    stream, found, games = np.zeros(1, np.uint64), [0, 0, 0], 8000
    for game in range(games):
        kernel.begin(stream, np.uint64(1), np.uint64(game))
        done = kernel.ply(start.copy(), stream, *setup)
        if done >= kernel.INSTANT:
            found[(done - kernel.INSTANT) // kernel.EACH_SEAT] += 1
    once = 1 / INTERRUPTS_ONE_IN
    for seat, share in ((0, 0.0), (1, once), (2, (1 - once) * once)):
        assert abs(found[seat] / games - share) <= 4 * sqrt(share * (1 - share) / games)
