"""A turn of Zombie Dice: tables of the areas and the bag, before and after."""

from __future__ import annotations

from random import Random

import pytest

from gamenight import Chance, Decision, sample
from gamenight.games.zombie.rules import HOLD, ROLL, ZombieRules
from tests.games.zombie.states import letters, places, played, shown, small

FULL = "ggggggyyyyrrr"
RULES = ZombieRules(players=3)


def test_a_turn_begins_with_the_whole_bag_and_no_decision() -> None:
    state = RULES.initial()
    assert shown(state) == f"bag {FULL}, eaten 0"
    node = RULES.node(state)
    assert isinstance(node, Chance)
    assert node.player == 0
    assert isinstance(RULES.node(played(RULES, state, "draw ggy")), Chance)
    node = RULES.node(played(RULES, state, "draw ggy", "dice gf gf yf"))
    assert node == Decision(0, (ROLL, HOLD))


@pytest.mark.parametrize(
    ("before", "plies", "after"),
    [
        pytest.param(
            f"bag {FULL}",
            ("draw ggr", "dice gb gf rs"),
            "bag ggggyyyyrr, rolling g, brains g, shots r, eaten 1",
            id="each die goes to its area",
        ),
        pytest.param(
            "bag ggggyyyyrr, rolling g, brains g, shots r",
            ("roll", "draw yy", "dice gs yb yb"),
            "bag ggggyyrr, brains gyy, shots gr, eaten 3",
            id="footprints are rolled again with new dice",
        ),
        pytest.param(
            "bag ggggyyyyrr, rolling ggr",
            ("roll", "dice gb gf rf"),
            "bag ggggyyyyrr, rolling gr, brains g, eaten 1",
            id="three footprints need no draw",
        ),
        pytest.param(
            "bag yr, brains gggggg, shots gy",
            ("roll",),
            "bag ggggggyr, shots gy, eaten 6",
            id="refill: two in the bag, three needed",
        ),
        pytest.param(
            "bag yr, brains gggggg, shots gy",
            ("roll", "draw ggr", "dice gb gb rf"),
            "bag ggggy, rolling r, brains gg, shots gy, eaten 8",
            id="refill: what was eaten stays counted, and shotguns stay out",
        ),
        pytest.param(
            "bag yr, rolling g, brains ggggg, shots gy",
            ("roll", "draw yr", "dice gf yf rb"),
            "rolling gy, brains gggggr, shots gy, eaten 6",
            id="the bag just suffices: no refill",
        ),
        pytest.param(
            "bag r, rolling g, brains y, shots y",
            ("roll", "draw yr", "dice gf yf rf"),
            "rolling gyr, shots y, eaten 1",
            id="the refill just suffices",
        ),
        pytest.param(
            "rolling gg, brains yyr, eaten 7",
            ("roll", "draw r", "dice gb gb rf"),
            "bag yy, rolling r, brains gg, eaten 9",
            id="a second refill: the brains of the first stay counted too",
        ),
        pytest.param(
            "rolling ggg, brains yyr",
            ("roll", "dice gf gf gf"),
            "rolling ggg, brains yyr, eaten 3",
            id="an empty bag that is not needed is no reason for a refill",
        ),
    ],
)
def test_areas_before_and_after(before: str, plies: tuple[str, ...], after: str) -> None:
    waiting = "choice" if plies[0] == "roll" else "draw"
    state = played(RULES, places(before, RULES, waiting), *plies)
    assert shown(state) == after
    assert (state.player, state.scores) == (0, (0, 0, 0))


@pytest.mark.parametrize(
    ("before", "plies", "scored"),
    [
        pytest.param("bag gyr, brains gg, shots y", ("hold",), 2, id="hold"),
        pytest.param("bag gyr, brains g, shots y, eaten 5", ("hold",), 5, id="hold after a refill"),
        pytest.param("bag gyr, rolling yyy", ("hold",), 0, id="hold with nothing"),
        pytest.param(
            "bag gyr, rolling g, brains gg, shots yr",
            ("roll", "draw gy", "dice gb gb ys"),
            0,
            id="third shotgun on the same roll as two brains",
        ),
        pytest.param(f"bag {FULL}", ("draw rrr", "dice rs rs rs"), 0, id="three at once"),
        pytest.param(
            "bag gyr, brains gg, shots yr",
            ("roll", "draw gyr", "dice gs ys rs"),
            0,
            id="five shotguns",
        ),
        pytest.param(
            "bag g, brains ggg, shots yr, eaten 4",
            ("roll", "draw ggg", "dice gb gb gs"),
            0,
            id="shot out after a refill",
        ),
    ],
)
def test_the_end_of_a_turn(before: str, plies: tuple[str, ...], scored: int) -> None:
    waiting = "choice" if plies[0] in ("roll", "hold") else "draw"
    state = played(RULES, places(before, RULES, waiting), *plies)
    assert state.scores == (scored, 0, 0)
    assert (state.turns, state.player, state.round) == ((1, 0, 0), 1, 1)
    assert shown(state) == f"bag {FULL}, eaten 0"


