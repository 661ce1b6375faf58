"""The bot `strong`: the compiled search, with its opinion of every move."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from gamenight.core.bot import Interrupted, Limit, Opinion, Stoppable
from gamenight.core.errors import GamenightError
from gamenight.core.rules import Decision, Over
from gamenight.games.oware.rules import OwareRules, State

if TYPE_CHECKING:
    from gamenight.games.oware.bots import Hard
    from gamenight.games.oware.search import Budget, Found, Table

# Positions that are looked at when neither a time nor a number is given.
POSITIONS = 20_000
COMPILING = "Strong makes its search ready; the first time this takes some ten seconds ..."
MISSING = "the bot strong needs numba and numpy: install gamenight[lab]"
OTHER_BOARD = (
    "Strong searches boards of six houses and up to 255 seeds only: here it plays as Hard."
)

_tables: list[Table] = []


def prepare(rules: OwareRules) -> Iterator[str]:
    """Compile the search, or load it; where numba is missing `choose` will say so."""
    from importlib.util import find_spec

    if find_spec("numba") is None or find_spec("numpy") is None:
        return
    yield COMPILING
    from gamenight.games.oware import search, words

    if not _tables:
        _tables.append(search.Table())
    if not words.fits(rules, rules.initial()):
        yield OTHER_BOARD


def can_search(rules: OwareRules, state: State) -> bool:
    """Whether this board fits; raises GamenightError where the lab is not installed."""
    try:
        from gamenight.games.oware import search, words
    except ImportError as error:
        raise GamenightError(f"{MISSING} ({error})", "strong") from error
    assert search
    return words.fits(rules, state)


def deepened(rules: OwareRules, state: State, budget: Budget, twist: int = 0) -> Found:
    """The best move of a state within the budget; raises Interrupted when it is stopped.

    A table is used by one search at a time: whoever finds none idle makes another.
    """
    from gamenight.games.oware.search import Search, Table

    table = _tables.pop() if _tables else Table()
    try:
        found = Search(rules, state, table, twist).deepen(budget)
    finally:
        _tables.append(table)
    if found is None or budget.stopped():
        raise Interrupted
    return found


def budget_of(limit: Limit, rng: Random, depth: int | None = None) -> Budget:
    from gamenight.games.oware.search import MOST_DEPTH, Budget

    nodes = limit.simulations
    if nodes is None and limit.seconds is None and depth is None:
        nodes = POSITIONS
    return Budget(
        limit.seconds,
        nodes,
        MOST_DEPTH if depth is None else depth,
        lambda: isinstance(rng, Stoppable) and rng.stopped,
    )


def opinions(
    rules: OwareRules, state: State, rng: Random, limit: Limit, depth: int | None = None
) -> list[Opinion]:
    """The move that is chosen, then the others by their values at the same depth, for which the
    limit holds once more, all together."""
    mover, twist = state.position.mover, rng.randrange(8)
    best = deepened(rules, state, budget_of(limit, rng, depth), twist)
    chosen = rules.rows[mover][best.house]
    others: list[tuple[int, int, int]] = []
    budget = budget_of(limit, rng, best.depth - 1)
    for house in rules.moves(state.position):
        if house != chosen:
            value, plies = _value(rules, rules.apply(state, house), mover, budget)
            others.append((min(value, best.value), plies, house))
    others.sort(key=lambda one: -one[0])
    return [
        Opinion(house, float(value), _words(value, plies, best.depth))
        for value, plies, house in [(best.value, best.plies_to_end, chosen), *others]
    ]


def _value(rules: OwareRules, after: State, mover: int, budget: Budget) -> tuple[int, int]:
    """The value of a position for the side that moved into it, and the plies to a forced end."""
    from gamenight.games.oware import kernel

    node = rules.node(after)
    if isinstance(node, Over):
        if len(node.winners) == 2:
            return 0, 0
        return (kernel.WIN - 1 if mover in node.winners else 1 - kernel.WIN), 1
    found = deepened(rules, after, budget)
    if not found.plies_to_end:
        return -found.value, 0
    plies = found.plies_to_end + 1
    return (kernel.WIN - plies if found.value < 0 else plies - kernel.WIN), plies


def _words(value: int, plies: int, depth: int) -> str:
    if plies:
        result = "wins" if value > 0 else "loses"
        return f"{result} by force in {plies} {'move' if plies == 1 else 'moves'} of both sides"
    ahead = f"{_seeds(value)} ahead" if value > 0 else f"{_seeds(-value)} behind"
    return f"{ahead if value else 'even'}, seen {depth} moves deep"


def _seeds(count: int) -> str:
    return "1 seed" if count == 1 else f"{count} seeds"


class Strong:
    """Iterative deepening alpha-beta; a limit of simulations is one of positions looked at.

    Where a board does not fit compiled code, another bot plays.
    """

    def __init__(self, stand_in: Hard, depth: int | None = None) -> None:
        """depth: 2 or more moves of both sides, besides any limit."""
        self.stand_in = stand_in
        self.depth = depth

    def choose(
        self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> int | None:
        node = rules.node(view)
        if not isinstance(node, Decision) or node.player != seat:
            return None
        if not can_search(rules, view):
            return self.stand_in.choose(rules, view, seat, rng, limit)
        twist = rng.randrange(8)
        if len(node.actions) == 1:
            return node.actions[0]
        best = deepened(rules, view, budget_of(limit, rng, self.depth), twist)
        return rules.rows[seat][best.house]

    def explain(
        self, rules: OwareRules, view: State, seat: int, rng: Random, limit: Limit
    ) -> list[Opinion]:
        node = rules.node(view)
        if not isinstance(node, Decision) or node.player != seat:
            return []
        try:
            if not can_search(rules, view):
                return self.stand_in.explain(rules, view, seat, rng, limit)
        except GamenightError:
            return []
        return opinions(rules, view, rng, limit, self.depth)
