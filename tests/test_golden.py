"""One recorded playthrough of every registered game: a change of its rules or texts shows here.

`python tests/test_golden.py --write` records them anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import gamenight
from gamenight import Chance, Decision, sample
from gamenight.core.play import possible_actions

FOLDER = Path(__file__).with_name("golden")
SEED = 2026


def playthrough(id: str) -> str:
    return "\n".join(_lines(id)) + "\n"


def _lines(id: str) -> Iterator[str]:
    """Every state with its scores and what is possible there, then what happened."""
    game = gamenight.game(id)
    rules, rng = game.rules(), Random(SEED)
    state = rules.initial()
    node = rules.node(state)
    yield f"{game.id}, rules version {game.version}, {rules.players} players, seed {SEED}"
    for ply in range(1, 1_000_000):
        yield ""
        yield f"state {state}"
        yield f"scores {' '.join(map(str, rules.scores(state)))}"
        if isinstance(node, Decision):
            actor, action = rng.choice(list(node.everyone()))
            who = f"seat {actor + 1}"
        elif isinstance(node, Chance):
            action, who = sample(node, rng), "chance"
        else:
            yield f"over: {node.reason}"
            winners = " ".join(str(seat + 1) for seat in node.winners)
            yield f"scores {' '.join(map(str, node.scores))}, winners {winners or 'none'}"
            return
        yield f"possible {', '.join(map(rules.format, possible_actions(rules, state)))}"
        yield f"ply {ply}, {who}: {rules.format(action)}"
        state = rules.apply(state, action)
        node = rules.node(state)
    raise AssertionError(f"{id} does not end")


@pytest.mark.parametrize("id", gamenight.games())
def test_a_game_plays_as_recorded(id: str) -> None:
    golden = FOLDER / f"{id}.txt"
    assert golden.exists(), "record it: python -m tests.test_golden --write"
    assert playthrough(id).splitlines() == golden.read_text(encoding="utf-8").splitlines()


def test_every_recording_is_of_a_registered_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} <= set(gamenight.games())


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: python {sys.argv[0]} --write")
    FOLDER.mkdir(exist_ok=True)
    for name in gamenight.games():
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
        print(f"wrote {FOLDER / name}.txt")
