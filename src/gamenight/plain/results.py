"""Results: simulations and tournaments as tables and bars of plain text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from gamenight.draw.style import Style
from gamenight.lab.elo import Rating, Score
from gamenight.lab.intervals import Interval
from gamenight.lab.simulate import Results
from gamenight.lab.tournament import Standings
from gamenight.plain.alignment import GAP, aligned

WIDEST = 60  # cells of a bar
NARROWEST = 10


def results_lines(results: Results, style: Style) -> list[str]:
    """A table of the players, their shares as bars, wins by seat, and how long games were."""
    rows = results.rows
    head = ["player", "games", "won", "tied", "share", "95% interval", "mean score"]
    body = [
        [
            row.name,
            f"{row.games:,}",
            f"{row.won:,}",
            f"{row.shared:,}",
            percent(row.share.value),
            f"{percent(row.share.low)} to {percent(row.share.high)}",
            measured(row.score),
        ]
        for row in rows
    ]
    nobody = [f"Games without a winner: {results.nobody:,}."] if results.nobody else []
    seats = GAP.join(
        f"{n}: {percent(seat.value)} {plus_minus(style)}{100 * (seat.high - seat.low) / 2:.2f}"
        for n, seat in enumerate(results.seats, 1)
    )
    lengths = results.tally.lengths
    return [
        *aligned([head, *body]),
        "",
        *share_bars([(row.name, row.share) for row in rows], style),
        "",
        *nobody,
        f"Wins by seat, in order of play: {seats}",
        f"Plies per game: {measured(results.plies, plus_minus(style))} on average, "
        f"{min(lengths, default=0):,} to {max(lengths, default=0):,}",
    ]


def plus_minus(style: Style) -> str:
    return "+-" if style.ascii else "±"


def percent(share: float) -> str:
    return f"{100 * share:.2f}%"


def measured(interval: Interval, sign: str = "") -> str:
    """A mean; with a sign, its error as well."""
    text = f"{interval.value:,.2f}"
    return f"{text} {sign}{interval.high - interval.value:.2f}" if sign else text


def share_bars(rows: Sequence[tuple[str, Interval]], style: Style) -> list[str]:
    """One bar per player: the sure and the unsure part of its share, and a line at an equal one."""
    sure, unsure, equal = ("=", "-", "|") if style.ascii else ("█", "▒", "│")
    left = max((cell_len(name) for name, _ in rows), default=0)
    room = max(NARROWEST, min(WIDEST, style.width - left - 12))
    line = round(room / max(1, len(rows)))
    lines = []
    for name, share in rows:
        low, high = round(share.low * room), max(1, round(share.high * room))
        cells = [sure if n < low else unsure if n < high else " " for n in range(room)]
        if 0 < line < room and cells[line] == " ":
            cells[line] = equal
        bar = "".join(cells)
        lines.append(f"{name}{' ' * (left - cell_len(name))}{GAP}{bar} {percent(share.value)}")
    return lines


def standings_lines(standings: Standings, style: Style) -> list[str]:
    """The ratings, the crosstable in percent of the points, and the ratings as a chart."""
    order, rated = standings.ranking(), standings.rated()
    sign = plus_minus(style)
    opponents = () if standings.alone else range(1, len(order) + 1)
    head = ["", "bot", "Elo", sign, "games", "score", *map(str, opponents)]
    body = []
    for rank, bot in enumerate(order, 1):
        numbers = [str(number) for number in rated.by_name[bot].told]
        body.append([str(rank), bot, *numbers, *_points(standings, bot, order)])
    anchor, at = standings.anchor
    scale = f"Elo: {anchor or 'the mean of these bots'} has {at:.0f}."
    notes = (
        ["Some bots have won every game against the rest: each pair gets one more draw."]
        if rated.bounded
        else []
    )
    if standings.alone:
        notes.append("Only one side decides, so bots never meet: this is what each wins alone.")
    chart = rating_bars([(bot, rated.by_name[bot]) for bot in order], style)
    return [*aligned([head, *body], words=2), "", *chart, scale, *notes]


def _points(standings: Standings, bot: str, order: Sequence[str]) -> list[str]:
    """Games and points in percent, all in all and against each; or of what it wins alone."""
    if standings.alone:
        share, games = standings.won(bot)
        return ["exact" if bot in standings.worked_out else f"{games:,}", f"{100 * share:.2f}"]
    total = standings.total(bot)
    cells = ["-" if bot == other else _score(standings.score(bot, other)) for other in order]
    return [f"{total.games:,}", _score(total), *cells]


def _score(score: Score) -> str:
    return f"{100 * score.points / score.games:.1f}" if score.games else "-"


def rating_bars(rows: Sequence[tuple[str, Rating]], style: Style) -> list[str]:
    """Each rating as a point within its error, all on one scale."""
    point, error = ("o", "-") if style.ascii else ("●", "─")
    left = max((cell_len(name) for name, _ in rows), default=0)
    room = max(NARROWEST, min(WIDEST, style.width - left - len(GAP)))
    lowest = min(own.elo - own.error for _, own in rows)
    highest = max(own.elo + own.error for _, own in rows)
    scale = (room - 1) / max(highest - lowest, 1.0)
    lines = []
    for name, (elo, half) in rows:
        cells = [" "] * room
        for n in range(round((elo - half - lowest) * scale), round((elo + half - lowest) * scale)):
            cells[n] = error
        cells[round((elo - lowest) * scale)] = point
        lines.append(f"{name}{' ' * (left - cell_len(name))}{GAP}{''.join(cells)}".rstrip())
    ends = f"{lowest:.0f}", f"{highest:.0f}"
    return [*lines, f"{' ' * (left + len(GAP))}{ends[0]}{ends[1]:>{room - len(ends[0])}}"]
