"""What a position of the two-player game is worth, exactly: both play perfectly from here on."""

from __future__ import annotations

from gamenight.core.judge import Value
from gamenight.core.rules import Chance, Over
from gamenight.games.zombie.lab import duel
from gamenight.games.zombie.lab.best import is_duel, roll_worth
from gamenight.games.zombie.lab.graph import MOST
from gamenight.games.zombie.rules import HOLD, NONE, Options, State, ZombieRules


def judge(rules: ZombieRules) -> DuelJudge | None:
    """For the solved two-player game, if the limit of rounds is far away."""
    if not is_duel(rules) or rules.options.round_limit < Options().round_limit:
        return None
    return DuelJudge(rules)


class DuelJudge:
    unit = "wins"
    source = "exact, as this two-player game is solved, with both playing perfectly from here on"

    def __init__(self, rules: ZombieRules) -> None:
        self.rules = rules

    def value(self, state: State) -> Value:
        first = self._first(state)
        return Value((first, 1 - first), proven=state.eaten < MOST)

    def _first(self, state: State) -> float:
        """The first player's chance to win."""
        node = self.rules.node(state)
        if isinstance(node, Over):
            return (0 in node.winners) / len(node.winners)
        if _is_fresh(state):
            return _before_turn(state)
        if isinstance(node, Chance):
            total = sum(
                weight * self._first(self.rules.apply(state, action))
                for action, weight in node.outcomes
            )
            return total / node.cumulative[-1]
        return self._chosen(state)

    def _chosen(self, state: State) -> float:
        """When the player holds or rolls, whichever is better."""
        held, rolled = self._first(self.rules.apply(state, HOLD)), roll_worth(self.rules, state)
        if rolled is None:
            return held
        return max(held, rolled) if state.player == 0 else min(held, 1 - rolled)


def _is_fresh(state: State) -> bool:
    """Whether a turn begins."""
    return state.waiting == "draw" and state.rolling == state.brains == state.shots == NONE


def _before_turn(state: State) -> float:
    solved, (first, second) = duel.standard(), state.scores
    if state.player == 0:
        return solved.tie if state.tied else solved.first[first][second]
    if state.tied:
        return 1 - solved.behind(first - second)
    return 1 - solved.answer(first, second)
