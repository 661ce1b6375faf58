"""Whole games of Circuit in compiled code, for millions of them: all editions, given and drawn
boards, and four bots. The rules are the truth; a test walks games through both.

State and settings are tables of integers: see `packing.py`, which makes them. Game n of a seed has
its own stream of random numbers, so threads do not change it. All compiled code is in this file,
with every number it knows: the cache on disk does not notice a change elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from typing import Any, TypeVar

import numpy as np
from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

KINDS = ("empty", "card", "speed", "wormhole", "time", "moonwalk", "bomb")
EMPTY, CARD, SPEED_UP, WORMHOLE, TIME, MOONWALK, BOMB = range(len(KINDS))
CARD_NAMES = ("overload", "speed", "acceleration", "cancellation", "redo", "repeat")
OVERLOAD, SPEED, ACCELERATION, CANCELLATION, REDO, REPEAT = range(len(CARD_NAMES))
POLICIES = ("random", "easy", "racer", "pilot")
RANDOM, EASY, RACER, PILOT = range(len(POLICIES))
# Once in this many times a bot that plays at random plays a card: `random` and `easy` out of turn,
# `easy` in turn.
RANDOM_INSTANT, EASY_INSTANT, EASY_CARD = 4, 6, 3
NOTHING = -1

# How Pilot looks at a race; see `pilot.py`, where the same numbers are.
EXTRA_ROLL, EXTRA_TILES, WIDTH, SPREAD = 0.5, 0.5, 16.0, 1.0
WIN_BRINGS, CARD_BRINGS, WON = 12, 2, 1000.0
# The chance to win by a prospect, fitted to games of three.
STEEPNESS, EVEN = 0.197, -0.335
KEPT = (1.0, 0.5, 0.5, 2.0, 1.0, 3.0)
KEPT_LONGER = (1.0, 0.7, 0.0, 0.0, 0.3, 0.0)

# The columns of `State.table`, of a row of `State.seats` and of `State.in_play`.
PLAYER, TURNS, LAID, DUE, THROWN, LAST_CARD, IN_PLAY, PASSED = range(8)
FALL_SEAT, FALL_CHANGE, FALL_KIND, FALL_NUMBER, FALL_BACK = range(8, 13)
POSITION, START, PREVIOUS, UNSEEN, HAND = range(5)
CHANGE = HAND + len(CARD_NAMES)
BRINGS = CHANGE + 1
WEIGHT = BRINGS + 1
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
    """A game begins at another state; unknown cards are drawn by the weights of their seat."""
    table, seats, dice, in_play, due, tiles = start
    copy(state[0], 0, table, 0)
    for seat in range(len(seats)):
        copy(state[1], seat, seats, seat)
        for _ in range(seats[seat, UNSEEN]):
            at, kind = below(stream, seats[seat, WEIGHT + len(CARD_NAMES) - 1]), 0
            while seats[seat, WEIGHT + kind] <= at:
                kind += 1
            state[1][seat, HAND + kind] += 1
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


@compiled(f"int64({STATE}, {SETTINGS}, int64)")
def leader(state: Any, settings: Any, seat: Any) -> Any:
    """`bots.leader`: the furthest of the others, among equals the next to roll."""
    seats, players, found = state[1], settings[0][0, PLAYERS], NOTHING
    for wait in range(players):
        other = (state[0][0, PLAYER] + wait) % players
        if other != seat and (found == NOTHING or seats[other, POSITION] > seats[found, POSITION]):
            found = other
    return found


@compiled(f"int64({STATE}, {SETTINGS}, int64)")
def gained(state: Any, settings: Any, seat: Any) -> Any:
    """By how much a Repeat increases the lead of a seat."""
    before, after, first = 0, 0, True
    for other in range(settings[0][0, PLAYERS]):
        if other != seat:
            stands, goes = state[1][other, POSITION], moved(state, settings, other)
            before = stands if first else max(before, stands)
            after = goes if first else max(after, goes)
            first = False
    return moved(state, settings, seat) - after - state[1][seat, POSITION] + before


@compiled(f"int64({STATE}, {SETTINGS}, int64)")
def racer(state: Any, settings: Any, seat: Any) -> Any:
    """`bots.Racer`: which of the plays of a seat makes its outlook best, or `NOTHING` if none
    makes it better than it is. Lead and change are compared as differences from now."""
    best_lead = best_change = nth = 0
    best = rival = NOTHING
    for card in range(len(CARD_NAMES)):
        found, effect = targets(state, settings, seat, card), effect_of(state, card)
        if found and rival == NOTHING:
            rival = leader(state, settings, seat)
        for target in range(found):
            own = its = 0
            if effect == CANCELLATION:
                own, its = -change_by(state, target, seat), -change_by(state, target, rival)
            elif effect != REPEAT:
                own, its = change(effect, target, seat), change(effect, target, rival)
            lead = own - its if rival != NOTHING else own
            if effect == REPEAT:
                lead = gained(state, settings, seat)
            if lead > best_lead or (lead == best_lead and own > best_change):
                best_lead, best_change, best = lead, own, nth
            nth += 1
    return best


@compiled(f"int64({STATE}, {SETTINGS}, int64, int64, int64)")
def brings(state: Any, settings: Any, seat: Any, position: Any, more: Any) -> Any:
    """`pilot.brings`, times the ways to roll: what tiles bring a seat that rolls from there."""
    numbers, ways, tiles = settings[0], settings[4], state[5]
    goal, length, total = numbers[0, GOAL], numbers[0, LENGTH], 0
    back = state[1][seat, PREVIOUS if state[0][0, PLAYER] == seat else START]
    to = position + numbers[0, DICE] + more
    place = to % length
    for row in range(len(ways)):
        kind, worth = tiles[place, 0], 0
        if to >= goal or (kind == SPEED_UP and to + 4 >= goal):
            worth = WIN_BRINGS
        elif kind == SPEED_UP:
            worth = 4
        elif kind == WORMHOLE:
            worth = -4
        elif kind == CARD:
            worth = CARD_BRINGS
        elif kind == TIME:
            worth = back - to
        elif kind == MOONWALK:
            worth = tiles[place, 1]
        elif kind == BOMB:
            worth = -place
        total += ways[row, 0] * worth
        to += 1
        place = place + 1 if place + 1 < length else 0
    return total


@compiled(f"void({STATE}, {SETTINGS})")
def look_ahead(state: Any, settings: Any) -> None:
    """Everybody's row gets what tiles bring with the next roll."""
    for other in range(settings[0][0, PLAYERS]):
        position, more = state[1][other, POSITION], state[1][other, CHANGE]
        state[1][other, BRINGS] = brings(state, settings, other, position, more)


