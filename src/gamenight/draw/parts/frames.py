"""Frames: a row of units, each in a frame with its label on the upper edge and its note below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gamenight.core.scene import Area, Spot
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.ink import Ink
from gamenight.draw.line import Line, headed, joined, line, packed
from gamenight.draw.parts.dice import LARGE, block, outline
from gamenight.draw.parts.dice import is_large as is_large_die
from gamenight.draw.parts.spots import (
    framed,
    is_marked,
    label_chip,
    label_line,
    label_room,
    spot_ground,
    spot_ink,
    tone_ink,
)
from gamenight.draw.parts.tokens import chips, unit
from gamenight.draw.writing import write

NARROWEST = 5
ENDLESS = 10_000
DrawFrame = Callable[[Spot, Context, "Form", int], Picture]


@dataclass(frozen=True, slots=True)
class Form:
    """A density: the size of a die (None: a chip), lines above and below it, and gaps."""

    die: tuple[int, int] | None
    edge: int
    gap: tuple[int, int]


FORMS = (
    Form((27, 14), 1, (2, 1)),
    Form((23, 12), 1, (2, 1)),
    Form((19, 10), 1, (2, 1)),
    Form(LARGE, 1, (2, 1)),
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
FLOW_FORMS = (Form(None, 1, (1, 0)),)


def is_large(die: tuple[int, int] | None) -> bool:
    return die is not None and is_large_die(die)


def _dice_of(area: Area) -> int:
    """How many dice an area may have to hold, so that their size does not change from roll to
    roll."""
    return max(len(area.spots), sum(len(spot.tokens) for spot in area.spots))


def filled(area: Area) -> list[Spot]:
    """The spots without those that are only kept for later."""
    return [spot for spot in area.spots if spot != Spot(spot.key)]


def draw_frames(area: Area, context: Context, width: int, height: int) -> Picture | None:
    """Frames beside each other, as many in a line as fit, in the largest density with room."""
    spots = filled(area)
    forms: tuple[Form, ...] = FORMS if context.look.fill else LINE_FORMS
    if context.look.ascii:
        forms = tuple(form for form in forms if not is_large(form.die))
    for form in FLOW_FORMS if context.look.flows else forms:
        draw_one = _draw_frame if form.edge else _draw_line
        if form.die is not None and is_large(form.die):
            draw_one = _draw_large
            if _dice_of(area) * (form.die[0] + form.gap[0]) > width:
                continue
        frames = [_recalled(draw_one, spot, context, form, width) for spot in spots]
        if all(frame.width <= width for frame in frames):
            picture = arranged(frames, width, form.gap)
            if picture.height <= height:
                return picture
    return None


def _recalled(draw_one: DrawFrame, spot: Spot, context: Context, form: Form, width: int) -> Picture:
    """A frame, drawn once as long as the cursor does not come or go."""
    return context.once(
        ("frame", context.pointing((spot.key,)), spot.key, form, width),
        lambda: draw_one(spot, context, form, width),
    )


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


def _draw_large(spot: Spot, context: Context, form: Form, width: int) -> Picture:
    """Large dice without a frame, underlined once as the set they are; below, the key with what
    it is worth."""
    assert form.die is not None
    palette, look = context.palette, context.look
    bare = replace(spot, tone="") if spot.tokens else spot
    inside = _inside(bare, replace(context, marks=frozenset()), form, width)
    wide = max(inside.width, form.die[0], label_room(spot, context) + 2)
    tall = max(inside.height, form.die[1])
    picture = Picture(min(wide, width), tall + 2)
    cursor, marked = spot.key == context.focus.cursor, is_marked(spot, context)
    if not spot.tokens:
        picture.fill(0, 0, picture.width, tall, context.ink(bg=palette.panel))
    picture.paste(inside, (picture.width - inside.width) // 2, (tall - inside.height) // 2)
    line_color = palette.accent if cursor or marked else palette.live
    if cursor:
        picture.fill(0, tall + 1, picture.width, 1, context.ink(bg=palette.accent))
    if cursor or marked or spot.key in context.live:
        picture.put(0, tall, "▄" * picture.width, Ink(line_color))
    shown = _worth(spot, context, picture.width)
    write(picture, (picture.width - shown.width) // 2, tall + 1, shown, look)
    picture.mark(spot.key, 0, 0, picture.width, tall + 2)
    return picture


def _worth(spot: Spot, context: Context, width: int) -> Line:
    """The key, and what it stands for in the longest words that have room. Without a key there is
    only the note: the dice themselves show the rest."""
    chip = label_chip(spot, context)
    muted = spot_ink(spot, context, context.palette.muted)
    ink = tone_ink(spot, context) if spot.tone and spot.tone != "muted" else muted
    said = (spot.name if spot.tokens else "", spot.note) if spot.label else (spot.note,)
    forms = [*(joined([chip, line(context.words(words), ink)]) for words in said), chip]
    return next((form for form in forms if form.width <= width), chip.clip(width))


def _draw_frame(spot: Spot, context: Context, form: Form, width: int) -> Picture:
    inside = _inside(spot, context, form, ENDLESS if context.look.flows else width - 2)
    label, note = _label(spot, context), _note(spot, context)
    pad = 2 if context.look.flows else 0
    least = form.die[0] + 2 if form.die else NARROWEST + pad
    room = label.width if context.look.flows else max(label_room(spot, context), label.width)
    wide = max(max(inside.width, room, note.width) + 2 + pad, least)
    tall = max(inside.height, form.die[1] if form.die else 1) + 2
    most = wide if context.look.flows else width
    picture = Picture(max(min(wide, most), room + 2), tall)
    if context.look.fill:
        ground = spot_ground(spot, context, context.palette.cell)
        picture.fill(0, 0, picture.width, tall, context.ink(bg=ground))
    else:
        heavy = spot.key == context.focus.cursor
        outline(picture, _edge_ink(spot, context), context, heavy)
    picture.paste(inside, (picture.width - inside.width) // 2, (tall - inside.height) // 2)
    for row, text in ((0, label), (tall - 1, note)):
        shown = context.clip(text, picture.width - 2)
        write(picture, (picture.width - shown.width) // 2, row, shown, context.look)
    picture.mark(spot.key, 0, 0, picture.width, tall)
    return picture


def _label(spot: Spot, context: Context) -> Line:
    """The label on the upper edge: a chip, or part of the line."""
    return label_chip(spot, context) if context.look.fill else label_line(spot, context)


def _note(spot: Spot, context: Context) -> Line:
    ink = tone_ink(spot, context) if spot.tone else spot_ink(spot, context, context.palette.muted)
    return line(context.words(spot.note), ink)


def _inside(spot: Spot, context: Context, form: Form, width: int) -> Picture:
    """Dice as blocks, other tokens as chips; the ground's sign or the name where nothing is. Room
    for a die that is not there says that by itself."""
    flows, palette = context.look.flows, context.palette
    sign = context.look.tone_sign(spot.tone)
    ink = tone_ink(spot, context)
    ground = line(context.face(spot.face), ink)
    if form.die and spot.tokens and all(token.kind == "die" for token in spot.tokens):
        large = is_large(form.die)
        behind = spot_ground(spot, context, palette.ground if large else palette.cell)
        blocks = [block(token, context, form.die, behind) for token in spot.tokens]
        if not context.look.fill:
            blocks = [blocks[0], *(_divided(piece, spot, context) for piece in blocks[1:])]
        if ground or sign:
            blocks.append(_centred([joined([ground, line(sign, ink)])], context))
        return arranged(blocks, max(width, 1), (1 if context.look.fill else 0, 0))
    silent = spot.label or spot.tokens or (form.die and not flows)
    words = "" if silent else context.words(spot.name)
    name, tone = line(words, _muted(spot, context)), line(sign, ink)
    if flows:
        held = unit(spot, context) + (Line() if spot.key in context.marks else tone)
        lines = [part for part in [joined([ground, held, name])] if part]
    else:
        several = len(spot.tokens) > 1
        tokens = chips(spot, context) if several else [unit(spot, context)]
        lines = packed([ground, *tokens, name, tone], max(width, 1))
    if lines and not spot.label:
        lines[0] = framed(lines[0], spot, context)
    return _centred([context.clip(text, max(width, 1)) for text in lines], context)


def _divided(piece: Picture, spot: Spot, context: Context) -> Picture:
    """With a line between it and what is on its left."""
    picture = Picture(piece.width + 1, piece.height)
    for row in range(piece.height):
        picture.put(0, row, context.signs.crossings[5], _edge_ink(spot, context))
    picture.paste(piece, 1, 0)
    return picture


def _edge_ink(spot: Spot, context: Context) -> Ink:
    """The ink of the lines around a unit."""
    live = spot.key in context.live
    color = context.palette.accent if live else context.palette.tone(spot.tone)
    return context.ink(color or context.palette.muted, bold=live)


def _muted(spot: Spot, context: Context) -> Ink:
    return spot_ink(spot, context, context.palette.muted)


def _centred(lines: Sequence[Line], context: Context) -> Picture:
    picture = Picture(max((text.width for text in lines), default=0), len(lines))
    for row, text in enumerate(lines):
        write(picture, (picture.width - text.width) // 2, row, text, context.look)
    return picture


def _draw_line(spot: Spot, context: Context, form: Form, width: int) -> Picture:
    """A unit on one line: label, tokens, note."""
    ground = line(context.face(spot.face), tone_ink(spot, context))
    held = joined(
        [
            ground,
            unit(spot, context),
            line(context.look.tone_sign(spot.tone), tone_ink(spot, context)),
        ]
    )
    if not held and not spot.label:
        held = line(context.words(spot.name) or context.spell("·"), _muted(spot, context))
    if not spot.label:
        held = framed(held, spot, context)
    parts = [label_chip(spot, context), held, _note(spot, context)]
    whole = joined(parts)
    if whole.width > width:
        whole = headed(parts[0], parts[1], width, context.clip)
    pad = 1 if context.look.fill and whole.width + 2 <= width else 0
    picture = Picture(max(whole.width, 1) + 2 * pad, 1)
    if context.look.fill:
        ground_color = spot_ground(spot, context, context.palette.cell)
        picture.fill(0, 0, picture.width, 1, context.ink(bg=ground_color))
    write(picture, pad, 0, whole, context.look)
    picture.mark(spot.key, 0, 0, picture.width, 1)
    return picture
