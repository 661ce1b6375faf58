"""Thief: press your luck with five dice, and steal what others leave on the table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamenight.core.game import Game, Setup
from gamenight.core.scene import Glyph, Scene, Step
from gamenight.core.theme import Theme
from gamenight.games.thief.bots import BOTS, NAMES
from gamenight.games.thief.odds import fractions, odds
from gamenight.games.thief.rules import MOST_PLAYERS, Options, ThiefRules
from gamenight.games.thief.scene import CARD_GLYPHS, GLYPHS, scene
from gamenight.games.thief.telling import tell
from gamenight.games.thief.welcome import welcome

if TYPE_CHECKING:
    from gamenight.core.lab import Lab
    from gamenight.core.lesson import Lesson
    from gamenight.games.thief.cards import CardThiefRules


def make(options: Options, players: int) -> ThiefRules | CardThiefRules:
    """The rules; those for cards are only loaded for a match with cards."""
    if options.cards:
        from gamenight.games.thief.cards import CardThiefRules

        return CardThiefRules(options, players)
    return ThiefRules(options, players)


def draw(rules: Any, state: Any, viewer: int | None) -> Scene:
    if rules.options.cards:
        from gamenight.games.thief.card_scene import scene as card_scene

        return card_scene(rules, state, viewer)
    return scene(rules, state, viewer)


def retell(rules: Any, before: Any, action: Any, viewer: int | None) -> Sequence[Step]:
    if rules.options.cards:
        from gamenight.games.thief.card_telling import tell as card_tell

        return card_tell(rules, before, action, viewer)
    return tell(rules, before, action, viewer)


def faces(options: Options) -> list[str]:
    """Signs of cards are for matches with cards."""
    return [*GLYPHS, *(CARD_GLYPHS if options.cards else ())]


def lesson() -> Lesson:
    from gamenight.games.thief.lesson import LESSON

    return LESSON


def read_lab() -> Lab:
    from gamenight.games.thief.lab import LAB

    return LAB


GAME = Game(
    id="thief",
    title="Thief",
    summary="A growing pot, and the next player may steal it.",
    version=1,
    make=make,
    seats=lambda options: range(options.fewest + options.empty, MOST_PLAYERS + 1),
    empty="empty",
    options=Options,
    scene=draw,
    tell=retell,
    glyphs={**GLYPHS, **CARD_GLYPHS},
    faces=faces,
    minutes=36,
    skill=40,
    bots=BOTS,
    bot_names=NAMES,
    setup=Setup(names="each", shortest=3, longest=15, confirm=True, starter="shuffle"),
    emblem=Glyph("🎲", "$", "thief"),
    theme=Theme("#ff9d80", "#a8421f", "felt"),
    welcome=welcome,
    lesson=lesson,
    odds=odds,
    fractions=fractions,
    manual=Path(__file__).with_name("RULES.md"),
    lab=read_lab,
)
