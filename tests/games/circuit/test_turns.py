"""Turns, what is refused, how a game ends, and what can be asked at any time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight import Decision, IllegalAction, Over, step
from gamenight.games.circuit.state import State
from tests.games.circuit.states import (
    Case,
    circuit,
    on_the_table,
    place,
    plays,
    race,
    result,
    table,
    tiles,
    where,
)


def test_turns_go_around() -> None:
    rules, state = race("0.1 0.1 0.1")
    for seat in (0, 1, 2, 0, 1):
        assert state.player == seat
        node = rules.node(state)
        assert isinstance(node, Decision)
        assert (node.player, node.actions, node.others) == (seat, (rules.parse("roll"),), ())
        state = plays(rules, state, "roll 1 1")


def test_a_roll_and_its_tile_are_one_step() -> None:
    """Nobody can play a card between them."""
    rules, state = race("0.1 0.1", "3 speed", "|cancellation repeat")
    rolling = plays(rules, state, "roll")
    assert not isinstance(rules.node(rolling), Decision)
    with pytest.raises(IllegalAction, match="it is up to chance"):
        step(rules, rolling, "2 repeat", 1)


def offered(state: State, hand: str, seat: int = 0) -> list[str]:
    """What a player with this hand can play now."""
    rules = circuit(len(state.positions))
    given = tuple(tuple(hand.split()) if s == seat else () for s in range(rules.players))
    node = rules.node(state._replace(hands=given))
    assert isinstance(node, Decision)
    return [rules.format(action) for action in node.of(seat)]


def test_what_can_be_played_in_turn_and_out_of_turn() -> None:
    _, state = race("0.1 0.1")
    everything = "overload speed acceleration cancellation redo repeat"
    own = ["roll", "1 overload 1", "1 overload 2", "1 speed 1", "1 speed 2", "1 acceleration"]
    assert offered(state, everything) == own
    assert offered(state, everything, seat=1) == []
    rules, state = race("0.1 0.1", hands="speed|")
    state = plays(rules, state, "1 speed 1; roll 1 1")
    out_of_turn = ["1 cancellation 1", "1 repeat"]
    assert offered(state, everything) == out_of_turn
    assert offered(state, "redo speed") == [], "a redo of a permanent card is one"
    assert offered(state, "redo", seat=1) == ["roll", "2 redo 1", "2 redo 2"]
    assert offered(state._replace(last_card="repeat"), "redo") == ["1 redo"]
    assert offered(state._replace(last_card="cancellation"), "redo") == ["1 redo 1"]


HAND = "overload speed acceleration cancellation redo repeat|overload cancellation redo repeat"
OWN_TURN = "permanent cards can only be played in your own turn"
NOT_HELD = "there is no speed in this hand"


@pytest.mark.parametrize(
    ("before", "text", "seat", "reason"),
    [
        ("", "roll", 1, "only the player whose turn it is can roll"),
        ("", "2 overload 1", 1, OWN_TURN),
        ("1 overload 1", "2 redo 1", 1, OWN_TURN),
        ("roll 1 1", "1 speed 1", 0, OWN_TURN),
        ("", "1 cancellation 1", 0, "there is no permanent card in play"),
        ("1 speed 2; 1 cancellation 1", "2 cancellation 1", 1, "there is no permanent card"),
        ("1 speed 2; 1 cancellation 1", "2 redo 1", 1, "there is no permanent card in play"),
        ("", "1 redo", 0, "no card was played"),
        ("", "2 redo", 1, "no card was played"),
        ("", "1 repeat", 0, "nobody has rolled yet"),
        ("", "2 repeat", 1, "nobody has rolled yet"),
        ("roll 1 1", "2 speed 1", 1, NOT_HELD),
        ("1 speed 2", "1 speed 2", 0, NOT_HELD),
        ("roll 1 1", "1 repeat", 1, "players can only play cards from their own hand"),
        ("", "3 repeat", None, "there are 2 players"),
        ("", "1 overload 3", 0, "legal: roll, 1 overload 1"),
        ("1 speed 1", "1 cancellation 2", 0, "1 cancellation 1"),
        ("", "throw 1 1", None, "legal: roll, 1 overload 1"),
    ],
)
def test_what_is_refused_and_why(before: str, text: str, seat: int | None, reason: str) -> None:
    rules, state = race("0.1 0.1", hands=HAND)
    state = plays(rules, state, before)
    with pytest.raises(IllegalAction) as caught:
        step(rules, state, text, seat)
    assert f"illegal action '{text}'" in str(caught.value)
    assert reason in str(caught.value)


WON = [
    Case("by a roll", "2.9 0.1 0.1", "roll 1 1", "3.1 0.1 0.1"),
    Case("by a speed up", "2.5 0.1 0.1", "roll 1 1", "3.1 0.1 0.1", "7 speed"),
    Case(
        "by a repeat of a speed up, which another plays out of turn",
        "2.1 0.1 0.1",
        "roll 1 1; 3 repeat",
        "3.1 0.1 0.1",
        "3 speed",
        "||repeat",
    ),
    Case(
        "by a repeat of a speed up, which the winner plays out of turn",
        "2.1 0.1 0.1",
        "roll 1 1; 1 repeat",
        "3.1 0.1 0.1",
        "3 speed",
        "repeat||",
    ),
    Case(
        "by a redo of a repeat of a speed up",
        "1.7 0.1 0.1",
        "roll 1 1; 2 repeat; 3 redo",
        "3.1 0.1 0.1",
        "9 speed",
        "|repeat|redo",
    ),
    Case(
        "by a speed card",
        "2.8 0.1 0.1",
        "1 speed 1; roll 1 1",
        "3.1 0.1 0.1",
        "10 bomb",
        "speed||",
    ),
    Case("among six", "2.9 2.10 2.10 0.1 0.1 0.1", "roll 1 1", "3.1 2.10 2.10 0.1 0.1 0.1"),
    Case("alone", "2.9", "roll 1 1", "3.1"),
]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.what) for case in WON])
def test_the_first_to_reach_the_last_lap_wins_at_that_moment(case: Case) -> None:
    rules, state = result(case)
    assert where(state) == case.after
    assert rules.ended(state)
    assert rules.winners(state) == (0,)
    assert rules.node(state) == Over(state.positions, (0,), "The first to finish 3 laps wins.")


@pytest.mark.parametrize("text", ["roll", "1 speed 1", "2 repeat", "2 cancellation 1", "throw 1 1"])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_after_the_end_everything_is_refused(text: str, seat: int | None) -> None:
    rules, state = race("2.9 0.1", hands="speed speed|repeat cancellation")
    state = plays(rules, state, "1 speed 1; roll 1 1")
    with pytest.raises(IllegalAction, match="the game is over"):
        step(rules, state, text, seat)


@pytest.mark.parametrize("edition", [1, 2, 3])
def test_the_last_turn(edition: int) -> None:
    """Two turns in all."""
    rules = circuit(3, edition=edition, turn_limit=2)
    before = table(rules, [2, 0, 4])
    once = plays(rules, before, "roll 1 1")
    assert not rules.ended(once)
    reason = "All 2 turns were played: the furthest wins."
    for dice, winners in [("1 1", (0, 2)), ("1 3", (0, 1, 2)), ("1 4", (1,))]:
        state = plays(rules, once, f"roll {dice}")
        assert rules.node(state) == Over(state.positions, winners, reason)


def test_the_last_turn_can_still_win() -> None:
    rules, state = race("2.9 2.10", turn_limit=1)
    node = rules.node(plays(rules, state, "roll 1 1"))
    assert node == Over((30, 29), (0,), "The first to finish 3 laps wins.")


def test_in_the_last_turn_the_tile_acts_and_behind_the_start_somebody_is_furthest() -> None:
    rules, state = race("-1.3 -1.9", "6 moonwalk:5", turn_limit=1)
    state = plays(rules, state, "roll 1 2")
    assert (where(state), rules.winners(state)) == ("-1.6 -1.4", (0,))


def test_a_card_tile_in_the_last_turn_gives_no_card() -> None:
    rules, state = race("0.1 0.1", "4 card", turn_limit=1)
    state = plays(rules, state, "roll 1 2")
    assert isinstance(rules.node(state), Over)
    assert state.hands == ((), ())


def test_a_repeat_before_the_roll_does_not_change_where_the_turn_began() -> None:
    """Ben's turn began on -1.8, and a repeated moonwalk took him back to -1.5 before he rolled."""
    rules, state = race("0.1 0.1", "4 moonwalk:3, 10 time", "repeat|")
    state = plays(rules, state, "roll 1 2; 1 repeat; roll 1 1")
    assert where(state) == "0.4 -1.7"
    state = plays(rules, state, "roll 1 1")
    assert where(state) == "0.6 -1.7"
    assert where(plays(rules, state, "roll 1 2")) == "0.6 -1.8"


