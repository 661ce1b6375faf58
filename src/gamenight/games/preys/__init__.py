"""Preys and Hunters: a boat and four fish on a river, moved by a die alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from gamenight.core.game import Game, GameCommand, Setup, Way
from gamenight.core.scene import Glyph
from gamenight.core.theme import Theme
from gamenight.games.preys.board import default_view, fixed_view
from gamenight.games.preys.bots import BOTS
from gamenight.games.preys.rules import TEAM_FISH, TEAM_FISHERMEN, Options, PreysRules
from gamenight.games.preys.scene import GLYPHS, scene
from gamenight.games.preys.telling import tell
from gamenight.games.preys.welcome import welcome

if TYPE_CHECKING:
    from gamenight.core.lab import Lab
    from gamenight.core.lesson import Lesson
    from gamenight.games.preys.rules import State


def vacant(options: Options) -> Mapping[int, str]:
    """The die decides everything, unless the fish choose who swims instead of a safe one."""
    teams = {TEAM_FISH: "Fish", TEAM_FISHERMEN: "Fishermen"}
    if options.escort == "choose":
        del teams[TEAM_FISH]
    return teams


def lesson() -> Lesson:
    from gamenight.games.preys.lesson import LESSON

    return LESSON


def odds(rules: PreysRules, state: State) -> list[str]:
    from gamenight.games.preys.odds import odds

    return odds(rules, state)


def fractions(rules: PreysRules, state: State) -> list[str]:
    from gamenight.games.preys.odds import fractions

    return fractions(rules, state)


def run(words: list[str]) -> int:
    from gamenight.games.preys.command import run

    return run(words)


def run_gallery(words: list[str]) -> int:
    from gamenight.games.preys.gallery import run

    return run(words)


def read_lab() -> Lab:
    from gamenight.games.preys.lab import LAB

    return LAB


GAME = Game(
    id="preys",
    title="Preys and Hunters",
    summary="Four fish race a boat: play them, or watch.",
    version=1,
    make=PreysRules,
    seats=range(2, 3),
    options=Options,
    scene=scene,
    tell=tell,
    glyphs=GLYPHS,
    minutes=2,
    skill=10,
    bots=BOTS,
    vacant=vacant,
    ways=(
        Way("Play the fish", "you choose who swims", "one", {"escort": "choose"}),
        Way("Watch", "the die decides", "none", {"escort": "closest"}),
    ),
    setup=Setup(names="each", starter="given"),
    welcome=welcome,
    emblem=Glyph("🐟", "~", "fish"),
    theme=Theme("#58cfd6", "#0b6a72", "water"),
    lesson=lesson,
    odds=odds,
    fractions=fractions,
    commands={
        "preys": GameCommand(run, "play Preys and Hunters from given rolls, as characters"),
        "styles": GameCommand(run_gallery, "read and run Preys and Hunters in many styles"),
    },
    views={"default": default_view, "fixed": fixed_view},
    manual=Path(__file__).with_name("RULES.md"),
    lab=read_lab,
)
