"""The bot `mcts`: Monte Carlo tree search with chance, secrets and any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random
from statistics import StatisticsError, correlation, pstdev
from time import perf_counter
from typing import Any, NamedTuple

from gamenight.bots.uniform import INTERRUPTS_ONE_IN
from gamenight.core.bot import Limit, Opinion
from gamenight.core.judge import shares
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.turns import Pass, Sequential, SequentialState

SIMULATIONS = 1000
# The weight of curiosity in UCB1, for rewards from 0 to 1.
EXPLORATION = 0.7
# A longer playout counts as won by whoever leads the running scores.
PLAYOUT_PLIES = 400
# Where scores tell early who will win, playouts stop here: a game at random from there on is noise.
HORIZON_PLIES = 24
TRIALS = 60  # whole playouts that find out whether they do,
TELLING = 0.2  # by the correlation of the lead there with the lead at the end
LOGISTIC = 1.702  # the logistic curve that is nearest to the normal one


class Evaluation(NamedTuple):
    """One possible action (None: pass) with its visits and its mean reward, 0 to 1."""

    action: Any | None
    visits: int
    reward: float


class Edge:
    """How an action did at one information set, for the seat that takes it there."""

    __slots__ = ("available", "reward", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.reward = 0.0


class Node:
    """All states that look alike to the searching seat: the actions tried in any of them, and
    where each sight of an action leads."""

    __slots__ = ("children", "edges")

    def __init__(self) -> None:
        self.edges: dict[Any, Edge] = {}
        self.children: dict[Any, Node] = {}

    def select(self, actions: Sequence[Any], rng: Random) -> tuple[Any, Edge]:
        """An untried action at random, else the best by UCB1, where an action's trials are
        compared with how often it was available, not with the visits of the node."""
        edges = self.edges
        untried = [action for action in actions if action not in edges]
        if untried:
            chosen = untried[rng.randrange(len(untried))]
            edges[chosen] = Edge()
        else:
            chosen, highest = None, -1.0
            for action in actions:
                edge = edges[action]
                visits = edge.visits
                curiosity = EXPLORATION * sqrt(log(edge.available) / visits)
                bound = edge.reward / visits + curiosity
                if bound > highest:
                    chosen, highest = action, bound
        for action in actions:
            if action in edges:
                edges[action].available += 1
        return chosen, edges[chosen]

    def child(self, seen: Any) -> Node:
        found = self.children.get(seen)
        if found is None:
            found = self.children[seen] = Node()
        return found


class Outlook(NamedTuple):
    """How playouts are rewarded: whole ones by who wins, shorter ones by the chance to win that
    the scores promise, where the lead changes by about `spread` until the end."""

    plies: int = PLAYOUT_PLIES
    spread: float = 0.0

    def rewards(self, scores: Sequence[float]) -> tuple[float, ...]:
        """What each seat may expect where a playout stops."""
        highest = max(scores)
        if not self.spread:
            leaders = [seat for seat, score in enumerate(scores) if score == highest]
            return shares(leaders, len(scores))
        weights = [exp(LOGISTIC * (score - highest) / self.spread) for score in scores]
        total = sum(weights)
        return tuple(weight / total for weight in weights)


class Mcts:
    """Searches one tree of what its seat can see (information-set UCT): each simulation guesses a
    whole state, descends with chance drawn by its weights and every player after its own reward
    (max^n), tries one new action, plays on like the bot `random`, and lets the winners share 1;
    where scores tell early who will win, it stops after a while and shares by those.
    """

    def choose(
        self, rules: Rules[Any, Any], view: Any, seat: int, rng: Random, limit: Limit
    ) -> Any | None:
        node = rules.node(view)
        actions = node.of(seat) if isinstance(node, Decision) else ()
        if not actions:
            return None
        if isinstance(node, Decision) and seat == node.player and len(actions) == 1:
            return actions[0]
        return self.evaluate(rules, view, seat, rng, limit)[0].action

    def evaluate(
        self, rules: Rules[Any, Any], view: Any, seat: int, rng: Random, limit: Limit
    ) -> list[Evaluation]:
        """What this seat may do now, most visited first, then the best, then in menu order."""
        turns: Sequential[Any, Any] = Sequential(rules)
        root = turns.asking(view, seat)
        node = turns.node(root)
        if not isinstance(node, Decision) or node.player != seat:
            return []
        edges = _search(turns, root, seat, rng, limit).edges
        found = [_evaluation(action, edges.get(action)) for action in node.actions]
        return sorted(found, key=lambda one: (-one.visits, -one.reward))

    def explain(
        self, rules: Rules[Any, Any], view: Any, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        """By its visits, which follow the rewards: what looked bad was soon dropped."""
        found = self.evaluate(rules, view, seat, rng, limit)
        return [Opinion(one.action, float(one.visits), _in_words(one)) for one in found]


def _in_words(one: Evaluation) -> str:
    if not one.visits:
        return "not tried"
    games = "1 game" if one.visits == 1 else f"{one.visits} games"
    return f"wins {one.reward:.0%} of {games} tried"


def _evaluation(action: Any, edge: Edge | None) -> Evaluation:
    played = None if isinstance(action, Pass) else action
    if edge is None:
        return Evaluation(played, 0, 0.0)
    return Evaluation(played, edge.visits, edge.reward / edge.visits)


def _search(
    turns: Sequential[Any, Any], root: SequentialState[Any], seat: int, rng: Random, limit: Limit
) -> Node:
    """The tree after as many simulations as the limit allows: at least one."""
    deadline = None if limit.seconds is None else perf_counter() + limit.seconds
    left = limit.simulations
    if left is None and deadline is None:
        left = SIMULATIONS
    tree = Node()
    outlook = _outlook(turns, root, seat, rng, TRIALS if left is None else min(left, TRIALS))
    while True:
        _simulate(turns, turns.guess(root, seat, rng), tree, seat, rng, outlook)
        if left is not None:
            left -= 1
            if left <= 0:
                return tree
        if deadline is not None and perf_counter() >= deadline:
            return tree


def _outlook(
    turns: Sequential[Any, Any], root: SequentialState[Any], seat: int, rng: Random, trials: int
) -> Outlook:
    """Play some games to the end: does who leads at the horizon lead at the end, and win?

    In a long game the lead there tells little of the reward, yet it is all that a choice now has
    changed: so leads are compared, and of the reward no more is asked than that leading is good.
    """
    rules = turns.rules
    leads: list[float] = []
    ends: list[float] = []
    rewards: list[float] = []
    for _ in range(trials):
        early, end, reward = _trial(rules, turns.guess(root, seat, rng), rng)
        leads.append(_lead(early, seat))
        ends.append(_lead(end, seat))
        rewards.append(reward[seat])
    try:
        telling = correlation(leads, ends) >= TELLING and correlation(ends, rewards) > 0
    except StatisticsError:  # all alike
        return Outlook()
    spread = pstdev(end - lead for lead, end in zip(leads, ends, strict=True))
    return Outlook(HORIZON_PLIES, spread) if telling and spread else Outlook()


def _trial(
    rules: Rules[Any, Any], turn: SequentialState[Any], rng: Random
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[float, ...]]:
    """Scores at the horizon and at the end of a playout, and its rewards."""
    middle, passed = play_on(rules, turn, rng, HORIZON_PLIES)
    last, _ = play_on(rules, SequentialState(middle, passed), rng, PLAYOUT_PLIES)
    return rules.scores(middle), rules.scores(last), _rewards(rules, last, Outlook())


def _lead(scores: Sequence[float], seat: int) -> float:
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - max(others, default=0)


def _simulate(
    turns: Sequential[Any, Any],
    turn: SequentialState[Any],
    tree: Node,
    seat: int,
    rng: Random,
    outlook: Outlook,
) -> None:
    here = tree
    path: list[tuple[Edge, int]] = []
    while True:
        node = turns.node(turn)
        if isinstance(node, Over):
            rewards = shares(node.winners, turns.players)
            break
        is_new = False
        if isinstance(node, Chance):
            action = sample(node, rng)
        elif len(node.actions) == 1 and here is not tree:
            action = node.actions[0]
        else:
            action, edge = here.select(node.actions, rng)
            path.append((edge, node.player))
            is_new = edge.visits == 0
        seen = turns.seen(turn, action, seat)
        turn = turns.apply(turn, action)
        if is_new:
            rewards = playout(turns.rules, turn, rng, outlook)
            break
        here = here.child(seen)
    for edge, player in path:
        edge.visits += 1
        edge.reward += rewards[player]


def playout(
    rules: Rules[Any, Any], turn: SequentialState[Any], rng: Random, outlook: Outlook
) -> tuple[float, ...]:
    """The rewards of one game played on at random."""
    return _rewards(rules, play_on(rules, turn, rng, outlook.plies)[0], outlook)


def _rewards(rules: Rules[Any, Any], state: Any, outlook: Outlook) -> tuple[float, ...]:
    node = rules.node(state)
    if isinstance(node, Over):
        return shares(node.winners, rules.players)
    return outlook.rewards(rules.scores(state))


def play_on(
    rules: Rules[Any, Any], turn: SequentialState[Any], rng: Random, plies: int
) -> tuple[Any, int]:
    """At random, at most this many plies; seats that passed are not asked again."""
    state, passed = turn
    for _ in range(plies):
        node = rules.node(state)
        if isinstance(node, Decision):
            actions = _interruption(rules, node, passed, rng) if node.others else None
            actions = actions or node.actions
            action = actions[rng.randrange(len(actions))]
            passed = 0
        elif isinstance(node, Chance):
            action = sample(node, rng)
        else:
            break
        state = rules.apply(state, action)
    return state, passed


def _interruption(
    rules: Rules[Any, Any], node: Decision[Any], passed: int, rng: Random
) -> tuple[Any, ...] | None:
    """The action of the first seat to act out of turn, if any."""
    for seat, actions in node.others:
        asked = (seat - node.player - 1) % rules.players
        if asked >= passed and actions and not rng.randrange(INTERRUPTS_ONE_IN):
            return actions
    return None
