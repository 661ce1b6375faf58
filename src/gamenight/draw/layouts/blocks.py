"""Blocks: the scores and areas of a scene as blocks, and the ways to arrange them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial

from gamenight.core.scene import Area, Scene, Spot
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.layouts.ring_middle import Middle, draw_ring_around, find_middle
from gamenight.draw.layouts.stack import Block, Draw
from gamenight.draw.parts.race import draw_race
from gamenight.draw.parts.ring import RingPlan
from gamenight.draw.parts.scoreboard import score_table, scoreboards
from gamenight.draw.parts.shapes import draw_area, tray_edge
from gamenight.draw.parts.tokens import seed_count
from gamenight.draw.parts.trays import is_tray

SCORES = "the scores"
INDENT = 2
MOST_FOR_SCORES = 0.45
LONGEST_ON_BOARD = 8
ENDLESS = 99


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The keys of the areas (and the scores) under each other, and of those in the hole of a board
    that is this ring; without one, its tiles are in lines above the rest. tall: the scores have
    one line per player; at_ease: what is in a hole has as many lines as it likes."""

    outside: tuple[str, ...]
    inside: tuple[str, ...] = ()
    tall: bool = False
    at_ease: bool = False
    ring: RingPlan | None = None


def is_wide(area: Area) -> bool:
    """Whether an area may touch the edges of the window: a board, but not one that is words."""
    return area.rank == 0 and area.shape in ("grid", "ring")


def are_told_on_board(scene: Scene) -> bool:
    """Whether the board itself has the name and the points of every player, in a store of its
    own; short names, for they have to fit there."""
    board = board_of(scene)
    if board is None or not scene.scores or not needed_keys(scene).isdisjoint(_rows(scene)):
        return False
    told = {(spot.name, seed_count(spot)) for spot in board.spots if spot.owner is not None}
    short = {row.name[: LONGEST_ON_BOARD - 1] for row in scene.scores}
    distinct = len(short) == len(scene.scores)  # also where they are cut
    return distinct and all((row.name, row.value) in told for row in scene.scores)


def _rows(scene: Scene) -> frozenset[str]:
    return frozenset(row.key for row in scene.scores)


def board_of(scene: Scene) -> Area | None:
    """The area in the middle of attention."""
    return min(scene.areas, key=lambda area: area.rank, default=None)


def needed_keys(scene: Scene) -> frozenset[str]:
    """The spots and rows that a choice can need."""
    return frozenset(key for choice in scene.choices for key in choice.on)


def is_empty(area: Area) -> bool:
    """Whether a list has only places that are kept for later."""
    return area.shape == "list" and all(spot == Spot(spot.key) for spot in area.spots)


def arrangements(
    scene: Scene, areas: Sequence[Area], scores: bool, rings: Sequence[RingPlan] = ()
) -> Iterator[Arrangement]:
    """The ways to arrange these areas, best first; areas of the highest rank are dropped first,
    but never the board nor one that a choice needs; the scores last. Where the board is a ring,
    its tiles are as large as they can be, and the rest has to do with its hole."""
    board = board_of(scene)
    kept = list(_kept(scene, areas))
    ways = [(each, scores) for each in kept]
    if scores and needed_keys(scene).isdisjoint(_rows(scene)):
        ways.append((kept[-1], False))
    if board is None or board.shape != "ring" or board not in areas:
        for shown, scored in ways:
            for tall in (True, False) if scored else (False,):
                yield Arrangement((*_head(scored), *(area.key for area in shown)), tall=tall)
        return
    for ring in (*rings, None):
        for tall in (True, False):
            for shown, scored in ways:
                if scored or not scores or not tall:
                    yield from _around(board, shown, scored, tall, ring)


def _kept(scene: Scene, areas: Sequence[Area]) -> Iterator[list[Area]]:
    """The areas, and these without more and more of the least important."""
    needed = needed_keys(scene)
    droppable = [
        area
        for area in sorted(areas, key=lambda area: area.rank)
        if area.rank > 0 and area is not board_of(scene) and needed.isdisjoint(_keys(area))
    ]
    for count in range(len(droppable), -1, -1):
        yield [area for area in areas if area not in droppable[count:]]


def _head(scores: bool) -> tuple[str, ...]:
    return (SCORES,) if scores else ()


def _around(
    board: Area, areas: Sequence[Area], scores: bool, tall: bool, ring: RingPlan | None
) -> Iterator[Arrangement]:
    """What belongs to a ring in its hole or, as far as that is too small, above and below it."""
    others = tuple(a.key for a in sorted(areas, key=lambda a: a.rank) if a is not board)
    inside = (*_head(scores), *others)
    for at_ease in (True, False) if tall else (False,):
        yield Arrangement((board.key,), inside, tall, at_ease, ring)
    for count in range(len(others), -1, -1):
        outside = (*_head(scores), board.key, *others[count:])
        yield Arrangement(outside, others[:count], tall, ring=ring)


