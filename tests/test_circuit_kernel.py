"""The compiled games of Circuit are those of the rules, ply by ply."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from gamenight.core.errors import InvalidOption
from gamenight.core.rules import Chance, Decision, Over
from gamenight.games.circuit import kernel
from gamenight.games.circuit.kernel import CARD_NAMES, KINDS, settings_of, simulate, unsigned
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import ROLL, Action, CircuitRules, Deal, Lay, Play, Throw
from gamenight.games.circuit.state import Fall, InPlay, State, Tile

BUSY = "card,card,speed,wormhole,time,moonwalk:3,bomb,card,empty,card"


def card(number: int) -> str:
    return CARD_NAMES[number] if number >= 0 else ""


def named(state: kernel.State) -> State:
    """The state of the rules that the kernel's tables are."""
    player, turns, laid, due, thrown, last_card, in_play, *fell = state.table[0].tolist()
    seat, change, kind, number, back = fell
    rolled = tuple(state.dice[1].tolist())
    seats = state.seats.tolist()
    tile = Tile(KINDS[kind], number) if kind >= 0 else None
    return State(
        tiles=tuple(Tile(KINDS[kind], number) for kind, number in state.tiles[:laid].tolist()),
        positions=tuple(row[kernel.POSITION] for row in seats),
        starts=tuple(row[kernel.START] for row in seats),
        previous=tuple(row[kernel.PREVIOUS] for row in seats),
        hands=tuple(
            tuple(
                name
                for name, held in zip(CARD_NAMES, row[kernel.HAND :], strict=True)
                for _ in range(held)
            )
            for row in seats
        ),
        player=player,
        turns=turns,
        thrown=tuple(state.dice[0, :thrown].tolist()) if thrown >= 0 else None,
        fall=Fall(seat, rolled, change, tile, back) if seat >= 0 else None,
        in_play=tuple(
            InPlay(card(one), card(acts_as), owner, target)
            for one, acts_as, owner, target in state.in_play[:in_play].tolist()
        ),
        last_card=card(last_card),
        due=tuple(state.due[0, :due].tolist()),
    )


def cut(state: State, dice: int) -> State:
    """The kernel has room for more dice than are rolled."""
    return (
        state
        if state.fall is None
        else state._replace(fall=state.fall._replace(dice=state.fall.dice[:dice]))
    )


def done(rules: CircuitRules, before: State, after: State, number: int) -> Action:
    """The action that a ply of the kernel was."""
    if number == kernel.LAY:
        return Lay("tile", after.tiles[-1])
    if number == kernel.DEAL:
        old, new = (list(state.hands[before.due[0]]) for state in (before, after))
        for held in old:
            new.remove(held)
        return Deal("card", new[0])
    if number == kernel.THROW:
        first = len(before.thrown or ())
        lying = after.thrown if after.turns == before.turns else after.fall and after.fall.dice
        assert lying is not None
        return Throw("throw", lying[first : first + rules.throws[first][0]])
    if number == kernel.ROLL:
        return ROLL
    kind, rest = divmod(number, kernel.PLAY_CARD)
    return Play(before.player, card(kind), rest // kernel.PLAY_TARGET - 1)


TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {"edition": 1, "board": 1}),
    (3, {"edition": 1, "board": 40, "dice": "1d4+2d8"}),
    (2, {"edition": 2}),
    (4, {"edition": 2, "tiles": "empty,speed,wormhole,time,moonwalk:6,bomb", "laps": 9}),
    (3, {"edition": 2, "board": 30, "turn_limit": 11, "weights": "empty:20,moonwalk:40,bomb:40"}),
    (1, {}),
    (3, {}),
    (6, {"laps": 4, "dice": "3d20+1d6"}),
    (3, {"tiles": BUSY, "laps": 6, "dice": "1d6"}),
    (2, {"tiles": BUSY, "laps": 60, "turn_limit": 90}),
]


@pytest.mark.parametrize(("players", "options"), TABLES)
@pytest.mark.parametrize("out_of_turn", [False, True])
def test_the_kernel_walks_through_the_states_of_the_rules(
    players: int, options: dict[str, Any], out_of_turn: bool
) -> None:
    rules, rng = CircuitRules(Options(**options), players), Random(players)
    fixed, dice = settings_of(rules), len(rules.options.sizes)
    tables, stream = kernel.empty_state(fixed), np.zeros(1, np.uint64)
    for game in range(15):
        kernel.begin(stream, unsigned(5), unsigned(game))
        kernel.set_up(tuple(tables), tuple(fixed))
        state = rules.initial()
        assert cut(named(tables), dice) == state
        while True:
            node = rules.node(state)
            if out_of_turn and isinstance(node, Decision) and node.others and rng.randrange(2):
                action: Action = rng.choice(rng.choice(node.others)[1])
                assert isinstance(action, Play)
                chosen = action.seat, CARD_NAMES.index(action.card), action.target
                kernel.play_card(tuple(tables), tuple(fixed), *chosen)
            else:
                number = kernel.ply(tuple(tables), tuple(fixed), stream)
                if number == kernel.OVER:
                    break
                action = done(rules, state, cut(named(tables), dice), number)
                if isinstance(node, Chance):
                    assert action in dict(node.outcomes)
                else:
                    assert isinstance(node, Decision)
                    assert action in node.actions
            state = rules.apply(state, action)
            assert cut(named(tables), dice) == state
        assert isinstance(rules.node(state), Over)


def test_every_action_of_a_turn_is_equally_likely() -> None:
    rules = CircuitRules(Options(tiles=BUSY), 3)
    fixed, stream = settings_of(rules), np.zeros(1, np.uint64)
    tables = kernel.empty_state(fixed)
    found: dict[int, int] = {}
    for game in range(7000):
        kernel.begin(stream, unsigned(1), unsigned(game))
        kernel.set_up(tuple(tables), tuple(fixed))
        tables.table[0, kernel.DUE] = 0
        tables.seats[0, kernel.HAND : kernel.HAND + 3] = 1  # overload, speed, acceleration
        number = kernel.ply(tuple(tables), tuple(fixed), stream)
        found[number] = found.get(number, 0) + 1
    assert len(found) == 8  # to roll, three targets each for two cards, and one for the third
    assert all(abs(times - 875) < 4 * 27.7 for times in found.values())


@pytest.mark.parametrize("edition", [1, 2, 3])
def test_the_games_of_a_seed_do_not_depend_on_the_threads(edition: int) -> None:
    options = Options(edition=edition)
    alone = simulate(1001, 7, 1, options, 3)
    assert simulate(1001, 7, 2, options, 3) == simulate(1001, 7, 3, options, 3) == alone
    assert simulate(1001, 8, 1, options, 3) != alone
    assert sum(alone.wins) >= 1001


def test_shared_wins_are_counted_for_each_winner() -> None:
    tally = simulate(2000, options=Options(edition=2, turn_limit=2, tiles="empty," * 90), players=2)
    assert tally.turns == 4000
    assert sum(tally.wins) == 2000 + tally.shared
    assert 100 < tally.shared < 400  # two rolls of two dice are equal 146 times in 1296


def test_random_games_count_their_plies() -> None:
    assert kernel.kernel_random_games(200, 3, 2) == simulate(200, 3).plies


def test_more_turns_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(InvalidOption, match="at most 100000 turns"):
        simulate(1, options=Options(turn_limit=100_001))
