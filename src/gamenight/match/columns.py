"""Columns: what a table of statistics shows of a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.match.statistics import Row

NONE_YET = "No match is over yet: play one, and it is counted here."


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


def title_of(id: str) -> str:
    """The title of a game; its id where it is not installed any more."""
    try:
        return registry.game(id).title
    except GamenightError:
        return id
