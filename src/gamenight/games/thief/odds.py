"""The exact odds for the next roll: a bust, or the mean pot if everything that counts is kept."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from gamenight.core.rules import Over
from gamenight.games.thief.rules import (
    DICE,
    Hold,
    Rolled,
    State,
    ThiefRules,
    possible_holds,
    rolls,
    stake,
    units,
    value,
)


class Odds(NamedTuple):
    """One way to roll on: what is held for it (None: nothing is chosen), the dice rolled, the pot
    they are rolled for, the chance of a bust and the mean pot after the roll."""

    hold: Hold | None
    dice: int
    pot: int
    bust: Fraction
    mean: Fraction


def odds(rules: ThiefRules, state: State) -> list[str]:
    """The odds as lines for people, in percent."""
    return _lines(rules, state, exact=False)


def fractions(rules: ThiefRules, state: State) -> list[str]:
    """The same with the chance of a bust as a fraction."""
    return _lines(rules, state, exact=True)


def _lines(rules: ThiefRules, state: State, exact: bool) -> list[str]:
    if isinstance(rules.node(state), Over):
        return ["The round is over: there is nothing left to roll."]
    lines = [
        "With the next roll, if everything that counts is kept:",
        *(_line(rules, found, exact) for found in next_rolls(state)),
        "The pot is the average after that roll; a bust counts as 0.",
    ]
    if state.waiting == "offer":
        lines.append(f"This is for the thief. Declining gives the owner {stake(state)}.")
    elif state.waiting == "choice":
        last = state.turn >= rules.options.turn_limit
        lines.append(f"Ending the turn {'banks' if last else 'offers'} {stake(state)}.")
    return lines


def next_rolls(state: State) -> tuple[Odds, ...]:
    """The odds of each way to roll on; at an offer, those of the thief."""
    if state.waiting == "roll":
        return (_odds(None, DICE - len(state.held), state.pot),)
    return tuple(
        _odds(hold, dice_left(state, hold), state.pot + sum(map(value, hold.units)))
        for hold in possible_holds(state.roll)
    )


def dice_left(state: State, hold: Hold) -> int:
    """How many dice are rolled if this is held."""
    return DICE - len(state.held) - sum(map(len, hold.units))


def bust_chance(dice: int) -> Fraction:
    """The chance that nothing counts in a roll of this many dice."""
    return _roll_of(dice)[0]


def dice_in_words(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _odds(hold: Hold | None, dice: int, pot: int) -> Odds:
    bust, worth = _roll_of(dice)
    return Odds(hold, dice, pot, bust, pot * (1 - bust) + worth)


@lru_cache(maxsize=DICE)
def _roll_of(dice: int) -> tuple[Fraction, Fraction]:
    """The chance that nothing counts in this many dice, and the mean of what counts."""
    chance = rolls(dice)
    total = chance.cumulative[-1]
    bust = worth = 0
    for outcome, ways in chance.outcomes:
        assert isinstance(outcome, Rolled)
        found = units(outcome.dice)
        bust += ways * (not found)
        worth += ways * sum(map(value, found))
    return Fraction(bust, total), Fraction(worth, total)


def _line(rules: ThiefRules, found: Odds, exact: bool) -> str:
    how = f"{rules.format(found.hold)}, roll" if found.hold is not None else "roll"
    bust = str(found.bust) if exact else f"{float(found.bust):.1%}"
    mean = f"{float(found.mean):,.0f}"
    return f"  {how} {dice_in_words(found.dice)} for {found.pot}: bust {bust}, pot {mean}"
