"""The bot `random`: any legal action, all equally likely."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from gamenight.core.bot import Limit
from gamenight.core.rules import Decision, Rules

# Out of turn, a seat that could act does so once in this many times.
INTERRUPTS_ONE_IN = 4


class Uniform:
    """Plays at random: always in turn, and once in `INTERRUPTS_ONE_IN` out of turn."""

    def choose(
        self, rules: Rules[Any, Any], view: Any, seat: int, rng: Random, limit: Limit
    ) -> Any | None:
        node = rules.node(view)
        actions = node.of(seat) if isinstance(node, Decision) else ()
        if not actions:
            return None
        if isinstance(node, Decision) and seat != node.player and rng.randrange(INTERRUPTS_ONE_IN):
            return None
        return actions[rng.randrange(len(actions))]

    def chances(self, rules: Rules[Any, Any], view: Any, seat: int) -> Mapping[Any, float]:
        node = rules.node(view)
        actions = node.of(seat) if isinstance(node, Decision) else ()
        return dict.fromkeys(actions, 1 / max(1, len(actions)))
