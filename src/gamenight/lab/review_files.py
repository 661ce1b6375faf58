"""Review files: a review as JSON, as CSV, and as a chart of its course."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gamenight.lab.review import Review

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WIDTH, HEIGHT = 9.0, 4.5
DASHES = ("-", "--", "-.", ":")  # so that seats differ without colours
MARKED = 3  # mistakes of each seat that have a mark in the chart


def as_json(review: Review) -> str:
    """All of it, the account of each player included."""
    data: dict[str, Any] = asdict(review)
    data["moments"] = [
        {**asdict(moment), "moves": [move._asdict() for move in moment.moves], "lost": moment.lost}
        for moment in review.moments
    ]
    data["accounts"] = [
        {**account._asdict(), "without_luck": account.corrected} for account in review.accounts
    ]
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def as_csv(review: Review) -> str:
    """A row a ply; seats are counted from 1, and each has its value after the ply. The error is
    that of what was given away, or of the luck."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    values = [f"value {seat + 1}" for seat in range(len(review.names))]
    head = ["ply", "seat", "whose roll", "action", "best", "gave away", "luck", "error", "proven"]
    writer.writerow([*head, *values])
    for moment in review.moments:
        best, chosen = moment.best, moment.chosen
        writer.writerow(
            [
                moment.ply,
                "" if moment.actor is None else moment.actor + 1,
                "" if moment.owner is None else moment.owner + 1,
                moment.text,
                best.text if best is not None else "",
                moment.lost if best is not None else "",
                "" if moment.owner is None else moment.change[moment.owner],
                moment.lost_error if best is not None else moment.error,
                "" if best is None or chosen is None else int(best.proven and chosen.proven),
                *moment.after,
            ]
        )
    return text.getvalue()


def course_figure(review: Review, title: str) -> Figure:
    """The value of each seat over the plies, the worst mistakes marked."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
    axes = figure.subplots()
    shares = review.unit == "wins"
    for seat, name in enumerate(review.names):
        values = [100 * values[seat] if shares else values[seat] for values in review.course]
        dash = DASHES[seat % len(DASHES)]
        lines = axes.step(range(len(values)), values, dash, where="post", label=name)
        mistakes = [m for m in review.moments if m.actor == seat and m.lost > 0]
        worst = sorted(mistakes, key=lambda moment: -moment.lost)[:MARKED]
        places = [moment.ply for moment in worst]
        axes.plot(places, [values[ply] for ply in places], "v", color=lines[0].get_color())
    if shares:
        axes.set_ylim(0, 100)
    axes.set_xlabel(f"plies; triangles: the {MARKED} decisions of each that gave most away")
    axes.set_ylabel("chance to win, %" if shares else review.unit)
    axes.set_title(title)
    axes.legend(loc="best")
    axes.grid(alpha=0.3)
    return figure
