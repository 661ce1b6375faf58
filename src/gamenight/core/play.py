"""Small functions over rules: the checked way in, replay, sampling, random games, perft."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeVar

from gamenight.core.errors import IllegalAction, InvalidAction
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.text import listed, quoted

S = TypeVar("S")
A = TypeVar("A")


def step(rules: Rules[S, A], state: S, text: str, seat: int | None = None) -> S:
    """The state after the action that a text names: everything from outside comes through here.

    With a seat, only what that seat may do is possible, and an error lists nothing else.
    """
    return rules.apply(state, read(rules, state, text, seat))


def read(rules: Rules[S, A], state: S, text: str, seat: int | None = None) -> A:
    """The action that a text names, if it is possible now; raises InvalidAction."""
    possible = possible_actions(rules, state, seat)
    try:
        action = rules.parse(text)
    except InvalidAction as error:
        raise _refusal(InvalidAction, "invalid", rules, state, text, seat, possible) from error
    if action not in possible:
        view = state if seat is None else rules.hide(state, seat)
        reason = rules.refusal(view, action, seat)
        raise _refusal(IllegalAction, "illegal", rules, state, text, seat, possible, reason)
    return action


def possible_actions(rules: Rules[S, A], state: S, seat: int | None = None) -> tuple[A, ...]:
    """What may happen now: by anybody, chance included, or by one seat."""
    node = rules.node(state)
    if isinstance(node, Decision):
        if seat is not None:
            return node.of(seat) + node.at_table(seat)
        return tuple(action for _, action in node.everyone())
    if isinstance(node, Chance) and seat is None:
        return tuple(action for action, _ in node.outcomes)
    return ()


def _refusal(
    kind: type[InvalidAction],
    word: str,
    rules: Rules[S, A],
    state: S,
    text: str,
    seat: int | None,
    possible: tuple[A, ...],
    reason: str = "",
) -> InvalidAction:
    node = rules.node(state)
    texts = [rules.format(action) for action in possible]
    if isinstance(node, Over):
        why = "the game is over"
    elif possible or seat is None:
        why = f"legal: {listed(texts)}"
    elif isinstance(node, Chance):
        why = "nobody chooses now, chance does"
    else:
        why = f"it is the turn of seat {node.player + 1}, not of seat {seat + 1}"
    if reason and not isinstance(node, Over):
        why = f"{reason}; {why}"
    return kind(f"{word} action {quoted(text)} ({why})", text, texts)


class Ply(NamedTuple):
    """One action in its place; `actor` is None where chance acted."""

    before: Any
    action: Any
    actor: int | None
    after: Any


def replay(rules: Rules[S, A], texts: Iterable[str]) -> Iterator[Ply]:
    """The plies of a match from its texts, each checked before it is applied."""
    state = rules.initial()
    for text in texts:
        action = read(rules, state, text)
        node = rules.node(state)
        actor = node.actor(action) if isinstance(node, Decision) else None
        after = rules.apply(state, action)
        yield Ply(state, action, actor, after)
        state = after


def pick(chance: Chance[A], number: int) -> A:
    """The outcome at a number below the total weight."""
    return chance.outcomes[bisect_right(chance.cumulative, number)][0]


def sample(chance: Chance[A], rng: Random) -> A:
    """An outcome drawn by the exact weights."""
    return pick(chance, rng.randrange(chance.cumulative[-1]))


def playout(rules: Rules[S, A], state: S, rng: Random) -> tuple[Over, int]:
    """Play at random to the end; the end and the number of plies."""
    plies = 0
    while True:
        node = rules.node(state)
        if isinstance(node, Decision):
            action = node.actions[rng.randrange(len(node.actions))]
        elif isinstance(node, Chance):
            action = sample(node, rng)
        else:
            return node, plies
        state = rules.apply(state, action)
        plies += 1


def perft(rules: Rules[S, A], state: S, depth: int) -> int:
    """How many lines of exactly `depth` plies lead on from here, chance and out-of-turn
    actions included, people leaving or joining the table not."""
    if depth == 0:
        return 1
    node = rules.node(state)
    if isinstance(node, Decision):
        actions = node.actions + tuple(action for _, own in node.others for action in own)
    else:
        actions = possible_actions(rules, state)
    if depth == 1:
        return len(actions)
    return sum(perft(rules, rules.apply(state, action), depth - 1) for action in actions)
