"""Oware (Abapa): sow, capture, and leave the opponent something to play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gamenight.core.game import Format, Game, Setup
from gamenight.core.scene import Glyph
from gamenight.games.oware.bots import BOTS
from gamenight.games.oware.peer import openspiel_random_games, openspiel_rollouts
from gamenight.games.oware.rules import ID, VERSION, Options, OwareRules
from gamenight.games.oware.scene import scene, tell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gamenight.core.judge import Judge
    from gamenight.core.kernel import Kernel
    from gamenight.core.lesson import Lesson
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


def judge(rules: OwareRules) -> Judge | None:
    """Where compiled code can search: not without numba, and not with a limit of plies."""
    try:
        from gamenight.games.oware import words
        from gamenight.games.oware.judge import SeedJudge
    except ImportError:
        return None
    fits = words.fits(rules, rules.initial()) and not rules.options.ply_limit
    return SeedJudge(rules) if fits else None


def solve(rules: OwareRules) -> Iterable[str]:
    try:
        from gamenight.games.oware.judge import solved
    except ImportError as error:
        return [f"This needs numba and numpy: install gamenight[lab] ({error})."]
    return solved(rules)


def build_tables(words: list[str]) -> int:
    from gamenight.games.oware.tablecommands import build

    return build(words)


def verify_tables(words: list[str]) -> int:
    from gamenight.games.oware.tablecommands import verify

    return verify(words)


def compiled_games() -> Kernel:
    from gamenight.games.oware import compiled

    return compiled


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
    emblem=Glyph("🌰", "o", "seed"),
    lesson=lesson,
    formats={".ogn": Format(read=read_ogn, write=write_ogn)},
    peers={
        "OpenSpiel": openspiel_random_games,
        "OpenSpiel in C++": openspiel_rollouts,
    },
    kernel=compiled_games,
    reference="hard",
    judge=judge,
    solve=solve,
    tables={"build": build_tables, "verify": verify_tables},
    manual=Path(__file__).with_name("RULES.md"),
)
