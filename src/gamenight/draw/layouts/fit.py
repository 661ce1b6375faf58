"""Fit: a scene in exactly the room there is: title, scores, board and other areas, log, footer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gamenight.core.scene import Glyph, Scene
from gamenight.core.text import visible
from gamenight.draw.canvas import Picture
from gamenight.draw.collage import Piece, collage
from gamenight.draw.context import Context, Focus, context_for
from gamenight.draw.ink import LIVE, bold, seat_ink
from gamenight.draw.layouts.blocks import INDENT, SCORES, Arrangement, blocks_of
from gamenight.draw.layouts.flow import draw_areas
from gamenight.draw.layouts.footer import draw_footer
from gamenight.draw.layouts.plans import Plans
from gamenight.draw.layouts.screen_plan import FEWEST_LOGGED, HEAD, ScreenPlan
from gamenight.draw.layouts.sidebar import MARGIN, draw_log, draw_sidebar, titled
from gamenight.draw.layouts.stack import Stack
from gamenight.draw.line import Line, joined
from gamenight.draw.palette import Look
from gamenight.draw.parts.scoreboard import score_cards
from gamenight.draw.parts.shapes import draw_area
from gamenight.draw.writing import write

TOP = 1


def draw(
    scene: Scene,
    glyphs: Mapping[str, Glyph],
    look: Look,
    size: tuple[int, int],
    focus: Focus = Focus(),  # noqa: B008
    log: Sequence[str] = (),
    busy: str = "",
    log_cursor: int | None = None,
    plans: Plans | None = None,
) -> Picture:
    """The screen of a scene in exactly this size (columns, lines). `plans` are kept by whoever
    shows one scene after the other."""
    plans = plans or Plans()
    plan = plans.plan(scene, glyphs, look, size)
    context = replace(context_for(scene, glyphs, look, focus), memory=plans.memory)
    title = context.once("title", lambda: _draw_title(scene, context, size[0]))
    pieces = [Piece(title, 0, 0), *_main(scene, context, plan)]
    if plan.sidebar:
        side = _draw_side(scene, context, plan, log, log_cursor)
        pieces.append(Piece(side, size[0] - plan.sidebar, TOP))
    footer = draw_footer(scene, context, size[0], plan.footer, busy)
    pieces.append(Piece(footer, 0, size[1] - plan.footer.height - plan.log))
    if plan.log:
        told = log if log_cursor is not None else _before(log, scene.message)
        high = max(plan.log - 1, FEWEST_LOGGED + HEAD)
        lines = draw_log(told, context, (size[0], high), log_cursor)
        pieces.append(Piece(lines, 0, size[1] - lines.height))
    return collage(pieces, size, context, "screen", look.ink(bg=look.palette.ground))


def _before(log: Sequence[str], message: str) -> Sequence[str]:
    """The log without the last sentences, which the message right above it tells."""
    while log and log[-1] in message:
        log = log[:-1]
    return log


def _draw_title(scene: Scene, context: Context, width: int) -> Picture:
    """The title, and on the right as much of the status as there is room for."""
    look = context.look
    bar = Picture(width, 1)
    bar.fill(0, 0, width, 1, look.ink(bg=look.palette.bar))
    title = context.clip(context.text(scene.title, LIVE), width - 2)
    write(bar, 1, 0, title, look)
    turn = _turn(scene, context)
    facts = [context.fact(part) for part in scene.status if part != turn.plain.partition("'")[0]]
    for count in range(len(facts), -1, -1):
        status = joined([*facts[:count], turn], context.signs.between)
        if status and title.width + status.width + 4 <= width:
            write(bar, width - 1 - status.width, 0, status, look)
            break
    return bar


def _turn(scene: Scene, context: Context) -> Line:
    """Whose turn it is, in that player's colour."""
    current = next((row for row in scene.scores if row.current), None)
    if current is None or not visible(current.name):
        return Line()
    return context.text(f"{current.name}'s turn", bold(seat_ink(current.seat)))


def _main(scene: Scene, context: Context, plan: ScreenPlan) -> list[Piece]:
    """The scores at the top, the areas in the middle of what is left."""
    width, height = plan.room
    if plan.arrangement is None or plan.stack is None:
        flowing = replace(context, look=replace(context.look, fill=False, flows=True))
        shown = Picture(width, height)
        shown.paste(draw_areas(scene.areas, flowing, width - 2 * INDENT), 0, 0)
        return [Piece(replace(shown, targets=[]), 0, TOP)]
    parts = _parts(scene, context, plan, plan.arrangement, plan.stack)
    y, pieces = TOP, []
    if parts and parts[0][0] == SCORES:
        scores = parts.pop(0)[1]
        used = scores.height + sum(part.height for _, part, _ in parts)
        y += 1 if height - used > len(parts) else 0
        pieces.append(Piece(scores, INDENT, y))
        y += scores.height + plan.stack.gap
    return [*pieces, *_centred(parts, (width, TOP + height), y, plan)]


def _parts(
    scene: Scene, context: Context, plan: ScreenPlan, arrangement: Arrangement, stack: Stack
) -> list[tuple[str, Picture, bool]]:
    """What stands under each other: key, picture, whether it is the board."""
    heights = dict(stack.heights)
    found = []
    for part in blocks_of(scene, context, arrangement, plan.height, plan.middle):
        drawn = part.draw(plan.room[0], heights[part.key])
        if drawn is not None and drawn.height:
            found.append((part.key, drawn, part.is_board))
    return found


def _centred(
    parts: Sequence[tuple[str, Picture, bool]], end: tuple[int, int], top: int, plan: ScreenPlan
) -> Iterator[Piece]:
    """The board in the middle of the room, the others flush with it below or above, as far as they
    have room there; all of them where they stood when they were wider."""
    gap = plan.stack.gap if plan.stack is not None else 0
    used = sum(part.height for _, part, _ in parts) + gap * max(len(parts) - 1, 0)
    y = top + max((end[1] - top - used) // 2, 0)
    kept = dict(plan.kept)
    widths = {key: max(part.width, kept.get(key, 0)) for key, part, _ in parts}
    board = max((widths[key] for key, _, is_board in parts if is_board), default=0)
    others = max((widths[key] for key, _, is_board in parts if not is_board), default=0)
    left = max(min((end[0] - board) // 2, end[0] - INDENT - others), 0)
    for key, part, is_board in parts:
        x = (end[0] - widths[key]) // 2 if is_board else left
        yield Piece(part, max(x, 0), y)
        y += part.height + gap


def _draw_side(
    scene: Scene, context: Context, plan: ScreenPlan, log: Sequence[str], log_cursor: int | None
) -> Picture:
    room = plan.sidebar - 2 * MARGIN
    forms = [form for form in score_cards(scene, context, room) if form.height <= plan.players]
    parts = [titled("PLAYERS", forms[0], context)] if forms else []
    for area in scene.areas:
        height = dict(plan.aside).get(area.key, 0)
        drawn = draw_area(area, context, room, height) if height else None
        if drawn is not None:
            parts.append(drawn)
    return draw_sidebar(parts, log, context, (plan.sidebar, plan.room[1]), log_cursor)
