"""A board that is a ring keeps its shape: shorter words make room for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

import gamenight
from gamenight import Chance, Decision, Over, sample
from gamenight.core.prompts import PASS, in_words
from gamenight.core.scene import Scene
from gamenight.core.view import scene_of
from gamenight.draw.context import Focus
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.plans import Plans
from gamenight.draw.palette import Look
from gamenight.games.circuit.state import NOBODY, Fall, InPlay, Tile
from tests.games.circuit.states import circuit, table

GAME = gamenight.game("circuit")
NAMES = ("Sam", "Lastwagen", "B0LT0N", "Cleopatra", "V1Ki", "Quentin")
SIZES = [(60, 19), (80, 23), (120, 39), (200, 49)]
IN_PLAY = (
    InPlay("overload", "overload", 0, 1),
    InPlay("speed", "speed", 1, 1),
    InPlay("acceleration", "acceleration", 1, NOBODY),
)
MOST_PLIES = 60
LONG = "B0LT0N rolls 3 and 4: 7. B0LT0N lands on a time machine and is back on tile 3 with Sam."


def asked(
    hand: str, in_play: tuple[InPlay, ...] = (), turn: int = 0, players: int = 2, tiles: int = 24
) -> Scene:
    """What is asked of the first player with these cards, in turn or before somebody else rolls."""
    rules = circuit(players, tiles=",".join(["empty"] * tiles))
    hands = (hand, *["speed"] * (players - 1))
    fall = Fall(0, (3, 4), 0, Tile("speed", 4), 0)
    state = table(rules, range(players), hands, in_play=in_play, player=turn, fall=fall)
    scene = scene_of(GAME, rules, state, 0, NAMES[:players])
    if turn:
        scene = in_words(scene)
        scene = replace(scene, choices=(*scene.choices, PASS))
    return replace(scene, message=LONG)


def most_shapes(size: tuple[int, int], tiles: int) -> int:
    """In how many sizes a ring may be drawn in a match. In the lowest window it begins large, and
    may have to make room once, for more cards than there are in most matches: nobody knows before
    how many there will be, and a ring that is small from the start would be so for nothing."""
    low = size[1] < 22 and tiles <= 20
    few = tiles == 8 and size[1] < 30  # with the largest tiles: each line matters
    return 1 + low + few


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_ring_keeps_its_shape_whatever_is_asked(size: tuple[int, int], players: int) -> None:
    plans, shapes = Plans(), set()
    for turn in (0, 1):
        for hand in ("repeat", "cancellation", "overload speed cancellation repeat"):
            for count in range(1, len(IN_PLAY) + 1):
                scene = asked(hand, IN_PLAY[:count], turn, players)
                plan = plans.plan(scene, GAME.glyphs, Look(), size)
                shapes.add(plan.middle and plan.middle.ring)
    assert len(shapes) == 1
    assert shapes != {None}


@pytest.mark.parametrize("tiles", [8, 10, 12, 16])
@pytest.mark.parametrize("size", SIZES)
def test_a_ring_leaves_room_for_what_is_to_come(size: tuple[int, int], tiles: int) -> None:
    """Few tiles could be so large that a question of more lines made them smaller."""
    much = asked("overload speed cancellation repeat", IN_PLAY, tiles=tiles)
    little = replace(asked("repeat", turn=1, tiles=tiles), choices=(), ask="", message="")
    plans, sizes = Plans(), []
    for scene in (little, much, little, much, little):
        plan = plans.plan(scene, GAME.glyphs, Look(), size)
        sizes.append(plan.middle and plan.middle.ring and plan.middle.ring.size)
    assert len({*sizes}) <= most_shapes(size, tiles)


def positions(tiles: int, players: int, seed: int) -> Iterator[Scene]:
    """What the first player sees of a match in which everybody does anything at all."""
    rng = Random(seed)
    kinds = ("card", "card", "card", "empty", "speed", "wormhole")
    rules = circuit(players, tiles=",".join(rng.choice(kinds) for _ in range(tiles)))
    state = rules.initial()
    for _ in range(MOST_PLIES):
        node = rules.node(state)
        scene = scene_of(GAME, rules, state, 0, NAMES[:players])
        if isinstance(node, Decision) and node.player != 0 and scene.choices:
            scene = in_words(scene)
            scene = replace(scene, choices=(*scene.choices, PASS))
        yield scene
        if isinstance(node, Over):
            return
        if isinstance(node, Chance):
            state = rules.apply(state, sample(node, rng))
        else:
            out_of_turn = (action for _, actions in node.others for action in actions)
            state = rules.apply(state, rng.choice([*node.actions, *out_of_turn]))


@pytest.mark.parametrize("tiles", [8, 10, 12, 16, 20, 28, 30])
@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("size", [(60, 19), (60, 20)])
def test_a_low_window_begins_with_as_large_a_ring_as_it_could_keep(
    size: tuple[int, int], players: int, tiles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is never smaller than one for which no room was kept, and that had to shrink."""
    scenes = list(positions(tiles, players, 0))
    kept = [ring_of(plans, scene, size) for plans in [Plans()] for scene in scenes]
    monkeypatch.setattr("gamenight.draw.layouts.plans._reserved", lambda *_: None)
    unkept = [ring_of(plans, scene, size) for plans in [Plans()] for scene in scenes]
    assert kept[0][0] * kept[0][1] >= min(wide * high for wide, high in unkept if high)
    assert len({ring for ring in kept if ring[1]}) <= most_shapes(size, tiles)


