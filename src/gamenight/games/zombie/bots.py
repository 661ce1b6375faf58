"""The bots of Zombie Dice, and what all of them check before their own rule.

- If holding ends the game with them as the only winner, they hold.
- If holding loses the game, as it does for the last to play who is behind when the round decides,
  they roll on: only that can still win.
- They hold if another roll cannot change anything, and with 64 brains in one turn: dice without
  shotguns would be rolled for ever.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from random import Random

from gamenight.core.bot import BotInfo, Limit, Opinion
from gamenight.core.wavering import Wavering, rungs
from gamenight.games.zombie.odds import gain_outweighs_loss, next_roll
from gamenight.games.zombie.rules import FEET, HOLD, MOST_BRAINS, ROLL, Choice, State, ZombieRules

SOLVING = "Glutton has to work out these dice first: this takes a few seconds."
TOO_MANY = (
    "These are too many dice for Glutton to work out: it looks one roll ahead instead, and rolls "
    "on while it expects to eat more brains than it loses."
)


@dataclass(frozen=True)
class Zombie:
    """A bot with its own rule for when to roll on."""

    rolls_on: Callable[[ZombieRules, State], bool]

    def choose(
        self, rules: ZombieRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> Choice:
        held = rules.apply(view, HOLD)
        if held.winners == (seat,) or _is_stuck(rules, view):
            return HOLD
        if seat not in (held.winners or held.playing):
            return ROLL
        if view.eaten >= MOST_BRAINS:
            return HOLD
        return ROLL if self.rolls_on(rules, view) else HOLD


class Turn(Zombie):
    """Says what rolling on is worth: the number of brains from which holding is better."""

    def explain(
        self, rules: ZombieRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        held = _held(rules, view, seat)
        return sorted((held, _rolled(rules, view)), key=lambda one: -one.value)


class Nose(Turn):
    """Follows its nose: knows the best turn as well, and never looks at the scores."""

    def explain(
        self, rules: ZombieRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        sure = _is_stuck(rules, view) or view.eaten >= MOST_BRAINS
        value = math.inf if sure else float(view.eaten)
        held = Opinion(HOLD, value, f"{_brains(view.eaten)} for sure")
        return sorted((held, _rolled(rules, view)), key=lambda one: -one.value)


class Best(Zombie):
    """Says how many games each choice wins; like `Turn` where it plays like `Turn`."""

    def explain(
        self, rules: ZombieRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        from gamenight.games.zombie.lab.best import chances, opinions

        if chances(rules, view) is None:
            return Turn(most_brains_this_turn).explain(rules, view, seat, rng, limit)
        return opinions(rules, view, self.choose(rules, view, seat, rng, limit))


def _held(rules: ZombieRules, view: State, seat: int) -> Opinion:
    """What holding is worth: everything if it wins, nothing if it loses the game."""
    after, kept = rules.apply(view, HOLD), _brains(view.eaten)
    if after.winners == (seat,):
        return Opinion(HOLD, math.inf, f"wins the game with {kept} more")
    if _is_stuck(rules, view):
        return Opinion(HOLD, math.inf, "another roll would change nothing")
    if seat not in (after.winners or after.playing):
        return Opinion(HOLD, -math.inf, "loses the game")
    if view.eaten >= MOST_BRAINS:
        return Opinion(HOLD, math.inf, f"{kept} are enough")
    return Opinion(HOLD, float(view.eaten), f"{kept} for sure")


def _rolled(rules: ZombieRules, view: State) -> Opinion:
    """What rolling on is worth: the number of brains at which holding is just as good."""
    from gamenight.games.zombie.lab.policy import hold_number, is_solvable

    odds = next_roll(rules, view)
    words = f"{float(odds.shot_out):.0%} shot out, {float(odds.brains):.2f} more brains on average"
    bag, faces = rules.options.bag, rules.options.faces
    if not is_solvable(bag, faces):
        return Opinion(ROLL, float(view.eaten + odds.brains - odds.shot_out * view.eaten), words)
    enough = hold_number(bag, faces, view)
    worth = f"worth it with fewer than {_brains(enough)}" if enough else "not worth it"
    return Opinion(ROLL, float(enough), f"{words}; {worth}")


def _brains(count: int) -> str:
    return "1 brain" if count == 1 else f"{count} brains"


def _is_stuck(rules: ZombieRules, view: State) -> bool:
    """Whether the dice to roll are those on the table, and only have footprints."""
    faces = zip(view.rolling, rules.options.faces, strict=True)
    return rules.apply(view, ROLL).waiting == "roll" and all(
        set(die) == {FEET} for count, die in faces if count
    )


def fewer_than_two_shotguns(rules: ZombieRules, view: State) -> bool:
    return sum(view.shots) < 2


def most_brains_this_turn(rules: ZombieRules, view: State) -> bool:
    """By the exact solution of the turn, or one roll ahead if there are too many dice for it."""
    from gamenight.games.zombie.lab.policy import rolls_on

    return rolls_on(rules, view)


def most_games(rules: ZombieRules, view: State) -> bool:
    """By the solved two-player or three-player game, or an approximation of other games."""
    from gamenight.games.zombie.lab.best import should_roll

    return should_roll(rules, view)


def prepare_best(rules: ZombieRules) -> Iterator[str]:
    """Lay out the graph of a turn with these dice."""
    from gamenight.games.zombie.lab.best import prepare

    yield from prepare(rules)


def prepare_turn(rules: ZombieRules) -> Iterator[str]:
    """Solve these dice, unless they are the standard ones or already solved."""
    from gamenight.games.zombie.lab.policy import hold_numbers, is_known, is_solvable

    bag, faces = rules.options.bag, rules.options.faces
    if not is_solvable(bag, faces):
        yield TOO_MANY
    elif not is_known(bag, faces):
        yield SOLVING
        hold_numbers(bag, faces)


# They know the best turn, and misjudge rolling on by this many brains; two ignore the scores.
TURN, NOSE = Turn(most_brains_this_turn), Nose(most_brains_this_turn)
LADDER = rungs(
    *(Wavering(NOSE, doubt) for doubt in (66.0, 20.0)),
    *(Wavering(TURN, doubt) for doubt in (15.0, 5.7, 2.4)),
    prepare=prepare_turn,
)

BOTS = {
    **LADDER,
    "easy": BotInfo("Easy", "Stops at the second shotgun.", Zombie(fewer_than_two_shotguns)),
    "bold": BotInfo(
        "Bold",
        "Rolls once more than is wise.",
        Zombie(partial(gain_outweighs_loss, fear=Fraction(1, 2))),
    ),
    "careful": BotInfo(
        "Careful",
        "Stops early, and is seldom shot.",
        Zombie(partial(gain_outweighs_loss, fear=Fraction(2))),
    ),
    "turn": BotInfo(
        "Glutton",
        "Eats the most brains per turn, on average.",
        TURN,
        prepare=prepare_turn,
    ),
    "best": BotInfo(
        "Best",
        "Plays for the win: perfect against one or two, nearly so against more.",
        Best(most_games),
        prepare=prepare_best,
    ),
}
