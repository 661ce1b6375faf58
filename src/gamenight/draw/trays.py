"""Trays: what was put aside, on one line: sign, title, tokens and their number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamenight.core.scene import Area, Spot
from gamenight.draw.brush import Brush
from gamenight.draw.canvas import Picture
from gamenight.draw.dice import chips
from gamenight.draw.frames import arranged
from gamenight.draw.inks import (
    framed,
    label_chip,
    spot_ground,
    spot_ink,
    tone_ink,
    words,
)
from gamenight.draw.strip import Strip, flow, joined, strip
from gamenight.draw.tokens import seed_count


def is_tray(area: Area) -> bool:
    return area.look == "tray" or area.shape == "pile"


def title_strip(area: Area, brush: Brush) -> Strip:
    """The sign and the title of an area, and whether others do not see it."""
    palette = brush.palette
    title = strip(words(area.title, brush), brush.ink(palette.muted, bold=True))
    sign = strip(brush.pen.face(area.sign), brush.ink(palette.muted, bold=True))
    if title.plain.casefold().startswith(sign.plain.casefold()):
        sign = Strip()
    secret = strip("(secret)" if area.secret and title else "", brush.ink(palette.muted))
    return joined([sign, title, secret])


def tray_edge(areas: Iterable[Area], brush: Brush) -> int:
    """Where the tokens begin, so that trays under each other line up."""
    return max((title_strip(area, brush).width for area in areas if is_tray(area)), default=0)


def draw_tray(area: Area, brush: Brush, width: int, height: int, edge: int = 0) -> Picture | None:
    """Every token; one of each kind with their number where these have no room."""
    head = title_strip(area, brush)
    start = max(head.width, edge) + 2 if head else edge
    for least in (start, head.width + 1 if head else 0, 0):
        for short in (False, True):
            body = _body(area, brush, width - least, short)
            if body is None or body.height > height:
                continue
            picture = Picture(least + body.width, body.height)
            if least:
                head.put(picture, 0, 0)
            picture.paste(body, least, 0)
            return picture
    return None


def _body(area: Area, brush: Brush, width: int, short: bool) -> Picture | None:
    if width < 1:
        return None
    pieces = [_piece(spot, brush, width, short) for spot in area.spots]
    total = sum(seed_count(spot) for spot in area.spots)
    count = strip(f"({total})", brush.ink(brush.palette.strong, bold=True))
    muted = brush.ink(brush.palette.muted)
    notes = [strip(words(spot.note, brush), muted) for spot in area.spots if spot.note]
    ends = [count] if short else [count, *notes]
    pieces.extend(_written(end) for end in ends)
    if any(piece.width > width for piece in pieces):
        return None
    return arranged(pieces, width, (1, 0))


def _piece(spot: Spot, brush: Brush, width: int, short: bool) -> Picture:
    """The tokens of a spot on as many lines as they need."""
    tokens = chips(spot, brush)
    if short and len(tokens) > 1:
        tokens = _counted(spot, brush, tokens)
    held = [*tokens] or [strip(brush.pen.spell("·"), spot_ink(spot, brush, brush.palette.muted))]
    held = [strip(brush.pen.face(spot.face), tone_ink(spot, brush)), *held]
    lines = flow([label_chip(spot, brush), *held], width)
    if not spot.label:
        lines[0] = framed(lines[0], spot, brush)
    picture = Picture(max(line.width for line in lines), len(lines))
    ground = spot_ground(spot, brush, "")
    if ground and brush.look.fill:
        picture.fill(0, 0, picture.width, picture.height, brush.ink(bg=ground))
    for row, line in enumerate(lines):
        line.put(picture, 0, row)
    picture.mark(spot.key, 0, 0, picture.width, picture.height)
    return picture


def _counted(spot: Spot, brush: Brush, tokens: Sequence[Strip]) -> list[Strip]:
    """One of each kind of token, with how many of it there are."""
    kinds: dict[Strip, int] = {}
    for token, drawn in zip(spot.tokens, tokens, strict=True):
        kinds[drawn] = kinds.get(drawn, 0) + token.count
    ink = spot_ink(spot, brush, bold=True)
    times = brush.pen.signs.times
    return [
        drawn + strip(f"{times}{count}" if count > 1 else "", ink) for drawn, count in kinds.items()
    ]


def _written(text: Strip) -> Picture:
    picture = Picture(text.width, 1)
    text.put(picture, 0, 0)
    return picture
