"""Charts: results as SVG or PNG files, drawn by matplotlib (the extra `lab`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gamenight.core.errors import GamenightError
from gamenight.core.paths import check_writable, trouble
from gamenight.core.text import quoted
from gamenight.lab.simulate import Results
from gamenight.lab.tournament import Standings

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png")
INK, PALE = "#2a6f97", "#a9d6e5"
BARS = 40


def check_chart(path: Path) -> None:
    """Raise a GamenightError, before any game is played, if the chart could not be drawn."""
    if path.suffix.lower() not in SUFFIXES:
        raise GamenightError(
            f"a chart file must end in {' or '.join(SUFFIXES)}, not {quoted(str(path))}",
            str(path),
            SUFFIXES,
        )
    _figure(1, 1)


def _figure(width: float, height: float) -> Figure:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise GamenightError("chart files need matplotlib: pip install 'gamenight[lab]'") from error
    return Figure(figsize=(width, height), layout="constrained")


def results_figure(results: Results, title: str) -> Figure:
    """Each player's share with its interval, and how long the games were."""
    rows = results.rows
    figure = _figure(8, 2.6 + 0.35 * len(rows))
    above, below = figure.subplots(2, 1, height_ratios=[max(2, len(rows)), 3])
    shares = [row.share for row in rows]
    errors = [
        [share.value - share.low for share in shares],
        [share.high - share.value for share in shares],
    ]
    values = [share.value for share in shares]
    above.barh([row.name for row in rows], values, xerr=errors, color=PALE, ecolor=INK, capsize=4)
    above.axvline(1 / len(rows), color="gray", linestyle=":", linewidth=1)
    above.invert_yaxis()
    above.set_xlim(0, 1)
    above.set_xlabel("share of games won, with 95% interval; dotted: an equal share")
    above.set_title(f"{title}, {results.tally.games:,} games")
    lengths = sorted(results.tally.lengths.items())
    plies, numbers = [length for length, _ in lengths], [number for _, number in lengths]
    bins = min(BARS, max(plies, default=1) - min(plies, default=0) + 1)
    below.hist(plies, bins=bins, weights=numbers, color=PALE, edgecolor=INK, linewidth=0.5)
    below.set_xlabel("plies per game")
    below.set_ylabel("games")
    return figure


def standings_figure(standings: Standings, title: str) -> Figure:
    """Each bot's Elo with its error."""
    order, rated = standings.ranking(), standings.rated().by_name
    figure = _figure(8, 1.6 + 0.4 * len(order))
    axes = figure.subplots()
    elos, errors = [rated[bot].elo for bot in order], [rated[bot].error for bot in order]
    axes.errorbar(elos, order, xerr=errors, fmt="o", color=INK, ecolor=INK, capsize=4)
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel("Elo, with 95% error")
    axes.set_title(f"{title}, {standings.games:,} games")
    return figure


def write_chart(figure: Figure, path: Path) -> None:
    """Write a figure; raises a GamenightError."""
    try:
        check_writable(path)
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise GamenightError(trouble(path, "written", error), str(path)) from error
