"""Frames: a row of units, each in a frame with its label on the upper edge and its note below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gamenight.core.scene import Area, Spot
from gamenight.draw.brush import Brush
from gamenight.draw.canvas import Ink, Picture
from gamenight.draw.dice import block, chips, outline, unit
from gamenight.draw.inks import (
    framed,
    label_chip,
    label_room,
    label_strip,
    spot_ground,
    spot_ink,
    tone_ink,
    tone_sign,
    words,
)
from gamenight.draw.strip import Strip, flow, headed, joined, strip

NARROWEST = 5


@dataclass(frozen=True, slots=True)
class Form:
    """A density: the size of a die (None: a chip), lines above and below it, and gaps."""

    die: tuple[int, int] | None
    edge: int
    gap: tuple[int, int]


FORMS = (
    Form((9, 5), 1, (1, 1)),
    Form((7, 3), 1, (1, 1)),
    Form(None, 1, (1, 1)),
    Form(None, 0, (1, 0)),
)
LINE_FORMS = (
    Form((9, 5), 1, (1, 0)),
    Form((7, 3), 1, (1, 0)),
    Form(None, 1, (1, 0)),
    Form(None, 0, (2, 0)),
)


def filled(area: Area) -> list[Spot]:
    """The spots without those that are only kept for later."""
    return [spot for spot in area.spots if spot != Spot(spot.key)]


def draw_frames(area: Area, brush: Brush, width: int, height: int) -> Picture | None:
    """Frames beside each other, as many in a line as fit, in the largest density with room."""
    spots = filled(area)
    for form in FORMS if brush.look.fill else LINE_FORMS:
        draw_one = _draw_frame if form.edge else _draw_line
        frames = [draw_one(spot, brush, form, width) for spot in spots]
        if all(frame.width <= width for frame in frames):
            picture = arranged(frames, width, form.gap)
            if picture.height <= height:
                return picture
    return None


def arranged(pictures: Sequence[Picture], width: int, gap: tuple[int, int]) -> Picture:
    """Pictures beside each other, as many in a line as fit; lines are as tall as their tallest."""
    places: list[tuple[Picture, int, int]] = []
    x = y = tallest = widest = 0
    for picture in pictures:
        if x and x + picture.width > width:
            x, y, tallest = 0, y + tallest + gap[1], 0
        places.append((picture, x, y))
        widest, tallest = max(widest, x + picture.width), max(tallest, picture.height)
        x += picture.width + gap[0]
    whole = Picture(widest, y + tallest)
    for picture, left, top in places:
        whole.paste(picture, left, top)
    return whole


def _draw_frame(spot: Spot, brush: Brush, form: Form, width: int) -> Picture:
    inside = _inside(spot, brush, form, width - 2)
    label, note = _label(spot, brush), _note(spot, brush)
    least = form.die[0] + 2 if form.die else NARROWEST
    room = max(label_room(spot, brush), label.width)
    wide = max(inside.width + 2, room + 2, note.width + 2, least)
    tall = max(inside.height, form.die[1] if form.die else 1) + 2
    picture = Picture(max(min(wide, width), room + 2), tall)
    if brush.look.fill:
        ground = spot_ground(spot, brush, brush.palette.cell)
        picture.fill(0, 0, picture.width, tall, brush.ink(bg=ground))
    else:
        outline(picture, _edge_ink(spot, brush), brush)
    picture.paste(inside, (picture.width - inside.width) // 2, (tall - inside.height) // 2)
    for row, text in ((0, label), (tall - 1, note)):
        shown = text.clip(picture.width - 2, brush.pen.signs.ellipsis)
        shown.put(picture, (picture.width - shown.width) // 2, row)
    if not brush.look.fill and spot.key == brush.focus.cursor:
        ink = brush.ink(brush.palette.accent, bold=True)
        picture.put(0, tall // 2, ">", ink)
        picture.put(picture.width - 1, tall // 2, "<", ink)
    picture.mark(spot.key, 0, 0, picture.width, tall)
    return picture


def _label(spot: Spot, brush: Brush) -> Strip:
    """The label on the upper edge: a chip, or part of the line."""
    return label_chip(spot, brush) if brush.look.fill else label_strip(spot, brush)


def _note(spot: Spot, brush: Brush) -> Strip:
    ink = tone_ink(spot, brush) if spot.tone else spot_ink(spot, brush, brush.palette.muted)
    return strip(words(spot.note, brush), ink)


def _inside(spot: Spot, brush: Brush, form: Form, width: int) -> Picture:
    """Dice as blocks, other tokens as chips; the ground's sign or the name where nothing is."""
    sign = tone_sign(spot.tone, brush)
    ink = tone_ink(spot, brush)
    ground = strip(brush.pen.face(spot.face), ink)
    if form.die and spot.tokens and all(token.kind == "die" for token in spot.tokens):
        blocks = [block(token, brush, form.die) for token in spot.tokens]
        if ground or sign:
            blocks.append(_written([joined([ground, strip(sign, ink)])]))
        if not brush.look.fill:
            blocks = [blocks[0], *(_divided(piece, spot, brush) for piece in blocks[1:])]
        return arranged(blocks, max(width, 1), (1 if brush.look.fill else 0, 0))
    name = (
        Strip()
        if spot.label or spot.tokens
        else strip(words(spot.name, brush), _muted(spot, brush))
    )
    parts = [ground, *(chips(spot, brush) if len(spot.tokens) > 1 else [unit(spot, brush)]), name]
    lines = flow([*parts, strip(sign, ink)], max(width, 1))
    if lines and not spot.label:
        lines[0] = framed(lines[0], spot, brush)
    return _written([line.clip(max(width, 1), brush.pen.signs.ellipsis) for line in lines])


