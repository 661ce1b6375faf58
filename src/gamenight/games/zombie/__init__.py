"""Zombie Dice: eat brains, press your luck, and mind the shotguns."""

from gamenight.core.game import Game, Setup
from gamenight.games.zombie.rules import Options, ZombieRules

GAME = Game(
    id="zombie",
    title="Zombie Dice",
    summary="Roll for brains, and hold before the third shotgun.",
    version=1,
    make=ZombieRules,
    seats=lambda options: range(2, options.max_players + 1),
    options=Options,
    setup=Setup(names="line", starter="shuffle"),
)