def ring_of(plans: Plans, scene: Scene, size: tuple[int, int]) -> tuple[int, int]:
    plan = plans.plan(scene, GAME.glyphs, Look(), size)
    return plan.middle.ring.size if plan.middle is not None else (0, 0)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("tiles", [8, 12, 16, 24])
@pytest.mark.parametrize("size", SIZES)
def test_every_tile_keeps_its_size_and_place_in_the_ring_through_a_whole_match(
    size: tuple[int, int], tiles: int, players: int
) -> None:
    """Whatever cards are in play, and whatever is asked."""
    for seed in range(2):
        plans = Plans()
        found = set()
        for scene in positions(tiles, players, seed):
            picture = draw(scene, GAME.glyphs, Look(), size, plans=plans)
            there = [each for each in picture.targets if each.key.startswith("tile ")]
            left, top = min(each.x for each in there), min(each.y for each in there)
            found.add(frozenset(replace(t, x=t.x - left, y=t.y - top) for t in there))
        assert len(found) <= most_shapes(size, tiles)
        assert all(len({tile.key for tile in there}) == tiles for there in found)


def test_what_can_follow_a_card_is_listed_by_its_labels_before_the_ring_gives_way() -> None:
    scene = asked("cancellation", (*IN_PLAY, InPlay("speed", "speed", 0, 0)), turn=1)
    lines = draw(scene, GAME.glyphs, Look(), (80, 23), Focus(path=("hand 4",))).lines()
    assert any("Cancellation: which one?  c1 c2 c3 c4" in line for line in lines)
    typing = replace(scene, message="c_ (Enter takes it)")
    focus = Focus(path=("hand 4",), typed="c")
    assert any("c_" in line for line in draw(typing, GAME.glyphs, Look(), (80, 23), focus).lines())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tiles", [8, 10, 11, 12])
def test_a_ring_too_small_for_the_players_leaves_them_room_elsewhere(
    tiles: int, size: tuple[int, int]
) -> None:
    """Lap, tile and rank of everybody are worth more than larger tiles; nothing reads `nob…`."""
    rules = circuit(4, tiles=",".join(["empty"] * tiles))
    for fall in (None, Fall(0, (3, 4), 0, Tile("speed", 4), 0)):
        state = table(rules, (0, 3, 2, 5), ("speed repeat", "", "", ""), fall=fall)
        scene = scene_of(GAME, rules, state, 0, NAMES[:4])
        text = "\n".join(draw(scene, dict(GAME.glyphs), Look(), size).lines())
        assert "…" not in text, text
        for row in scene.scores:
            assert all(fact in text for fact in (row.name, *row.facts[:3])), text
