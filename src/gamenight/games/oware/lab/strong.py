"""How the bots `strong` and `perfect` choose: the compiled search, and its opinions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

from gamenight.core.bot import Interrupted, Limit, Opinion, Stoppable, threads
from gamenight.core.errors import GamenightError
from gamenight.core.kernel import installed
from gamenight.core.lab import READY
from gamenight.core.rules import Over
from gamenight.games.oware.rules import OwareRules, Position, State

if TYPE_CHECKING:
    from gamenight.games.oware.lab.endgames import Endgames
    from gamenight.games.oware.lab.search import Budget, Found, TranspositionTable

# Positions to look at when neither a time nor a number is given.
POSITIONS = 20_000
# Positions to look at for an opinion that somebody asks for: so that it is the same in a hint and
# in the odds, and each time. About a second with what follows the best move; on a busy machine
# each of both searches ends after PATIENCE seconds, or as many more as were asked for.
ADVICE = 600_000
PATIENCE = 1.0
TABLES = "Perfect is preparing its endgame tables ..."
MISSING = "the bots strong and perfect need numba and numpy: install gamenight[lab]"
OTHER_BOARD = (
    "Strong only knows boards with six houses and up to 255 seeds: here it plays like Grabber."
)
OTHER_RULES = "Perfect only has tables for the standard rules: here it plays like Strong."

_tables: list[TranspositionTable] = []


def prepare(rules: OwareRules) -> Iterator[str]:
    """Compile the search, or load it; if numba is missing, `choose` will say so."""
    if not installed():
        return
    yield READY
    from gamenight.games.oware.lab import packing, search

    if not _tables:
        _tables.append(search.TranspositionTable())
    if not packing.fits(rules, rules.initial()):
        yield OTHER_BOARD


def prepare_perfect(rules: OwareRules) -> Iterator[str]:
    """The same with endgame tables: those of the machine, or small ones made now."""
    yield from prepare(rules)
    if not installed() or not can_search(rules, rules.initial()):
        return
    yield TABLES
    tables = tables_for(rules)
    if tables is None:
        yield OTHER_RULES
        return
    from gamenight.games.oware.lab.bounds import bounds

    bounds()
    if tables.note:
        yield tables.note


def tables_for(rules: OwareRules) -> Endgames | None:
    """The endgame tables, if they are valid for these rules."""
    from gamenight.games.oware.lab import endgames

    return endgames.endgames() if endgames.apply_to(rules) else None


def can_search(rules: OwareRules, state: State) -> bool:
    """Whether this board fits; raises GamenightError if the lab is not installed."""
    try:
        from gamenight.games.oware.lab import packing, search
    except ImportError as error:
        raise GamenightError(f"{MISSING} ({error})", "strong") from error
    assert search
    return packing.fits(rules, state)


@contextmanager
def idle_table() -> Iterator[TranspositionTable]:
    """A table is used by one search at a time: a search that finds none idle makes another."""
    from gamenight.games.oware.lab.search import TranspositionTable

    table = _tables.pop() if _tables else TranspositionTable()
    try:
        yield table
    finally:
        _tables.append(table)


def deepened(
    rules: OwareRules,
    state: State,
    budget: Budget,
    twist: int = 0,
    tables: Endgames | None = None,
) -> Found:
    """The best move of a state within the budget; raises Interrupted when it is stopped."""
    from gamenight.games.oware.lab.search import KEEP, Search, deepened_together

    with idle_table() as table:
        # With a number of positions it finds the same every time.
        timed = budget.nodes is None and budget.seconds is not None
        keeps = timed and bool(KEEP)
        search = Search(rules, state, table, twist, tables, keeps=keeps)
        others = [
            Search(rules, state, table, twist ^ (n + 1), tables, keeps=keeps, beside=search)
            for n in range(threads() - 1 if timed else 0)
        ]
        found = deepened_together(search, others, budget) if others else search.deepen(budget)
    if found is None or budget.stopped():
        raise Interrupted
    return found


def budget_of(limit: Limit, rng: Random, depth: int | None = None) -> Budget:
    from gamenight.games.oware.lab.search import MOST_DEPTH, Budget

    nodes = limit.simulations
    if nodes is None and limit.seconds is None and depth is None:
        nodes = POSITIONS
    return Budget(
        limit.seconds,
        nodes,
        MOST_DEPTH if depth is None else depth,
        lambda: isinstance(rng, Stoppable) and rng.stopped,
    )


def choice(
    rules: OwareRules,
    state: State,
    rng: Random,
    limit: Limit,
    depth: int | None = None,
    tables: Endgames | None = None,
) -> int:
    """The house to sow: the only one, what the opening book or the endgame tables know, or what
    the search finds."""
    from gamenight.games.oware.lab import book

    moves = rules.moves(state.position)
    if len(moves) == 1:
        return moves[0]
    opening = book.known(rules, state.position) if depth is None else None
    if opening is not None:
        return book.drawn(opening, rng)
    mover, twist = state.position.mover, _twist(rng, tables)
    if tables is not None:
        way, winning = _ways(rules, state, tables)
        known = way if winning is None else winning
        if known is not None:
            return known
    best = deepened(rules, state, budget_of(limit, rng, depth), twist, tables)
    return rules.rows[mover][best.house]


def opinions(
    rules: OwareRules,
    state: State,
    rng: Random,
    limit: Limit,
    depth: int | None = None,
    tables: Endgames | None = None,
    only: int | None = None,
) -> list[Opinion]:
    """The best move, then the others by their values: those of the endgame tables, or of a search
    to the same depth, with the limit once more for all of them together. only: no other than this
    one has to be searched."""
    from gamenight.games.oware.lab import book
    from gamenight.games.oware.lab.evaluation import SEED
    from gamenight.games.oware.lab.search import may_repeat

    opening = book.known(rules, state.position) if depth is None else None
    if opening is not None:
        return _opening_opinions(opening, book.drawn(opening, rng))
    mover, twist = state.position.mover, 0 if tables else rng.randrange(8)
    if limit.seconds is not None:
        limit = Limit(simulations=ADVICE, seconds=max(limit.seconds, PATIENCE))
    if tables is not None:
        way, winning = _ways(rules, state, tables)
        if winning is not None and winning != way:
            return _certain_opinions(rules, state.position, winning)
        if way is not None:
            return _sure_opinions(rules, state.position, way, tables)
    best = deepened(rules, state, budget_of(limit, rng, depth), twist, tables)
    chosen = rules.rows[mover][best.house]
    if tables and tables.decides(state.position) and not may_repeat(rules, state):
        return _sure_opinions(rules, state.position, chosen, tables)
    others: list[tuple[int, int, int]] = []
    budget = budget_of(limit, rng, best.depth - 1)
    for house in rules.moves(state.position):
        if house != chosen and only in (None, house):
            value = _value(rules, rules.apply(state, house), mover, budget, tables)
            others.append((*min(value, (best.value, best.plies_to_end)), house))
    others.sort(key=lambda one: -one[0])
    found = [(best.value, best.plies_to_end, chosen), *others]
    low, high = _room(state.position, [value for value, *_ in found])
    return [
        Opinion(house, value / SEED, _words(value, plies, best.depth))
        for raw, plies, house in found
        for value in [raw if is_certain(raw) else max(low, min(raw, high))]
    ]


def leads(position: Position, side: int) -> range:
    """The leads that a side can have at the end: whoever gets the seeds on the board."""
    lead, left = position.stores[side] - position.stores[1 - side], sum(position.houses)
    return range(lead - left, lead + left + 1)


def _room(position: Position, values: list[int]) -> tuple[int, int]:
    """The least and the most that a guess may be beside these values: a lead that is
    possible, no larger than one that is certain, for that is better; nor a larger deficit."""
    from gamenight.games.oware.lab.alphabeta import FORCED
    from gamenight.games.oware.lab.evaluation import SEED

    certain = [sure_lead(value) for value in values if is_certain(value) and abs(value) <= FORCED]
    possible = leads(position, position.mover)
    low = max([possible[0], *(lead for lead in certain if lead < 0)])
    high = min([possible[-1], *(lead for lead in certain if lead > 0)])
    return SEED * low, SEED * high


def is_certain(value: int) -> bool:
    from gamenight.games.oware.lab.alphabeta import SURE

    return abs(value) > SURE


def sure_lead(value: int) -> int:
    """The lead at the end that the tables promise in a certain value."""
    from gamenight.games.oware.lab.alphabeta import SURE
    from gamenight.games.oware.lab.evaluation import SEED

    return (value - SURE if value > 0 else value + SURE) // SEED


def _opening_opinions(moves: dict[int, int], chosen: int) -> list[Opinion]:
    """What the book says of every move; of equally good ones the chosen one first."""
    from gamenight.games.oware.lab.book import AS_GOOD, HUNDRED

    best = max(moves.values())
    found = {house: best if best - value <= AS_GOOD else value for house, value in moves.items()}
    best_first = sorted(found, key=lambda house: (-found[house], house != chosen))
    return [
        Opinion(
            house,
            found[house] / HUNDRED,
            f"as good as {_ahead(round(found[house] / HUNDRED))}, by the opening book",
        )
        for house in best_first
    ]


def _twist(rng: Random, tables: Endgames | None) -> int:
    """The order of equal moves: any, but `perfect` has the same opinion every time."""
    twist = rng.randrange(8)
    return twist if tables is None else 0


def _sure_opinions(
    rules: OwareRules, position: Position, chosen: int, tables: Endgames
) -> list[Opinion]:
    """What the tables say of every move; of equally good ones the chosen one first."""
    lead = position.stores[position.mover] - position.stores[1 - position.mover]
    found = tables.moves(rules, position)
    best_first = sorted(found, key=lambda house: (-found[house], house != chosen))
    return [
        Opinion(house, float(lead + found[house]), _sure_words(lead + found[house]))
        for house in best_first
    ]


def _ways(rules: OwareRules, state: State, tables: Endgames) -> tuple[int | None, int | None]:
    """The move that gains the most by the tables, unless it is a repetition, which they know
    nothing about; and one that makes a win certain: the same if it does. None if there is none."""
    from gamenight.games.oware.lab.bounds import bounds

    way = tables.way(rules, state.position)
    if way is not None:
        after = rules.apply(state, way)
        way = None if after.position in after.earlier else way
    return way, bounds().winning(rules, state, way)


def _certain_opinions(rules: OwareRules, position: Position, chosen: int) -> list[Opinion]:
    """What each move secures, whatever goes round for ever; of the best the chosen first."""
    from gamenight.games.oware.lab.bounds import bounds

    lead = position.stores[position.mover] - position.stores[1 - position.mover]
    found = {house: lead + least for house, least in bounds().moves(rules, position).items()}
    best_first = sorted(found, key=lambda house: (-found[house], house != chosen))
    return [
        Opinion(house, float(found[house]), f"{_ahead(found[house])} at the end, or better")
        for house in best_first
    ]


def _value(
    rules: OwareRules, after: State, mover: int, budget: Budget, tables: Endgames | None
) -> tuple[int, int]:
    """The value of a position for the side that moved into it, and the plies to a forced end."""
    from gamenight.games.oware.lab import alphabeta
    from gamenight.games.oware.lab.search import sure

    node = rules.node(after)
    if isinstance(node, Over):
        if len(node.winners) == 2:
            return 0, 0
        return (alphabeta.WIN - 1 if mover in node.winners else 1 - alphabeta.WIN), 1
    position = after.position
    if tables is not None and tables.decides(position):
        lead = position.stores[mover] - position.stores[1 - mover] - tables.value(position)
        return sure(lead), 0
    found = deepened(rules, after, budget, tables=tables)
    if not found.plies_to_end:
        return -found.value, 0
    plies = found.plies_to_end + 1
    return (alphabeta.WIN - plies if found.value < 0 else plies - alphabeta.WIN), plies


def _words(value: int, plies: int, depth: int) -> str:
    from gamenight.games.oware.lab.evaluation import SEED

    if plies:
        result = "wins" if value > 0 else "loses"
        return (
            f"{result} by force in {plies} {'move' if plies == 1 else 'moves'}, counting both sides"
        )
    if is_certain(value):
        return _sure_words(sure_lead(value))
    return f"as good as {_ahead(round(value / SEED))}, looking {depth} moves ahead"


def _sure_words(lead: int) -> str:
    return f"{_ahead(lead)} at the end, by the endgame tables"


def _ahead(value: int) -> str:
    if not value:
        return "level"
    return f"{_seeds(value)} ahead" if value > 0 else f"{_seeds(-value)} behind"


def _seeds(count: int) -> str:
    return "1 seed" if count == 1 else f"{count} seeds"
