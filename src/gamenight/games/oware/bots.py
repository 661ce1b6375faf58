"""The two bots of the original program, and two that search."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gamenight.core.bot import BotInfo, Limit, Opinion
from gamenight.core.errors import GamenightError
from gamenight.core.rules import Decision
from gamenight.core.wavering import Wavering, rungs
from gamenight.games.oware.rules import OwareRules, State


class Easy:
    """Sows any house it may."""

    def choose(self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit) -> int:
        return rng.choice(rules.moves(view.position))


class Hard:
    """Looks one move ahead: captures the most seeds at once, with ties broken at random."""

    def choose(self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit) -> int:
        seeds = captures(rules, view)
        most = max(seeds.values())
        return rng.choice([house for house, captured in seeds.items() if captured == most])

    def explain(
        self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        found = sorted(captures(rules, view).items(), key=lambda one: -one[1])
        return [Opinion(house, float(seeds), _words(seeds)) for house, seeds in found]


def captures(rules: OwareRules, view: State) -> dict[int, int]:
    """The seeds that each house captures at once."""
    position = view.position
    return {house: rules.sow(position, house).seeds for house in rules.moves(position)}


def _words(seeds: int) -> str:
    return "captures nothing" if not seeds else f"captures {seeds} seeds at once"


class Strong:
    """Looks ahead as deep as its limit allows; a limit in simulations counts positions.

    Where a board does not fit the compiled search of `lab/`, it plays as Hard.
    """

    def __init__(self, depth: int | None = None, tables: bool = False) -> None:
        """depth: 2 or more moves of both sides, on top of any limit; tables: with endgame tables,
        which makes it `perfect`."""
        self.depth = depth
        self.tables = tables

    def choose(
        self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> int | None:
        from gamenight.games.oware.lab import strong

        if not _is_asked(rules, view, seat):
            return None
        if not strong.can_search(rules, view):
            return Hard().choose(rules, view, seat, rng, limit)
        tables = strong.tables_for(rules) if self.tables else None
        return strong.choice(rules, view, rng, limit, self.depth, tables)

    def explain(
        self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        from gamenight.games.oware.lab import strong

        if not _is_asked(rules, view, seat):
            return []
        try:
            if not strong.can_search(rules, view):
                return Hard().explain(rules, view, seat, rng, limit)
        except GamenightError:
            return []
        tables = strong.tables_for(rules) if self.tables else None
        return strong.opinions(rules, view, rng, limit, self.depth, tables)


def _is_asked(rules: OwareRules, view: State, seat: int) -> bool:
    node = rules.node(view)
    return isinstance(node, Decision) and node.player == seat


def prepare_strong(rules: OwareRules) -> Iterator[str]:
    from gamenight.games.oware.lab.strong import prepare

    yield from prepare(rules)


def prepare_perfect(rules: OwareRules) -> Iterator[str]:
    from gamenight.games.oware.lab.strong import prepare_perfect

    yield from prepare_perfect(rules)


# They look two to nine moves ahead, and misjudge each by this many seeds.
LADDER = rungs(
    Wavering(Strong(depth=2), 11.5),
    Wavering(Strong(depth=2), 3.6),
    Wavering(Strong(depth=3), 1.6),
    Wavering(Strong(depth=5), 0.6),
    Wavering(Strong(depth=9), 0.04),
    prepare=prepare_strong,
)

BOTS = {
    "easy": BotInfo("Easy", "Sows any house, at random.", Easy()),
    "hard": BotInfo("Grabber", "Captures the most seeds it can, and else sows any house.", Hard()),
    **LADDER,
    "strong": BotInfo(
        "Strong",
        "Looks a dozen moves ahead or more.",
        Strong(),
        limit=Limit(seconds=0.1),
        prepare=prepare_strong,
    ),
    "perfect": BotInfo(
        "Perfect",
        "Like Strong, and makes no mistake once few seeds are left.",
        Strong(tables=True),
        limit=Limit(seconds=0.1),
        prepare=prepare_perfect,
    ),
}
