"""Which cards the others are likely to hold, by what they did not play.

Every kind is as likely as any other when it is drawn. But whoever plays like Racer has played its
permanent cards after its own turn, and has no instant card that would help it now, if it was asked
before the seat that guesses.
"""

from __future__ import annotations

from random import Random
from typing import TypeAlias

from gamenight.core.bot import Limit
from gamenight.games.circuit.lab.kernel import CARD_NAMES
from gamenight.games.circuit.racer import RACER
from gamenight.games.circuit.rules import ROLL, CircuitRules
from gamenight.games.circuit.state import UNKNOWN, State

Weights: TypeAlias = tuple[int, ...]

# In the order of the kernel: a card that was just drawn, and one that was held during a turn of its
# owner. Both add up to the same; the second was counted in games of `mcts` against two `racer`.
DRAWN: Weights = (100, 100, 100, 100, 100, 100)
HELD: Weights = (6, 6, 6, 246, 72, 264)
# A card that Racer would have played already is this many times less likely: others may wait.
PLAYED_AT_ONCE = 20


def likely(rules: CircuitRules, view: State, seat: int) -> list[Weights]:
    """For each seat how likely an unknown card of it is of each kind."""
    asked = [(view.player + 1 + n) % rules.players for n in range(rules.players - 1)]
    asked = asked[: asked.index(seat)] if seat in asked else asked
    found = []
    for other in range(rules.players):
        weights = _drawn_or_held(view, other)
        if other in asked and UNKNOWN in view.hands[other]:
            weights = tuple(
                max(1, weight // PLAYED_AT_ONCE) if _plays(rules, view, other, card) else weight
                for card, weight in zip(CARD_NAMES, weights, strict=True)
            )
        found.append(weights)
    return found


def _drawn_or_held(view: State, seat: int) -> Weights:
    """Who has not had a turn holds what was drawn, and so does who stands on a card tile, as to one
    card of its hand."""
    if view.turns <= seat:
        return DRAWN
    number = len(view.hands[seat])
    drawn = 1 if view.tiles[view.tile(seat) - 1].kind == "card" else 0
    return tuple(
        (drawn * new + max(0, number - drawn) * old) // max(1, number)
        for new, old in zip(DRAWN, HELD, strict=True)
    )


def _plays(rules: CircuitRules, view: State, seat: int, card: str) -> bool:
    """Whether Racer would play such a card now."""
    hands = tuple((card,) if other == seat else hand for other, hand in enumerate(view.hands))
    holding = view._replace(hands=hands)
    return RACER.choose(rules, holding, seat, Random(0), Limit()) not in (None, ROLL)
