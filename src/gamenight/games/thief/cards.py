"""Thief with cards: each helps or hinders the player who rolls, in your own turn or another's.

The dice, the pot and the offer stay those of the base rules: a card changes their fields or takes
one of their actions, so a bot or scene that knows the base game can read a card game as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.games.thief.rules import (
    DECLINE,
    END,
    LEAVE,
    STEAL,
    Action,
    Options,
    Roll,
    Rolled,
    SeatChange,
    State,
    ThiefRules,
    stake,
    units,
)

LOCK, AGAIN, DOUBLE, SAFETY = "lock", "again", "double", "safety"
JINX, GUARD, SNATCH = "jinx", "guard", "snatch"
OWN = (LOCK, AGAIN, DOUBLE, SAFETY)  # played by the player who rolls
INSTANT = (JINX, GUARD, SNATCH)  # played while somebody else decides
CARDS = (*OWN, *INSTANT)
UNKNOWN = "?"

DEALT = 2
HAND_LIMIT = 3
ROUNDED_TO = 50

Hand: TypeAlias = tuple[str, ...]
T = TypeVar("T")


# Not tuples: a tuple of one kind of action would equal one of another with the same word inside.
@dataclass(frozen=True, slots=True)
class Drawn:
    """The card that the next player due gets from the deck."""

    card: str


@dataclass(frozen=True, slots=True)
class Played:
    """The player who rolls plays a card."""

    card: str


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Somebody plays a card while another player decides."""

    seat: int
    card: str


CardAction: TypeAlias = Action | Drawn | Played | Interrupt


class CardState(NamedTuple):
    """The fields of `State`, then those of the cards.

    hands: sorted, `?` is an unknown card; due: the seats that get a card now, in order;
    safe: the next roll is under a safety; jinxed: the turn cannot be ended before the next roll.
    """

    scores: tuple[int, ...]
    away: tuple[bool, ...]
    player: int
    pot: int
    held: Roll
    roll: Roll
    waiting: str
    asked: int | None
    turn: int
    winners: tuple[int, ...]
    hands: tuple[Hand, ...]
    due: tuple[int, ...] = ()
    safe: bool = False
    jinxed: bool = False

    @property
    def base(self) -> State:
        """The part that the base rules know."""
        return State._make(self[: len(State._fields)])

    def with_base(self, base: State) -> CardState:
        """The same cards with another state of the base rules."""
        return CardState._make((*base, *self[len(State._fields) :]))


