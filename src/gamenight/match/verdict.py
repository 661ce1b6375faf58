"""Verdict: how a match ended, as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.record import Result
from gamenight.core.text import enumerated, unit_after


def announcement(
    names: Sequence[str],
    result: Result,
    absent: Sequence[int] = (),
    taken_back: int = 0,
    unit: str = "",
) -> tuple[str, str]:
    """Who won, with the scores of those at the table in this unit, unless somebody gave up, which
    no score shows; and the reason, with how often moves were taken back on the way."""
    won = outcome(names, result, absent)
    reason = result.reason
    if taken_back:
        undone = "One move was" if taken_back == 1 else f"{taken_back:,} moves were"
        reason = f"{reason} {undone} taken back."
    if result.resigned is not None:
        return f"{won}.", reason
    there = [seat for seat in range(len(names)) if seat not in absent]
    if len(there) == 2:
        best, worst = sorted((result.scores[seat] for seat in there), reverse=True)
        if len(result.winners) == 1:
            loser = next(seat for seat in there if seat not in result.winners)
            best, worst = result.scores[result.winners[0]], result.scores[loser]
        counted = unit_after(best, unit)
        return f"{won}: {best}{counted and f' {counted}'} to {worst}.", reason
    scores = [f"{names[seat]} {result.scores[seat]}" for seat in there]
    counted = unit_after(result.scores[there[0]], unit) if there else ""
    scores[:1] = [f"{first} {counted}".rstrip() for first in scores[:1]]
    return f"{won}: {', '.join(scores)}.", reason


def told_back(times: int, form: str = "{}") -> str:
    """How often moves were taken back, in this form; nothing where none was."""
    return form.format("1 undo" if times == 1 else f"{times:,} undos") if times else ""


def told_moves(moves: int) -> str:
    return f"{moves:,} {'move' if moves == 1 else 'moves'}"


def outcome(names: Sequence[str], result: Result, absent: Sequence[int] = ()) -> str:
    """Who won."""
    winners = [names[seat] for seat in result.winners]
    if not winners:
        return "Nobody won"
    if len(winners) == len(names) - len(absent) > 1:
        return "It's a tie"
    return f"{winners[0]} won" if len(winners) == 1 else f"{enumerated(winners)} won together"
