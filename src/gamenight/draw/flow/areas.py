"""Areas: the spots that belong together, drawn by their shape and look."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamenight.core.scene import Area, Spot
from gamenight.draw.cells import Line, beside, joined, line, spaces, table
from gamenight.draw.flow.grid import draw_grid
from gamenight.draw.flow.ring import draw_strips
from gamenight.draw.pen import Pen
from gamenight.draw.style import BOLD, LIVE, MUTED
from gamenight.draw.tokens import draw_seeds, draw_token, draw_unit, seed_count, spoken_tokens

Drawing = Callable[[Area, Pen, int], list[Line]]
GAP = 4


def draw_area(area: Area, pen: Pen, width: int, edge: int = 0) -> list[Line]:
    """The lines of an area with its title; none of them is wider than asked.

    `edge` is where the tokens of a tray begin, so that trays under each other line up.
    """
    if _is_tray(area):
        return _draw_tray(area, pen, width, edge)
    body = SHAPES.get(area.shape, _draw_list)(area, pen, width)
    return [*_title(area, pen, width), *body]


def draw_areas(areas: Sequence[Area], pen: Pen, width: int) -> list[Line]:
    """Areas under each other, lists beside each other where they fit."""
    blocks: list[tuple[bool, list[Line]]] = []
    edge = max((_tray_head(area, pen, width).width for area in areas if _is_tray(area)), default=0)
    for area in areas:
        block = draw_area(area, pen, width, edge)
        listed = area.shape == "list" and not _is_tray(area)
        if listed and blocks and blocks[-1][0]:
            together = beside(blocks[-1][1], block, GAP)
            if all(part.width <= width for part in together):
                blocks[-1] = (True, together)
                continue
        blocks.append((listed, block))
    return [part for _, block in blocks for part in block]


def _title(area: Area, pen: Pen, width: int) -> list[Line]:
    """The board needs no title: it is what the scene is about."""
    if area.rank == 0 and area.shape in ("grid", "ring"):
        return []
    secret = line(" (secret)", MUTED) if area.secret else Line()
    title = pen.text(area.title, BOLD)
    sign = pen.face(area.sign)
    if not title.plain.casefold().startswith(sign.casefold()):
        title = joined([line(sign), title])
    title = title + secret if title else title
    return [pen.clip(title, width)] if title else []


def _is_tray(area: Area) -> bool:
    return area.look == "tray" or area.shape == "pile"


def _tray_head(area: Area, pen: Pen, width: int) -> Line:
    title = joined(_title(area, pen, width // 2))
    return title + line(":") if title else title


def _draw_tray(area: Area, pen: Pen, width: int, edge: int) -> list[Line]:
    """What was put aside, on one line: sign, title, tokens and their number."""
    tokens = [
        pen.label(spot) + draw_token(token, pen)
        if spot.label and token is spot.tokens[0]
        else draw_token(token, pen)
        for spot in area.spots
        for token in spot.tokens
    ]
    empty = [pen.label(spot) for spot in area.spots if spot.label and not spot.tokens]
    notes = [pen.text(spot.note, MUTED) for spot in area.spots if spot.note]
    head = _tray_head(area, pen, width).pad(edge)
    count = line(f"({sum(seed_count(spot) for spot in area.spots)})", BOLD)
    held = joined([*tokens, *empty, count, *notes]).wrap(width - edge - 1)
    return [
        (head if row == 0 else spaces(edge)) + spaces(1 if edge else 0) + text
        for row, text in enumerate(held)
    ]


def _draw_list(area: Area, pen: Pen, width: int) -> list[Line]:
    """One spot a line: label, what lies there, its name, its note."""
    rows = [
        (pen.label(spot), _listed(spot, pen), pen.text(spot.note, MUTED)) for spot in _filled(area)
    ]
    return table(rows, width) or [line("-", MUTED)]


def _listed(spot: Spot, pen: Pen) -> Line:
    """What a spot is and holds, in words and signs."""
    ink = pen.spot_ink(spot)
    ground = line(pen.face(spot.face), ink)
    seeds = [token for token in spot.tokens if token.kind == "seed" and not token.face]
    if seeds and len(seeds) == len(spot.tokens):
        held = joined([line(str(seed_count(spot)), BOLD), *draw_seeds(spot, pen, 12, 1)])
    else:
        held = draw_unit(spot, pen)
    spoken = "" if seeds else spoken_tokens(spot, pen)
    words = pen.text(spot.name or spoken, f"{BOLD};{ink}" if ink else BOLD)
    same = words.plain.casefold() == held.plain.casefold()
    sign = line(pen.style.tone_sign(spot.tone), ink)
    found = joined([ground, held if not same else Line(), words, sign])
    return found or line(pen.signs.empty, MUTED)


def _filled(area: Area) -> list[Spot]:
    """The spots without those that are only kept for later."""
    return [spot for spot in area.spots if spot != Spot(spot.key)]


def _draw_row(area: Area, pen: Pen, width: int) -> list[Line]:
    """Boxes beside each other, as many in a line as fit; lanes and pits share their borders."""
    if area.look in ("lane", "pit"):
        return draw_grid(area, pen, width) or _draw_list(area, pen, width)
    if area.look == "tile":
        return draw_strips(area, pen, width)
    lines: list[Line] = []
    current: list[Line] = []
    for spot in _filled(area):
        box = _box(spot, pen, width)
        if not current:
            current = box
        elif current[0].width + 1 + box[0].width <= width:
            current = beside(current, box, 1)
        else:
            lines.extend(current)
            current = box
    return [*lines, *current]


def _box(spot: Spot, pen: Pen, width: int) -> list[Line]:
    """A spot in a frame of its own: the label in its upper border, the note in its lower."""
    ink = pen.spot_ink(spot)
    sign = line("" if spot.key in pen.marks else pen.style.tone_sign(spot.tone), ink)
    ground = line(pen.face(spot.face), ink)
    name = Line() if spot.label or spot.tokens else pen.text(spot.name, ink)
    inside = joined([ground, draw_unit(spot, pen) + sign, name])
    label, note = pen.label(spot), pen.text(spot.note, ink)
    room = min(max(inside.width + 2, label.width + 2, note.width + 2, 5), width - 2)
    border = LIVE if spot.key in pen.live else ink or MUTED
    cross = pen.signs.crossings
    side = line(cross[5], border)
    middle = side + pen.fit(inside, room) + side
    return [
        line(cross[6], border) + _edge(label, room, border, pen) + line(cross[12], border),
        middle,
        line(cross[3], border) + _edge(note, room, border, pen) + line(cross[9], border),
    ]


def _edge(text: Line, room: int, ink: str, pen: Pen) -> Line:
    """A border with a word in its middle."""
    text = pen.clip(text, room)
    before = (room - text.width) // 2
    after = room - text.width - before
    return (
        line(pen.signs.crossings[10] * before, ink)
        + text
        + line(pen.signs.crossings[10] * after, ink)
    )


def _draw_lattice(area: Area, pen: Pen, width: int) -> list[Line]:
    return draw_grid(area, pen, width) or _draw_list(area, pen, width)


SHAPES: dict[str, Drawing] = {
    "row": _draw_row,
    "grid": _draw_lattice,
    "ring": draw_strips,
    "list": _draw_list,
}
