"""The picture of home: rows to choose from, scrolled to the one under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from gamenight.core.game import Game
from gamenight.core.text import visible
from gamenight.draw.canvas import Picture
from gamenight.draw.line import line
from gamenight.draw.palette import Look
from gamenight.draw.transliteration import to_ascii

GAME, MATCH, MENU_KEY = "game ", "match ", "menu "  # what the keys of entries begin with
MARGIN = 2
HEAD = 8  # columns before a title: the cursor, the key and the emblem
MOST_FOR_TITLE = 20
NARROW_COLUMN = 28  # a narrower sentence goes below its title
FIRST = 2  # lines above the first entry


@dataclass(frozen=True, slots=True)
class HomeEntry:
    """Something to choose: the key of its target, the letter to type for it, and words."""

    key: str
    letter: str
    title: str
    text: str = ""
    game: Game | None = None


@dataclass(frozen=True, slots=True)
class ScrolledPicture:
    """The visible part of a list, and its first line."""

    picture: Picture
    top: int


def moved(rows: Sequence[Sequence[HomeEntry]], cursor: str, down: int, right: int) -> str:
    """Where an arrow key leads: to the next row, or to the next entry of a row."""
    row, column = next(
        ((y, x) for y, row in enumerate(rows) for x, e in enumerate(row) if e.key == cursor), (0, 0)
    )
    if down:
        row = min(max(row + down, 0), len(rows) - 1)
        column = min(column, len(rows[row]) - 1)
    else:
        column = min(max(column + right, 0), len(rows[row]) - 1)
    return rows[row][column].key


def draw_list(
    entries: Sequence[HomeEntry], cursor: str, look: Look, size: tuple[int, int], top: int
) -> ScrolledPicture:
    """The games and the matches in exactly this size; `top` was the first line before."""
    width, room = size
    parts = _list_parts(entries, cursor, look, width, room)
    whole = Picture(width, max(sum(part.height for part in parts), 1))
    y = 0
    for part in parts:
        whole.paste(part, 0, y)
        y += part.height
    place = whole.place(cursor)
    if place is not None:
        top = min(max(top, place.y + place.height - room), place.y)
        if place.y <= FIRST and place.y + place.height <= room:
            top = 0
    top = max(min(top, whole.height - room), 0)
    shown = Picture(width, room)
    shown.paste(whole, 0, -top)
    _draw_more(shown, look, top > 0, whole.height - top > room)
    return ScrolledPicture(shown, top)


def _list_parts(
    entries: Sequence[HomeEntry], cursor: str, look: Look, width: int, room: int
) -> list[Picture]:
    """Headings and entries from top to bottom, spaced out where there is room."""
    games = [entry for entry in entries if entry.key.startswith(GAME)]
    matches = [entry for entry in entries if entry.key.startswith(MATCH)]
    edge = min(max((_width(entry.title, look) for entry in entries), default=0), MOST_FOR_TITLE)
    blocks = [
        (_heading(title, look, width), [_draw_entry(e, cursor, look, width, edge) for e in group])
        for title, group in (("Play", games), ("Continue", matches))
        if group
    ]
    needed = sum(head.height + sum(p.height for p in parts) for head, parts in blocks)
    count = sum(len(parts) for _, parts in blocks)
    air = needed + count + len(blocks) <= room
    spread = needed + len(blocks) <= room
    blank = Picture(width, 1)
    found = []
    for number, (head, parts) in enumerate(blocks):
        found += [blank] if number == 0 and spread else []
        found += [head, *([blank] if air else [])]
        for part in parts:
            found += [part, *([blank] if air else [])]
        found += [blank] if spread and not air and number + 1 < len(blocks) else []
    return found


def _heading(title: str, look: Look, width: int) -> Picture:
    picture = Picture(width, 1)
    end = picture.put(MARGIN, 0, title.upper(), look.ink(look.palette.muted, bold=True))
    rule = "-" if look.ascii else "─"
    picture.put(end + 1, 0, rule * (width - MARGIN - end - 1), look.ink(look.palette.cell))
    return picture


def _draw_entry(entry: HomeEntry, cursor: str, look: Look, width: int, edge: int) -> Picture:
    """The letter, the emblem, the title, and the sentence in a column of its own."""
    palette, chosen = look.palette, entry.key == cursor
    start, above = MARGIN + HEAD + edge + 2, 0
    if width - start - MARGIN < NARROW_COLUMN:
        start, above = MARGIN + HEAD - 1, 1
    lines = _wrapped(_spelt(entry.text, look), max(width - start - MARGIN, 10))
    picture = Picture(width, max(len(lines) + above, 1))
    if chosen:
        picture.fill(1, 0, width - 2, picture.height, look.ink(bg=palette.live))
        picture.put(MARGIN, 0, ">" if look.ascii else "▸", look.ink(palette.accent, bold=True))
    picture.put(MARGIN + 2, 0, entry.letter, look.ink(palette.accent, bold=True))
    if entry.game is not None:
        ink = look.ink(palette.seat(sum(map(ord, entry.game.id))), bold=True)
        picture.put(MARGIN + 4, 0, _emblem(entry.game, look), ink)
    title = line(_spelt(entry.title, look)).clip(edge, look.signs.ellipsis).plain
    picture.put(MARGIN + HEAD - 1, 0, title, look.ink(palette.strong, bold=True))
    ink = look.ink(palette.text if chosen else palette.muted)
    for y, text in enumerate(lines, above):
        picture.put(start, y, text, ink)
    picture.mark(entry.key, 1, 0, width - 2, picture.height)
    return picture


def draw_menu(menu: Sequence[HomeEntry], cursor: str, look: Look, width: int) -> Picture:
    """The menu, side by side."""
    palette = look.palette
    picture = Picture(width, 2)
    rule = "-" if look.ascii else "─"
    picture.put(MARGIN, 0, rule * (width - 2 * MARGIN), look.ink(palette.cell))
    sizes = [len(item.title) + 5 for item in menu]
    gap = min(max((width - 2 * MARGIN - sum(sizes)) // max(len(menu) - 1, 1), 0), 4)
    x = MARGIN
    for item, size in zip(menu, sizes, strict=True):
        chosen = item.key == cursor
        if chosen:
            picture.fill(x, 1, size, 1, look.ink(bg=palette.live))
            picture.put(x, 1, ">" if look.ascii else "▸", look.ink(palette.accent, bold=True))
        picture.put(x + 2, 1, item.letter, look.ink(palette.accent, bold=True))
        ink = look.ink(palette.strong if chosen else palette.text, bold=chosen)
        picture.put(x + 4, 1, item.title, ink)
        picture.mark(item.key, x, 1, size)
        x += size + gap
    return picture


def _draw_more(picture: Picture, look: Look, above: bool, below: bool) -> None:
    """Signs that there is more to scroll to."""
    up, down = ("^", "v") if look.ascii else ("▲", "▼")
    ink = look.ink(look.palette.accent, bold=True)
    if above:
        picture.put(picture.width - MARGIN, 0, up, ink)
    if below:
        picture.put(picture.width - MARGIN, picture.height - 1, down, ink)


def _emblem(game: Game, look: Look) -> str:
    """The sign of a game, or else the first letter of its title."""
    if game.emblem is None:
        return _spelt(game.title[:1].upper(), look)
    return game.emblem.emoji if look.pictures else _spelt(game.emblem.ascii, look)


@lru_cache(maxsize=512)
def _wrapped(text: str, width: int) -> list[str]:
    return [part.plain for part in line(text).wrap(width)]


def _spelt(text: str, look: Look) -> str:
    shown = visible(text)
    return to_ascii(shown) if look.ascii else shown


def _width(text: str, look: Look) -> int:
    return line(_spelt(text, look)).width
