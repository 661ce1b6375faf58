"""What positions of Oware are worth in seeds, and what is known about the game as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from gamenight.core.bot import Limit
from gamenight.core.judge import Value
from gamenight.core.rules import Decision, Over
from gamenight.games.oware.lab import alphabeta, packing
from gamenight.games.oware.lab.bounds import Bounds, bounds
from gamenight.games.oware.lab.endgames import Endgames
from gamenight.games.oware.lab.evaluation import SEED
from gamenight.games.oware.lab.ranks import AT_ONCE, LEVELS
from gamenight.games.oware.lab.search import Budget, Search
from gamenight.games.oware.lab.strong import (
    ADVICE,
    idle_table,
    is_certain,
    leads,
    opinions,
    sure_lead,
    tables_for,
)
from gamenight.games.oware.rules import SIDES, OwareRules, Position, State

# Positions that a search looks at: about ten milliseconds.
POSITIONS = 30_000
# The standard error of a value such as a hint has, in seeds: measured by searching four times as
# many positions. And the difference up to which two values are not worth a closer look.
ERROR, DOUBT = 0.9, 1.0
SOURCE = "seeds ahead at the end, or what a position is as good as"
MISTAKES = "before a move is called a mistake, it is looked at as closely as for a hint"


class SeedJudge:
    """Judges by the difference in seeds at the end, or by how many seeds ahead a position is as
    good as. A majority ends a match early: once it is certain who gets it, it is as if play went on
    to the last seed, for nobody made a mistake by leaving seeds on the board.
    Proven means that it holds by the rules of a match, repetitions included. positions: how many a
    search looks at."""

    unit = "seeds"
    doubt = DOUBT

    def __init__(self, rules: OwareRules, positions: int = POSITIONS) -> None:
        self.rules = rules
        self.positions = positions
        self.tables = tables_for(rules)
        self.bounds = None if self.tables is None else bounds()
        search = f"by searching {positions:,} positions"
        if self.tables is not None:
            search = f"from tables with up to {self.tables.seeds} seeds on the board, else {search}"
        self.source = f"{SOURCE}, {search}; {MISTAKES}"

    def closer(self, state: State, action: int) -> Mapping[int, Value]:
        """By what a hint says; where the match is lost for certain, nothing is better."""
        rng, limit = Random(0), Limit(simulations=ADVICE)
        found = opinions(self.rules, state, rng, limit, tables=self.tables, only=action)
        values = {house: one.value for one in found if (house := one.action) is not None}
        best, own = found[0].value, values[action]
        lost = SEED * best < -alphabeta.FORCED
        seen = [action] if lost or own == best else [next(iter(values)), action]
        return {house: self._hinted(state, house, values[house]) for house in seen}

    def _hinted(self, state: State, house: int, opinion: float) -> Value:
        """The value of an opinion in seeds; those of forced wins and losses count plies. What is
        proven stays so, and nobody leads by more than there are seeds."""
        after, value, mover = (
            self.rules.apply(state, house),
            round(SEED * opinion),
            state.position.mover,
        )
        exact = self.value(after)
        if exact.proven or abs(value) > alphabeta.FORCED:
            return exact
        sure = is_certain(value)
        guess = SEED * sure_lead(value) if sure else value
        lead = _possible(after.position, mover, guess) * (-1 if mover else 1)
        return _value(lead, False)._replace(error=0.0 if sure else ERROR)

    def value(self, state: State) -> Value:
        position, node = state.position, self.rules.node(state)
        lead = position.stores[0] - position.stores[1]
        if isinstance(node, Over) and not _is_decided(position):
            south, north = node.scores
            return _value(south - north, True)
        sign = -1 if position.mover else 1
        if self.bounds is not None and sum(position.houses) <= AT_ONCE:
            more, proven = self._looked_up(state, self.bounds)
            return _value(lead + sign * more, proven)
        value, proven = self._searched(state)
        return _value(sign * value, proven)

    def line(self, state: State, most: int) -> list[int]:
        """The best houses for both sides, one after the other."""
        found = list[int]()
        while len(found) < most and isinstance(self.rules.node(state), Decision):
            found.append(self._best(state))
            state = self.rules.apply(state, found[-1])
        return found

    def _best(self, state: State) -> int:
        """The way to what the tables promise, or else what a search finds."""
        position = state.position
        way = None if self.tables is None else self.tables.way(self.rules, position)
        if way is not None:
            return way
        with idle_table() as table:
            search = Search(self.rules, state, table, endgames=self.tables, counted=True)
            found = search.deepen(Budget(nodes=self.positions))
            assert found is not None, "nobody stops it"
            return self.rules.rows[position.mover][found.house]

    def wins(self, state: State, seat: int) -> bool:
        """Whether a win by force is found, as closely as for a hint."""
        with idle_table() as table:
            search = Search(self.rules, state, table, endgames=self.tables)
            found = search.deepen(Budget(nodes=ADVICE))
            assert found is not None, "nobody stops it"
        is_mover = seat == state.position.mover
        return bool(found.plies_to_end) and (found.value > 0) == is_mover

    def _looked_up(self, state: State, bounds: Bounds) -> tuple[int, bool]:
        """What the mover gains from here on, and whether that is certain."""
        assert self.tables is not None
        low, high = bounds.of(state.position)
        proven = low == high and bounds.hold(self.rules, state)
        return self.tables.value(state.position), proven

    def _searched(self, state: State) -> tuple[int, bool]:
        """What the mover's position is as good as; where it is known who wins, the lead at the end,
        and whether that is certain."""
        with idle_table() as table:
            search = Search(self.rules, state, table, endgames=self.tables)
            found = search.deepen(Budget(nodes=self.positions))
            assert found is not None, "nobody stops it"
            if abs(found.value) < alphabeta.SURE:
                return _possible(state.position, state.position.mover, found.value), False
            search = Search(self.rules, state, table, endgames=self.tables, counted=True)
            found = search.deepen(Budget(nodes=self.positions))
            assert found is not None, "nobody stops it"
            lead = found.value // SEED
            return lead, search.proves(lead, self.bounds, Budget(nodes=self.positions))


def _value(lead: int, proven: bool) -> Value:
    return Value((float(lead), float(-lead)), proven=proven)


def _possible(position: Position, side: int, value: float) -> int:
    """A guess in whole seeds, as far as there are that many."""
    possible = leads(position, side)
    return max(possible[0], min(round(value / SEED), possible[-1]))


def _is_decided(position: Position) -> bool:
    """Whether a majority ends the match."""
    return 2 * max(position.stores) > packing.total(position)


def solved(rules: OwareRules) -> Iterator[str]:
    """Lines about what the endgame tables hold."""
    tables = tables_for(rules)
    if tables is None:
        yield "The endgame tables only cover six houses, grand_slam forfeit and no ply_limit."
        return
    positions = f"{LEVELS[tables.seeds + 1]:,} positions"
    yield f"All {positions} with up to {tables.seeds} seeds on the board are solved: how many"
    yield "more seeds than the opponent the side to move can force from here on. Play that"
    yield "never ends gains nothing here; in a match a repetition shares out those seeds."
    yield "Certain values are those that no repetition can change."
    yield ""
    yield "seeds      positions     ahead      even    behind   slowest gain   certain"
    for seeds in range(1, tables.seeds + 1):
        yield _level_line(tables, seeds)
    start = rules.initial()
    if tables.covers(start.position):
        yield ""
        yield from _start_lines(rules, start, tables)


def _level_line(tables: Endgames, seeds: int) -> str:
    counts = tables.counts(seeds)
    ahead, even, behind = (f"{count / sum(counts):10.1%}" for count in counts)
    line = f"{seeds:5}{sum(counts):15,}{ahead}{even}{behind}"
    if seeds > AT_ONCE:
        return line
    return f"{line}   {tables.slowest(seeds):4} moves{bounds().share(seeds):10.1%}"


def _start_lines(rules: OwareRules, start: State, tables: Endgames) -> Iterator[str]:
    """The game from the start, if the tables cover all of it."""
    value = tables.value(start.position)
    if value:
        side = SIDES[0] if value > 0 else SIDES[1]
        seeds = packing.total(start.position)
        yield f"From the start {side} wins by {abs(value)} of {seeds} seeds."
    else:
        yield "From the start neither side can force a lead."
    moves = tables.moves(rules, start.position)
    yield "; ".join(f"{rules.format(house)} {worth:+}" for house, worth in moves.items())
