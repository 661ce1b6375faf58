"""The opening book: read as it is written, legal, and varied."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from gamenight import Limit
from gamenight.games.oware.bots import BOTS
from gamenight.games.oware.rules import Options, OwareRules, Position
from tests.late import late

with late():
    from gamenight.games.oware.lab import book

HOUSES = st.lists(st.integers(0, 48), min_size=12, max_size=12).map(tuple)
POSITIONS = st.builds(
    Position, HOUSES, st.tuples(st.integers(0, 48), st.integers(0, 48)), st.just(0)
)
MOVES = st.dictionaries(st.integers(0, 5), st.integers(-3000, 3000), min_size=1)


@given(st.dictionaries(POSITIONS.map(lambda one: book.name_of(one)), MOVES))
def test_what_is_written_is_read(found: dict[str, dict[int, int]]) -> None:
    assert book.read(book.written(found)) == found


def test_the_book_has_the_start_and_only_whole_positions() -> None:
    rules = OwareRules()
    assert book.known(rules, rules.initial().position)
    for name, moves in book.shipped().items():
        houses, own, other = name.split()
        seeds = [int(number) for number in houses.split(",")]
        assert sum(seeds) + int(own) + int(other) == book.SEEDS
        position = Position(tuple(seeds), (int(own), int(other)), 0)
        assert set(moves) == set(rules.moves(position))


def test_a_position_is_the_same_for_both_sides() -> None:
    south = Position((4, 4, 4, 4, 4, 0, 5, 5, 5, 5, 4, 4), (0, 3), 0)
    north = Position((5, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 0), (3, 0), 1)
    assert book.name_of(south) == book.name_of(north)


def test_the_opening_is_varied_and_the_opinion_is_the_choice() -> None:
    rules, bot, limit = OwareRules(), BOTS["strong"].bot, Limit(seconds=0.01)
    state = rules.initial()
    chosen = set()
    for seed in range(20):
        house = bot.choose(rules, state, 0, Random(seed), limit)
        first = bot.explain(rules, state, 0, Random(seed), limit)[0]  # type: ignore[attr-defined]
        assert first.action == house
        assert first.words.endswith("by the opening book")
        chosen.add(house)
    assert chosen <= set(rules.moves(state.position))


def test_other_rules_have_no_book() -> None:
    for options in (Options(grand_slam="allowed"), Options(seeds=3), Options(ply_limit=40)):
        rules = OwareRules(options)
        assert book.known(rules, rules.initial().position) is None
