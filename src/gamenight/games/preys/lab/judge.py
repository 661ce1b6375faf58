"""What a position is worth to both teams, exactly: in wins, where a tie is half a win."""

from __future__ import annotations

from gamenight.core.judge import Value
from gamenight.games.preys.lab.solver import HALF, outcome
from gamenight.games.preys.rules import PreysRules, State


class RiverJudge:
    unit = "wins"

    def __init__(self, rules: PreysRules) -> None:
        self.rules = rules
        chosen = "; where the fish choose, they choose best from here on"
        is_chosen = rules.options.escort == "choose"
        self.source = f"exact, with a tie as half a win{chosen if is_chosen else ''}"

    def value(self, state: State) -> Value:
        found = outcome(self.rules, state, HALF)
        fish = float(found.fish + found.tie / 2)
        return Value((fish, 1 - fish), proven=True)
