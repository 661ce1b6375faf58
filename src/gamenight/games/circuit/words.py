"""Phrases for Circuit: places and ranks, the arithmetic of a roll, what tiles and cards do."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gamenight.core.scene import who
from gamenight.games.circuit.cards import CARDS, acting, cards_in_play, changes
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.state import NOBODY, InPlay, State, Tile
from gamenight.games.circuit.tiles import EMPTY, TILES, title

MOST_DICE_LISTED = 10


def lap_and_tile(rules: CircuitRules, position: int) -> tuple[int, int]:
    """Where a position is, even while the board is being laid; the line of edition 1 ends. Laps as
    people count them: the first is 1, and behind the start it is 0."""
    length = rules.options.length
    if rules.options.edition == 1:
        return 1, min(position + 1, length)
    return position // length + 1, position % length + 1


def ordinal(rank: int) -> str:
    """1st, 2nd, 3rd, 4th; but 11th, 12th, 13th."""
    teen = rank % 100 in (11, 12, 13)
    return f"{rank}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(rank % 10, 'th')}"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def signed(change: int) -> str:
    """What is added to a roll: ` + 1`, ` - 2`, or nothing."""
    return f" {'-' if change < 0 else '+'} {abs(change)}" if change else ""


def arithmetic(dice: Sequence[int], change: int) -> str:
    """`7 = 4 + 5 - 2`: the total, the dice, and what cards change; many dice are only counted."""
    total, plain = sum(dice) + change, len(dice) == 1 and not change
    if plain:
        return str(total)
    if len(dice) > MOST_DICE_LISTED:
        return f"{total} = {sum(dice)} with {len(dice)} dice{signed(change)}"
    return f"{total} = {' + '.join(map(str, dice))}{signed(change)}"


# The table of tiles addresses the player who landed; the others read a name instead.
PERSONS = (
    (re.compile(r"\byour\b"), "their"),
    (re.compile(r"\byou\b"), "{who}"),
    (re.compile(r"\bthe others\b"), "everybody but {who}"),
)


def tile_deed(tile: Tile, player: str) -> str:
    """What a tile does to whom, if this player landed there: `moves {0} on 4 tiles`."""
    does = TILES[tile.kind].does.replace("{number}", str(tile.number))
    for word, person in PERSONS:
        does = word.sub(person.replace("{who}", player), does)
    return does


def _removing(state: State, target: int) -> str:
    target = 0 if len(state.in_play) == 1 else target
    if target == NOBODY:
        return CARDS["cancellation"].does
    return f"removes {card_on(state.in_play[target])}"


def _repeating(state: State, _: int) -> str:
    if state.fall is None or state.fall.tile is None:
        return CARDS["repeat"].does
    if state.fall.tile.kind == EMPTY:
        return "the tile is empty, so nothing happens"
    deed = f"{title(state.fall.tile)} once more {tile_deed(state.fall.tile, who(state.fall.seat))}"
    return deed if changes(state, "repeat", NOBODY) else f"{deed}, which changes nothing now"


# For cards where there is more to say than in the table of cards.
DEEDS: dict[str, Callable[[State, int], str]] = {"cancellation": _removing, "repeat": _repeating}


def card_deed(state: State, card: str, target: int = NOBODY) -> str:
    """What a card would do now, on this target if one is chosen."""
    effect = acting(state, card)
    if not effect:
        return CARDS[card].does
    deed = DEEDS[effect](state, target) if effect in DEEDS else CARDS[effect].does
    return deed if effect == card else f"as {CARDS[effect].title}: {deed}"


def card_name(card: str, effect: str) -> str:
    """`Overload`, or `Redo as Overload` where it copies."""
    copied = "" if effect == card else f" as {CARDS[effect].title}"
    return f"{CARDS[card].title}{copied}"


def card_on(card: InPlay) -> str:
    """A card in play and on whom: `Overload on {1}`."""
    whom = "everybody" if card.target == NOBODY else who(card.target)
    return f"{card_name(card.card, card.acts_as)} on {whom}"


def _one_of(in_play: tuple[InPlay, ...], number: int) -> str:
    """The same, so that nobody takes it for another one in play."""
    card, words = in_play[number], card_on(in_play[number])
    if sum(card_on(one) == words for one in in_play) == 1:
        return words
    by = f"{words}, by {who(card.owner)}"
    return by if in_play.count(card) == 1 else f"{by} (c{number + 1})"


def play_words(state: State, card: str, target: int) -> str:
    """What is played on what: `Overload on {1}`, `Cancellation of Overload on {1}`."""
    effect = acting(state, card)
    name = card_name(card, effect)
    if target == NOBODY:
        return name
    if CARDS[effect].targets is cards_in_play:
        return f"{name} of {_one_of(state.in_play, target)}"
    return f"{name} on {who(target) if target < len(state.positions) else target + 1}"
