"""Verdict: how a match ended, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.record import Result
from gamenight.core.text import enumerated


def announcement(
    names: Sequence[str], result: Result, absent: Sequence[int] = ()
) -> tuple[str, str]:
    """Who won, with the scores of those at the table; and the reason."""
    winners = [names[seat] for seat in result.winners]
    there = [seat for seat in range(len(names)) if seat not in absent]
    if len(there) == 2:
        best, worst = sorted((result.scores[seat] for seat in there), reverse=True)
        if len(winners) == 1:
            loser = next(seat for seat in there if seat not in result.winners)
            best, worst = result.scores[result.winners[0]], result.scores[loser]
        scores = f"{best} to {worst}"
    else:
        scores = ", ".join(f"{names[seat]} {result.scores[seat]}" for seat in there)
    if not winners:
        headline = f"Nobody won: {scores}."
    elif len(winners) == len(there) > 1:
        headline = f"It's a draw: {scores}."
    elif len(winners) == 1:
        headline = f"{winners[0]} won: {scores}."
    else:
        headline = f"{enumerated(winners)} won together: {scores}."
    return headline, result.reason
