"""Footer: the panel with what happened, what is wanted, and buttons for the choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from gamenight.core.scene import Glyph, Scene
from gamenight.draw.canvas import Picture, Target
from gamenight.draw.context import Context, Focus, choice_key, context_for
from gamenight.draw.ink import ACCENT, MUTED, Ink, seat_ink
from gamenight.draw.layouts.blocks import board_of
from gamenight.draw.layouts.sidebar import sidebar_width
from gamenight.draw.line import Line, line
from gamenight.draw.palette import Look
from gamenight.draw.parts.choices import EVERYTHING, Detail, MenuRow, menu_rows
from gamenight.draw.parts.ring import rings
from gamenight.draw.parts.tiles import forms_for
from gamenight.draw.writing import write

MARGIN = 2
FEWEST_LINES = 3
ROOMY, LOW = 30, 22  # lines of a screen
TITLE = 1


DETAILS = (
    Detail(True, 999, 0.36),
    Detail(True, 999, 0.42, told=2),
    Detail(True, 999, 0.42, told=1),
    Detail(True, 999, 0.42, told=1, following=0),
    Detail(False, 999, 0.42),
    Detail(False, 999, 0.42, following=0),
    Detail(False, 24, 0.5, following=0),
    Detail(False, 12, 0.6, following=0),
    Detail(False, 0, 1.0),
)


@dataclass(frozen=True, slots=True)
class FooterPlan:
    """The footer of a decision: `height` is enough for each of its states; `everything`: the
    spots are not on the screen, so every choice has a button."""

    height: int
    detail: Detail
    everything: bool = False


def plan_footer(
    scene: Scene,
    glyphs: Mapping[str, Glyph],
    look: Look,
    size: tuple[int, int],
    everything: bool = False,
    fewest: int = FEWEST_LINES,
) -> FooterPlan:
    """The most telling footer that leaves room for a board in every state of the decision; with at
    least this many lines, so that it keeps its height. A ring is as large as the shortest footer
    lets it be, where shorter words can do that: so it keeps its shape through a match. On a low
    screen what is marked is confirmed on a line of its own, and what happened may need a second."""
    room, height = size[0] - 2 * MARGIN, size[1]
    contexts = [(state, context_for(state, glyphs, look, focus)) for state, focus in _states(scene)]
    fewest += height >= ROOMY or (height < LOW and scene.marks is not None)
    tallest, first = fewest, None
    for detail in DETAILS:
        heights = (len(menu_rows(*each, room, detail, everything)) for each in contexts)
        tallest = max(fewest, *heights)
        if tallest + 1 > max(height * detail.share, fewest + 1):
            continue
        plan = FooterPlan(_height(tallest, fewest, look, height < LOW), detail, everything)
        first = first or plan
        if plan.height <= _most_beside_ring(scene, contexts[0][1], size, fewest + 1):
            return plan
    return first or FooterPlan(min(tallest + 1, height - 1), DETAILS[-1], everything)


def _most_beside_ring(scene: Scene, context: Context, size: tuple[int, int], least: int) -> int:
    """The lines that a ring leaves which is as large as can be above this many lines; all of them
    if the board is no ring."""
    board = board_of(scene)
    if board is None or board.shape != "ring":
        return size[1]
    width, height = size[0] - sidebar_width(size[0]), size[1] - TITLE
    largest = rings(len(board.spots), forms_for(board, context), width, height - least)
    return height - largest[0].size[1] if largest else size[1]


def _height(rows: int, fewest: int, look: Look, low: bool) -> int:
    """With a free line above, unless that would be one more than usual, or the screen is low and
    the board needs it more; a rule needs its line."""
    return rows if look.fill and (rows == fewest + 1 or (low and rows > fewest)) else rows + 1


def draw_footer(
    scene: Scene, context: Context, width: int, plan: FooterPlan, busy: str = ""
) -> Picture:
    """The panel with its rule or edge."""
    look = context.look
    picture = Picture(width, plan.height)
    picture.fill(0, 0, width, plan.height, look.ink(bg=look.palette.panel))
    if not look.fill:
        write(picture, 0, 0, line(context.signs.crossings[10] * width, MUTED), look)
    if context.asked is not None and scene.ask and (look.fill or not look.ascii):
        ink = ACCENT if context.focus.hint else seat_ink(context.asked)
        _draw_stripe(picture, ink, context)
    rows = _rows(scene, context, width - 2 * MARGIN, plan)
    if busy:
        rows = _with_busy(rows, scene, context, width - 2 * MARGIN, plan, busy)
    for y, row in enumerate(rows, 0 if look.fill and len(rows) == plan.height else 1):
        if y < picture.height:
            picture.overlay(_draw_row(row.text, width - MARGIN, look), MARGIN, y)
        picture.targets += [Target(key, x + MARGIN, y, wide) for key, x, wide in row.targets]
    return picture


def _rows(scene: Scene, context: Context, room: int, plan: FooterPlan) -> list[MenuRow]:
    """As planned; but what happened is whole in a state that leaves lines for it."""
    whole = replace(plan.detail, told=EVERYTHING.told)
    rows = menu_rows(scene, context, room, whole, plan.everything)
    if len(rows) <= plan.height - (not context.look.fill):
        return rows
    return menu_rows(scene, context, room, plan.detail, plan.everything)


def _with_busy(
    rows: list[MenuRow], scene: Scene, context: Context, room: int, plan: FooterPlan, busy: str
) -> list[MenuRow]:
    """The rows with what is said besides: below them, or in place of the message, or else of the
    question: the choices stay in sight. It is whole where there are lines for it."""
    told = context.prose(busy, ACCENT)
    whole, short = [*map(MenuRow, told.wrap(room))], [MenuRow(context.clip(told, room))]
    others = menu_rows(
        replace(scene, message="", tone=""), context, room, plan.detail, plan.everything
    )
    free = plan.height - (not context.look.fill)
    for said in (whole, short):
        if len(rows) + len(said) <= free:
            return [*rows, *said]
        if len(others) + len(said) <= free:
            return [*said, *others]
    return [*short, *others[len(others) >= free :]]


@lru_cache(maxsize=256)
def _draw_row(text: Line, width: int, look: Look) -> Picture:
    """A line of the panel; from one frame to the next most stay."""
    picture = Picture(width, 1)
    picture.fill(0, 0, width, 1, look.ink(bg=look.palette.panel))
    write(picture, 0, 0, text, look)
    return picture


def _draw_stripe(picture: Picture, ink: Ink, context: Context) -> None:
    """The edge of the panel, in the colour of the player who is asked."""
    look = context.look
    if look.fill:
        picture.fill(0, 0, 1, picture.height, look.ink(bg=look.palette.color(ink.fg)))
        return
    for y in range(1, picture.height):
        write(picture, 0, y, line(context.signs.heavy[5], ink), look)


def _states(scene: Scene) -> Iterator[tuple[Scene, Focus]]:
    """Every state that one can be in before a choice is made: marked, or touched so far; with the
    cursor nowhere, on the spot that takes most words, and on each button, which then says Enter."""
    if scene.marks is not None:
        buttons = [choice_key(choice.text) for choice in scene.choices if not choice.on]
        for marks in dict.fromkeys([(), scene.marks, *(choice.on for choice in scene.choices)]):
            yield from ((replace(scene, marks=marks), Focus(key)) for key in ("", *buttons))
        return
    yield scene, Focus()
    longest: dict[tuple[str, ...], tuple[int, str]] = {}
    for choice in scene.choices:
        for size in range(1, len(choice.on)):
            longest.setdefault(choice.on[:size], (0, ""))
        if choice.on:
            *path, last = choice.on
            words = len(choice.label) + len(choice.hint), last
            longest[tuple(path)] = max(longest.get(tuple(path), (0, "")), words)
        yield scene, Focus(choice_key(choice.text), choice.on[:-1])
    for touched, (_, cursor) in longest.items():
        if touched:
            yield scene, Focus(path=touched)
        yield scene, Focus(path=touched, cursor=cursor)