@dataclass(frozen=True)
class CardThiefRules(Rules[CardState, CardAction]):
    options: Options
    players: int
    interrupts = True

    @cached_property
    def base(self) -> ThiefRules:
        """The same game without cards."""
        return ThiefRules(self.options, self.players)

    @cached_property
    def deck(self) -> tuple[str, ...]:
        """The kinds in the endless deck, all equally likely; no snatch with two players."""
        return tuple(card for card in CARDS if card != SNATCH or self.players > 2)

    def initial(self) -> CardState:
        table = self.base.initial()
        due = tuple(seat for seat, gone in enumerate(table.away) if not gone) * DEALT
        return CardState(*table, hands=((),) * self.players, due=due)

    def node(self, state: CardState) -> Decision[CardAction] | Chance[CardAction] | Over:
        if state.due:
            return draws(self.deck)
        node = self.base.node(state.base)
        if not isinstance(node, Decision):
            return node  # type: ignore[return-value]
        own = tuple(Played(card) for card in OWN if self.is_playable(state, state.player, card))
        return Decision(
            node.player,
            (*node.actions, *own),
            others=tuple(self._interrupts(state)),
            table=node.table,
        )

    def refusal(self, view: CardState, action: CardAction, seat: int | None) -> str:
        if action == END and view.jinxed and seat == view.player:
            return "whoever is jinxed has to roll first"
        return self.base.refusal(view.base, action, seat) if action == END else ""

    def _interrupts(self, state: CardState) -> Iterator[tuple[int, tuple[CardAction, ...]]]:
        for seat in range(self.players):
            cards = [card for card in INSTANT if self.is_playable(state, seat, card)]
            if cards:
                yield seat, tuple(Interrupt(seat, card) for card in cards)

    def is_playable(self, state: CardState, seat: int, card: str) -> bool:
        """Whether a seat has this card and may play it in this state."""
        return card in state.hands[seat] and not state.due and MOMENTS[card](state, seat)

    def apply(self, state: CardState, action: CardAction) -> CardState:
        if isinstance(action, Drawn):
            seat, *due = state.due
            hands = _with(state.hands, seat, _sorted((*state.hands[seat], action.card)))
            return state._replace(hands=hands, due=tuple(due))
        if isinstance(action, Played):
            return self._played(state, state.player, action.card)
        if isinstance(action, Interrupt):
            return self._played(state, action.seat, action.card)
        if isinstance(action, Rolled):
            return self._rolled(state, action)
        after = self._continued(state, self.base.apply(state.base, action))
        if isinstance(action, SeatChange) and action.verb == LEAVE:
            return after._replace(hands=_with(after.hands, action.seat, ()))
        return after

    def _played(self, state: CardState, seat: int, card: str) -> CardState:
        hands = _with(state.hands, seat, _without(state.hands[seat], card))
        return EFFECTS[card](self, state._replace(hands=hands), seat)

    def _rolled(self, state: CardState, action: Rolled) -> CardState:
        """A safety and a jinx last until the next roll, whatever it brings."""
        caught = state.safe and not units(action.dice)
        table = self._caught(state.base) if caught else state.base
        after = table if table.winners else self.base.apply(table, action)
        return state.with_base(after)._replace(safe=False, jinxed=False)

    def _caught(self, table: State) -> State:
        """The table with half of the pot saved; that can be enough for a thief to win."""
        player, score = table.player, table.scores[table.player] + saved(table.pot)
        scores = _with(table.scores, player, score)
        if score >= self.options.target:
            return State(scores, table.away, player, turn=table.turn, winners=(player,))
        return table._replace(scores=scores)

    def _continued(self, before: CardState, table: State) -> CardState:
        """The cards after a ply of the base game: a player who banks a pot draws one, and what was
        played for a turn ends with it."""
        after, owner = before.with_base(table), before.player
        if (table.player, table.turn) != (owner, before.turn):
            after = after._replace(safe=False, jinxed=False)
        banked = table.turn > before.turn and table.scores[owner] > before.scores[owner]
        if banked and len(before.hands[owner]) < HAND_LIMIT:
            return after._replace(due=(owner,))
        return after

    def _lock(self, state: CardState, seat: int) -> CardState:
        table = self.base.apply(state.base, END)
        if table.waiting == "offer":
            table = self.base.apply(table, DECLINE)
        return self._continued(state, table)

    def _again(self, state: CardState, seat: int) -> CardState:
        return state._replace(roll=(), waiting="roll")

    def _double(self, state: CardState, seat: int) -> CardState:
        """The roll goes to the pot, and counts again where it lies. That can win at once, but not
        for a thief, who must roll first."""
        doubled = state._replace(pot=stake(state.base))
        if must_roll(state):
            return doubled
        thrown = doubled.base._replace(roll=(), waiting="roll")
        table = self.base.apply(thrown, Rolled(state.roll))
        return state.with_base(table if table.winners else doubled.base)

    def _safety(self, state: CardState, seat: int) -> CardState:
        return state._replace(safe=True)

    def _jinx(self, state: CardState, seat: int) -> CardState:
        return state._replace(waiting="hold", jinxed=True)

    def _guard(self, state: CardState, seat: int) -> CardState:
        return self._continued(state, self.base.apply(state.base, DECLINE))

    def _snatch(self, state: CardState, seat: int) -> CardState:
        offered = state.base._replace(asked=seat)
        return self._continued(state, self.base.apply(offered, STEAL))

    def begins_turn(self, before: CardState, after: CardState) -> bool:
        return self.base.begins_turn(before.base, after.base)

    def absent(self, state: CardState) -> tuple[int, ...]:
        return self.base.absent(state.base)

    def scores(self, state: CardState) -> tuple[int, ...]:
        return self.base.scores(state.base)

    def format(self, action: CardAction) -> str:
        if isinstance(action, Drawn):
            return f"card {action.card}"
        if isinstance(action, Played):
            return f"play {action.card}"
        if isinstance(action, Interrupt):
            return f"{action.seat + 1} {action.card}"
        return self.base.format(action)

    def parse(self, text: str) -> CardAction:
        return self._card_actions.get(text) or self.base.parse(text)

    @cached_property
    def _card_actions(self) -> dict[str, CardAction]:
        """Every possible action with a card, by its text."""
        every: list[CardAction] = [Drawn(card) for card in (*self.deck, UNKNOWN)]
        every += [Played(card) for card in OWN]
        instants = [card for card in INSTANT if card in self.deck]
        every += [Interrupt(seat, card) for seat in range(self.players) for card in instants]
        return {self.format(action): action for action in every}

    def hide(self, state: CardState, seat: int | None) -> CardState:
        hands = tuple(
            hand if owner == seat else (UNKNOWN,) * len(hand)
            for owner, hand in enumerate(state.hands)
        )
        return state._replace(hands=hands)

    def seen(self, state: CardState, action: CardAction, seat: int | None) -> CardAction:
        return Drawn(UNKNOWN) if isinstance(action, Drawn) and seat != state.due[0] else action

    def guess(self, view: CardState, seat: int, rng: Random) -> CardState:
        hands = tuple(
            _sorted(tuple(rng.choice(self.deck) if card == UNKNOWN else card for card in hand))
            for hand in view.hands
        )
        return view._replace(hands=hands)


