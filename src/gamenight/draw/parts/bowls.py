"""Bowls: a board of pits as large as the room: keys on the outer side, counts on the inner side,
seeds in heaps, stores as tall wells. Without pixels pits are boxes at nearly the same places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gamenight.core.scene import Area
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import PLAIN
from gamenight.draw.line import Line, line
from gamenight.draw.palette import Palette
from gamenight.draw.parts.bowl_plan import BALLS_FROM, GROOVE_FROM, BowlForm, Bowls, Room, is_pit
from gamenight.draw.parts.dice import outline
from gamenight.draw.parts.heaps import HEAPS, disc_rooms, heap
from gamenight.draw.parts.hollows import (
    BALL,
    GLOW,
    ball_heap,
    digits_size,
    lay_ball,
    lay_board,
    lay_digits,
    lay_ghost,
    lay_glow,
    lay_groove,
    lay_pit,
    lay_well,
)
from gamenight.draw.parts.lattice import Cell, placed
from gamenight.draw.parts.letters import HEIGHT, draw_digits
from gamenight.draw.parts.seeds import PitView, is_pointed, pit_view
from gamenight.draw.parts.spots import label_room
from gamenight.draw.parts.tokens import seed_count
from gamenight.draw.pixels import Pixmap
from gamenight.draw.writing import write

SIZES = range(39, 8, -2)
ROUND = 3  # pixels: the corners of the board
GLOW_REACH = max(reach for reach, _ in GLOW)


def draw_bowls(area: Area, context: Context, width: int, height: int) -> Picture | None:
    """The largest pits that have room; None where there is none, and where a pit holds anything
    but seeds."""
    cells = placed(area)
    if not cells or not all(_is_plain(cell) for cell in cells):
        return None
    bowls = context.unpointed().once(
        ("bowls", area.key, width, height), lambda: _largest(cells, context, width, height)
    )
    if bowls is None:
        return None
    steady = context.unpointed()
    drawn = steady.once(("bowls drawn", area.key, width, height), lambda: _draw(bowls, steady))
    return _renewed(drawn, bowls, context)


def _largest(cells: tuple[Cell, ...], context: Context, width: int, height: int) -> Bowls | None:
    """The form with the largest pits that has room, also for the widest label."""
    widest = max(label_room(cell.spot, context) for cell in cells)
    filled = context.look.fill and not context.look.ascii
    for size in SIZES:
        bowls = Bowls(cells, BowlForm(size, filled))
        wide, high = bowls.size
        if wide <= width and high <= height and widest <= min(bowls.widths):
            return bowls
    return None


def _is_plain(cell: Cell) -> bool:
    spot = cell.spot
    seeds = all(token.kind == "seed" and not token.face for token in spot.tokens)
    return seeds and not spot.face and not (is_pit(cell) and spot.note)


Views = Sequence[tuple[Cell, PitView]]


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A board that nobody points at: what its pits show, the bare wood, that with pits, and all
    of it with what is written."""

    views: Views
    wood: Pixmap
    pixels: Pixmap
    picture: Picture


def _draw(bowls: Bowls, context: Context) -> _Drawn:
    views = [(cell, pit_view(cell.spot, context)) for cell in bowls.cells]
    picture = Picture(*bowls.size)
    wood = _wood(bowls, context.palette)
    pixels = wood.copy()
    if bowls.form.filled:
        _lay(pixels, bowls, views, context)
        pixels.paint(picture, 0, 0)
    _write(picture, bowls, views, context)
    for cell in bowls.cells:
        picture.mark(cell.spot.key, *_room(bowls, cell))
    return _Drawn(views, wood, pixels, picture)


def _renewed(drawn: _Drawn, bowls: Bowls, context: Context) -> Picture:
    """The same board with the pits drawn again that the cursor or a hint points at or would change,
    and those that a glow around them reaches."""
    pointed = {context.focus.cursor, context.focus.hint, *(s.key for s in context.changes)}
    views = [
        (cell, pit_view(cell.spot, context) if cell.spot.key in pointed else view)
        for cell, view in drawn.views
    ]
    rooms = [_room(bowls, cell) for cell in bowls.cells if cell.spot.key in pointed]
    rooms += [_glow_room(bowls, cell) for cell, view in views if view.glow and is_pit(cell)]
    if not rooms:
        return drawn.picture
    touched = [(c, v) for c, v in views if any(_meet(_room(bowls, c), room) for room in rooms)]
    rooms += [_room(bowls, cell) for cell, _ in touched]
    picture, pixels = drawn.picture.copy(), drawn.pixels.copy()
    for room in rooms:
        pixels.restore(drawn.wood, *room)
        picture.fill(*room, PLAIN)
    if bowls.form.filled:
        _lay(pixels, bowls, touched, context)
        for room in rooms:
            pixels.paint(picture, *room)
    _write(picture, bowls, touched, context)
    return picture