def test_a_repeat_of_an_empty_tile_is_a_card_to_copy() -> None:
    rules, state = race("0.1 0.1", hands="repeat|redo")
    state = plays(rules, state, "roll 1 2; 1 repeat; roll 1 1; 2 redo")
    assert (where(state), state.hands, state.last_card) == ("0.4 0.3", ((), ()), "repeat")


@given(length=st.integers(1, 60), positions=st.lists(st.integers(-99, 99), min_size=1, max_size=6))
def test_a_lap_and_a_tile_are_a_position(length: int, positions: list[int]) -> None:
    rules = circuit(len(positions), tiles=tiles("", length), laps=1000)
    state = table(rules, positions)
    assert [place(text, length) for text in where(state).split()] == positions
    ranks = [state.rank(seat) for seat in range(rules.players)]
    assert ranks == [sorted(positions, reverse=True).index(at) + 1 for at in positions]


@pytest.mark.parametrize(
    ("positions", "ranks"),
    [
        ("0.1", [1]),
        ("0.1 0.1 0.1", [1, 1, 1]),
        ("0.1 0.5 0.3", [3, 1, 2]),
        ("0.9 1.1 0.10", [3, 1, 2]),
        ("0.4 0.4 0.3", [1, 1, 3]),
        ("0.4 1.4 0.4 0.4", [2, 1, 2, 2]),
        ("-1.10 0.1 -1.1 -2.10", [2, 1, 3, 4]),
        ("1.1 0.10 1.1 -1.5 0.10 2.2", [2, 4, 2, 6, 4, 1]),
    ],
)
def test_ranks_count_laps_first_and_equal_positions_are_equal(
    positions: str, ranks: list[int]
) -> None:
    _, state = race(positions)
    assert where(state) == positions
    assert [state.rank(seat) for seat in range(len(ranks))] == ranks


