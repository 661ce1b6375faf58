"""The laws of single states: total, chance, text."""

from __future__ import annotations

import operator
import random
import re
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

from gamenight.core.laws.verdict import blaming, broken, is_number, shown
from gamenight.core.rules import Chance, Decision, Over

REPEATS = 3
SETTLED = frozenset({int, str, bool, type(None)})
ADDRESS = re.compile(r"0x[0-9a-fA-F]+")


def check_state(state: Any) -> None:
    """A state is hashable, and everything inside it is immutable and ordered."""
    found = _changeable(state)
    if found is not None:
        broken("total", f"the state holds a {type(found).__name__}: {shown(found)}", state)
    with blaming("total", "hash(state)", state):
        hash(state)


def _changeable(value: Any) -> Any:
    if isinstance(value, (set, frozenset, list, dict, bytearray)):
        return value
    parts: Iterable[Any] = ()
    if isinstance(value, tuple):
        parts = (part for part in value if type(part) not in SETTLED)
    elif is_dataclass(value) and not isinstance(value, type):
        parts = (getattr(value, item.name) for item in fields(value))
    return next((found for part in parts if (found := _changeable(part)) is not None), None)


def check_scores(rules: Any, state: Any) -> None:
    with blaming("total", "scores()", state):
        scores = rules.scores(state)
    _check_score_tuple("scores()", scores, rules.players, state)


def _check_score_tuple(what: str, scores: Any, players: int, state: Any) -> None:
    if not isinstance(scores, tuple) or len(scores) != players:
        broken("total", f"{what} is {shown(scores)}, not a tuple of {players} whole numbers", state)
    for score in scores:
        if not is_number(score):
            broken("total", f"{what} holds {shown(score)}, which is not a whole number", state)


def check_node(rules: Any, state: Any, node: Any) -> None:
    """What node() gives is one of the three, and well formed."""
    if isinstance(node, Decision):
        _check_decision(rules, state, node)
    elif isinstance(node, Chance):
        _check_chance(rules, state, node)
    elif isinstance(node, Over):
        _check_over(rules, state, node)
    else:
        broken("total", f"node() gives {shown(node)}, not a Decision, a Chance or an Over", state)


def _check_decision(rules: Any, state: Any, node: Any) -> None:
    if not _is_seat(node.player, rules):
        broken("total", f"the player of a Decision is {shown(node.player)}, not a seat", state)
    _check_actions("the actions of a Decision", node.actions, state)
    for name, entries in (("others", node.others), ("table", node.table)):
        if not isinstance(entries, tuple):
            broken("total", f"{name} of a Decision is {shown(entries)}, not a tuple", state)
        for entry in entries:
            if not isinstance(entry, tuple) or len(entry) != 2 or not _is_seat(entry[0], rules):
                broken("total", f"{name} holds {shown(entry)}, not a seat and its actions", state)
            _check_actions(f"the actions of seat {entry[0]} in {name}", entry[1], state)
    if node.others and not getattr(rules, "interrupts", False):
        broken("total", f"others is {shown(node.others)} though interrupts is False", state)
    if any(seat == node.player for seat, _ in node.others):
        broken("total", f"others names seat {node.player}, whose turn it is", state)


def _check_actions(what: str, actions: Any, state: Any) -> None:
    if not isinstance(actions, tuple) or not actions:
        broken("total", f"{what} are {shown(actions)}, not a non-empty tuple", state)
    with blaming("total", f"comparing {what}", state):
        twice = _doubled(actions)
    if twice is not None:
        broken("total", f"{what} hold {shown(twice[0])} twice", state, twice[0])


def _check_chance(rules: Any, state: Any, node: Any) -> None:
    if node.player is not None and not _is_seat(node.player, rules):
        broken("chance", f"the player of a Chance is {shown(node.player)}, not a seat", state)
    if not isinstance(node.outcomes, tuple) or not node.outcomes:
        given = shown(node.outcomes)
        broken("chance", f"the outcomes of a Chance are {given}, not a non-empty tuple", state)
    for pair in node.outcomes:
        if not isinstance(pair, tuple) or len(pair) != 2:
            broken("chance", f"an outcome is {shown(pair)}, not an action and its weight", state)
        if not is_number(pair[1]) or pair[1] < 1:
            sentence = f"the weight of {shown(pair[0])} is {shown(pair[1])}, not a positive int"
            broken("chance", sentence, state, pair[0])
    with blaming("chance", "comparing the outcomes of a Chance", state):
        twice = _doubled(tuple(action for action, _ in node.outcomes))
    if twice is not None:
        broken("chance", f"the outcome {shown(twice[0])} is there twice", state, twice[0])


