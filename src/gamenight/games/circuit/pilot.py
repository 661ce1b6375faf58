"""The bot `pilot` of Circuit: it compares how the race stands when everybody has rolled on.

The numbers were found by compiled games against two `racer`, see BENCHMARKS.md; compiled code has
the same ones, and a test compares every choice.
"""

from __future__ import annotations

from math import sqrt
from random import Random

from gamenight.core.bot import Limit, Opinion
from gamenight.core.rules import Decision
from gamenight.games.circuit.cards import CARDS, roll_change
from gamenight.games.circuit.odds import ways_to_total
from gamenight.games.circuit.rules import ROLL, Action, CircuitRules
from gamenight.games.circuit.state import State

# The leader's rolls to the goal are counted as if each went this much further, and this many more.
EXTRA_TILES, EXTRA_ROLL = 0.5, 0.5
# With fewer tiles between two rivals, the one behind counts as well, the more the nearer it is.
WIDTH = 16.0
# A lead is worth less the more rolls there are; there are this many more than are counted.
SPREAD = 1.0
# What it is worth in tiles to win with the next roll, and to get a card by it.
WIN_BRINGS, CARD_BRINGS = 12, 2
# The prospect of who has won.
WON = 1000.0
# What a card in the hand is worth in tiles, and for each roll but the next one.
KEPT = {
    "overload": (1.0, 1.0),
    "speed": (0.5, 0.7),
    "acceleration": (0.5, 0.0),
    "cancellation": (2.0, 0.0),
    "redo": (1.0, 0.3),
    "repeat": (3.0, 0.0),
}
# With more totals than this, nobody looks at the tiles ahead.
MOST_TOTALS = 40


class Pilot:
    """Plays every card after which its prospect is better, best first, and rolls when none is.

    So it looks where everybody's next roll may end, counts permanent cards for all rolls to come,
    and keeps cards that are worth more in the hand.
    """

    def choose(
        self, rules: CircuitRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> Action | None:
        return self._prospects(rules, view, seat)[0][0]

    def explain(
        self, rules: CircuitRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        found = self._prospects(rules, view, seat)
        return [Opinion(action, value, f"prospect {value:+.2f}") for action, value in found]

    def _prospects(
        self, rules: CircuitRules, view: State, seat: int
    ) -> list[tuple[Action | None, float]]:
        """The roll, or doing nothing out of turn, and every card with the prospect after it, best
        first: among equals the roll, then the card that comes first."""
        node = rules.node(view)
        possible = node.of(seat) if isinstance(node, Decision) else ()
        calm: Action | None = ROLL if ROLL in possible else None
        if not possible or possible == (ROLL,):
            return [(calm, 0.0)]
        found = [(calm, prospect(rules, view, seat))]
        found += [
            (action, prospect(rules, rules.apply(view, action), seat))
            for action in possible
            if action != ROLL
        ]
        return sorted(found, key=lambda one: one[1], reverse=True)


def prospect(rules: CircuitRules, state: State, seat: int) -> float:
    """How the race looks for a seat, the greater the better: how far it will be ahead of the
    others when the first of all is at the goal, with its cards, compared with what luck can do."""
    sizes, players = rules.options.sizes, rules.players
    for other, position in enumerate(state.positions):
        if position >= rules.goal:
            return WON if other == seat else -WON
    mean = (len(sizes) + sum(sizes)) / 2.0 + EXTRA_TILES
    changes = [roll_change(state, other) for other in range(players)]
    places = [*zip(state.positions, changes, strict=True)]
    rolls = min((rules.goal - place) / max(1.0, mean + more) for place, more in places) + EXTRA_ROLL
    ahead = []
    for other, (place, more) in enumerate(places):
        waits = (other - state.player) % players
        stands = place + rolls * more + mean * (players - waits) / players
        ahead.append(stands + brings(rules, state, other, more))
    own = ahead.pop(seat)
    rival = ahead[0] if ahead else 0.0
    for stands in ahead[1:]:
        gap = abs(rival - stands)
        rival = max(rival, stands)
        if gap < WIDTH:
            rival += (WIDTH - gap) * (WIDTH - gap) / (4.0 * WIDTH)
    soon, later = min(1.0, rolls / 2.0), max(0.0, rolls - 1.0)
    for card in CARDS:
        kept, longer = KEPT.get(card, (0.0, 0.0))
        own += state.hands[seat].count(card) * (soon * kept + later * longer)
    return (own - rival) / sqrt(rolls + SPREAD)


def brings(rules: CircuitRules, state: State, seat: int, change: int) -> float:
    """How many tiles the tile where its next roll ends is expected to bring a seat."""
    length, found = len(state.tiles), ways(rules)
    back = (state.previous if seat == state.player else state.starts)[seat]
    lowest = state.positions[seat] + len(rules.options.sizes) + change
    total = 0
    for to, count in enumerate(found, lowest):
        kind, number = state.tiles[to % length]
        if to >= rules.goal or (kind == "speed" and to + 4 >= rules.goal):
            total += count * WIN_BRINGS
            continue
        worth = {
            "speed": 4,
            "wormhole": -4,
            "card": CARD_BRINGS,
            "time": back - to,
            "moonwalk": number,
            "bomb": -(to % length),
        }
        total += count * worth.get(kind, 0)
    return total / (sum(found) or 1)


def ways(rules: CircuitRules) -> tuple[int, ...]:
    """The ways to roll each total, lowest first; nothing if there are too many."""
    sizes = rules.options.sizes
    return ways_to_total(sizes) if sum(sizes) - len(sizes) < MOST_TOTALS else ()
