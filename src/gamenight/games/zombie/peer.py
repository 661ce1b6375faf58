"""The `zombiedice` package of PyPI, to measure against: the same game but for one tie round."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any


class TwoShotguns:
    """Rolls until it has two shotguns, as our bot `easy`; counts its rolls."""

    def __init__(self, package: Any, name: str) -> None:
        self.package, self.name, self.rolls = package, name, 0

    def turn(self, state: object) -> None:
        shotguns = 0
        while shotguns < 2:
            shotguns += self.package.roll()["shotgun"]
            self.rolls += 1


def zombiedice_games(games: int) -> int:
    """Play so many games of two; their rolls. ImportError where it is not installed."""
    folder = os.getcwd()
    try:
        package = import_module("zombiedice")
    finally:
        os.chdir(folder)  # which importing it changes
    zombies = [TwoShotguns(package, name) for name in ("first", "second")]
    for _ in range(games):
        package.runGame(zombies)
    return sum(zombie.rolls for zombie in zombies)
