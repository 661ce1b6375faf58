"""Plans: what is kept of the screen of a match from one frame to the next, so that a frame is quick
and nothing jumps."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from itertools import product

from gamenight.core.scene import Area, Choice, Glyph, Scene, Spot
from gamenight.draw.layouts.blocks import board_of
from gamenight.draw.layouts.footer import FEWEST_LINES, plan_footer
from gamenight.draw.layouts.screen_plan import (
    Memory,
    ScreenPlan,
    is_whole,
    plan_for,
    unmarked,
    widths_of,
)
from gamenight.draw.palette import Look
from gamenight.draw.parts.frames import filled

MOST_KEPT = 64
STAND_IN, FILLED = "Something", 2  # as long as most names in a list, and how many soon lie there


class Plans:
    """The plan of the scene that is shown, those of scenes of other shapes, and what was drawn for
    this scene (`memory`). A new scene is arranged as an earlier one of its shape was, if it has
    room for that: to find the best arrangement costs most of a frame. said: the lines that are
    always kept for what is said. As long as the window has this size, whatever stands under each
    other begins in the same column, also with fewer dice. A ring is as large from the start as what
    soon lies in it lets it be; one that has to shrink even so stays small."""

    def __init__(self, said: int = FEWEST_LINES) -> None:
        self._fewest = said
        self.memory: Memory = {}
        self._shown: tuple[object, ...] = ()
        self._said: tuple[str, str] = ("", "")
        self._current: ScreenPlan | None = None
        self._kept: dict[Hashable, ScreenPlan] = {}
        self._widest: dict[Hashable, int] = {}
        self._smallest: dict[Hashable, tuple[int, int] | None] = {}

    def plan(
        self, scene: Scene, glyphs: Mapping[str, Glyph], look: Look, size: tuple[int, int]
    ) -> ScreenPlan:
        """The plan for this scene."""
        shown = (scene.areas, scene.scores, scene.choices, scene.title, scene.status, look, size)
        said = (scene.message, scene.ask)
        same = len(self._shown) == len(shown) and all(
            new is old or new == old for new, old in zip(shown, self._shown, strict=True)
        )
        if same and said == self._said and self._current is not None:
            return self._current
        footer = plan_footer(unmarked(scene), glyphs, look, size, fewest=self._fewest)
        if same and self._current is not None and footer.height <= self._current.footer.height:
            footer = replace(footer, height=self._current.footer.height)  # so that nothing moves
            self._said, self._current = said, replace(self._current, footer=footer)
            return self._current
        self._shown, self._said, self.memory = shown, said, {}
        if (look, size) not in self._smallest:
            self._smallest[look, size] = _reserved(scene, glyphs, look, size)
        most = self._smallest[look, size]
        shape = (_shape(scene), footer, look, size, most)
        known = self._kept.get(shape)
        plan = plan_for(scene, glyphs, look, size, footer, known, self.memory, most)
        self._keep(shape, plan, scene)
        if plan.middle is not None:
            self._smallest[look, size] = plan.middle.ring.size
        widths = widths_of(scene, glyphs, look, plan, self.memory)
        self._current = replace(plan, kept=self._columns(widths, (plan.room[0], look, size)))
        return self._current

    def _columns(self, widths: Mapping[str, int], where: Hashable) -> tuple[tuple[str, int], ...]:
        """The parts that were wider in this window, and how wide."""
        kept = []
        for key, width in widths.items():
            widest = max(width, self._widest.get((where, key), 0))
            self._widest[where, key] = widest
            if widest > width:
                kept.append((key, widest))
        return tuple(kept)

    def _keep(self, shape: Hashable, plan: ScreenPlan, scene: Scene) -> None:
        self._kept.pop(shape, None)
        if is_whole(plan, scene):
            self._kept[shape] = plan
        while len(self._kept) > MOST_KEPT:
            self._kept.pop(next(iter(self._kept)))


def _reserved(
    scene: Scene, glyphs: Mapping[str, Glyph], look: Look, size: tuple[int, int]
) -> tuple[int, int] | None:
    """How large a ring can be that leaves room for what soon lies in it in every match."""
    board = board_of(scene)
    if board is None or board.shape != "ring":
        return None
    plan = plan_for(_begun(unmarked(scene)), glyphs, look, size, memory={})
    return plan.middle.ring.size if plan.middle is not None else None


def _begun(scene: Scene) -> Scene:
    """The same with something in the first places that are kept for later, to be used on
    anybody. Few matches fill them all: a ring with room for that would be small for nothing."""
    areas, choices = list[Area](), list(scene.choices)
    for area in scene.areas:
        kept = [spot for spot in area.spots if area.shape == "list" and spot == Spot(spot.key)]
        filled = {spot.key: replace(spot, label="a", name=STAND_IN) for spot in kept[:FILLED]}
        areas.append(replace(area, spots=tuple(filled.get(s.key, s) for s in area.spots)))
        for key, row in product(filled, scene.scores):
            choices.append(Choice(f"{STAND_IN} {key} {row.key}", STAND_IN, on=(key, row.key)))
    return replace(scene, areas=tuple(areas), choices=tuple(choices))


def _shape(scene: Scene) -> Hashable:
    """What has to be alike for an arrangement to be worth a try."""
    areas = tuple(
        (area.key, area.shape, area.look, area.rank, len(area.spots), len(filled(area)))
        for area in scene.areas
    )
    return areas, len(scene.scores), bool(scene.choices)
