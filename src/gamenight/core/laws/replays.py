"""The law of replay: the texts of a match give the same states again, in any process."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from typing import Any, NamedTuple

from gamenight.core.laws.nodes import actions_of, check_settled, same_repr
from gamenight.core.laws.verdict import THROWN, blaming, broken, shown, told
from gamenight.core.rules import Chance

# Several, because a set of two strings has the same order under half of all hash seeds.
HASH_SEEDS = ("1", "2", "3")
PLIES_ELSEWHERE = 5_000
NODES_MARKED = 100
SECONDS = 120
# Set in the other processes: a module that checks its game on import must not breed.
IN_CHILD = "GAMENIGHT_LAWS_CHILD"
CHILD = """
import pickle, sys
path, lines = pickle.load(sys.stdin.buffer)
sys.path[:] = path
from gamenight.core.laws.replays import answer
answer(lines)
"""


class Line(NamedTuple):
    """One game as it was played: the rules, the texts, and a mark of every state."""

    rules: Any
    texts: tuple[str, ...]
    marks: tuple[str, ...]


def mark(rules: Any, state: Any, node: Any, ply: int) -> str:
    """A digest of the state's repr, early in a game also of what can happen, in its order."""
    parts = [repr(state)]
    if ply < NODES_MARKED:
        parts += [rules.format(action) for action in actions_of(node)]
        parts += [str(weight) for _, weight in node.outcomes] if isinstance(node, Chance) else []
    return blake2b("\n".join(parts).encode(errors="replace"), digest_size=8).hexdigest()


def folded(rules: Any, texts: Sequence[str]) -> Iterator[tuple[Any, Any, str]]:
    """Every state from initial() on, the action that led to it, and its mark."""
    state, action = rules.initial(), None
    yield state, action, mark(rules, state, rules.node(state), 0)
    for ply, text in enumerate(texts, 1):
        action = rules.parse(text)
        state = rules.apply(state, action)
        yield state, action, mark(rules, state, rules.node(state), ply)


def check_rules(rules: Any, fresh: Any) -> None:
    """Rules are equal when their options are, and pickle."""
    if not _equal(rules, fresh):
        broken("replay", f"make() gives {shown(fresh)} for the same options, not {shown(rules)}")
    if not _is_importable(rules):
        return
    with blaming("replay", f"pickling {shown(rules)}"):
        copy = pickle.loads(pickle.dumps(rules))
    if not _equal(rules, copy):
        broken("replay", f"unpickled rules are {shown(copy)}, not equal to {shown(rules)}")


def _is_importable(rules: Any) -> bool:
    """Pickle finds a class by its name in its module, and code that was run from nowhere (an
    example in a document) has none. A class inside of a function is its author's choice."""
    kind = type(rules)
    module = sys.modules.get(kind.__module__)
    return "<locals>" in kind.__qualname__ or getattr(module, kind.__name__, None) is kind


def _equal(rules: Any, other: Any) -> bool:
    with blaming("replay", f"comparing {shown(rules)}"):
        return bool(rules == other)


def check_fold(line: Line, fresh: Any) -> None:
    """The texts alone give the same states with fresh rules."""
    before = None
    with blaming("replay", "folding the texts", before):
        for ply, (state, action, found) in enumerate(folded(fresh, line.texts)):
            if found != line.marks[ply]:
                _check_not_random(fresh, before, action)
                text = line.texts[ply - 1] if ply else "initial()"
                sentence = f"ply {ply}, {shown(text)}, leads to {shown(state)}, but did not in play"
                broken("replay", sentence, before, action)
            before = state


def _check_not_random(rules: Any, before: Any, action: Any) -> None:
    """A difference that shows between two calls is chance's, not replay's."""
    if before is not None:
        after = rules.apply(before, action)
        for _ in range(10):
            check_settled(
                "apply()", after, lambda: rules.apply(before, action), same_repr, before, action
            )


def check_elsewhere(lines: Sequence[Line]) -> None:
    """The same in other processes, in which strings hash differently."""
    if IN_CHILD in os.environ:
        return
    chosen, plies = list[Line](), 0
    for line in lines:
        if not _is_importable(line.rules):
            return
        plies += len(line.texts)
        if chosen and plies > PLIES_ELSEWHERE:
            break
        chosen.append(line)
    payload = pickle.dumps(
        (sys.path, [(pickle.dumps(line.rules), line.texts[:PLIES_ELSEWHERE]) for line in chosen])
    )
    with ThreadPoolExecutor(len(HASH_SEEDS)) as pool:
        for answers in pool.map(_ask, HASH_SEEDS, [payload] * len(HASH_SEEDS)):
            for line, answer in zip(chosen, answers, strict=False):
                _compare(line, answer)


def _ask(hash_seed: str, payload: bytes) -> list[Any]:
    """The answers of another process; none where no process can be had."""
    try:
        child = subprocess.run(
            [sys.executable, "-c", CHILD],
            input=payload,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, IN_CHILD: "1"},
            capture_output=True,
            timeout=SECONDS,
            check=True,
        )
        answers: list[Any] = json.loads(child.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return []
    return answers


def answer(lines: Sequence[tuple[bytes, tuple[str, ...]]]) -> None:
    """In the other process: the marks of each line, or why there are none."""
    out, sys.stdout = sys.stdout, sys.stderr
    print(json.dumps([_answer(*line) for line in lines]), file=out)


def _answer(rules: bytes, texts: tuple[str, ...]) -> dict[str, Any]:
    try:
        fresh = pickle.loads(rules)
    except THROWN:
        return {}  # the game's module is not to be had here, as for a script's __main__
    marks: list[str] = []
    try:
        for _, _, found in folded(fresh, texts):
            marks.append(found)
    except THROWN as error:
        return {"marks": marks, "error": told(error)}
    return {"marks": marks}


def _compare(line: Line, answer: dict[str, Any]) -> None:
    for ply, (here, there) in enumerate(zip(line.marks, answer.get("marks", ()), strict=False)):
        if here != there:
            text = line.texts[ply - 1] if ply else "initial()"
            sentence = f"after ply {ply}, {shown(text)}, another process has another state or node"
            broken("replay", sentence)
    if "error" in answer:
        broken("replay", f"in another process the same texts raise {answer['error']}")
