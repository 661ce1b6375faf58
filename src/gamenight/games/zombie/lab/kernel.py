"""Zombie Dice in compiled code: games ply by ply, from any state. The rules are the truth; a test
walks games through both. It does not check bounds: `compiled` refuses what does not fit.

The dice of a turn are two words. `dice` has, from its lowest bit on, the dice in the rolling area
and the shotguns and brains by colour, then how many shotguns, how many dice in the rolling area,
and the brains eaten; `bag` has the dice by colour and how many they are. So a roll adds a number
that a table holds for each of its outcomes.

A policy is one of `KINDS`; those by table look up, by the dice that lie there, a word whose bit n
says to roll on with n brains. Each draw, roll and coin takes one number from the game's own stream.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

# The bits of `dice` at which its parts begin, and those of a colour in each.
ROLLING, SHOTS, BRAINS, SHOT_DICE, ROLLING_DICE, EATEN = 0, 6, 15, 36, 39, 41
ROLLING_BITS, SHOT_BITS, DICE_BITS = 2, 3, 7
HANDS = 1 << 3 * ROLLING_BITS
BAG_DICE = 3 * DICE_BITS

# The columns of a state; those of a seat, its score and its turns, begin at `SEATS`.
DICE, BAG, WAITING, STREAM, PLAYER, ROUND, TIED, WINNERS, PLAYING, SEATS = range(10)
DRAW, ROLL, CHOICE = range(3)
SCORE, TURNS, SEAT = 0, 1, 2

# The columns of the options. LAST_ROUND: the one that ends the game; ONLY_FEET: a bit for each
# rolling area whose dice only have footprints.
FULL_BAG, TARGET, MAX_TURNS, LAST_ROUND, PLAYERS, ONLY_FEET, OPTIONS = range(7)

# Policies: a coin, fewer than two shotguns, by table, by table and the scores of two.
KINDS = COIN, TWO_SHOTS, BY_TABLE, DUEL = range(4)
MOST_BRAINS = 64
NEVER = 1 << 40

# A roll is drawn from equal slots, each with two outcomes and the share of the first one.
SLOT_BITS = 5
SLOTS = 1 << SLOT_BITS
SHARE_BITS = 32
FIRST_SHARE, FIRST, SECOND = range(3)

# This many bits times up to 297 dice stay below 2**63.
DRAW_BITS = 54
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


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


@compiled("int64(int64, int64, int64)")
def field(word: Any, start: Any, bits: Any) -> Any:
    return (word >> start) & ((1 << bits) - 1)


@compiled("UniTuple(int64, 2)(int64, int64, uint64)")
def drawn(dice: Any, bag: Any, number: Any) -> Any:
    """Dice come out of the bag until three are in the rolling area: `dice` and `bag` after it."""
    left = bag >> BAG_DICE
    chance = np.int64(number >> np.uint64(64 - DRAW_BITS))
    for _ in range(min(3 - field(dice, ROLLING_DICE, 2), left)):
        chance *= left
        nth = chance >> DRAW_BITS
        chance &= (1 << DRAW_BITS) - 1
        green, yellow = field(bag, 0, DICE_BITS), field(bag, DICE_BITS, DICE_BITS)
        color = np.int64(nth >= green) + np.int64(nth >= green + yellow)
        bag -= (1 << DICE_BITS * color) + (1 << BAG_DICE)
        dice += (1 << ROLLING + ROLLING_BITS * color) + (1 << ROLLING_DICE)
        left -= 1
    return dice, bag


@compiled("int64(int64, int64[:,:,::1], uint64)")
def rolled(dice: Any, outcomes: Any, number: Any) -> Any:
    """Brains and shotguns go to their areas, footprints stay."""
    hand = field(dice, ROLLING, 3 * ROLLING_BITS)
    slot = np.int64(number >> np.uint64(64 - SLOT_BITS))
    share = np.int64(number & np.uint64((1 << SHARE_BITS) - 1))
    of_two = FIRST if share < outcomes[hand, slot, FIRST_SHARE] else SECOND
    return dice + outcomes[hand, slot, of_two]


@compiled("UniTuple(int64, 2)(int64, int64)")
def refilled(dice: Any, bag: Any) -> Any:
    """When the bag cannot complete the dice, the brains go back into it."""
    if 3 - field(dice, ROLLING_DICE, 2) > bag >> BAG_DICE:
        brains = field(dice, BRAINS, 3 * DICE_BITS)
        dice -= brains << BRAINS
        for color in range(3):
            bag += field(brains, DICE_BITS * color, DICE_BITS) << BAG_DICE
        bag += brains
    return dice, bag


@compiled("int64(int64[::1], int64[::1], int64)")
def next_playing(state: Any, options: Any, seat: Any) -> Any:
    """The next seat of this round; the number of players if there is none."""
    while seat < options[PLAYERS] and not state[PLAYING] >> seat & 1:
        seat += 1
    return seat


@compiled("boolean(int64[::1], int64[::1], int64)")
def is_enough(state: Any, options: Any, best: Any) -> Any:
    if options[MAX_TURNS]:
        return state[ROUND] >= options[MAX_TURNS]
    return best >= options[TARGET]


@compiled("void(int64[::1], int64[::1])")
def end_round(state: Any, options: Any) -> None:
    """The game is decided, tied, or goes on."""
    best = 0
    for seat in range(options[PLAYERS]):
        best = max(best, state[SEATS + SEAT * seat + SCORE])
    leaders, alone = 0, 0
    for seat in range(options[PLAYERS]):
        if state[PLAYING] >> seat & 1 and state[SEATS + SEAT * seat + SCORE] == best:
            leaders |= 1 << seat
            alone += 1
    decided = is_enough(state, options, best)
    state[PLAYER] = 0
    if state[ROUND] >= options[LAST_ROUND] or (decided and alone == 1):
        state[WINNERS] = leaders
        return
    if decided:
        state[PLAYING] = leaders
    state[PLAYER] = next_playing(state, options, 0)
    state[TIED] = decided
    state[ROUND] += 1


@compiled("void(int64[::1], int64[::1], int64)")
def end_turn(state: Any, options: Any, gained: Any) -> None:
    player = state[PLAYER]
    state[SEATS + SEAT * player + SCORE] += gained
    state[SEATS + SEAT * player + TURNS] += 1
    state[PLAYER] = next_playing(state, options, player + 1)
    if state[PLAYER] >= options[PLAYERS]:
        end_round(state, options)


@compiled("UniTuple(int64, 2)(int64[::1], int64[::1])")
def prospects(state: Any, options: Any) -> Any:
    """What every bot checks before its own rule: the brains of this turn with which holding wins
    the game alone, and those below which it loses. Both only for the last player of a round."""
    player = state[PLAYER]
    if next_playing(state, options, player + 1) < options[PLAYERS]:
        return NEVER, 0
    best, own = 0, state[SEATS + SEAT * player + SCORE]
    for seat in range(options[PLAYERS]):
        if seat != player:
            best = max(best, state[SEATS + SEAT * seat + SCORE])
    if state[ROUND] >= options[LAST_ROUND] or is_enough(state, options, best):
        return best - own + 1, best - own
    if options[MAX_TURNS]:
        return NEVER, 0
    return options[TARGET] - own, 0


@compiled("int64(int64[::1], int64[::1])")
def duel_row(state: Any, options: Any) -> Any:
    """Which policy of a two-player game: by both scores, or by how far the second must get."""
    target, first, second = options[TARGET], state[SEATS + SCORE], state[SEATS + SEAT + SCORE]
    pairs, most = target * target, target - 1
    if state[PLAYER] == 0 and state[TIED]:
        return 2 * pairs
    if state[PLAYER] == 1 and (state[TIED] or first >= target):
        return 2 * pairs + 1 + max(0, min(first - second, MOST_BRAINS))
    return state[PLAYER] * pairs + min(first, most) * target + min(second, most)


@compiled("int64(int64, int64)")
def layout(dice: Any, full_bag: Any) -> Any:
    """The number of the way the dice lie, from those of each colour."""
    number = 0
    for color in range(3):
        number *= field(full_bag, DICE_BITS * color, DICE_BITS) + 1
        number += field(dice, BRAINS + DICE_BITS * color, DICE_BITS)
        number = 4 * number + field(dice, ROLLING + ROLLING_BITS * color, ROLLING_BITS)
        number = 3 * number + field(dice, SHOTS + SHOT_BITS * color, SHOT_BITS)
    return number


@compiled("boolean(int64, int64, int64[::1])")
def is_stuck(dice: Any, bag: Any, options: Any) -> Any:
    """Whether the dice to roll are those on the table, and only have footprints."""
    if not options[ONLY_FEET] >> field(dice, ROLLING, 3 * ROLLING_BITS) & 1:
        return False
    out = field(dice, BRAINS, 3 * DICE_BITS) + bag
    return field(dice, ROLLING_DICE, 2) == 3 or not out


PLY = "int64[::1], int64[::1], int64[::1], int64[:,:,::1], int32[::1], uint64[:,::1]"


@compiled(f"int64({PLY}, int64)")
def advance(
    state: Any, options: Any, policies: Any, outcomes: Any, layouts: Any, words: Any, most: Any
) -> Any:
    """Up to this many plies from the state, at most to the end of the game; returns how many.

    policies: two columns per seat, the kind and the first row of its words.
    """
    dice, bag, waiting, plies = state[DICE], state[BAG], state[WAITING], 0
    stream = np.uint64(state[STREAM])
    kind, row, wins, loses, begins = 0, 0, 0, 0, True
    while plies < most and not state[WINNERS]:
        if begins:
            begins = False
            kind, row = policies[2 * state[PLAYER]], policies[2 * state[PLAYER] + 1]
            wins, loses = prospects(state, options)
            if kind == DUEL:
                row += duel_row(state, options)
        plies += 1
        if waiting == DRAW:
            stream += GOLDEN
            dice, bag = drawn(dice, bag, mixed(stream))
            waiting = ROLL
            continue
        ended, gained = False, dice >> EATEN
        if waiting == ROLL:
            stream += GOLDEN
            dice = rolled(dice, outcomes, mixed(stream))
            waiting = CHOICE
            gained = dice >> EATEN
            if field(dice, SHOT_DICE, 3) >= 3:
                ended, gained = True, 0
            elif not field(dice, ROLLING_DICE, 2) + bag + field(dice, BRAINS, 3 * DICE_BITS):
                ended = True
        else:
            if kind == COIN:
                stream += GOLDEN
                ended = mixed(stream) >> np.uint64(63) == np.uint64(0)
            elif gained >= wins or is_stuck(dice, bag, options):
                ended = True
            elif gained < loses:
                ended = False
            elif gained >= MOST_BRAINS:
                ended = True
            elif kind == TWO_SHOTS:
                ended = field(dice, SHOT_DICE, 3) >= 2
            else:
                word = words[row, layouts[layout(dice, options[FULL_BAG])]]
                ended = (word >> np.uint64(gained)) & np.uint64(1) == np.uint64(0)
            if not ended:
                dice, bag = refilled(dice, bag)
                full = field(dice, ROLLING_DICE, 2) == 3 or not bag
                waiting = ROLL if full else DRAW
        if ended:
            end_turn(state, options, gained)
            dice, bag, waiting, begins = 0, options[FULL_BAG], DRAW, True
    state[DICE], state[BAG], state[WAITING], state[STREAM] = dice, bag, waiting, np.int64(stream)
    return plies


@compiled("int64(uint64, int64)")
def stream_of(seed: Any, game: Any) -> Any:
    """Where the numbers of one game begin."""
    return np.int64(mixed(mixed(seed) + np.uint64(game) * GOLDEN))


@compiled(f"void({PLY}, int64[::1], uint64, int64, int64[:,::1])")
def play_games(
    state: Any, options: Any, policies: Any, outcomes: Any, layouts: Any, words: Any, start: Any,
    seed: Any, first: Any, rows: Any,
) -> None:  # fmt: skip
    """One game from `start` per row, numbered from the first one on: plies, winners and scores.
    state: room for one."""
    for game in range(len(rows)):
        for column in range(len(state)):
            state[column] = start[column]
        state[STREAM] = stream_of(seed, first + game)
        rows[game, 0] = advance(state, options, policies, outcomes, layouts, words, NEVER)
        rows[game, 1] = state[WINNERS]
        for seat in range(options[PLAYERS]):
            rows[game, 2 + seat] = state[SEATS + SEAT * seat + SCORE]
