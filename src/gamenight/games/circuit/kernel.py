"""Whole games of Circuit in compiled code, for millions of them: all editions, given and drawn
boards, every player choosing at random in its own turn. The rules are the truth; a test walks
games through both, with cards out of turn as well.

A state is six tables of integers (`State`). Game n of a seed has a stream of numbers of its own,
so threads change nothing in it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numba import njit

from gamenight.core.errors import InvalidOption
from gamenight.games.circuit.cards import CARDS
from gamenight.games.circuit.options import MOST_DICE, Options
from gamenight.games.circuit.rules import DEALT, CircuitRules
from gamenight.games.circuit.state import Tile
from gamenight.games.circuit.tiles import TILES

F = TypeVar("F", bound=Callable[..., Any])
Numbers: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.int64]]"

KINDS = ("empty", "card", "speed", "wormhole", "time", "moonwalk", "bomb")
EMPTY, CARD, SPEED_UP, WORMHOLE, TIME, MOONWALK, BOMB = range(len(KINDS))
CARD_NAMES = ("overload", "speed", "acceleration", "cancellation", "redo", "repeat")
OVERLOAD, SPEED, ACCELERATION, CANCELLATION, REDO, REPEAT = range(len(CARD_NAMES))
NOTHING = -1
MOST_TURNS = 100_000

# The columns of `State.table`, of a row of `State.seats` and of `State.in_play`.
PLAYER, TURNS, LAID, DUE, THROWN, LAST_CARD, IN_PLAY = range(7)
FALL_SEAT, FALL_CHANGE, FALL_KIND, FALL_NUMBER, FALL_BACK = range(7, 12)
POSITION, START, PREVIOUS, HAND = range(4)
PLAYED, ACTS_AS, OWNER, TARGET = range(4)
# The columns of `Settings.numbers`.
PLAYERS, GOAL, LENGTH, EDITION, TURN_LIMIT, GIVEN, DICE = range(7)
# What a ply is written as: the kind of it, and for a card played its kind and its target.
OVER, LAY, DEAL, THROW, ROLL, PLAY = range(6)
PLAY_CARD, PLAY_TARGET = 10_000_000, 10  # PLAY + target and card in steps of these


class State(NamedTuple):
    """table: one row, `PLAYER` to `FALL_BACK`; seats: position, start, previous and how many of
    each card, a row a seat; dice: those of this roll, and of the last; in_play: a row a card; due:
    who gets a card; tiles: kind and number."""

    table: Numbers
    seats: Numbers
    dice: Numbers
    in_play: Numbers
    due: Numbers
    tiles: Numbers


class Settings(NamedTuple):
    """numbers: one row; plan: how many dice of how many sides are thrown when so many lie; shares:
    kind, number and running weight of the tiles that are drawn; board: the tiles that are given."""

    numbers: Numbers
    plan: Numbers
    shares: Numbers
    board: Numbers


STATE = "UniTuple(int64[:, ::1], 6)"
SETTINGS = "UniTuple(int64[:, ::1], 4)"


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
    """A number from 0 on, uneven by less than one in four million."""
    stream[0] += np.uint64(0x9E3779B97F4A7C15)
    high = mixed(stream[0]) >> np.uint64(32)
    return np.int64((high * np.uint64(limit)) >> np.uint64(32))


@compiled("void(int64[:, ::1], int64, int64[:, ::1], int64)")
def copy(to: Any, row: Any, source: Any, source_row: Any) -> None:
    """As many numbers of a row as the other table has columns."""
    for column in range(to.shape[1]):
        to[row, column] = source[source_row, column]


@compiled(f"void({STATE}, {SETTINGS})")
def set_up(state: Any, settings: Any) -> None:
    """`CircuitRules.initial`."""
    table, seats, _, _, due, tiles = state
    numbers, _, _, board = settings
    cards = numbers[0, EDITION] == 3
    table[:] = 0
    seats[:] = 0
    table[0, LAID] = numbers[0, GIVEN]
    for place in range(numbers[0, GIVEN]):
        copy(tiles, place, board, place)
    table[0, THROWN] = NOTHING if cards else 0
    table[0, FALL_SEAT] = table[0, LAST_CARD] = NOTHING
    if cards:
        table[0, DUE] = DEALT * numbers[0, PLAYERS]
        for place in range(table[0, DUE]):
            due[0, place] = place // DEALT


@compiled(f"boolean({STATE}, {SETTINGS})")
def ended(state: Any, settings: Any) -> Any:
    table, seats, numbers = state[0], state[1], settings[0]
    over = table[0, TURNS] >= numbers[0, TURN_LIMIT]
    for seat in range(numbers[0, PLAYERS]):
        over |= seats[seat, POSITION] >= numbers[0, GOAL]
    return over


@compiled(f"void({STATE}, {SETTINGS})")
def happen(state: Any, settings: Any) -> None:
    """`tiles.happen`: what the tile of the last roll does, for who fell on it."""
    table, seats, _, _, due, _ = state
    numbers = settings[0]
    kind, seat = table[0, FALL_KIND], table[0, FALL_SEAT]
    if kind == CARD:
        due[0, table[0, DUE]] = seat
        table[0, DUE] += 1
    elif kind == SPEED_UP:
        seats[seat, POSITION] += 4
    elif kind == WORMHOLE:
        seats[seat, POSITION] -= 4
    elif kind == TIME:
        seats[seat, POSITION] = table[0, FALL_BACK]
    elif kind == MOONWALK:
        for other in range(numbers[0, PLAYERS]):
            if other != seat:
                seats[other, POSITION] -= table[0, FALL_NUMBER]
    elif kind == BOMB:
        for other in range(numbers[0, PLAYERS]):
            seats[other, POSITION] -= seats[other, POSITION] % numbers[0, LENGTH]


@compiled(f"void({STATE}, {SETTINGS})")
def fall(state: Any, settings: Any) -> None:
    """`CircuitRules._thrown` when all dice lie: the player moves, the tile acts, the next turn."""
    table, seats, dice, in_play, _, tiles = state
    numbers = settings[0]
    seat, total = table[0, PLAYER], 0
    for place in range(numbers[0, DICE]):
        dice[1, place] = dice[0, place]
        total += dice[0, place]
    change = 0
    for card in range(table[0, IN_PLAY]):
        if in_play[card, ACTS_AS] == ACCELERATION:
            change += 1
        elif in_play[card, TARGET] == seat:
            change += 1 if in_play[card, ACTS_AS] == SPEED else -2
    position = seats[seat, POSITION] + total + change
    table[0, FALL_SEAT] = seat
    table[0, FALL_CHANGE] = change
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


@compiled(f"int64({STATE}, {SETTINGS}, int64)")
def targets(state: Any, settings: Any, card: Any) -> Any:
    """How many targets a card has in its owner's turn; 0 where it cannot be played."""
    effect = state[0][0, LAST_CARD] if card == REDO else card
    if effect in (OVERLOAD, SPEED):
        return settings[0][0, PLAYERS]
    if effect == CANCELLATION:
        return state[0][0, IN_PLAY]
    if effect == REPEAT:
        return 1 if state[0][0, FALL_SEAT] != NOTHING else 0
    return 1 if effect == ACCELERATION else 0


