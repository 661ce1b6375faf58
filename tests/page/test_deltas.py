"""The page applies deltas as the server means them, and turns boards as the terminal does."""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import Phase, given, settings

from gamenight.core.scene import Scene, named
from gamenight.core.sides import seen_from
from gamenight.core.view import drawn, told
from gamenight.online.deltas import delta
from gamenight.online.scenes import lean, lean_step
from tests.effort import times
from tests.online.test_deltas import GAMES, NASTY, as_json, moments, scenes

SCRIPT = Path(__file__).parent / "deltas.mjs"


def in_the_page(node: str, modules: Path, cases: dict[str, list[Any]]) -> dict[str, list[Any]]:
    done = subprocess.run(
        [node, SCRIPT, modules / "scene.js"],
        input=msgspec.json.encode(cases),
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, list[Any]] = json.loads(done.stdout)
    return found


def at_random(count: int) -> list[Scene]:
    """Scenes that no game has drawn."""
    found: list[Scene] = []

    @settings(max_examples=count, database=None, derandomize=True, phases=[Phase.generate])
    @given(scenes())
    def take(scene: Scene) -> None:
        found.append(scene)

    take()
    return found


class Cases:
    """What goes into the page's module, and what should come out."""

    def __init__(self) -> None:
        self.given: dict[str, list[Any]] = {"patched": [], "films": [], "turned": []}
        self.wanted: dict[str, list[Any]] = {"patched": [], "films": [], "turned": []}

    def add(self, kind: str, given: dict[str, Any], wanted: Any) -> None:
        self.given[kind].append(given)
        self.wanted[kind].append(as_json(wanted))

    def change(self, before: Scene, after: Scene) -> None:
        given = {"before": lean(before), "delta": delta(before, after)}
        self.add("patched", given, lean(after))

    def film(self, before: Scene, steps: Any, after: Scene) -> None:
        last, given, wanted = before.still(), [], []
        for step in steps:
            now = None if step.scene is None else step.scene.still()
            given.append(lean_step(step, None if now is None else delta(last, now)))
            wanted.append(given[-1] if now is None else {**given[-1], "scene": lean(now)})
            last = now or last
        case = {"before": lean(before), "steps": given, "delta": delta(last, after)}
        self.add("films", case, {"steps": wanted, "scene": lean(after)})


def test_scenes_of_all_games_and_of_none(node: str, modules: Path) -> None:
    cases = Cases()
    for before, after in pairwise(at_random(times(100))):
        cases.change(before, after)
    for game in GAMES:
        for rules, state, _, action in moments(game, times(15)):
            for viewer in (0, None):
                states = (state, rules.apply(state, action))
                seen = [drawn(game, rules, one, viewer) for one in states]
                before, after = (named(scene, NASTY) for scene in seen)
                steps = named(told(game, rules, state, action, viewer), NASTY)
                cases.change(before, after)
                cases.change(after, before)
                cases.film(before, steps, after)
                for seat in range(rules.players):
                    turned = lean(seen_from(before, seat))
                    cases.add("turned", {"scene": lean(before), "seat": seat}, turned)
    found = in_the_page(node, modules, cases.given)
    for kind, wanted in cases.wanted.items():
        for number, (one, other) in enumerate(zip(found[kind], wanted, strict=True)):
            assert one == other, f"{kind} {number} of {len(wanted)}"
        assert len(wanted) > 100, kind