def _check_over(rules: Any, state: Any, node: Any) -> None:
    _check_score_tuple("Over.scores", node.scores, rules.players, state)
    winners = node.winners
    if not isinstance(winners, tuple) or not all(_is_seat(seat, rules) for seat in winners):
        broken("total", f"Over.winners is {shown(winners)}, not a tuple of seats", state)
    if len(set(winners)) != len(winners):
        broken("total", f"Over.winners is {shown(winners)}, with a seat twice", state)
    reason = node.reason
    if not isinstance(reason, str) or not reason.strip() or len(reason.splitlines()) != 1:
        broken("total", f"Over.reason is {shown(reason)}, not a sentence on one line", state)


def _is_seat(value: Any, rules: Any) -> bool:
    return is_number(value) and 0 <= value < rules.players


def _doubled(actions: tuple[Any, ...]) -> tuple[Any] | None:
    """The first action that is there twice, in a tuple; else an empty one."""
    try:
        if len(set(actions)) == len(actions):
            return None
    except TypeError:
        pass
    pairs = ((a, b) for at, a in enumerate(actions) for b in actions[at + 1 :])
    return next(((a,) for a, b in pairs if a == b), None)


def actions_of(node: Any) -> tuple[Any, ...]:
    """All that can happen in a node, `others` and `table` included."""
    if isinstance(node, Decision):
        return tuple(action for _, action in node.everyone())
    return tuple(action for action, _ in node.outcomes) if isinstance(node, Chance) else ()


def check_texts(rules: Any, state: Any, node: Any) -> dict[str, Any]:
    """Every action's text is one line, reads back as the action and is unique."""
    texts: dict[str, Any] = {}
    for action in actions_of(node):
        text = check_text(rules, state, action)
        if text in texts:
            sentence = f"{shown(texts[text])} and {shown(action)} have the same text {shown(text)}"
            broken("text", sentence, state, action)
        with blaming("text", f"parse({shown(text)})", state, action):
            back = rules.parse(text)
            same = bool(back == action)
        if not same:
            again = partial(rules.parse, text)
            check_settled(f"parse({shown(text)})", back, again, operator.eq, state, action)
            sentence = f"parse({shown(text)}) gives {shown(back)}, not {shown(action)}"
            broken("text", sentence, state, action)
        texts[text] = action
    return texts


def check_text(rules: Any, state: Any, action: Any) -> str:
    """The text of an action, one line of it."""
    with blaming("text", "format()", state, action):
        text = rules.format(action)
        again = rules.format(action)
    if not isinstance(text, str) or not text:
        broken("text", f"the text of {shown(action)} is {shown(text)}", state, action)
    if len(text.splitlines()) != 1 or text != text.strip():
        sentence = f"the text {shown(text)} has a line break, or a space at an end"
        broken("text", sentence, state, action)
    if text != again:
        sentence = f"format({shown(action)}) gives {shown(again)} when called again"
        broken("chance", f"{sentence}, at first {shown(text)}", state, action)
    return text


def same_repr(one: Any, other: Any) -> bool:
    """What law 4 calls equal states."""
    return repr(one) == repr(other)


def check_settled(
    what: str,
    first: Any,
    call: Callable[[], Any],
    same: Callable[[Any, Any], bool],
    state: Any = None,
    action: Any = None,
) -> None:
    """The call gives the same every time, and leaves Python's own dice alone."""
    for seed in range(REPEATS):
        random.seed(seed)
        dice = random.getstate()
        with blaming("total", what, state, action):
            again = call()
            settled = same(first, again)
        if not settled:
            _unsettled(what, first, again, state, action)
        if random.getstate() != dice:
            broken("chance", f"{what} draws from Python's global random", state, action)


def _unsettled(what: str, first: Any, again: Any, state: Any, action: Any) -> None:
    if ADDRESS.sub("", repr(first)) == ADDRESS.sub("", repr(again)):
        broken("replay", f"the repr of a state shows an address: {shown(again)}", state, action)
    sentence = f"{what} gives {shown(again)} when called again, at first {shown(first)}"
    broken("chance", sentence, state, action)
