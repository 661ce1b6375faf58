"""The cards: permanent ones change rolls while they are in play, instant ones act at once.

To add one, write its function and add an entry to `CARDS`; RULES.md shows how.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gamenight.games.circuit.state import NOBODY, Hand, InPlay, State
from gamenight.games.circuit.tiles import happen

Targets = Callable[[State], tuple[int, ...]]


def everyone(state: State) -> tuple[int, ...]:
    """A player of choice."""
    return tuple(range(len(state.positions)))


def cards_in_play(state: State) -> tuple[int, ...]:
    """A permanent card in play, by its number."""
    return tuple(range(len(state.in_play)))


def no_choice(state: State) -> tuple[int, ...]:
    """Nothing is chosen."""
    return (NOBODY,)


def after_a_roll(state: State) -> tuple[int, ...]:
    """Nothing is chosen, and somebody must have rolled."""
    return (NOBODY,) if state.fall is not None else ()


class Card(NamedTuple):
    """A kind of card. targets: what can be chosen for it now, empty if it cannot be played, and
    then `otherwise` says why; change: for a permanent card, what it changes in a player's roll,
    as a function of the target and the player; effect: for an instant one, a function of the
    state and the target; copies: it does what the last card did."""

    title: str
    does: str
    targets: Targets = no_choice
    otherwise: str = ""
    change: Callable[[int, int], int] | None = None
    effect: Callable[[State, int], State] | None = None
    copies: bool = False

    @property
    def permanent(self) -> bool:
        return self.change is not None


def overload(target: int, roller: int) -> int:
    """One player's total is two less."""
    return -2 if roller == target else 0


def speed(target: int, roller: int) -> int:
    """One player's total is one more."""
    return 1 if roller == target else 0


def acceleration(target: int, roller: int) -> int:
    """Everybody's total is one more."""
    return 1


def cancellation(state: State, target: int) -> State:
    """One permanent card is removed from play."""
    return state._replace(in_play=state.in_play[:target] + state.in_play[target + 1 :])


def repeat(state: State, target: int) -> State:
    """The tile of the last roll acts once more, for the player who landed on it."""
    return happen(state, state.fall) if state.fall is not None else state


REDO = "redo"

CARDS: dict[str, Card] = {
    "overload": Card("Overload", "one player's rolls -2", everyone, change=overload),
    "speed": Card("Speed", "one player's rolls +1", everyone, change=speed),
    "acceleration": Card("Acceleration", "everybody's rolls +1", change=acceleration),
    "cancellation": Card(
        "Cancellation",
        "removes a permanent card from play",
        cards_in_play,
        "there is no permanent card in play",
        effect=cancellation,
    ),
    REDO: Card("Redo", "does what the last card did", otherwise="no card was played", copies=True),
    "repeat": Card(
        "Repeat",
        "the tile of the last roll acts again",
        after_a_roll,
        "nobody has rolled yet",
        effect=repeat,
    ),
}


def acting(state: State, card: str) -> str:
    """The card whose effect a card has now: its own, or that of the last card played; "" if there
    is none to copy."""
    return state.last_card if CARDS[card].copies else card


def refusal(state: State, seat: int, card: str) -> str:
    """Why this player cannot play such a card now, as the end of a sentence; "" if it can."""
    effect = acting(state, card)
    if not effect:
        return CARDS[card].otherwise
    if CARDS[effect].permanent and seat != state.player:
        return "permanent cards can only be played in your own turn"
    return "" if CARDS[effect].targets(state) else CARDS[effect].otherwise


def targets(state: State, seat: int, card: str) -> tuple[int, ...]:
    """What this player can choose for such a card now; nothing if it cannot be played."""
    return () if refusal(state, seat, card) else CARDS[acting(state, card)].targets(state)


def changes(state: State, card: str, target: int) -> bool:
    """Whether such a card would change anything besides the hand it comes from."""
    act = CARDS[acting(state, card)].effect
    return act is None or act(state, target) != state


def played(state: State, seat: int, card: str, target: int) -> State:
    """The card leaves the hand: a permanent one into play, an instant one acts and is gone."""
    effect = acting(state, card)
    state = state._replace(
        hands=(*state.hands[:seat], without(state.hands[seat], card), *state.hands[seat + 1 :]),
        last_card=effect,
    )
    act = CARDS[effect].effect
    if act is not None:
        return act(state, target)
    return state._replace(in_play=(*state.in_play, InPlay(card, effect, seat, target)))


def roll_change(state: State, roller: int) -> int:
    """What the permanent cards in play change in a player's roll; they are added together."""
    changes = ((CARDS[card.acts_as].change, card.target) for card in state.in_play)
    return sum(change(target, roller) for change, target in changes if change is not None)


def without(hand: Hand, card: str) -> Hand:
    """The hand without such a card; from an unknown hand, without any one."""
    index = hand.index(card) if card in hand else 0
    return hand[:index] + hand[index + 1 :]


def sorted_hand(hand: Hand) -> Hand:
    """In the order of the table of cards, so that a hand does not show when cards were drawn."""
    order = [*CARDS]
    return tuple(sorted(hand, key=lambda card: order.index(card) if card in order else len(order)))
