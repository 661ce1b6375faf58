"""Circuit (IS2Game): laps around a board of effect tiles, with cards played at any time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gamenight.core.game import Game, Setup
from gamenight.core.scene import Glyph
from gamenight.core.theme import Theme
from gamenight.games.circuit.bots import BOTS
from gamenight.games.circuit.cards import CARDS, Card
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.scene import GLYPHS, faces, scene
from gamenight.games.circuit.telling import tell
from gamenight.games.circuit.tiles import TILES, Kind
from gamenight.games.circuit.welcome import welcome

if TYPE_CHECKING:
    from gamenight.core.lab import Lab
    from gamenight.core.lesson import Lesson
    from gamenight.games.circuit.state import State

__all__ = ["CARDS", "GAME", "TILES", "Card", "Kind"]

MOST_PLAYERS = 20


def lesson() -> Lesson:
    from gamenight.games.circuit.lesson import LESSON

    return LESSON


def odds(rules: CircuitRules, state: State) -> list[str]:
    from gamenight.games.circuit.odds import odds

    return odds(rules, state)


def fractions(rules: CircuitRules, state: State) -> list[str]:
    from gamenight.games.circuit.odds import fractions

    return fractions(rules, state)


def read_lab() -> Lab:
    from gamenight.games.circuit.lab import LAB

    return LAB


GAME = Game(
    id="circuit",
    title="Circuit",
    summary="Race by wormholes and time machines, with cards.",
    version=1,
    make=CircuitRules,
    seats=range(1, MOST_PLAYERS + 1),
    options=Options,
    scene=scene,
    tell=tell,
    glyphs=GLYPHS,
    faces=faces,
    minutes=8,
    skill=40,
    bots=BOTS,
    setup=Setup(names="each", starter="shuffle"),
    welcome=welcome,
    emblem=Glyph("🏁", "#", "circuit"),
    theme=Theme("#93b7ff", "#2a57b0", "space"),
    lesson=lesson,
    odds=odds,
    fractions=fractions,
    manual=Path(__file__).with_name("RULES.md"),
    lab=read_lab,
)
