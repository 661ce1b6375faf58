"""Oware (Abapa): sow, capture, and leave the opponent something to play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gamenight.core.game import Format, Game, Setup
from gamenight.core.scene import Glyph
from gamenight.core.theme import Theme
from gamenight.games.oware.bots import BOTS
from gamenight.games.oware.odds import odds
from gamenight.games.oware.rules import ID, VERSION, Options, OwareRules
from gamenight.games.oware.scene import scene, tell
from gamenight.games.oware.welcome import welcome

if TYPE_CHECKING:
    from gamenight.core.lab import Lab
    from gamenight.core.lesson import Lesson
    from gamenight.core.puzzle import Puzzles
    from gamenight.core.record import Record


def read_ogn(text: str) -> tuple[Record, ...]:
    from gamenight.games.oware.ogn import read

    return read(text)


def write_ogn(record: Record) -> str:
    from gamenight.games.oware.ogn import write

    return write(record)


def lesson() -> Lesson:
    from gamenight.games.oware.lesson import LESSON

    return LESSON


def puzzles() -> Puzzles:
    from gamenight.core.puzzle import read_puzzles

    return read_puzzles(Path(__file__).with_name("puzzles.json").read_text("utf-8"))


def read_lab() -> Lab:
    from gamenight.games.oware.lab import LAB

    return LAB


GAME = Game(
    id=ID,
    title="Oware",
    summary="Sow seeds and capture more than half of them.",
    version=VERSION,
    make=OwareRules,
    seats=range(2, 3),
    options=Options,
    scene=scene,
    tell=tell,
    minutes=8,
    skill=100,
    bots=BOTS,
    setup=Setup(names="each", starter="ask"),
    welcome=welcome,
    emblem=Glyph("🌰", "o", "seed"),
    theme=Theme("#f2b94b", "#855700", "wood"),
    lesson=lesson,
    puzzles=puzzles,
    odds=odds,
    formats={".ogn": Format(read=read_ogn, write=write_ogn)},
    manual=Path(__file__).with_name("RULES.md"),
    lab=read_lab,
)
