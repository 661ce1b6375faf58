"""The endgame tables of Oware: how positions are numbered, and what they are worth."""

from __future__ import annotations

from math import comb
from random import Random

import numpy as np
import pytest

from gamenight.games.oware.lab import packing, ranks
from gamenight.games.oware.rules import Options, OwareRules, Position
from tests.games.oware.boards import board
from tests.late import late

with late():
    from gamenight.games.oware.lab.endgames import Endgames, apply_to, small
    from gamenight.games.oware.lab.levels import built
    from gamenight.games.oware.lab.places import place
    from gamenight.games.oware.lab.verification import iterated, spread_over, violation

RULES = OwareRules()


@pytest.fixture(scope="module")
def tables() -> Endgames:
    return small()


def test_every_position_has_a_number_of_its_own() -> None:
    expected = 0
    for seeds in range(6):
        numbers = {ranks.number(houses) for houses in spread_over(seeds, 12)}
        assert numbers == set(range(expected, expected + ranks.positions_with(seeds)))
        expected += len(numbers)
    assert expected == comb(5 + 12, 12) == ranks.positions_below(6)


def test_compiled_code_numbers_as_python_does() -> None:
    rng = Random(1)
    for _ in range(500):
        houses = [0] * 12
        for _ in range(rng.randrange(ranks.MOST_LEVEL + 1)):
            houses[rng.randrange(12)] += 1
        position = Position(tuple(houses), (0, 0), 0)
        own, other = packing.row(position, 0), packing.row(position, 1)
        assert int(place(own, other)) == ranks.number(tuple(houses))


def test_rows_stand_in_the_order_of_their_numbers() -> None:
    rows = ranks.rows_in_order(7)
    assert len(rows) == comb(7 + 6, 6)
    for index, word in enumerate(rows):
        houses = packing.houses_of(int(word))
        assert index == ranks.ROW_STARTS[sum(houses)] + ranks.row_number(houses)


@pytest.mark.parametrize(
    ("what", "picture", "value"),
    [
        ("nothing to feed with: the row is taken", "N 0 0 0 0 0 0 | 0\n S 1 0 0 0 0 0 | 0 <", 1),
        ("forced to give the last seed", "N 0 0 0 0 0 0 | 0\n S 0 0 0 0 0 1 | 0 <", -1),
        ("nothing to sow", "N 0 0 3 0 0 0 | 0\n S 0 0 0 0 0 0 | 0 <", -3),
        ("captures two, is fed, keeps it", "N 1 0 0 0 0 1 | 0\n S 0 0 0 0 0 1 | 0 <", 3),
        ("the same as North", "N 1 0 0 0 0 0 | 0 <\n S 1 0 0 0 0 1 | 0", 3),
        ("a grand slam takes nothing", "N 0 0 0 0 0 1 | 0\n S 0 0 0 0 0 1 | 0 <", -2),
        ("stores do not matter", "N 1 0 0 0 0 1 | 20\n S 0 0 0 0 0 1 | 9 <", 3),
    ],
)
def test_small_positions(tables: Endgames, what: str, picture: str, value: int) -> None:
    assert tables.value(board(picture).position) == value, what


def test_the_values_are_those_of_all_play_by_the_readable_rules(tables: Endgames) -> None:
    for values in iterated(5):
        for houses, value in values.items():
            assert tables.value(Position(houses, (0, 0), 0)) == value, houses


def test_every_value_follows_from_those_of_the_moves(tables: Endgames) -> None:
    for seeds in range(9):
        assert violation(seeds, tables.values) is None
    for seeds in (9, 10, 11, 12):
        assert violation(seeds, tables.values, sample=20_000) is None


def test_a_wrong_value_is_noticed(tables: Endgames) -> None:
    for number in (ranks.number((0, 2, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0)), ranks.positions_below(6)):
        values = tables.values[: ranks.positions_below(7)].copy()
        values[number] += 1
        assert any(violation(seeds, values) is not None for seeds in range(7))