def _room(bowls: Bowls, cell: Cell) -> Room:
    """A pit with what is written above and below it."""
    x, y, wide, high = bowls.place(cell)
    return x, y - 1, wide, high + 2


def _glow_room(bowls: Bowls, cell: Cell) -> Room:
    """The cells that the light around a pit reaches; a line is two pixels."""
    (x, y), reach = _corner(bowls, cell), GLOW_REACH
    top, end = (y - reach) // 2, -(-(y + bowls.form.size + reach) // 2)
    return x - reach, top, bowls.form.size + 2 * reach, end - top


def _meet(one: Room, other: Room) -> bool:
    (x, y, wide, high), (left, top, across, down) = one, other
    return x < left + across and left < x + wide and y < top + down and top < y + high


# What is written, in every look.


def _write(picture: Picture, bowls: Bowls, views: Views, context: Context) -> None:
    for cell, view in views:
        if not bowls.form.filled:
            _draw_box(picture, bowls.place(cell), cell, view, context)
        for column, row, text in _written(bowls, cell, view, context):
            write(picture, column, row, text, context.look)


def _written(
    bowls: Bowls, cell: Cell, view: PitView, context: Context
) -> Iterator[tuple[int, int, Line]]:
    """The key or name on the outer side, the count or what would come on the inner side, and the
    seeds that are characters."""
    x, y, wide, high = bowls.place(cell)
    above, below = view.name or view.key, view.gain
    if view.name and view.key:
        below = view.key + line(" ") + view.gain if view.gain else view.key
    if is_pit(cell):
        outer, inner = view.key or view.name, view.count(bowls.form.size >= GROOVE_FROM)
        above, below = (inner, outer) if cell.rows.start else (outer, inner)
    for row, text in ((y - 1, above), (y + high, below)):
        shown = context.clip(text, wide)
        yield x + (wide - shown.width) // 2, row, shown
    if _are_balls(bowls.form, cell, view):
        return
    for (column, row), sign in zip(_seed_places(bowls, cell, view), view.seeds, strict=False):
        yield x + column, y + row, sign


def _seed_places(bowls: Bowls, cell: Cell, view: PitView) -> Sequence[tuple[int, int]]:
    """Where the characters of the seeds are, from the upper left corner of a pit or well."""
    _, _, wide, high = bowls.place(cell)
    form, count = bowls.form, len(view.seeds)
    if not is_pit(cell):
        return _store_places(wide, high, count)
    if form.filled:
        drop = 2 * form.lines - form.size if cell.rows.start else 0
        rooms, low = disc_rooms(form.size, drop), bool(drop)
        inset = (form.size - max(rooms)) // 2
        return [(column + inset, row) for column, row in heap(count, rooms, low)]
    rooms = (0, *[wide - 2 - (wide % 2 == 0)] * (high - 2), 0)
    return [(column + 1, row) for column, row in heap(count, rooms)]


