"""The picture of a review: the course of the match, its moments, and the account of each player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from gamenight.app.pictures.accounts import draw_accounts, widest
from gamenight.core.lines import told_line
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context, naming
from gamenight.draw.ink import BOLD, LIVE, MUTED, PLAIN, TONES, bold, seat_ink
from gamenight.draw.line import Line, flow, joined, line, spaces
from gamenight.draw.palette import Look
from gamenight.draw.value_chart import Course, course_chart
from gamenight.draw.writing import write
from gamenight.lab.account import OPEN, Moment, Review
from gamenight.lab.digest import (
    LUCKY,
    MISTAKE,
    PROVEN,
    UNLUCKY,
    Digest,
    ReviewWords,
    seat_of,
)

MOMENT = "moment:"
MARGIN, GAP = 2, 2
FEWEST_MOMENTS = 4
LEAST_CHART, MOST_CHART = 7, 17
BESIDE = 100  # columns from which a moment is described beside the list
DESCRIPTION = 42  # columns of that description
SHORT_NAME = 14  # columns of a name where room is short
BAR = 40
SHORT = 80  # columns below which a roll's effect is brief, and a description takes four lines
ROOMY = 30  # lines from which the source may take three of them
TONE = {MISTAKE: "danger", LUCKY: "good", UNLUCKY: "held"}


@dataclass(frozen=True)
class ReviewState:
    """What is shown: a review, the moment under the cursor (its place in the list), and whether
    the accounts, from player `top` on, replace the moments where both do not fit."""

    digest: Digest
    at: int = 0
    accounts: bool = False
    top: int = 0

    @property
    def review(self) -> Review:
        return self.digest.review

    @property
    def index(self) -> int | None:
        """The place of the current moment in the review."""
        return self.digest.listed[self.at] if self.digest.listed else None


def signs(look: Look) -> dict[str, str]:
    """The signs before plies that stand out."""
    lucky, unlucky = ("+", "!") if look.ascii else ("▲", "▼")
    return {MISTAKE: "?", LUCKY: lucky, UNLUCKY: unlucky}


def words_for(review: Review, look: Look) -> ReviewWords:
    return ReviewWords(review, "+-", "->") if look.ascii else ReviewWords(review)


class ReviewLayout(NamedTuple):
    """How many lines each part gets."""

    head: int
    chart: int
    moments: int
    description: int
    accounts: int


def room_for(shown: ReviewState, look: Look, size: tuple[int, int]) -> ReviewLayout:
    """Both the moments and the accounts where they fit, or else the one that is wanted."""
    width, height = size
    head = len(_source(shown.review, size))
    chart = min(max(LEAST_CHART, height * 2 // 5), MOST_CHART)
    chart -= 1 - chart % 2  # so that there is a line in the middle
    needed = len(shown.review.present) + 3 + bool(shown.review.gone)
    free = height - head - chart
    longest = 0 if width >= BESIDE else _longest(shown.digest, look, width - 2 * MARGIN)
    description = min(longest, max(free - FEWEST_MOMENTS, 0))
    if free - needed - description - 1 >= FEWEST_MOMENTS:
        return ReviewLayout(head, chart, free - needed - description, description, needed)
    if shown.accounts:
        return (
            ReviewLayout(head, chart, 0, 0, free)
            if needed <= free + 1
            else ReviewLayout(1, 0, 0, 0, height - 1)
        )
    return ReviewLayout(head, chart, free - description, description, 0)


@lru_cache(maxsize=8)
def _longest(digest: Digest, look: Look, room: int) -> int:
    """The lines that every moment has room in, below the list, with the moves that matter most: so
    that the list keeps its place."""
    context, words = naming(look, digest.review.names), words_for(digest.review, look)
    lines = [0]
    for index in digest.listed:
        told, worth = _texts(digest, index, context, words)
        foremost = _foremost(worth, digest.review.moments[index], lambda moves: False)
        lines.append(len(told.wrap(room)) + len(flow(foremost, room)))
    return max(lines)


def both_fit(shown: ReviewState, look: Look, size: tuple[int, int]) -> bool:
    room = room_for(shown, look, size)
    return bool(room.moments and room.accounts)


def draw_review(shown: ReviewState, look: Look, width: int, height: int) -> Picture:
    """The chart above, the moments below it, and the accounts at the foot."""
    picture, room = Picture(width, height), room_for(shown, look, (width, height))
    picture.fill(0, 0, width, height, look.ink(bg=look.palette.ground))
    context, words = Context(look), words_for(shown.review, look)
    for y, text in enumerate(_source(shown.review, (width, height))[: room.head]):
        write(picture, MARGIN, y, context.text(text.plain, MUTED), look)
    chart = course_chart(_course(shown, look), look, width - 2 * MARGIN, room.chart)
    picture.paste(chart, MARGIN, room.head)
    top = room.head + room.chart
    if room.moments:
        beside = width >= BESIDE
        edge = width - DESCRIPTION if beside else width
        picture.paste(_moments(shown, look, edge, room.moments), 0, top)
        size = (DESCRIPTION, room.moments) if beside else (width, room.description)
        place = (edge, top) if beside else (0, top + room.moments)
        picture.paste(_description(shown, look, words, size), *place)
        top += room.moments + room.description
    if room.accounts:
        picture.paste(
            draw_accounts(shown.digest, look, words, (width, room.accounts), shown.top), 0, top
        )
    return picture


def _source(review: Review, size: tuple[int, int]) -> list[Line]:
    """What the values mean, and where they come from; or, without room, which key says so."""
    unit, source = ReviewWords(review).unit, review.source.rstrip(".")
    told = source if source.startswith(unit) else f"{unit}, {source}"
    (width, height), sentence = size, f"{told[0].upper()}{told[1:]}."
    lines = line(sentence).wrap(width - 2 * MARGIN)
    if len(lines) <= (3 if height >= ROOMY else 2):
        return lines
    short, _, _ = told.partition(", ")
    seen = f", {OPEN}" if source.endswith(OPEN) else ""
    return line(f"{short[0].upper()}{short[1:]}{seen}; ? tells more.").wrap(width - 2 * MARGIN)


def draw_waiting(done: int, total: int, pace: str, look: Look, width: int, height: int) -> Picture:
    """The progress of the work, in the middle."""
    room = min(BAR, width - 2 * MARGIN)
    filled = room * done // total if total else 0
    past, _, future = look.signs.bar
    bar = line(past * filled, LIVE) + line(future * (room - filled), MUTED)
    context = Context(look)
    below = context.text(pace, MUTED).wrap(width - 2 * MARGIN)
    return _middle([line("Looking back at every move ...", BOLD), bar, *below], look, width, height)


def draw_failure(failure: str, look: Look, width: int, height: int) -> Picture:
    told = Context(look).text(f"No review: {failure}.", TONES["danger"])
    return _middle(told.wrap(width - 2 * MARGIN), look, width, height)


def _middle(lines: Sequence[Line], look: Look, width: int, height: int) -> Picture:
    picture = Picture(width, height)
    picture.fill(0, 0, width, height, look.ink(bg=look.palette.ground))
    for y, text in enumerate(lines, max((height - len(lines)) // 2, 0)):
        write(picture, (width - text.width) // 2, y, text, look)
    return picture


def _course(shown: ReviewState, look: Look) -> Course:
    """The chart; a moment is marked at the value that its ply led to."""
    review = shown.review
    drawn = signs(look)
    marks = {at + 1: (drawn[kind], TONE[kind]) for at, kind in shown.digest.notable.items()}
    cursor = None if shown.index is None else shown.index + 1
    share = words_for(review, look).share
    gone, moves = review.gone, review.moves
    return Course(review.names, review.course, share, cursor, marks, gone, moves)


def _moments(shown: ReviewState, look: Look, width: int, height: int) -> Picture:
    """The plies worth a look; the one under the cursor is always visible."""
    picture, context = Picture(width, height), naming(look, shown.review.names)
    table = _table(shown.digest, look, width < SHORT)
    head = _head(table)
    edges = _edges([head, *table], width - 2 * MARGIN - 2)
    write(picture, MARGIN + 2, 0, _row(head, edges, context), look)
    rows = height - 1
    first = max(0, min(shown.at - rows // 2, len(table) - rows))
    for y, place in enumerate(range(first, min(first + rows, len(table))), 1):
        index = shown.digest.listed[place]
        if place == shown.at:
            picture.fill(0, y, width, 1, look.ink(bg=look.palette.live))
            write(picture, 0, y, line(">" if look.ascii else "▸", LIVE), look)
        kind = shown.digest.notable.get(index)
        if kind is not None:
            tone = bold(TONES[TONE[kind]])
            write(picture, MARGIN, y, line(signs(look)[kind], tone), look)
        row = _row(table[place], edges, context)
        write(picture, MARGIN + 2, y, _bright(row) if place == shown.at else row, look)
        picture.mark(f"{MOMENT}{place}", 0, y, width)
    count = f"moment {shown.at + 1} of {len(table)}"
    if table and MARGIN + 2 + sum(edges) + GAP * len(edges) + len(count) <= width - MARGIN:
        write(picture, width - len(count) - MARGIN, 0, line(count, MUTED), look)
    return picture


def _head(table: Sequence[Sequence[Line]]) -> list[Line]:
    """What the columns are called; those with nothing in them are not there."""
    decided = any(row[1] for row in table)
    better = any(row[3] for row in table)
    named = ("move", "who", "played") if decided else ("move", "", "what happened")
    return [line(text, MUTED) for text in (*named, "best" if better else "", "effect")]


def _bright(text: Line) -> Line:
    """The same without muted colours, which are hard to read under the cursor."""
    return Line(tuple((part, PLAIN if ink == MUTED else ink) for part, ink in text.parts))


@lru_cache(maxsize=2)
def _table(digest: Digest, look: Look, brief: bool) -> list[list[Line]]:
    """The cells of the moments in the list, which never change."""
    context, words = Context(look), words_for(digest.review, look)
    known = _known_word(digest) if brief else ""
    return [_cells(digest, index, context, words, brief, known) for index in digest.listed]


def _known_word(digest: Digest) -> str:
    """The word that every move begins with: `house ` where they are house 1, house 2 ..."""
    decided = [one for one in digest.review.moments if one.actor is not None and one.moves]
    begun = {one.named(move.text).partition(" ") for one in decided for move in one.moves}
    firsts = {first for first, *_ in begun}
    return f"{firsts.pop()} " if len(firsts) == 1 and all(rest for *_, rest in begun) else ""


def _cells(
    digest: Digest, index: int, context: Context, words: ReviewWords, brief: bool, known: str
) -> list[Line]:
    """The move, who played, what, what would have been best (without a word that is known), and
    what it gained or lost. A sentence that says whose roll it was, or who came or went, needs
    nobody beside it."""
    moment, kind = digest.review.moments[index], digest.notable.get(index)
    seat = seat_of(moment)
    best = moment.best
    better = moment.named(best.text) if best is not None and moment.lost > 0 else ""
    who = words.who(moment)
    in_words = moment.actor is None or moment.at_table
    who = "" if in_words and who in moment.played else who
    plain = MUTED if moment.actor is not None and not moment.lost else PLAIN
    return [
        line(words.number(moment), MUTED),
        context.text(who, seat_ink(seat)),
        context.text(moment.played, MUTED if in_words else PLAIN),
        context.text(better.removeprefix(known)),
        line(words.effect(moment, brief), TONES[TONE[kind]] if kind else plain),
    ]


def _edges(table: Sequence[Sequence[Line]], width: int) -> list[int]:
    """The widths of the columns. What was played needs its own only beside something better; where
    both do not fit, that is left whole and the better one is cut, or left out where less than half
    of it has room."""
    edges = widest([row for row in table if row[1]] or [[Line()] * 5])
    edges[0], edges[-1] = (widest(table)[at] for at in (0, -1))
    spare = width - GAP * (len(edges) - 1) - sum(edges)
    edges[1] = min(edges[1], max(SHORT_NAME, edges[1] + spare))
    free = max(width - GAP * (len(edges) - 1) - edges[0] - edges[1] - edges[-1], 0)
    played = max((row[2].width for row in table if row[3]), default=0)
    across = max((row[2].width for row in table if not row[1]), default=0) - edges[1] - GAP
    best = max(edges[3], max(edges[2], across) - played - GAP)  # with nothing there, texts go on
    if played + best > free:
        best = free // 2 if played > free else free - played
        best = best if 2 * best >= edges[3] else 0
        played = free - best
    edges[2:4] = [played, best]
    return edges


def _row(cells: Sequence[Line], edges: Sequence[int], context: Context) -> Line:
    """The move right-aligned, and everything else left-aligned; what has nothing better beside it,
    or nobody, has the room of both."""
    cells, edges = list(cells), list(edges)
    nobody = not cells[1]
    if not cells[3] or not edges[3]:
        edges[2:4] = [edges[2] + GAP + edges[3]]
        del cells[3]
    if nobody:
        edges[1:3] = [edges[1] + GAP + edges[2]]
        del cells[1]
    parts = [context.fit(cell, edge, "left") for cell, edge in zip(cells, edges, strict=True)]
    parts[0] = context.fit(cells[0], edges[0], "right")
    row = parts[0]
    for part in parts[1:]:
        row = row + spaces(GAP) + part
    return row.stripped()


def _description(
    shown: ReviewState, look: Look, words: ReviewWords, size: tuple[int, int]
) -> Picture:
    """The current moment as text: what happened, and what each move was worth."""
    width, height = size
    picture, context = Picture(width, height), naming(look, shown.review.names)
    picture.fill(0, 0, width, height, look.ink(bg=look.palette.panel))
    if shown.index is None:
        return picture
    moment = shown.review.moments[shown.index]
    room = width - 2 * MARGIN
    sentence, worth = _texts(shown.digest, shown.index, context, words)
    told = sentence.wrap(room)
    if width == DESCRIPTION:
        whole = [row for move in worth for row in move.wrap(room, GAP)]
        rest = height - len(told) - 1
        if len(whole) > rest:  # each move has one line, and is cut
            whole = _foremost(worth, moment, lambda moves: len(moves) <= rest)
        lines = [*told, Line(), *whole]
    else:
        left = height - len(told)
        moves = _foremost(worth, moment, lambda moves: len(flow(moves, room)) <= left)
        below = flow(moves, room)[: height - 1]
        most = height - len(below)
        last = [context.clip(joined(told[most - 1 :]), room)] if len(told) >= most else []
        lines = [*told[: most - 1], *last, *below]
    for y, text in enumerate(lines[:height]):
        write(picture, MARGIN, y, context.clip(text, room), look)
    return picture


def _texts(
    digest: Digest, index: int, context: Context, words: ReviewWords
) -> tuple[Line, list[Line]]:
    """What happened in a moment, and what each move was worth."""
    moment, kind = digest.review.moments[index], digest.notable.get(index)
    judged = f"{kind.capitalize()}{words.whose(moment)}: " if kind else ""
    sign = line(f"{signs(context.look)[kind]} {judged}", TONES[TONE[kind]]) if kind else Line()
    told = sign + context.text(moment.told or moment.named(moment.text), BOLD)
    return told, _worth(moment, digest.review, context, words)


def _foremost(
    worth: Sequence[Line], moment: Moment, fits: Callable[[list[Line]], bool]
) -> list[Line]:
    """As many as fit, best first; the best move and the one that was played before all others."""
    own = [number for number, move in enumerate(moment.moves) if move.text == moment.text]
    foremost = list(dict.fromkeys([0, *own, *range(len(worth))]))
    for count in range(len(worth), 2, -1):
        shown = [worth[number] for number in sorted(foremost[:count])]
        if fits(shown):
            return shown
    return [worth[number] for number in sorted(foremost[:2])]


def _worth(moment: Moment, review: Review, context: Context, words: ReviewWords) -> list[Line]:
    """Every move with its value, best first; for chance, what it did to each seat."""
    if not moment.moves:
        return [
            context.text(review.names[seat], seat_ink(seat))
            + line(f": {words.from_to(moment, seat)}")
            for seat in review.present
        ]
    found = []
    for move in moment.moves:
        own = move.text == moment.text
        sure = PROVEN if move.proven else words.unsure(move.error)
        name = context.text(moment.named(move.text), LIVE if own else BOLD)
        text = name + line(f": {words.worth(move.value)}")
        then = told_line("", moment.line) if move is moment.best else ""
        ends = line(then, MUTED) + line(", played" if own else "", LIVE)
        found.append(text + line(sure, MUTED) + ends)
    return found
