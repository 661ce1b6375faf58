"""Oware (Abapa): sow, capture, and leave the opponent something to play."""

from pathlib import Path

from gamenight.core.game import Format, Game, Setup
from gamenight.games.oware.bots import BOTS
from gamenight.games.oware.lesson import LESSON
from gamenight.games.oware.ogn import read, write
from gamenight.games.oware.peer import openspiel_random_games
from gamenight.games.oware.rules import ID, VERSION, Options, OwareRules
from gamenight.games.oware.scene import scene, tell

GAME = Game(
    id=ID,
    title="Oware",
    summary="Sow seeds around the board and capture more than half of them.",
    version=VERSION,
    make=OwareRules,
    seats=range(2, 3),
    options=Options,
    scene=scene,
    tell=tell,
    bots=BOTS,
    setup=Setup(names="each", starter="ask"),
    lesson=LESSON,
    formats={".ogn": Format(read=read, write=write)},
    peers={"OpenSpiel": openspiel_random_games},
    manual=Path(__file__).with_name("RULES.md"),
)
