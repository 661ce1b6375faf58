"""The rules of Circuit in compiled code. The rules are the truth; a test walks games through both.

State and settings are tables of integers: see `packing.py`, which makes them. `kernel` calls these.
numba's cache on disk would not notice a change here: what changes a rule needs a new name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

KINDS = ("empty", "card", "speed", "wormhole", "time", "moonwalk", "bomb")
EMPTY, CARD, SPEED_UP, WORMHOLE, TIME, MOONWALK, BOMB = range(len(KINDS))
CARD_NAMES = ("overload", "speed", "acceleration", "cancellation", "redo", "repeat")
OVERLOAD, SPEED, ACCELERATION, CANCELLATION, REDO, REPEAT = range(len(CARD_NAMES))
NOTHING = -1

# The columns of `State.table`, of a row of `State.seats` and of `State.in_play`.
PLAYER, TURNS, LAID, DUE, THROWN, LAST_CARD, IN_PLAY, PASSED = range(8)
FALL_SEAT, FALL_CHANGE, FALL_KIND, FALL_NUMBER, FALL_BACK = range(8, 13)
POSITION, START, PREVIOUS, UNSEEN, HAND = range(5)
CHANGE = HAND + len(CARD_NAMES)
BRINGS = CHANGE + 1
PLAYED, ACTS_AS, OWNER, TARGET = range(4)
# The columns of `Settings.numbers`.
PLAYERS, GOAL, LENGTH, EDITION, TURN_LIMIT, DICE, HIGHEST, WAYS = range(8)
# How a ply is written: its kind, and for a card played its target, kind and seat in
# steps of these.
OVER, LAY, DEAL, THROW, ROLL, PLAY = range(6)
PLAY_TARGET, PLAY_CARD, PLAY_SEAT = 10, 10_000_000, 100_000_000

STATE = "UniTuple(int64[:, ::1], 6)"
SETTINGS = "UniTuple(int64[:, ::1], 5)"


def compiled(signature: str) -> Callable[[F], F]:
    """Machine code for these types, kept on disk; it lets other threads run. Arrays come from the
    caller, so that none has to be counted at every call (`_nrt`), which is slow."""
    compiler: Any = njit
    found: Callable[[F], F] = compiler(
        signature, cache=True, nogil=True, error_model="numpy", _nrt=False
    )
    return found


@compiled("uint64(uint64)")
def mixed(number: Any) -> Any:
    """SplitMix64's output function: every bit depends on every bit."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@compiled("void(uint64[::1], uint64, uint64)")
def begin(stream: Any, seed: Any, game: Any) -> None:
    """The stream of one game, from the seed and the number of the game alone."""
    stream[0] = mixed(mixed(seed + np.uint64(0x9E3779B97F4A7C15)) + game)


@compiled("int64(uint64[::1], int64)")
def below(stream: Any, limit: Any) -> Any:
    """A number from 0, uneven by less than one in four million."""
    stream[0] += np.uint64(0x9E3779B97F4A7C15)
    high = mixed(stream[0]) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))


@compiled("void(int64[:, ::1], int64, int64[:, ::1], int64)")
def copy(to: Any, row: Any, source: Any, source_row: Any) -> None:
    """As many numbers of a row as the table has columns."""
    for column in range(to.shape[1]):
        to[row, column] = source[source_row, column]


@compiled(f"void({STATE}, {STATE}, uint64[::1])")
def set_up(state: Any, start: Any, stream: Any) -> None:
    """A game begins at another state; unknown cards may be any."""
    table, seats, dice, in_play, due, tiles = start
    copy(state[0], 0, table, 0)
    for seat in range(len(seats)):
        copy(state[1], seat, seats, seat)
        for _ in range(seats[seat, UNSEEN]):
            state[1][seat, HAND + below(stream, len(CARD_NAMES))] += 1
        state[1][seat, UNSEEN] = 0
    copy(state[2], 0, dice, 0)
    copy(state[2], 1, dice, 1)
    for place in range(table[0, IN_PLAY]):
        copy(state[3], place, in_play, place)
    for place in range(table[0, DUE]):
        state[4][0, place] = due[0, place]
    for place in range(table[0, LAID]):
        copy(state[5], place, tiles, place)


@compiled(f"boolean({STATE}, {SETTINGS})")
def ended(state: Any, settings: Any) -> Any:
    table, seats, numbers = state[0], state[1], settings[0]
    over = table[0, TURNS] >= numbers[0, TURN_LIMIT]
    for seat in range(numbers[0, PLAYERS]):
        over |= seats[seat, POSITION] >= numbers[0, GOAL]
    return over


@compiled(f"int64({STATE}, {SETTINGS})")
def winners(state: Any, settings: Any) -> Any:
    """At the end: bit n for seat n."""
    seats, numbers = state[1], settings[0]
    best, found = seats[0, POSITION], 0
    for seat in range(numbers[0, PLAYERS]):
        best = max(best, seats[seat, POSITION])
    for seat in range(numbers[0, PLAYERS]):
        if seats[seat, POSITION] >= min(best, numbers[0, GOAL]):
            found |= 1 << seat
    return found