@compiled(f"void({STATE}, {SETTINGS}, int64, int64, int64)")
def play_card(state: Any, settings: Any, seat: Any, card: Any, target: Any) -> None:
    """`cards.played`: a permanent card goes into play, an instant one acts and is gone."""
    table, seats, _, in_play, _, _ = state
    effect = table[0, LAST_CARD] if card == REDO else card
    seats[seat, HAND + card] -= 1
    table[0, LAST_CARD] = effect
    if effect == REPEAT:
        happen(state, settings)
    elif effect == CANCELLATION:
        table[0, IN_PLAY] -= 1
        for place in range(target, table[0, IN_PLAY]):
            copy(in_play, place, in_play, place + 1)
    else:
        row = table[0, IN_PLAY]
        in_play[row, PLAYED], in_play[row, ACTS_AS] = card, effect
        in_play[row, OWNER], in_play[row, TARGET] = seat, target
        table[0, IN_PLAY] += 1


@compiled(f"int64({STATE}, {SETTINGS}, uint64[::1])")
def choose(state: Any, settings: Any, stream: Any) -> Any:
    """The player whose turn it is rolls or plays a card, every possible action alike."""
    table, seats = state[0], state[1]
    player, possible = table[0, PLAYER], 1
    for card in range(len(CARD_NAMES)):
        if seats[player, HAND + card]:
            possible += targets(state, settings, card)
    nth = below(stream, possible) - 1
    if nth < 0:
        table[0, THROWN] = 0
        return ROLL
    for card in range(len(CARD_NAMES)):
        if seats[player, HAND + card]:
            found = targets(state, settings, card)
            if nth < found:
                effect = table[0, LAST_CARD] if card == REDO else card
                target = NOTHING if effect in (ACCELERATION, REPEAT) else nth
                play_card(state, settings, player, card, target)
                return PLAY + PLAY_TARGET * (target + 1) + PLAY_CARD * card
            nth -= found
    return OVER


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
    numbers, _, shares, _ = settings
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
    return choose(state, settings, stream)


