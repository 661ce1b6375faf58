"""The archive: the matches of a store, found by game, player and words."""

from __future__ import annotations

from datetime import datetime

from gamenight.core import registry
from gamenight.core.command import command
from gamenight.match import verdict
from gamenight.match.store import Hosted, Store, Summary
from gamenight.match.verdict import told_back

FURTHER = 8  # times as many are looked at if the latest were not enough


def search(
    store: Store,
    game: str = "",
    player: str = "",
    text: str = "",
    finished: bool | None = None,
    most: int | None = None,
) -> list[Summary]:
    """The matches that fit everything given, most recent first.

    game: its id; player: part of a name at the table; text: words, each of which is part of a
    name or of the game's id; finished: only those that are over, or only those that are not;
    most: at most this many, without reading more of the store than they need. Case is ignored.
    """
    looked_at = most
    while True:
        latest = store.matches(finished, looked_at, game)
        found = [
            summary
            for summary in latest
            if player.casefold() in _names(summary) and _has_words(summary, text)
        ]
        if most is None or looked_at is None or len(found) >= most or len(latest) < looked_at:
            return found[:most]
        looked_at = max(looked_at * FURTHER, FURTHER)


def outcome(summary: Summary) -> str:
    """Who plays, and who won, if it is over."""
    if not summary.seats:
        return f"damaged and unreadable (see: {command('doctor')})"
    names = everybody(summary)
    if is_missing(summary):
        names = f"(not installed: {summary.game}) {names}"
    if summary.result is None:
        where = f", at your table: {resuming(summary)}" if summary.table else ""
        return f"{names}: unfinished{where}"
    winners = [summary.seats[seat].name for seat in summary.result.winners]
    drawn = len(winners) == len(_present(summary)) > 1
    won = "drawn" if drawn else f"won by {', '.join(winners) or 'nobody'}"
    return f"{names}: {won}{told_back(summary.taken_back, ', {}')}"


def resuming(summary: Summary | Hosted) -> str:
    """The command that resumes a table that is hosted here, or served to others."""
    if isinstance(summary, Hosted) and not summary.own:
        return command("serve")
    table = summary.table if isinstance(summary, Summary) else summary.id
    return command(f"host {summary.game} --resume --table={table}")


def everybody(summary: Summary) -> str:
    """The names of all who have not left."""
    return " - ".join(summary.seats[seat].name for seat in _present(summary))


def is_missing(summary: Summary) -> bool:
    """Whether the game of a match is not installed, so that it cannot be played or replayed."""
    return summary.game not in registry.games()


def scores_line(summary: Summary) -> str:
    """Everybody who was there at the end of a match with the score, best first; where somebody gave
    up, which no score shows, who won."""
    seats, result = summary.seats, summary.result
    if result is None or not seats:
        return outcome(summary)
    if result.resigned is not None:
        won = verdict.outcome([seat.name for seat in seats], result, summary.absent)
        return f"{won}: {result.reason.removesuffix('.')}"
    best_first = sorted(
        _present(summary), key=lambda seat: (seat not in result.winners, -result.scores[seat])
    )
    return ", ".join(f"{seats[seat].name} {result.scores[seat]}" for seat in best_first)


def ago(now: datetime, then: datetime) -> str:
    """How long ago, in everyday words."""
    minutes = int((now - then).total_seconds() // 60)
    days = (now.astimezone().date() - then.astimezone().date()).days
    if days < 0:
        return f"{then.astimezone():%Y-%m-%d}"  # by a clock that was wrong
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if days == 0:
        return f"{minutes // 60} h ago"
    if days == 1:
        return "yesterday"
    return then.astimezone().strftime("%A" if days < 7 else "%Y-%m-%d")


def _present(summary: Summary) -> list[int]:
    """The seats of everybody who has not left."""
    return [seat for seat in range(len(summary.seats)) if seat not in summary.absent]


def _names(summary: Summary) -> str:
    return "\n".join(seat.name.casefold() for seat in summary.seats)


def _has_words(summary: Summary, text: str) -> bool:
    place = f"{summary.game.casefold()}\n{_names(summary)}"
    return all(word in place for word in text.casefold().split())