def test_positions_and_ranks_can_be_asked_for_before_the_board_lies() -> None:
    state = circuit(2, tiles="", board=5).initial()
    assert where(state) == "0.1 0.1"
    assert [state.rank(seat) for seat in range(2)] == [1, 1]


def test_positions_and_ranks_can_be_asked_for_at_the_end() -> None:
    rules, state = race("2.9 2.10 0.4")
    state = plays(rules, state, "roll 6 6")
    assert where(state) == "4.1 2.10 0.4"
    assert [state.rank(seat) for seat in range(3)] == [1, 2, 3]


def test_the_last_roll_and_its_tile_can_be_asked_for() -> None:
    rules, state = race("0.1 0.1", "4 moonwalk:2", "speed overload|")
    assert state.fall is None
    state = plays(rules, state, "1 speed 1; roll 1 1")
    assert state.fall is not None
    assert (state.fall.seat, state.fall.dice, state.fall.change, state.fall.total) == (
        0,
        (1, 1),
        1,
        3,
    )
    assert str(state.fall.tile) == "moonwalk:2"
    state = plays(rules, state, "roll 3 3")
    assert state.fall is not None
    assert (state.fall.seat, state.fall.total, str(state.fall.tile)) == (1, 6, "empty")


def test_the_cards_in_play_tell_whose_they_are_and_on_whom() -> None:
    rules, state = race("0.1 0.1", hands="speed acceleration|redo")
    state = plays(rules, state, "1 speed 2; 1 acceleration; roll 1 1; 2 redo")
    assert on_the_table(state) == "speed 2, acceleration, redo=acceleration"
    assert [card.owner for card in state.in_play] == [0, 0, 1]


def test_a_hand_is_seen_by_its_owner_alone() -> None:
    rules, state = race("0.1 0.1", hands="speed redo|repeat")
    assert rules.hide(state, 0).hands == (("speed", "redo"), ("?",))
    assert rules.hide(state, 1).hands == (("?", "?"), ("repeat",))
    assert rules.hide(state, None).hands == (("?", "?"), ("?",))


@pytest.mark.parametrize(
    ("dice", "throws", "after"),
    [
        ("1d4", "throw 3", "0.4"),
        ("3d2", "throw 1 2 2", "0.6"),
        ("1d4+2d8", "throw 4; throw 1 8", "1.4"),
        ("1d4+1d6+1d4", "throw 1; throw 2; throw 3", "0.7"),
    ],
)
def test_dice_of_any_number_and_sizes(dice: str, throws: str, after: str) -> None:
    rules, state = race("0.1", dice=dice)
    state = plays(rules, state, f"roll; {throws}")
    assert where(state) == after
