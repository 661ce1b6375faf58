"""The rules of Circuit (IS2Game): the race of edition 1, the laps and tiles of 2, the cards of 3.

The tiles are in `tiles.py`, the cards in `cards.py`, and where a player is in `state.py`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, groupby
from math import comb, factorial, prod
from random import Random
from typing import NamedTuple, TypeAlias

from gamenight.core.errors import InvalidAction, InvalidOption
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.text import quoted, whole_number
from gamenight.games.circuit.cards import (
    CARDS,
    played,
    refusal,
    roll_change,
    sorted_hand,
    targets,
)
from gamenight.games.circuit.options import Options, read_tile
from gamenight.games.circuit.state import NOBODY, UNKNOWN, Fall, Hand, State, Tile, replaced
from gamenight.games.circuit.tiles import happen

DEALT = 2
MOST_OUTCOMES = 1000  # of dice thrown together


class TurnAction(NamedTuple):
    """What ends a player's turn: to `roll`."""

    verb: str


class Lay(NamedTuple):
    """The next tile of the board is drawn."""

    word: str
    tile: Tile


class Deal(NamedTuple):
    """The next player who is due gets a card."""

    word: str
    card: str


class Throw(NamedTuple):
    """What dice thrown together show."""

    word: str
    dice: tuple[int, ...]


class Play(NamedTuple):
    """A player plays a card. target: a player, or the place of a card in play."""

    seat: int
    card: str
    target: int = NOBODY


Action: TypeAlias = TurnAction | Lay | Deal | Throw | Play

ROLL = TurnAction("roll")


