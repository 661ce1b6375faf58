"""Statistics: how people and bots did, game by game. Only finished matches count."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from statistics import fmean
from typing import TextIO

from gamenight.match.files import write_whole
from gamenight.match.store import Ended
from gamenight.match.summary import KINDS, Appearance, Player

# A spreadsheet takes a cell that begins like this for a formula, even in wide letters.
FORMULA = tuple("=+-@\t\r＝＋－＠")


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """A player in a game. won: alone; shared: first together with others; longest and current:
    matches won alone in a row; opponent: met most often (of equals, most recently)."""

    game: str
    player: str
    kind: str
    played: int
    won: int
    shared: int
    left: int
    longest_streak: int
    current_streak: int
    mean_score: float | None
    opponent: str
    best_turn: int | None
    worst_turn: int | None


@dataclass
class _Account:
    """The sums for one player in one game."""

    player: Player
    played: list[Appearance] = field(default_factory=list)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    names: dict[tuple[str, str], str] = field(default_factory=dict)

    def row(self, game: str) -> PlayerStatistics:
        scores = [one.score for one in self.played if one.score is not None]
        best = [one.best for one in self.played if one.best is not None]
        worst = [one.worst for one in self.played if one.worst is not None]
        streaks = _streaks([one.won and not one.shared for one in self.played])
        # `names` is kept in the order of the last meeting.
        favourite = max(reversed(self.names), key=lambda key: self.met[key], default=None)
        return PlayerStatistics(
            game,
            self.player.name,
            self.player.kind,
            played=len(self.played),
            won=sum(one.won and not one.shared for one in self.played),
            shared=sum(one.shared for one in self.played),
            left=sum(one.left for one in self.played),
            longest_streak=max(streaks, default=0),
            current_streak=streaks[-1] if streaks else 0,
            mean_score=fmean(scores) if scores else None,
            opponent=self.names[favourite] if favourite is not None else "",
            best_turn=max(best, default=None),
            worst_turn=min(worst, default=None),
        )


def statistics(ended: Iterable[Ended]) -> list[PlayerStatistics]:
    """One row for each player of each game; people first, then by matches played. The matches come
    in the order in which they ended."""
    accounts: dict[tuple[str, tuple[str, str]], _Account] = {}
    for game, here in ended:
        keys = [one.player.key for one in here]
        names = {key: one.player.name for key, one in zip(keys, here, strict=True)}
        for own, one in zip(keys, here, strict=True):
            account = accounts.get((game, own))
            if account is None:
                account = accounts[game, own] = _Account(one.player)
            account.player = one.player
            account.played.append(one)
            for key, name in names.items():
                if key != own:
                    account.met[key] += 1
                    account.names.pop(key, None)
                    account.names[key] = name
    rows = [account.row(game) for (game, _), account in accounts.items()]
    return sorted(
        rows, key=lambda r: (r.game, KINDS.index(r.kind), -r.played, -r.won, r.player.casefold())
    )


def _streaks(won: Sequence[bool]) -> list[int]:
    """After each match, the number won in a row."""
    lengths: list[int] = []
    for one in won:
        lengths.append((lengths[-1] if lengths else 0) + 1 if one else 0)
    return lengths


def export_csv(rows: Iterable[PlayerStatistics], target: Path | TextIO) -> None:
    """Write rows as CSV; a file appears whole or not at all, and raises FileError if it cannot."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(one.name for one in fields(PlayerStatistics))
    writer.writerows(map(_cell, astuple(row)) for row in rows)
    if not isinstance(target, Path):
        target.write(text.getvalue())
        return
    write_whole(target, text.getvalue())


def _cell(value: object) -> object:
    """A cell as spreadsheets read it: a text that looks like a formula gets an apostrophe."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, str) and value.lstrip().startswith(FORMULA):
        return f"'{value}"
    return "" if value is None else value
