"""Tallies: statistics as tables of plain text, and the command that prints them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len

from gamenight.cli.session import open_console, readable_matches
from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.text import quoted
from gamenight.match.statistics import Row, export_csv

GAP = "  "
NONE_YET = "No match is over yet: play one, and it is counted here."
SQUEEZED = "There is no room for: {}. A wider terminal shows it, and so does --csv FILE."


class Column(NamedTuple):
    """A heading, what stands under it, what it means, and whether it is words, not numbers."""

    heading: str
    cell: Callable[[Row], str]
    about: str
    words: bool = False


def number(value: float | None) -> str:
    """A number as short as it can be; a dash where there is none."""
    if value is None:
        return "-"
    return str(round(value)) if value == round(value) else f"{value:.1f}"


def change(value: int | None) -> str:
    return "-" if value is None else f"{value:+d}" if value else "0"


COLUMNS = (
    Column("player", lambda row: row.player, "who", words=True),
    Column("played", lambda row: str(row.played), "matches that are over"),
    Column("won", lambda row: str(row.won), "won alone"),
    Column("tied", lambda row: str(row.shared), "first together with others"),
    Column("left", lambda row: str(row.left), "resigned, or gave the seat up"),
    Column(
        "streak",
        lambda row: f"{row.longest_streak}/{row.current_streak}",
        "won in a row: the most ever, and now",
    ),
    Column("mean", lambda row: number(row.mean_score), "mean score"),
    Column("best", lambda row: change(row.best_turn), "best turn: the most it added to a score"),
    Column("worst", lambda row: change(row.worst_turn), "worst turn"),
    Column("most against", lambda row: row.opponent or "-", "favourite opponent", words=True),
)


def table(rows: Sequence[Row], width: int | None = None) -> list[str]:
    """A line a player below the headings; with a width, the last columns go where it is short,
    and a line tells which."""
    columns = [[column.heading, *map(column.cell, rows)] for column in COLUMNS]
    edges = [max(map(cell_len, texts)) for texts in columns]
    room = len(COLUMNS)
    while width is not None and room > 3 and sum(edges[:room]) + len(GAP) * (room - 1) > width:
        room -= 1
    lines = [
        GAP.join(
            _padded(text, edge, column.words)
            for text, edge, column in zip(texts, edges, COLUMNS[:room], strict=False)
        ).rstrip()
        for texts in zip(*columns[:room], strict=True)
    ]
    missing = [column.heading for column in COLUMNS[room:]]
    return [*lines, SQUEEZED.format(", ".join(missing))] if missing else lines


def _padded(text: str, edge: int, words: bool) -> str:
    blank = " " * (edge - cell_len(text))
    return text + blank if words else blank + text


def run_stats(arguments: argparse.Namespace) -> int:
    """`gamenight stats [GAME] [--player NAME] [--csv FILE]`."""
    game, player = arguments.game, arguments.player
    if game is not None:
        registry.game(game)
    console = open_console(arguments)
    rows = [
        row
        for row in readable_matches(arguments).statistics()
        if game in (None, row.game)
        and (player is None or row.player.casefold() == player.casefold())
    ]
    if not rows and (game is not None or player is not None):
        of = f" of {quoted(player)}" if player is not None else ""
        played = f" of {registry.game(game).title}" if game is not None else ""
        raise GamenightError(f"no match{played}{of} is over yet", player or game)
    if arguments.csv is not None:
        export_csv(rows, arguments.csv)
        console.say(f"{len(rows)} rows written to {arguments.csv}")
        return 0
    if not rows:
        console.say(NONE_YET)
    room = console.style.width if console.interactive else None  # a pipe has room for all
    for id, own in groupby(rows, key=lambda row: row.game):
        console.say("", title_of(id), *table(list(own), room))
    return 0


def title_of(id: str) -> str:
    """The title of a game; its id where it is not installed any more."""
    try:
        return registry.game(id).title
    except GamenightError:
        return id
