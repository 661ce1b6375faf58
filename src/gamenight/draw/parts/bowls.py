"""Bowls: a board of pits as large as the room: keys on the outer side, counts on the inner side,
seeds in heaps, stores as tall wells. Without pixels pits are boxes at nearly the same places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from gamenight.core.scene import Area
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.line import Line, line
from gamenight.draw.palette import Palette
from gamenight.draw.parts.bowl_plan import (
    BALLS_FROM,
    GROOVE_FROM,
    BowlForm,
    Bowls,
    Groove,
    Room,
    is_pit,
)
from gamenight.draw.parts.dice import outline
from gamenight.draw.parts.heaps import HEAPS, disc_rooms, heap
from gamenight.draw.parts.hollows import (
    BALLS,
    GLOW,
    Ball,
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
    steady = context.unpointed()
    board = steady.once(
        ("bowls", area.key, width, height), lambda: _board(area, steady, width, height)
    )
    return None if board is None else _draw(board, context)


def _board(area: Area, context: Context, width: int, height: int) -> _Board | None:
    cells = placed(area)
    if not cells or not all(_is_plain(cell) for cell in cells):
        return None
    bowls = _largest(cells, context, width, height)
    if bowls is None:
        return None
    places = [
        (_Bowl(cell, bowls.form, *bowls.place(cell)[2:]), _room(bowls, cell)) for cell in cells
    ]
    pictures = [_draw_bowl(bowl, (), context.about(bowl.cell.spot)) for bowl, _ in places]
    return _Board(bowls, tuple(places), tuple(pictures))


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


Lights = tuple[tuple[int, int], ...]  # the upper left pixels of pits with light around them


@dataclass(frozen=True, slots=True)
class _Bowl:
    """A pit or store by itself: its room is one line higher and one lower, for what is written."""

    cell: Cell
    form: BowlForm
    wide: int
    high: int

    @property
    def drop(self) -> int:
        """Pixels above a pit: those of lower rows are nearer to their keys."""
        is_lower = is_pit(self.cell) and self.cell.rows.start
        return 2 * self.form.lines - self.form.size if is_lower else 0

    @property
    def corner(self) -> tuple[int, int]:
        """Its upper left pixel in its room."""
        return 0, 2 + self.drop


@dataclass(frozen=True, slots=True)
class _Board:
    """Pits and stores with their rooms, and the picture of each while nobody points at it."""

    bowls: Bowls
    places: tuple[tuple[_Bowl, Room], ...]
    pictures: tuple[Picture, ...]


def _draw(board: _Board, context: Context) -> Picture:
    """The wood with the light around pits, and on it the picture of each pit and store."""
    form, size = board.bowls.form, board.bowls.size
    pointed = {context.focus.cursor, context.focus.hint, *(s.key for s in context.changes)}
    lights = tuple(
        (x + bowl.corner[0], 2 * y + bowl.corner[1])
        for bowl, (x, y, _, _) in board.places
        if form.filled and is_pit(bowl.cell) and is_pointed(bowl.cell.spot, context)
    )
    picture = Picture(*size)
    if form.filled:
        picture = _draw_wood(size, board.bowls.grooves, lights, form.size, context.palette).copy()
    for (bowl, room), drawn in zip(board.places, board.pictures, strict=True):
        x, y, spot = *room[:2], bowl.cell.spot
        near = [light for light in lights if _meet(room, _light_room(light, form.size))]
        if near or spot.key in pointed:
            inside = tuple((left - x, top - 2 * y) for left, top in near)
            drawn = _draw_bowl(bowl, inside, context.about(spot))
        picture.overlay(drawn, x, y)
        picture.mark(spot.key, *room)
    return picture


@lru_cache(maxsize=1024)
def _draw_bowl(bowl: _Bowl, lights: Lights, context: Context) -> Picture:
    """A pit or store with what is written above and below it. From one frame to the next most are
    as they were, so each is drawn once."""
    view = pit_view(bowl.cell.spot, context)
    picture = Picture(bowl.wide, bowl.high + 2)
    if bowl.form.filled:
        pixels = Pixmap(picture.width, 2 * picture.height, context.palette.wood)
        _lay_lights(pixels, lights, bowl.form.size, context.palette)
        _lay(pixels, bowl, view, context)
        pixels.paint(picture, 0, 0)
        if not is_pit(bowl.cell) and not _has_big_digits(bowl):
            _put_number(picture, bowl, view, context)
    else:
        _draw_box(picture, bowl, view, context)
    for column, row, text in _written(bowl, view, context):
        write(picture, column, row, text, context.look)
    return picture


def _room(bowls: Bowls, cell: Cell) -> Room:
    """A pit with what is written above and below it."""
    x, y, wide, high = bowls.place(cell)
    return x, y - 1, wide, high + 2


def _light_room(light: tuple[int, int], size: int) -> Room:
    """The cells that the light around a pit reaches; a line is two pixels."""
    (x, y), reach = light, GLOW_REACH
    top, end = (y - reach) // 2, -(-(y + size + reach) // 2)
    return x - reach, top, size + 2 * reach, end - top


def _meet(one: Room, other: Room) -> bool:
    (x, y, wide, high), (left, top, across, down) = one, other
    return x < left + across and left < x + wide and y < top + down and top < y + high


# What is written, in every look.


def _written(bowl: _Bowl, view: PitView, context: Context) -> Iterator[tuple[int, int, Line]]:
    """The key or name on the outer side, the count or what would come on the inner side, and the
    seeds that are characters. The name of a store is in line with the keys of its owner's row."""
    cell, form = bowl.cell, bowl.form
    name = view.name
    above, below = name or view.key, view.gain
    if name and view.key:
        below = view.key + line(" ") + view.gain if view.gain else view.key
    if cell.sinks:
        above, below = below, above
    if is_pit(cell):
        outer, inner = view.key or name, view.count(form.size >= GROOVE_FROM)
        above, below = (inner, outer) if cell.rows.start else (outer, inner)
    for row, text in ((0, above), (bowl.high + 1, below)):
        shown = context.clip(text, bowl.wide)
        yield (bowl.wide - shown.width) // 2, row, shown
    if _ball(form, cell, view):
        return
    for (column, row), sign in zip(_seed_places(bowl, len(view.seeds)), view.seeds, strict=False):
        yield column, 1 + row, sign