@compiled(f"void(uint64, int64, int64, {STATE}, {SETTINGS}, uint64[::1], int64[::1])")
def play(
    seed: Any, first: Any, after: Any, state: Any, settings: Any, stream: Any, counts: Any
) -> None:
    """Games `first` to before `after`: counts plies, turns, shared wins and the wins of seats."""
    for game in range(first, after):
        begin(stream, seed, np.uint64(game))
        set_up(state, settings)
        while ply(state, settings, stream) != OVER:
            counts[0] += 1
        counts[1] += state[0][0, TURNS]
        best = state[1][0, POSITION]
        for seat in range(settings[0][0, PLAYERS]):
            best = max(best, state[1][seat, POSITION])
        best, winners = min(best, settings[0][0, GOAL]), 0
        for seat in range(settings[0][0, PLAYERS]):
            if state[1][seat, POSITION] >= best:
                counts[3 + seat] += 1
                winners += 1
        counts[2] += winners > 1


class Tally(NamedTuple):
    """wins: by seat, a shared one for each of its winners; shared: games with several."""

    plies: int
    turns: int
    shared: int
    wins: tuple[int, ...]


def simulate(
    games: int,
    seed: int = 0,
    threads: int = 1,
    options: Options = Options(),  # noqa: B008, it is frozen
    players: int = 1,
) -> Tally:
    """So many random games; the same seed gives the same ones on any number of threads."""
    fixed = settings_of(CircuitRules(options, players))
    counts = np.zeros((threads, 3 + players), np.int64)

    def part(number: int) -> None:
        first, after = games * number // threads, games * (number + 1) // threads
        state, stream = empty_state(fixed), np.zeros(1, np.uint64)
        play(unsigned(seed), first, after, tuple(state), tuple(fixed), stream, counts[number])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(part, range(threads)))
    plies, turns, shared, *wins = map(int, counts.sum(axis=0))
    return Tally(plies, turns, shared, tuple(wins))


def kernel_random_games(games: int, seed: int, threads: int) -> int:
    """Plays so many random games by the default rules; the number of their plies."""
    return simulate(games, seed, threads).plies


def unsigned(number: int) -> Any:
    return np.uint64(number & (1 << 64) - 1)


def empty_state(settings: Settings) -> State:
    """Room for a state. Cards in play were dealt at the start, or drawn by a turn; a Repeat that
    draws one is itself gone."""
    players, length, limit = settings.numbers[0, [PLAYERS, LENGTH, TURN_LIMIT]].tolist()
    shapes = (
        (1, FALL_BACK + 1),
        (players, HAND + len(CARD_NAMES)),
        (2, MOST_DICE),
        (DEALT * players + limit, TARGET + 1),
        (1, DEALT * players + 1),
        (length, 2),
    )
    return State(*(np.zeros(shape, np.int64) for shape in shapes))


def settings_of(rules: CircuitRules) -> Settings:
    """What the kernel wants of the rules; it knows the tiles and cards of the game alone."""
    options = rules.options
    if (*TILES,) != KINDS or (*CARDS,) != CARD_NAMES:
        raise InvalidOption("compiled games have no tiles or cards from outside", "tiles")
    if options.turn_limit > MOST_TURNS:
        raise InvalidOption(f"compiled games have at most {MOST_TURNS} turns", "turn_limit")
    given, sizes = options.given, options.sizes
    numbers = [rules.players, rules.goal, options.length, options.edition, options.turn_limit]
    numbers += [len(given), len(sizes)]
    plan = [rules.throws.get(place, (0, 0)) for place in range(len(sizes))]
    weight, shares = 0, []
    for tile, share in options.shares:
        weight += share
        shares.append((*coded(tile), weight))
    board = np.array([coded(tile) for tile in given], np.int64).reshape(-1, 2)
    return Settings(np.array([numbers]), np.array(plan), np.array(shares), board)


def coded(tile: Tile) -> tuple[int, int]:
    return KINDS.index(tile.kind), tile.number
