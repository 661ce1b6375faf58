"""Entries: what home says of games and of matches, unfinished or over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from gamenight.app.pictures.home import MATCH, Evening, MatchEntry
from gamenight.core.game import Game
from gamenight.core.parts import people_first
from gamenight.match.archive import ago, scores_line
from gamenight.match.matches import Matches, Summary
from gamenight.match.verdict import told_back


class Standing(NamedTuple):
    """How far a match has got, and the seats whose players have left it."""

    told: str = ""
    absent: tuple[int, ...] = ()


def match_entry(match: Summary, game: Game | None, standing: Standing) -> MatchEntry:
    """An unfinished match, people before machines; game: None if it is missing."""
    there = (seat for seat in people_first(match.seats) if seat not in standing.absent)
    listed = [match.seats[seat] for seat in there]
    people, others = ([s.name for s in listed if bool(s.bot) == bot] for bot in (False, True))
    names = ", ".join([*people, *others])
    if len(people) == 1 and others:
        names = f"{people[0]} against {', '.join(others)}"
    title = match.game if game is None else game.title
    when = ago(datetime.now(UTC), match.touched)
    told = "its game is missing" if game is None else standing.told
    if match.table:
        told = ", ".join(filter(None, ["at your table", told]))
    return MatchEntry(f"{MATCH}{match.id}", game, title, names, told, when, (*people, *others))


def evening(match: Summary, game: Game) -> Evening:
    when, back = ago(datetime.now(UTC), match.touched), told_back(match.taken_back)
    players = tuple(seat.name for seat in match.seats)
    return Evening(game, when, scores_line(match), back, players)


def last_time(matches: Matches, game: Game) -> str:
    """How the last match of a game ended."""
    found = matches.find(game.id, finished=True, most=1)
    return (
        f"last time: {scores_line(found[0])}" if found else "nobody has finished a match of it yet"
    )


def first_game(games: Mapping[str, Game]) -> Game | None:
    """The game for newcomers: the shortest that people usually play."""
    played = [game for game in games.values() if game.asked()[-1]]
    return min(played, key=lambda game: game.minutes or 999, default=None)
