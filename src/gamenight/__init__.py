"""gamenight: tabletop games as readable rules, to play, to study and to search."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamenight.core.bot import Bot, BotInfo, Limit
from gamenight.core.errors import (
    BrokenGame,
    GamenightError,
    IllegalAction,
    InvalidAction,
    InvalidName,
    InvalidOption,
    InvalidPlayers,
    InvalidPosition,
    InvalidRecord,
    LawBroken,
    UnknownBot,
    UnknownGame,
)
from gamenight.core.game import Format, Game, Setup
from gamenight.core.options import NoOptions, option
from gamenight.core.registry import game, games
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.scene import Area, Choice, Glyph, Scene, ScoreRow, Spot, Step, Token, who

if TYPE_CHECKING:
    from gamenight.core.laws import check
    from gamenight.core.play import perft, playout, replay, sample, step
    from gamenight.core.record import Change, Record, Result, Seat
    from gamenight.core.turns import Pass, Sequential

__version__ = "0.1.0"

# What no menu needs is imported when it is first used.
LATER = {
    "laws": "check",
    "play": "perft playout replay sample step",
    "record": "Change Record Result Seat",
    "turns": "Pass Sequential",
}
HOMES = {name: module for module, names in LATER.items() for name in names.split()}

__all__ = [
    "Area",
    "Bot",
    "BotInfo",
    "BrokenGame",
    "Chance",
    "Change",
    "Choice",
    "Decision",
    "Format",
    "Game",
    "GamenightError",
    "Glyph",
    "IllegalAction",
    "InvalidAction",
    "InvalidName",
    "InvalidOption",
    "InvalidPlayers",
    "InvalidPosition",
    "InvalidRecord",
    "LawBroken",
    "Limit",
    "NoOptions",
    "Over",
    "Pass",
    "Record",
    "Result",
    "Rules",
    "Scene",
    "ScoreRow",
    "Seat",
    "Sequential",
    "Setup",
    "Spot",
    "Step",
    "Token",
    "UnknownBot",
    "UnknownGame",
    "check",
    "game",
    "games",
    "option",
    "perft",
    "playout",
    "replay",
    "sample",
    "step",
    "who",
]


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"gamenight.core.{HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES})
