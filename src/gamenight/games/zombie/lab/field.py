"""The chance to win against a whole table, approximately: what the bot `best` plays for where the
two-player solution does not apply.

The model: from now on everybody, including oneself, eats in each turn what the bot `turn` eats,
whatever the scores; so the scores are independent, and a chance to win is a sum of products. Only
those who play after the brains that end the game were reached try to get further, as well as the
dice allow. A tie counts half against everybody in it.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import NamedTuple

from gamenight.games.zombie.lab.graph import ENDS, Faces, graph
from gamenight.games.zombie.rules import Dice, State, ZombieRules

# Games longer than this are played like `turn`: no lead counts that early.
MOST_ROUNDS = 30
HIGHEST_TARGET = 60
ALL = range(ENDS)


class Kit(NamedTuple):
    """The dice of a game, ignoring the order of faces."""

    bag: Dice
    faces: Faces


def kit(rules: ZombieRules) -> Kit:
    green, yellow, red = ("".join(sorted(die)) for die in rules.options.faces)
    return Kit(rules.options.bag, (green, yellow, red))


def worth(rules: ZombieRules, state: State) -> tuple[float, ...] | None:
    """What holding is worth to the player, by brains of the turn; None if it is too early."""
    options, me = rules.options, state.player
    rounds = options.max_turns - state.round
    if rounds > MOST_ROUNDS or (not options.max_turns and options.brains_to_win > HIGHEST_TARGET):
        return None
    decided = state.tied or (bool(options.max_turns) and rounds <= 0)
    best = max(state.scores[seat] for seat in state.playing if seat != me)
    own = state.scores[me]
    found = []
    for score in range(own, own + ENDS):
        over = not options.max_turns and max(score, best) >= options.brains_to_win
        if decided or over:
            found.append(_last_round(rules, state, score))
        elif options.max_turns:
            found.append(_rounds(rules, state, score, rounds))
        else:
            found.append(_race(rules, state, score))
    return tuple(found)


def _last_round(rules: ZombieRules, state: State, score: int) -> float:
    """With this score at the end of a turn of the deciding round."""
    others = [(seat, state.scores[seat]) for seat in state.playing if seat != state.player]
    before = [brains for seat, brains in others if seat < state.player]
    if max(before, default=0) > score:
        return 0.0
    share = 0.5 ** before.count(score)
    later = [brains for seat, brains in others if seat > state.player]
    return share * prod(1 - chase(kit(rules), score - brains) for brains in later)


@lru_cache(maxsize=1024)
def chase(dice: Kit, behind: int) -> float:
    """The chance to get further than this many brains in one turn, with a tie counting half."""
    if not 0 <= behind < ENDS:
        return float(behind < 0)
    return graph(*dice).solve([(brains > behind) + (brains == behind) / 2 for brains in ALL]).mean


@lru_cache(maxsize=16)
def gains(dice: Kit) -> tuple[float, ...]:
    """How likely a turn of `turn` ends with each number of brains."""
    turn = graph(*dice)
    return tuple(turn.ends(turn.choices([float(brains) for brains in ALL])))


def _rounds(rules: ZombieRules, state: State, score: int, rounds: int) -> float:
    """With this score at the end of a turn, with this many rounds to follow."""
    dice = kit(rules)
    mine = totals(dice, rounds)
    chance = 0.0
    for gained, share in enumerate(mine):
        ahead = [
            _ahead(totals(dice, rounds + (seat > state.player)), score + gained - brains)
            for seat, brains in enumerate(state.scores)
            if seat != state.player
        ]
        chance += share * prod(ahead)
    return chance


def _ahead(others: tuple[float, ...], lead: int) -> float:
    """The chance that another player gains less than this lead, with a tie counting half."""
    if lead < 0:
        return 0.0
    level = others[lead] / 2 if lead < len(others) else 0.0
    return sum(others[:lead]) + level


@lru_cache(maxsize=256)
def totals(dice: Kit, turns: int) -> tuple[float, ...]:
    """How likely this many turns end with each number of brains in total."""
    if not turns:
        return (1.0,)
    return tuple(_sum(totals(dice, turns - 1), gains(dice)))


def _sum(one: tuple[float, ...] | list[float], other: tuple[float, ...]) -> list[float]:
    found = [0.0] * (len(one) + len(other) - 1)
    for brains, share in enumerate(one):
        if share:
            for more, of_these in enumerate(other):
                found[brains + more] += share * of_these
    return found


def _race(rules: ZombieRules, state: State, score: int) -> float:
    """With this score at the end of a turn, while nobody has the brains that end the game."""
    dice, target = kit(rules), rules.options.brains_to_win
    later = tuple(sorted(s for seat, s in enumerate(state.scores) if seat > state.player))
    before = tuple(sorted(s for seat, s in enumerate(state.scores) if seat < state.player))
    others = beaten(dice, target, before, later)
    return sum(
        share * ahead
        for mine, aheads in zip(runs(dice, target, score)[1:], others, strict=False)
        for share, ahead in zip(mine[target:], aheads, strict=True)
    )


@lru_cache(maxsize=4096)
def beaten(
    dice: Kit, target: int, before: tuple[int, ...], later: tuple[int, ...]
) -> tuple[tuple[float, ...], ...]:
    """For each round after this one, and each score from the target on: the chance that nobody
    else ended the game earlier, and all of them are below that score then, with a tie counting
    half."""
    turns = [runs(dice, target, score)[1:] for score in before]
    turns += [runs(dice, target, score)[2:] for score in later]
    found = []
    for ends in zip(*turns, strict=False):
        row = [1.0] * ENDS
        for end in ends:
            below = sum(end[:target])
            for place, level in enumerate(end[target:]):
                row[place] *= below + level / 2
                below += level
        found.append(tuple(row))
    return tuple(found)


@lru_cache(maxsize=1024)
def runs(dice: Kit, target: int, score: int) -> tuple[tuple[float, ...], ...]:
    """By number of turns: how likely each score is then, with the target not reached before."""
    width = target + ENDS
    found = [tuple(float(brains == score) for brains in range(width))]
    for _ in range(MOST_ROUNDS):
        on = _sum(found[-1][:target], gains(dice))
        found.append(tuple((on + [0.0] * width)[:width]))
    return tuple(found)
