"""Entries: what home says of matches, unfinished or over."""

from __future__ import annotations

from datetime import UTC, datetime

from gamenight.app.pictures.home import MATCH, Evening, MatchEntry
from gamenight.core.game import Game
from gamenight.match.archive import ago, scores_line
from gamenight.match.matches import Matches, Summary
from gamenight.match.verdict import told_back


def match_entry(match: Summary, game: Game | None) -> MatchEntry:
    """An unfinished match, people before machines; game: None if it is missing."""
    people = [seat.name for seat in match.seats if not seat.bot]
    others = [seat.name for seat in match.seats if seat.bot]
    names = ", ".join([*people, *others])
    if len(people) == 1 and others:
        names = f"{people[0]} against {', '.join(others)}"
    title = match.game if game is None else game.title
    when = "its game is missing" if game is None else ago(datetime.now(UTC), match.touched)
    when = f"match {match.id}, {when}"
    return MatchEntry(f"{MATCH}{match.id}", game, title, names, when)


def evening(match: Summary, game: Game) -> Evening:
    when, back = ago(datetime.now(UTC), match.touched), told_back(match.taken_back)
    return Evening(game, when, scores_line(match), back)


def last_time(matches: Matches, game: Game) -> str:
    """How the last match of a game ended."""
    found = matches.find(game.id, finished=True, most=1)
    return (
        f"last time: {scores_line(found[0])}" if found else "nobody has finished a match here yet"
    )
