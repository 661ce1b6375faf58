"""Circuit as a game with its scenes, a table in the middle of a game, and its screens as text."""

from __future__ import annotations

import gamenight
from gamenight.core.scene import named
from gamenight.draw.layouts.flow import render
from gamenight.draw.style import Style
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.scene import GLYPHS, scene
from gamenight.games.circuit.state import NOBODY, Fall, InPlay, State, Tile
from tests.games.circuit.states import circuit, table

NAMES = ("Ann", "Bob", "Cleo")
BOARD = "empty,speed,wormhole,moonwalk:3,card,empty,time,bomb,empty,empty"

GAME = gamenight.game("circuit")

RULES = circuit(3, tiles=BOARD)
# Cleo, under an Overload and the Acceleration of her own Redo, fell on the speed-up of tile 2.
MIDDLE = table(
    RULES,
    (14, 6, -1),
    ("overload overload cancellation repeat", "redo", "speed repeat"),
    turns=7,
    in_play=(
        InPlay("overload", "overload", 1, 2),
        InPlay("redo", "acceleration", 2, NOBODY),
    ),
    last_card="acceleration",
    fall=Fall(2, (4, 5), -2, Tile("speed"), 0),
)


def screen(
    rules: CircuitRules, state: State, viewer: int | None = None, style: Style | None = None
) -> list[str]:
    return render(named(scene(rules, state, viewer), NAMES), GLYPHS, style or Style())


def drawing(text: str) -> list[str]:
    """The lines of a drawing that is indented by eight in the test."""
    return [row[8:] for row in text.splitlines()[1:-1]]
