"""The `zombiedice` package on PyPI, for comparison: the same game except for one tie round."""

from __future__ import annotations

import os
from importlib import import_module
from random import Random
from typing import Any


class Coin:
    """Rolls on or holds by a coin, like our bot `random`; counts plies as our rules do: a draw, a
    roll, and a choice unless it was shot out."""

    def __init__(self, package: Any, name: str, rng: Random) -> None:
        self.package, self.name, self.rng, self.plies = package, name, rng, 0

    def turn(self, state: object) -> None:
        feet = shots = 0
        while True:
            rolled = self.package.roll()
            self.plies += 1 + (feet < 3)
            feet, shots = rolled["footsteps"], shots + rolled["shotgun"]
            if shots >= 3:
                return
            self.plies += 1
            if self.rng.random() < 0.5:
                return


def zombiedice_games(games: int) -> int:
    """Play this many two-player games by coin; returns the plies. ImportError if not installed."""
    folder = os.getcwd()
    try:
        package = import_module("zombiedice")
    finally:
        os.chdir(folder)  # which importing it changes
    rng = Random(games)
    zombies = [Coin(package, name, rng) for name in ("first", "second")]
    for _ in range(games):
        package.runGame(zombies)
    return sum(zombie.plies for zombie in zombies)
