"""The picture of a podium: the rounds so far, each with its winner, and who leads after them."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.text import unit_after
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Context, naming
from gamenight.draw.ink import BOLD, MUTED, bold, seat_ink
from gamenight.draw.line import Line, joined, line
from gamenight.draw.line import table as columns
from gamenight.draw.palette import Look
from gamenight.draw.writing import block
from gamenight.match.series import Round, best_first, podium, won_with
from gamenight.match.table import Table

WIDEST = 60  # columns of the podium
FEWEST = 2  # lines for rounds, where there are several
SHORT = 16  # lines below which the chart needs the room: the places of one round are one line


def has_podium(table: Table) -> bool:
    """For two players after one round the scores are enough."""
    return len(table.present) > 2 or len(table.rounds) > 1


def draw_podium(table: Table, look: Look, size: tuple[int, int]) -> Picture:
    """The results of every round, if there were several, then the podium. Without room for all, the
    latest rounds and the first places are shown, and a line counts the others."""
    width, height = size
    context = naming(look, table.names)
    seats = {name: seat for seat, name in enumerate(table.names)}
    unit = context.words(table.scene(table.viewer).unit)
    beside = _places_beside(table.rounds, seats, context, unit)
    if len(table.rounds) == 1 and height < SHORT and beside.width <= width:
        return block([beside], look)
    places = _place_lines(table.rounds, seats, context, unit)
    told = _round_lines(table.rounds, seats, context) if len(table.rounds) > 1 else []
    rounds = _latest([text.wrap(width) for text in told], max(height // 3, FEWEST))
    room = max(height - len(rounds) - bool(rounds), 1)
    if len(places) > room:
        places = [*places[: room - 1], _more(len(places) - room + 1, "more")]
    lines = [*rounds, *([Line()] if rounds else []), *places]
    return block([context.clip(text, width) for text in lines], look)


def _latest(rounds: Sequence[Sequence[Line]], room: int) -> list[Line]:
    """The latest rounds, each with all its lines, for the bars and the chart want the rest of the
    page; and how many came before them."""
    for earlier in range(len(rounds)):
        head = [_more(earlier, "earlier")] if earlier else []
        found = [*head, *(row for lines in rounds[earlier:] for row in lines)]
        if len(found) <= room:
            return found
    return [row for lines in rounds[-1:] for row in lines]


def _more(count: int, which: str) -> Line:
    return line(f"and {count} {which}", MUTED)


def _round_lines(played: Sequence[Round], seats: dict[str, int], context: Context) -> list[Line]:
    """`Round 2  Ann won with 30, Ben 12`."""
    rows = []
    for number, standings in enumerate(played, 1):
        parts = []
        for one in best_first(standings):
            name = context.text(one.name, bold(seat_ink(seats.get(one.name))))
            won = line(f" {won_with(standings)}" if one.won else "", MUTED)
            parts.append(name + won + line(f" {one.score}", BOLD if one.won else MUTED))
        rows.append(line(f"Round {number}".ljust(len(f"Round {len(played)}") + 2), MUTED))
        rows[-1] += joined(parts, ", ")
    return rows


def _places_beside(
    played: Sequence[Round], seats: dict[str, int], context: Context, unit: str
) -> Line:
    """`1. Ann 30 tiles     2. Ben 12`."""
    places = [
        line(f"{place.rank}. ", MUTED)
        + context.text(place.name, bold(seat_ink(seats.get(place.name))))
        + line(f" {place.score}", BOLD)
        for place in podium(played)
    ]
    unit = unit_after(podium(played)[0].score, unit)
    places[:1] = [first + line(f" {unit}".rstrip(), MUTED) for first in places[:1]]
    return joined(places, "     ")


def _place_lines(
    played: Sequence[Round], seats: dict[str, int], context: Context, unit: str
) -> list[Line]:
    """A line per player; after several rounds a heading, and how many each has won."""
    several = len(played) > 1
    places = podium(played)
    widest = max(len(str(place.score)) for place in places)
    rows: list[tuple[Line, Line, Line]] = []
    for place in places:
        name = context.text(place.name, bold(seat_ink(seats.get(place.name))))
        points = line(str(place.score), BOLD).pad(widest, "right")
        if several:
            counted = unit_after(place.score, unit)
            total = line(f" {counted} in total".replace("  ", " "), MUTED)
            points = line(f"{place.rounds}  ") + points + total
        elif unit:
            points += line(f" {unit_after(place.score, unit)}", MUTED)
        rows.append((line(f"{place.rank}."), name, points))
    heading = [line(f"After {len(played)} rounds", MUTED)] if several else []
    return [*heading, *columns(rows, WIDEST)]
