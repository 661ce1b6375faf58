"""Zombie Dice: eat brains, press your luck, and mind the shotguns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gamenight.core.game import Game, Setup
from gamenight.core.scene import Glyph
from gamenight.core.theme import Theme
from gamenight.games.zombie.bots import BOTS
from gamenight.games.zombie.odds import fractions, odds
from gamenight.games.zombie.rules import Options, ZombieRules
from gamenight.games.zombie.scene import GLYPHS, scene
from gamenight.games.zombie.telling import tell
from gamenight.games.zombie.welcome import welcome

if TYPE_CHECKING:
    from gamenight.core.lab import Lab
    from gamenight.core.lesson import Lesson


def lesson() -> Lesson:
    from gamenight.games.zombie.lesson import LESSON

    return LESSON


def read_lab() -> Lab:
    from gamenight.games.zombie.lab import LAB

    return LAB


GAME = Game(
    id="zombie",
    title="Zombie Dice",
    summary="Roll for brains; hold before the third shotgun.",
    version=1,
    make=ZombieRules,
    seats=lambda options: range(2, options.max_players + 1),
    options=Options,
    scene=scene,
    tell=tell,
    glyphs=GLYPHS,
    minutes=7,
    skill=25,
    bots=BOTS,
    setup=Setup(names="line", starter="shuffle"),
    emblem=Glyph("🧟", "Z", "zombie"),
    theme=Theme("#86d968", "#2d6e14", "night"),
    welcome=welcome,
    lesson=lesson,
    odds=odds,
    fractions=fractions,
    manual=Path(__file__).with_name("RULES.md"),
    lab=read_lab,
)
