"""Leaving: a table is left without a question, unless something would be lost by it."""

from __future__ import annotations

from gamenight.match.table import Table
from gamenight.plain.console import Console


def may_leave(console: Console, table: Table) -> bool:
    """Whether a table can be left. At a terminal whoever would lose something is asked; over a pipe
    nobody is there to answer."""
    told = table.farewell()  # it stores what is only in memory, if that works by now
    if not (console.interactive and table.warning and table.kept):
        return True
    console.say(f"Not saved: {table.warning}. {told}", "save FILE writes all of it to a file.")
    answer = console.read("Leave, and lose what is not saved? [y/N] ", fresh=True)
    return answer.casefold() in ("y", "yes")