def _may_end(state: CardState, seat: int) -> bool:
    """The turn can be ended; a jinx forbids that to the player, but not to a lock."""
    return _may_hold(state, seat) and not must_roll(state)


def _may_hold(state: CardState, seat: int) -> bool:
    return seat == state.player and state.waiting in ("choice", "hold")


def _next_roll_is_not_safe(state: CardState, seat: int) -> bool:
    return _may_hold(state, seat) and not state.safe


def _another_may_end(state: CardState, seat: int) -> bool:
    return seat != state.player and state.waiting == "choice"


def _own_pot_is_offered(state: CardState, seat: int) -> bool:
    return seat == state.player and state.waiting == "offer"


def _pot_is_offered_to_another(state: CardState, seat: int) -> bool:
    return state.waiting == "offer" and seat not in (state.player, state.asked)


MOMENTS: dict[str, Callable[[CardState, int], bool]] = {
    LOCK: _may_end,
    AGAIN: _may_hold,
    DOUBLE: _may_hold,
    SAFETY: _next_roll_is_not_safe,
    JINX: _another_may_end,
    GUARD: _own_pot_is_offered,
    SNATCH: _pot_is_offered_to_another,
}
EFFECTS: dict[str, Callable[[CardThiefRules, CardState, int], CardState]] = {
    LOCK: CardThiefRules._lock,
    AGAIN: CardThiefRules._again,
    DOUBLE: CardThiefRules._double,
    SAFETY: CardThiefRules._safety,
    JINX: CardThiefRules._jinx,
    GUARD: CardThiefRules._guard,
    SNATCH: CardThiefRules._snatch,
}


def must_roll(state: CardState) -> bool:
    """Whether a thief still owes the roll for stealing."""
    return state.waiting == "hold" and not state.jinxed


def saved(pot: int) -> int:
    """What a safety keeps of a pot: half of it."""
    return pot // 2 // ROUNDED_TO * ROUNDED_TO


@lru_cache(maxsize=16)
def draws(deck: tuple[str, ...]) -> Chance[CardAction]:
    """A card from the endless deck. It is nobody's roll: nobody has to be ready for it."""
    return Chance(tuple((Drawn(card), 1) for card in deck))


def _without(hand: Hand, card: str) -> Hand:
    """The hand without a card; from an unknown hand, some unknown card goes."""
    at = hand.index(card if card in hand else UNKNOWN)
    return hand[:at] + hand[at + 1 :]


def _sorted(hand: Hand) -> Hand:
    return tuple(sorted(hand))


def _with(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
