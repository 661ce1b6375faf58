"""Balance: luck and decisions of each player as bars, from the middle to either side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from gamenight.draw.canvas import Picture
from gamenight.draw.context import naming
from gamenight.draw.ink import MUTED, TONES, bold, seat_ink
from gamenight.draw.line import Line, line, spaces
from gamenight.draw.palette import Look
from gamenight.draw.writing import write
from gamenight.lab.digest import Digest, ReviewWords

LUCK, DECISIONS = "luck", "decisions"
LONGEST_NAME = 14
SHORTEST_BAR, LONGEST_BAR = 5, 31
GAP = 2


class Weight(NamedTuple):
    """What a bar shows of an account, by its name; number: the same as text."""

    name: str
    value: float
    number: str


class Room(NamedTuple):
    """Columns for all, for names and for numbers; most: the value of the longest bar."""

    width: int
    names: int
    numbers: int
    most: float


def weights(digest: Digest, words: ReviewWords, unit: str) -> list[list[Weight]]:
    """What there is to show of each player: what is zero for everybody says nothing. unit: follows
    the numbers."""
    found = [
        [Weight(name, value, _number(value, words, unit)) for name, value in pairs]
        for pairs in ([(LUCK, own.luck), (DECISIONS, own.own)] for own in digest.accounts)
    ]
    told = {weight.name for own in found for weight in own if weight.number != "0"}
    return [[weight for weight in own if weight.name in told] for own in found]


def _number(value: float, words: ReviewWords, unit: str) -> str:
    text = words.total_change(value)
    return f"{text}{unit}" if text != "0" else text


def draw_balance(
    digest: Digest, words: ReviewWords, look: Look, size: tuple[int, int], tall: bool
) -> Picture:
    """A row per player with both bars beside each other; if it may be tall, and has room for
    that, under each other. Winners come first; the last row counts those who have no room. Parts
    of a win say so where they can: nothing else here does."""
    (width, height), present = size, digest.review.present
    if not weights(digest, words, "")[0] or height < 1:
        return Picture(0, 0)
    for unit in [" wins", ""] if words.share else [""]:
        blocks = _blocks(digest, weights(digest, words, unit), look, size, tall)
        if max(text.width for block in blocks for text in block) <= width:
            break
    lines = [text for block in blocks for text in block]
    if len(lines) > height:
        fitting = max((height - 1) // len(blocks[0]), 0)
        lines = [text for block in blocks[:fitting] for text in block]
        lines.append(line(f"and {len(present) - fitting} more", MUTED))
    picture = Picture(width, len(lines))
    for y, text in enumerate(lines):
        write(picture, 0, y, text, look)
    return picture


def _blocks(
    digest: Digest, found: Sequence[Sequence[Weight]], look: Look, size: tuple[int, int], tall: bool
) -> list[list[Line]]:
    """The lines of each player."""
    (width, height), present = size, digest.review.present
    every = [weight for seat in present for weight in found[seat]]
    names = max(cell_len(digest.accounts[seat].name) for seat in present)
    room = Room(
        width,
        min(names, LONGEST_NAME, width // (3 * len(found[0]))),
        max(len(weight.number) for weight in every),
        max(abs(weight.value) for weight in every),
    )
    is_tall = tall and height >= len(present) * (len(found[0]) + 2)
    draw = _tall_block if is_tall else _row
    winners = digest.review.winners
    order = sorted(present, key=lambda seat: (seat not in winners, seat))
    return [draw(digest, seat, found[seat], look, room) for seat in order]


def _tall_block(
    digest: Digest, seat: int, found: Sequence[Weight], look: Look, room: Room
) -> list[Line]:
    head = _name(digest, seat, look, LONGEST_NAME) + spaces(GAP)
    bar = _length(room.width - len(DECISIONS) - 2 - room.numbers)
    bars = [_bar(weight, len(DECISIONS), bar, look, room) for weight in found]
    context = naming(look, digest.review.names)
    missed = context.clip(head + line(_missed(digest, seat), MUTED), room.width)
    return [missed, *bars, Line()]


def _missed(digest: Digest, seat: int) -> str:
    """How many choices gave something away."""
    choices, moments = digest.accounts[seat].choices, digest.review.moments
    if not choices:
        return ""
    lost = sum(moment.actor == seat and moment.lost > 0 for moment in moments)
    if choices == 1:
        return f"the only choice was {'not ' if lost else ''}the best"
    if not lost:
        return "every choice was the best"
    return f"{lost} of {choices} choices {'was' if lost == 1 else 'were'} not the best"


def _row(digest: Digest, seat: int, found: Sequence[Weight], look: Look, room: Room) -> list[Line]:
    used = room.names + sum(len(weight.name) + GAP + 2 + room.numbers for weight in found)
    bar = _length((room.width - used) // len(found))
    text = _name(digest, seat, look, room.names).pad(room.names)
    for weight in found:
        text += spaces(GAP) + _bar(weight, len(weight.name), bar, look, room)
    return [text.stripped()]


def _name(digest: Digest, seat: int, look: Look, width: int) -> Line:
    context = naming(look, digest.review.names)
    name = digest.accounts[seat].name
    return context.clip(context.text(name, bold(seat_ink(seat))), width)


def _length(room: int) -> int:
    """An odd number of cells, so that there is one in the middle."""
    length = max(SHORTEST_BAR, min(room, LONGEST_BAR))
    return length - (1 - length % 2)


def _bar(weight: Weight, head: int, length: int, look: Look, room: Room) -> Line:
    """The name, the bar to the right for what helped and to the left for what did not, the
    number."""
    thin, thick, middle = ("-", "=", "|") if look.ascii else ("─", "━", "│")
    half, good = length // 2, weight.value > 0
    count = round(half * abs(weight.value) / room.most) if room.most else 0
    ink = TONES["good" if good else "danger"]
    empty, full = line(thin * (half - count), MUTED), line(thick * count, ink)
    plain = line(thin * half, MUTED)
    sides = (plain, full + empty) if good else (empty + full, plain)
    number = line(weight.number, MUTED if weight.number == "0" else bold(ink))
    bar = sides[0] + line(middle, MUTED) + sides[1]
    name = line(weight.name, MUTED).pad(head)
    return name + spaces(1) + bar + spaces(1) + number.pad(room.numbers)