@compiled(f"int64({STATE}, {SETTINGS}, int64)")
def moved(state: Any, settings: Any, seat: Any) -> Any:
    """Where a seat stands when the tile of the last roll has acted (`tiles.happen`)."""
    table, position = state[0], state[1][seat, POSITION]
    kind, fell = table[0, FALL_KIND], table[0, FALL_SEAT] == seat
    if kind == SPEED_UP and fell:
        return position + 4
    if kind == WORMHOLE and fell:
        return position - 4
    if kind == TIME and fell:
        return table[0, FALL_BACK]
    if kind == MOONWALK and not fell:
        return position - table[0, FALL_NUMBER]
    if kind == BOMB:
        return position - position % settings[0][0, LENGTH]
    return position


@compiled(f"void({STATE}, {SETTINGS})")
def happen(state: Any, settings: Any) -> None:
    """The tile of the last roll acts."""
    table, seats, _, _, due, _ = state
    kind = table[0, FALL_KIND]
    if kind == CARD:
        due[0, table[0, DUE]] = table[0, FALL_SEAT]
        table[0, DUE] += 1
    elif kind > CARD:
        for seat in range(settings[0][0, PLAYERS]):
            seats[seat, POSITION] = moved(state, settings, seat)


@compiled("int64(int64, int64, int64)")
def change(card: Any, target: Any, seat: Any) -> Any:
    """What a permanent card on a target changes in the rolls of a seat."""
    if card == ACCELERATION:
        return 1
    if target != seat:
        return 0
    return 1 if card == SPEED else -2


@compiled(f"int64({STATE}, int64, int64)")
def change_by(state: Any, place: Any, seat: Any) -> Any:
    """What a card in play changes in a seat's rolls."""
    return change(state[3][place, ACTS_AS], state[3][place, TARGET], seat)


@compiled(f"void({STATE}, {SETTINGS})")
def fall(state: Any, settings: Any) -> None:
    """`CircuitRules._thrown` when all dice lie: the player moves, the tile acts, the next turn."""
    table, seats, dice, _, _, tiles = state
    numbers = settings[0]
    seat, total = table[0, PLAYER], 0
    for place in range(numbers[0, DICE]):
        dice[1, place] = dice[0, place]
        total += dice[0, place]
    more = seats[seat, CHANGE]
    position = seats[seat, POSITION] + total + more
    table[0, FALL_SEAT] = seat
    table[0, FALL_CHANGE] = more
    table[0, FALL_BACK] = seats[seat, PREVIOUS]
    table[0, FALL_KIND] = NOTHING
    table[0, FALL_NUMBER] = 0
    if position < numbers[0, GOAL]:
        table[0, FALL_KIND] = tiles[position % numbers[0, LENGTH], 0]
        table[0, FALL_NUMBER] = tiles[position % numbers[0, LENGTH], 1]
    elif numbers[0, EDITION] == 1:
        position = numbers[0, GOAL]
    seats[seat, POSITION] = position
    table[0, THROWN] = NOTHING
    table[0, TURNS] += 1
    happen(state, settings)
    if not ended(state, settings):
        seat = seat + 1 if seat + 1 < numbers[0, PLAYERS] else 0
        table[0, PLAYER] = seat
        seats[seat, PREVIOUS] = seats[seat, START]
        seats[seat, START] = seats[seat, POSITION]
        table[0, THROWN] = NOTHING if numbers[0, EDITION] == 3 else 0


@compiled(f"int64({STATE}, int64)")
def effect_of(state: Any, card: Any) -> Any:
    return state[0][0, LAST_CARD] if card == REDO else card


@compiled(f"int64({STATE}, {SETTINGS}, int64, int64)")
def targets(state: Any, settings: Any, seat: Any, card: Any) -> Any:
    """On how many targets a seat can play a card now; 0 if it cannot, or has none."""
    table, effect = state[0], effect_of(state, card)
    if not state[1][seat, HAND + card] or effect == NOTHING:
        return 0
    if effect == CANCELLATION:
        return table[0, IN_PLAY]
    if effect == REPEAT:
        return 1 if table[0, FALL_SEAT] != NOTHING else 0
    if seat != table[0, PLAYER]:
        return 0
    return 1 if effect == ACCELERATION else settings[0][0, PLAYERS]


@compiled(f"void({STATE}, {SETTINGS}, int64, int64, int64)")
def play_card(state: Any, settings: Any, seat: Any, card: Any, target: Any) -> None:
    """`cards.played`: a permanent card goes into play, an instant one acts and is gone."""
    table, seats, _, in_play, _, _ = state
    effect = effect_of(state, card)
    seats[seat, HAND + card] -= 1
    table[0, LAST_CARD] = effect
    if effect == REPEAT:
        happen(state, settings)
    elif effect == CANCELLATION:
        for other in range(settings[0][0, PLAYERS]):
            seats[other, CHANGE] -= change_by(state, target, other)
        table[0, IN_PLAY] -= 1
        for place in range(target, table[0, IN_PLAY]):
            copy(in_play, place, in_play, place + 1)
    else:
        row = table[0, IN_PLAY]
        in_play[row, PLAYED], in_play[row, ACTS_AS] = card, effect
        in_play[row, OWNER], in_play[row, TARGET] = seat, target
        for other in range(settings[0][0, PLAYERS]):
            seats[other, CHANGE] += change(effect, target, other)
        table[0, IN_PLAY] += 1
