"""Scenes in sentences, for screen readers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import gamenight
from gamenight.core.scene import Choice, Scene
from gamenight.core.text import visible
from gamenight.draw.layouts.flow import render, render_choices
from gamenight.draw.layouts.spoken import Speaker
from gamenight.draw.parts.trays import is_tray
from gamenight.draw.style import Style
from tests.draw.picture_scenes import played, scenes
from tests.draw.scenes import OWARE, THIEF, ZOMBIE, ZOMBIE_GLYPHS
from tests.effort import times

SPOKEN = Style(spoken=True)


def test_oware_in_sentences() -> None:
    lines = render(OWARE, {}, SPOKEN)
    assert lines[:3] == [
        "Oware, move 23.",
        "Ama, to play, 7 of 25, South.",
        "Kofi, 5 of 25, North.",
    ]
    assert lines[3].startswith("Board: Kofi: 5 seeds, store; ")
    assert lines[4:6] == [
        "Kofi sowed 3 seeds from house 2 and captured nothing.",
        "Ama, which house do you sow?",
    ]
    assert "4: House 4, captures 2" in lines


def test_dice_and_what_was_put_aside() -> None:
    lines = render(ZOMBIE, ZOMBIE_GLYPHS, SPOKEN)
    assert "Brains: yellow, green 2 times." in lines
    assert lines[-2:] == [
        "Enter or R: Roll 3 dice, 1 kept + 2 from the bag · shot out 42%",
        "H: Hold, keep 3 brains",
    ]


def test_what_is_marked_is_said() -> None:
    lines = render_choices(THIEF, {}, SPOKEN)
    assert [line.rpartition(", ")[2] for line in lines[:2]] == ["marked", "marked"]
    assert lines[2] == "Enter: Roll 1 die, pot 700 · bust 2/3"


@pytest.mark.parametrize("id", gamenight.games())
def test_every_name_is_spoken_and_nothing_is_drawn(id: str) -> None:
    for seed in range(4):
        scene, glyphs = played(id, seed)
        lines = render(scene, glyphs, SPOKEN)
        text = "\n".join(lines)
        assert not set("╭╮╰╯│─━●○◐┼|") & set(text)
        for area in scene.areas:
            said = Speaker(scene, glyphs).area(area)
            assert lines.count(f"{said}.") == 1, "one line per area"
            if not (is_tray(area) and area.title):
                assert all(spot.name in said for spot in area.spots)
        assert all(row.name in text for row in scene.scores)


@settings(max_examples=times(30))
@given(scene=scenes())
def test_any_scene_can_be_spoken(scene: Scene) -> None:
    for style in (SPOKEN, Style(spoken=True, ascii=True)):
        lines = render(scene, ZOMBIE_GLYPHS, style)
        assert lines
        assert all(line == visible(line) for line in lines)
        assert not style.ascii or "".join(lines).isascii()


def test_nothing_that_a_terminal_obeys_is_spoken() -> None:
    keys = (Choice("x", "left", key="\x1b"), Choice("y\x1b[2J", ""))
    assert "\x1b" not in "".join(render(Scene("T", choices=keys), {}, SPOKEN))