def _keys(area: Area) -> frozenset[str]:
    return frozenset(spot.key for spot in area.spots)


def blocks_of(
    scene: Scene,
    context: Context,
    arrangement: Arrangement,
    height: int,
    middle: Middle | None = None,
) -> list[Block]:
    """The blocks that stand under each other; a ring holds its inner ones."""
    areas = {area.key: area for area in scene.areas}
    board = board_of(scene)
    made = partial(_block, scene, context, arrangement, height, areas)
    inner = [made(key) for key in arrangement.inside]
    blocks = []
    for key in arrangement.outside:
        if key in areas and areas[key] is board and board.shape == "ring":
            ring = partial(_draw_ring, board, context, inner, arrangement, middle)
            blocks.append(Block(key, ring, is_board=True))
        elif key in areas and is_wide(areas[key]):
            blocks.append(made(key))
        else:
            blocks.append(_indented(made(key)))
    return blocks


def _indented(block: Block) -> Block:
    return replace(block, draw=lambda width, height: block.draw(width - 2 * INDENT, height))


def inner_middle(
    scene: Scene, context: Context, arrangement: Arrangement, height: int
) -> Middle | None:
    """The hole of the ring in an arrangement that has one, to be kept with the plan."""
    board = board_of(scene)
    if board is None or arrangement.ring is None:
        return None
    inner = inner_blocks(scene, context, arrangement, height)
    return _middle(board, context, inner, arrangement)


def _middle(
    board: Area, context: Context, inner: Sequence[Block], arrangement: Arrangement
) -> Middle | None:
    """The hole of an arrangement's ring, looked for once."""
    ring = arrangement.ring
    if ring is None:
        return None
    what = ("middle", arrangement, context.changes)
    return context.once(what, lambda: find_middle(board, context, inner, ring))


def inner_blocks(
    scene: Scene, context: Context, arrangement: Arrangement, height: int
) -> list[Block]:
    """The blocks in the middle of a ring."""
    areas = {area.key: area for area in scene.areas}
    return [_block(scene, context, arrangement, height, areas, key) for key in arrangement.inside]


def _block(
    scene: Scene,
    context: Context,
    arrangement: Arrangement,
    height: int,
    areas: Mapping[str, Area],
    key: str,
) -> Block:
    """A block: the scores or an area."""
    if key == SCORES:
        tall = arrangement.tall
        draw_rows: Draw = partial(_draw_scores, scene, context, tall, height)
        return Block(key, _recalled(draw_rows, (key, tall, height), _rows(scene), context))
    area = areas[key]
    edge = tray_edge(scene.areas, context) if is_tray(area) else 0
    at_ease = arrangement.at_ease and key in arrangement.inside and not is_tray(area)
    draw: Draw = partial(draw_area, area, context, edge=edge)
    if at_ease:
        draw = partial(_draw_at_ease, area, context)
    recalled = _recalled(draw, (key, edge, at_ease), _keys(area), context)
    return Block(key, recalled, is_board=area is board_of(scene))


def _recalled(draw: Draw, what: Hashable, touchable: frozenset[str], context: Context) -> Draw:
    """The same drawing; what was drawn before for this scene is not drawn again, unless the cursor
    is on it or would change it. (While a plan is made it is asked for the same again and again.)"""
    if context.memory is None:
        return cache(draw)
    pointing = context.pointing(touchable)

    def recalled(width: int, height: int) -> Picture | None:
        return context.once((what, pointing, width, height), lambda: draw(width, height))

    return recalled


def _draw_at_ease(area: Area, context: Context, width: int, height: int) -> Picture | None:
    """An area in the form that it has where there is no lack of lines."""
    drawn = context.once(
        ("at ease", area.key, context.pointing(_keys(area)), width),
        lambda: draw_area(area, context, width, ENDLESS),
    )
    return drawn if drawn is not None and drawn.height <= height else None


def _draw_scores(
    scene: Scene, context: Context, tall: bool, whole: int, width: int, height: int
) -> Picture | None:
    """The most telling form that fits; tall ones must not crowd out the board."""
    pointing = context.pointing(_rows(scene))
    if tall:
        form = context.once(
            ("score table", pointing, width),
            lambda: draw_race(scene, context, width) or score_table(scene, context, width),
        )
        most = min(height, whole * MOST_FOR_SCORES)
        return form if form is not None and form.height <= most else None
    forms = context.once(
        ("scoreboards", pointing, width), lambda: list(scoreboards(scene, context, width))
    )
    return next((form for form in forms if form.height <= height), None)


def _draw_ring(
    area: Area,
    context: Context,
    inner: Sequence[Block],
    arrangement: Arrangement,
    middle: Middle | None,
    width: int,
    height: int,
) -> Picture | None:
    ring = arrangement.ring
    if middle is None and ring is not None:
        wide, high = ring.size
        if wide > width or high > height:
            return None
        middle = _middle(area, context, inner, arrangement)
        if middle is None:
            return None
    return draw_ring_around(area, context, inner, middle, width, height)