@compiled(f"UniTuple(int64, 2)({STATE}, {SETTINGS}, int64, int64, int64)")
def after(state: Any, settings: Any, seat: Any, effect: Any, target: Any) -> Any:
    """Where a seat stands, and what changes its rolls, when a card has had its effect."""
    position, more = state[1][seat, POSITION], state[1][seat, CHANGE]
    if effect == REPEAT:
        return moved(state, settings, seat), more
    if effect == CANCELLATION:
        return position, more - change_by(state, target, seat)
    return position, more if effect == NOTHING else more + change(effect, target, seat)


@compiled(f"float64({STATE}, {SETTINGS}, int64, int64, int64, int64)")
def prospect(state: Any, settings: Any, seat: Any, card: Any, effect: Any, target: Any) -> Any:
    """`pilot.prospect` of a seat when it has played a card, or `NOTHING`. What tiles bring
    everybody now is in their rows."""
    seats, numbers = state[1], settings[0]
    goal, players = numbers[0, GOAL], numbers[0, PLAYERS]
    mean = (numbers[0, DICE] + numbers[0, HIGHEST]) / 2.0 + EXTRA_TILES
    rolls = np.inf
    for other in range(players):
        position, more = after(state, settings, other, effect, target)
        if position >= goal:
            return WON if other == seat else -WON
        rolls = min(rolls, (goal - position) / max(1.0, mean + more))
    rolls += EXTRA_ROLL
    own = rival = 0.0
    first = True
    for other in range(players):
        position, more = after(state, settings, other, effect, target)
        brought = seats[other, BRINGS]
        if position != seats[other, POSITION] or more != seats[other, CHANGE]:
            brought = brings(state, settings, other, position, more)
        waits = (other - state[0][0, PLAYER]) % players
        stands = position + rolls * more + mean * (players - waits) / players
        stands += brought / numbers[0, WAYS]
        if other == seat:
            own = stands
        elif first:
            rival, first = stands, False
        else:
            gap = abs(rival - stands)
            rival = max(rival, stands)
            if gap < WIDTH:
                rival += (WIDTH - gap) * (WIDTH - gap) / (4.0 * WIDTH)
    soon, later = min(1.0, rolls / 2.0), max(0.0, rolls - 1.0)
    for kind in range(len(CARD_NAMES)):
        held = seats[seat, HAND + kind] - (1 if kind == card else 0)
        own += held * (soon * KEPT[kind] + later * KEPT_LONGER[kind])
    return (own - rival) / sqrt(rolls + SPREAD)


