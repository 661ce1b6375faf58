"""The picture of an ending: who won, large; the verdict; luck and decisions; the course."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from gamenight.app.pictures.balance import draw_balance
from gamenight.app.pictures.confetti import scatter
from gamenight.app.pictures.podium import draw_podium, has_podium
from gamenight.app.pictures.review import words_for
from gamenight.core.text import enumerated, unit_after
from gamenight.draw.canvas import Picture
from gamenight.draw.charts import score_chart
from gamenight.draw.context import Context, context_for, naming
from gamenight.draw.ink import ACCENT, BOLD, LIVE, MUTED, bold, seat_ink
from gamenight.draw.line import Line, joined, line, spaces
from gamenight.draw.palette import Look
from gamenight.draw.parts.letters import draw_letters
from gamenight.draw.value_chart import Course, course_chart
from gamenight.draw.writing import write
from gamenight.lab.digest import Digest
from gamenight.lab.judgement import Judgement
from gamenight.match.moves import moves_by_ply
from gamenight.match.table import Table
from gamenight.match.verdict import outcome, told_moves

MARGIN = 2
LEAST_CHART, MOST_CHART = 6, 35
BESIDE = 100  # columns from which the chart stands beside the bars
SIDE = 46  # columns of the bars then
MOST_LINES = 3  # of a sentence
ROOMY = 30  # lines from which there is room between the parts
Scores = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class EndingState:
    """What is shown. headline, reason: how it ended; scores: by move; digest and judgement: of the
    review, once it is there; waiting: what is said until then; fallen: how far the confetti has
    come, from 0 to 1; following: who plays the next round, if that was changed; told: why
    the last key did nothing."""

    table: Table
    headline: str
    reason: str
    scores: Scores
    digest: Digest | None = None
    judgement: Judgement | None = None
    waiting: str = ""
    fallen: float = 1.0
    following: str = ""
    told: str = ""

    @property
    def winners(self) -> tuple[int, ...]:
        result = self.table.result
        return () if result is None else result.winners

    @property
    def outcome(self) -> str:
        """Who won, as a sentence without the scores."""
        result = self.table.result
        return f"{outcome(self.table.names, result, self.table.absent)}." if result else ""

    @property
    def is_celebrated(self) -> bool:
        """Whether confetti falls: for one winner, unless all the people here have lost."""
        here = self.table.here
        return len(self.winners) == 1 and (not here or self.winners[0] in here)


def draw_ending(shown: EndingState, look: Look, size: tuple[int, int]) -> Picture:
    width, height = size
    picture = Picture(width, height)
    picture.fill(0, 0, width, height, look.ink(bg=look.palette.ground))
    _draw_title(picture, shown, look)
    top = _draw_winner(picture, shown, look)
    top = _draw_verdict(picture, shown, look, top)
    bottom = height
    if shown.told or shown.following:
        text = naming(look, shown.table.names).text(shown.told or shown.following, ACCENT)
        lines = text.wrap(width - 2 * MARGIN)
        bottom -= len(lines)
        for y, part in enumerate(lines, bottom):
            write(picture, MARGIN, y, part, look)
    _draw_middle(picture, shown, look, top, bottom - top)
    return picture


def _draw_title(picture: Picture, shown: EndingState, look: Look) -> None:
    table, context = shown.table, Context(look)
    picture.fill(0, 0, picture.width, 1, look.ink(bg=look.palette.bar))
    title = context.clip(context.text(table.game.title, LIVE), picture.width - 2)
    write(picture, 1, 0, title, look)
    moves = told_moves(moves_by_ply(table)[-1])
    parts = [f"match {table.id}", moves] if table.id else [moves]
    facts = joined([context.fact(part) for part in parts], context.signs.between)
    if title.width + facts.width + 4 <= picture.width:
        write(picture, picture.width - 1 - facts.width, 0, facts, look)


def _draw_winner(picture: Picture, shown: EndingState, look: Look) -> int:
    """Who won in big letters with confetti around them, or else as a sentence; then the scores and
    why it is over. Returns the line where the rest begins."""
    context = context_for(shown.table.scene(shown.table.viewer), {}, look)  # it knows the colours
    roomy = picture.height >= ROOMY
    top = 2 + roomy
    letters, whole = _letters(picture, shown, context)
    reason = shown.reason if whole else f"{shown.outcome} {shown.reason}"
    if letters is not None:
        picture.paste(letters, (picture.width - letters.width) // 2, top)
        first, y, wide = [_score_line(shown, context)], top + letters.height, letters.width
    else:
        told = shown.outcome if has_podium(shown.table) else shown.headline  # or the scores
        headline = context.prose(told, BOLD).wrap(picture.width - 2 * MARGIN)
        first, y = [], _draw_centred(picture, headline[:MOST_LINES], look, top)
        wide = max(text.width for text in headline)
    if shown.is_celebrated:
        scatter(picture, look, y + 1, wide, shown.fallen, shown.table.id)
    y += 1
    why = context.prose(reason, MUTED).wrap(picture.width - 2 * MARGIN)
    return _draw_centred(picture, [*first, *why[:MOST_LINES]], look, y) + 1


def _draw_centred(picture: Picture, lines: Sequence[Line], look: Look, y: int) -> int:
    for text in filter(None, lines):
        write(picture, (picture.width - text.width) // 2, y, text, look)
        y += 1
    return y


def _letters(picture: Picture, shown: EndingState, context: Context) -> tuple[Picture | None, bool]:
    """`ANN WINS`, or as much of it as has room in a sixth of the screen, if anything; and whether
    nothing of it is missing that is not told otherwise."""
    names = [shown.table.names[seat] for seat in shown.winners]
    color = context.palette.seat(shown.winners[0]) if len(names) == 1 else context.palette.accent
    table = shown.table
    sides = table.game.unasked(**table.options)  # may be several, as fishermen are
    wins = "won" if {*shown.winners} & {*sides} else "wins"
    words = ["Nobody wins"] if not names else [f"{names[0]} {wins}", names[0]]
    if len(names) > 1:
        draw = ["A draw"] if len(names) == len(shown.table.present) else []
        words = [*draw, f"{enumerated(names)} win", "A shared win"]
    room = picture.width - 2 * MARGIN, max(3, picture.height // 6)  # the chart needs the rest
    for word in words:
        drawn = draw_letters(word, color, context, *room)
        if drawn is not None:
            return drawn, word not in names
    return None, True


def _score_line(shown: EndingState, context: Context) -> Line:
    """Everybody's score, unless the podium has them, or somebody gave up, which no score shows."""
    table = shown.table
    if table.result is None or table.result.resigned is not None or has_podium(table):
        return Line()
    first = table.result.scores[table.present[0]]
    unit = unit_after(first, table.scene(table.viewer).unit)
    parts = [
        context.text(name, bold(seat_ink(seat))) + line(f" {table.result.scores[seat]}", BOLD)
        for seat, name in enumerate(table.names)
        if seat in table.present
    ]
    parts[:1] = [p + line(f" {context.words(unit)}".rstrip(), MUTED) for p in parts[:1]]
    return joined(parts, "     ")


