"""Tiles: the fields of a track, each with its sign, its label and the pawns on it; in lines that
are folded around the pawns where they are too long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gamenight.core.scene import Area, Spot
from gamenight.draw.canvas import Picture
from gamenight.draw.colors import mixed
from gamenight.draw.context import Context
from gamenight.draw.ink import Ink
from gamenight.draw.line import Line, joined, line
from gamenight.draw.parts.dice import outline
from gamenight.draw.parts.feet import draw_foot
from gamenight.draw.parts.pawns import may_be_tall, padded, tall
from gamenight.draw.parts.spots import ZEBRA, label_line, spot_ground, spot_ink, tone_ink
from gamenight.draw.parts.tokens import gathered, token_color, unit
from gamenight.draw.writing import write

WIDEST_FOLDED = 4
ROOMY = 7  # columns from which label and sign stand beside each other
BESIDE = 11  # columns from which a word stands beside its sign, and not below
HIGH = 3  # lines that pawns and words need to stand below each other
TINT, REACHED = 0.2, 0.1


@dataclass(frozen=True, slots=True)
class Form:
    """A density: the size of a tile, the gaps between tiles, and whether it has an outline. A
    raised one has an edge of half a line at its foot."""

    width: int
    height: int
    gap: tuple[int, int]
    outlined: bool = False
    raised: bool = False

    @property
    def pitch(self) -> tuple[int, int]:
        return self.width + self.gap[0], self.height + self.gap[1]

    @property
    def inner(self) -> tuple[int, int]:
        border = 2 if self.outlined else 0
        return self.width - border, self.height - border - self.raised


FORMS = (
    *(Form(2 * height + 2, height, (1, 0), raised=True) for height in range(9, 2, -1)),
    Form(7, 3, (1, 0), raised=True),
    Form(6, 3, (1, 0), raised=True),
    Form(6, 2, (1, 0)),
    Form(4, 2, (1, 1)),
    Form(3, 2, (1, 1)),
    Form(3, 2, (1, 0)),
    Form(2, 2, (1, 0)),
)
LINE_FORMS = (
    *(Form(2 * height + 3, height, (0, 0), outlined=True) for height in range(9, 4, -1)),
    Form(9, 4, (0, 0), outlined=True),
    Form(8, 3, (1, 0), raised=True),
    Form(8, 2, (1, 1)),
    Form(6, 4, (0, 0), outlined=True),
    Form(6, 2, (1, 0)),
    Form(4, 2, (1, 1)),
    Form(4, 2, (1, 0)),
    Form(3, 2, (1, 0)),
    Form(2, 2, (1, 0)),
)
NARROWEST_FLOWING = 4


def forms_for(area: Area, context: Context) -> tuple[Form, ...]:
    """The densities in which every label that can be touched is whole; where tiles flow, the
    smallest one in which everything is."""
    if context.look.flows:
        whole = max((_whole_width(spot, context) for spot in area.spots), default=0)
        return (Form(max(whole, NARROWEST_FLOWING), 2, (1, 0)),)
    brackets = 0 if context.look.fill or not _touched(area, context) else 2
    labels = (line(context.words(spot.label), Ink()).width + brackets for spot in area.spots)
    widest = max(labels, default=0)
    return tuple(form for form in _all_forms(context) if form.inner[0] >= widest)


def _whole_width(spot: Spot, context: Context) -> int:
    """The cells that a tile of two lines needs; a crowd of pawns is their number."""
    return max(text.width for text in _lines(spot, context, 0, 2))


def _touched(area: Area, context: Context) -> bool:
    return any(spot.key in context.live or spot.key == context.focus.cursor for spot in area.spots)


def _all_forms(context: Context) -> tuple[Form, ...]:
    return FORMS if context.look.fill else LINE_FORMS


def draw_tile(
    picture: Picture, spot: Spot, context: Context, form: Form, x: int, y: int, shaded: bool
) -> None:
    """A tile at its place: the sign with its note, the pawns, the label."""
    width, height = form.inner
    ground = ""
    if context.look.fill:
        ground = spot_ground(spot, context, _ground(spot, context, form, shaded))
        picture.fill(x, y, width, height, context.ink(bg=ground))
    elif form.outlined:
        _outline(picture, spot, context, form, x, y)
    if form.raised:
        draw_foot(picture, spot, context, (x, y + height, width), ground)
    border = 1 if form.outlined else 0
    if width >= ROOMY and not context.look.flows:
        _draw_roomy(picture, spot, context, (x + border, y + border), (width, height))
    else:
        for row, part in enumerate(_lines(spot, context, width, height)):
            text = part.clip(width)
            start = x + border + (width - text.width) // 2
            write(picture, start, y + border + row, text, context.look)
    picture.mark(spot.key, x, y, form.width, form.height)


def _ground(spot: Spot, context: Context, form: Form, shaded: bool) -> str:
    """Kinds of tiles have tints where these are raised, else lines have shades; what can be reached
    has a touch of gold."""
    palette, usual = context.palette, _kind_ground(spot, context, form, shaded)
    return mixed(usual, palette.accent, REACHED) if spot.key in context.reach else usual


def _kind_ground(spot: Spot, context: Context, form: Form, shaded: bool) -> str:
    palette = context.palette
    if form.raised and spot.face in context.glyphs and spot.tone != "muted":
        kind = list(context.glyphs).index(spot.face)
        return mixed(palette.cell, palette.tints[kind % len(palette.tints)], TINT)
    return mixed(palette.cell, palette.ground, ZEBRA) if shaded else palette.cell


def _draw_roomy(
    picture: Picture, spot: Spot, context: Context, at: tuple[int, int], size: tuple[int, int]
) -> None:
    """The label on the left, the sign beside it or, in a high tile, below it with its word; the
    pawns at the foot."""
    (x, y), (width, height) = at, size
    look, inner = context.look, width - 2
    label = _label(spot, context, inner)
    pawns = _pawns(spot, context)
    pawns = pawns if pawns.width <= inner else _crowd(spot, context)
    write(picture, x + 1, y, label, look)
    sign, word = _sign_and_word(spot, context, inner, _word_lines(height, bool(pawns)))
    if height > HIGH and inner >= BESIDE:
        sign, word = _beside(spot, context, inner, sign, word)
    if label.width + sign.width < inner:
        write(picture, x + width - 1 - sign.width, y, sign, look)
    if height > HIGH:
        for below, part in enumerate(word.wrap(inner), y + 1):
            write(picture, x + (width - part.width) // 2, below, part, look)
        _draw_pawns(picture, spot, context, (x, y + 1 + height // 2), size, len(word.wrap(inner)))
        return
    write(picture, x + 1, y + height - 1, pawns, look)
    if not pawns or pawns.width + 1 + word.width <= inner:
        parts = word.wrap(inner)
        for below, part in enumerate(parts, y + height - len(parts)):
            write(picture, x + width - 1 - part.width, below, part, look)


def _draw_pawns(
    picture: Picture,
    spot: Spot,
    context: Context,
    at: tuple[int, int],
    size: tuple[int, int],
    above: int,
) -> None:
    """Those at the foot of a high tile, in the largest form that has room below the words."""
    (x, y), (width, height) = at, size
    is_free = above < height // 2
    forms = [[_pawns(spot, context, " ")], [_pawns(spot, context)], [_crowd(spot, context)]]
    if is_free and may_be_tall(context, height):
        forms.insert(0, tall(padded(_pawns(spot, context, " "))))
    lines = next((form for form in forms if form[0].width <= width - 2), forms[-1])
    for row, part in enumerate(lines, y - len(lines) // 2):
        write(picture, x + (width - part.width) // 2, row, part, context.look)


def _beside(spot: Spot, context: Context, width: int, sign: Line, word: Line) -> tuple[Line, Line]:
    """The sign before its word, for which a shorter word may do; so most tiles look alike."""
    _, shorter = _sign_and_word(spot, context, width - sign.width - 1)
    note = context.words(spot.note)
    fits = sign.width + 1 + word.width <= width
    told = word if fits else shorter if shorter.plain != note else Line()
    return (Line(), joined([sign, told])) if told or fits else (sign, word)


def _word_lines(height: int, pawns: bool) -> int:
    """The lines that a word may take below the sign of a tile: the foot is for pawns."""
    return 2 if height > HIGH + 1 or (height == HIGH and not pawns) else 1


def _sign_and_word(spot: Spot, context: Context, width: int, lines: int = 1) -> tuple[Line, Line]:
    """The sign of a tile, and its note or what its ground is called, if that fits into this many
    lines."""
    palette = context.palette
    face = "" if spot.tone == "muted" else context.face(spot.face)
    sign = line(face, tone_ink(spot, context))
    tone = line(context.look.tone_sign(spot.tone), tone_ink(spot, context))
    known = spot.face in context.glyphs and spot.tone != "muted"
    names = context.face_names(spot.face) if known else ()
    told = [" ".join(filter(None, (name, spot.note))) for name in (*names, "")]
    inked = (line(context.words(words), spot_ink(spot, context, palette.muted)) for words in told)
    word = next((words for words in inked if len(words.wrap(width)) <= lines), Line())
    return sign + tone, word


def _pawns(spot: Spot, context: Context, pad: str = "") -> Line:
    """Who stands here, with this on both sides; and who would: a hollow letter."""
    here, after = {token.key for token in spot.tokens}, context.ahead(spot)
    coming = tuple(t for t in after.tokens if t.key not in here) if after is not None else ()
    found = unit(spot, context)
    if pad:
        found = joined([line(f"{pad}{part}{pad}", ink) for part, ink in found.parts])
    for token in coming:
        sign = unit(replace(spot, tokens=(token,)), context).plain.strip()
        ink = context.look.ink(token_color(token, context), bold=True, underline=True)
        found += line(sign if context.look.fill else f"({sign})", ink)
    return found


def _crowd(spot: Spot, context: Context) -> Line:
    count = f"{context.signs.times}{sum(token.count for token in spot.tokens)}"
    return line(count, spot_ink(spot, context, context.palette.strong, bold=True))


def _outline(picture: Picture, spot: Spot, context: Context, form: Form, x: int, y: int) -> None:
    box = Picture(form.width, form.height)
    live = spot.key in context.live or spot.key == context.focus.cursor
    lit = live or spot.key in context.reach
    ink = context.ink(context.palette.accent if lit else context.palette.muted, bold=live)
    outline(box, ink, context, heavy=spot.key == context.focus.cursor)
    picture.paste(box, x, y)


def _lines(spot: Spot, context: Context, width: int, height: int) -> list[Line]:
    """Three lines: sign, pawns, label. Two: sign, then both or the pawns; the label of a tile
    that can be touched is never hidden by them."""
    sign = _sign(spot, context, width)
    label, pawns = _label(spot, context, width), _pawns(spot, context)
    crowd = _crowd(spot, context)
    if context.look.flows:
        return [sign, _standing(label, [pawns, gathered(spot, context), crowd], context, width)]
    if pawns.width > width:
        pawns = crowd
    if height > 2:
        return [sign, pawns, label]
    both = joined([label, pawns])
    if not pawns or both.width <= width:
        return [sign, both]
    if spot.key in context.live or spot.key == context.focus.cursor:
        return [pawns, label]
    return [sign, pawns]


def _standing(label: Line, pawns: Sequence[Line], context: Context, width: int) -> Line:
    """The label and who stands there: `18 CD`, `18CD`, `8C×4`, `8 ×4` or `18×4`, in the first form
    with room. A digit is never close to the label, nor anything to a label that could be a pawn:
    `1×4` is four pawns of player 1, and `1 ×4` is four on tile 1."""
    if not pawns[0]:
        return label
    forms = []
    for who in filter(None, pawns):
        forms.append(joined([label, who]))
        if label.plain not in context.initials.values() and not who.plain[:1].isdigit():
            forms.append(label + who)
    shortest = min(forms, key=lambda form: form.width)
    return next((form for form in forms if form.width <= width), shortest)


def _label(spot: Spot, context: Context, width: int) -> Line:
    """The label; where a mark beside it has no room the mark is left to the tint, and where none
    are filled it takes the place of a bracket."""
    label = label_line(spot, context)
    if context.look.flows and not label and not spot.tokens:
        return context.text(spot.name)
    if label.width <= width or not label or context.look.flows:
        return label
    text, ink = label.parts[0]
    bare = context.words(spot.label)
    return line(bare if context.look.fill else text[: width - 1] + text[-1], ink)


def _sign(spot: Spot, context: Context, width: int) -> Line:
    """The longest form that has room: sign, note and tone; sign and tone; the sign."""
    palette = context.palette
    face = context.face(spot.face)
    plain = spot_ink(spot, context, palette.muted)
    ground = line(face, tone_ink(spot, context)) if face else line(context.spell("·"), plain)
    note = line(context.words(spot.note), spot_ink(spot, context, palette.strong, bold=True))
    tone = line(context.look.tone_sign(spot.tone), tone_ink(spot, context))
    forms = (ground + note + tone, ground + tone, ground)
    if context.look.flows:
        return forms[0]
    return next((form for form in forms if form.width <= width), ground)


def draw_strips(area: Area, context: Context, width: int, height: int) -> Picture | None:
    """Tiles in lines, all of them; else those around the pawns and the live ones."""
    spots = area.spots
    forms = forms_for(area, context)
    for form in forms:
        columns, rows = _room(form, width, height)
        if spots and columns * rows >= len(spots):
            return _draw_shown(spots, list(range(len(spots))), context, form, columns)
    for form in [form for form in forms if form.width <= WIDEST_FOLDED] or forms:
        columns, rows = _room(form, width, height)
        shown = around(spots, context, columns * rows) if spots else None
        if shown:
            return _draw_shown(spots, shown, context, form, columns)
    return None


def _room(form: Form, width: int, height: int) -> tuple[int, int]:
    """Tiles in a line, and lines."""
    across, down = form.pitch
    return max(width + form.gap[0], 0) // across, max(height + form.gap[1], 0) // down


def _draw_shown(
    spots: Sequence[Spot], shown: Sequence[int], context: Context, form: Form, columns: int
) -> Picture:
    """The tiles with these numbers, and an ellipsis where some are left out."""
    pieces: list[Spot | None] = []
    for previous, index in zip([-1, *shown], [*shown, len(spots)], strict=True):
        if index > previous + 1:
            pieces.append(None)
        if index < len(spots):
            pieces.append(spots[index])
    across, down = form.pitch
    wide = min(len(pieces), columns) * across - form.gap[0]
    picture = Picture(wide, -(-len(pieces) // columns) * down - form.gap[1])
    gap = context.ink(context.palette.muted)
    sign = context.signs.ellipsis
    for place, spot in enumerate(pieces):
        row, column = divmod(place, columns)
        if spot is None:
            text = sign[: form.width]
            middle = (form.width - len(text)) // 2
            picture.put(column * across + middle, row * down + (form.height - 1) // 2, text, gap)
        else:
            shaded = form.gap[1] == 0 and row % 2 == 1
            draw_tile(picture, spot, context, form, column * across, row * down, shaded)
    return picture


def around(spots: Sequence[Spot], context: Context, room: int) -> list[int] | None:
    """The tiles nearest to a pawn, a live tile or the cursor, as many as there is room for; None
    if there is not even room for these."""
    count = len(spots)
    pawns = {index for index, spot in enumerate(spots) if spot.tokens}
    touched = {
        i for i, s in enumerate(spots) if s.key in context.live or s.key == context.focus.cursor
    }
    centres = pawns | touched or {0}
    if _pieces(centres, count) > room:
        centres = touched or set(sorted(pawns)[: max(room // 2, 1)])
        if _pieces(centres, count) > room:
            return None
    shown = centres
    for reach in range(1, count):
        wider = {(c + step) % count for c in centres for step in range(-reach, reach + 1)}
        if _pieces(wider, count) > room:
            break
        shown = wider
    return sorted(shown)


def _pieces(shown: set[int], count: int) -> int:
    """How many places these tiles take, with an ellipsis for every gap."""
    ordered = sorted(shown)
    pairs = zip([-1, *ordered], [*ordered, count], strict=True)
    return len(ordered) + sum(1 for before, after in pairs if after > before + 1)