def _divided(piece: Picture, spot: Spot, brush: Brush) -> Picture:
    """With a line between it and what is on its left."""
    picture = Picture(piece.width + 1, piece.height)
    for row in range(piece.height):
        picture.put(0, row, brush.pen.signs.crossings[5], _edge_ink(spot, brush))
    picture.paste(piece, 1, 0)
    return picture


def _edge_ink(spot: Spot, brush: Brush) -> Ink:
    """The ink of the lines around a unit."""
    live = spot.key in brush.live
    color = brush.palette.accent if live else brush.palette.tone(spot.tone)
    return brush.ink(color or brush.palette.muted, bold=live)


def _muted(spot: Spot, brush: Brush) -> Ink:
    return spot_ink(spot, brush, brush.palette.muted)


def _written(lines: Sequence[Strip]) -> Picture:
    picture = Picture(max((line.width for line in lines), default=0), len(lines))
    for row, line in enumerate(lines):
        line.put(picture, (picture.width - line.width) // 2, row)
    return picture


def _draw_line(spot: Spot, brush: Brush, form: Form, width: int) -> Picture:
    """A unit on one line: label, tokens, note."""
    ground = strip(brush.pen.face(spot.face), tone_ink(spot, brush))
    held = joined(
        [ground, unit(spot, brush), strip(tone_sign(spot.tone, brush), tone_ink(spot, brush))]
    )
    if not held and not spot.label:
        held = strip(words(spot.name, brush) or brush.pen.spell("·"), _muted(spot, brush))
    if not spot.label:
        held = framed(held, spot, brush)
    parts = [label_chip(spot, brush), held, _note(spot, brush)]
    whole = joined(parts)
    if whole.width > width:
        whole = headed(parts[0], parts[1], width, brush.pen.signs.ellipsis)
    pad = 1 if brush.look.fill and whole.width + 2 <= width else 0
    picture = Picture(max(whole.width, 1) + 2 * pad, 1)
    if brush.look.fill:
        ground_color = spot_ground(spot, brush, brush.palette.cell)
        picture.fill(0, 0, picture.width, 1, brush.ink(bg=ground_color))
    whole.put(picture, pad, 0)
    picture.mark(spot.key, 0, 0, picture.width, 1)
    return picture
