"""The bot `best`: holds or rolls to win the most games, not the most brains.

With two or three players, the standard dice and 13 brains it plays perfectly, by the solved `duel`
and `trio`. Else it plays the best turn for the chances of `field`, which are an approximation; and
if there are too many dice for the graph of a turn, or it is too early, it plays like `turn`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

from gamenight.core.bot import Opinion
from gamenight.games.zombie.lab import duel, field, trio
from gamenight.games.zombie.lab.field import Kit, kit
from gamenight.games.zombie.lab.graph import ENDS, Graph, Turn, graph
from gamenight.games.zombie.lab.policy import rolls_on
from gamenight.games.zombie.rules import (
    HOLD,
    ROLL,
    ROLLED_DICE,
    SHOTS_THAT_KILL,
    Choice,
    Dice,
    Options,
    State,
    ZombieRules,
)

if TYPE_CHECKING:
    from gamenight.games.zombie.lab.sweep import Sweep

WORKING = "Best has to work out these dice first: this takes a few seconds."
TOO_MANY = "These are too many dice for Best: it goes for the most brains per turn, like Glutton."

# The most ways the dice may lie; the standard dice have 24,000, and take two seconds.
MOST_TABLES = 30_000


def should_roll(rules: ZombieRules, state: State) -> bool:
    """Whether rolling on wins more games than holding."""
    worth = chances(rules, state)
    if worth is None:
        return rolls_on(rules, state)
    number = graph(*kit(rules)).number(state)
    return number is not None and bool(_choices(kit(rules), worth)[number])


def chances(rules: ZombieRules, state: State) -> tuple[float, ...] | None:
    """The chance to win after holding with each number of brains, or None to play like `turn`."""
    if not is_solvable(rules.options.bag):
        return None
    if is_duel(rules):
        return _duel_worth(state)
    return _trio_worth(state) if is_trio(rules) else field.worth(rules, state)


def is_duel(rules: ZombieRules) -> bool:
    """Whether this is the solved two-player game."""
    return rules.players == 2 and _is_standard(rules)


def is_trio(rules: ZombieRules) -> bool:
    """Whether this is the solved three-player game."""
    return rules.players == trio.PLAYERS and _is_standard(rules)


def _is_standard(rules: ZombieRules) -> bool:
    same = Options(max_players=rules.options.max_players, round_limit=rules.options.round_limit)
    standard = ZombieRules(same, 2)
    return (
        kit(rules) == kit(standard)
        and rules.options.brains_to_win == same.brains_to_win
        and not rules.options.max_turns
    )


def roll_worth(rules: ZombieRules, state: State) -> float | None:
    """The chance to win of a player who rolls on; None with so many brains that everybody holds."""
    worth, number = chances(rules, state), graph(*kit(rules)).number(state)
    if worth is None or number is None:
        return None
    return float(_turn(kit(rules), worth).rolled[number])


def _duel_worth(state: State) -> tuple[float, ...]:
    return _duel_chances(state.player, state.tied, *state.scores)


@lru_cache(maxsize=1024)
def _duel_chances(player: int, tied: bool, first: int, second: int) -> tuple[float, ...]:
    solved = duel.standard()
    if player == 0:
        return tuple(solved.worth_tie() if tied else solved.worth_first(first, second))
    if tied or first >= solved.target:
        return tuple(solved.worth_chase(first - second))
    return tuple(solved.worth_second(first, second))


def _trio_worth(state: State) -> tuple[float, ...]:
    if len(state.playing) == 2:  # a tie round of two is that of a duel
        first, second = (state.scores[seat] for seat in state.playing)
        return _duel_chances(state.playing.index(state.player), True, first, second)
    first, second, third = state.scores
    return _trio_chances(state.player, state.tied, (first, second, third))


@lru_cache(maxsize=1024)
def _trio_chances(player: int, tied: bool, scores: trio.Scores) -> tuple[float, ...]:
    ends = trio.standard_trio().ends(player, scores, tied)
    return tuple(chances[player] for chances in ends)


@lru_cache(maxsize=256)
def is_solvable(bag: Dice) -> bool:
    """Whether these dice can lie in few enough ways."""
    tables = 1
    for most in (SHOTS_THAT_KILL - 1, ROLLED_DICE, sum(bag)):
        tables *= sum(_handfuls(bag, dice) for dice in range(min(most, sum(bag)) + 1))
    return tables <= MOST_TABLES


def _handfuls(bag: Dice, dice: int) -> int:
    return sum(
        dice - green - yellow in range(bag[2] + 1)
        for green in range(min(bag[0], dice) + 1)
        for yellow in range(min(bag[1], dice - green) + 1)
    )


@lru_cache(maxsize=512)
def _choices(dice: Kit, worth: tuple[float, ...]) -> bytes:
    return _solver(dice).choices(worth)


@lru_cache(maxsize=2)
def _turn(dice: Kit, worth: tuple[float, ...]) -> Turn:
    return _solver(dice).solve(worth)


def _solver(dice: Kit) -> Graph | Sweep:
    """Compiled code only if it is already loaded, for loading can take long."""
    if f"{__package__}.sweep" not in sys.modules:
        return graph(*dice)
    from gamenight.games.zombie.lab.sweep import sweep_of

    return sweep_of(*dice)


def opinions(rules: ZombieRules, state: State, chosen: Choice) -> list[Opinion]:
    """Both choices with their chances to win, the chosen one first."""
    worth = chances(rules, state)
    assert worth is not None
    about = "" if is_duel(rules) or is_trio(rules) else "about "
    held = worth[min(state.eaten, ENDS - 1)]
    sure = {0.0: "loses the game", 1.0: "wins the game"}
    found = [Opinion(HOLD, held, sure.get(held, f"wins {about}{held:.1%} of games"))]
    rolled = roll_worth(rules, state)
    if rolled is None:
        found.append(Opinion(ROLL, -inf, "not worked out for this many brains"))
    else:
        found.append(Opinion(ROLL, rolled, f"wins {about}{rolled:.1%} of games"))
    return sorted(found, key=lambda one: one.action != chosen)


def prepare(rules: ZombieRules) -> Iterator[str]:
    """Lay out the graph of a turn: the standard dice take two seconds, without a message."""
    if not is_solvable(rules.options.bag):
        yield TOO_MANY
        return
    if kit(rules) != kit(ZombieRules()):
        yield WORKING
    graph(*kit(rules))
    if is_trio(rules):
        trio.standard_trio()
    elif not is_duel(rules):
        field.gains(kit(rules))
