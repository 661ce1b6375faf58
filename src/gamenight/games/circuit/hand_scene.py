"""The cards that a viewer of Circuit sees: the hand, the cards in play, and what can be played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from string import ascii_lowercase

from gamenight.core.scene import Area, Choice, Glyph, Spot, Token, who
from gamenight.games.circuit.cards import CARDS, acting, cards_in_play, refusal
from gamenight.games.circuit.rules import Action, CircuitRules, Play
from gamenight.games.circuit.state import NOBODY, InPlay, State
from gamenight.games.circuit.words import card_deed, card_name, play_words

MOST_IN_PLAY = 256  # sets of cards in play that are remembered
# r rolls and q quits.
LETTERS = [letter for letter in ascii_lowercase if letter not in "qr"]

SIGNS = {
    "overload": ("🐌", "--"),
    "speed": ("👟", "+"),
    "acceleration": ("🚄", "++"),
    "cancellation": ("🚫", "x"),
    "redo": ("🔁", "="),
    "repeat": ("🔔", "@"),
}


def card_face(card: str) -> str:
    """The face of a card; a tile can have its name."""
    return f"{card} card"


CARD_GLYPHS = {
    card_face(card): Glyph(emoji, ascii, CARDS[card].title, CARDS[card].does)
    for card, (emoji, ascii) in SIGNS.items()
}


def hand_area(state: State, viewer: int, closed: str) -> Area:
    """The viewer's own hand: a place for every kind of card, so that places never move. closed:
    why nobody can play a card now."""
    hand = state.hands[viewer]
    spots = [
        _held(state, viewer, card, hand.count(card), place, closed)
        if card in hand
        else _empty(place)
        for place, card in enumerate(CARDS)
    ]
    return Area("hand", "Your hand", "list", tuple(spots), secret=True)


@cache
def _empty(place: int) -> Spot:
    return Spot(_hand_key(place))


def _held(state: State, viewer: int, card: str, count: int, place: int, closed: str) -> Spot:
    name, deed = CARDS[card].title, card_deed(state, card)
    why_not = closed or refusal(state, viewer, card)
    return Spot(
        key=_hand_key(place),
        label="" if why_not else card_label(card),
        name=name if count == 1 else f"{name} ×{count}",
        tokens=(_token(card),),
        note=f"{deed} (not now: {why_not})" if why_not else deed,
        tone="muted" if why_not else "",
    )


def _hand_key(place: int) -> str:
    """The place of a kind of card in every hand."""
    return f"hand {place + 1}"


def card_label(card: str) -> str:
    """The letter to type for a kind of card."""
    place = [*CARDS].index(card)
    return LETTERS[place] if place < len(LETTERS) else f"card{place + 1}"


def _token(card: str) -> Token:
    """The sign of a card; one that was added without a sign gets its first letter."""
    face = card_face(card)
    return Token("card", face if face in CARD_GLYPHS else initial(CARDS[card].title))


def initial(title: str) -> str:
    letter = title[:1].upper()
    return letter if letter.isascii() and letter.isprintable() and letter.strip() else "?"


@lru_cache(MOST_IN_PLAY)
def in_play_area(in_play: tuple[InPlay, ...]) -> Area:
    """The permanent cards in play, and on whom: the same for all viewers."""
    spots = []
    for number, card in enumerate(in_play, 1):
        on_all = card.target == NOBODY
        whom = "everybody" if on_all else who(card.target)
        spots.append(
            Spot(
                key=f"in play {number}",
                label=f"c{number}",
                name=card_name(card.card, card.acts_as),
                tokens=(_token(card.card),),
                note=f"on {whom}, by {who(card.owner)}",
                owner=None if on_all else card.target,
            )
        )
    return Area("in play", "Cards in play", "list", tuple(spots), rank=2)


def card_choices(rules: CircuitRules, state: State, actions: Iterable[Action]) -> Iterator[Choice]:
    """The cards that can be played: the card is touched, then its target. Out of turn they are
    offered as phrases, which say what each would do."""
    for action in actions:
        if isinstance(action, Play):
            words = play_words(state, action.card, action.target)
            on = (_hand_key([*CARDS].index(action.card)), *_target_keys(rules, state, action))
            out_of_turn = action.seat != state.player
            hint = card_deed(state, action.card, action.target) if out_of_turn else ""
            yield Choice(rules.format(action), words, on=on, hint=hint)


def _target_keys(rules: CircuitRules, state: State, action: Play) -> tuple[str, ...]:
    if CARDS[acting(state, action.card)].targets is cards_in_play:
        return (f"in play {action.target + 1}",)
    return (f"seat {action.target}",) if action.target in range(rules.players) else ()
