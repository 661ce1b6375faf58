"""The bot `perfect`: what the endgame tables promise, it gets, and it does not go in circles."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from gamenight import Decision, Limit, Over
from gamenight.core.bot import BotInfo
from gamenight.games.oware.bots import BOTS
from gamenight.games.oware.rules import Options, OwareRules, Position, State
from tests.games.oware.boards import board
from tests.late import late

with late():
    from gamenight.games.oware.lab import alphabeta
    from gamenight.games.oware.lab.endgames import Endgames, endgames
    from gamenight.games.oware.lab.search import Budget, Search, TranspositionTable, sure

RULES, PERFECT = OwareRules(), BOTS["perfect"]
LIMIT = Limit(simulations=2_000)


@pytest.fixture(autouse=True)
def tables(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Endgames:
    """The small ones, whatever this machine has."""
    monkeypatch.setenv("GAMENIGHT_TABLES", str(Path("/nowhere")))
    return endgames()


def random_positions(count: int, seed: int, seeds: range = range(3, 13)) -> list[State]:
    """Decisions with few seeds on the board, of a match with 48."""
    rng, found = Random(seed), list[State]()
    while len(found) < count:
        left = rng.choice(seeds)
        houses = [0] * 12
        for _ in range(left):
            houses[rng.randrange(12)] += 1
        own = (48 - left) // 2 + rng.randrange(-2, 3)
        state = State(Position(tuple(houses), (own, 48 - left - own), rng.randrange(2)))
        if isinstance(RULES.node(state), Decision):
            found.append(state)
    return found


def promised(tables: Endgames, state: State, side: int) -> int:
    """The lead at the end by the tables."""
    stores, value = state.position.stores, tables.value(state.position)
    return stores[side] - stores[1 - side] + (value if state.position.mover == side else -value)


@pytest.mark.parametrize("name", ["easy", "hard", "strong"])
def test_it_gets_what_the_tables_promise(tables: Endgames, name: str) -> None:
    """Until the match is over or nothing more can be gained; and each move is a step nearer."""
    rng = Random(1)
    for state in random_positions(15, seed=3):
        side, left = state.position.mover, 999
        lead = promised(tables, state, side)
        node = RULES.node(state)
        while isinstance(node, Decision) and tables.value(state.position):
            bot = (PERFECT if node.player == side else BOTS[name]).bot
            action = bot.choose(RULES, state, node.player, rng, LIMIT)
            assert action in node.actions
            state = RULES.apply(state, action)
            now = promised(tables, state, side)
            assert now >= lead, state
            if now > lead or not state.earlier:
                left = 999
            elif node.player == side and tables.value(state.position) < 0:
                plies = int(tables.plies[_number(state.position)])
                assert plies < left
                left = plies
            lead, node = now, RULES.node(state)


def _number(position: Position) -> int:
    from gamenight.games.oware.lab.ranks import number

    border = 6 * position.mover
    return number(position.houses[border:] + position.houses[:border])


def test_it_wins_a_match_that_is_won() -> None:
    """South is 2 behind, and can force to gain 6 of the twelve seeds more than North."""
    rng, state = Random(1), board("N 2 0 1 1 0 1 | 19\n S 1 3 0 0 2 1 | 17 <")
    node = RULES.node(state)
    while isinstance(node, Decision):
        bot = PERFECT.bot if node.player == 0 else BOTS["hard"].bot
        action = bot.choose(RULES, state, node.player, rng, LIMIT)
        assert action is not None
        state = RULES.apply(state, action)
        node = RULES.node(state)
    assert node.winners == (0,)


def test_the_search_finds_the_way_where_only_the_values_are_known(tables: Endgames) -> None:
    """As with tables beyond those whose ways are kept: a lead that captures make real."""
    found = 0
    for state in random_positions(120, seed=5, seeds=range(4, 9)):
        position = state.position
        value = tables.value(position)
        lead = promised(tables, state, position.mover)
        if value <= 0 or lead <= 0 or int(tables.plies[_number(position)]) > 9:
            continue
        search = Search(RULES, state, TranspositionTable(), endgames=tables)
        best = search.deepen(Budget(nodes=100_000))
        assert best is not None
        assert best.value == search.goal == sure(lead) or best.value > alphabeta.FORCED
        house = RULES.rows[position.mover][best.house]
        assert tables.moves(RULES, position)[house] == value
        found += 1
    assert found > 10


def test_from_above_the_tables_their_values_are_seen(tables: Endgames) -> None:
    """A capture leads to what the tables hold, and that is what it is worth, however shallow."""
    state = board("N 9 0 0 1 0 1 | 18\n S 0 1 1 0 0 1 | 16 <")
    after = RULES.apply(state, RULES.parse("F"))
    assert not tables.covers(state.position)
    assert tables.covers(after.position)
    best = Search(RULES, state, TranspositionTable(), endgames=tables).deepen(Budget(depth=2))
    assert best is not None
    assert best.value == sure(promised(tables, after, 0))


@pytest.mark.parametrize("seed", range(3))
def test_the_first_opinion_is_the_choice(tables: Endgames, seed: int) -> None:
    for state in [*random_positions(8, seed), *random_positions(4, seed, range(20, 30))]:
        seat = state.position.mover
        found = PERFECT.bot.explain(RULES, state, seat, Random(3), LIMIT)  # type: ignore[attr-defined]
        assert {one.action for one in found} == set(RULES.moves(state.position))
        assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)
        assert found[0].action == PERFECT.bot.choose(RULES, state, seat, Random(3), LIMIT)


def test_opinions_tell_the_end_and_where_they_have_it_from() -> None:
    state = board("N 1 0 0 0 0 1 | 23\n S 1 0 0 0 0 1 | 21 <")
    first, *_ = PERFECT.bot.explain(RULES, state, 0, Random(1), LIMIT)  # type: ignore[attr-defined]
    assert first.action == RULES.parse("F")
    assert first.words == "2 seeds ahead at the end, by the endgame tables"


@pytest.mark.parametrize(
    ("what", "picture"),
    [
        ("a sure win above larger guesses", "N 0 0 1 0 2 0 | 12\n S 1 0 2 2 6 0 | 22 <"),
        ("a sure loss below larger ones", "N 0 2 0 1 1 1 | 17 <\n S 0 5 0 2 1 0 | 18"),
        ("a guess of 24 behind, and more", "N 1 0 0 0 1 1 | 24\n S 1 5 1 1 0 3 | 10 <"),
        ("a forced loss", "N 0 1 0 0 0 0 | 23\n S 1 2 0 0 0 7 | 14 <"),
    ],
)
def test_a_list_of_opinions_counts_down_and_no_further_than_there_are_seeds(
    what: str, picture: str
) -> None:
    state, limit = board(picture), Limit(simulations=60_000)
    houses, stores, mover = state.position
    found = PERFECT.bot.explain(RULES, state, mover, Random(0), limit)  # type: ignore[attr-defined]
    told = [re.search(r"(\d+) seeds? (ahead|behind)", one.words) for one in found]
    leads = [int(one[1]) * (1 if one[2] == "ahead" else -1) for one in told if one]
    assert leads == sorted(leads, reverse=True), what
    most, lead = sum(houses), stores[mover] - stores[1 - mover]
    assert all(lead - most <= one <= lead + most for one in leads), what


@pytest.mark.parametrize(
    "options", [Options(ply_limit=200), Options(grand_slam="allowed")], ids=str
)
def test_by_other_rules_it_plays_as_strong(options: Options) -> None:
    rules = OwareRules(options)
    assert list(PERFECT.prepare(rules))[-1].endswith("here it plays like Strong.")
    for state in random_positions(5, seed=2):
        seat = state.position.mover
        chosen = [
            info.bot.choose(rules, state, seat, Random(2), LIMIT)
            for info in (PERFECT, BOTS["strong"])
        ]
        assert chosen[0] == chosen[1]


def test_it_says_what_it_makes_ready() -> None:
    info: BotInfo = PERFECT
    assert list(info.prepare(RULES)) == [
        "Getting ready; the first time takes longer ...",
        "Perfect is preparing its endgame tables ...",
    ]
    assert list(info.prepare(OwareRules(Options(houses=4))))[-1].endswith("it plays like Grabber.")


def test_it_does_not_walk_into_a_repetition(tables: Endgames) -> None:
    """B is the shortest way, but leads to where the match has been: a draw. D wins in 14 moves."""
    state = board("N 1 0 0 0 0 0 | 23\n S 0 1 0 1 0 1 | 21 <")
    way = tables.way(RULES, state.position)
    assert way == RULES.parse("B")
    been = state._replace(earlier=(RULES.apply(state, way).position,))
    over = RULES.node(RULES.apply(been, way))
    assert isinstance(over, Over)
    assert over.winners == (0, 1)
    for past, house in ((state, "B"), (been, "D")):
        assert PERFECT.bot.choose(RULES, past, 0, Random(1), LIMIT) == RULES.parse(house)
        first, *_ = PERFECT.bot.explain(RULES, past, 0, Random(1), LIMIT)  # type: ignore[attr-defined]
        assert first.action == RULES.parse(house)