def _seed_places(bowl: _Bowl, count: int) -> Sequence[tuple[int, int]]:
    """Where the characters of the seeds are, from the upper left corner of a pit or well."""
    form, wide, high = bowl.form, bowl.wide, bowl.high
    if not is_pit(bowl.cell):
        return _store_places(wide, high, count)
    if form.filled:
        rooms, low = disc_rooms(form.size, bowl.drop), bool(bowl.drop)
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


def _number(bowl: _Bowl) -> str:
    return str(seed_count(bowl.cell.spot))


def _has_big_digits(bowl: _Bowl) -> bool:
    """Whether a store has room for its number in big digits."""
    return digits_size(_number(bowl), _digits_scale(bowl.form))[0] <= bowl.wide - 2


# Pixels.


@lru_cache(maxsize=32)
def _draw_wood(
    size: tuple[int, int], grooves: tuple[Groove, ...], lights: Lights, pit: int, palette: Palette
) -> Picture:
    """The board without its pits, and the light around some of them."""
    picture = Picture(*size)
    pixels = Pixmap(size[0], 2 * size[1], palette.ground)
    lay_board(pixels, palette, ROUND)
    for x, y, width in grooves:
        lay_groove(pixels, (x, y), width, palette)
    _lay_lights(pixels, lights, pit, palette)
    pixels.paint(picture, 0, 0)
    return picture


def _lay_lights(pixels: Pixmap, lights: Lights, size: int, palette: Palette) -> None:
    for light in lights:
        lay_glow(pixels, light, size, palette.accent)