def test_threads_change_nothing(tables: Endgames, monkeypatch: pytest.MonkeyPatch) -> None:
    from gamenight.games.oware.lab import levels

    # With little room for messages, what was settled is spread in several goes.
    monkeypatch.setattr(levels, "SMALL", 0)
    monkeypatch.setattr(levels, "MESSAGES", 700)
    for seeds, threads in ((3, 2), (8, 2), (9, 3)):
        plies = np.zeros(ranks.positions_with(seeds), np.uint8)
        values = built(seeds, tables.values, threads, plies=plies)
        first, last = ranks.LEVELS[seeds], ranks.LEVELS[seeds + 1]
        assert np.array_equal(values, tables.values[first:last])
        assert np.array_equal(plies, tables.plies[first:last])


@pytest.mark.parametrize("threads", [1, 2])
def test_what_waits_for_room_in_a_ring_is_found(
    tables: Endgames, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    from gamenight.games.oware.lab import levels

    scans = 0
    start_over = levels._Level._start_over

    def counted(level: levels._Level) -> None:
        nonlocal scans
        scans += 1
        start_over(level)

    monkeypatch.setattr(levels, "SMALL", 0)
    monkeypatch.setattr(levels, "RING", 64)
    monkeypatch.setattr(levels._Level, "_start_over", counted)
    values = built(8, tables.values, threads)
    assert np.array_equal(values, tables.values[ranks.LEVELS[8] : ranks.LEVELS[9]])
    assert scans > 2 * 8, "one for each number of seeds, and those for what was missed"


def test_the_share_that_is_done_grows_to_its_end(tables: Endgames) -> None:
    told = list[float]()
    built(7, tables.values, 1, told.append)
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] <= 1


def test_moves_are_worth_what_they_capture_less_what_they_leave(tables: Endgames) -> None:
    state = board("N 1 0 0 0 0 1 | 4\n S 1 0 0 0 0 1 | 5 <")
    moves = tables.moves(RULES, state.position)
    assert set(moves) == {RULES.parse("A"), RULES.parse("F")}
    assert max(moves.values()) == tables.value(state.position)
    for house, value in moves.items():
        after = RULES.apply(state, house)
        gained = after.position.stores[0] - state.position.stores[0]
        assert value == gained - tables.value(after.position)


def test_a_gain_is_one_ply_nearer_after_the_best_moves(tables: Endgames) -> None:
    """Whoever gains comes nearer by one with `way`, and the other cannot keep away."""
    rng, met = Random(4), 0
    while met < 200:
        numbers = [rng.choice((0, 0, 1, 2)) for _ in range(12)]
        position = Position(tuple(numbers), (0, 0), rng.randrange(2))
        if not 2 < sum(numbers) <= 12 or not RULES.moves(position):
            continue
        value, moves = tables.value(position), tables.moves(RULES, position)
        way = tables.way(RULES, position)
        assert (way is None) == (value <= 0)
        left = {}
        for house in moves:
            sowing = RULES.sow(position, house)
            after = Position(sowing.houses, (0, 0), 1 - position.mover)
            best = moves[house] == value and not sowing.captured
            left[house] = int(tables.plies[_number(after)]) if best else 0
        plies = int(tables.plies[_number(position)])
        if way is not None:
            assert moves[way] == value
            assert left[way] == plies - 1
        elif value < 0:
            assert max(left.values()) in (plies - 1, 0)
        met += 1


def _number(position: Position) -> int:
    border = 6 * position.mover
    return ranks.number(position.houses[border:] + position.houses[:border])


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        (Options(), True),
        (Options(seeds=2), True),
        (Options(houses=5), False),
        (Options(grand_slam="allowed"), False),
        (Options(grand_slam="leave_last"), False),
        (Options(grand_slam="leave_seed"), False),
        (Options(ply_limit=100), False),
    ],
    ids=str,
)
def test_the_tables_are_for_the_standard_rules(options: Options, fits: bool) -> None:
    assert apply_to(OwareRules(options)) == fits