def _draw_verdict(picture: Picture, shown: EndingState, look: Look, top: int) -> int:
    """The sentence on a band of its own, what matters most in it bright; where nothing is known,
    there is no band. Returns the line where the rest begins."""
    context = Context(look)
    clauses = () if shown.judgement is None else shown.judgement.clauses
    if clauses:
        first = clauses[0][:1].upper() + clauses[0][1:]
        rest = "".join(f"; {clause}" for clause in clauses[1:])
        text = context.text(first, LIVE) + context.text(f"{rest}.", BOLD)
    elif shown.waiting:
        text = context.text(shown.waiting, MUTED)
    else:
        return top
    lines = text.wrap(picture.width - 2 * MARGIN)[:MOST_LINES]
    room = 1 if picture.height >= ROOMY else 0
    picture.fill(0, top, picture.width, len(lines) + 2 * room, look.ink(bg=look.palette.panel))
    return _draw_centred(picture, lines, look, top + room) + room + 1


def _draw_middle(picture: Picture, shown: EndingState, look: Look, top: int, height: int) -> None:
    """The podium, the bars, and the chart beside them or below."""
    wide = picture.width - 2 * MARGIN
    beside = picture.width >= BESIDE
    side = min(SIDE, wide) if beside else wide
    y = top
    if has_podium(shown.table):
        places = draw_podium(shown.table, look, (side, height))
        x = MARGIN if beside else max((picture.width - places.width) // 2, MARGIN)
        picture.paste(places, x, y)
        y += places.height + 1
    if shown.digest is not None:
        words = words_for(shown.digest.review, look)
        bars = draw_balance(shown.digest, words, look, (side, top + height - y), tall=beside)
        picture.paste(bars, MARGIN, y)
        y += bars.height + 1 if bars.height else 0
    if beside:
        x = MARGIN if y == top else MARGIN + side + 2
        _draw_chart(picture, shown, look, (x, top), (picture.width - MARGIN - x, height))
    else:
        _draw_chart(picture, shown, look, (MARGIN, y), (wide, top + height - y))


def _draw_chart(
    picture: Picture,
    shown: EndingState,
    look: Look,
    at: tuple[int, int],
    size: tuple[int, int],
) -> None:
    """What the match was worth, with the turning point and what happened there; until that is
    known, the scores by move, if there were some."""
    (x, y), (width, height) = at, (size[0], min(size[1], MOST_CHART))
    if height < LEAST_CHART:
        return
    if shown.digest is None or shown.judgement is None:
        if any(any(values) and len(values) > 2 for values in shown.scores.values()):
            colors = [look.palette.seat(seat) for seat in shown.table.present]
            picture.paste(score_chart(shown.scores, look, width, height, colors), x, y)
        return
    context, review, turn = Context(look), shown.digest.review, shown.judgement.turn
    words = words_for(review, look)
    unit = line(words.unit.upper(), bold(MUTED))
    heading = (unit + spaces(3) + context.text(review.source, MUTED)).wrap(width)
    if height - len(heading) < LEAST_CHART:
        heading = [unit]
    told = _turning_point(shown, turn, context).wrap(width) if turn is not None else []
    roomy = 0 < len(told) <= MOST_LINES and height > LEAST_CHART + 4 + len(heading) + len(told)
    told = told if roomy else []
    down = height - len(heading) - (len(told) + 1 if told else 0)
    course = Course(
        review.names, review.course, words.share, turn, gone=review.gone, moves=review.moves
    )
    down -= 1 - down % 2  # so that there is a line in the middle
    for text in heading:
        write(picture, x, y, text, look)
        y += 1
    picture.paste(course_chart(course, look, width, down), x, y)
    for text in told:
        write(picture, x, y + down + 1, text, look)
        y += 1


def _turning_point(shown: EndingState, turn: int, context: Context) -> Line:
    """What happened there, and what it did."""
    assert shown.digest is not None
    review = shown.digest.review
    moment = next((moment for moment in review.moments if moment.ply == turn), None)
    if moment is None:
        return Line()
    words = words_for(review, context.look)
    effect = words.effect(moment)
    colored = context_for(shown.table.scene(shown.table.viewer), {}, context.look)
    told = colored.prose(moment.told or moment.named(moment.text))
    move = review.moves[turn]
    number = line(f"{move} " if move else "", LIVE)
    return number + told + line(f" ({effect})" if effect else "", MUTED)


def scores_by_move(table: Table) -> dict[str, list[float]]:
    """The scores after each move and what chance made of it, of everybody still at the table; what
    is only at stake is nobody's yet."""
    if all(table.mover(ply) is None for ply in range(1, table.last + 1)):
        return {}  # only dice played
    moves = moves_by_ply(table)
    ends = [list(plies)[-1] for _, plies in groupby(range(len(moves)), moves.__getitem__)]
    totals = [_without_stake(table, ply) for ply in ends]
    if table.result is not None:
        totals[-1] = table.result.scores
    return {table.names[seat]: [float(t[seat]) for t in totals] for seat in table.present}


def _without_stake(table: Table, ply: int) -> tuple[int, ...]:
    scores = table.rules.scores(table.state(ply))
    stakes = {row.seat: row.stake or 0 for row in table.scene(table.viewer, ply).scores}
    return tuple(score - stakes.get(seat, 0) for seat, score in enumerate(scores))
