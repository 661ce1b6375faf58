"""What is kept from one frame to the next: the plan of a scene serves others of its shape, and
what is drawn with it is as right as what is drawn without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamenight
from gamenight import Decision, Over, sample
from gamenight.core.scene import Scene
from gamenight.core.view import scene_of
from gamenight.draw.context import Focus
from gamenight.draw.layouts.blocks import are_told_on_board, arrangements
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.plans import Plans
from gamenight.draw.layouts.screen_plan import plan_for
from gamenight.draw.palette import Look
from tests.draw.picture_scenes import NAMES, foci, played, scenes, unreachable
from tests.draw.scenes import OWARE, ZOMBIE, ZOMBIE_GLYPHS, Glyphs
from tests.effort import times

SIZE = (100, 30)
LOOKS = [Look(), Look(fill=False), Look(fill=False, ascii=True)]


@pytest.fixture
def arranged(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """One entry for each time that arrangements were tried."""
    found: list[object] = []

    def counted(*given: object) -> object:
        found.append(given)
        return arrangements(*given)  # type: ignore[arg-type]

    monkeypatch.setattr("gamenight.draw.layouts.screen_plan.arrangements", counted)
    return found


def test_a_scene_of_the_same_shape_is_arranged_once(arranged: list[object]) -> None:
    plans = Plans()
    draw(ZOMBIE, ZOMBIE_GLYPHS, Look(), SIZE, plans=plans)
    tried = len(arranged)
    for turn in range(5):
        draw(replace(ZOMBIE, status=(f"turn {turn}",)), ZOMBIE_GLYPHS, Look(), SIZE, plans=plans)
    assert len(arranged) == tried
    draw(replace(ZOMBIE, scores=ZOMBIE.scores[:1]), ZOMBIE_GLYPHS, Look(), SIZE, plans=plans)
    assert len(arranged) == 2 * tried, "another shape"
    draw(ZOMBIE, ZOMBIE_GLYPHS, Look(), (80, 24), plans=plans)
    assert len(arranged) == 3 * tried, "another size"


def test_a_scene_that_has_no_room_in_a_plan_gets_its_own() -> None:
    """The same shape, but a name so long that the board beside it has to be narrower."""
    plans = Plans()
    draw(OWARE, {}, Look(), (60, 20), plans=plans)
    board = OWARE.areas[0]
    wide = replace(board.spots[0], note="a note that is much longer than a pit is wide")
    other = replace(OWARE, areas=(replace(board, spots=(wide, *board.spots[1:])),))
    picture = draw(other, {}, Look(), (60, 20), plans=plans)
    assert not unreachable(other, picture)


@pytest.mark.parametrize("look", LOOKS, ids=["filled", "lines", "ascii"])
@pytest.mark.parametrize("id", gamenight.games())
def test_every_cursor_is_drawn_as_without_memory(id: str, look: Look) -> None:
    """One `Plans` sees all places of the cursor one after the other; each picture is the one that
    is drawn from nothing."""
    scene, glyphs = played(id)
    plans = Plans()
    for focus in [*foci(scene), Focus(), *foci(scene)[:3]]:
        fresh = draw(scene, glyphs, look, SIZE, focus)
        again = draw(scene, glyphs, look, SIZE, focus, plans=plans)
        assert again.rows == fresh.rows, focus
        assert again.targets == fresh.targets


def viewed(id: str, options: dict[str, Any], plies: int) -> Iterator[tuple[Scene, Glyphs]]:
    """The scenes of a random match, each as everybody sees it, one after the other."""
    game = gamenight.game(id)
    rules: Any = game.rules(3 if id != "oware" and id != "preys" else 2, **options)
    state, rng = rules.initial(), Random(3)
    for _ in range(plies):
        node = rules.node(state)
        if isinstance(node, Over):
            return
        if isinstance(node, Decision):
            for viewer in (*range(rules.players), None):
                yield scene_of(game, rules, state, viewer, NAMES[: rules.players]), game.glyphs
            action = rng.choice(node.actions)
        else:
            action = sample(node, rng)
        state = rules.apply(state, action)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize(
    ("id", "options"),
    [("circuit", {}), ("thief", {"cards": True}), ("oware", {}), ("zombie", {}), ("preys", {})],
)
def test_nobody_sees_what_was_drawn_for_another_scene(
    id: str, options: dict[str, Any], size: tuple[int, int]
) -> None:
    """With the plan that a scene alone would get, the picture is the same; with another one it has
    whatever can be touched, and everything that was to be seen."""
    plans = Plans()
    for scene, glyphs in viewed(id, options, times(7, soak=180)):
        again = draw(scene, glyphs, Look(), size, plans=plans)
        fresh = draw(scene, glyphs, Look(), size)
        if plans.plan(scene, glyphs, Look(), size) == plan_for(scene, glyphs, Look(), size):
            assert again.rows == fresh.rows
            assert again.targets == fresh.targets
        else:
            keys = {target.key for target in again.targets}
            assert keys >= {target.key for target in fresh.targets}
            assert not unreachable(scene, again)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
@pytest.mark.parametrize("id", gamenight.games())
def test_a_note_hides_no_choice(id: str, size: tuple[int, int]) -> None:
    """A message that takes more lines than the one before gets them; and after one that takes
    fewer the board stays where it is."""
    scene, glyphs = played(id)
    plans = Plans()
    draw(scene, glyphs, Look(), size, plans=plans)
    long = replace(scene, message="'zz' is not possible here. " * 4)
    noted = draw(long, glyphs, Look(), size, plans=plans)
    assert noted.rows == draw(long, glyphs, Look(), size).rows
    assert not unreachable(long, noted)
    above = 1 + plans.plan(long, glyphs, Look(), size).room[1]
    for message in ("", scene.message):
        short = replace(scene, message=message)
        again = draw(short, glyphs, Look(), size, plans=plans)
        assert again.rows[:above] == noted.rows[:above]
        assert not unreachable(short, again)


@pytest.mark.parametrize("id", gamenight.games())
def test_whole_matches_stay_reachable(id: str) -> None:
    plans = Plans()
    for seed in range(4):
        for decisions in (3, 6, 9):
            scene, glyphs = played(id, seed, decisions)
            picture = draw(scene, glyphs, Look(), (80, 24), plans=plans)
            assert not unreachable(scene, picture)


@settings(max_examples=times(15))
@given(several=st.lists(scenes(), min_size=2, max_size=4), size=st.sampled_from([(60, 20), SIZE]))
def test_any_scenes_one_after_the_other(several: list[Scene], size: tuple[int, int]) -> None:
    plans = Plans()
    for scene in several:
        picture = draw(scene, ZOMBIE_GLYPHS, Look(), size, plans=plans)
        assert (picture.width, picture.height) == size
        assert not unreachable(scene, picture)


def test_a_long_name_leaves_the_board_large() -> None:
    game, rules = gamenight.game("oware"), gamenight.game("oware").rules()

    def told(*names: str) -> bool:
        return are_told_on_board(scene_of(game, rules, rules.initial(), 0, names))

    assert told("Christopher", "Cosmic Sock")
    assert not told("Christopher", "Christopherus"), "cut short, nobody could tell them apart"


@pytest.mark.parametrize("size", [(80, 23), (80, 24), (100, 30)], ids=str)
def test_a_store_tells_how_many_seeds_it_has(size: tuple[int, int]) -> None:
    """Two digits too, where no score stands above the board."""
    game = gamenight.game("oware")
    rules: Any = game.rules()
    state = rules.position("0-3-0-0-0-1-1-0-2-0-0-0-16-25-S")
    scene = scene_of(game, rules, state, 0, ("Nora", "Ben"))
    text = "\n".join(draw(scene, game.glyphs, Look(), size).lines())
    assert {"16", "25"} <= {*text.split()}


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (200, 50)], ids=str)
def test_nothing_moves_sideways_while_dice_become_fewer(size: tuple[int, int]) -> None:
    """The row of dice, what is held below it and the pot begin where they began with five dice."""
    game, rules, rng = gamenight.game("thief"), gamenight.game("thief").rules(3), Random(8)
    state, plans = rules.initial(), Plans()
    columns: dict[str, set[int]] = {
        "Dice on the table": set(),
        "Held before": set(),
        ") pot": set(),
    }
    for _ in range(120):
        node = rules.node(state)
        if isinstance(node, Over):
            break
        shown = scene_of(game, rules, state, 0, ("Ann", "Ben", "Cyd"))
        for text in draw(shown, game.glyphs, Look(), size, plans=plans).lines():
            for words, found in columns.items():
                found |= {text.index(words)} if words in text else set()
        moves = node.actions if isinstance(node, Decision) else (sample(node, rng),)
        state = rules.apply(state, rng.choice(moves))
    assert all(len(found) == 1 for found in columns.values()), columns
