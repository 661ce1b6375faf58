"""Plan: which positions of a match are judged in a review, and how closely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamenight.core.judge import Judge
from gamenight.core.play import Ply
from gamenight.core.rules import Chance, Decision, Rules
from gamenight.lab.rollouts import Rollouts

# A position between luck and a decision gets this many times the games: only these make up the
# error of all luck. So do a move that looks better than the one played, and that one, before a
# review says so.
CLOSER = 4


def alternatives(rules: Rules[Any, Any], ply: Ply) -> tuple[Any, ...]:
    """What else the actor of a ply could have done; nothing where chance acted, or where somebody
    left or joined the table."""
    node = rules.node(ply.before)
    possible = node.of(ply.actor) if isinstance(node, Decision) and ply.actor is not None else ()
    return tuple(a for a in possible if a != ply.action) if ply.action in possible else ()


class Plan:
    """same: for each state, by the number of plies before it, the later state with the same value:
    a forced ply changes nothing, nor does one that the bot of the rollouts would have played
    itself; others: what else is judged at each ply. With the Python rules that is only what that
    bot would have played, or it would take far too long. What chance does without a word counts
    with what it tells next: so the earlier state stands for the one after an untold ply.
    """

    def __init__(
        self,
        rules: Rules[Any, Any],
        plies: Sequence[Ply],
        judge: Judge,
        untold: Sequence[int],
        whole: bool = False,
    ):
        narrow = isinstance(judge, Rollouts) and judge.kernel is None and not whole
        self.narrowed = False
        self.same = list(range(len(plies) + 1))
        self.others: list[tuple[Any, ...]] = [()] * len(plies)
        self._edges = set[int]()
        for number in reversed(range(len(plies))):
            ply, node = plies[number], rules.node(plies[number].before)
            usual = None
            if isinstance(judge, Rollouts) and isinstance(node, Decision):
                usual = judge.usual(ply.before)
            if _is_forced(node, ply) or usual == ply.action:
                self.same[number] = self.same[number + 1]
            elif isinstance(node, Decision):
                self._edges |= {number, self.same[number + 1]}
            self.others[number] = alternatives(rules, ply)
            if narrow and usual is not None:
                self.narrowed = True
                self.others[number] = tuple(a for a in self.others[number] if a == usual)
        self._edges.add(self.same[0])
        for number in untold:
            self.same[number + 1] = self.same[number]

    def times(self, number: int) -> int:
        """How many times the usual games this position gets."""
        return CLOSER if number in self._edges else 1


def _is_forced(node: Any, ply: Ply) -> bool:
    if isinstance(node, Chance):
        return len(node.outcomes) == 1
    return isinstance(node, Decision) and node.actions == (ply.action,) and not node.others
