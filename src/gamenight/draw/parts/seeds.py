"""Seeds: what a pit shows of itself, and of what the choice under the cursor would do to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamenight.core.scene import Spot
from gamenight.draw.colors import mixed
from gamenight.draw.context import Context
from gamenight.draw.line import Line, joined, line
from gamenight.draw.parts.hollows import hollow, wood_edge
from gamenight.draw.parts.spots import is_marked, label_line
from gamenight.draw.parts.tokens import seed_count

MOST_SHOWN = 999
LIVE_RIM, STORE_RIM, QUIET_RIM, OWNED_KEY, LIFTED, QUIET_KEY = 0.65, 0.45, 0.3, 0.45, 0.5, 0.45


@dataclass(frozen=True, slots=True)
class PitView:
    """The colours and words of a pit. colors: of each seed, and whether it only would lie here;
    came: what the last move brought; gain: what would come or go, else what came, where the count
    has no line of its own."""

    rim: str
    glow: str
    color: str
    key: Line
    name: Line
    number: tuple[Line, Line, str]
    came: Line
    gain: Line
    colors: tuple[tuple[str, bool], ...]
    seeds: tuple[Line, ...]

    def count(self, wide: bool) -> Line:
        """The number, with what it would become, `2 → 3`, or with what came: `2 +1`."""
        now, after, arrow = self.number
        if not after:
            return joined([now, self.came])
        muted = now.parts[0][1]
        return now + line(f" {arrow} " if wide else arrow, muted) + after


def pit_view(spot: Spot, context: Context) -> PitView:
    """How a pit looks now."""
    count, after = seed_count(spot), context.ahead(spot)
    then = count if after is None else seed_count(after)
    change = then - count
    lifted = change < 0 and spot.key == context.focus.cursor
    taken = change < 0 and not lifted
    palette = context.palette
    owner = palette.seat(spot.owner) if spot.owner is not None else palette.strong
    coming = palette.good if spot.span != (1, 1) else palette.seat(context.asked)
    colors = tuple(_colors(spot, context, lifted, taken)) + ((coming, True),) * max(change, 0)
    signs, came = context.signs, came_line(spot, context)
    return PitView(
        rim=palette.good if taken else _rim(spot, context),
        glow=_glow(spot, context),
        color=owner,
        key=_key(spot, context),
        name=Line()
        if spot.label
        else line(context.words(spot.name), context.ink(owner, bold=True)),
        number=_number(spot, context, then, coming),
        came=came,
        gain=line(f"{change:+}", context.ink(coming, bold=True)) if change else came,
        colors=colors,
        seeds=tuple(
            line(signs.ghost if ghost else signs.dot, context.ink(color, bold=True))
            for color, ghost in colors
        ),
    )


def came_line(spot: Spot, context: Context) -> Line:
    """What the last move brought to a pit: `+1`."""
    count, color = context.gain(spot), context.palette.trace
    return line(f"{count:+}", context.ink(color)) if count else Line()


def _colors(spot: Spot, context: Context, lifted: bool, taken: bool) -> Iterator[tuple[str, bool]]:
    """Seeds are neutral; in the hand, made of something, or taken they have another colour."""
    palette = context.palette
    dim = mixed(palette.seed, hollow(palette), LIFTED) if context.look.fill else palette.muted
    for token in spot.tokens:
        usual = palette.tone(token.tone) or palette.material(token.color) or palette.seed
        color = palette.good if taken else dim if lifted else usual
        for _ in range(min(max(token.count, 0), MOST_SHOWN)):
            yield color, False


def _is_lit(spot: Spot, context: Context) -> bool:
    """Whether a pit is where the person or the movement is."""
    return is_pointed(spot, context) or is_marked(spot, context) or spot.tone == "held"


def _glow(spot: Spot, context: Context) -> str:
    return context.palette.accent if is_pointed(spot, context) else ""


def is_pointed(spot: Spot, context: Context) -> bool:
    """Whether the cursor or a hint is on a pit."""
    return spot.key in (context.focus.cursor, context.focus.hint)


def _rim(spot: Spot, context: Context) -> str:
    """Gold is where the person is, the tone what happens, teal the last move, the owner's colour
    what can be touched."""
    palette, fill = context.palette, context.look.fill
    edge = wood_edge(palette) if fill else palette.muted
    if _is_lit(spot, context):
        return palette.accent
    if spot.tone:
        return palette.tone(spot.tone)
    if spot.key in context.focus.last:
        return mixed(edge, palette.trace, LIVE_RIM) if fill else palette.trace
    live = spot.key in context.live
    if spot.owner is None:
        return palette.accent if live else edge
    owner = palette.seat(spot.owner)
    if not fill:
        return owner
    usual = QUIET_RIM if spot.span == (1, 1) else STORE_RIM
    return mixed(edge, owner, LIVE_RIM if live else usual)


def _key(spot: Spot, context: Context) -> Line:
    """What is typed: on a chip of its owner's colour where it can be."""
    label = label_line(spot, context, on_ground=False)
    if not label or not context.look.fill:
        return label
    palette = context.palette
    if _is_lit(spot, context) and spot.tone != "held":
        return line(f" {label.plain} ", context.ink(palette.on_accent, palette.accent, bold=True))
    if spot.key in context.live:
        ground = mixed(palette.wood, palette.seat(spot.owner), OWNED_KEY)
        return line(f" {label.plain} ", context.ink(palette.strong, ground, bold=True))
    return line(label.plain, context.ink(mixed(palette.wood, palette.text, QUIET_KEY)))


def _number(spot: Spot, context: Context, then: int, coming: str) -> tuple[Line, Line, str]:
    """The number of seeds, that number as it would be, and the arrow between them."""
    palette, count = context.palette, seed_count(spot)
    quiet = mixed(palette.wood, palette.text, QUIET_KEY) if context.look.fill else palette.muted
    arrow = context.signs.arrow
    if then != count:
        gone = then < count and spot.key != context.focus.cursor
        color = palette.good if gone else palette.accent if then < count else coming
        sign = "*" if gone and not context.look.fill else ""
        after = line(f"{then}{sign}", context.ink(color, bold=True))
        return line(str(count), context.ink(quiet)), after, arrow
    color = palette.tone(spot.tone) or (palette.strong if count else quiet)
    text = f"{count}{context.look.tone_sign(spot.tone)}"
    return line(text, context.ink(color, bold=bool(count))), Line(), arrow
