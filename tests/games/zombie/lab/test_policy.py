"""The best turn of Zombie Dice: its exact mean, the numbers to hold with, the file of them."""

from __future__ import annotations

import subprocess
import sys
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from gamenight import Chance, Decision
from gamenight.core.play import sample
from gamenight.games.zombie.lab import policy
from gamenight.games.zombie.lab.policy import expected_turn, hold_numbers, is_solvable, should_roll
from gamenight.games.zombie.lab.solver import Faces, pack, solve
from gamenight.games.zombie.rules import HOLD, MOST_BRAINS, ROLL, Options, State, ZombieRules
from tests.games.zombie.states import dice

STANDARD = Options()
BEST_MEAN = 2.2591498606


def test_the_exact_mean_of_the_best_turn() -> None:
    assert expected_turn(STANDARD.bag, STANDARD.faces) == pytest.approx(BEST_MEAN, abs=1e-10)


def test_the_mean_of_simulated_turns() -> None:
    rules, rng, gained = ZombieRules(), Random(2024), list[int]()
    for _ in range(20_000):
        state = rules.initial()
        while not state.turns[0]:
            node = rules.node(state)
            if isinstance(node, Chance):
                action = sample(node, rng)
            else:
                action = ROLL if should_roll(STANDARD.bag, STANDARD.faces, state) else HOLD
            state = rules.apply(state, action)
        gained.append(state.scores[0])
    mean = sum(gained) / len(gained)
    deviation = sqrt(sum((brains - mean) ** 2 for brains in gained) / len(gained))
    assert abs(mean - BEST_MEAN) < 4 * deviation / sqrt(len(gained))


def test_more_brains_than_the_most_change_nothing() -> None:
    usual, more = (
        solve(STANDARD.bag, STANDARD.faces, most).mean for most in (MOST_BRAINS, 2 * MOST_BRAINS)
    )
    assert abs(usual - more) < 1e-12
    fewer = solve(STANDARD.bag, STANDARD.faces, 10).mean
    assert BEST_MEAN - 0.01 < fewer < BEST_MEAN - 1e-5


def test_the_script_makes_the_file_of_the_package_again(tmp_path: Path) -> None:
    made = tmp_path / "turn.txt"
    subprocess.run([sys.executable, "-m", policy.__name__, str(made)], check=True)
    assert policy.read(made) == policy.read(policy.FILE)
    assert policy.read(made) == solve(STANDARD.bag, STANDARD.faces).hold
    assert policy.FILE.stat().st_size < 4096


@pytest.mark.parametrize(
    ("what", "brains", "rolling", "shots", "hold"),
    [
        ("two shotguns, a brain, mixed dice: hold", "g", "", "gy", 0),
        ("two shotguns, no brain: nothing to lose", "", "rr", "gr", 1),
        ("two shotguns, red footprints", "g", "rr", "gy", 0),
        ("two shotguns, but green footprints only", "g", "ggg", "yy", 3),
        ("two shotguns of the worst dice", "g", "gg", "rr", 2),
        ("one shotgun, new dice", "gg", "", "g", 4),
        ("one shotgun, yellow footprints", "gg", "yy", "y", 4),
        ("one shotgun, three red footprints", "gg", "rrr", "y", 0),
        ("one shotgun, three green footprints: 1458/74 brains", "ggg", "ggg", "y", 20),
        ("no shotgun, three red footprints", "gggg", "rrr", "", 5),
        ("no shotgun, two red footprints", "gggggyy", "rr", "", 9),
        ("no shotgun, green and yellow: only the most brains stop it", "gggyyr", "gy", "", 64),
    ],
)
def test_when_to_hold(what: str, brains: str, rolling: str, shots: str, hold: int) -> None:
    table = pack(dice(brains), dice(rolling), dice(shots))
    assert hold_numbers(STANDARD.bag, STANDARD.faces).get(table, 0) == hold, what


