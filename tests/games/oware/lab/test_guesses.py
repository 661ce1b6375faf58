"""What packed endgame tables guess of a position: what is seen in it, and the model of a level."""

from __future__ import annotations

from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gamenight.games.oware.lab import packing, ranks
from gamenight.games.oware.rules import OwareRules, Position
from tests.late import late

with late():
    from gamenight.games.oware.lab import guesses, models
    from gamenight.games.oware.lab.endgames import small

Houses = st.lists(st.integers(0, 30), min_size=6, max_size=6)


def word(houses: list[int]) -> np.uint64:
    return np.uint64(int.from_bytes(bytes(houses), "little"))


@given(Houses)
def test_houses_are_found_in_a_row(houses: list[int]) -> None:
    for seeds in (1, 2):
        expected = sum(1 << n for n, here in enumerate(houses) if here == seeds)
        assert guesses.houses_with(word(houses), np.uint64(seeds)) == expected


@given(Houses)
def test_a_sowing_reaches_a_house_of_the_other_row(houses: list[int]) -> None:
    ends = set()
    for house, seeds in enumerate(houses):
        others = [*range(house + 1, 12), *range(house)]
        if seeds:
            ends.add(others[(seeds - 1) % 11])
    assert guesses.reached(word(houses)) == sum(1 << end - 6 for end in ends if end >= 6)


def test_a_threat_is_the_capture_of_most_houses_in_usual_positions() -> None:
    """Where no sowing goes round the board and no capture would take all."""
    rng, rules, compared = Random(1), OwareRules(), 0
    for _ in range(2_000):
        houses = tuple(rng.choices([0, 1, 2, 3, 5, 8], k=12))
        position = Position(houses, (0, 0), 0)
        sowings = [rules.sow(position, house) for house in rules.moves(position)]
        most = max((len(one.captured) for one in sowings), default=0)
        own, other = (packing.row(position, side) for side in (0, 1))
        found = guesses.threats(np.uint64(own), np.uint64(other)) // guesses.MOST_THREAT
        if sum(houses[6:]) > found + 6:
            compared += 1
            assert found in {one.seeds for one in sowings if len(one.captured) == most}
    assert compared > 1_000


def test_a_model_is_the_same_for_any_number_of_threads() -> None:
    values = small().values[ranks.LEVELS[9] : ranks.LEVELS[10]]
    one, other = (models.model_of(9, values, threads) for threads in (1, 3))
    assert np.array_equal(one.guesses, other.guesses)
    assert np.array_equal(one.ranks, other.ranks)
    assert np.array_equal(one.lengths, other.lengths)


def test_a_row_adds_no_more_than_a_byte_holds() -> None:
    """The first row with two seeds is worth far more than the others."""
    values = np.full(ranks.positions_with(4), -100, np.int8)
    first = ranks.OFFSETS[4, 2]
    values[first : first + ranks.ROWS[2]] = 100
    model = np.zeros(guesses.LAYOUT[4, guesses.END], np.int8)
    models.fit_rows(values, ranks.rows_in_order(4), 4, 2, guesses.OWN, model)
    begin = guesses.LAYOUT[4, guesses.OWN] + ranks.ROW_STARTS[2]
    assert model[begin : begin + ranks.ROWS[2]].tolist() == [127] + [-128] * (ranks.ROWS[2] - 1)


def test_a_guess_orders_all_values_there_can_be() -> None:
    values = small().values[ranks.LEVELS[7] : ranks.LEVELS[8]]
    model = models.model_of(7, values, 1)
    orders = model.guesses[guesses.LAYOUT[7, guesses.ORDERS] :][: len(model.ranks)].reshape(-1, 15)
    assert np.array_equal(np.sort(orders, axis=1), np.tile(np.arange(-7, 8), (len(orders), 1)))
    places = np.take_along_axis(model.ranks.reshape(-1, 15), orders.astype(int) + 7, axis=1)
    assert np.array_equal(places, np.tile(np.arange(15), (len(orders), 1)))
