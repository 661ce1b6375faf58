"""The state of a game of Circuit, and how a player moves.

A position is one number, the tiles walked since the start of the game: on a board of ten tiles 0
is tile 1 of lap 0, 23 is tile 4 of lap 2, and -1 is tile 10 of lap -1.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

UNKNOWN = "?"
NOBODY = -1

Hand: TypeAlias = tuple[str, ...]


class Tile(NamedTuple):
    """A tile of the board: the name of its kind, and the number of a moonwalk."""

    kind: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.kind}:{self.number}" if self.number else self.kind


class Fall(NamedTuple):
    """What happened when somebody rolled: the dice, what cards changed, the tile where the roll
    ended, and where a time machine takes this player. `tile` is None if the roll won."""

    seat: int
    dice: tuple[int, ...]
    change: int
    tile: Tile | None
    back: int

    @property
    def total(self) -> int:
        return sum(self.dice) + self.change


class InPlay(NamedTuple):
    """A permanent card in play. acts_as: the card whose effect it has, another one for a card
    that copies; target: the player it is on, or `NOBODY` if it is on everybody."""

    card: str
    acts_as: str
    owner: int
    target: int


class State(NamedTuple):
    """positions: of all players; starts: where each began its latest turn; previous: where each
    began the turn before that; turns: how many are over; thrown: the dice of this roll so far,
    None while nobody rolls; fall: the last roll that was made; last_card: the effect of the last
    card that was played; due: who gets a card now, in order."""

    tiles: tuple[Tile, ...]
    positions: tuple[int, ...]
    starts: tuple[int, ...]
    previous: tuple[int, ...]
    hands: tuple[Hand, ...]
    player: int = 0
    turns: int = 0
    thrown: tuple[int, ...] | None = None
    fall: Fall | None = None
    in_play: tuple[InPlay, ...] = ()
    last_card: str = ""
    due: tuple[int, ...] = ()

    def lap(self, seat: int) -> int:
        """Laps count from 0; negative behind the start of the game."""
        return self.positions[seat] // (len(self.tiles) or 1)

    def tile(self, seat: int) -> int:
        """Tiles count from 1."""
        return self.positions[seat] % (len(self.tiles) or 1) + 1

    def rank(self, seat: int) -> int:
        """1 is first; equal positions have equal ranks."""
        return 1 + sum(other > self.positions[seat] for other in self.positions)

    def put(self, seat: int, position: int) -> State:
        """One player is put somewhere else."""
        return self._replace(positions=replaced(self.positions, seat, position))

    def walk(self, seat: int, tiles: int) -> State:
        """One player walks on, or back."""
        return self.put(seat, self.positions[seat] + tiles)


def replaced(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])
