"""Trays: what was put aside, on one line: sign, title, tokens and their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from gamenight.core.scene import Area, Spot, Token
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context
from gamenight.draw.line import Line, joined, line, packed
from gamenight.draw.parts.dice import SMALL
from gamenight.draw.parts.dice import block as block_of
from gamenight.draw.parts.frames import arranged
from gamenight.draw.parts.letters import draw_letters
from gamenight.draw.parts.spots import framed, label_chip, spot_ground, spot_ink, tone_ink
from gamenight.draw.parts.tokens import chip, chips, seed_count
from gamenight.draw.writing import block, write

ENDLESS = 999


def is_tray(area: Area) -> bool:
    return area.look == "tray" or area.shape == "pile"


def title_line(area: Area, context: Context) -> Line:
    """The sign and the title of an area; and that it is secret, where one of them says what is."""
    palette = context.palette
    title = line(context.words(area.title), context.ink(palette.muted, bold=True))
    sign = line(context.face(area.sign), context.ink(palette.muted, bold=True))
    if title.plain.casefold().startswith(sign.plain.casefold()):
        sign = Line()
    named = joined([sign, title])
    secret = line("(secret)" if area.secret and named else "", context.ink(palette.muted))
    whole = joined([named, secret])
    return whole + line(":") if whole and is_tray(area) and context.look.flows else whole


def tray_edge(areas: Iterable[Area], context: Context) -> int:
    """Where the tokens begin, so that trays under each other line up."""
    return max((title_line(area, context).width for area in areas if is_tray(area)), default=0)


def draw_tray(
    area: Area, context: Context, width: int, height: int, edge: int = 0
) -> Picture | None:
    """Every token; one of each kind with their number where these have no room, and dice as blocks
    where there are lines to spare."""
    head = title_line(area, context)
    blocks = _draw_blocks(area, context, max(head.width, edge)) if height >= SMALL[1] else None
    if blocks is not None and blocks.width <= width:
        return blocks
    start = max(head.width, edge) + (1 if context.look.flows else 2) if head else edge
    starts = (start, head.width + 1 if head else 0)
    flows = context.look.flows
    for least in starts if flows else (*starts, 0):
        for short in (False,) if flows else (False, True):
            body = _body(area, context, width - least, short)
            if body is None or body.height > height:
                continue
            picture = Picture(least + body.width, body.height)
            if least:
                write(picture, 0, 0, head, context.look)
            picture.paste(body, least, 0)
            return picture
    return None


def _draw_blocks(area: Area, context: Context, edge: int) -> Picture | None:
    """A single spot with dice: their number with its note, a sum at the end of it in big digits;
    then the dice as small blocks, so that the sum keeps its place while they become more. None
    for anything else."""
    look = context.look
    if len(area.spots) != 1 or not look.fill or look.flows:
        return None
    spot = area.spots[0]
    if spot.label or any(token.kind != "die" or token.count != 1 for token in spot.tokens):
        return None
    words, _, total = context.words(spot.note).rpartition(" ")
    big = draw_letters(total, context.palette.accent, context, ENDLESS, SMALL[1])
    if not total.isdigit() or big is None:
        words, big = context.words(spot.note), Picture(0, 0)
    muted = context.ink(context.palette.muted)
    count = line(f"({seed_count(spot)})", context.ink(context.palette.strong, bold=True))
    told = joined([count, line(words, muted)])
    start = edge + 2 if edge else 0
    after = start + told.width + 1 + (big.width + 2 if big.width else 0)
    picture = Picture(after + (SMALL[0] + 1) * len(spot.tokens), SMALL[1])
    write(picture, 0, 1, title_line(area, context), look)
    write(picture, start, 1, told, look)
    picture.paste(big, start + told.width + 1, 0)
    for number, token in enumerate(spot.tokens):
        held = replace(token, tone="") if token.tone == "held" else token
        picture.paste(block_of(held, context, SMALL), after + (SMALL[0] + 1) * number, 0)
    picture.mark(spot.key, 0, 0, picture.width, picture.height)
    return picture


def _body(area: Area, context: Context, width: int, short: bool) -> Picture | None:
    if width < 1:
        return None
    named = context.look.flows and not (area.title or area.sign)
    pieces = [_piece(spot, context, width, short, named) for spot in area.spots]
    total = sum(seed_count(spot) for spot in area.spots)
    count = line(f"({total})", context.ink(context.palette.strong, bold=True))
    muted = context.ink(context.palette.muted)
    notes = [line(context.words(spot.note), muted) for spot in area.spots if spot.note]
    ends = [count] if short else [count, *(part for note in notes for part in note.wrap(width))]
    pieces.extend(block([end], context.look) for end in ends)
    pieces = [piece for piece in pieces if piece.width]
    if any(piece.width > width for piece in pieces):
        return None
    return arranged(pieces, width, (1, 0))


def _piece(spot: Spot, context: Context, width: int, short: bool, named: bool) -> Picture:
    """The tokens of a spot on as many lines as they need; where nothing lies, its name if that is
    wanted, or a dot."""
    tokens = chips(spot, context)
    if short and len(tokens) > 1:
        tokens = _counted(spot, context)
    words = context.words(spot.name) if named and not spot.label else ""
    empty = line(words or context.spell("·"), spot_ink(spot, context, context.palette.muted))
    held = tokens or ([] if context.look.flows and not words else empty.wrap(width))
    held = [line(context.face(spot.face), tone_ink(spot, context)), *held]
    lines = packed([label_chip(spot, context), *held], width) or [Line()]
    if not spot.label:
        lines[0] = framed(lines[0], spot, context)
    picture = Picture(max(text.width for text in lines), len(lines))
    ground = spot_ground(spot, context, "")
    if ground and context.look.fill:
        picture.fill(0, 0, picture.width, picture.height, context.ink(bg=ground))
    for row, text in enumerate(lines):
        write(picture, 0, row, text, context.look)
    picture.mark(spot.key, 0, 0, picture.width, picture.height)
    return picture


def _counted(spot: Spot, context: Context) -> list[Line]:
    """One of each kind of token, with how many of it there are."""
    kinds: Counter[Token] = Counter()
    for token in spot.tokens:
        kinds[replace(token, count=1, key="")] += token.count
    ink, times = spot_ink(spot, context, bold=True), context.signs.times
    return [
        chip(one, context, spot) + line(f"{times}{count}" if count > 1 else "", ink)
        for one, count in kinds.items()
    ]
