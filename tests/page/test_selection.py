"""The terminal and the page choose by the same rules: one table of cases, then scenes of all games.

What the terminal has besides is not the page's: words, and a cursor; there the browser's focus is.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from gamenight.app.selection import Outcome, Selection, activated, back, touched, typed
from gamenight.core import registry
from gamenight.core.scene import Scene
from gamenight.online.scenes import lean
from tests.app.test_every_choice import decisions
from tests.effort import times
from tests.toys.heist import HEIST

HERE = Path(__file__).parent
TABLE = json.loads((HERE / "selection.json").read_text("utf-8"))
SCENES = {name: msgspec.convert(told, Scene) for name, told in TABLE["scenes"].items()}
Case = tuple[Scene, Sequence[str]]


def in_the_page(node: str, modules: Path, cases: Sequence[Case]) -> list[Any]:
    told = [{"scene": lean(scene), "keys": keys} for scene, keys in cases]
    done = subprocess.run(
        [node, HERE / "selection.mjs", modules / "selection.js", modules / "scene.js"],
        input=msgspec.json.encode(told),
        stdout=subprocess.PIPE,
        check=True,
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def in_the_terminal(scene: Scene, keys: Sequence[str]) -> Any:
    found: Outcome = Selection(scene)
    for key in keys:
        if not isinstance(found, Selection):
            break
        found = _pressed(found, key)
    if isinstance(found, Selection):
        marks = None if found.scene.marks is None else list(found.scene.marks)
        typed, stakes = found.typed.casefold(), stakes_of(found.scene)
        return {"path": list(found.path), "marks": marks, "typed": typed, "stakes": stakes}
    return found and {"choice": found.text}


def stakes_of(scene: Scene) -> list[int | str | None]:
    """What is told of the stake: by the players, and by spots."""
    spots = [spot for area in scene.areas for spot in area.spots if spot.staked]
    return [*(row.stake for row in scene.scores), *(spot.note for spot in spots)]


def _pressed(selection: Selection, key: str) -> Outcome:
    if key.startswith("touch "):
        return touched(selection, key.removeprefix("touch "))
    if key == "Enter":
        return activated(selection)
    if key == "Escape":
        before = back(selection)
        return before and replace(before, cursor="")
    after = typed(selection, key)
    return None if isinstance(after, Selection) and _is_word(after) else after


def _is_word(selection: Selection) -> bool:
    """Whether what is typed is neither a key nor a label, as far as it goes."""
    drawn = [choice.key for choice in selection.open_choices if choice.key]
    drawn += [selection.scene.label(key) for key in selection.live]
    begun = selection.typed.casefold()
    return not any(reading.casefold().startswith(begun) for reading in drawn)


def wanted(case: dict[str, Any]) -> Any:
    """The outcome of a case, with what it leaves out."""
    outcome = case["outcome"]
    if outcome is None or "choice" in outcome:
        return outcome
    scene = SCENES[case["scene"]]
    marks = None if scene.marks is None else list(scene.marks)
    usual = {"path": [], "marks": marks, "typed": "", "stakes": stakes_of(scene)}
    return {**usual, **outcome}


def test_the_table_of_cases(node: str, modules: Path) -> None:
    cases = [(SCENES[case["scene"]], case["keys"]) for case in TABLE["cases"]]
    expected = [(keys, wanted(case)) for (_, keys), case in zip(cases, TABLE["cases"], strict=True)]
    terminal = [in_the_terminal(*case) for case in cases]
    assert [(keys, one) for (_, keys), one in zip(cases, terminal, strict=True)] == expected
    page = in_the_page(node, modules, cases)
    assert [(keys, one) for (_, keys), one in zip(cases, page, strict=True)] == expected


def spelled(scene: Scene, rng: Random) -> Iterator[str]:
    """Keys of somebody who looks at a scene: touches, labels and keys, Enter and Esc."""
    live = sorted({key for choice in scene.choices for key in choice.on})
    drawn = [choice.key for choice in scene.choices if choice.key]
    drawn += [label for key in live if (label := scene.label(key))]
    for _ in range(rng.randint(1, 6)):
        way = rng.random()
        if way < 0.4 and live:
            yield f"touch {rng.choice(live)}"
        elif way < 0.8 and drawn:
            yield from rng.choice(drawn)
        else:
            yield rng.choice(("Enter", "Escape"))


@pytest.mark.parametrize("id", [*registry.games(), HEIST.id])
def test_scenes_of_all_games(node: str, modules: Path, id: str) -> None:
    game, rng = HEIST if id == HEIST.id else registry.game(id), Random(18)
    scenes = list(islice(decisions(game), times(60)))
    cases = [(scene, list(spelled(scene, rng))) for scene in scenes for _ in range(5)]
    assert cases or game.unasked()
    terminal = [in_the_terminal(*case) for case in cases]
    page = in_the_page(node, modules, cases)
    differ = [
        (keys, one, other, scene.choices)
        for (scene, keys), one, other in zip(cases, terminal, page, strict=True)
        if one != other
    ]
    assert not differ, f"{len(differ)} of {len(cases)} differ, the first: {differ[0]}"