def _store_places(wide: int, high: int, count: int) -> list[tuple[int, int]]:
    """From the ground up, in rows of three, or closer together where that does not suffice."""
    room, lines = wide - 4, high - 2 - HEIGHT
    for step in (2, 1):
        across = max((room + step) // step, 1)
        if step == 1 or across * lines >= count:
            break
    start = (wide - (step * (across - 1) + 1)) // 2
    places = ((n % across, n // across) for n in range(min(count, across * max(lines, 0))))
    return [(start + step * column, high - 2 - row) for column, row in places]


def _digits_scale(form: BowlForm) -> int:
    return 2 if form.size >= BALLS_FROM else 1


# Pixels.


def _wood(bowls: Bowls, palette: Palette) -> Pixmap:
    """The board without its pits."""
    width, height = bowls.size
    pixels = Pixmap(width, 2 * height, palette.ground)
    lay_board(pixels, palette, ROUND)
    if bowls.form.groove:
        _lay_grooves(pixels, bowls, palette)
    return pixels


def _lay(pixels: Pixmap, bowls: Bowls, views: Views, context: Context) -> None:
    """The light around pits, then the pits, which cover it."""
    palette, form = context.palette, bowls.form
    for cell, view in views:
        if view.glow and is_pit(cell):
            lay_glow(pixels, _corner(bowls, cell), form.size, view.glow)
    for cell, view in views:
        if is_pit(cell):
            lay_pit(pixels, _corner(bowls, cell), form.size, view.rim, palette)
        else:
            _lay_store(pixels, bowls, cell, view, context)
        if _are_balls(form, cell, view):
            for place, (color, ghost) in zip(_balls(bowls, cell, view), view.colors, strict=False):
                (lay_ghost if ghost else lay_ball)(pixels, place, color, palette)


def _lay_grooves(pixels: Pixmap, bowls: Bowls, palette: Palette) -> None:
    """A line between the counts of two rows, as far as there are pits."""
    pits = [cell for cell in bowls.cells if is_pit(cell)]
    if not pits:
        return
    left = min(bowls.place(cell)[0] for cell in pits)
    right = max(bowls.place(cell)[0] for cell in pits) + bowls.form.size
    for row in range(1, max(cell.rows.stop for cell in pits)):
        lay_groove(pixels, (left, 2 * (bowls.top(row) - 2)), right - left, palette)


def _corner(bowls: Bowls, cell: Cell) -> tuple[int, int]:
    """The upper left pixel of a pit; those of lower rows are nearer to their keys."""
    x, y, _, _ = bowls.place(cell)
    form = bowls.form
    return x, 2 * y + (2 * form.lines - form.size if cell.rows.start else 0)


def _lay_store(pixels: Pixmap, bowls: Bowls, cell: Cell, view: PitView, context: Context) -> None:
    """A well with the number in big digits."""
    x, y, wide, high = bowls.place(cell)
    lay_well(pixels, (x, 2 * y), (wide, 2 * high), view.rim, context.palette)
    digits, scale = str(seed_count(cell.spot)), _digits_scale(bowls.form)
    across, _ = digits_size(digits, scale)
    if across <= wide - 2:
        top = 2 * y + (5 if bowls.form.groove else 3)
        lay_digits(pixels, (x + (wide - across) // 2, top), digits, view.color, scale)


def _are_balls(form: BowlForm, cell: Cell, view: PitView) -> bool:
    """Whether the seeds are balls of pixels: in large pits, as long as these hold them."""
    if not form.filled or form.size < BALLS_FROM:
        return False
    count = len(view.seeds)
    if not is_pit(cell):
        across, high = (form.well - 2) // (BALL + 1), 2 * (2 * form.lines + 2)
        return -(-count // across) * (BALL + 1) <= high - 2 * HEIGHT - 12
    if count >= len(HEAPS):
        return False
    radius = form.size / 2 - 1
    corners = (
        (abs(x) + BALL * (x >= 0), abs(y) + BALL * (y >= 0))
        for x, y in ball_heap(HEAPS[count], (0, 0))
    )
    return all(x * x + y * y <= radius * radius for x, y in corners)


def _balls(bowls: Bowls, cell: Cell, view: PitView) -> list[tuple[int, int]]:
    form, count = bowls.form, len(view.seeds)
    if is_pit(cell):
        x, y = _corner(bowls, cell)
        return ball_heap(HEAPS[count], (x + form.size / 2, y + form.size / 2))
    x, y, wide, high = bowls.place(cell)
    pitch = BALL + 1
    across = (wide - 2) // pitch
    start, ground = x + (wide - across * pitch + 1) // 2, 2 * (y + high) - 2 - BALL
    return [(start + pitch * (n % across), ground - pitch * (n // across)) for n in range(count)]


# Lines.


def _draw_box(picture: Picture, place: Room, cell: Cell, view: PitView, context: Context) -> None:
    """A box in the colour of the rim, heavy under the cursor; of a store with its number."""
    x, y, wide, high = place
    box = Picture(wide, high)
    heavy = is_pointed(cell.spot, context)
    outline(box, context.ink(view.rim, bold=heavy), context, heavy)
    picture.paste(box, x, y)
    if is_pit(cell):
        return
    number = str(seed_count(cell.spot))
    big = draw_digits(number, view.color, context, wide - 2)
    if big is not None:
        picture.paste(big, x + (wide - big.width) // 2, y + 2)
    else:
        picture.put(
            x + (wide - len(number)) // 2, y + 2, number, context.ink(view.color, bold=True)
        )
