"""Verdict: how a match ended, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.record import Result
from gamenight.core.text import enumerated


def announcement(names: Sequence[str], result: Result) -> tuple[str, str]:
    """Who won, with the scores; and the reason."""
    if len(names) == 2:
        best, worst = sorted(result.scores, reverse=True)
        if len(result.winners) == 1:
            loser = 1 - result.winners[0]
            best, worst = result.scores[1 - loser], result.scores[loser]
        scores = f"{best} to {worst}"
    else:
        scores = ", ".join(f"{n} {s}" for n, s in zip(names, result.scores, strict=True))
    return f"{outcome(names, result)}: {scores}.", result.reason


def outcome(names: Sequence[str], result: Result) -> str:
    """Who won."""
    winners = [names[seat] for seat in result.winners]
    if not winners:
        return "Nobody won"
    if len(winners) == len(names) > 1:
        return "It's a draw"
    return f"{winners[0]} won" if len(winners) == 1 else f"{enumerated(winners)} won together"
