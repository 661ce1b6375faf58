"""The law of replay: the texts of a match give the same states again, in any process."""

from __future__ import annotations

import json
import os
import pickle
import pickletools
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from hashlib import blake2b
from typing import Any, NamedTuple

from gamenight.core.laws.modules import CALLS, IN_CHILD, MAIN_ELSEWHERE, Source, fetch, sources
from gamenight.core.laws.nodes import actions_of, check_settled, same_repr
from gamenight.core.laws.verdict import THROWN, blaming, broken, shown, told
from gamenight.core.rules import Chance

# Several, because a set of two strings keeps its order under half of all hash seeds. Of the
# pairs of words that games use, 5 in 100 keep their order under all of these (1, 2, 3: 22).
HASH_SEEDS = ("0", "14", "21", "26")
PLIES_ELSEWHERE = 5_000
NODES_MARKED = 100
SECONDS = 120
# The answer has a file of its own, so that nothing a game's modules print can mix with it.
CHILD = """
import os, pickle, sys
out = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
sys.dont_write_bytecode = True
sys.path[:], sys.argv[:], *given = pickle.load(sys.stdin.buffer)
from gamenight.core.laws.replays import answer
out.write(answer(*given))
out.close()
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
    text = "\n".join(parts).replace(MAIN_ELSEWHERE, "__main__")
    return blake2b(text.encode(errors="replace"), digest_size=8).hexdigest()


def folded(rules: Any, texts: Sequence[str]) -> Iterator[tuple[Any, Any, str]]:
    """Every state from initial() on, the action that led to it, and its mark."""
    state, action = rules.initial(), None
    yield state, action, mark(rules, state, rules.node(state), 0)
    for ply, text in enumerate(texts, 1):
        action = rules.parse(text)
        state = rules.apply(state, action)
        yield state, action, mark(rules, state, rules.node(state), ply)


def check_rules(rules: Any, fresh: Any) -> None:
    """Rules are equal when their options are, and can be pickled."""
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
    example in a document) has no module. A class inside a function is its author's choice."""
    kind = type(rules)
    if "<locals>" in kind.__qualname__:
        return True
    module: Any = sys.modules.get(kind.__module__)
    path = kind.__qualname__.split(".")
    return reduce(lambda found, name: getattr(found, name, None), path, module) is kind


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
                sentence = f"ply {ply}, {shown(text)}, now leads to {shown(state)}"
                broken("replay", sentence, before, action)
            before = state


def _check_not_random(rules: Any, before: Any, action: Any) -> None:
    """A difference between two calls breaks the law of chance, not of replay."""
    if before is not None:
        after = rules.apply(before, action)
        for _ in range(10):
            check_settled(
                "apply()", after, lambda: rules.apply(before, action), same_repr, before, action
            )


def check_elsewhere(lines: Sequence[Line]) -> None:
    """The same in other processes, in which strings hash differently."""
    chosen, plies = list[Line](), 0
    for line in lines:
        if not _is_importable(line.rules):
            return
        plies += len(line.texts)
        if chosen and plies > PLIES_ELSEWHERE:
            break
        chosen.append(line)
    pickled = [(pickle.dumps(line.rules), line.texts[:PLIES_ELSEWHERE]) for line in chosen]
    files = [tuple(source) for source in sources(_modules(pickled))]
    payload = pickle.dumps((sys.path, sys.argv, CALLS.made, files, pickled))
    with ThreadPoolExecutor(len(HASH_SEEDS)) as pool:
        for answers in pool.map(_ask, HASH_SEEDS, [payload] * len(HASH_SEEDS)):
            for line, answer in zip(chosen, answers, strict=False):
                _compare(line, answer)


def _modules(pickled: Iterable[tuple[bytes, object]]) -> set[str]:
    """The modules that pickled rules name: for a wrapper, also those of what it wraps."""
    parts = (part for data in {data for data, _ in pickled} for part in pickletools.genops(data))
    return {word for _, word, _ in parts if isinstance(word, str) and word in sys.modules}


def _ask(hash_seed: str, payload: bytes) -> list[Any]:
    """The answers of another process; None where no process can be started."""
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


def answer(
    call: int,
    files: Sequence[tuple[str, str, str]],
    lines: Sequence[tuple[bytes, tuple[str, ...]]],
) -> str:
    """In the other process: the marks of each line, or why there are none, as JSON."""
    for file in files:
        fetch(Source(*file), call)
    return json.dumps([_answer(*line) for line in lines])


def _answer(rules: bytes, texts: tuple[str, ...]) -> dict[str, Any]:
    try:
        fresh = pickle.loads(rules)
    except THROWN:
        return {}  # the game's module cannot be loaded here: code without a file
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
