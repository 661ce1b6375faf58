"""Elo: ratings by maximum likelihood from the results of pairs, with their errors.

The model is Bradley and Terry's: a player rated d points higher scores 1 / (1 + 10^(-d/400)) per
game; a draw is half a point. The error of a rating is that of its distance from the mean of the
field, from the inverse Fisher information, at 95%. Draws vary less than the model assumes, so
where they are frequent the errors are a little too large.

A player that won or lost everything has no finite rating. Then each pair that met counts one more
drawn game than it played (`Ratings.bounded`), which makes such a rating a cautious one; if some met
nobody, so does every pair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

from gamenight.lab.intervals import Z

MEAN = 1500.0
POINTS = 400 / log(10)  # Elo points per natural unit
STEPS = 200
PRECISION = 1e-10
LONGEST_STEP = 2.0
# Below this error a tenth of a point tells something.
TENTH = 0.5

Matrix = list[list[float]]


class Score(NamedTuple):
    """The result of a pair: the points of its first player, and the number of games."""

    points: float
    games: int


class Won(NamedTuple):
    """What somebody wins where only one side decides: the share of its games, a tie as half;
    games: without end, if that was worked out."""

    share: float
    games: float


class Rating(NamedTuple):
    elo: float
    error: float

    @property
    def told(self) -> tuple[float, float]:
        """Elo and error as people see them: to a tenth where that is known, else whole."""
        places = 1 if self.error < TENTH else None
        return round(self.elo, places), round(self.error, places)


class Ratings(NamedTuple):
    """bounded: whether drawn games were added, because some rating had no bounds."""

    by_name: dict[str, Rating]
    bounded: bool


def ratings(
    names: Sequence[str],
    scores: Mapping[tuple[str, str], Score],
    anchor: str | None = None,
    at: float = MEAN,
) -> Ratings:
    """All ratings: the anchor's is `at`, or without an anchor the mean of the field is."""
    points, games = _tables(names, scores)
    bounded = not _has_maximum(points)
    if bounded:
        size = range(len(names))
        met = [[float(number > 0) for number in row] for row in games]
        drawn = met if _has_maximum(met) else [[float(a != b) for b in size] for a in size]
        points = [[points[a][b] + drawn[a][b] / 2 for b in size] for a in size]
        games = [[games[a][b] + drawn[a][b] for b in size] for a in size]
    strengths = _maximum(points, games)
    covariance = _covariance(strengths, games)
    zero = strengths[names.index(anchor)] if anchor in names else sum(strengths) / len(names)
    return Ratings(
        {
            name: Rating(
                at + POINTS * (strengths[n] - zero), Z * POINTS * sqrt(max(0.0, covariance[n][n]))
            )
            for n, name in enumerate(names)
        },
        bounded,
    )


def ratings_alone(won: Mapping[str, Won], anchor: str | None = None, at: float = MEAN) -> Ratings:
    """All ratings of players who never meet, as only one side decides: all play against the same,
    so the odds that each wins are its strength. Who won or lost everything gets one more drawn
    game. The error of a rating is its own, without that of the anchor."""
    bounded = any(share in (0, 1) for share, _ in won.values())
    drawn = {
        name: Won((share * games + 1 / 2) / (games + 1), games + 1) if share in (0, 1) else own
        for name, own in won.items()
        for share, games in [own]
    }
    strengths = {name: log(share / (1 - share)) for name, (share, _) in drawn.items()}
    zero = strengths.get(anchor or "", sum(strengths.values()) / len(strengths))
    return Ratings(
        {
            name: Rating(
                at + POINTS * (strengths[name] - zero),
                Z * POINTS / sqrt(games * share * (1 - share)),
            )
            for name, (share, games) in drawn.items()
        },
        bounded,
    )


def expected(difference: float) -> float:
    """The points per game of a player rated this much higher."""
    return 1 / (1 + exp(-difference / POINTS))


def _tables(names: Sequence[str], scores: Mapping[tuple[str, str], Score]) -> tuple[Matrix, Matrix]:
    """The points that each scored against each, and their games."""
    size = range(len(names))
    points, games = [[0.0 for _ in size] for _ in size], [[0.0 for _ in size] for _ in size]
    for (first, second), score in scores.items():
        a, b = names.index(first), names.index(second)
        points[a][b] += score.points
        points[b][a] += score.games - score.points
        games[a][b] += score.games
        games[b][a] += score.games
    return points, games


def _has_maximum(points: Matrix) -> bool:
    """Whether from everybody a chain of points leads to everybody else (Ford, 1957)."""
    size = range(len(points))
    reached = [{b for b in size if points[a][b] > 0} | {a} for a in size]
    for through in size:
        for a in size:
            if through in reached[a]:
                reached[a] |= reached[through]
    return all(len(those) == len(points) for those in reached)


def _maximum(points: Matrix, games: Matrix) -> list[float]:
    """The strengths of maximum likelihood, with mean 0, by Newton's method."""
    size = range(len(points))
    strengths = [0.0 for _ in size]
    for _ in range(STEPS):
        slope = [
            sum(points[a][b] - games[a][b] * _share(strengths, a, b) for b in size if b != a)
            for a in size
        ]
        covariance = _covariance(strengths, games)
        step = [sum(covariance[a][b] * slope[b] for b in size) for a in size]
        longest = max(map(abs, step), default=0.0)
        damping = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [old + damping * change for old, change in zip(strengths, step, strict=True)]
        if longest < PRECISION:
            break
    return strengths


def _share(strengths: Sequence[float], a: int, b: int) -> float:
    return 1 / (1 + exp(strengths[b] - strengths[a]))


def _covariance(strengths: Sequence[float], games: Matrix) -> Matrix:
    """The inverse of the Fisher information where the sum of strengths is fixed. Adding a
    constant to the singular matrix and subtracting it from the inverse does just that."""
    count = len(strengths)
    size = range(count)
    information = [[0.0 for _ in size] for _ in size]
    for a in size:
        for b in size:
            if a != b:
                share = _share(strengths, a, b)
                weight = games[a][b] * share * (1 - share)
                information[a][b] -= weight
                information[a][a] += weight
    shifted = [[value + 1 / count for value in row] for row in information]
    return [[value - 1 / count for value in row] for row in _inverse(shifted)]


def _inverse(matrix: Matrix) -> Matrix:
    """By elimination with the largest pivots; the matrix is small and has an inverse."""
    count = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(count))] for n, row in enumerate(matrix)]
    for column in range(count):
        pivot = max(range(column, count), key=lambda n: abs(rows[n][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for n in range(count):
            factor = rows[n][column]
            if n != column and factor:
                rows[n] = [x - factor * y for x, y in zip(rows[n], rows[column], strict=True)]
    return [row[count:] for row in rows]
