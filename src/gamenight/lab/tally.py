"""Tally: the results of many games, in whole numbers, so that the order of adding never matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from gamenight.core.rules import Over


class Outcome(NamedTuple):
    """Which entrant sat where, and how many shared first place with it; 0: it did not win."""

    entrant: int
    seat: int
    sharing: int


@dataclass
class Tally:
    """The sum of games. places: how often each `Outcome` occurred; scores, squares: by entrant,
    the sum of final scores and of their squares; lengths: how many games had n plies."""

    games: int = 0
    places: Counter[Outcome] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    squares: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: Tally) -> Tally:
        joined = Tally(self.games + other.games)
        for part in (self, other):
            joined.places.update(part.places)
            joined.scores.update(part.scores)
            joined.squares.update(part.squares)
            joined.lengths.update(part.lengths)
        return joined

    def count(self, over: Over, plies: int, seating: Sequence[int]) -> None:
        """One more game, in which these entrants sat, by seat."""
        self.games += 1
        self.lengths[plies] += 1
        for seat, entrant in enumerate(seating):
            sharing = len(over.winners) if seat in over.winners else 0
            self.places[Outcome(entrant, seat, sharing)] += 1
            self.scores[entrant] += over.scores[seat]
            self.squares[entrant] += over.scores[seat] ** 2

    def count_rows(self, rows: Any, seating: Sequence[int]) -> None:
        """More games at once, as a kernel gives them, all with these entrants."""
        import numpy as np

        self.games += len(rows)
        lengths, numbers = np.unique(rows[:, 0], return_counts=True)
        self.lengths.update(dict(zip(lengths.tolist(), numbers.tolist(), strict=True)))
        winners = rows[:, 1]
        sharing = np.bitwise_count(winners)
        for seat, entrant in enumerate(seating):
            own = np.bincount(np.where(winners >> seat & 1, sharing, 0))
            for shared, number in _numbers(own).items():
                self.places[Outcome(entrant, seat, shared)] += number
            scores = rows[:, 2 + seat]
            self.scores[entrant] += int(scores.sum())
            self.squares[entrant] += int((scores * scores).sum())

    def seats(self, entrant: int) -> int:
        """In how many seats it sat: one per game, unless it sits at a table several times."""
        return sum(n for place, n in self.places.items() if place.entrant == entrant)

    def won(self, entrant: int) -> int:
        """How often it won alone."""
        own = self.places.items()
        return sum(n for place, n in own if place.entrant == entrant and place.sharing == 1)

    def shared(self, entrant: int) -> int:
        """How often it was first together with others."""
        own = self.places.items()
        return sum(n for place, n in own if place.entrant == entrant and place.sharing > 1)

    def share(self, entrant: int, seat: int | None = None) -> Fraction:
        """Its wins, in one seat or in all, shared ones as fractions."""
        total = Fraction(0)
        for place, number in self.places.items():
            if place.entrant == entrant and place.sharing and seat in (None, place.seat):
                total += Fraction(number, place.sharing)
        return total

    def at_seat(self, seat: int) -> tuple[int, Fraction]:
        """The games of a seat and what it won, no matter who sat there."""
        own = [(place, n) for place, n in self.places.items() if place.seat == seat]
        won = (Fraction(n, place.sharing) for place, n in own if place.sharing)
        return sum(n for _, n in own), sum(won, Fraction(0))

    def as_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "places": [[*place, number] for place, number in sorted(self.places.items())],
            "scores": sorted(self.scores.items()),
            "squares": sorted(self.squares.items()),
            "lengths": sorted(self.lengths.items()),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Tally:
        """The tally that `as_json` wrote; raises KeyError, TypeError or ValueError."""
        counters = {
            name: Counter({_whole(key): _whole(value) for key, value in data[name]})
            for name in ("scores", "squares", "lengths")
        }
        places = {
            Outcome(_whole(entrant), _whole(seat), _whole(sharing)): _whole(number)
            for entrant, seat, sharing, number in data["places"]
        }
        return cls(_whole(data["games"]), Counter(places), **counters)


def _numbers(counts: Any) -> dict[int, int]:
    """What occurred, and how often."""
    return {int(value): int(counts[value]) for value in counts.nonzero()[0]}


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is not a whole number")
    return value
