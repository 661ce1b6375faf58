"""Spots: their grounds and labels, and the colours of what is written on them."""

from __future__ import annotations

from gamenight.core.scene import Spot
from gamenight.draw.colors import mixed
from gamenight.draw.context import Context
from gamenight.draw.ink import Ink
from gamenight.draw.line import Line, line

MARKED, ZEBRA, OWNED = 0.45, 0.35, 0.22


def spot_ground(spot: Spot, context: Context, usual: str) -> str:
    """As the context says; what is marked is tinted only, so that the cursor stands out."""
    ground = context.ground(spot, usual)
    if spot.key != context.focus.cursor and ground == context.palette.held:
        return mixed(context.palette.cell, ground, MARKED)
    return ground


def owned(usual: str, spot: Spot, context: Context) -> str:
    """The ground of a large place with a touch of its owner's colour."""
    if spot.owner is None or spot.span == (1, 1):
        return usual
    return mixed(usual, context.palette.seat(spot.owner), OWNED)


def spot_ink(spot: Spot, context: Context, fg: str = "", bold: bool = False) -> Ink:
    """An ink for what is written on the ground of a spot."""
    palette = context.palette
    if not context.look.fill:
        touched = spot.key in context.focus.last
        color = palette.accent if spot.key == context.focus.cursor else fg
        return context.look.ink(color, bold=bold, underline=touched)
    if spot.key == context.focus.cursor:
        return context.ink(palette.on_accent, bold=bold)
    if spot_ground(spot, context, "") not in ("", palette.live, palette.last):
        return context.ink(palette.strong, bold=bold)
    readable_fg = palette.text if spot.key in context.live and fg == palette.muted else fg
    return context.ink(readable_fg, bold=bold)


def tone_ink(spot: Spot, context: Context, bold: bool = False) -> Ink:
    """The ink of a spot's own words: its tone, else its owner's colour."""
    palette = context.palette
    owner = palette.seat(spot.owner) if spot.owner is not None else ""
    return spot_ink(spot, context, palette.tone(spot.tone) or owner, bold)


def is_marked(spot: Spot, context: Context) -> bool:
    return spot.key in context.marks or spot.key in context.focus.path


def label_line(spot: Spot, context: Context, on_ground: bool = True) -> Line:
    """What is typed for a spot, with the sign of a mark. Without filled grounds a live one is in
    brackets and the one under the cursor between arrows. `on_ground`: it is inside the spot."""
    text = context.words(spot.label)
    if not text:
        return Line()
    live, cursor = spot.key in context.live, spot.key == context.focus.cursor
    sign = context.signs.mark if is_marked(spot, context) else ""
    palette = context.palette
    lit = live or cursor or sign or spot.key in context.reach
    color = palette.accent if lit else palette.muted
    bold = live or cursor
    if not context.look.fill:
        return line(bracketed(text, spot, context) + sign, context.ink(color, bold=bold))
    if cursor and not on_ground:
        return line(text + sign, context.ink(palette.on_accent, palette.accent, bold))
    ink = spot_ink(spot, context, color, bold) if on_ground else context.ink(color)
    return line(text + sign, ink)


def label_room(spot: Spot, context: Context) -> int:
    """The cells that a label may ever take, so that nothing moves when it is touched or marked."""
    text = line(context.words(spot.label), Ink()).width
    mark, brackets = 1, 0 if context.look.fill else 2
    return text + mark + brackets if text else 0


def label_chip(spot: Spot, context: Context) -> Line:
    """The label as a chip of its own, always of the same width."""
    palette = context.palette
    label = label_line(spot, context)
    free = label_room(spot, context) - label.width
    if not label:
        return label
    if not context.look.fill:
        before = " " if label.plain[0] not in "[>" else ""
        return line(before, Ink()) + label + line(" " * (free - len(before)), Ink())
    text = f" {label.plain}{' ' * free}"
    if spot.key == context.focus.cursor:
        return line(text, context.ink(palette.accent, palette.on_accent, bold=True))
    if is_marked(spot, context):
        return line(text, context.ink(palette.on_accent, palette.accent, bold=True))
    live = spot.key in context.live
    color = palette.accent if live else palette.muted
    return line(text, context.ink(color, palette.live if live else palette.bar, live))


def bracketed(text: str, spot: Spot, context: Context) -> str:
    """The text as lines without colours show it: live in brackets, the cursor's in arrows."""
    if spot.key == context.focus.cursor:
        return f">{text}<"
    return f"[{text}]" if spot.key in context.live else text


def framed(content: Line, spot: Spot, context: Context) -> Line:
    """The same for what has no label; where all is typed, that cannot be touched."""
    if context.look.fill or context.look.flows:
        return content
    before, after = bracketed("\0", spot, context).split("\0")
    ink = context.ink(context.palette.accent, bold=True)
    sign = context.signs.mark if is_marked(spot, context) else ""
    return line(before, ink) + content + line(after + sign, ink)
