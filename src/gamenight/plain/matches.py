"""Matches: each as a line of a list, and its number as people type it."""

from __future__ import annotations

from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.text import quoted, whole_number
from gamenight.match.archive import outcome
from gamenight.match.matches import Summary


def describe(summary: Summary) -> str:
    """A match in one line."""
    when = summary.touched.astimezone().strftime("%Y-%m-%d %H:%M")
    return f"{summary.id:>4}  {summary.game:<8}  {when}  {outcome(summary)}"


def match_number(text: str) -> int:
    """The number of a match from what a person types; raises a GamenightError."""
    number = whole_number(text)
    if number is None:
        raise GamenightError(
            f"{quoted(text)} is not a match number (see: {command('matches')})", text
        )
    return number
