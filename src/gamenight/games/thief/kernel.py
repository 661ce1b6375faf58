"""Whole rounds of Thief without cards in compiled code, for millions of them: two to six players,
each with a policy. The rules are the truth; a test walks rounds through both.

A state is a row of integers (`PLAYER` to `AWAY`); what dice count and how they can be held are
tables made by the rules. Round n of a seed has a stream of numbers of its own, so threads change
nothing in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numba import njit

from gamenight.core.errors import InvalidOption
from gamenight.core.text import listed, quoted
from gamenight.games.thief.bots import ENOUGH_FOR_CAUTIOUS
from gamenight.games.thief.rules import (
    DICE,
    MOST_PLAYERS,
    SIDES,
    Hold,
    Options,
    Roll,
    Rolled,
    possible_holds,
    rolls,
    units,
)
from gamenight.games.thief.solver import holding, left, rolling, stealing, worth

F = TypeVar("F", bound=Callable[..., Any])
Numbers: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.int64]]"

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
# `turn` goes by the pot in steps of 50; from the last column on its choice stays the same.
STEP, COLUMNS = 50, 61
ENDS_BIT, STEALS_BIT, WAY_BITS = 64, 128, 63

POLICIES = ("random", "predictable", "cautious", "turn")
RANDOM, PREDICTABLE, CAUTIOUS, TURN_BY_TURN = range(len(POLICIES))


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


@compiled("int64(int64[::1], uint64[::1], int64, int64[:, ::1], int64[:, ::1])")
def chosen(state: Any, stream: Any, policy: Any, roll_table: Any, turn_table: Any) -> Any:
    """What a policy does in a decision; the rules of `bots.py`, and any action alike."""
    roll, waiting = state[ROLL], state[WAITING]
    free = roll_table[roll, LEFT]
    if policy == RANDOM:
        if waiting == OFFERED:
            return STEAL + below(stream, 2)
        ways = roll_table[roll, HOLDS]
        way = below(stream, ways + (1 if waiting == TO_CHOOSE else 0))
        return HOLD + way if way < ways else END
    way = 0
    if policy == TURN_BY_TURN:
        entry = turn_table[roll, min(state[POT] // STEP, COLUMNS - 1)]
        ends, steals, way = entry & ENDS_BIT != 0, entry & STEALS_BIT != 0, entry & WAY_BITS
    elif policy == CAUTIOUS:
        stake = state[POT] + roll_table[roll, WORTH]
        ends, steals = free <= 2 or stake >= ENOUGH_FOR_CAUTIOUS, free >= 4
    else:
        ends, steals = free <= 2, free >= 3
    if waiting == OFFERED:
        return STEAL if steals else DECLINE
    return END if ends and waiting == TO_CHOOSE else HOLD + way


@compiled("int64(int64[::1], uint64[::1], int64[::1], UniTuple(int64[:, ::1], 4))")
def ply(state: Any, stream: Any, settings: Any, tables: Any) -> Any:
    """A roll or a choice; OVER at the end of a round."""
    roll_table, hold_table, throws, turn_table = tables
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
        action = chosen(state, stream, settings[FIRST_POLICY + seat], roll_table, turn_table)
    step(state, action, settings, roll_table, hold_table)
    return action


@compiled("void(int64[::1])")
def set_up(state: Any) -> None:
    state[:] = 0
    state[ASKED] = -1
    state[TURN] = 1


@compiled(
    "void(uint64, int64, int64, int64[::1], UniTuple(int64[:, ::1], 4), int64[::1], uint64[::1], "
    "int64[::1])"
)
def play(
    seed: Any,
    first: Any,
    after: Any,
    settings: Any,
    tables: Any,
    state: Any,
    stream: Any,
    counts: Any,
) -> None:
    """Rounds `first` to before `after`: counts plies, turns, shared wins and the wins of seats."""
    for game in range(first, after):
        begin(stream, seed, np.uint64(game))
        set_up(state)
        while ply(state, stream, settings, tables) != OVER:
            counts[0] += 1
        counts[1] += state[TURN]
        winners = 0
        for seat in range(settings[PLAYERS]):
            if state[WINNERS] >> seat & 1:
                counts[3 + seat] += 1
                winners += 1
        counts[2] += winners > 1


class Tally(NamedTuple):
    """wins: by seat, a shared one for each of its winners; shared: rounds with several."""

    plies: int
    turns: int
    shared: int
    wins: tuple[int, ...]


def simulate(
    games: int,
    seed: int = 0,
    threads: int = 1,
    policies: Sequence[str] = ("random",) * 3,
    options: Options = Options(),  # noqa: B008, it is frozen
) -> Tally:
    """So many rounds, a policy a seat; the same seed gives the same ones on any threads."""
    numbers, tables = settings(policies, options)
    counts = np.zeros((threads, 3 + MOST_PLAYERS), np.int64)

    def part(number: int) -> None:
        first, after = games * number // threads, games * (number + 1) // threads
        state, stream = np.zeros(WIDTH, np.int64), np.zeros(1, np.uint64)
        play(unsigned(seed), first, after, numbers, tables, state, stream, counts[number])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, range(threads)))
    plies, turns, shared, *wins = map(int, counts.sum(axis=0))
    return Tally(plies, turns, shared, tuple(wins[: len(policies)]))


def kernel_random_games(games: int, seed: int, threads: int) -> int:
    """Plays so many random rounds by the default rules; the number of their plies."""
    return simulate(games, seed, threads).plies


def unsigned(number: int) -> Any:
    return np.uint64(number & (1 << 64) - 1)


def settings(policies: Sequence[str], options: Options) -> tuple[Numbers, tuple[Numbers, ...]]:
    """What `ply` wants besides the state and its stream."""
    unknown = [policy for policy in policies if policy not in POLICIES]
    if unknown:
        raise InvalidOption(
            f"no policy {quoted(unknown[0])} (possible: {listed(POLICIES)})", unknown[0], POLICIES
        )
    if options.cards:
        raise InvalidOption("there are no compiled rounds with cards", "cards")
    codes = map(POLICIES.index, policies)
    turn = turn_table() if "turn" in policies else np.zeros((1, 1), np.int64)
    numbers = np.array([len(policies), options.target, options.turn_limit, *codes], np.int64)
    return numbers, (*dice_tables(), turn)


@lru_cache(maxsize=1)
def every_roll() -> tuple[Roll, ...]:
    """The rolls in the order of their table; the first is no roll."""
    found: list[Roll] = [()]
    for dice in range(1, DICE + 1):
        found += [o.dice for o, _ in rolls(dice).outcomes if isinstance(o, Rolled)]
    return tuple(found)


def packed(dice: Sequence[int]) -> int:
    """Three bits a side."""
    return sum(1 << 3 * (die - 1) for die in dice)


def ways_to_hold(roll: Roll) -> list[Hold]:
    return [hold for hold in possible_holds(roll) if isinstance(hold, Hold)]


@lru_cache(maxsize=1)
def dice_tables() -> tuple[Numbers, ...]:
    """Rolls and holds by row, and the row of each throw by the number of dice and the number
    thrown; how many throws so many dice have stands in the row of no dice."""
    row_of: dict[Roll, int] = {}
    roll_rows: list[tuple[int, ...]] = []
    hold_rows: list[tuple[int, int]] = []
    for row, roll in enumerate(every_roll()):
        row_of[roll] = row
        ways, found = ways_to_hold(roll), units(roll)
        roll_rows.append((worth(found), left(roll, found), len(hold_rows), len(ways)))
        for way in ways:
            hold_rows.append((worth(way.units), packed([d for unit in way.units for d in unit])))
    throws = np.zeros((DICE + 1, len(SIDES) ** DICE), np.int64)
    for count in range(1, DICE + 1):
        throws[0, count] = len(SIDES) ** count
        for number, dice in enumerate(product(SIDES, repeat=count)):
            throws[count, number] = row_of[tuple(sorted(dice))]
    return np.array(roll_rows, np.int64), np.array(hold_rows, np.int64), throws


@lru_cache(maxsize=1)
def turn_table() -> Numbers:
    """What `turn` does, by the row of the roll and the pot: the first of its best holds, and
    whether it ends and steals."""
    entries: dict[tuple[object, int, int], int] = {}
    table = np.zeros((len(every_roll()), COLUMNS), np.int64)
    own = rolling(DICE, 0)
    for row, roll in enumerate(every_roll()):
        found = units(roll)
        if not found or not left(roll, found):
            continue
        for column in range(COLUMNS):
            key = found, len(roll), column
            if key not in entries:
                pot, ways = column * STEP, ways_to_hold(roll)
                best = max(range(len(ways)), key=lambda n: holding(roll, pot, ways[n]))
                stolen = stealing(roll, pot)
                ends, steals = pot + worth(found) >= stolen, stolen > own
                entries[key] = best + ENDS_BIT * ends + STEALS_BIT * steals
            table[row, column] = entries[key]
    return table
