"""The compiled Zombie Dice: the same states as the Python rules, the same choices as the bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from gamenight import InvalidOption, Limit
from gamenight.core.play import possible_actions
from gamenight.games.zombie.bots import BOTS
from gamenight.games.zombie.lab.field import kit
from gamenight.games.zombie.lab.graph import ENDS, graph
from gamenight.games.zombie.rules import (
    HOLD,
    ROLL,
    Action,
    Dice,
    Draw,
    Options,
    State,
    ZombieRules,
    draws,
    rolls,
)
from tests.effort import times
from tests.games.zombie.states import places
from tests.late import late

with late():
    from gamenight.games.zombie.lab import compiled, kernel
    from gamenight.games.zombie.lab.layouts import Numbers
    from gamenight.games.zombie.lab.sweep import sweep_of

STANDARD = ZombieRules()


def dice(word: int, start: int, bits: int) -> Dice:
    green, yellow, red = (word >> start + bits * color & (1 << bits) - 1 for color in range(3))
    return green, yellow, red


def seats(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(compiled.MOST_SEATS) if mask >> seat & 1)


def state_of(numbers: Numbers) -> State:
    row = numbers.tolist()
    word, both = row[kernel.DICE], row[kernel.SEATS :]
    return State(
        dice(row[kernel.BAG], 0, kernel.DICE_BITS), tuple(both[::2]), tuple(both[1::2]),
        seats(row[kernel.PLAYING]), row[kernel.PLAYER], row[kernel.ROUND], bool(row[kernel.TIED]),
        dice(word, kernel.ROLLING, kernel.ROLLING_BITS),
        dice(word, kernel.BRAINS, kernel.DICE_BITS),
        dice(word, kernel.SHOTS, kernel.SHOT_BITS),
        word >> kernel.EATEN, compiled.WAITING[row[kernel.WAITING]], seats(row[kernel.WINNERS]),
    )  # fmt: skip


def walk(
    rules: ZombieRules, bots: list[str], seed: int, game: int
) -> Iterator[tuple[State, Action | None]]:
    """One game of the kernel, ply by ply through the rules: each state, and what was done in it."""
    setup, state = compiled.setup_of(rules, bots), rules.initial()
    row = compiled.row_of(rules, state)
    row[kernel.STREAM] = kernel.stream_of(np.uint64(seed), game)
    while not state.winners:
        assert kernel.advance(row, *setup, 1) == 1
        after = state_of(row)
        actions = possible_actions(rules, state)
        done = [action for action in actions if rules.apply(state, action) == after]
        assert done, f"the rules do not lead from {state} to {after}"
        again = compiled.row_of(rules, after)
        again[kernel.STREAM] = row[kernel.STREAM]
        assert again.tolist() == row.tolist()
        yield state, done[0]
        state = after
    assert kernel.advance(row, *setup, 1) == 0
    yield state, None


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
    ZombieRules(Options(1, 3, 0, strong_die_faces="f", round_limit=20)),
    ZombieRules(Options(1, 2, 0, strong_die_faces="f", round_limit=20)),
    ZombieRules(Options(99, 99, 99, brains_to_win=4, max_players=60), 60),
]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_every_state_is_that_of_the_rules_and_a_row_is_its_end(rules: ZombieRules) -> None:
    bots = ["random"] * rules.players
    for game, row in enumerate(compiled.play(rules, bots, 1, range(times(6))).tolist()):
        *plies, (end, _) = walk(rules, bots, 1, game)
        assert row == [len(plies), sum(1 << seat for seat in end.winners), *end.scores]


@pytest.mark.parametrize("rules", RULES[:12], ids=str)
@pytest.mark.parametrize("name", ["easy", "careful", "bold", "turn"])
def test_policies_choose_like_the_bots(rules: ZombieRules, name: str) -> None:
    bot = BOTS[name].bot
    for game in range(times(2)):
        for state, action in walk(rules, [name] * rules.players, 2, game):
            if state.waiting == "choice":
                assert bot.choose(rules, state, state.player, Random(0), Limit()) == action, state


def test_the_perfect_policy_chooses_like_the_bot() -> None:
    bot, met = BOTS["best"].bot, set()
    for game in range(times(70)):
        for seat, bots in enumerate((["best", "random"], ["turn", "best"])):
            for state, action in walk(STANDARD, bots, 3, game):
                if state.player == seat and state.waiting == "choice":
                    assert bot.choose(STANDARD, state, seat, Random(0), Limit()) == action, state
                    met.add((seat, state.tied, action))
    assert {tied for _, tied, _ in met} == {False, True}
    assert met >= {(seat, False, action) for seat in (0, 1) for action in (ROLL, HOLD)}


def test_a_coin_is_fair() -> None:
    choices = Counter(
        action
        for game in range(60)
        for state, action in walk(STANDARD, ["random"] * 2, 4, game)
        if state.waiting == "choice"
    )
    assert abs(choices[ROLL] - choices[HOLD]) < 4 * sqrt(choices.total())


def test_a_game_goes_on_from_any_of_its_states() -> None:
    setup = compiled.setup_of(STANDARD, ["easy", "random"])
    whole = compiled.row_of(STANDARD, STANDARD.initial())
    whole[kernel.STREAM] = kernel.stream_of(np.uint64(6), 0)
    parts = whole.copy()
    plies = kernel.advance(whole, *setup, kernel.NEVER)
    assert sum(kernel.advance(parts, *setup, 5) for _ in range(1 + plies // 5)) == plies
    assert parts.tolist() == whole.tolist()


@pytest.mark.parametrize(
    ("waiting", "text", "plies"),
    [
        ("draw", "bag ggg", 3),
        ("roll", "rolling ggg", 2),
        ("choice", "brains ggg", 1),
        ("draw", "bag gg, rolling g, eaten 1", 3),
    ],
)
def test_games_begin_anywhere_in_a_turn(waiting: str, text: str, plies: int) -> None:
    """Three dice of nothing but brains: the second eats what is left to eat, and holds ahead."""
    rules = ZombieRules(Options(3, 0, 0, weak_die_faces="b", max_turns=1))
    state = places(text, rules, waiting)._replace(player=1, scores=(2, 0), turns=(1, 0))
    brains = 3 + state.eaten - sum(state.brains)
    rows = compiled.play(rules, ["easy", "easy"], 5, range(3), state=state)
    assert rows.tolist() == [[plies, 0b10, 2, brains]] * 3


def test_threads_and_splits_change_nothing() -> None:
    bots = ["easy", "turn"]
    rows = compiled.play(STANDARD, bots, 5, range(1001))
    assert np.array_equal(compiled.play(STANDARD, bots, 5, range(1001), threads=3), rows)
    assert np.array_equal(compiled.play(STANDARD, bots, 5, range(700, 900)), rows[700:900])
    assert compiled.play(STANDARD, bots, 5, range(7, 7), threads=2).shape == (0, 4)
    assert not np.array_equal(compiled.play(STANDARD, bots, 6, range(1001)), rows)
    assert not np.array_equal(compiled.play(STANDARD, bots, 5 - 2**64, range(-3, 998)), rows)


@pytest.mark.parametrize("bag", [(6, 4, 3), (2, 1, 1), (0, 3, 0), (1, 0, 1)])
def test_handfuls_are_as_likely_as_the_rules_say(bag: Dice) -> None:
    """Numbers at equal distances: each order of dice gets the same share of them, exactly."""
    orders = 1
    for left in range(sum(bag), max(sum(bag) - 3, 0), -1):
        orders *= left
    count = 4 * orders
    found: Counter[Dice] = Counter()
    empty = compiled.row_of(ZombieRules(Options(*bag)), ZombieRules(Options(*bag)).initial())
    for nth in range(count):
        number = np.uint64((2 * nth + 1) * 2**63 // count)
        word, _ = kernel.drawn(0, empty[kernel.BAG], number)
        found[dice(word, kernel.ROLLING, kernel.ROLLING_BITS)] += 1
    node = draws(bag, min(3, sum(bag)))
    ways = {draw.drawn: n for draw, n in node.outcomes if isinstance(draw, Draw)}
    assert found == {drawn: n * count // node.cumulative[-1] for drawn, n in ways.items()}


@pytest.mark.parametrize("rules", [STANDARD, RULES[8], RULES[9]], ids=str)
def test_rolls_are_as_likely_as_the_rules_say(rules: ZombieRules) -> None:
    """The shares of all slots together, but for their rounding; a roll looks its slot up."""
    slots = compiled.outcomes(kit(rules))
    for hand in [(0, 0, 0), (1, 0, 0), (0, 2, 1), (1, 1, 1), (3, 0, 0), (0, 0, 3)]:
        index = hand[0] | hand[1] << 2 | hand[2] << 4
        found: dict[int, Fraction] = {}
        for share, first, second in slots[index].tolist():
            part = Fraction(share, 1 << kernel.SHARE_BITS)
            for change, size in ((first, part), (second, 1 - part)):
                found[change] = found.get(change, Fraction(0)) + size / kernel.SLOTS
        node = rolls(hand, rules.options.faces)
        expected = [ways / node.cumulative[-1] for _, ways in node.outcomes]
        assert sorted(float(share) for share in found.values() if share) == pytest.approx(
            sorted(expected), abs=1e-8
        )


def test_a_roll_takes_its_slot() -> None:
    slots = compiled.outcomes(kit(STANDARD))
    hand = 1 | 1 << 2 | 1 << 4
    word = hand | 3 << kernel.ROLLING_DICE
    for slot, (share, first, second) in enumerate(slots[hand].tolist()):
        for below, change in ((0, first), (share - 1, first), (share, second)):
            if below >> kernel.SHARE_BITS == 0 and (share or change == second):
                number = np.uint64(slot << 64 - kernel.SLOT_BITS | below)
                assert kernel.rolled(word, slots, number) == word + change


def test_the_compiled_sweep_is_that_of_the_graph() -> None:
    options = Options()
    for worth in ([float(n) for n in range(ENDS)], [float(n > 5) for n in range(ENDS)]):
        slow = graph(options.bag, options.faces).solve(worth)
        fast = sweep_of(options.bag, options.faces).solve(worth)
        assert max(abs(a - b) for a, b in zip(slow.rolled, fast.rolled, strict=True)) < 1e-12
        slow_choices = graph(options.bag, options.faces).choices(worth)
        assert slow_choices == sweep_of(options.bag, options.faces).choices(worth)


def test_turn_beats_easy_from_both_seats() -> None:
    games = 100_000
    won = (compiled.play(STANDARD, ["turn", "easy"], 9, range(games))[:, 1] == 1).mean()
    lost = (compiled.play(STANDARD, ["easy", "turn"], 9, range(games))[:, 1] == 1).mean()
    assert won - lost > 6 / sqrt(games)


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        (STANDARD, "random easy careful bold turn best"),
        (ZombieRules(players=3), "random easy careful bold turn"),
        (ZombieRules(Options(brains_to_win=12)), "random easy careful bold turn"),
        (ZombieRules(Options(99, 99, 99)), "random easy"),
        (ZombieRules(Options(max_players=99), 61), ""),
        (ZombieRules(Options(round_limit=10**30)), ""),
        (ZombieRules(Options(max_turns=10**30)), ""),
        (ZombieRules(Options(brains_to_win=10**30)), ""),
    ],
    ids=str,
)
def test_as_whom_it_plays(rules: ZombieRules, names: str) -> None:
    assert compiled.bots(rules) == tuple(names.split())


@pytest.mark.parametrize(
    ("rules", "bots", "message"),
    [
        (STANDARD, ["easy"], "these rules need 2 bots, not 1"),
        (STANDARD, ["easy", "greedy"], "no compiled bot 'greedy'"),
        (ZombieRules(players=3), ["best"] * 3, "possible: random, easy, careful, bold, turn"),
        (ZombieRules(Options(max_players=99), 61), ["easy"] * 61, "up to 60 players"),
    ],
)
def test_what_does_not_fit_is_refused(rules: ZombieRules, bots: list[str], message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        compiled.play(rules, bots, 1, range(1))


@pytest.mark.parametrize(
    "change",
    [
        {"bag": (6, 4, 2)},
        {"bag": (0, 4, 3), "rolling": (6, 0, 0)},
        {"bag": (0, 4, 3), "rolling": (3, 0, 0), "shots": (3, 0, 0)},
        {"bag": (7, 4, 3), "brains": (-1, 0, 0)},
        {"scores": (0, 0, 0)},
        {"scores": (0, 10**7)},
        {"scores": (0, -1)},
        {"eaten": 10**7},
        {"player": 2},
        {"playing": (0, 1, 2)},
    ],
    ids=str,
)
def test_a_state_of_other_rules_is_refused(change: dict[str, Any]) -> None:
    state = STANDARD.initial()._replace(**change)
    with pytest.raises(InvalidOption, match="state: it belongs to other rules"):
        compiled.play(STANDARD, ["random"] * 2, 1, range(1), state=state)
