"""The options of Circuit: the dice, the board, and the texts in which they are given."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import lcm

from gamenight.core.errors import InvalidOption
from gamenight.core.options import option
from gamenight.core.text import listed, quoted, whole_number
from gamenight.games.circuit.state import Tile
from gamenight.games.circuit.tiles import CARD, EMPTY, TILES

DICE = r"[1-9][0-9]{0,2}d[1-9][0-9]{0,3}(\+[1-9][0-9]{0,2}d[1-9][0-9]{0,3})*"
MOST_DICE, MOST_SIDES, LONGEST_BOARD, MOST_LAPS = 100, 1000, 1000, 1000
LARGEST_NUMBER = LONGEST_BOARD * MOST_LAPS  # of a given tile: as many tiles as the longest race has
WEIGHTS = ",".join(f"{name}:{kind.weight}" for name, kind in TILES.items())
PERCENT = 100


@dataclass(frozen=True)
class Options:
    edition: int = option(3, "edition: 1 a line, 2 laps and tiles, 3 cards as well", low=1, high=3)
    dice: str = option(
        "2d6",
        "the dice to roll",
        pattern=DICE,
        form="dice such as 2d6 or 1d4+2d8, with 2 or more sides",
    )
    board: int = option(24, "the number of tiles on the board", low=1, high=LONGEST_BOARD)
    laps: int = option(2, "laps to win", low=1, high=MOST_LAPS)
    tiles: str = option(
        "",
        "the board itself, instead of a random one",
        form=f"tiles separated by commas ({', '.join(TILES)}; moonwalk:3), or a file of them",
        file=True,
    )
    weights: str = option(
        WEIGHTS,
        "the share of each tile on a random board, 100 in total",
        form=f"shares such as {WEIGHTS}",
    )
    turn_limit: int = option(
        1000, "total turns, after which whoever is furthest ahead wins", low=1, step=50
    )

    def __post_init__(self) -> None:
        groups = _dice_groups(self.dice)
        sides = [each for _, each in groups]
        number = sum(count for count, _ in groups)  # counted before there is one of each
        if min(sides) < 2 or max(sides) > MOST_SIDES or number > MOST_DICE:
            raise InvalidOption(
                f"option dice cannot be {quoted(self.dice)} (possible: 1 to {MOST_DICE} dice with "
                f"2 to {MOST_SIDES} sides)",
                self.dice,
            )
        _ = self.shares, self.given

    @property
    def sizes(self) -> tuple[int, ...]:
        """The sides of every die."""
        return _read_dice(self.dice)

    @property
    def shares(self) -> tuple[tuple[Tile, int], ...]:
        """Every tile that can be drawn, with its exact weight."""
        return _read_weights(self.weights, self.edition)

    @property
    def given(self) -> tuple[Tile, ...]:
        """The board, if it is given."""
        if self.edition == 1:
            if self.tiles:
                raise InvalidOption("edition 1 is a line of tiles without effects", self.tiles)
            return (Tile(EMPTY),) * self.board
        return _read_tiles(self.tiles, self.edition) if self.tiles else ()

    @property
    def length(self) -> int:
        """How many tiles the board has: as many as were given."""
        return len(self.given) or self.board


def _dice_groups(text: str) -> list[tuple[int, int]]:
    """How many dice, and with how many sides."""
    groups = (group.split("d") for group in text.split("+"))
    return [(int(count), int(sides)) for count, sides in groups]


@lru_cache(maxsize=64)
def _read_dice(text: str) -> tuple[int, ...]:
    return tuple(sides for count, sides in _dice_groups(text) for _ in range(count))


@lru_cache(maxsize=64)
def _read_weights(text: str, edition: int) -> tuple[tuple[Tile, int], ...]:
    """In edition 2, which has no cards, the share of the card tiles goes to the empty ones."""
    shares = dict.fromkeys(TILES, 0)
    for part in text.split(","):
        name, _, weight = part.strip().partition(":")
        share = whole_number(weight)
        if name not in shares or share is None:
            raise InvalidOption(
                f"option weights cannot hold {quoted(part)} (possible: a tile and its share, such "
                f"as empty:45, of {listed(TILES)})",
                text,
                tuple(TILES),
            )
        shares[name] += share
    if sum(shares.values()) != PERCENT:
        raise InvalidOption(
            f"the weights of the tiles must add up to {PERCENT}, not {sum(shares.values())}", text
        )
    if edition < 3:
        shares[EMPTY] += shares.pop(CARD)
    common = lcm(*(len(TILES[name].numbers) for name in shares))
    return tuple(
        (Tile(name, number), share * common // len(TILES[name].numbers))
        for name, share in shares.items()
        for number in TILES[name].numbers
        if share
    )


@lru_cache(maxsize=64)
def _read_tiles(text: str, edition: int) -> tuple[Tile, ...]:
    """Tiles by name, with a number where they have one, separated by commas or lines."""
    parts = [part.strip() for part in re.split(r"[,\n]", text) if part.strip()]
    if not 0 < len(parts) <= LONGEST_BOARD:
        raise InvalidOption(f"a board must have 1 to {LONGEST_BOARD} tiles, not {len(parts)}", text)
    return tuple(read_tile(part, edition) for part in parts)


def read_tile(text: str, edition: int = 3) -> Tile:
    """A tile as it is written: `speed`, `moonwalk:3`; raises InvalidOption."""
    name, _, number = text.partition(":")
    known = [known for known in TILES if known != CARD or edition == 3]
    tile = Tile(name, whole_number(number) or 0 if number else 0)
    if name not in known or str(tile) != text or tile.number not in _numbers(name):
        numbered = [
            f"{kind}:1 to {kind}:{LARGEST_NUMBER}" if TILES[kind].numbered else kind
            for kind in known
        ]
        raise InvalidOption(
            f"there is no tile {quoted(text)} in edition {edition} (possible: {listed(numbered)})",
            text,
            tuple(numbered),
        )
    return tile


def _numbers(kind: str) -> range:
    """The numbers that a given tile may have: any, where tiles of its kind have one."""
    return range(1, LARGEST_NUMBER + 1) if TILES[kind].numbered else range(1)
