"""The weights of draws and rolls, against single dice that are told apart."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from gamenight import Chance
from gamenight.games.zombie.rules import Action, Draw, Roll, ZombieRules, draws, rolls
from tests.games.zombie.states import dice, small

STANDARD = ("bbbffs", "bbffss", "bffsss")
ODD = ("bf", "bbbbbbs", "s")


def weights(chance: Chance[Action]) -> dict[Action, int]:
    found = dict(chance.outcomes)
    assert len(found) == len(chance.outcomes)
    return found


@pytest.mark.parametrize("bag", ["ggggggyyyyrrr", "ggyr", "yyr", "gr", "r", "gggg"])
@pytest.mark.parametrize("needed", [1, 2, 3])
def test_a_handful_weighs_the_ways_to_take_it(bag: str, needed: int) -> None:
    taken = min(needed, len(bag))
    ways = Counter(Draw(dice("".join(handful))) for handful in combinations(bag, taken))
    assert weights(draws(dice(bag), taken)) == ways


@pytest.mark.parametrize("faces", [STANDARD, ODD])
@pytest.mark.parametrize("rolled", ["ggg", "gyr", "yrr", "gg", "yr", "r", "rrr"])
def test_a_roll_weighs_the_ways_to_show_it(rolled: str, faces: tuple[str, str, str]) -> None:
    sides = [faces["gyr".index(color)] for color in rolled]
    ways = Counter[Action]()
    for shown in product(*sides):
        by_face = (
            dice("".join(c for c, f in zip(rolled, shown, strict=True) if f == face))
            for face in "bfs"
        )
        ways[Roll(*by_face)] += 1
    assert weights(rolls(dice(rolled), faces)) == ways


def test_a_whole_bag_is_drawn_in_286_ways() -> None:
    node = ZombieRules().node(ZombieRules().initial())
    assert isinstance(node, Chance)
    assert node.cumulative[-1] == 286
    assert weights(node)[Draw((3, 0, 0))] == 20
    assert weights(node)[Draw((1, 1, 1))] == 6 * 4 * 3


def test_a_face_that_a_die_lacks_never_comes() -> None:
    outcomes = weights(rolls((1, 0, 1), ODD))
    assert outcomes == {
        Roll((1, 0, 0), (0, 0, 0), (0, 0, 1)): 1,
        Roll((0, 0, 0), (1, 0, 0), (0, 0, 1)): 1,
    }


def test_only_as_many_dice_are_drawn_as_there_are() -> None:
    rules = small("gr")
    node = rules.node(rules.initial())
    assert isinstance(node, Chance)
    assert weights(node) == {Draw((1, 0, 1)): 1}
