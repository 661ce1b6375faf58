"""A toy game of pure chance and choice, whose values can be worked out by hand.

In turn each player buys one ticket, knowing the points so far. A ticket is one or more draws;
each adds to the buyer's points and to everybody else's. The most points win when all have bought,
or at once whoever has reached the goal.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from gamenight.core.errors import InvalidAction
from gamenight.core.play import possible_actions
from gamenight.core.rules import Chance, Decision, Over, Rules


class Prize(NamedTuple):
    own: int
    others: int = 0


Draw = tuple[tuple[Prize, int], ...]


class Ticket(NamedTuple):
    name: str
    draws: tuple[Draw, ...]


def ticket(name: str, *draws: dict[int, int]) -> Ticket:
    """A ticket whose draws are given as weights by the points they bring to the buyer."""
    return Ticket(name, tuple(tuple((Prize(p), w) for p, w in draw.items()) for draw in draws))


class Booth(NamedTuple):
    points: tuple[int, ...]
    player: int = 0
    pending: tuple[Draw, ...] = ()


@dataclass(frozen=True)
class LotteryRules(Rules[Booth, Any]):
    tickets: tuple[Ticket, ...]
    players: int = 2
    goal: int = 1000

    def initial(self) -> Booth:
        return Booth((0,) * self.players)

    def node(self, state: Booth) -> Decision[Any] | Chance[Any] | Over:
        if state.pending:
            return Chance(state.pending[0])
        best = max(state.points)
        if best >= self.goal or state.player == self.players:
            winners = tuple(seat for seat, points in enumerate(state.points) if points == best)
            return Over(state.points, winners, "All tickets are drawn.")
        return Decision(state.player, tuple(each.name for each in self.tickets))

    def apply(self, state: Booth, action: Any) -> Booth:
        if not isinstance(action, Prize):
            draws = next(each.draws for each in self.tickets if each.name == action)
            return state._replace(pending=draws)
        points = tuple(
            have + (action.own if seat == state.player else action.others)
            for seat, have in enumerate(state.points)
        )
        rest = state.pending[1:]
        return Booth(points, state.player if rest else state.player + 1, rest)

    def scores(self, state: Booth) -> tuple[int, ...]:
        return state.points

    def format(self, action: Any) -> str:
        return f"prize {action.own} {action.others}" if isinstance(action, Prize) else str(action)

    def parse(self, text: str) -> Any:
        raise InvalidAction("the lottery is played by bots only", text)


def exact_rewards(rules: Rules[Any, Any], state: Any) -> tuple[Fraction, ...]:
    """What each seat wins on average if every seat does its best for itself."""
    node = rules.node(state)
    if isinstance(node, Over):
        share = Fraction(1, len(node.winners))
        return tuple(
            share if seat in node.winners else Fraction(0) for seat in range(rules.players)
        )
    if isinstance(node, Chance):
        total = node.cumulative[-1]
        branches = [
            (Fraction(weight, total), exact_rewards(rules, rules.apply(state, outcome)))
            for outcome, weight in node.outcomes
        ]
        return tuple(
            sum((p * rewards[seat] for p, rewards in branches), Fraction(0))
            for seat in range(rules.players)
        )
    after = (exact_rewards(rules, rules.apply(state, a)) for a in possible_actions(rules, state))
    return max(after, key=lambda rewards: rewards[node.player])
