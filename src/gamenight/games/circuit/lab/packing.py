"""Rules and states of Circuit as the tables of integers that compiled code works on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple, TypeAlias

import numpy as np

from gamenight.core.errors import InvalidOption
from gamenight.games.circuit import pilot, state
from gamenight.games.circuit.cards import CARDS, roll_change
from gamenight.games.circuit.lab import kernel
from gamenight.games.circuit.lab.kernel import CARD_NAMES, KINDS, NOTHING, POLICIES
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.state import UNKNOWN, Tile
from gamenight.games.circuit.tiles import TILES

Numbers: TypeAlias = "np.ndarray[tuple[int, int], np.dtype[np.int64]]"
MOST_TURNS = 100_000
# The kinds of card are equally likely, as in the deck.
EVEN = (1,) * len(CARD_NAMES)


class State(NamedTuple):
    """table: one row, `PLAYER` to `FALL_BACK`, where `PASSED` is how many seats are not asked at
    once; seats: position, start, previous, unknown cards, how many of each card, what changes its
    rolls, room for what tiles bring, and the running weights of kinds that an unknown card may
    have, one row per seat; dice: those of this roll, and of the last; in_play: one row per card;
    due: who gets a card; tiles: kind and number."""

    table: Numbers
    seats: Numbers
    dice: Numbers
    in_play: Numbers
    due: Numbers
    tiles: Numbers


class Settings(NamedTuple):
    """numbers: one row; plan: how many dice of how many sides are thrown after n of them; shares:
    kind, number and running weight of the tiles that are drawn; policies: who chooses, by seat;
    ways: to roll each total, for Pilot."""

    numbers: Numbers
    plan: Numbers
    shares: Numbers
    policies: Numbers
    ways: Numbers


def fits(rules: CircuitRules) -> bool:
    """Compiled code only knows the game's own tiles and cards, and has room for this many turns."""
    known = (*TILES,) == KINDS and (*CARDS,) == CARD_NAMES
    return known and rules.options.turn_limit <= MOST_TURNS


def settings_of(rules: CircuitRules, bots: Sequence[str]) -> Settings:
    """What compiled code needs of the rules, with a bot in each seat."""
    if not fits(rules):
        raise InvalidOption(
            f"compiled games only have the game's own tiles and cards, and at most {MOST_TURNS} "
            f"turns, not {rules.options.turn_limit}",
            rules.options.turn_limit,
        )
    options = rules.options
    numbers = [rules.players, rules.goal, options.length, options.edition, options.turn_limit]
    rolls = pilot.ways(rules)
    numbers += [len(options.sizes), sum(options.sizes), sum(rolls) or 1]
    plan = [rules.throws.get(place, (0, 0)) for place in range(len(options.sizes))]
    weight, shares = 0, []
    for tile, share in options.shares:
        weight += share
        shares.append((*_tile(tile), weight))
    policies = [POLICIES.index(bot) for bot in bots]
    tables = [np.array(table, np.int64) for table in ([numbers], plan, shares, [policies])]
    tables.append(np.array(rolls, np.int64).reshape(-1, 1))
    return Settings(*tables)


def packed(
    rules: CircuitRules,
    whole: state.State,
    likely: Sequence[Sequence[int]] | None = None,
    ahead: int = MOST_TURNS,
) -> State:
    """A state, or what a seat sees of one, with room for all that can happen in the turns ahead:
    the cards in play were held or due before, or a turn brings one; a Repeat that does so is gone
    itself. likely: for each seat, the weights of the kinds that an unknown card of it may have."""
    weights = [tuple(accumulate(some)) for some in likely or [EVEN] * rules.players]
    cards = len(whole.in_play) + sum(map(len, whole.hands)) + len(whole.due)
    turns = min(ahead, max(0, rules.options.turn_limit - whole.turns))
    fall, thrown = whole.fall, whole.thrown
    table = [whole.player, whole.turns, len(whole.tiles), len(whole.due)]
    table += [NOTHING if thrown is None else len(thrown), _card(whole.last_card)]
    table += [len(whole.in_play), 0]
    if fall is None:
        table += [NOTHING, 0, NOTHING, 0, 0]
    else:
        tile = (NOTHING, 0) if fall.tile is None else _tile(fall.tile)
        table += [fall.seat, fall.change, *tile, fall.back]
    walked = zip(whole.positions, whole.starts, whole.previous, whole.hands, strict=True)
    seats = []
    for seat, (*places, hand) in enumerate(walked):
        held = hand.count(UNKNOWN), *map(hand.count, CARD_NAMES)
        seats.append((*places, *held, roll_change(whole, seat), 0, *weights[seat]))
    found = State(
        np.array([table], np.int64),
        np.array(seats, np.int64),
        np.zeros((2, len(rules.options.sizes)), np.int64),
        np.zeros((cards + turns, kernel.TARGET + 1), np.int64),
        np.zeros((1, len(whole.due) + 1), np.int64),
        np.zeros((rules.options.length, 2), np.int64),
    )
    for row, dice in enumerate((thrown or (), fall.dice if fall is not None else ())):
        found.dice[row, : len(dice)] = dice
    for place, card in enumerate(whole.in_play):
        found.in_play[place] = _card(card.card), _card(card.acts_as), card.owner, card.target
    found.due[0, : len(whole.due)] = whole.due
    for place, tile in enumerate(map(_tile, whole.tiles)):
        found.tiles[place] = tile
    return found


def room(start: State) -> State:
    """Tables of the same size, for the games that begin there."""
    return State(*map(np.zeros_like, start))


def _tile(tile: Tile) -> tuple[int, int]:
    return KINDS.index(tile.kind), tile.number


def _card(name: str) -> int:
    return CARD_NAMES.index(name) if name else NOTHING