def _lay(pixels: Pixmap, bowl: _Bowl, view: PitView, context: Context) -> None:
    """A pit or store, and its seeds where they are balls."""
    palette, form = context.palette, bowl.form
    if is_pit(bowl.cell):
        lay_pit(pixels, bowl.corner, form.size, view.rim, palette)
    else:
        _lay_store(pixels, bowl, view, context)
    ball = _ball(form, bowl.cell, view)
    if ball is not None:
        places = _balls(bowl, len(view.seeds), ball)
        for place, (color, ghost) in zip(places, view.colors, strict=False):
            (lay_ghost if ghost else lay_ball)(pixels, place, ball.size, color, palette)


def _lay_store(pixels: Pixmap, bowl: _Bowl, view: PitView, context: Context) -> None:
    """A well with the number in big digits."""
    wide = bowl.wide
    lay_well(pixels, bowl.corner, (wide, 2 * bowl.high), view.rim, context.palette)
    digits, scale = _number(bowl), _digits_scale(bowl.form)
    across, _ = digits_size(digits, scale)
    if _has_big_digits(bowl):
        top = 2 + (5 if bowl.form.groove else 3)
        lay_digits(pixels, ((wide - across) // 2, top), digits, view.color, scale)


def _ball(form: BowlForm, cell: Cell, view: PitView) -> Ball | None:
    """The largest balls of pixels that large pits and stores hold; None: seeds are characters."""
    if not form.filled or form.size < BALLS_FROM:
        return None
    holds = _pit_holds if is_pit(cell) else _store_holds
    return next((ball for ball in BALLS if holds(form, ball, len(view.seeds))), None)


def _store_holds(form: BowlForm, ball: Ball, count: int) -> bool:
    pitch, high = ball.size + ball.gap, 2 * (2 * form.lines + 2)
    return -(-count // ((form.well - 2) // pitch)) * pitch <= high - 2 * HEIGHT - 12


def _pit_holds(form: BowlForm, ball: Ball, count: int) -> bool:
    """Whether every corner of every ball is within the rim."""
    if count >= len(HEAPS):
        return False
    radius = form.size / 2 - 1
    corners = (
        (abs(x) + ball.size * (x >= 0), abs(y) + ball.size * (y >= 0))
        for x, y in ball_heap(HEAPS[count], (0, 0), ball)
    )
    return all(x * x + y * y <= radius * radius for x, y in corners)


def _balls(bowl: _Bowl, count: int, ball: Ball) -> list[tuple[int, int]]:
    form, (x, y) = bowl.form, bowl.corner
    if is_pit(bowl.cell):
        return ball_heap(HEAPS[count], (x + form.size / 2, y + form.size / 2), ball)
    pitch = ball.size + ball.gap
    across = (bowl.wide - 2) // pitch
    start = (bowl.wide - across * pitch + ball.gap) // 2
    ground = 2 * (1 + bowl.high) - 2 - ball.size
    return [(start + pitch * (n % across), ground - pitch * (n // across)) for n in range(count)]


# Lines.


def _draw_box(picture: Picture, bowl: _Bowl, view: PitView, context: Context) -> None:
    """A box in the colour of the rim, heavy under the cursor; of a store with its number."""
    spot, wide = bowl.cell.spot, bowl.wide
    box = Picture(wide, bowl.high)
    heavy = is_pointed(spot, context)
    outline(box, context.ink(view.rim, bold=heavy), context, heavy)
    picture.paste(box, 0, 1)
    if is_pit(bowl.cell):
        return
    big = draw_digits(_number(bowl), view.color, context, wide - 2)
    if big is not None:
        picture.paste(big, (wide - big.width) // 2, 3)
    else:
        _put_number(picture, bowl, view, context)


def _put_number(picture: Picture, bowl: _Bowl, view: PitView, context: Context) -> None:
    """The number of a store in a line, where big digits have no room."""
    ink = context.ink(view.color, bold=True)
    picture.put((bowl.wide - len(_number(bowl))) // 2, 3, _number(bowl), ink)
