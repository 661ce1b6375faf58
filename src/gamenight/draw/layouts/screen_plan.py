"""ScreenPlan: where everything stands on the screen of one decision; it is made once and kept."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gamenight.core.scene import Area, Glyph, Scene
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context, context_for
from gamenight.draw.layouts.blocks import (
    ENDLESS,
    SCORES,
    Arrangement,
    are_told_on_board,
    arrangements,
    blocks_of,
    board_of,
    inner_blocks,
    inner_middle,
    is_empty,
    needed_keys,
)
from gamenight.draw.layouts.footer import FooterPlan, plan_footer
from gamenight.draw.layouts.ring_middle import Middle
from gamenight.draw.layouts.sidebar import MARGIN, sidebar_width
from gamenight.draw.layouts.stack import Block, Stack, stack
from gamenight.draw.palette import Look
from gamenight.draw.parts.ring import RingPlan, rings
from gamenight.draw.parts.scoreboard import FIRST_FACTS, score_cards
from gamenight.draw.parts.shapes import draw_area
from gamenight.draw.parts.tiles import forms_for

MOST_FOR_PLAYERS = 0.6
FEWEST_LOGGED, MOST_LOGGED = 2, 10
HEAD = 1  # a line above those; one more, of room, where there is one
LARGER = 1.05

Memory = dict[Hashable, Any]


@dataclass(frozen=True, slots=True)
class ScreenPlan:
    """The footer, the room between title and footer left of the sidebar, and what stands there
    with the size of its board; the sidebar with the lines for players and areas (by key), or the
    lines of the log below the footer. kept: the columns that a part had in an earlier scene, where
    it has fewer now. liked: the lines that each part would have liked to have.

    Without an arrangement the board does not fit: it is written as in plain mode.
    """

    footer: FooterPlan
    room: tuple[int, int]
    arrangement: Arrangement | None
    stack: Stack | None
    board: int = 0
    middle: Middle | None = None
    sidebar: int = 0
    players: int = 0
    aside: tuple[tuple[str, int], ...] = ()
    log: int = 0
    kept: tuple[tuple[str, int], ...] = ()
    liked: tuple[tuple[str, int], ...] = field(default=(), compare=False)

    @property
    def height(self) -> int:
        """The lines that there were for everything but title and footer."""
        return self.room[1] + self.log


def plan_for(
    scene: Scene,
    glyphs: Mapping[str, Glyph],
    look: Look,
    size: tuple[int, int],
    footer: FooterPlan | None = None,
    known: ScreenPlan | None = None,
    memory: Memory | None = None,
    most: tuple[int, int] | None = None,
) -> ScreenPlan:
    """The plan of a scene, whatever is marked on it: nothing moves while one marks and touches.
    A known plan with this footer is taken where it is as good for this scene; `memory` keeps what
    is drawn on the way; a ring is at most as large as `most`."""
    steady = unmarked(scene)
    footer = footer or plan_footer(steady, glyphs, look, size)
    context = replace(context_for(steady, glyphs, look), memory=memory, most=most)
    if known is not None and _is_good_for(steady, context, known):
        return known
    found = _beside_or_below(steady, context, size, footer)
    if found is not None:
        return replace(found, liked=tuple(_liked(steady, context, found).items()))
    footer = plan_footer(steady, glyphs, look, size, everything=True)
    return _planned(steady, context, size, footer, 0) or _last_resort(footer, size)


def _beside_or_below(
    scene: Scene, context: Context, size: tuple[int, int], footer: FooterPlan
) -> ScreenPlan | None:
    """The log beside the board or below it, whichever leaves the larger board."""
    side = sidebar_width(size[0])
    if not side:
        return _planned(scene, context, size, footer, 0)
    below = _planned(scene, context, size, footer, 0, log=FEWEST_LOGGED + HEAD)
    for at_ease in (True, False):
        beside = _planned(scene, context, size, footer, side, at_ease)
        if beside is not None:
            larger = below is not None and below.board > LARGER * beside.board
            return below if larger and below and _shown(below) >= _shown(beside) else beside
    return below


def _shown(plan: ScreenPlan) -> set[str]:
    """The areas that a plan has room for."""
    arrangement = plan.arrangement or Arrangement(())
    return {*arrangement.outside, *arrangement.inside, *dict(plan.aside)} - {SCORES}


def unmarked(scene: Scene) -> Scene:
    return replace(scene, marks=None if scene.marks is None else ())


def is_whole(plan: ScreenPlan, scene: Scene) -> bool:
    """Whether a plan shows every area, and a button only where it is needed."""
    if plan.arrangement is None or plan.footer.everything:
        return False
    return _shown(plan).issuperset(area.key for area in scene.areas if not is_empty(area))


def _planned(
    scene: Scene,
    context: Context,
    size: tuple[int, int],
    footer: FooterPlan,
    side: int,
    at_ease: bool = False,
    log: int = 0,
) -> ScreenPlan | None:
    """The best plan with a sidebar of this width, or that keeps some lines for the log. at_ease:
    lists are in the sidebar only where they have all the lines they like. What the board shows of
    the players is repeated above it only where that costs it nothing."""
    room = size[0] - side, size[1] - 1 - footer.height - log
    players, aside = 0, tuple[tuple[str, int], ...]()
    if side:
        players, aside = _plan_side(scene, context, (side - 2 * MARGIN, room[1]), at_ease)
    scores = bool(scene.scores) and not players
    start = ScreenPlan(footer, room, None, None, 0, None, side, players, aside)
    found = _arranged(scene, context, start, scores)
    if scores and are_told_on_board(scene):
        bare = _arranged(scene, context, start, False)
        airy = found is not None and found.stack is not None and found.stack.gap > 0
        if bare is not None and not (found and airy and found.board >= bare.board):
            found = bare
    return found if found is None or side else _with_log(found, log)


def _arranged(scene: Scene, context: Context, start: ScreenPlan, scores: bool) -> ScreenPlan | None:
    """The plan with the best arrangement that has room for everything that a choice needs; one
    whose ring has too small a hole only where there is no other."""
    aside, (width, height) = dict(start.aside), start.room
    areas = [a for a in scene.areas if a.key not in aside and not is_empty(a)]
    reached = {spot.key for a in scene.areas if a.key in aside for spot in a.spots}
    if start.players:
        reached |= {row.key for row in scene.scores}
    cramped = None
    for arrangement in arrangements(scene, areas, scores, _rings(scene, context, start.room)):
        blocks = blocks_of(scene, context, arrangement, height)
        found = stack(blocks, width, height)
        if found is None:
            continue
        drawn = _drawn(blocks, found, width)
        targets = {target.key for _, part in drawn for target in part.targets}
        if start.footer.everything or needed_keys(scene) <= reached | targets:
            middle = inner_middle(scene, context, arrangement, height)
            board = sum(part.width * part.height for block, part in drawn if block.is_board)
            plan = replace(start, arrangement=arrangement, stack=found, middle=middle, board=board)
            if middle is None or not _is_cramped(scene, context, drawn, scores):
                return plan
            cramped = cramped or plan
    return cramped


def _is_cramped(
    scene: Scene, context: Context, drawn: Sequence[tuple[Block, Picture]], scores: bool
) -> bool:
    """Whether a ring leaves so little room that words are cut off, or that not even what matters
    most is said of every player."""
    said = " ".join(line for _, part in drawn for line in part.lines())
    facts = {fact for row in scene.scores for fact in row.facts[:FIRST_FACTS]} if scores else ()
    return context.signs.ellipsis in said or not all(fact in said for fact in facts)


def _rings(scene: Scene, context: Context, room: tuple[int, int]) -> tuple[RingPlan, ...]:
    """The rings that a board can be in this room."""
    board = board_of(scene)
    if board is None or board.shape != "ring":
        return ()
    width, height = context.most or room
    found = rings(len(board.spots), forms_for(board, context), *room)
    return tuple(ring for ring in found if ring.size[0] <= width and ring.size[1] <= height)


def _drawn(blocks: Sequence[Block], found: Stack, width: int) -> list[tuple[Block, Picture]]:
    """The blocks as high as planned."""
    heights = dict(found.heights)
    drawn = ((block, block.draw(width, heights[block.key])) for block in blocks)
    return [(block, part) for block, part in drawn if part is not None]


def widths_of(
    scene: Scene, glyphs: Mapping[str, Glyph], look: Look, plan: ScreenPlan, memory: Memory
) -> dict[str, int]:
    """The columns of everything that stands under each other, whatever is marked."""
    if plan.arrangement is None or plan.stack is None:
        return {}
    steady = unmarked(scene)
    context = replace(context_for(steady, glyphs, look), memory=memory)
    blocks = blocks_of(steady, context, plan.arrangement, plan.height, plan.middle)
    drawn = _drawn(blocks, plan.stack, plan.room[0])
    return {block.key: part.width for block, part in drawn}


def _with_log(plan: ScreenPlan, least: int) -> ScreenPlan:
    """The same with the log in the lines that nothing else needs, and those kept for it."""
    if plan.stack is None:
        return plan
    heights = [height for _, height in plan.stack.heights if height]
    used = sum(heights) + plan.stack.gap * max(len(heights) - 1, 0)
    free = plan.room[1] - used - 2
    more = max(min(free, MOST_LOGGED + HEAD - least), 0)
    if least + more < FEWEST_LOGGED + HEAD:
        return plan
    return replace(plan, room=(plan.room[0], plan.room[1] - more), log=least + more)


def _is_good_for(scene: Scene, context: Context, plan: ScreenPlan) -> bool:
    """Whether a plan that was made for another scene serves this one as well: no part likes more
    lines than it had or liked there, all have room, and what a choice needs can be touched."""
    if plan.arrangement is None or plan.stack is None:
        return False
    heights, liked = _heights(plan), dict(plan.liked)
    likes = _liked(scene, context, plan)
    if any(lines > max(heights[key], liked.get(key, 0)) for key, lines in likes.items()):
        return False
    if not all(
        block.draw(wide, heights[block.key])
        for wide, block in _beside_the_board(scene, context, plan)
    ):
        return False
    aside = {area.key: area for area in scene.areas if area.key in dict(plan.aside)}
    if plan.sidebar and not _side_is_good(scene, context, plan, aside):
        return False
    reached = {spot.key for area in aside.values() for spot in area.spots}
    if plan.players:
        reached |= {row.key for row in scene.scores}
    blocks = blocks_of(scene, context, plan.arrangement, plan.height, plan.middle)
    drawn = _drawn(blocks, plan.stack, plan.room[0])
    targets = {target.key for _, part in drawn for target in part.targets}
    return len(drawn) == len(blocks) and needed_keys(scene) <= reached | targets


def _heights(plan: ScreenPlan) -> dict[str, int]:
    """The lines that each part has in a plan, those in the middle of a ring too."""
    found = dict(plan.stack.heights) if plan.stack is not None else {}
    return found | (dict(plan.middle.stack.heights) if plan.middle is not None else {})


def _beside_the_board(scene: Scene, context: Context, plan: ScreenPlan) -> list[tuple[int, Block]]:
    """Every part but the board, with the columns that it has."""
    arrangement, width, height = plan.arrangement, plan.room[0], plan.height
    if arrangement is None:
        return []
    blocks = blocks_of(scene, context, arrangement, height, plan.middle)
    found = [(width, block) for block in blocks if not block.is_board]
    if plan.middle is not None:
        hole = plan.middle.ring.hole[0]
        inner = inner_blocks(scene, context, arrangement, height)
        found += [(hole, block) for block in inner]
    return found


def _liked(scene: Scene, context: Context, plan: ScreenPlan) -> dict[str, int]:
    """The lines that each part but the board would like to have."""
    heights = _heights(plan)
    return {
        block.key: _likes(block, width, _most(heights[block.key]))
        for width, block in _beside_the_board(scene, context, plan)
    }


def _likes(block: Block, width: int, most: int) -> int:
    """The height of a block that may take at most this many lines."""
    drawn = block.draw(width, most)
    return ENDLESS if drawn is None else drawn.height


def _most(height: int) -> int:
    """The most lines that a block of this height may ask for: what was content with a single line
    is not asked whether it would rather be large."""
    return 2 if height == 1 else ENDLESS


def _side_is_good(
    scene: Scene, context: Context, plan: ScreenPlan, aside: Mapping[str, Area]
) -> bool:
    """The same for the sidebar."""
    width = plan.sidebar - 2 * MARGIN
    lists = (draw_area(area, context, width, ENDLESS) for area in aside.values())
    heights = [dict(plan.aside)[key] for key in aside]
    fits = all(
        drawn is not None and drawn.height <= most
        for drawn, most in zip(lists, heights, strict=True)
    )
    cards = next(score_cards(scene, context, width), None) if plan.players else None
    return fits and (cards is None or cards.height <= plan.players)


def _last_resort(footer: FooterPlan, size: tuple[int, int]) -> ScreenPlan:
    """With a button for every choice, and the board as plain mode writes it."""
    room = size[0], size[1] - 1 - footer.height
    return ScreenPlan(footer, room, None, None)


def _may_stand_aside(area: Area) -> bool:
    return area.shape == "list" and area.look != "tray" and area.rank > 0 and not is_empty(area)


def _plan_side(
    scene: Scene, context: Context, size: tuple[int, int], at_ease: bool
) -> tuple[int, tuple[tuple[str, int], ...]]:
    """The lines for the players, and for the lists that have room below them; a ring has room for
    these in its hole."""
    width, height = size
    board = board_of(scene)
    has_hole = board is not None and board.shape == "ring"
    lists = [area for area in scene.areas if not has_hole and _may_stand_aside(area)]
    most = height - 2 if not lists else max(int(height * MOST_FOR_PLAYERS), 4)
    forms = score_cards(scene, context, width)
    players = next((form.height for form in forms if form.height <= most), 0)
    left = height - (players + 3 if players else 1)
    aside: list[tuple[str, int]] = []
    for area in sorted(lists, key=lambda area: area.rank):
        drawn = draw_area(area, context, width, ENDLESS if at_ease else left)
        if drawn is not None and drawn.height <= left:
            aside.append((area.key, drawn.height))
            left -= drawn.height + 1
    return players, tuple(aside)
