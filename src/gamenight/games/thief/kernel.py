"""Whole rounds of Thief without cards in compiled code: two to six players, each with a policy.
The rules are the truth; a test walks rounds through both. `compiled.py` calls it.

A state is a row of integers (`PLAYER` to `AWAY`); what dice count and how they can be held are
tables made by the rules. Round n of a seed has a stream of numbers of its own, so threads change
nothing in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

from gamenight.games.thief.bots import ENOUGH_FOR_CAUTIOUS
from gamenight.games.thief.rules import DICE, MOST_PLAYERS

F = TypeVar("F", bound=Callable[..., Any])

# The places in a state. HELD: three bits a side; ROLL: its row in the table of rolls; WINNERS: a
# bit a seat; from SCORES and from AWAY on one place a seat.
PLAYER, POT, HELD, ROLL, WAITING, ASKED, TURN, WINNERS, SCORES = range(9)
AWAY = SCORES + MOST_PLAYERS
WIDTH = AWAY + MOST_PLAYERS
TO_ROLL, TO_CHOOSE, OFFERED, TO_HOLD = range(4)
# What a ply is written as: the row of a roll, HOLD and the number of the way, a word, or a seat.
HOLD, END, STEAL, DECLINE, LEAVE, JOIN = 1000, 2000, 2001, 2002, 3000, 4000
OVER = -1
# The columns of the settings, of the table of rolls and of the table of holds.
PLAYERS, TARGET, TURN_LIMIT, FIRST_POLICY = range(4)
WORTH, LEFT, FIRST_HOLD, HOLDS = range(4)
POINTS, HELD_CODE = range(2)
# What `turn` and `best` do stands in a table by the roll and the pot in steps of 50; its last
# column is for every larger pot.
STEP = 50
ENDS_BIT, STEALS_BIT, WAY_BITS = 64, 128, 63

POLICIES = ("random", "predictable", "cautious", "turn", "best")
RANDOM, PREDICTABLE, CAUTIOUS, TURN_BY_TURN, BEST = range(len(POLICIES))


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
    """The stream of one round, from the seed and the number of the round alone."""
    stream[0] = mixed(mixed(seed + np.uint64(0x9E3779B97F4A7C15)) + game)


@compiled("int64(uint64[::1], int64)")
def below(stream: Any, limit: Any) -> Any:
    """A number from 0 on, uneven by less than one in half a million."""
    stream[0] += np.uint64(0x9E3779B97F4A7C15)
    high = mixed(stream[0]) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))


@compiled("int64(int64[::1], int64, int64[::1])")
def seat_after(state: Any, seat: Any, settings: Any) -> Any:
    """The next seat at which somebody sits."""
    for _ in range(settings[PLAYERS]):
        seat = seat + 1 if seat + 1 < settings[PLAYERS] else 0
        if not state[AWAY + seat]:
            break
    return seat


@compiled("void(int64[::1])")
def clear(state: Any) -> None:
    """No pot, no dice, nobody asked: all five dice are to be rolled."""
    state[POT] = state[HELD] = state[ROLL] = 0
    state[WAITING] = TO_ROLL
    state[ASKED] = -1


@compiled("void(int64[::1], int64, int64[::1])")
def next_turn(state: Any, seat: Any, settings: Any) -> None:
    """The player after a seat starts; after the last turn the best of those there win."""
    clear(state)
    if state[TURN] < settings[TURN_LIMIT]:
        state[PLAYER] = seat_after(state, seat, settings)
        state[TURN] += 1
        return
    state[PLAYER] = seat
    best = -1
    for other in range(settings[PLAYERS]):
        if not state[AWAY + other] and state[SCORES + other] >= best:
            if state[SCORES + other] > best:
                state[WINNERS] = 0
            best = state[SCORES + other]
            state[WINNERS] |= 1 << other


@compiled("void(int64[::1], int64[::1], int64[:, ::1])")
def bank(state: Any, settings: Any, roll_table: Any) -> None:
    state[SCORES + state[PLAYER]] += state[POT] + roll_table[state[ROLL], WORTH]
    next_turn(state, state[PLAYER], settings)


@compiled("void(int64[::1], int64, int64[::1], int64[:, ::1])")
def rolled(state: Any, roll: Any, settings: Any, roll_table: Any) -> None:
    """`ThiefRules._rolled`: a bust, the target, a chain, or a choice."""
    player, points = state[PLAYER], roll_table[roll, WORTH]
    if points == 0:
        next_turn(state, player, settings)
    elif state[SCORES + player] + state[POT] + points >= settings[TARGET]:
        state[SCORES + player] += state[POT] + points
        clear(state)
        state[WINNERS] = 1 << player
    elif roll_table[roll, LEFT] == 0:
        state[POT] += points
        state[HELD] = 0
    else:
        state[ROLL] = roll
        state[WAITING] = TO_CHOOSE


@compiled("void(int64[::1], int64, int64[::1], int64[:, ::1])")
def leave(state: Any, seat: Any, settings: Any, roll_table: Any) -> None:
    """`ThiefRules._left`: the pot goes with its owner, an offer to the next seat."""
    turn = state[TURN]
    state[AWAY + seat] = 1
    state[SCORES + seat] = 0
    if seat == state[PLAYER]:
        next_turn(state, seat, settings)
    elif seat == state[ASKED]:
        state[ASKED] = seat_after(state, seat, settings)
        if state[ASKED] == state[PLAYER]:
            bank(state, settings, roll_table)
    there, last = 0, 0
    for other in range(settings[PLAYERS]):
        if not state[AWAY + other]:
            there += 1
            last = other
    if there == 1:
        clear(state)
        state[PLAYER] = last
        state[TURN] = turn
        state[WINNERS] = 1 << last


@compiled("void(int64[::1], int64, int64[::1], int64[:, ::1], int64[:, ::1])")
def step(state: Any, action: Any, settings: Any, roll_table: Any, hold_table: Any) -> None:
    """`ThiefRules.apply` on the state itself."""
    if action < HOLD:
        rolled(state, action, settings, roll_table)
    elif action < END:
        hold = roll_table[state[ROLL], FIRST_HOLD] + action - HOLD
        state[POT] += hold_table[hold, POINTS]
        state[HELD] += hold_table[hold, HELD_CODE]
        state[ROLL] = 0
        state[WAITING] = TO_ROLL
    elif action == END and state[TURN] < settings[TURN_LIMIT]:
        state[WAITING] = OFFERED
        state[ASKED] = seat_after(state, state[PLAYER], settings)
    elif action == STEAL:
        state[PLAYER] = state[ASKED]
        state[ASKED] = -1
        state[WAITING] = TO_HOLD
    elif action < LEAVE:
        bank(state, settings, roll_table)
    elif action < JOIN:
        leave(state, action - LEAVE, settings, roll_table)
    else:
        state[AWAY + action - JOIN] = 0


@compiled("int64(int64[::1], int64[:, ::1])")
def entry(state: Any, table: Any) -> Any:
    return table[state[ROLL], min(state[POT] // STEP, table.shape[1] - 1)]


@compiled("int64(int64[::1], uint64[::1], int64, boolean, UniTuple(int64[:, ::1], 5))")
def chosen(state: Any, stream: Any, policy: Any, last_turn: Any, tables: Any) -> Any:
    """What a policy does in a decision; the rules of `bots.py`, and any action alike."""
    roll_table, _, _, turn_table, best_table = tables
    roll, waiting = state[ROLL], state[WAITING]
    free = roll_table[roll, LEFT]
    if policy == RANDOM:
        if waiting == OFFERED:
            return STEAL + below(stream, 2)
        ways = roll_table[roll, HOLDS]
        way = below(stream, ways + (1 if waiting == TO_CHOOSE else 0))
        return HOLD + way if way < ways else END
    if policy == PREDICTABLE:
        ends, steals, way = free <= 2, free >= 3, 0
    elif policy == CAUTIOUS:
        stake = state[POT] + roll_table[roll, WORTH]
        ends, steals, way = free <= 2 or stake >= ENOUGH_FOR_CAUTIOUS, free >= 4, 0
    else:
        by_turn = policy == TURN_BY_TURN or last_turn
        bits = entry(state, turn_table) if by_turn else entry(state, best_table)
        ends, steals, way = bits & ENDS_BIT != 0, bits & STEALS_BIT != 0, bits & WAY_BITS
    if waiting == OFFERED:
        return STEAL if steals else DECLINE
    return END if ends and waiting == TO_CHOOSE else HOLD + way


@compiled("int64(int64[::1], uint64[::1], int64[::1], UniTuple(int64[:, ::1], 5))")
def ply(state: Any, stream: Any, settings: Any, tables: Any) -> Any:
    """A roll or a choice; OVER at the end of a round."""
    roll_table, hold_table, throws = tables[:3]
    if state[WINNERS]:
        return OVER
    if state[WAITING] == TO_ROLL:
        dice, code = DICE, state[HELD]
        while code:
            dice -= code & 7
            code >>= 3
        action = throws[dice, below(stream, throws[0, dice])]
    else:
        seat = state[ASKED] if state[WAITING] == OFFERED else state[PLAYER]
        last_turn = state[TURN] >= settings[TURN_LIMIT]
        action = chosen(state, stream, settings[FIRST_POLICY + seat], last_turn, tables)
    step(state, action, settings, roll_table, hold_table)
    return action


@compiled(
    "void(uint64, uint64, int64[::1], int64[::1], UniTuple(int64[:, ::1], 5), int64[::1], "
    "uint64[::1], int64[:, ::1])"
)
def play(
    seed: Any,
    first: Any,
    start: Any,
    settings: Any,
    tables: Any,
    state: Any,
    stream: Any,
    rows: Any,
) -> None:
    """The rounds from the number `first` on, one a row: its plies, its winners, the scores."""
    for row in range(len(rows)):
        begin(stream, seed, first + np.uint64(row))
        for place in range(WIDTH):
            state[place] = start[place]
        plies = 0
        while ply(state, stream, settings, tables) != OVER:
            plies += 1
        rows[row, 0] = plies
        rows[row, 1] = state[WINNERS]
        for seat in range(settings[PLAYERS]):
            rows[row, 2 + seat] = state[SCORES + seat]
