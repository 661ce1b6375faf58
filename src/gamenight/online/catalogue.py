"""Catalogue: what a screen without the rules of a game needs to know of it."""

from __future__ import annotations

from typing import Any

from gamenight.bots import bots_for
from gamenight.core.game import Game, company
from gamenight.core.options import declared
from gamenight.online.scenes import lean


def entry(game: Game) -> dict[str, Any]:
    """A line of the list of games."""
    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "players": company(game),
        "minutes": game.minutes,
        "skill": game.skill,
    }


def described(game: Game) -> dict[str, Any]:
    """The line, and everything that a table can be like, and what faces mean."""
    options = [
        {
            "name": option.name,
            "default": option.default if option.people is None else option.people,
            "possible": option.possible,
            "choices": option.choices,
            "help": option.help,
        }
        for option in declared(game.options)
    ]
    bots = [
        {"name": name, "summary": info.summary, "elo": info.elo}
        for name, info in bots_for(game).items()
    ]
    glyphs = {face: lean(glyph) for face, glyph in game.glyphs.items()}
    return {
        **entry(game),
        "version": game.version,
        "options": options,
        "bots": bots,
        "glyphs": glyphs,
    }
