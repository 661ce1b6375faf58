"""Flow leaves nothing out in any width, and takes no more lines than it did before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

import gamenight
from gamenight import Chance, Decision, sample
from gamenight.core.marks import chosen
from gamenight.core.scene import Glyph, Scene
from gamenight.core.view import scene_of
from gamenight.draw.layouts.flow import render
from gamenight.draw.parts.trays import is_tray
from gamenight.draw.style import Style
from tests.draw.picture_scenes import NAMES, played, scenes
from tests.draw.scenes import SAMPLES, ZOMBIE_GLYPHS
from tests.effort import times
from tests.test_golden import SEED

WIDTHS = (40, 60, 80, 120)
LINES = Path(__file__).with_name("fixtures") / "lines.json"


def written(scene: Scene) -> Iterator[str]:
    """Every fact, note, hint, label and name. Names that are only spoken are not written: those of
    spots with a label, or with something on them, or in a tray with a title. Where spots can be
    marked only what is marked now has a hint."""
    for row in scene.scores:
        yield from (row.name, str(row.value), *row.facts)
    for area in scene.areas:
        for spot in area.spots:
            yield from (spot.label, spot.note)
            spoken = spot.label or spot.tokens or (is_tray(area) and (area.title or area.sign))
            yield "" if spoken else spot.name
    for choice in scene.choices:
        if scene.marks is None or choice is chosen(scene) or choice.key:
            yield choice.hint
    yield from (scene.title, scene.message, scene.ask, *scene.status)


def left_out(scene: Scene, lines: list[str]) -> set[str]:
    """The words that are not there."""
    text = "\n".join(lines)
    whole = "".join(line.strip() for line in lines)
    words = {word for part in written(scene) for word in part.split()}
    return {word for word in words if word not in text and word not in whole}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("id", gamenight.games())
def test_nothing_of_a_game_is_left_out(id: str, width: int) -> None:
    for seed in range(6):
        scene, glyphs = played(id, seed)
        assert not left_out(scene, render(scene, glyphs, Style(width=width)))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_of_a_sample_is_left_out(name: str, width: int) -> None:
    scene, glyphs = SAMPLES[name]
    assert not left_out(scene, render(scene, glyphs, Style(width=width)))


@settings(max_examples=times(30))
@given(scene=scenes())
def test_nothing_of_any_scene_is_left_out(scene: Scene) -> None:
    for width in WIDTHS:
        assert not left_out(scene, render(scene, ZOMBIE_GLYPHS, Style(width=width)))


def test_what_is_left_out_is_noticed() -> None:
    scene, glyphs = SAMPLES["oware"]
    more = (*scene.scores[0].facts, "sleeping")
    other = replace(scene, scores=(replace(scene.scores[0], facts=more), *scene.scores[1:]))
    assert left_out(other, render(scene, glyphs, Style())) == {"sleeping"}


def golden_scenes(id: str) -> Iterator[tuple[Scene, dict[str, Glyph]]]:
    """The scenes of the recorded playthrough, as whoever decides sees them."""
    game, rng = gamenight.game(id), Random(SEED)
    rules = game.rules()
    state, names = rules.initial(), NAMES[: rules.players]
    while True:
        node = rules.node(state)
        viewer = node.player if isinstance(node, Decision) else None
        yield scene_of(game, rules, state, viewer, names), dict(game.glyphs)
        if isinstance(node, Decision):
            _, action = rng.choice(list(node.everyone()))
        elif isinstance(node, Chance):
            action = sample(node, rng)
        else:
            return
        state = rules.apply(state, action)


@pytest.mark.parametrize("id", gamenight.games())
def test_no_recorded_scene_takes_more_lines_than_before(id: str) -> None:
    """The numbers are those of the renderer for text that there was before the one drawing."""
    before = json.loads(LINES.read_text("utf-8"))[id]
    found = [len(render(*scene, Style(width=80))) for scene in golden_scenes(id)]
    assert len(found) == len(before)
    assert not [
        ply for ply, (now, then) in enumerate(zip(found, before, strict=True)) if now > then
    ]
