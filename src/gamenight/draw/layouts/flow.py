"""Flow: a scene as lines in a given width, as many as it takes; nothing is left out.

For plain mode and pipes: every part in its smallest framed form, dice as numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from gamenight.core.scene import Area, Glyph, Scene, texts
from gamenight.draw.ansi import painted, painted_lines
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context, context_for
from gamenight.draw.ink import BOLD
from gamenight.draw.layouts.spoken import spoken, spoken_choices
from gamenight.draw.line import flow, joined, spaces
from gamenight.draw.palette import flowing
from gamenight.draw.parts.choices import EVERYTHING, explain, menu_rows
from gamenight.draw.parts.legend import legend_lines
from gamenight.draw.parts.ring import RingPlan, draw_around, plans
from gamenight.draw.parts.scoreboard import score_list
from gamenight.draw.parts.shapes import draw_area
from gamenight.draw.parts.tiles import forms_for
from gamenight.draw.parts.trays import is_tray, tray_edge
from gamenight.draw.style import Style
from gamenight.draw.transliteration import to_ascii
from gamenight.draw.writing import block

INDENT = 2
PAGE = 100
ENDLESS = 10_000
APART = 4
TALLEST_RING = 16
NARROWEST_HOLE = 24
OVERHANG = 2

TONE_SIGNS = {"good": "counts for you", "danger": "in danger"}

# Something drawn for the width there is.
Part = Callable[[int], Picture]


def render(scene: Scene, glyphs: Mapping[str, Glyph], style: Style) -> list[str]:
    """The scene as lines: title, scores, areas, what happened, what is wanted, the choices; in
    sentences where these are read aloud."""
    if style.spoken:
        return _spelt(spoken(scene, glyphs), style) or ["-"]
    context = context_for(scene, glyphs, flowing(style))
    width = style.width
    blocks = [*_draw_table(scene, context, width), _draw_menu(scene, context, width)]
    lines = painted_lines(_draw_title(scene, context, width), style)
    for index, drawn in enumerate(part for part in blocks if part.height):
        lines += ["", *painted_lines(drawn, style)] if index else painted_lines(drawn, style)
    return lines if any(lines) else [context.signs.empty]


def render_choices(scene: Scene, glyphs: Mapping[str, Glyph], style: Style) -> list[str]:
    """What can be typed now, one choice per line: label or key, words, hint."""
    if style.spoken:
        return _spelt(spoken_choices(scene), style) or ["There is nothing to choose now."]
    context = context_for(scene, glyphs, flowing(style))
    lines = [painted(text, style) for text in explain(scene, context, style.width)]
    return lines if any(lines) else [context.signs.empty]


def legend(glyphs: Mapping[str, Glyph], style: Style) -> list[str]:
    """What the signs mean: face, name, help."""
    context = Context(flowing(style), glyphs)
    return [painted(text, style) for text in legend_lines(tuple(glyphs), context, style.width)]


def shown_signs(scenes: Iterable[Scene], glyphs: Mapping[str, Glyph], style: Style) -> list[str]:
    """What the signs in these scenes mean."""
    seen = {text for scene in scenes for text in texts(scene.areas)}
    return legend({face: glyph for face, glyph in glyphs.items() if face in seen}, style)


def tone_signs(scene: Scene, style: Style) -> list[str]:
    """What the signs behind values on the board mean, where there are no colours to say it."""
    look, spots = flowing(style), [spot for area in scene.areas for spot in area.spots]
    tones = {spot.tone for spot in spots} | {token.tone for spot in spots for token in spot.tokens}
    shown = {tone: look.tone_sign(tone) for tone in TONE_SIGNS if tone in tones}
    found = [f"{sign} {TONE_SIGNS[tone]}" for tone, sign in shown.items() if sign]
    return [] if style.spoken else _spelt(found, style)


def _spelt(lines: list[str], style: Style) -> list[str]:
    return [to_ascii(text) for text in lines] if style.ascii else lines


def _draw_title(scene: Scene, context: Context, width: int) -> Picture:
    """The title, and the status on the right where it has room, else below."""
    width = min(width, PAGE)
    title = context.text(scene.title, BOLD)
    status = joined([context.text(part) for part in scene.status], context.signs.between)
    if title.width + 2 + status.width <= width:
        gap = width - title.width - status.width if status else 0
        lines = [title + spaces(gap) + status]
    else:
        parts = [context.text(part) for part in scene.status]
        below = [spaces(INDENT) + text for text in flow(parts, width - INDENT)]
        lines = [*title.wrap(width), *below]
    return block([text for text in lines if text], context.look)


def _draw_table(scene: Scene, context: Context, width: int) -> list[Picture]:
    """The scores and areas; a board that is a ring has in its middle what fits there."""
    scores: Part = partial(score_list, scene, context)
    room = width - INDENT
    board = next((area for area in scene.areas if area.shape == "ring" and area.rank == 0), None)
    others = [area for area in scene.areas if area is not board]
    if board is None:
        return [scores(width), draw_areas(others, context, room)]
    others.sort(key=lambda area: area.rank)
    parts: list[Part] = [scores, *(partial(_draw_whole, area, context) for area in others)]
    found = _ring_around(board, context, room, parts if scene.scores else parts[1:])
    if found is None:
        board_alone = draw_areas([board], context, room)
        return [scores(width), board_alone, draw_areas(others, context, room)]
    drawn, inside = found
    outside = [area for area, part in zip(others, parts[1:], strict=True) if part not in inside]
    above = [] if scores in inside else [scores(width)]
    return [*above, _indented(drawn), draw_areas(outside, context, room)]


def _draw_whole(area: Area, context: Context, width: int) -> Picture:
    return draw_area(area, context, width, ENDLESS) or Picture(0, 0)


def draw_areas(areas: Sequence[Area], context: Context, width: int) -> Picture:
    """Areas under each other, lists beside each other where they fit."""
    edge = tray_edge(areas, context)
    rows: list[list[Picture]] = []
    listed = False
    for area in areas:
        drawn = draw_area(area, context, width, ENDLESS, edge) or Picture(0, 0)
        follows = listed and area.shape == "list" and not is_tray(area)
        together = sum(part.width + APART for part in rows[-1]) + drawn.width if rows else 0
        if follows and together <= width:
            rows[-1].append(drawn)
        else:
            rows.append([drawn])
        listed = area.shape == "list" and not is_tray(area)
    whole = Picture(width, sum(max(part.height for part in row) for row in rows))
    y = 0
    for row in rows:
        x = 0
        for part in row:
            whole.paste(part, x, y)
            x += part.width + APART
        y += max(part.height for part in row)
    return _indented(whole)


def _indented(drawn: Picture) -> Picture:
    whole = Picture(drawn.width + INDENT, drawn.height)
    whole.paste(drawn, INDENT, 0)
    return whole


@dataclass(frozen=True)
class _Filled:
    """A ring, the parts that its middle holds, and these drawn."""

    plan: RingPlan
    parts: tuple[Part, ...]
    inside: Picture


def _ring_around(
    board: Area, context: Context, width: int, parts: Sequence[Part]
) -> tuple[Picture, tuple[Part, ...]] | None:
    """The ring with which everything takes the fewest lines, and the parts in its middle; the
    legend is there or beside it where it has room. None: there is no room for a ring."""
    faces = tuple(dict.fromkeys(spot.face for spot in board.spots if spot.face in context.glyphs))
    signs: Part = lambda room: block(legend_lines(faces, context, room), context.look)  # noqa: E731
    rings = [
        _filled(plan, [*parts, signs])
        for form in forms_for(board, context)
        for plan in plans(len(board.spots), form, width, TALLEST_RING)
    ]
    if not rings:
        return None
    heights = {part: part(width).height for part in parts}
    best = min(rings, key=lambda ring: _lines_taken(ring, heights, signs))
    drawn = draw_around(board, context, best.plan, best.inside)
    room = width - drawn.width - APART
    aside = signs(room) if signs not in best.parts and room >= NARROWEST_HOLE else Picture(0, 0)
    if aside.height and aside.height <= drawn.height + OVERHANG and aside.width <= room:
        height = max(drawn.height, aside.height)
        whole = Picture(drawn.width + APART + aside.width, height)
        whole.paste(drawn, 0, 0)
        whole.paste(aside, drawn.width + APART, 0)
        drawn = whole
    return drawn, best.parts


def _lines_taken(
    ring: _Filled, heights: Mapping[Part, int], signs: Part
) -> tuple[int, tuple[bool, ...], bool]:
    """The lines of a ring and of the parts that are not in it, with blank lines between; of rings
    that take as many, the one with the first parts inside and with the legend is better."""
    inside = tuple(part in ring.parts for part in heights)
    outside = [height for part, height in heights.items() if part not in ring.parts]
    apart = (not all(inside[:1])) + (not all(inside[1:]))
    lines = ring.plan.size[1] + sum(outside) + apart
    return lines, tuple(not here for here in inside), signs not in ring.parts


def _filled(plan: RingPlan, parts: Sequence[Part]) -> _Filled:
    """The parts that fit into the middle of a ring, with blank lines between them as far as there
    are some to spare."""
    width, height = plan.hole
    found: list[tuple[Part, Picture]] = []
    left = height
    for part in parts if width >= NARROWEST_HOLE else ():
        drawn = part(width)
        if drawn.height and drawn.height <= left and drawn.width <= width:
            found.append((part, drawn))
            left -= drawn.height
    inside = Picture(width, height - max(left - len(found) + 1, 0))
    y = 0
    for index, (_, drawn) in enumerate(found):
        y += 0 < index <= left
        inside.paste(drawn, 0, y)
        y += drawn.height
    return _Filled(plan, tuple(part for part, _ in found), inside)


def _draw_menu(scene: Scene, context: Context, width: int) -> Picture:
    """What happened, what is wanted with the labels to type, and the other choices."""
    rows = menu_rows(scene, context, width, EVERYTHING, False)
    return block([row.text for row in rows], context.look)
