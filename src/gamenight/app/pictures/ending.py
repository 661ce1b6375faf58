"""The picture of an ending: who won, the chart of the scores by turn, the podium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from gamenight.app.pictures.bare_table import draw_bare_table
from gamenight.app.selection import Selection
from gamenight.draw.canvas import Picture
from gamenight.draw.charts import score_chart
from gamenight.draw.context import Context, context_for
from gamenight.draw.ink import BOLD, MUTED, bold, seat_ink
from gamenight.draw.line import Line, line
from gamenight.draw.line import table as columns
from gamenight.draw.palette import Look
from gamenight.draw.parts.letters import draw_letters
from gamenight.draw.writing import block, write
from gamenight.match.series import podium
from gamenight.match.table import Table

MARGIN = 2
LEAST_CHART = 5
BESIDE = 100  # columns from which the podium stands beside the chart


Scores = Mapping[str, Sequence[float]]


def draw_ending(
    table: Table,
    headline: str,
    scores: Scores,
    selection: Selection,
    look: Look,
    size: tuple[int, int],
) -> Picture:
    """Title, headline, podium and chart, and below them the buttons for what can follow."""
    picture, bottom = draw_bare_table(selection.scene, look, size, selection.focus())
    top = _draw_headline(picture, table, headline, look)
    _draw_middle(picture, table, scores, look, top, bottom - top)
    return picture


def _draw_headline(picture: Picture, table: Table, headline: str, look: Look) -> int:
    """In the middle, on as many lines as it needs. Returns the line where the rest begins."""
    # This context knows the players' colours.
    scene = table.scene(table.viewer)
    context, y = context_for(scene, table.game.glyphs, look), 2
    letters = _draw_winner(picture, table, context)
    if letters is not None:
        picture.paste(letters, (picture.width - letters.width) // 2, y)
        y += letters.height + 1
    for text in context.prose(headline, BOLD).wrap(picture.width - 2 * MARGIN):
        write(picture, (picture.width - text.width) // 2, y, text, look)
        y += 1
    return y + 1


def _draw_winner(picture: Picture, table: Table, context: Context) -> Picture | None:
    """The name of the one winner in big letters, where a third of the screen has room for them."""
    result = table.result
    if result is None or len(result.winners) != 1:
        return None
    seat = result.winners[0]
    color = context.palette.seat(seat)
    room = picture.width - 2 * MARGIN, picture.height // 3 - 2
    return draw_letters(table.seats[seat].name, color, context, *room)


def _draw_middle(
    picture: Picture, table: Table, scores: Scores, look: Look, top: int, height: int
) -> None:
    """The podium beside the chart or above it; for two players after one round the headline
    is enough."""
    needed = len(table.present) > 2 or len(table.rounds) > 1
    places = _draw_podium(table, look) if needed else Picture(0, 0)
    wide = picture.width - 2 * MARGIN
    if picture.width >= BESIDE:
        chart = wide - places.width - 4 if needed else wide
        picture.paste(places, picture.width - MARGIN - places.width, top)
        _draw_chart(picture, scores, look, (MARGIN, top), (chart, height - 1))
        return
    picture.paste(places, (picture.width - places.width) // 2, top)
    used = places.height + 1 if places.height else 0
    _draw_chart(picture, scores, look, (MARGIN, top + used), (wide, height - used))


def _draw_chart(
    picture: Picture, scores: Scores, look: Look, at: tuple[int, int], size: tuple[int, int]
) -> None:
    if size[1] < LEAST_CHART or max(map(len, scores.values()), default=0) < 2:
        return
    colors = [look.palette.seat(seat) for seat in range(len(scores))]
    picture.paste(score_chart(scores, look, *size, colors), *at)


def scores_by_turn(table: Table) -> dict[str, list[float]]:
    """The scores after each turn: the plies that one player makes, or chance for them."""
    turns = groupby(range(1, table.last + 1), table.mover)
    ends = [0, *(list(plies)[-1] for _, plies in turns)]
    totals = [table.rules.scores(table.state(ply)) for ply in ends]
    if table.result is not None:
        totals[-1] = table.result.scores
    names = (name for name in table.names if name)  # nobody ever sat in the last seats
    return {name: [float(t[seat]) for t in totals] for seat, name in enumerate(names)}


def _draw_podium(table: Table, look: Look) -> Picture:
    """The standings after the rounds so far."""
    context, played = Context(look), table.rounds
    seats = {name: seat for seat, name in enumerate(table.names)}
    heading = f"After {len(played)} round{'s' if len(played) > 1 else ''}"
    rows: list[tuple[Line, Line, Line]] = []
    places = podium(played)
    widest = max(len(str(place.score)) for place in places)
    for place in places:
        name = context.text(place.name, bold(seat_ink(seats.get(place.name))))
        won = line(str(place.won), BOLD) + line(" won  ", MUTED)
        points = line(str(place.score), BOLD).pad(widest, "right") + line(" in total", MUTED)
        rows.append((line(f"{place.rank}."), name, won + points))
    lines = [line(heading, MUTED), *columns(rows, 60)]
    return block(lines, look)
