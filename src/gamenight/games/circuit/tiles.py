"""The tiles: what each does to those on the board, and how often it is drawn.

To add one, write its function and add an entry to `TILES`; RULES.md shows how.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gamenight.games.circuit.state import Fall, State, Tile

Effect = Callable[[State, Fall, int], State]


class Kind(NamedTuple):
    """A kind of tile. weight: its share of a drawn board, in percent; effect: a function of the
    state, the player's fall and the tile's number; numbers: those a tile can be drawn with, all
    equally likely (one that is given may have any). does: the effect as a phrase, with `{number}`
    for the number. sign: what it does in a word, where it is always the same."""

    title: str
    does: str
    weight: int
    effect: Effect | None = None
    numbers: range = range(1)
    sign: str = ""

    @property
    def numbered(self) -> bool:
        return self.numbers != range(1)


def atomic_bomb(state: State, fall: Fall, number: int) -> State:
    """Everybody goes back to the first tile; the laps stay."""
    for seat in range(len(state.positions)):
        state = state.walk(seat, 1 - state.tile(seat))
    return state


def moonwalk(state: State, fall: Fall, number: int) -> State:
    """Everybody else goes back by the number of the tile."""
    for seat in range(len(state.positions)):
        if seat != fall.seat:
            state = state.walk(seat, -number)
    return state


def speed_up(state: State, fall: Fall, number: int) -> State:
    """The player moves on four tiles."""
    return state.walk(fall.seat, 4)


def time_machine(state: State, fall: Fall, number: int) -> State:
    """The player goes back to where it began its previous turn."""
    return state.put(fall.seat, fall.back)


def wormhole(state: State, fall: Fall, number: int) -> State:
    """The player moves back four tiles."""
    return state.walk(fall.seat, -4)


def card_tile(state: State, fall: Fall, number: int) -> State:
    """The player gets a random card."""
    return state._replace(due=(*state.due, fall.seat))


EMPTY, CARD = "empty", "card"

TILES: dict[str, Kind] = {
    EMPTY: Kind("Empty", "does nothing", 45),
    CARD: Kind("Card", "gives you a random card", 10, card_tile),
    "speed": Kind("Speed up", "moves you on 4 tiles", 15, speed_up, sign="+4"),
    "wormhole": Kind("Wormhole", "moves you back 4 tiles", 15, wormhole, sign="-4"),
    "time": Kind("Time machine", "takes you to where your previous turn began", 8, time_machine),
    "moonwalk": Kind(
        "Moonwalk", "moves the others back {number}", 5, moonwalk, numbers=range(1, 7)
    ),
    "bomb": Kind("Atomic bomb", "takes all to tile 1 of their lap", 2, atomic_bomb),
}


def happen(state: State, fall: Fall) -> State:
    """The effect of the tile of this fall, the first time or again."""
    if fall.tile is None:
        return state
    effect = TILES[fall.tile.kind].effect
    return effect(state, fall, fall.tile.number) if effect is not None else state


def title(tile: Tile) -> str:
    """The name of a tile for people: `Moonwalk 3`."""
    return f"{TILES[tile.kind].title} {tile.number or ''}".rstrip()
