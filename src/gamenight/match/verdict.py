"""Verdict: how a match ended, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.record import Result
from gamenight.core.text import enumerated


def announcement(names: Sequence[str], result: Result) -> tuple[str, str]:
    """Who won, with the scores; and the reason."""
    winners = [names[seat] for seat in result.winners]
    if len(names) == 2:
        best, worst = sorted(result.scores, reverse=True)
        if len(winners) == 1:
            loser = 1 - result.winners[0]
            best, worst = result.scores[1 - loser], result.scores[loser]
        scores = f"{best} to {worst}"
    else:
        scores = ", ".join(f"{n} {s}" for n, s in zip(names, result.scores, strict=True))
    if not winners:
        headline = f"Nobody won: {scores}."
    elif len(winners) == len(names) > 1:
        headline = f"It's a draw: {scores}."
    elif len(winners) == 1:
        headline = f"{winners[0]} won: {scores}."
    else:
        headline = f"{enumerated(winners)} won together: {scores}."
    return headline, result.reason