@dataclass(frozen=True)
class CircuitRules(Rules[State, Action]):
    options: Options
    players: int

    @property
    def interrupts(self) -> bool:  # type: ignore[override]
        """Instant cards are played at any time."""
        return self.cards

    @cached_property
    def cards(self) -> bool:
        return self.options.edition == 3

    @cached_property
    def goal(self) -> int:
        """The position that wins: the end of the line, or the start of lap X. Nobody has won
        before the first step, not even on a line of one tile."""
        length = self.options.length
        return length * self.options.laps if self.options.edition > 1 else max(1, length - 1)

    @cached_property
    def throws(self) -> dict[int, tuple[int, int]]:
        """How many dice of how many sides are thrown next, by the number already thrown."""
        sizes, plan = self.options.sizes, {}
        for sides, group in groupby(enumerate(sizes), key=lambda item: item[1]):
            places = [place for place, _ in group]
            if comb(len(places) + sides - 1, len(places)) <= MOST_OUTCOMES:
                plan[places[0]] = (len(places), sides)
            else:
                plan |= dict.fromkeys(places, (1, sides))
        return plan

    def initial(self) -> State:
        """Everybody is on the first tile, and gets two cards as soon as the board is laid."""
        start = (0,) * self.players
        seats = (seat for seat in range(self.players) for _ in range(DEALT))
        return State(
            tiles=self.options.given,
            positions=start,
            starts=start,
            previous=start,
            hands=((),) * self.players,
            thrown=None if self.cards else (),
            due=tuple(seats) if self.cards else (),
        )

    def node(self, state: State) -> Decision[Action] | Chance[Action] | Over:
        if len(state.tiles) < self.options.length:
            return tile_chance(self.options.shares)
        if self.ended(state):
            return self._over(state)
        if state.due:
            return deck(tuple(CARDS))
        if state.thrown is not None:
            return dice_chance(*self.throws[len(state.thrown)], state.player)
        own = (ROLL, *self._plays(state, state.player))
        return Decision(state.player, own, tuple(self._interrupts(state)))

    def _interrupts(self, state: State) -> list[tuple[int, tuple[Action, ...]]]:
        """What the others may play out of turn: their instant cards."""
        others = (seat for seat in range(self.players) if seat != state.player)
        found = ((seat, self._plays(state, seat)) for seat in others)
        return [(seat, plays) for seat, plays in found if plays]

    def _plays(self, state: State, seat: int) -> tuple[Action, ...]:
        """The cards in the hand that can be played now, on each possible target."""
        kinds = dict.fromkeys(card for card in state.hands[seat] if card != UNKNOWN)
        return tuple(
            Play(seat, card, target) for card in kinds for target in targets(state, seat, card)
        )

    def apply(self, state: State, action: Action) -> State:
        if isinstance(action, Play):
            return played(state, *action)
        if isinstance(action, Throw):
            return self._thrown(state, action.dice)
        if isinstance(action, Deal):
            seat, *due = state.due
            hand = sorted_hand((*state.hands[seat], action.card))
            hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
            return state._replace(hands=hands, due=tuple(due))
        if isinstance(action, Lay):
            return state._replace(tiles=(*state.tiles, action.tile))
        return state._replace(thrown=())

    def _thrown(self, state: State, dice: tuple[int, ...]) -> State:
        """When all dice are thrown, the player moves; the tile acts unless the player has won."""
        lying = (*(state.thrown or ()), *dice)
        if len(lying) < len(self.options.sizes):
            return state._replace(thrown=lying)
        seat = state.player
        change = roll_change(state, seat)
        position = state.positions[seat] + sum(lying) + change
        state = state.put(seat, min(position, self.goal) if self.options.edition == 1 else position)
        won = position >= self.goal
        tile = None if won else state.tiles[state.tile(seat) - 1]
        fall = Fall(seat, lying, change, tile, state.previous[seat])
        state = state._replace(thrown=None, fall=fall, turns=state.turns + 1)
        state = happen(state, fall)
        return state if self.ended(state) else self._next_turn(state)

    def _next_turn(self, state: State) -> State:
        """The next player's turn begins where the player is; the previous start is remembered."""
        seat = (state.player + 1) % self.players
        return state._replace(
            player=seat,
            previous=replaced(state.previous, seat, state.starts[seat]),
            starts=replaced(state.starts, seat, state.positions[seat]),
            thrown=None if self.cards else (),
        )

    def ended(self, state: State) -> bool:
        return bool(self.winners(state))

    def winners(self, state: State) -> tuple[int, ...]:
        """The player at the goal; if the turns have run out, whoever is furthest."""
        first = max(state.positions)
        if first < self.goal and state.turns < self.options.turn_limit:
            return ()
        wins = min(first, self.goal)
        return tuple(seat for seat, position in enumerate(state.positions) if position >= wins)

    def scores(self, state: State) -> tuple[int, ...]:
        """The tiles walked; negative behind the start of the game."""
        return state.positions

    def _over(self, state: State) -> Over:
        if max(state.positions) < self.goal:
            reason = f"All {self.options.turn_limit} turns were played: the furthest wins."
        elif self.options.edition == 1:
            reason = f"Tile {self.options.length}, the end of the board, was reached."
        else:
            laps = self.options.laps
            reason = f"The first to finish {laps} {'lap' if laps == 1 else 'laps'} wins."
        return Over(state.positions, self.winners(state), reason)

    def format(self, action: Action) -> str:
        if isinstance(action, Play):
            chosen = f" {action.target + 1}" if action.target != NOBODY else ""
            return f"{action.seat + 1} {action.card}{chosen}"
        if isinstance(action, Throw):
            return f"{action.word} {' '.join(map(str, action.dice))}"
        return " ".join(map(str, action))

    def parse(self, text: str) -> Action:
        word, *rest = text.split(" ")
        found: Action | None = None
        if text == ROLL.verb:
            found = ROLL
        elif word == "tile" and len(rest) == 1:
            found = _read_lay(rest[0])
        elif word == "card" and rest and rest[0] in (*CARDS, UNKNOWN):
            found = Deal("card", rest[0])
        elif word == "throw":
            found = Throw("throw", tuple(_number(dice) for dice in rest))
        elif rest and rest[0] in CARDS:
            target = _number(rest[1]) - 1 if len(rest) > 1 else NOBODY
            found = Play(_number(word) - 1, rest[0], target)
        if found is None or self.format(found) != text:
            raise InvalidAction(
                f"{quoted(text)} is not an action of this game (possible: roll, or the number of a "
                f"player with a card and its target, such as: 1 overload 2)",
                text,
            )
        return found

    def hide(self, state: State, seat: int | None) -> State:
        """Only the owner sees a hand."""
        hands = (h if s == seat else (UNKNOWN,) * len(h) for s, h in enumerate(state.hands))
        return state._replace(hands=tuple(hands))

    def seen(self, state: State, action: Action, seat: int | None) -> Action:
        if isinstance(action, Deal) and state.due[0] != seat:
            return Deal("card", UNKNOWN)
        return action

    def guess(self, view: State, seat: int, rng: Random) -> State:
        """Every card comes from an endless deck in which all kinds are equally likely."""
        kinds = [*CARDS]

        def guessed(hand: Hand) -> Hand:
            return sorted_hand(tuple(rng.choice(kinds) if c == UNKNOWN else c for c in hand))

        return view._replace(hands=tuple(map(guessed, view.hands)))

    def refusal(self, view: State, action: Action, seat: int | None) -> str:
        """Why a valid action is not possible now."""
        if isinstance(action, Play):
            if action.seat not in range(self.players):
                return f"there are {self.players} players"
            if seat not in (None, action.seat):
                return "players can only play cards from their own hand"
            hand = view.hands[action.seat]
            if UNKNOWN not in hand and action.card not in hand:
                return f"there is no {action.card} in this hand"
            return refusal(view, action.seat, action.card)
        if action == ROLL and seat not in (None, view.player):
            return "only the player whose turn it is can roll"
        return ""


@lru_cache(maxsize=256)
def tile_chance(shares: tuple[tuple[Tile, int], ...]) -> Chance[Action]:
    return Chance(tuple((Lay("tile", tile), weight) for tile, weight in shares))


@lru_cache(maxsize=16)
def deck(kinds: tuple[str, ...]) -> Chance[Action]:
    """In the endless deck every kind of card is equally likely."""
    return Chance(tuple((Deal("card", card), 1) for card in kinds))


@lru_cache(maxsize=256)
def dice_chance(count: int, sides: int, player: int) -> Chance[Action]:
    """Identical dice: their order does not matter, so each weight counts the ways."""
    outcomes: list[tuple[Action, int]] = []
    for dice in combinations_with_replacement(range(1, sides + 1), count):
        ways = factorial(count) // prod(map(factorial, Counter(dice).values()))
        outcomes.append((Throw("throw", dice), ways))
    return Chance(tuple(outcomes), player)


def _read_lay(text: str) -> Lay | None:
    try:
        return Lay("tile", read_tile(text))
    except InvalidOption:
        return None


def _number(text: str) -> int:
    """A number as it is written; an unreadable one makes the text a different one."""
    return whole_number(text) or 0