@compiled(f"int64({STATE}, {SETTINGS}, int64)")
def pilot(state: Any, settings: Any, seat: Any) -> Any:
    """`bots.Pilot`: which of the plays of a seat makes its prospect best, or `NOTHING`."""
    best, nth, highest = NOTHING, 0, 0.0
    asked = False
    for card in range(len(CARD_NAMES)):
        found, effect = targets(state, settings, seat, card), effect_of(state, card)
        if found and not asked:
            look_ahead(state, settings)
            highest, asked = prospect(state, settings, seat, NOTHING, NOTHING, NOTHING), True
        for target in range(found):
            value = prospect(state, settings, seat, card, effect, target)
            if value > highest:
                best, highest = nth, value
            nth += 1
    return best


@compiled(f"int64({STATE}, {SETTINGS}, int64, uint64[::1])")
def choose(state: Any, settings: Any, seat: Any, stream: Any) -> Any:
    """Which of its plays the bot of a seat takes now; `NOTHING`: it rolls or waits."""
    policy, in_turn, held = settings[3][0, seat], state[0][0, PLAYER] == seat, 0
    for card in range(0 if in_turn else CANCELLATION, len(CARD_NAMES)):
        held += state[1][seat, HAND + card]
    if not held:  # of cards that may be played now: the usual case
        return NOTHING
    if policy == RACER:
        return racer(state, settings, seat)
    if policy == PILOT:
        return pilot(state, settings, seat)
    plays = 0
    for card in range(len(CARD_NAMES)):
        plays += targets(state, settings, seat, card)
    if policy == RANDOM and in_turn:
        return below(stream, plays + 1) - 1
    one_in = RANDOM_INSTANT if policy == RANDOM else EASY_CARD if in_turn else EASY_INSTANT
    return below(stream, plays) if plays and not below(stream, one_in) else NOTHING


@compiled(f"int64({STATE}, {SETTINGS}, int64, int64)")
def play_nth(state: Any, settings: Any, seat: Any, nth: Any) -> Any:
    """A seat plays one of its cards on one target."""
    card = 0
    while nth >= targets(state, settings, seat, card):
        nth -= targets(state, settings, seat, card)
        card += 1
    target = NOTHING if effect_of(state, card) in (ACCELERATION, REPEAT) else nth
    play_card(state, settings, seat, card, target)
    return PLAY + PLAY_TARGET * (target + 1) + PLAY_CARD * card + PLAY_SEAT * seat


@compiled(f"int64({STATE}, {SETTINGS}, uint64[::1])")
def decide(state: Any, settings: Any, stream: Any) -> Any:
    """Out of turn, seats are asked first, in seat order after the player; then the player."""
    table, players = state[0], settings[0][0, PLAYERS]
    first, table[0, PASSED] = 1 + table[0, PASSED], 0
    for wait in range(first, players + 1):
        seat = (table[0, PLAYER] + wait) % players
        nth = choose(state, settings, seat, stream)
        if nth != NOTHING:
            return play_nth(state, settings, seat, nth)
    table[0, THROWN] = 0
    return ROLL


