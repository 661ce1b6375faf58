"""Zombie Dice in compiled code: whole games from a seed by the hundred thousand, and the sweep
over the graph of a turn. The rules are the truth; a test walks games through both.

A state is a row of integers whose columns are named below. A policy is one of the rules in `KINDS`;
those by table look up, by the dice that lie there, a word whose bit n says to roll on with n
brains. Game n of a seed has a stream of numbers of its own, so threads change nothing in it.
Nothing checks bounds here: `gamenight.games.zombie.games` refuses what does not fit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

# The columns of a state: four places of three colours, the turn, the round, then two for a seat.
BAG, ROLLING, BRAINS, SHOTS = 0, 3, 6, 9
EATEN, WAITING, PLAYER, ROUND, TIED, WINNERS, PLAYING, SCORES = range(12, 20)
DRAW, ROLL, CHOICE = range(3)
# After the state in a row of a trace: what was done in it, three columns for each of these.
DRAWN, ATE, FLED, SHOT, CHOSEN = range(0, 15, 3)
DONE = 13

# The columns of the options; the faces follow by colour: brains, footprints, shotguns.
TARGET, MAX_TURNS, ROUND_LIMIT, PLAYERS, FACES = range(3, 8)
OPTIONS = FACES + 9

# Policies: a coin, fewer than two shotguns, by table, by table and the scores of two.
KINDS = COIN, TWO_SHOTS, BY_TABLE, DUEL = range(4)
MOST_BRAINS = 64
ROUNDING = 1e-13

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A, MIX_B = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF, ONE = np.uint64(32), np.uint64(1)


def compiled(signature: str) -> Callable[[F], F]:
    """Machine code for these types, kept on disk; it lets other threads run."""
    compiler: Any = njit(signature, cache=True, nogil=True)
    found: Callable[[F], F] = compiler
    return found


@compiled("uint64(uint64)")
def mixed(number: Any) -> Any:
    """SplitMix64's output function: every bit depends on every bit."""
    number = (number ^ (number >> np.uint64(30))) * MIX_A
    number = (number ^ (number >> np.uint64(27))) * MIX_B
    return number ^ (number >> np.uint64(31))


@compiled("int64(uint64[::1], int64)")
def below(stream: Any, bound: Any) -> Any:
    """The next number of the stream, from 0 up to this bound."""
    stream[0] += GOLDEN
    return np.int64(((mixed(stream[0]) >> HALF) * np.uint64(bound)) >> HALF)


@compiled("int64(int64[::1], int64)")
def three(row: Any, place: Any) -> Any:
    """How many dice lie in a place."""
    return row[place] + row[place + 1] + row[place + 2]


@compiled("void(int64[::1], int64[::1])")
def fresh_turn(state: Any, options: Any) -> None:
    """All dice in the bag, nothing eaten."""
    for column in range(ROLLING, WAITING):
        state[column] = 0
    for color in range(3):
        state[BAG + color] = options[BAG + color]
    state[WAITING] = DRAW


@compiled("void(int64[::1], int64[::1])")
def begin(state: Any, options: Any) -> None:
    state[:] = 0
    fresh_turn(state, options)
    state[ROUND] = 1
    state[PLAYING] = (1 << options[PLAYERS]) - 1


@compiled("int64(int64[::1], int64)")
def next_playing(state: Any, seat: Any) -> Any:
    """The first seat of this round from here on; as many as there can be if there is none."""
    while seat < 62 and not state[PLAYING] >> seat & 1:
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
        best = max(best, state[SCORES + 2 * seat])
    leaders, alone = 0, 0
    for seat in range(options[PLAYERS]):
        if state[PLAYING] >> seat & 1 and state[SCORES + 2 * seat] == best:
            leaders |= 1 << seat
            alone += 1
    decided = is_enough(state, options, best)
    state[PLAYER] = 0
    last = state[ROUND] >= max(options[ROUND_LIMIT], options[MAX_TURNS])
    if last or (decided and alone == 1):
        state[WINNERS] = leaders
        return
    if decided:
        state[PLAYING] = leaders
    state[PLAYER] = next_playing(state, 0)
    state[TIED] = decided
    state[ROUND] += 1


@compiled("void(int64[::1], int64[::1], int64)")
def end_turn(state: Any, options: Any, gained: Any) -> None:
    player = state[PLAYER]
    state[SCORES + 2 * player] += gained
    state[SCORES + 2 * player + 1] += 1
    fresh_turn(state, options)
    state[PLAYER] = next_playing(state, player + 1)
    if state[PLAYER] >= options[PLAYERS]:
        end_round(state, options)


