"""Inks of spots: grounds and the colours of what is written on them."""

from __future__ import annotations

from functools import lru_cache

from gamenight.core.scene import Spot
from gamenight.core.text import visible
from gamenight.draw.brush import Brush
from gamenight.draw.canvas import Ink
from gamenight.draw.strip import Strip, strip
from gamenight.draw.style import Style

DARK_TEXT, LIGHT_TEXT = "#10151b", "#ffffff"
MARKED, ZEBRA, OWNED = 0.45, 0.35, 0.22


@lru_cache(maxsize=512)
def mixed(first: str, second: str, share: float) -> str:
    """A colour with so much of a second one; names of colours cannot be mixed."""
    if not (first.startswith("#") and second.startswith("#")):
        return first
    pairs = zip(_channels(first), _channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


@lru_cache(maxsize=512)
def readable(ground: str) -> str:
    """Dark or light letters, whichever can be read on a ground."""
    if not ground.startswith("#"):
        return DARK_TEXT
    red, green, blue = _channels(ground)
    return DARK_TEXT if 299 * red + 587 * green + 114 * blue > 128_000 else LIGHT_TEXT


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def words(text: str, brush: Brush) -> str:
    """Words of a scene in the letters there are."""
    return brush.pen.spell(visible(text))


def tone_sign(tone: str, brush: Brush) -> str:
    """The sign of a tone; without filled grounds colours may be missing too."""
    look = brush.look
    return Style(color=look.fill, ascii=look.ascii, emoji=look.emoji).tone_sign(tone)


def spot_ground(spot: Spot, brush: Brush, usual: str) -> str:
    """As the brush says; what is marked is tinted only, so that the cursor stands out."""
    ground = brush.ground(spot, usual)
    if spot.key != brush.focus.cursor and ground == brush.palette.held:
        return mixed(brush.palette.cell, ground, MARKED)
    return ground


def owned(usual: str, spot: Spot, brush: Brush) -> str:
    """The ground of a large place with a touch of its owner's colour."""
    if spot.owner is None or spot.span == (1, 1):
        return usual
    return mixed(usual, brush.palette.seat(spot.owner), OWNED)


def spot_ink(spot: Spot, brush: Brush, fg: str = "", bold: bool = False) -> Ink:
    """An ink for what is written on the ground of a spot."""
    palette = brush.palette
    if not brush.look.fill:
        touched = spot.key in brush.focus.last
        color = palette.accent if spot.key == brush.focus.cursor else fg
        return brush.look.ink(color, bold=bold, underline=touched)
    if spot.key == brush.focus.cursor:
        return brush.ink(palette.on_accent, bold=bold)
    if spot_ground(spot, brush, "") not in ("", palette.live, palette.last):
        return brush.ink(palette.strong, bold=bold)
    readable_fg = palette.text if spot.key in brush.live and fg == palette.muted else fg
    return brush.ink(readable_fg, bold=bold)


def tone_ink(spot: Spot, brush: Brush, bold: bool = False) -> Ink:
    """The ink of a spot's own words: its tone, else its owner's colour."""
    palette = brush.palette
    owner = palette.seat(spot.owner) if spot.owner is not None else ""
    return spot_ink(spot, brush, palette.tone(spot.tone) or owner, bold)


def is_marked(spot: Spot, brush: Brush) -> bool:
    return spot.key in brush.pen.marks or spot.key in brush.focus.path


def label_strip(spot: Spot, brush: Brush, on_ground: bool = True) -> Strip:
    """What is typed for a spot, with the sign of a mark. Without filled grounds a live one is in
    brackets and the one under the cursor between arrows. `on_ground`: it is inside the spot."""
    text = words(spot.label, brush)
    if not text:
        return Strip()
    live, cursor = spot.key in brush.live, spot.key == brush.focus.cursor
    sign = brush.pen.signs.mark if is_marked(spot, brush) else ""
    palette = brush.palette
    color = palette.accent if live or cursor or sign else palette.muted
    bold = live or cursor
    if not brush.look.fill:
        return strip(bracketed(text, spot, brush) + sign, brush.ink(color, bold=bold))
    if cursor and not on_ground:
        return strip(text + sign, brush.ink(palette.on_accent, palette.accent, bold))
    ink = spot_ink(spot, brush, color, bold) if on_ground else brush.ink(color)
    return strip(text + sign, ink)


def label_room(spot: Spot, brush: Brush) -> int:
    """The cells that a label may ever take, so that nothing moves when it is touched or marked."""
    text = strip(words(spot.label, brush), Ink()).width
    mark, brackets = 1, 0 if brush.look.fill else 2
    return text + mark + brackets if text else 0


def label_chip(spot: Spot, brush: Brush) -> Strip:
    """The label as a chip of its own, always of the same width."""
    palette = brush.palette
    label = label_strip(spot, brush)
    free = label_room(spot, brush) - label.width
    if not label:
        return label
    if not brush.look.fill:
        before = " " if label.plain[0] not in "[>" else ""
        return strip(before, Ink()) + label + strip(" " * (free - len(before)), Ink())
    text = f" {label.plain}{' ' * free}"
    if spot.key == brush.focus.cursor:
        return strip(text, brush.ink(palette.accent, palette.on_accent, bold=True))
    if is_marked(spot, brush):
        return strip(text, brush.ink(palette.on_accent, palette.accent, bold=True))
    live = spot.key in brush.live
    color = palette.accent if live else palette.muted
    return strip(text, brush.ink(color, palette.live if live else palette.bar, live))


def bracketed(text: str, spot: Spot, brush: Brush) -> str:
    """The text as lines without colours show it: live in brackets, the cursor's in arrows."""
    if spot.key == brush.focus.cursor:
        return f">{text}<"
    return f"[{text}]" if spot.key in brush.live else text


def framed(content: Strip, spot: Spot, brush: Brush) -> Strip:
    """The same for what has no label."""
    if brush.look.fill:
        return content
    before, after = bracketed("\0", spot, brush).split("\0")
    ink = brush.ink(brush.palette.accent, bold=True)
    sign = brush.pen.signs.mark if is_marked(spot, brush) else ""
    return strip(before, ink) + content + strip(after + sign, ink)