def test_two_shotguns_are_no_end() -> None:
    state = played(RULES, RULES.initial(), "draw rrr", "dice rf rs rs")
    assert (state.player, shown(state)) == (0, "bag ggggggyyyy, rolling r, shots rr, eaten 0")


@pytest.mark.parametrize(
    ("bag", "plies", "after"),
    [
        pytest.param("gy", ("draw gy",), "rolling gy, eaten 0", id="two dice: all are rolled"),
        pytest.param(
            "gy",
            ("draw gy", "dice gb ys", "roll"),
            "bag g, shots y, eaten 1",
            id="two dice: one is left for the next roll",
        ),
        pytest.param(
            "gy",
            ("draw gy", "dice gf ys", "roll", "dice gb"),
            "brains g, shots y, eaten 1",
            id="two dice: footprints alone are rolled again",
        ),
        pytest.param(
            "ggy",
            ("draw ggy", "dice gb gb yb", "roll", "draw ggy", "dice gb gs ys", "roll"),
            "bag g, shots gy, eaten 4",
            id="three dice: they come again and again",
        ),
        pytest.param(
            "ggyr",
            ("draw ggy", "dice gb gf ys", "roll", "draw gr", "dice gf gf rf"),
            "rolling ggr, shots y, eaten 1",
            id="four dice: the brain comes back with the last of the bag",
        ),
        pytest.param(
            "ggyr",
            ("draw ggy", "dice gb gb yf", "roll", "draw gr"),
            "bag g, rolling gyr, eaten 2",
            id="four dice: one of the two brains is drawn again",
        ),
    ],
)
def test_small_bags(bag: str, plies: tuple[str, ...], after: str) -> None:
    rules = small(bag)
    state = played(rules, rules.initial(), *plies)
    assert (state.player, shown(state)) == (0, after)


@pytest.mark.parametrize(
    ("bag", "plies", "scored"),
    [
        ("gy", ("draw gy", "dice gs ys"), 0),
        ("gy", ("draw gy", "dice gb yb", "roll", "draw gy", "dice gs ys"), 2),
        ("g", ("draw g", "dice gs"), 0),
        ("g", ("draw g", "dice gb", "roll", "draw g", "dice gf", "roll", "dice gs"), 1),
    ],
)
def test_with_nothing_left_to_roll_the_turn_ends_as_a_hold(
    bag: str, plies: tuple[str, ...], scored: int
) -> None:
    rules = small(bag)
    before = played(rules, rules.initial(), *plies[:-1])
    assert before.player == 0
    state = played(rules, before, plies[-1])
    assert (state.player, state.scores, state.turns) == (1, (scored, 0), (1, 0))


def test_three_shotguns_of_three_dice_are_a_death_and_no_hold() -> None:
    rules = small("ggy")
    state = played(
        rules, rules.initial(), "draw ggy", "dice gb gb ys", "roll", "draw gg", "dice gs gs"
    )
    assert (state.player, state.scores) == (1, (0, 0))


@pytest.mark.parametrize("bag", ["gy", "ggy", "ggyr", FULL])
def test_no_die_is_lost_and_none_is_made(bag: str) -> None:
    rules = small(bag)
    for texts in _lines(rules):
        state = rules.initial()
        for text in texts:
            state = played(rules, state, text)
            everywhere = (state.bag, state.rolling, state.brains, state.shots)
            assert sorted("".join(letters(place) for place in everywhere)) == sorted(bag)
            assert sum(state.brains) <= state.eaten


def _lines(rules: ZombieRules) -> list[list[str]]:
    """Random play as texts, rolling on three times of four."""
    rng, lines = Random(3), list[list[str]]()
    for _ in range(30):
        state, texts = rules.initial(), list[str]()
        while len(texts) < 60:
            node = rules.node(state)
            if isinstance(node, Chance):
                action = sample(node, rng)
            else:
                action = HOLD if rng.random() < 0.25 else ROLL
            texts.append(rules.format(action))
            state = rules.apply(state, action)
            if state.winners:
                break
        lines.append(texts)
    return lines
