"""The best response to a model of the others: what the bot `best` plays by.

The model, in which nobody looks at the scores:

- Each time another player has to choose, it does so like `turn`, like `predictable`, or one time in
  seven like a robber, who steals every pot and never ends a turn; it is drawn again every time.
- The round has no end. A pot that reaches 10,000 is banked at once, as a winner would, and the next
  player starts.
- The measure is the pace: the points that you bank for each point that another player banks, on
  average over all other seats and in the long run.

A turn goes from its start with five dice to the next such start, through all hands that steal it.
Pots only grow in it, so the worth of rolling follows from larger pots, once the worth of a start by
each seat is known. For a plan these are the solution of as many equations as there are seats, with
the pace as one of the unknowns; the plan that is best for them has a higher pace, and so on until
none has (policy iteration). Nothing is cut off or sampled: only doubles are rounded.

    python -m gamenight.games.thief.lab.pace
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from time import perf_counter
from typing import NamedTuple, TypeAlias

from gamenight.games.thief.lab.solver import results
from gamenight.games.thief.policies import PREDICTABLE, ROBBER, TURN, Thief
from gamenight.games.thief.rules import (
    DICE,
    MOST_PLAYERS,
    Roll,
    State,
    left,
    possible_holds,
    units,
    worth,
)

# Points are counted in steps: all values are multiples of it.
STEP = 50
LIMIT = 10_000 // STEP
# How the others choose, with the chance of each. A few robbers cost next to nothing against the two
# bots, and teach not to leave pots to those who steal.
OTHERS: tuple[tuple[Thief, float], ...] = ((TURN, 3 / 7), (PREDICTABLE, 3 / 7), (ROBBER, 1 / 7))
# From this pot on, the others choose the same for every pot.
SAME_FROM = 3000 // STEP
CLOSE = 1e-12
REPETITIONS = 50


class Answer(NamedTuple):
    """What to do with a roll and a pot: the number of the way to hold it, whether to end the turn
    if that is possible, and whether to steal the pot if it is offered."""

    way: int
    ends: bool
    steals: bool


class Outcome(NamedTuple):
    """Rolls in which the same dice count: one of them, their chance, their points, the dice that
    are left, for each way to hold its points and the dice to roll, and, if there is a choice,
    its number."""

    roll: Roll
    chance: float
    points: int
    left: int
    ways: tuple[tuple[int, int], ...]
    number: int


Ways: TypeAlias = tuple[tuple[float, int, int], ...]  # chance, points, dice to roll
Plan: TypeAlias = dict[tuple[int, int], Answer]  # by the number of a choice and the pot


class Mixed(NamedTuple):
    """What the others do with a roll and a pot: the chances to end and to steal, and the holds
    of those who do not end, and of those who must hold."""

    ends: float
    held: Ways
    steals: float
    must: Ways


Others: TypeAlias = Sequence[Sequence[Mixed]]  # by the number of a choice and the pot


class Pace(NamedTuple):
    """The solved model. points: our own per point of another player; fresh: by seat, from our own
    on, what it is worth in our points that this seat starts, compared with starting ourselves."""

    points: float
    fresh: tuple[float, ...]


def answer(bot: Thief, roll: Roll, pot: int) -> Answer:
    """What a bot does that only looks at the roll and the pot, which is in steps."""
    state = State((0, 0), (False, False), pot=pot * STEP, roll=roll)
    holds = possible_holds(roll)
    way = max(range(len(holds)), key=lambda number: bot.prefers(state, holds[number]))
    return Answer(way, bot.ends(state), bot.steals(state))


@lru_cache(maxsize=1)
def outcomes() -> tuple[tuple[Outcome, ...], ...]:
    """All possible rolls, by the number of dice; those with a choice are numbered."""
    numbers = count()
    return tuple(
        tuple(_outcome(roll, float(chance), numbers) for roll, chance in results(dice))
        for dice in range(1, DICE + 1)
    )


def _outcome(roll: Roll, chance: float, numbers: Iterator[int]) -> Outcome:
    found = units(roll)
    free = left(roll, found)
    ways = tuple(
        (worth(hold.units) // STEP, left(roll, hold.units)) for hold in possible_holds(roll)
    )
    number = next(numbers) if found and free else -1
    return Outcome(roll, chance, worth(found) // STEP, free, ways, number)


def choices() -> list[Outcome]:
    """The outcomes with a choice, in the order of their numbers."""
    return [one for row in outcomes() for one in row if one.number >= 0]


@lru_cache(maxsize=1)
def others() -> Others:
    """What the others do; with the last pot, as with every larger one."""
    return tuple(tuple(_mixed(one, pot) for pot in range(SAME_FROM + 1)) for one in choices())


def _mixed(one: Outcome, pot: int) -> Mixed:
    found = [(chance, answer(bot, one.roll, pot)) for bot, chance in OTHERS]
    return Mixed(
        sum(chance for chance, each in found if each.ends),
        tuple((chance, *one.ways[each.way]) for chance, each in found if not each.ends),
        sum(chance for chance, each in found if each.steals),
        tuple((chance, *one.ways[each.way]) for chance, each in found),
    )


class Sweep:
    """The worth of rolling for every seat, dice and pot, from the largest pot down: for a point of
    our own, for a point of another seat, and for the start that follows the turn.

    By a plan; or by the best one, which is then in `plan`. table: what the others do; `alike`:
    and we ourselves too, without a plan.
    """

    def __init__(
        self,
        fresh: Sequence[float],
        own: float,
        other: float,
        limit: int,
        plan: Plan | None = None,
        table: Others | None = None,
        alike: bool = False,
    ) -> None:
        self.seats, self.alike = len(fresh), alike
        self.table = others() if table is None else table
        self.fresh, self.own, self.other, self.limit = fresh, own, other, limit
        self.plan: Plan = {} if plan is None else plan
        self.rolling = [[[0.0] * limit for _ in range(DICE + 1)] for _ in fresh]
        for pot in range(limit - 1, -1, -1):
            if plan is None:
                for one in choices():
                    if pot + one.points < limit:
                        self.plan[one.number, pot] = self._best(one, pot)
            for seat in range(self.seats):
                for dice, row in enumerate(outcomes(), 1):
                    self.rolling[seat][dice][pot] = self._rolled(seat, row, pot)

    def starts(self) -> list[float]:
        """The worth of a start by each seat."""
        return [by_dice[DICE][0] for by_dice in self.rolling]

    def banked(self, seat: int, stake: int) -> float:
        point = self.other if seat else self.own
        return point * stake * STEP + self.fresh[(seat + 1) % self.seats]

    def offered(self, seat: int, one: Outcome, pot: int) -> float:
        """The worth of ending the turn, which the next seat may take over."""
        thief, banked = (seat + 1) % self.seats, self.banked(seat, pot + one.points)
        if not thief and not self.alike:
            mine = self.plan[one.number, pot]
            return self.held(one, pot, mine.way) if mine.steals else banked
        theirs, rolling = self._theirs(one, pot), self.rolling[thief]
        stolen = sum([chance * rolling[dice][pot + more] for chance, more, dice in theirs.must])
        return theirs.steals * stolen + (1 - theirs.steals) * banked

    def _theirs(self, one: Outcome, pot: int) -> Mixed:
        row = self.table[one.number]
        return row[min(pot, len(row) - 1)]

    def held(self, one: Outcome, pot: int, way: int) -> float:
        """The worth of holding this way ourselves."""
        points, dice = one.ways[way]
        return self.rolling[0][dice][pot + points]

    def _rolled(self, seat: int, row: tuple[Outcome, ...], pot: int) -> float:
        mean, mine = 0.0, self.rolling[seat]
        for one in row:
            stake = pot + one.points
            if not one.points or stake >= self.limit:
                worth = self.banked(seat, stake if one.points else 0)
            elif one.number < 0:
                worth = mine[DICE][stake]
            elif not seat and not self.alike:
                way, ends, _ = self.plan[one.number, pot]
                worth = self.offered(0, one, pot) if ends else self.held(one, pot, way)
            else:
                theirs = self._theirs(one, pot)
                worth = sum([chance * mine[dice][pot + more] for chance, more, dice in theirs.held])
                if theirs.ends:
                    worth += theirs.ends * self.offered(seat, one, pot)
            mean += one.chance * worth
        return mean

    def _best(self, one: Outcome, pot: int) -> Answer:
        """Among equals it ends, declines, or holds the most."""
        worths = [self.held(one, pot, way) for way in range(len(one.ways))]
        most = max(worths)
        way, stake = worths.index(most), pot + one.points
        steals = most > self.banked(self.seats - 1, stake)
        self.plan[one.number, pot] = Answer(way, False, steals)  # only with two players
        return Answer(way, self.offered(0, one, pot) >= most, steals)


def best_sweep(pace: Pace, limit: int = LIMIT, table: Others | None = None) -> Sweep:
    """The best plan for the worth of the starts and this pace."""
    other = -pace.points / (len(pace.fresh) - 1)
    return Sweep(pace.fresh, 1.0, other, limit, table=table)


def solve(players: int, limit: int = LIMIT, table: Others | None = None) -> Pace:
    """The best response with this many players, where a pot at the limit (in steps) is banked."""
    found = Pace(1.0, (0.0,) * players)
    for _ in range(REPETITIONS):
        better = evaluate(best_sweep(found, limit, table).plan, players, limit, table)
        if abs(better.points - found.points) <= CLOSE * found.points:
            return better
        found = better
    raise AssertionError(f"the pace of {players} players does not settle")


def evaluate(plan: Plan, players: int, limit: int = LIMIT, table: Others | None = None) -> Pace:
    """The pace of a plan, and what starts are worth with it: each seat has an equation, and since
    our own start is worth nothing more than itself, there is room for the pace."""

    def starts(fresh: Sequence[float], own: float, other: float) -> list[float]:
        return Sweep(fresh, own, other, limit, plan, table).starts()

    nothing = [0.0] * players
    own, theirs = starts(nothing, 1.0, 0.0), starts(nothing, 0.0, 1.0 / (players - 1))
    rows = [[loss] for loss in theirs]
    for seat in range(1, players):
        reached = starts([float(seat == other) for other in range(players)], 0.0, 0.0)
        for number, chance in enumerate(reached):
            rows[number].append(float(number == seat) - chance)
    points, *fresh = _solution(rows, own)
    return Pace(points, (0.0, *fresh))


def _solution(rows: list[list[float]], right: list[float]) -> list[float]:
    """The unknowns of linear equations, by elimination with the largest pivot."""
    system = [[*row, value] for row, value in zip(rows, right, strict=True)]
    size = len(system)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(system[row][column]))
        system[column], system[pivot] = system[pivot], system[column]
        top = [value / system[column][column] for value in system[column]]
        system[column] = top
        for row in range(size):
            if row != column:
                factor = system[row][column]
                system[row] = [a - factor * b for a, b in zip(system[row], top, strict=True)]
    return [row[-1] for row in system]


def main() -> None:
    for players in range(2, MOST_PLAYERS + 1):
        start = perf_counter()
        print(f"{players}: {solve(players)}, solved in {perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
