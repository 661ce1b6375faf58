"""Whole rounds of Thief in compiled code: two to six players, each with a policy, with cards or
without. The rules are the truth; a test walks rounds through both. `compiled.py` calls it.

A state is a row of integers (`PLAYER` to `HANDS`); what dice count and how they can be held are
tables made by the rules. Round n of a seed has its own stream of random numbers, so threads do not
change it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

# Written out, because the cache on disk does not notice a change in another file.
DICE, MOST_PLAYERS, HAND_LIMIT, ROUNDED_TO, ENOUGH_FOR_CAUTIOUS = 5, 6, 3, 50, 300

# The places in a state. HELD: three bits per side; ROLL: its row in the table of rolls; WINNERS:
# one bit per seat; DUE: how many cards are to be drawn now, the first by DUE_SEAT, the others by
# the seats after it; from SCORES, AWAY and HANDS on one place per seat; hands: 3 bits per card.
PLAYER, POT, HELD, ROLL, WAITING, ASKED, TURN, WINNERS, DUE, DUE_SEAT, SAFE, JINXED = range(12)
SCORES = JINXED + 1
AWAY = SCORES + MOST_PLAYERS
HANDS = AWAY + MOST_PLAYERS
WIDTH = HANDS + MOST_PLAYERS
TO_ROLL, TO_CHOOSE, OFFERED, TO_HOLD = range(4)
# How a ply is written: the row of a roll, HOLD and the number of the way, a word, a seat, or a
# card; INSTANT and the card, and EACH_SEAT for every seat, if another player plays it.
HOLD, END, STEAL, DECLINE, LEAVE, JOIN = 1000, 2000, 2001, 2002, 3000, 4000
DRAW, PLAY, INSTANT, EACH_SEAT = 5000, 6000, 7000, 10
OVER = NOBODY = -1
LOCK, AGAIN, DOUBLE, SAFETY, JINX, GUARD, SNATCH = range(7)
OWN_CARDS = JINX
ACTS_ONE_IN = 4  # like `random` out of turn
# The columns of the settings, of the table of rolls and of the table of holds. DECK: how many
# kinds of cards are drawn, 0 without cards.
PLAYERS, TARGET, TURN_LIMIT, DECK, FIRST_POLICY = range(5)
WORTH, LEFT, FIRST_HOLD, HOLDS = range(4)
POINTS, HELD_CODE = range(2)
# What `turn` and `best` do is in a table by the roll and the pot in steps of 50; its last
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
    """A number from 0, uneven by less than one in half a million."""
    stream[0] += np.uint64(0x9E3779B97F4A7C15)
    high = mixed(stream[0]) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))


@compiled("int64(int64[::1], int64, int64[::1])")
def seat_after(state: Any, seat: Any, settings: Any) -> Any:
    """The next seat that is taken."""
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


@compiled("void(int64[::1])")
def win(state: Any) -> None:
    """The player has the target, or is the last one at the table."""
    clear(state)
    state[WINNERS] = 1 << state[PLAYER]


@compiled("void(int64[::1], int64, int64[::1])")
def next_turn(state: Any, seat: Any, settings: Any) -> None:
    """The player after a seat starts; after the last turn the best of those at the table win."""
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
        win(state)
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
        state[PLAYER] = last
        state[TURN] = turn
        win(state)


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


@compiled("boolean(int64[::1], int64, int64)")
def is_playable(state: Any, seat: Any, card: Any) -> Any:
    """`CardThiefRules.is_playable`, where no card is due."""
    if not (state[HANDS + seat] >> 3 * card) & 7:
        return False
    waiting, own = state[WAITING], seat == state[PLAYER]
    if card == JINX:
        return not own and waiting == TO_CHOOSE
    if card == GUARD:
        return own and waiting == OFFERED
    if card == SNATCH:
        return not own and waiting == OFFERED and seat != state[ASKED]
    if not own or (waiting != TO_CHOOSE and waiting != TO_HOLD):
        return False
    if card == LOCK:
        return waiting == TO_CHOOSE or state[JINXED] != 0
    return card != SAFETY or not state[SAFE]


@compiled("void(int64[::1], int64, int64[::1], int64[:, ::1], int64[:, ::1])")
def go_on(state: Any, action: Any, settings: Any, roll_table: Any, hold_table: Any) -> None:
    """A ply of the base game among cards, `CardThiefRules._continued`: whoever banks a pot draws
    a card, and what was played for a turn ends with it."""
    owner, turn = state[PLAYER], state[TURN]
    score = state[SCORES + owner]
    step(state, action, settings, roll_table, hold_table)
    if state[PLAYER] != owner or state[TURN] != turn:
        state[SAFE] = state[JINXED] = 0
    if state[TURN] > turn and state[SCORES + owner] > score:
        cards, hand = 0, state[HANDS + owner]
        while hand:
            cards, hand = cards + (hand & 7), hand >> 3
        if cards < HAND_LIMIT:
            state[DUE], state[DUE_SEAT] = 1, owner


@compiled("void(int64[::1], int64, int64, int64[::1], int64[:, ::1], int64[:, ::1])")
def play_card(
    state: Any, seat: Any, card: Any, settings: Any, roll_table: Any, hold_table: Any
) -> None:
    """The effects of `cards.py`, and the card is gone."""
    state[HANDS + seat] -= 1 << 3 * card
    player, points = state[PLAYER], roll_table[state[ROLL], WORTH]
    if card in (LOCK, GUARD):
        go_on(state, DECLINE, settings, roll_table, hold_table)
    elif card == AGAIN:
        state[ROLL], state[WAITING] = 0, TO_ROLL
    elif card == DOUBLE:
        state[POT] += points
        must_roll = state[WAITING] == TO_HOLD and not state[JINXED]
        if not must_roll and state[SCORES + player] + state[POT] + points >= settings[TARGET]:
            state[SCORES + player] += state[POT] + points
            win(state)
    elif card == SAFETY:
        state[SAFE] = 1
    elif card == JINX:
        state[JINXED], state[WAITING] = 1, TO_HOLD
    else:
        state[ASKED] = seat
        go_on(state, STEAL, settings, roll_table, hold_table)


@compiled("void(int64[::1], int64, int64[::1], int64[:, ::1], int64[:, ::1])")
def card_step(state: Any, action: Any, settings: Any, roll_table: Any, hold_table: Any) -> None:
    """`CardThiefRules.apply` on the state itself."""
    if action < HOLD:
        caught, saved = state[SAFE] and roll_table[action, WORTH] == 0, state[POT] // 2
        if caught:
            state[SCORES + state[PLAYER]] += saved // ROUNDED_TO * ROUNDED_TO
        if caught and state[SCORES + state[PLAYER]] >= settings[TARGET]:
            win(state)
        else:
            rolled(state, action, settings, roll_table)
        state[SAFE] = state[JINXED] = 0
    elif action < DRAW:
        go_on(state, action, settings, roll_table, hold_table)
        if LEAVE <= action < JOIN:
            state[HANDS + action - LEAVE] = 0
    elif action < PLAY:
        state[HANDS + state[DUE_SEAT]] += 1 << 3 * (action - DRAW)
        state[DUE] -= 1
        after = state[DUE_SEAT] + 1 if state[DUE] else 0
        state[DUE_SEAT] = after if after < settings[PLAYERS] else 0
    elif action < INSTANT:
        play_card(state, state[PLAYER], action - PLAY, settings, roll_table, hold_table)
    else:
        seat, card = (action - INSTANT) // EACH_SEAT, (action - INSTANT) % EACH_SEAT
        play_card(state, seat, card, settings, roll_table, hold_table)


@compiled("int64(int64[::1], int64, int64, int64, int64)")
def nth_card(state: Any, seat: Any, first: Any, after: Any, number: Any) -> Any:
    """The playable card with this number among some kinds; NOBODY's if there are fewer."""
    for card in range(first, after):
        if is_playable(state, seat, card):
            if number == 0:
                return card
            number -= 1
    return NOBODY


