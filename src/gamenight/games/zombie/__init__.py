"""Zombie Dice: eat brains, press your luck, and mind the shotguns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gamenight.core.game import Game, Setup
from gamenight.core.scene import Glyph
from gamenight.games.zombie.bots import BOTS
from gamenight.games.zombie.odds import odds
from gamenight.games.zombie.rules import Options, ZombieRules
from gamenight.games.zombie.scene import GLYPHS, scene
from gamenight.games.zombie.telling import tell
from gamenight.games.zombie.welcome import welcome

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gamenight.core.judge import Judge
    from gamenight.core.kernel import Kernel
    from gamenight.core.lesson import Lesson


def lesson() -> Lesson:
    from gamenight.games.zombie.lesson import LESSON

    return LESSON


def compiled_games() -> Kernel:
    from gamenight.games.zombie import compiled

    return compiled


def judge(rules: ZombieRules) -> Judge | None:
    from gamenight.games.zombie.judge import judge

    return judge(rules)


def solve(rules: ZombieRules) -> Iterable[str]:
    from gamenight.games.zombie.solution import solve

    return solve(rules)


def zombiedice_games(games: int) -> int:
    from gamenight.games.zombie.peer import zombiedice_games

    return zombiedice_games(games)


GAME = Game(
    id="zombie",
    title="Zombie Dice",
    summary="Roll for brains, and hold before the third shotgun.",
    version=1,
    make=ZombieRules,
    seats=lambda options: range(2, options.max_players + 1),
    options=Options,
    scene=scene,
    tell=tell,
    glyphs=GLYPHS,
    bots=BOTS,
    setup=Setup(names="line", starter="shuffle"),
    emblem=Glyph("🧟", "Z", "zombie"),
    welcome=welcome,
    lesson=lesson,
    odds=odds,
    peers={"zombiedice": zombiedice_games},
    kernel=compiled_games,
    reference="turn",
    judge=judge,
    solve=solve,
    manual=Path(__file__).with_name("RULES.md"),
)
