"""Text: a whole scene as lines for a terminal or a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from gamenight.core.scene import Area, Glyph, Scene
from gamenight.draw.cells import Line, joined, line, spaces, table
from gamenight.draw.flow.areas import draw_area, draw_areas
from gamenight.draw.flow.choices import draw_menu, explain
from gamenight.draw.flow.ring import Block, draw_ring
from gamenight.draw.flow.scores import draw_scores
from gamenight.draw.pen import Pen, pen_for
from gamenight.draw.style import BOLD, MUTED, TONES, Style

INDENT = 2
PAGE = 100


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of a scene is drawn: hints or not, areas up to a rank, blank lines or not."""

    hints: bool
    rank: int
    blanks: bool


def render(scene: Scene, glyphs: Mapping[str, Glyph], style: Style) -> list[str]:
    """The scene as lines: title, scores, areas, what happened, what is wanted, the choices.

    Where the style has a height too small for it, hints go first, then the areas of higher
    rank, then blank lines; a choice never goes.
    """
    pen = pen_for(scene, glyphs, style)
    lines: list[Line] = []
    for extent in _extents(scene):
        lines = _draw(scene, pen, extent)
        if not style.height or len(lines) <= style.height:
            break
    return _painted(lines, pen) or [pen.signs.empty]


def render_choices(scene: Scene, glyphs: Mapping[str, Glyph], style: Style) -> list[str]:
    """What can be typed now, line by line: label or key, words, hint."""
    pen = pen_for(scene, glyphs, style)
    return _painted(explain(scene, pen, style.width), pen) or [pen.signs.empty]


def legend(glyphs: Mapping[str, Glyph], style: Style) -> list[str]:
    """What the signs mean: face, name, help."""
    pen = Pen(style, glyphs)
    return _painted(_draw_legend(tuple(glyphs), pen, style.width), pen)


def _painted(lines: list[Line], pen: Pen) -> list[str]:
    return [pen.clip(text, pen.style.width).paint(pen.style.color) for text in lines]


def _extents(scene: Scene) -> Iterator[Extent]:
    ranks = sorted({area.rank for area in scene.areas} | {0}, reverse=True)
    yield Extent(True, ranks[0], True)
    for rank in ranks:
        yield Extent(False, rank, True)
    yield Extent(False, 0, False)


def _draw(scene: Scene, pen: Pen, extent: Extent) -> list[Line]:
    areas = [area for area in scene.areas if area.rank <= extent.rank or _is_live(area, pen)]
    body = _draw_table(scene, areas, pen)
    footer = _draw_footer(scene, pen, extent.hints)
    blocks = [block for block in (*body, footer) if block]
    lines = _title(scene, pen)
    for index, block in enumerate(blocks):
        lines += [Line()] if index and extent.blanks else []
        lines += block
    return lines


def _is_live(area: Area, pen: Pen) -> bool:
    """Whether a choice begins here: such an area is part of the menu."""
    return any(spot.key in pen.live for spot in area.spots)


def _title(scene: Scene, pen: Pen) -> list[Line]:
    """The title, and on the right as much of the status as there is room for."""
    width = min(pen.style.width, PAGE)
    title = pen.clip(pen.text(scene.title, BOLD), width)
    for count in range(len(scene.status), 0, -1):
        status = joined([pen.text(part) for part in scene.status[:count]], pen.signs.between)
        if title.width + 2 + status.width <= width:
            return [title + spaces(width - title.width - status.width) + status]
    return [title] if title else []


def _draw_table(scene: Scene, areas: list[Area], pen: Pen) -> list[list[Line]]:
    """The scores and areas; a board that is a ring holds in its hole what fits."""
    width = pen.style.width
    board = next((area for area in areas if area.shape == "ring" and area.rank == 0), None)
    others = [area for area in areas if area is not board]
    room = width - INDENT
    if board is None:
        return [draw_scores(scene, pen, width), _indented(draw_areas(others, pen, room))]
    others.sort(key=lambda area: area.rank)
    faces = tuple(dict.fromkeys(spot.face for spot in board.spots if spot.face in pen.glyphs))
    blocks: list[Block] = [
        partial(draw_scores, scene, pen),
        *(partial(draw_area, area, pen) for area in others),
    ]
    signs: Block = partial(_draw_legend, faces, pen)
    ring, inside = draw_ring(board, pen, room, blocks, signs)
    scores = [] if 0 in inside else draw_scores(scene, pen, width)
    outside = [area for index, area in enumerate(others, 1) if index not in inside]
    return [scores, _indented(ring), _indented(draw_areas(outside, pen, room))]


def _indented(lines: list[Line]) -> list[Line]:
    return [spaces(INDENT) + text for text in lines]


def _draw_footer(scene: Scene, pen: Pen, hints: bool) -> list[Line]:
    """What happened, what is wanted with the labels to type, and the other choices."""
    width = pen.style.width
    labels, entries = draw_menu(scene, pen, width, hints)
    sign = pen.style.tone_sign(scene.tone)
    message = joined([line(sign), pen.prose(scene.message, TONES.get(scene.tone, ""))])
    ask = pen.prose(scene.ask, BOLD)
    question = joined([ask, labels], "  ")
    if question.width <= width:
        wanted = [question] if question else []
    else:
        wanted = [*ask.wrap(width), *labels.wrap(width)]
    return [*message.wrap(width), *wanted, *entries]


def _draw_legend(faces: tuple[str, ...], pen: Pen, width: int) -> list[Line]:
    rows = []
    for face in faces:
        glyph = pen.glyphs[face]
        sign, name = line(pen.face(face)), pen.text(glyph.name, BOLD)
        same = sign.plain == name.plain
        rows.append((Line() if same else sign, name, pen.text(glyph.help, MUTED)))
    return table(rows, width)
