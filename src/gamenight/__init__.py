"""gamenight: tabletop games as readable rules, to play, to study and to search."""

from gamenight.core.bot import Bot, BotInfo, Limit
from gamenight.core.errors import (
    BrokenGame,
    GamenightError,
    IllegalAction,
    InvalidAction,
    InvalidName,
    InvalidOption,
    InvalidPlayers,
    InvalidRecord,
    LawBroken,
    UnknownBot,
    UnknownGame,
)
from gamenight.core.game import Format, Game, Setup
from gamenight.core.laws import check
from gamenight.core.options import NoOptions, option
from gamenight.core.play import perft, playout, replay, sample, step
from gamenight.core.record import Change, Record, Result, Seat
from gamenight.core.registry import game, games
from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.core.scene import Area, Choice, Glyph, Scene, ScoreRow, Spot, Step, Token, who
from gamenight.core.turns import Pass, Sequential

__version__ = "0.1.0"
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
