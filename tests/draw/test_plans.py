"""What is kept from one frame to the next: the plan of a scene serves others of its shape, and
what is drawn with it is as right as what is drawn without."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamenight
from gamenight.core.scene import Scene
from gamenight.draw.context import Focus
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.plans import Plans
from gamenight.draw.layouts.screen_plan import plan_for
from gamenight.draw.palette import Look
from tests.draw.picture_scenes import foci, played, scenes, unreachable
from tests.draw.scenes import OWARE, ZOMBIE_GLYPHS

SIZE = (100, 30)
LOOKS = [Look(), Look(fill=False), Look(fill=False, ascii=True)]


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """The scenes that a plan was made for."""
    found: list[Scene] = []

    def counted(scene: Scene, *rest: object) -> object:
        found.append(scene)
        return plan_for(scene, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr("gamenight.draw.layouts.plans.plan_for", counted)
    return found


def test_a_scene_of_the_same_shape_is_not_planned_again(planned: list[Scene]) -> None:
    plans = Plans()
    for turn in range(5):
        draw(replace(OWARE, status=(f"move {turn}",)), {}, Look(), SIZE, plans=plans)
    assert len(planned) == 1
    draw(replace(OWARE, areas=()), {}, Look(), SIZE, plans=plans)
    draw(OWARE, {}, Look(), (80, 24), plans=plans)
    assert len(planned) == 3, "another shape, and another size"


def test_a_scene_that_has_no_room_in_a_plan_gets_its_own(planned: list[Scene]) -> None:
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
    for focus in [Focus(), *foci(scene), Focus()]:
        fresh = draw(scene, glyphs, look, SIZE, focus)
        again = draw(scene, glyphs, look, SIZE, focus, plans=plans)
        assert again.rows == fresh.rows, focus
        assert again.targets == fresh.targets


@pytest.mark.parametrize("id", gamenight.games())
def test_whole_matches_stay_reachable(id: str) -> None:
    plans = Plans()
    for seed in range(4):
        for decisions in (3, 6, 9):
            scene, glyphs = played(id, seed, decisions)
            picture = draw(scene, glyphs, Look(), (80, 24), plans=plans)
            assert not unreachable(scene, picture)


@settings(max_examples=40)
@given(several=st.lists(scenes(), min_size=2, max_size=4), size=st.sampled_from([(60, 20), SIZE]))
def test_any_scenes_one_after_the_other(several: list[Scene], size: tuple[int, int]) -> None:
    plans = Plans()
    for scene in several:
        picture = draw(scene, ZOMBIE_GLYPHS, Look(), size, plans=plans)
        assert (picture.width, picture.height) == size
        assert not unreachable(scene, picture)
