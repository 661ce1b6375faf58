"""The picture of statistics: tabs for the games, a table of players, one player, and charts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len

from gamenight.draw.canvas import Picture
from gamenight.draw.charts import bar_chart
from gamenight.draw.context import Context, calling
from gamenight.draw.line import line
from gamenight.draw.palette import Look
from gamenight.match.columns import COLUMNS, called, change, number
from gamenight.match.statistics import PlayerStatistics

TAB, PLAYER = "game:", "player:"
MARGIN = 2
GAP = "  "
LONGEST_NAME = 24
CARD_WIDTH, CARD_HEIGHT = 30, 9
MOST_WIDTH = 96
MOST_BAR = 60

Measure = Callable[[PlayerStatistics], float | None]
MEASURES: Mapping[str, Measure] = {
    "won alone, in percent": lambda row: 100 * row.won / row.played,
    "matches played": lambda row: row.played,
    "mean score": lambda row: row.mean_score,
    "longest streak": lambda row: row.longest_streak,
    "best turn": lambda row: row.best_turn,
}


@dataclass
class StatisticsState:
    """What is shown: the titles of the games by id, one of them with its rows, the player under
    the cursor, and what the first chart measures."""

    games: Mapping[str, str] = field(default_factory=dict)
    game: str = ""
    rows: Sequence[PlayerStatistics] = ()
    at: int = 0
    measure: str = next(iter(MEASURES))


def draw_statistics(shown: StatisticsState, look: Look, width: int, height: int) -> Picture:
    """Everything in one picture, centred where there is more room than it needs."""
    picture = Picture(width, height)
    picture.fill(0, 0, width, height, look.ink(bg=look.palette.ground))
    wide = min(width, MOST_WIDTH)
    below = max(CARD_HEIGHT, min(len(shown.rows) + 3, height // 2))
    inner = Picture(wide, height)
    _draw_tabs(inner, shown, look)
    _draw_table(inner, shown, look, 3, height - 5 - below)
    top = min(height - below, 5 + len(shown.rows))
    inner.paste(_card(shown, look, CARD_HEIGHT), 0, top)
    inner.paste(_charts(shown, look, wide - CARD_WIDTH, height - top), CARD_WIDTH, top)
    picture.paste(inner, (width - wide) // 2, 0)
    return picture


def _draw_tabs(picture: Picture, shown: StatisticsState, look: Look) -> None:
    """The games in a row, scrolled so that the chosen one is visible."""
    context, palette = Context(look), look.palette
    titles = [(id, context.spell(title)) for id, title in shown.games.items()]
    ids = list(shown.games)
    first, last = 0, ids.index(shown.game)
    while sum(cell_len(title) + 2 for _, title in titles[first : last + 1]) > picture.width - 2:
        first += 1
    x = 1
    for id, title in titles[first:]:
        if x + cell_len(title) + 2 > picture.width:
            break
        text, ink = f" {title} ", look.ink(palette.muted)
        if id == shown.game:
            text = text if look.fill else f"[{title}]"
            ink = look.ink(palette.on_accent if look.fill else palette.accent, palette.accent, True)
        picture.mark(TAB + id, x, 1, cell_len(text))
        x = picture.put(x, 1, text, ink)


def _draw_table(
    picture: Picture, shown: StatisticsState, look: Look, top: int, height: int
) -> None:
    """Headings, and as many players as fit, always with the one under the cursor."""
    context = calling(look, (called(row.player, row.game) for row in shown.rows))
    palette = look.palette
    first = max(0, min(shown.at - height // 2, len(shown.rows) - height))
    seen = range(first, min(first + height, len(shown.rows)))
    texts = [[context.spell(column.cell(row)) for column in COLUMNS] for row in shown.rows]
    edges = [
        min(max(cell_len(text) for text in (column.heading, *cells)), LONGEST_NAME)
        for column, cells in zip(COLUMNS, zip(*texts, strict=True), strict=True)
    ]
    room = len(COLUMNS)
    while sum(edges[:room]) + len(GAP) * (room - 1) > picture.width - MARGIN - 1:
        room -= 1
    columns = list(zip(COLUMNS[:room], edges, strict=False))

    def put(y: int, cells: Sequence[str], color: str, bold: bool = False) -> None:
        x = MARGIN
        for text, (column, edge) in zip(cells, columns, strict=False):
            padded = context.fit(line(text), edge, "left" if column.words else "right")
            x = picture.put(x, y, padded.plain, look.ink(color, "", bold)) + len(GAP)

    put(top, [column.heading for column in COLUMNS], palette.muted)
    for y, index in enumerate(seen, top + 1):
        current = index == shown.at
        if current:
            picture.fill(0, y, picture.width, 1, look.ink(bg=palette.live))
            picture.put(0, y, ">", look.ink(palette.accent, "", True))
        put(y, texts[index], palette.strong if current else palette.text, current)
        picture.mark(f"{PLAYER}{index}", 0, y, picture.width)
    if len(seen) < len(shown.rows):
        more = f"{seen[0] + 1} to {seen[-1] + 1} of {len(shown.rows)}"
        picture.put(picture.width - len(more) - 1, top - 1, more, look.ink(palette.muted))


def _card(shown: StatisticsState, look: Look, height: int) -> Picture:
    """Everything about the player under the cursor, even what the table had no room for."""
    row, palette = shown.rows[shown.at], look.palette
    context = calling(look, (called(one.player, one.game) for one in shown.rows))
    facts = (
        ("played", str(row.played)),
        ("won alone", f"{row.won} ({row.won / row.played:.0%})"),
        ("tied, left", f"{row.shared}, {row.left}"),
        ("won in a row", f"{row.longest_streak}, now {row.current_streak}"),
        ("mean score", number(row.mean_score)),
        ("best turn", change(row.best_turn)),
        ("worst turn", change(row.worst_turn)),
        ("most against", called(row.opponent, row.game) or "-"),
    )
    picture = Picture(CARD_WIDTH, height)
    name = context.clip(context.text(called(row.player, row.game)), CARD_WIDTH - MARGIN).plain
    picture.put(MARGIN, 0, name, look.ink(palette.accent, "", True))
    for y, (label, value) in enumerate(facts, 1):
        picture.put(MARGIN, y, label, look.ink(palette.muted))
        room = CARD_WIDTH - MARGIN - len("most against") - 1
        text = context.clip(context.text(value), room).plain
        picture.put(MARGIN + len("most against") + 1, y, text, look.ink())
    return picture


def _charts(shown: StatisticsState, look: Look, width: int, height: int) -> Picture:
    """The chosen chart, and below it as many of the next ones as fit."""
    picture, names = Picture(width, height), list(MEASURES)
    first, y = names.index(shown.measure), 0
    for name in (*names[first:], *names[:first]):
        bars = _bars(shown, MEASURES[name], height - 1)
        if y and y + 1 + len(bars) > height:
            break
        picture.put(
            1, y, name, look.ink(look.palette.muted if y else look.palette.accent, "", True)
        )
        if bars:
            picture.paste(bar_chart(bars, look, min(width - 2, MOST_BAR)), 1, y + 1)
        else:
            picture.put(1, y + 1, "nothing to show", look.ink(look.palette.muted))
        y += max(len(bars), 1) + 2
    return picture


def _bars(shown: StatisticsState, measure: Measure, most: int) -> list[tuple[str, float]]:
    """All players, or the leaders if there are too many."""
    valued = ((called(row.player, row.game), measure(row)) for row in shown.rows)
    found = [(name, value) for name, value in valued if value is not None]
    return sorted(found, key=lambda one: -one[1])[:most]
