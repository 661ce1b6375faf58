"""Plans: what is kept of the screen of a match from one frame to the next, so that a frame is quick
and nothing jumps."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from gamenight.core.scene import Glyph, Scene
from gamenight.draw.layouts.footer import plan_footer
from gamenight.draw.layouts.screen_plan import ScreenPlan, is_whole, plan_for, unmarked
from gamenight.draw.palette import Look
from gamenight.draw.parts.frames import filled

MOST_KEPT = 64


class Plans:
    """The plan of the scene that is shown, those of scenes of other shapes, and what was worked out
    for this scene (`memory`). A new scene is drawn by the plan of an earlier one of its shape,
    which costs a fraction of planning; whoever draws says when that has no room."""

    def __init__(self) -> None:
        self.memory: dict[Hashable, Any] = {}
        self._shown: tuple[object, ...] = ()
        self._current: tuple[Hashable, ScreenPlan] | None = None
        self._kept: dict[Hashable, ScreenPlan] = {}

    def plan(
        self, scene: Scene, glyphs: Mapping[str, Glyph], look: Look, size: tuple[int, int]
    ) -> tuple[ScreenPlan, bool]:
        """A plan for this scene, and whether it was made for another one."""
        shown = (
            scene.areas,
            scene.scores,
            scene.choices,
            scene.title,
            scene.status,
            look,
            size,
        )
        same = len(shown) == len(self._shown) and all(
            new is old or new == old for new, old in zip(shown, self._shown, strict=True)
        )
        if same and self._current is not None:
            return self._current[1], False
        self._shown, self.memory = shown, {}
        shape = _shape(scene, glyphs, look, size)
        known = self._kept.get(shape)
        plan = known or plan_for(scene, glyphs, look, size)
        self._keep(shape, plan, scene)
        return plan, known is not None

    def plan_again(
        self, scene: Scene, glyphs: Mapping[str, Glyph], look: Look, size: tuple[int, int]
    ) -> ScreenPlan:
        """A plan for this scene alone: the one for another has no room for it."""
        assert self._current is not None
        plan = plan_for(scene, glyphs, look, size)
        self.memory = {}
        self._keep(self._current[0], plan, scene)
        return plan

    def _keep(self, shape: Hashable, plan: ScreenPlan, scene: Scene) -> None:
        self._current = (shape, plan)
        self._kept.pop(shape, None)
        if is_whole(plan, scene):
            self._kept[shape] = plan
        while len(self._kept) > MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))


def _shape(
    scene: Scene, glyphs: Mapping[str, Glyph], look: Look, size: tuple[int, int]
) -> Hashable:
    """What has to be alike for a plan to be worth a try."""
    areas = tuple(
        (area.key, area.shape, area.look, area.rank, len(area.spots), len(filled(area)))
        for area in scene.areas
    )
    footer = plan_footer(unmarked(scene), glyphs, look, size)
    return areas, len(scene.scores), bool(scene.choices), footer, look, size