@compiled(f"void({STATE}, {SETTINGS}, uint64[::1])")
def throw(state: Any, settings: Any, stream: Any) -> None:
    """The dice that are thrown together now, in ascending order."""
    table, dice = state[0], state[2]
    first = table[0, THROWN]
    for place in range(first, first + settings[1][first, 0]):
        die = 1 + below(stream, settings[1][first, 1])
        at = place
        while at > first and dice[0, at - 1] > die:
            dice[0, at] = dice[0, at - 1]
            at -= 1
        dice[0, at] = die
    table[0, THROWN] += settings[1][first, 0]
    if table[0, THROWN] == settings[0][0, DICE]:
        fall(state, settings)


@compiled(f"int64({STATE}, {SETTINGS}, uint64[::1])")
def ply(state: Any, settings: Any, stream: Any) -> Any:
    """A tile, a card, a throw or a choice; OVER at the end."""
    table, seats, _, _, due, tiles = state
    numbers, shares = settings[0], settings[2]
    if table[0, LAID] < numbers[0, LENGTH]:
        weight, row = below(stream, shares[len(shares) - 1, 2]), 0
        while shares[row, 2] <= weight:
            row += 1
        copy(tiles, table[0, LAID], shares, row)
        table[0, LAID] += 1
        return LAY
    if ended(state, settings):
        return OVER
    if table[0, DUE]:
        seats[due[0, 0], HAND + below(stream, len(CARD_NAMES))] += 1
        table[0, DUE] -= 1
        for place in range(table[0, DUE]):
            due[0, place] = due[0, place + 1]
        return DEAL
    if table[0, THROWN] != NOTHING:
        throw(state, settings, stream)
        return THROW
    return decide(state, settings, stream)


@compiled(f"void(uint64, int64, {STATE}, {STATE}, {SETTINGS}, uint64[::1], int64[:, ::1])")
def play(
    seed: Any, first: Any, start: Any, state: Any, settings: Any, stream: Any, rows: Any
) -> None:
    """One game per row, the first with this number: plies, winners, positions."""
    for row in range(len(rows)):
        begin(stream, seed, np.uint64(first + row))
        set_up(state, start, stream)
        rows[row, 0] = 0
        while ply(state, settings, stream) != OVER:
            rows[row, 0] += 1
        rows[row, 1] = winners(state, settings)
        for seat in range(settings[0][0, PLAYERS]):
            rows[row, 2 + seat] = state[1][seat, POSITION]


@compiled(
    f"void(uint64, int64, {STATE}, {STATE}, {SETTINGS}, uint64[::1], int64, int64, float64[::1])"
)
def foresee(
    seed: Any,
    first: Any,
    start: Any,
    state: Any,
    settings: Any,
    stream: Any,
    seat: Any,
    turns: Any,
    shares: Any,
) -> None:
    """For each game from a number on, what a seat wins: if the game ends within these turns, its
    part of it, else its chance by its prospect then. The dice of a turn do not depend on how many
    random numbers were needed before it, so that they are the same after other choices."""
    until = start[0][0, TURNS] + turns
    for row in range(len(shares)):
        begin(stream, seed, np.uint64(first + row))
        set_up(state, start, stream)
        while not ended(state, settings):
            if state[0][0, TURNS] >= until and not state[0][0, DUE]:
                look_ahead(state, settings)
                seen = prospect(state, settings, seat, NOTHING, NOTHING, NOTHING)
                shares[row] = 1.0 / (1.0 + exp(-STEEPNESS * seen - EVEN))
                break
            if state[0][0, THROWN] == 0:
                turn = np.uint64(state[0][0, TURNS] + 1)
                begin(stream, seed + turn * np.uint64(0xD1342543DE82EF95), np.uint64(first + row))
            ply(state, settings, stream)
        else:
            mask, sharing = winners(state, settings), 0
            for other in range(settings[0][0, PLAYERS]):
                sharing += mask >> other & 1
            shares[row] = (mask >> seat & 1) / sharing
