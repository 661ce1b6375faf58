"""Scenes as JSON: short, and exact."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

import gamenight
from gamenight import Area, Chance, Choice, Over, Scene, ScoreRow, Spot, Step, Token, sample
from gamenight.core.scene import texts
from gamenight.core.view import scene_of, steps_of
from gamenight.online.scenes import lean
from tests.effort import times
from tests.match.matches import NAMES, SHORT

PLIES = times(25)


def as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(lean(value)))


def test_what_is_as_usual_is_left_out() -> None:
    pit = Spot("A", label="1", tokens=(Token("seed", count=4),), at=(0, 1))
    scene = Scene(
        "Heap",
        scores=(ScoreRow("seat 0", 0, "Ann", 0, stake=0, current=True),),
        areas=(Area("board", "", "grid", (pit,), look="pit", rank=0),),
        choices=(Choice("take A", "Take A", on=("A",)),),
    )
    assert as_json(Step(scene=scene)) == {
        "scene": {
            "title": "Heap",
            "scores": [
                {"key": "seat 0", "seat": 0, "name": "Ann", "value": 0, "stake": 0, "current": True}
            ],
            "areas": [
                {
                    "key": "board",
                    "title": "",
                    "shape": "grid",
                    "spots": [
                        {
                            "key": "A",
                            "label": "1",
                            "tokens": [{"kind": "seed", "count": 4}],
                            "at": [0, 1],
                        }
                    ],
                    "look": "pit",
                    "rank": 0,
                }
            ],
            "choices": [{"text": "take A", "label": "Take A", "on": ["A"]}],
        }
    }


def test_marks_that_may_be_set_are_not_left_out() -> None:
    assert as_json(Scene("Heap", marks=())) == {"title": "Heap", "marks": []}


@pytest.mark.parametrize("id", gamenight.games())
def test_whoever_reads_a_scene_gets_all_of_it(id: str) -> None:
    seen = 0
    for part in shown(id):
        sent = msgspec.json.encode(lean(part))
        assert msgspec.json.decode(sent, type=type(part)) == part
        seen += len(texts(part)) > 1
    assert seen > PLIES


def shown(id: str) -> Iterator[Scene | Step]:
    """Whatever each seat and a spectator see of some plies."""
    game = gamenight.game(id)
    rules, rng = game.rules(**SHORT.get(id, {})), Random(17)
    state = rules.initial()
    for _ in range(PLIES):
        node = rules.node(state)
        if isinstance(node, Over):
            state = rules.initial()
            continue
        action = sample(node, rng) if isinstance(node, Chance) else rng.choice(node.actions)
        for viewer in (*range(rules.players), None):
            yield scene_of(game, rules, state, viewer, NAMES)
            yield from steps_of(game, rules, state, action, viewer, NAMES)
        state = rules.apply(state, action)
