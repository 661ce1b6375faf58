"""Racer, the bot of Circuit that looks at the race as it stands now."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from gamenight.core.bot import Limit, Opinion
from gamenight.core.rules import Decision
from gamenight.games.circuit.cards import roll_change
from gamenight.games.circuit.rules import ROLL, Action, CircuitRules
from gamenight.games.circuit.state import State


class Outlook(NamedTuple):
    """How a state looks to a seat, the greater the better. lead: how many tiles it is ahead of the
    furthest other, and what cards let its roll gain on the leader's; change: what they add to its
    own. One card changes the places or the rolls, so the two need no weights."""

    lead: int
    change: int


class Racer:
    """Plays every card that improves its outlook, best first, and rolls when none does.

    It looks at the table after each card that it could play. So permanent cards are played as
    early as possible: Overload on the leader among the others, Speed on itself, Acceleration last.
    Instant cards wait, in turn and out of turn: Repeat for a tile that brings it forward or the
    leader back, Cancellation for an Overload on itself or a Speed on the leader. Redo is judged
    like the card it copies.
    """

    def choose(
        self, rules: CircuitRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> Action | None:
        return self._outlooks(rules, view, seat)[0][0]

    def explain(
        self, rules: CircuitRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        found = self._outlooks(rules, view, seat)
        return [Opinion(action, float(seen.lead), _words(seen)) for action, seen in found]

    def _outlooks(
        self, rules: CircuitRules, view: State, seat: int
    ) -> list[tuple[Action | None, Outlook]]:
        """The roll, or doing nothing out of turn, and every card with the outlook after it, best
        first: among equals the roll, then the card that comes first."""
        node = rules.node(view)
        possible = node.of(seat) if isinstance(node, Decision) else ()
        rival = leader(view, seat)
        calm: Action | None = ROLL if ROLL in possible else None
        found = [(calm, outlook(view, seat, rival))]
        found += [
            (action, outlook(rules.apply(view, action), seat, rival))
            for action in possible
            if action != ROLL
        ]
        return sorted(found, key=lambda one: one[1], reverse=True)


def leader(view: State, seat: int) -> int:
    """The furthest of the others, among equals the next to roll; alone, the seat itself."""
    players = len(view.positions)
    waits = {other: (other - view.player) % players for other in range(players)}
    others = [other for other in range(players) if other != seat] or [seat]
    return max(others, key=lambda other: (view.positions[other], -waits[other]))


def outlook(view: State, seat: int, rival: int) -> Outlook:
    """The outlook of a seat, with rolls compared with those of a rival; alone on the board it
    compares itself with the start."""
    others = [position for other, position in enumerate(view.positions) if other != seat] or [0]
    change = roll_change(view, seat)
    gain = change - (roll_change(view, rival) if rival != seat else 0)
    return Outlook(view.positions[seat] - max(others) + gain, change)


def _words(seen: Outlook) -> str:
    tiles = "1 tile" if abs(seen.lead) == 1 else f"{abs(seen.lead)} tiles"
    place = f"{tiles} {'ahead' if seen.lead > 0 else 'behind'}" if seen.lead else "level"
    change = f", {seen.change:+d} on its own rolls" if seen.change else ""
    return f"{place}, counting changed rolls{change}"


RACER = Racer()