@compiled("void(int64[::1], int64[::1], uint64[::1])")
def draw_all(state: Any, done: Any, stream: Any) -> None:
    """Dice come out of the bag until three are in the rolling area."""
    left = three(state, BAG)
    for _ in range(min(3 - three(state, ROLLING), left)):
        number, green = below(stream, left), state[BAG]
        color = (number >= green) + (number >= green + state[BAG + 1])
        state[BAG + color] -= 1
        state[ROLLING + color] += 1
        done[DRAWN + color] += 1
        left -= 1
    state[WAITING] = ROLL


@compiled("void(int64[::1], int64[::1], int64[::1], uint64[::1])")
def roll_all(state: Any, options: Any, done: Any, stream: Any) -> None:
    """Brains and shotguns go to their areas, footprints stay; the turn may be over."""
    for color in range(3):
        faces = FACES + 3 * color
        brains, feet = options[faces], options[faces] + options[faces + 1]
        for _ in range(state[ROLLING + color]):
            number = below(stream, feet + options[faces + 2])
            face = (number >= brains) + (number >= feet)
            done[ATE + 3 * face + color] += 1
        state[ROLLING + color] = done[FLED + color]
        state[BRAINS + color] += done[ATE + color]
        state[SHOTS + color] += done[SHOT + color]
        state[EATEN] += done[ATE + color]
    state[WAITING] = CHOICE
    if three(state, SHOTS) >= 3:
        end_turn(state, options, 0)
    elif not three(state, ROLLING) + three(state, BAG) + three(state, BRAINS):
        end_turn(state, options, state[EATEN])


@compiled("void(int64[::1])")
def roll_on(state: Any) -> None:
    """When the bag cannot complete the dice, the brains go back into it."""
    needed = 3 - three(state, ROLLING)
    if needed > three(state, BAG):
        for color in range(3):
            state[BAG + color] += state[BRAINS + color]
            state[BRAINS + color] = 0
    state[WAITING] = DRAW if needed and three(state, BAG) else ROLL


@compiled("boolean(int64[::1], int64[::1])")
def is_stuck(state: Any, options: Any) -> Any:
    """Whether the dice to roll are those that lie there, and have nothing but footprints."""
    needed = 3 - three(state, ROLLING)
    if needed and three(state, BAG) + three(state, BRAINS):
        return False
    for color in range(3):
        faces = FACES + 3 * color
        if state[ROLLING + color] and options[faces] + options[faces + 2]:
            return False
    return True


@compiled("int64(int64[::1], int64[::1])")
def sense(state: Any, options: Any) -> Any:
    """What every bot sees before its own rule: 1 to roll, 0 to hold, -1 if neither is clear."""
    stuck, lost, won = is_stuck(state, options), False, False
    player = state[PLAYER]
    if next_playing(state, player + 1) >= options[PLAYERS]:
        own, best, level = state[SCORES + 2 * player] + state[EATEN], 0, False
        for seat in range(options[PLAYERS]):
            if seat != player:
                score = state[SCORES + 2 * seat]
                best = max(best, score)
                level |= score == own and state[PLAYING] >> seat & 1 == 1
        decided = is_enough(state, options, max(own, best))
        last = state[ROUND] >= max(options[ROUND_LIMIT], options[MAX_TURNS])
        won = (last or decided) and own >= best and not level
        lost = (last or decided) and own < best
    if won or stuck:
        return 0
    if lost:
        return 1
    return 0 if state[EATEN] >= MOST_BRAINS else -1


@compiled("int64(int64[::1], int64[::1])")
def duel_row(state: Any, options: Any) -> Any:
    """Which policy of a game of two: by both scores, or by how far the second must come."""
    player, target = state[PLAYER], options[TARGET]
    first, second = state[SCORES], state[SCORES + 2]
    if player == 0:
        return 2 * target * target if state[TIED] else first * target + second
    if state[TIED] or first >= target:
        return 2 * target * target + 1 + min(first - second, MOST_BRAINS)
    return (target + first) * target + second


