"""Which cards the others are likely to hold."""

from __future__ import annotations

import numpy as np
import pytest

from gamenight.games.circuit.state import InPlay
from tests.games.circuit.states import circuit, table
from tests.late import late

with late():
    from gamenight.games.circuit.lab import hands, kernel
    from gamenight.games.circuit.lab.packing import packed, room

TILES = "empty,empty,empty,card,empty,speed,empty,empty,empty,empty"
RULES = circuit(3, tiles=TILES)
UNSEEN = ("repeat", "?", "? ?")


def test_who_had_no_turn_holds_what_was_drawn() -> None:
    state = table(RULES, (4, 0, 0), UNSEEN, player=1)._replace(turns=1)
    assert hands.likely(RULES, state, 0) == [hands.HELD, hands.DRAWN, hands.DRAWN]
    assert sum(hands.DRAWN) == sum(hands.HELD)


def test_on_a_card_tile_one_card_is_new() -> None:
    state = table(RULES, (4, 3, 13), UNSEEN)._replace(turns=9)
    found = hands.likely(RULES, state, 0)
    assert found[1] == hands.DRAWN
    both = zip(hands.DRAWN, hands.HELD, strict=True)
    assert found[2] == tuple((new + old) // 2 for new, old in both)


@pytest.mark.parametrize(("seat", "asked"), [(0, (1, 2)), (1, ()), (2, (1,))])
def test_who_was_asked_has_no_card_that_helps_it(seat: int, asked: tuple[int, ...]) -> None:
    """It is the turn of seat 0, which is asked last: the others would be rid of an Overload by a
    Cancellation."""
    overloads = tuple(InPlay("overload", "overload", 0, other) for other in (1, 2))
    state = table(RULES, (8, 7, 7), ("?", "?", "?"), in_play=overloads, turns=9)
    found = hands.likely(RULES, state, seat)
    held = hands.HELD[kernel.CANCELLATION]
    for other in range(3):
        likely = held // hands.PLAYED_AT_ONCE if other in asked else held
        assert found[other][kernel.CANCELLATION] == likely
        assert found[other][kernel.REPEAT] == hands.HELD[kernel.REPEAT]


def test_unknown_cards_are_drawn_by_their_weights() -> None:
    only = tuple(int(card == "redo") for card in kernel.CARD_NAMES)
    start = packed(RULES, table(RULES, (4, 3, 5), UNSEEN), [[1] * 6, only, [1] * 6])
    state, stream = room(start), np.zeros(1, np.uint64)
    kinds = np.zeros(len(only), np.int64)
    for number in range(300):
        kernel.begin(stream, np.uint64(1), np.uint64(number))
        kernel.set_up(tuple(state), tuple(start), stream)
        assert state.seats[1, kernel.HAND : kernel.CHANGE].tolist() == [*only]
        kinds += state.seats[2, kernel.HAND : kernel.CHANGE]
    assert kinds.sum() == 600
    assert kinds.min() > 70
