"""Small functions over rules: the checked way in, replay, the fold of what a seat saw, sampling,
random games, perft."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeVar

from gamenight.core.errors import IllegalAction, InvalidAction
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.text import listed, quoted, viewer_name

S = TypeVar("S")
A = TypeVar("A")

# All of them miss a card that one hand in fifty holds once in 500 million times.
GUESSES = 1_000
LONGEST_ACTION = 10_000  # characters of an action's text: a roll of a hundred dice has 600


def step(rules: Rules[S, A], state: S, text: str, seat: int | None = None) -> S:
    """The state after the action that a text names: all input from outside comes through here.

    With a seat, only what that seat may do is possible, and an error lists nothing else.
    """
    return rules.apply(state, read(rules, state, text, seat))


def read(
    rules: Rules[S, A],
    state: S,
    text: str,
    seat: int | None = None,
    node: Decision[A] | Chance[A] | Over | None = None,
) -> A:
    """The action that a text names, if it is possible now; raises InvalidAction. node: that of the
    state, where it is known."""
    possible = possible_actions(rules, state, seat, node)
    try:
        action = _parsed(rules, text)
    except InvalidAction as error:
        raise _refusal(InvalidAction, "invalid", rules, state, text, seat, possible) from error
    if action not in possible:
        view = state if seat is None else rules.hide(state, seat)
        reason = rules.refusal(view, action, seat)
        raise _refusal(IllegalAction, "illegal", rules, state, text, seat, possible, reason)
    return action


def _parsed(rules: Rules[S, A], text: str) -> A:
    if len(text) > LONGEST_ACTION:
        raise InvalidAction(f"an action has at most {LONGEST_ACTION:,} characters", text)
    return rules.parse(text)


def possible_actions(
    rules: Rules[S, A],
    state: S,
    seat: int | None = None,
    node: Decision[A] | Chance[A] | Over | None = None,
) -> tuple[A, ...]:
    """What may happen now: done by anybody, chance included, or by one seat."""
    node = node or rules.node(state)
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
        why = "nobody chooses now: it is up to chance"
    else:
        why = f"it is seat {node.player + 1}'s turn, not seat {seat + 1}'s"
    if reason and not isinstance(node, Over):
        why = f"{reason}; {why}"
    return kind(f"{word} action {quoted(text)} ({why})", text, texts)


class Ply(NamedTuple):
    """One action in its place. `actor` is None where chance acted, and in the plies that a seat
    saw also where its view cannot tell who did: a card from a hand that it does not know."""

    before: Any
    action: Any
    actor: int | None
    after: Any


def mover(rules: Rules[Any, Any], ply: Ply) -> int | None:
    """Who acted, or whose roll it was."""
    if ply.actor is not None:
        return ply.actor
    node = rules.node(ply.before)
    return node.player if isinstance(node, Chance) else None


def replay(rules: Rules[S, A], texts: Iterable[str]) -> Iterator[Ply]:
    """The plies of a match from its texts, each checked before it is applied."""
    state = rules.initial()
    for text in texts:
        action = read(rules, state, text)
        after = rules.apply(state, action)
        yield Ply(state, action, actor_of(rules.node(state), action), after)
        state = after


def follow(rules: Rules[S, A], texts: Iterable[str], seat: int | None) -> Iterator[Ply]:
    """The plies of a match as a seat (None: a spectator) saw them, from the texts of what it saw:
    the states are its views. It takes texts that `step` refuses, such as `card ?`; whatever the
    seat cannot have seen raises InvalidAction, and nothing else is raised."""
    view = rules.hide(rules.initial(), seat)
    for text in texts:
        ply = watch(rules, view, text, seat)
        yield ply
        view = ply.after


def watch(rules: Rules[S, A], view: S, text: str, seat: int | None) -> Ply:
    """The next ply as a seat saw it; raises InvalidAction. Rules trust their callers, and a text
    from outside may lead them anywhere: whatever they raise for it means that it is refused."""
    try:
        action = _parsed(rules, text)
    except Exception as error:
        sentence = f"invalid action {quoted(text)} (there is no such action in this game)"
        raise InvalidAction(sentence, text) from error
    why = "the game is over"
    try:
        node = rules.node(view)
        if not isinstance(node, Over):
            why = f"{viewer_name(seat)} cannot have seen it now"
            if is_plausible(rules, view, action, seat):
                after = rules.apply(view, action)
                rules.node(after)
                return Ply(view, action, actor_of(node, action), after)
    except Exception as error:
        raise IllegalAction(f"illegal action {quoted(text)} ({why})", text) from error
    raise IllegalAction(f"illegal action {quoted(text)} ({why})", text)


def is_plausible(rules: Rules[S, A], view: S, action: A, seat: int | None) -> bool:
    """Whether a seat can have seen this: what is seen of something possible in a whole state
    behind its view. Rules may answer that themselves; else guesses of that state do."""
    told = rules.plausible(view, action, seat)
    if told is not None:
        return told
    rng, settled = Random(0), 0
    for number in range(GUESSES):
        whole = _guessed(rules, view, seat, number, rng)
        if whole is None:
            return True
        possible = possible_actions(rules, whole)
        if any(rules.seen(whole, each, seat) == action for each in possible):
            return True
        settled = settled + 1 if whole == view else 0
        if settled == rules.players:
            return False  # there is nothing to guess
    return False


def _guessed(rules: Rules[S, A], view: S, seat: int | None, number: int, rng: Random) -> S | None:
    """A whole state behind the view. Rules guess for seats: for a spectator, they guess for one
    seat after another; None where they cannot."""
    if seat is not None:
        return rules.guess(view, seat, rng)
    try:
        whole = rules.guess(view, number % rules.players, rng)
        return whole if rules.hide(whole, None) == view else None
    except Exception:
        return None


def actor_of(node: Decision[A] | Chance[A] | Over, action: A) -> int | None:
    """The seat that acts; None where chance does, or where the node of a view cannot tell."""
    everyone = node.everyone() if isinstance(node, Decision) else ()
    return next((seat for seat, possible in everyone if possible == action), None)


def pick(chance: Chance[A], number: int) -> A:
    """The outcome for a number below the total weight."""
    return chance.outcomes[bisect_right(chance.cumulative, number)][0]


def sample(chance: Chance[A], rng: Random) -> A:
    """An outcome drawn by the exact weights."""
    return pick(chance, rng.randrange(chance.cumulative[-1]))


def playout(rules: Rules[S, A], state: S, rng: Random) -> tuple[Over, int]:
    """Play at random to the end; returns the end and the number of plies."""
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
    """The number of lines of exactly `depth` plies from here, including chance and out-of-turn
    actions, but not people who leave or join the table."""
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
