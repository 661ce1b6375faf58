"""Report: what was measured, as the tables of BENCHMARKS.md, with the goals beside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from statistics import median

from .drive import Idle, Moves
from .servers import FLOOR, OURS, PEER


@dataclass(frozen=True)
class Case:
    """So many matches at a time; each place sees several, one after another, of so many plies.
    pace: moves a second of all together, or 0 for as many as possible."""

    name: str
    matches: int
    tables: int
    plies: int
    pace: int = 0


ONE = Case("1 match", 1, 10, 100)
HUNDRED = Case("100 matches", 100, 3, 100)
MANY = Case("500 matches", 500, 1, 60)
PACED = Case("500 matches, 1,000 moves/s", 500, 1, 20, 1000)
CASES = (ONE, HUNDRED, MANY, PACED)
Rounds = Sequence[Mapping[tuple[Case, str], Moves]]
Figure = Callable[[Moves], float]


def speed(found: Moves) -> float:
    return found.moves / found.seconds


FIGURES: dict[str, tuple[Figure, float, str]] = {
    "moves/s": (speed, 1, ",.0f"),
    "p50, ms": (attrgetter("p50"), 1e3, ".1f"),
    "p99, ms": (attrgetter("p99"), 1e3, ".1f"),
    "CPU a move, ms": (attrgetter("cpu"), 1e3, ".3f"),
    "CPU of the clients a move, ms": (attrgetter("own"), 1e3, ".3f"),
}


def line(found: Moves) -> str:
    """All figures of one measurement."""
    shown = ((name, figure(found) * unit, form) for name, (figure, unit, form) in FIGURES.items())
    return "; ".join(f"{name} {value:{form}}" for name, value, form in shown)


@dataclass(frozen=True)
class Goal:
    """Ours divided by another server's is to be at least, or at most, this."""

    case: Case
    figure: str
    other: str
    least: float = 0.0
    most: float = float("inf")

    def __str__(self) -> str:
        return f"at least {self.least}" if self.least else f"at most {self.most}"

    def reached(self, ratio: float) -> str:
        return "yes" if self.least <= ratio <= self.most else "**no**"


GOALS = (
    Goal(HUNDRED, "moves/s", PEER, least=2.5),
    Goal(MANY, "moves/s", PEER, least=2.5),
    Goal(HUNDRED, "p99, ms", PEER, most=0.6),
    Goal(HUNDRED, "moves/s", FLOOR, least=0.65),
    Goal(MANY, "moves/s", FLOOR, least=0.5),
    Goal(HUNDRED, "CPU a move, ms", FLOOR, most=1.5),
    Goal(MANY, "CPU a move, ms", FLOOR, most=1.5),
    Goal(ONE, "moves/s", FLOOR, least=0.6),
    Goal(PACED, "p99, ms", FLOOR, most=1.5),
)
MOST_OF_A_LINE, MOST_OF_A_MATCH = 25.0, 3.0  # kB


def measured(rounds: Rounds) -> Iterator[str]:
    """Every figure of every server: the median of the rounds."""
    servers = [s for s in (OURS, FLOOR, PEER) if (ONE, s) in rounds[0]]
    yield from _head("", *servers)
    for case in CASES:
        for name, (figure, unit, form) in FIGURES.items():
            values = (median(figure(found[case, s]) * unit for found in rounds) for s in servers)
            yield _row(f"{case.name}: {name}", *(format(value, form) for value in values))


def judged(rounds: Rounds) -> Iterator[str]:
    """The goals: a ratio is the median of those of each round, where both had the same weather."""
    yield from _head("ours / other", "other", "goal", "measured", "rounds", "reached")
    for goal in GOALS:
        if (goal.case, goal.other) not in rounds[0]:
            continue
        figure = FIGURES[goal.figure][0]
        ratios = sorted(
            figure(found[goal.case, OURS]) / figure(found[goal.case, goal.other])
            for found in rounds
        )
        what = f"{goal.case.name}: {goal.figure}"
        spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
        ratio = median(ratios)
        yield _row(what, goal.other, str(goal), f"{ratio:.2f}", spread, goal.reached(ratio))


def memory(found: Mapping[str, Idle]) -> Iterator[str]:
    """What somebody who waits costs."""
    yield from _head("kB", *found, "goal (ours)")
    lines = (f"{idle.line / 1000:.1f}" for idle in found.values())
    yield _row("an idle line", *lines, f"at most {MOST_OF_A_LINE:g}")
    watched = (f"{idle.watched / 1000:.1f}" for idle in found.values())
    yield _row("a match that somebody looks at, without the line", *watched, "")
    matches = (f"{idle.match / 1000:.1f}" for idle in found.values())
    yield _row("an idle match", *matches, f"at most {MOST_OF_A_MATCH:g}")


def _head(*names: str) -> Iterator[str]:
    yield _row(*names)
    yield "|" + "---|" * len(names)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
