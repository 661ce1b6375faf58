"""The bots of Circuit. They only look at what their seat may see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from gamenight.core.bot import BotInfo, Limit, Opinion
from gamenight.core.kernel import installed
from gamenight.core.rules import Decision
from gamenight.core.wavering import Wavering, rungs
from gamenight.games.circuit.cards import roll_change
from gamenight.games.circuit.pilot import Pilot
from gamenight.games.circuit.rules import ROLL, Action, CircuitRules
from gamenight.games.circuit.state import State

# How often `easy` plays a card before it rolls, or an instant one out of turn: once in this many.
CARD_ONE_IN = 3
INSTANT_ONE_IN = 6
PILOT = Pilot()
# The guessed games in which `mcts` compares its choices without a limit; where more players than
# these take part, fewer, as each takes longer then, and there are more choices.
USUAL, MANY = 8000, 6


class Easy:
    """Rolls; sometimes it plays a random card first, or an instant card out of turn."""

    def choose(
        self, rules: CircuitRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> Action | None:
        node = rules.node(view)
        possible = node.of(seat) if isinstance(node, Decision) else ()
        cards = [action for action in possible if action != ROLL]
        if cards and not rng.randrange(CARD_ONE_IN if seat == view.player else INSTANT_ONE_IN):
            return rng.choice(cards)
        return ROLL if ROLL in possible else None


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


class Search:
    """Plays every choice on in the same guessed games, with compiled code from `lab/`; among equals
    it does what Pilot would do. A limit in simulations counts guessed games.

    If the rules do not fit the compiled games, it plays like Pilot.
    """

    def choose(
        self, rules: CircuitRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> Action | None:
        from gamenight.games.circuit.lab import search

        if not search.fits(rules):
            return PILOT.choose(rules, view, seat, rng, limit)
        choices = self._choices(rules, view, seat)
        if len(choices) < 2:
            return choices[0] if choices else None
        return search.evaluated(rules, view, seat, choices, rng, _bounded(rules, limit))[0].action

    def explain(
        self, rules: CircuitRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        from gamenight.games.circuit.lab import search

        if not search.fits(rules):
            return PILOT.explain(rules, view, seat, rng, limit)
        choices = self._choices(rules, view, seat)
        if not choices:
            return []
        found = search.evaluated(rules, view, seat, choices, rng, _bounded(rules, limit))
        return search.opinions(found)

    def _choices(self, rules: CircuitRules, view: State, seat: int) -> list[Action | None]:
        """What a seat may do, which out of turn includes nothing; among equals the first is taken,
        so Pilot's choice comes first."""
        node = rules.node(view)
        possible = node.of(seat) if isinstance(node, Decision) else ()
        if not possible:
            return []
        first = PILOT.choose(rules, view, seat, Random(0), Limit())
        calm = () if seat == view.player else (None,)
        return [first, *(one for one in (*calm, *possible) if one != first)]


def _bounded(rules: CircuitRules, limit: Limit) -> Limit:
    if limit != Limit():
        return limit
    return Limit(simulations=USUAL * MANY**2 // max(MANY, rules.players) ** 2)


def prepare_search(rules: CircuitRules) -> Iterator[str]:
    from gamenight.games.circuit.lab.search import prepare

    yield from prepare(rules)


# They look at the race like `racer`, and misjudge each card by this many tiles.
RACER = Racer()
LADDER = rungs(*(Wavering(RACER, doubt) for doubt in (9.0, 4.3, 2.6, 1.4, 0.65)))

BOTS = {
    "easy": BotInfo("Easy", "Rolls, and now and then plays any card it holds.", Easy()),
    **LADDER,
    "racer": BotInfo(
        "Racer",
        "Plays lasting cards at once, and keeps the others until they help it or stop the leader.",
        RACER,
    ),
    "pilot": BotInfo(
        "Pilot",
        "Looks where everybody's next roll may end, and counts cards for all rolls to come.",
        PILOT,
    ),
}

# Without compiled games, the `mcts` for any game is used.
if installed():
    BOTS["mcts"] = BotInfo(
        "Dreamer",
        "Plays on in its head many times, itself like Pilot, and does what came out best.",
        Search(),
        prepare=prepare_search,
    )
