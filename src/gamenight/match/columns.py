"""Columns: what a table of statistics shows of a player."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from gamenight.bots import find_bot
from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.match.statistics import PlayerStatistics

NONE_YET = "No finished match yet: play one, and it counts here."


class Column(NamedTuple):
    """A heading, the text of a cell, what it means, whether it holds words, not numbers, and
    whether the heading says by itself what it means."""

    heading: str
    cell: Callable[[PlayerStatistics], str]
    about: str
    words: bool = False
    clear: bool = True


def called(player: str, game: str) -> str:
    """A player of a game as people read it: `Grabber (bot)` for `bot:hard`, which nobody's name can
    be, and a limit as it was given."""
    spec = player.removeprefix("bot:")
    if spec == player:
        return player
    with suppress(GamenightError):  # a bot, or a game, that is no longer there
        bot, _ = find_bot(registry.game(game), spec)
        spec = bot.name + "".join(spec.partition(":")[1:])
    return f"{spec} (bot)"


def number(value: float | None) -> str:
    """A number with at most one decimal; a dash where there is none."""
    if value is None:
        return "-"
    return str(round(value)) if value == round(value) else f"{value:.1f}"


def change(value: int | None) -> str:
    return "-" if value is None else f"{value:+d}" if value else "0"


COLUMNS = (
    Column("player", lambda row: called(row.player, row.game), "who", words=True),
    Column("played", lambda row: str(row.played), "finished matches"),
    Column("won", lambda row: str(row.won), "won alone"),
    Column("tied", lambda row: str(row.shared), "first place shared"),
    Column("left", lambda row: str(row.left), "resigned or gave up the seat"),
    Column(
        "streak",
        lambda row: f"{row.longest_streak}/{row.current_streak}",
        "most wins in a row, and how many now",
        clear=False,
    ),
    Column("mean", lambda row: number(row.mean_score), "average score of a match", clear=False),
    Column("best", lambda row: change(row.best_turn), "most points added in one turn", clear=False),
    Column(
        "worst", lambda row: change(row.worst_turn), "fewest points added in one turn", clear=False
    ),
    Column(
        "most against",
        lambda row: called(row.opponent, row.game) or "-",
        "favourite opponent",
        words=True,
    ),
)


def title_of(id: str) -> str:
    """The title of a game, or its id where it is no longer installed."""
    try:
        return registry.game(id).title
    except GamenightError:
        return id