def values(rules: ZombieRules, most: int) -> dict[State, float]:
    """What each state of the first turn is worth: value iteration over the rules themselves."""
    found, order = {rules.initial(): 0.0}, [rules.initial()]
    leads: dict[State, list[tuple[State, float]]] = {}
    for state in order:  # which grows meanwhile
        node = rules.node(state)
        if state.turns[0]:
            leads[state] = []
        elif isinstance(node, Chance):
            total = node.cumulative[-1]
            leads[state] = [(rules.apply(state, a), ways / total) for a, ways in node.outcomes]
        else:
            leads[state] = [(rules.apply(state, ROLL), 1.0)] if state.eaten < most else []
        new = [after for after, _ in leads[state] if after not in found]
        order += dict.fromkeys(new)
        found.update(dict.fromkeys(new, 0.0))
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for state in reversed(order):
            worth = sum(share * found[after] for after, share in leads[state])
            if state.turns[0]:
                worth = float(state.scores[0])
            elif state.waiting == "choice":
                worth = max(worth, state.eaten)
            change = max(change, abs(worth - found[state]))
            found[state] = worth
    return found


@pytest.mark.parametrize(
    ("bag", "faces", "most"),
    [
        ("gg", STANDARD.faces, 12),
        ("gyr", STANDARD.faces, 9),
        ("ggyr", STANDARD.faces, 7),
        ("yyyy", STANDARD.faces, 9),
        ("gggyyr", STANDARD.faces, 8),
        ("gyr", ("bf", "bbs", "ffs"), 9),
        ("ggy", ("bff", "f", "s"), 9),
        ("gyyy", ("b", "f", "s"), 9),
        ("gyyr", ("bbbbf", "ssf", "bfsss"), 7),
    ],
)
def test_tiny_bags_by_value_iteration(bag: str, faces: Faces, most: int) -> None:
    rules = ZombieRules(Options(*dice(bag), 2, 13, 0, 1000, *faces))
    worth, solution = values(rules, most), solve(dice(bag), faces, most)
    assert solution.mean == pytest.approx(worth[rules.initial()], abs=1e-10)
    choices = [s for s in worth if isinstance(rules.node(s), Decision) and not s.turns[0]]
    assert choices
    for state in choices:
        if state.eaten < most:
            gains = worth[rules.apply(state, ROLL)] > state.eaten + 1e-9
            table = pack(state.brains, state.rolling, state.shots)
            assert gains == (state.eaten < solution.hold.get(table, 0)), state


@pytest.mark.parametrize(
    ("what", "bag", "faces", "mean"),
    [
        ("one die cannot kill: as many brains as come before its shotgun", "g", "bs", 1),
        ("footprints only delay that", "g", "bfs", 1),
        ("no shotguns: until the most brains", "g", "bf", MOST_BRAINS),
        ("brains only, three at a time", "gggg", "b", 66),
        ("nor can two: each is rolled until its shotgun", "gg", "bs", 2),
    ],
)
def test_means_worked_out_by_hand(what: str, bag: str, faces: str, mean: float) -> None:
    assert expected_turn(dice(bag), (faces, "f", "f")) == pytest.approx(mean, abs=1e-10), what


def test_the_order_of_the_faces_makes_no_other_dice() -> None:
    shuffled = ("sfbfbb", "sbfsbf", "ssbfsf")
    assert hold_numbers(STANDARD.bag, shuffled) is hold_numbers(STANDARD.bag, STANDARD.faces)
    assert expected_turn((1, 1, 1), shuffled) == expected_turn((1, 1, 1), STANDARD.faces)


@pytest.mark.parametrize(
    ("bag", "solvable"),
    [
        ((6, 4, 3), True),
        ((24, 16, 12), True),
        ((30, 20, 15), False),
        ((99, 99, 0), True),
        ((99, 99, 99), False),
    ],
)
def test_which_bags_can_be_solved(bag: tuple[int, int, int], solvable: bool) -> None:
    assert is_solvable(bag, STANDARD.faces) == solvable
