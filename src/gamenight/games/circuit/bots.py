"""The bots of Circuit. They only look at what their seat may see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gamenight.core.bot import BotInfo, Limit, Opinion
from gamenight.core.kernel import installed
from gamenight.core.rules import Decision
from gamenight.core.wavering import Wavering, rungs
from gamenight.games.circuit.pilot import Pilot
from gamenight.games.circuit.racer import RACER
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