@compiled("boolean(int64[::1], int64[::1], int64[::1], int32[::1], uint64[:,::1], uint64[::1])")
def rolls_on(state: Any, options: Any, policies: Any, tables: Any, words: Any, stream: Any) -> Any:
    """The choice of the player's policy: two columns a seat, its kind and where its words begin."""
    kind = policies[2 * state[PLAYER]]
    if kind == COIN:
        return below(stream, 2) == 1
    clear = sense(state, options)
    if clear >= 0:
        return clear == 1
    if kind == TWO_SHOTS:
        return three(state, SHOTS) < 2
    row = policies[2 * state[PLAYER] + 1]
    if kind == DUEL:
        row += duel_row(state, options)
    index = 0
    for color in range(3):
        most = options[BAG + color]
        index = index * (most + 1) + state[BRAINS + color]
        index = index * 4 + state[ROLLING + color]
        index = index * 3 + state[SHOTS + color]
    return (words[row, tables[index]] >> np.uint64(state[EATEN])) & ONE == ONE


PLAY = (
    "int64(int64[::1], int64[::1], int32[::1], uint64[:,::1], uint64, int64, int64[::1], "
    "int64[::1], uint64[::1], int64[:,::1])"
)


@compiled(PLAY)
def play(
    options: Any, policies: Any, tables: Any, words: Any, seed: Any, game: Any, state: Any,
    done: Any, stream: Any, trace: Any,
) -> Any:  # fmt: skip
    """One game to its end in `state`; its plies. As many of them are traced as there are rows.

    done, stream: room for what a ply does and for the stream of numbers.
    """
    stream[0] = mixed(mixed(seed) + np.uint64(game) * GOLDEN)
    width, plies = len(state), 0
    begin(state, options)
    while not state[WINNERS]:
        for column in range(DONE):
            done[column] = 0
        traced = plies < len(trace)
        if traced:
            trace[plies, :width] = state
        if state[WAITING] == DRAW:
            draw_all(state, done, stream)
        elif state[WAITING] == ROLL:
            roll_all(state, options, done, stream)
        elif rolls_on(state, options, policies, tables, words, stream):
            done[CHOSEN] = 1
            roll_on(state)
        else:
            end_turn(state, options, state[EATEN])
        if traced:
            trace[plies, width:] = done
        plies += 1
    return plies


@compiled(
    "int64(int64[::1], int64[::1], int32[::1], uint64[:,::1], uint64, int64, int64, boolean, "
    "float64[::1])"
)
def play_many(
    options: Any, policies: Any, tables: Any, words: Any, seed: Any, first: Any, games: Any,
    rotated: Any, shares: Any,
) -> Any:  # fmt: skip
    """Games of these numbers: adds each policy's share of the victories, and returns the plies.

    rotated: the policies sit one seat further on in each game, else each in its own.
    """
    plies, players = 0, options[PLAYERS]
    state = np.zeros(SCORES + 2 * players, np.int64)
    done, stream = np.zeros(DONE, np.int64), np.zeros(1, np.uint64)
    seated = np.empty_like(policies)
    trace = np.empty((0, len(state) + DONE), np.int64)
    for game in range(first, first + games):
        shift = game % players if rotated else 0
        for seat in range(players):
            other = (seat + shift) % players
            seated[2 * seat], seated[2 * seat + 1] = policies[2 * other], policies[2 * other + 1]
        plies += play(options, seated, tables, words, seed, game, state, done, stream, trace)
        winners = 0
        for seat in range(players):
            winners += state[WINNERS] >> seat & 1
        for seat in range(players):
            if state[WINNERS] >> seat & 1:
                shares[(seat + shift) % players] += 1.0 / winners
    return plies


@compiled(
    "void(float64[::1], int64[::1], boolean[::1], float64[::1], int64[::1], float64[::1], "
    "int64[::1], float64[::1], float64[::1], float64[::1])"
)
def sweep(
    worth: Any, eaten: Any, full: Any, stay: Any, starts: Any, shares: Any, targets: Any,
    values: Any, means: Any, rolled: Any,
) -> None:  # fmt: skip
    """The same as `graph.Graph.solve`, over the places as arrays."""
    ends = len(worth)
    values[:ends] = worth
    means[:ends] = worth
    rolled[:ends] = worth
    for place in range(len(eaten)):
        roll = 0.0
        for lead in range(starts[place], starts[place + 1]):
            target = targets[lead]
            roll += shares[lead] * (values[target] if full[place] else means[target])
        held = worth[eaten[place]]
        value = roll if roll > held + ROUNDING else held
        values[ends + place] = value
        rolled[ends + place] = roll
        means[ends + place] = roll + stay[place] * (value - roll)


def kernel_random_games(games: int, seed: int = 0, threads: int = 1) -> int:
    """The plies of so many games of two by coin, with the standard options."""
    from gamenight.games.zombie.rules import ZombieRules
    from gamenight.games.zombie.simulation import simulate

    return simulate(ZombieRules(), ("random", "random"), games, seed, threads).plies
