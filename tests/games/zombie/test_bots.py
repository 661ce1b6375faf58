"""The bots of Zombie Dice: their rules as tables, whole games, preparation."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from random import Random
from typing import Any

import pytest

from gamenight import Limit, game, simulate
from gamenight.core.wavering import RUNGS
from gamenight.games.zombie.bots import BOTS, SOLVING, TOO_MANY
from gamenight.games.zombie.lab import policy
from gamenight.games.zombie.rules import Choice, Options, State, ZombieRules
from tests.bots.arena import play
from tests.games.zombie.states import places, small, turns

RULES = ZombieRules()
EVERY_BOT = {"easy", "careful", "bold", "turn", "best"}


def choice(name: str, rules: ZombieRules, state: State) -> str:
    chosen = BOTS[name].bot.choose(rules, state, state.player, Random(0), Limit())
    assert isinstance(chosen, Choice)
    return rules.format(chosen)


def rolling_on(rules: ZombieRules, state: State) -> set[str]:
    """The names of the bots that roll there; the others hold."""
    return {name for name in EVERY_BOT if choice(name, rules, state) == "roll"}


def test_their_names() -> None:
    assert [(name, info.name) for name, info in BOTS.items() if name not in RUNGS] == [
        ("easy", "Easy"),
        ("bold", "Bold"),
        ("careful", "Careful"),
        ("turn", "Glutton"),
        ("best", "Best"),
    ]


@pytest.mark.parametrize(
    ("what", "table", "rolling"),
    [
        # Expected to eat and to lose with the next roll, by the exact odds.
        ("0.88 and 0.05", "bag gggggyyyrr, rolling yr, brains g", EVERY_BOT),
        ("1.46 and 0.22", "bag yyyrrr, rolling ggg, brains ggg, shots y", EVERY_BOT),
        ("1.07 and 0.37", "bag gggyyrrr, rolling gy, brains gg, shots y", EVERY_BOT),
        ("0.89 and 0.51", "bag gggyyyyrrr, brains gg, shots g", EVERY_BOT - {"careful"}),
        ("0.50 and 0.50, but the rolls after it count too",
         "bag ggyyyy, rolling rrr, brains gggg", EVERY_BOT - {"careful"}),
        ("0.81 and 1.44", "bag ggyyrrr, brains ggggy, shots y", {"easy", "bold"}),
        ("0.38 and 1.00", "bag ggggyyy, rolling rrr, brains gg, shots y", {"easy"}),
        ("0.88 and 1.78", "bag ggyrr, brains ggggyyy, shots r", {"easy"}),
        ("1.04 and 0.42", "bag ggyyrrr, rolling ggg, brains g, shots yy", EVERY_BOT - {"easy"}),
        ("1.04 and 0.84", "bag gyyrrr, rolling ggg, brains gg, shots yy",
         {"bold", "turn", "best"}),
        ("0.48 and 0.69", "bag ggggyyyrrr, brains g, shots gy", {"bold"}),
        ("0.23 and nothing", "bag gggggyyyy, rolling rr, shots gr", EVERY_BOT - {"easy"}),
        ("0.69 and 1.75", "bag gggggyyr, brains gyr, shots yr", set()),
    ],
)  # fmt: skip
def test_who_rolls_on(what: str, table: str, rolling: set[str]) -> None:
    assert rolling_on(RULES, places(table, RULES)) == rolling, what


def at(rules: ZombieRules, before: str, table: str) -> State:
    """The dice of `places` after the turns of `turns`."""
    lying, state = places(table, rules), turns(rules, before)
    return state._replace(
        bag=lying.bag, rolling=lying.rolling, brains=lying.brains, shots=lying.shots,
        eaten=lying.eaten, waiting="choice",
    )  # fmt: skip


SAFE = "bag gggggyyyrr, rolling yr, brains g"
DEADLY = "bag gggggyyr, brains gyr, shots yr"


@pytest.mark.parametrize(
    ("what", "options", "before", "table", "rolling"),
    [
        ("the other can still answer", {}, "12 12 |", SAFE, EVERY_BOT),
        ("nobody can answer", {}, "12 12 | 0", SAFE, set()),
        ("a tie is not won", {}, "12 12 | 1", SAFE, EVERY_BOT),
        ("a tie is not lost", {}, "10 10 | 3", DEADLY, set()),
        ("behind the other's 14 for good", {}, "10 10 | 4", DEADLY, EVERY_BOT),
        ("ahead of his 14", {}, "10 11 | 4", SAFE + ", eaten 4", set()),
        ("not the last: keeps to its rule", {}, "10 10 |", DEADLY, set()),
        ("last of three", {}, "9 9 11 | 5 4", SAFE + ", eaten 4", set()),
        ("two tied ahead of it: they play on, it does not", {}, "9 9 9 | 4 4", DEADLY, EVERY_BOT),
        ("tie-break, first", {}, "13 13 |", DEADLY, set()),
        ("tie-break, last, behind", {}, "13 13 | 4", DEADLY, EVERY_BOT),
        ("tie-break, last, level", {}, "13 13 | 3", DEADLY, set()),
        ("tie-break, last, ahead", {}, "13 13 | x", SAFE, set()),
        ("last turn of two, ahead", {"max_turns": 2}, "1 1 | 0", SAFE, set()),
        ("last turn of two, behind", {"max_turns": 2}, "1 1 | 4", DEADLY, EVERY_BOT),
        ("first turn of two, ahead of all", {"max_turns": 2}, "0", SAFE, EVERY_BOT),
        ("the limit of rounds", {"round_limit": 2}, "1 1 | 0", SAFE, set()),
    ],
)
def test_all_hold_what_is_won_and_roll_what_is_lost(
    what: str, options: dict[str, int], before: str, table: str, rolling: set[str]
) -> None:
    players = max(2, len(before.partition("|")[0].split()))
    rules = ZombieRules(Options(**options), players)  # type: ignore[arg-type]
    assert rolling_on(rules, at(rules, before, table)) == rolling, what


def test_dice_without_shotguns_are_held_with_64_brains() -> None:
    rules = ZombieRules(Options(3, 0, 0, weak_die_faces="bf"))
    assert rolling_on(rules, places("bag ggg, eaten 63", rules)) == EVERY_BOT - {"best"}
    assert rolling_on(rules, places("bag ggg, eaten 64", rules)) == set()
    behind = at(rules, "65", "bag ggg, eaten 64")
    assert rolling_on(rules, behind) == EVERY_BOT


def test_dice_that_can_only_show_footprints_are_held() -> None:
    rules = ZombieRules(Options(1, 3, 0, strong_die_faces="f"))
    stuck = "bag g, rolling yyy"
    assert rolling_on(rules, places(stuck, rules)) == set()
    assert rolling_on(rules, at(rules, "13", stuck)) == set()
    assert "easy" in rolling_on(rules, places("bag y, rolling yyg", rules))


OPTIONS = [
    Options(),
    Options(max_turns=3),
    Options(1, 0, 0, brains_to_win=2),
    Options(1, 1, 0),
    Options(2, 1, 1, weak_die_faces="bf", strong_die_faces="b", tough_die_faces="ff"),
    Options(0, 0, 4, brains_to_win=4),
    Options(1, 3, 0, strong_die_faces="f", round_limit=20),
    Options(0, 2, 2, strong_die_faces="bss", tough_die_faces="s", brains_to_win=3),
]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: f"{o.bag}-{'-'.join(o.faces)}")
def test_they_play_whole_games(options: Options) -> None:
    rules, bots = ZombieRules(options, len(BOTS)), [info.bot for info in BOTS.values()]
    games = [play(rules, bots, seed) for seed in range(3)]
    assert [over.winners != () for over, _ in games] == [True] * 3
    assert games == [play(rules, bots, seed) for seed in range(3)]


def test_turn_beats_easy() -> None:
    """In compiled games, by three standard deviations."""
    games = 20_000
    turn, _ = simulate(game("zombie"), ["turn", "easy"], games, seed=1, processes=1).rows
    assert turn.share.value > 1 / 2 + 3 * sqrt(1 / 4 / games)


@pytest.fixture
def nothing_solved(monkeypatch: pytest.MonkeyPatch) -> dict[Any, Any]:
    solved: dict[Any, Any] = {}
    monkeypatch.setattr(policy, "_solved", solved)
    return solved


def messages(rules: ZombieRules, name: str = "turn") -> Iterable[str]:
    return BOTS[name].prepare(rules)


def test_the_standard_dice_need_no_preparation(nothing_solved: dict[Any, Any]) -> None:
    assert [list(messages(RULES, name)) for name in BOTS] == [[]] * len(BOTS)
    assert choice("turn", RULES, places(SAFE, RULES)) == "roll"
    assert not nothing_solved


def test_other_dice_are_worked_out_once_after_a_message(nothing_solved: dict[Any, Any]) -> None:
    rules = small("gggyr")
    told = iter(messages(rules))
    assert next(told) == SOLVING
    assert not nothing_solved
    assert list(told) == []
    assert len(nothing_solved) == 1
    assert list(messages(rules)) == []


def test_a_choice_without_preparation_works_the_dice_out(nothing_solved: dict[Any, Any]) -> None:
    rules = small("gggyr")
    assert choice("turn", rules, places("bag gr, rolling y, brains gg", rules)) == "roll"
    assert len(nothing_solved) == 1


@pytest.mark.parametrize(
    ("table", "chosen"),
    [("rolling rrr, brains gggg", "hold"), ("rolling rrr, brains ggg", "roll")],
)
def test_too_many_dice_are_looked_at_one_roll_ahead(
    nothing_solved: dict[Any, Any], table: str, chosen: str
) -> None:
    """Three red footprints eat half a brain, and kill one time in eight."""
    rules = ZombieRules(Options(99, 99, 99))
    assert list(messages(rules)) == [TOO_MANY]
    assert choice("turn", rules, places(f"bag {'gyr' * 90}, {table}", rules)) == chosen
    assert not nothing_solved
