"""Review files: a review as JSON, as CSV, and as a chart."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gamenight.lab.account import Moment, Review

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 9.0, 4.5
DASHES = ("-", "--", "-.", ":")  # so that seats differ even without colours
MARKED = 3  # mistakes of each seat that the chart marks


def as_json(review: Review) -> str:
    """All of it. Seats are counted from 0, as in a record; a list of numbers has one per seat.
    Values are in `unit` (`wins`: shares of a win), and errors are standard errors.

    moments: one per ply. `move`: how many decisions there were by then; `actor`: who decided, null
    where chance did; `owner`: whose roll it was; `before`, `after`: values by seat; `errors`: those
    of both, empty where both are the same estimate; `moves`: best first, by their value to the
    actor; `lost`: what the decision gave away; `line`: what would have followed the best move,
    where the judge can say so; `wins`: a move that wins for certain, though another seemed worth
    more. accounts: of everybody who did not leave; `start` + `luck` + `own` +
    `others` = `result`.
    """
    data: dict[str, Any] = asdict(review)
    data["moments"] = [
        {
            **asdict(moment),
            "moves": [move._asdict() for move in moment.moves],
            "lost": moment.lost,
            "lost_error": moment.lost_error,
        }
        for moment in review.moments
    ]
    data["accounts"] = [
        {"seat": seat, **account._asdict(), "without_luck": account.corrected}
        for seat, account in enumerate(review.accounts)
        if seat in review.present
    ]
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def as_csv(review: Review) -> str:
    """One row per ply; seats are counted from 1. Each whose player did not
    leave has its value after the ply and what the ply changed in it; the error is that of what was
    given away, or of the luck of the roll's owner."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    seats = review.present
    about = ["ply", "move", "seat", "whose roll", "name", "action"]
    head = [*about, "best", "line", "gave away", "luck", "error"]
    by_seat = [f"{what} {seat + 1}" for what in ("value", "change") for seat in seats]
    writer.writerow([*head, "proven", *by_seat])
    for moment in review.moments:
        values = [row[seat] for row in (moment.after, moment.change) for seat in seats]
        writer.writerow([*_cells(review, moment), *values])
    return text.getvalue()


def _cells(review: Review, moment: Moment) -> list[Any]:
    """What a row says of its ply, up to the values."""
    actor, owner, best, chosen = moment.actor, moment.owner, moment.best, moment.chosen
    seat = owner if actor is None else actor
    error: float | str = ""
    if best is not None:
        error = moment.lost_error
    elif owner is not None:
        error = moment.error(owner)
    return [
        moment.ply,
        moment.move,
        "" if actor is None else actor + 1,
        "" if owner is None else owner + 1,
        "" if seat is None else review.names[seat],
        moment.text,
        best.text if best is not None else "",
        " ".join(moment.line),
        moment.lost if best is not None else "",
        "" if owner is None else moment.change[owner],
        error,
        "" if best is None or chosen is None else int(best.proven and chosen.proven),
    ]


def course_figure(review: Review, title: str) -> Figure:
    """The value of everybody who did not leave over the plies, with the worst mistakes marked."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
    axes = figure.subplots()
    shares = review.unit == "wins"
    for seat in review.present:
        values = [100 * values[seat] if shares else values[seat] for values in review.course]
        dash = DASHES[seat % len(DASHES)]
        lines = axes.step(range(len(values)), values, dash, where="post", label=review.names[seat])
        mistakes = [m for m in review.moments if m.actor == seat and m.lost > 0]
        worst = sorted(mistakes, key=lambda moment: -moment.lost)[:MARKED]
        places = [moment.ply for moment in worst]
        axes.plot(places, [values[ply] for ply in places], "v", color=lines[0].get_color())
    if shares:
        axes.set_ylim(0, 100)
    axes.set_xlabel(f"plies; triangles: each player's {MARKED} costliest decisions")
    axes.set_ylabel("chance to win, %" if shares else review.unit)
    axes.set_title(title)
    axes.legend(loc="best")
    axes.grid(alpha=0.3)
    return figure