@compiled("int64(int64[::1], int64, uint64[::1], int64[::1])")
def interrupt(state: Any, decider: Any, stream: Any, settings: Any) -> Any:
    """What another seat does out of turn, asked in the order of play; only `random` ever acts."""
    seat = decider
    for _ in range(settings[PLAYERS] - 1):
        seat = seat + 1 if seat + 1 < settings[PLAYERS] else 0
        if settings[FIRST_POLICY + seat] != RANDOM:
            continue
        count = 0
        while nth_card(state, seat, OWN_CARDS, SNATCH + 1, count) != NOBODY:
            count += 1
        if count and below(stream, ACTS_ONE_IN) == 0:
            card = nth_card(state, seat, OWN_CARDS, SNATCH + 1, below(stream, count))
            return INSTANT + EACH_SEAT * seat + card
    return NOBODY


@compiled("int64(int64[::1], int64[:, ::1])")
def entry(state: Any, table: Any) -> Any:
    return table[state[ROLL], min(state[POT] // STEP, table.shape[1] - 1)]


@compiled("int64(int64[::1], uint64[::1], int64, boolean, UniTuple(int64[:, ::1], 5))")
def chosen(state: Any, stream: Any, policy: Any, unmodelled: Any, tables: Any) -> Any:
    """What a policy does in a decision; the rules of `bots.py`, and any action alike."""
    roll_table, _, _, turn_table, best_table = tables
    roll, waiting = state[ROLL], state[WAITING]
    free = roll_table[roll, LEFT]
    if policy == RANDOM:
        if waiting == OFFERED:
            return STEAL + below(stream, 2)
        ways, cards = roll_table[roll, HOLDS], 0
        words = ways + (1 if waiting == TO_CHOOSE else 0)
        while nth_card(state, state[PLAYER], 0, OWN_CARDS, cards) != NOBODY:
            cards += 1
        way = below(stream, words + cards)
        if way >= words:
            return PLAY + nth_card(state, state[PLAYER], 0, OWN_CARDS, way - words)
        return HOLD + way if way < ways else END
    if policy == PREDICTABLE:
        ends, steals, way = free <= 2, free >= 3, 0
    elif policy == CAUTIOUS:
        stake = state[POT] + roll_table[roll, WORTH]
        ends, steals, way = free <= 2 or stake >= ENOUGH_FOR_CAUTIOUS, free >= 4, 0
    else:
        by_turn = policy == TURN_BY_TURN or unmodelled
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
    if state[DUE]:
        action = DRAW + below(stream, settings[DECK])
    elif state[WAITING] == TO_ROLL:
        dice, code = DICE, state[HELD]
        while code:
            dice -= code & 7
            code >>= 3
        action = throws[dice, below(stream, throws[0, dice])]
    else:
        seat = state[ASKED] if state[WAITING] == OFFERED else state[PLAYER]
        action = interrupt(state, seat, stream, settings) if settings[DECK] else NOBODY
        if action == NOBODY:
            unmodelled = settings[DECK] > 0 or state[TURN] >= settings[TURN_LIMIT]
            action = chosen(state, stream, settings[FIRST_POLICY + seat], unmodelled, tables)
    if settings[DECK]:
        card_step(state, action, settings, roll_table, hold_table)
    else:
        step(state, action, settings, roll_table, hold_table)
    return action


@compiled(
    "void(uint64, uint64, int64[::1], int64[::1], UniTuple(int64[:, ::1], 5), int64[::1], "
    "uint64[::1], int64[:, ::1])"
)
def play(
    seed: Any, game: Any, start: Any, settings: Any, tables: Any, state: Any, stream: Any, rows: Any
) -> None:
    """The rounds from the number `game` on, one per row: its plies, its winners, the scores."""
    for row in range(len(rows)):
        begin(stream, seed, game + np.uint64(row))
        for place in range(WIDTH):
            state[place] = start[place]
        plies = 0
        while ply(state, stream, settings, tables) != OVER:
            plies += 1
        rows[row, 0] = plies
        rows[row, 1] = state[WINNERS]
        for seat in range(settings[PLAYERS]):
            rows[row, 2 + seat] = state[SCORES + seat]
