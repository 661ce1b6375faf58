"""Catalogue: what a screen without the rules of a game needs to know of it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from gamenight.bots import ranked_bots, scale, usual_bot
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game, company, for_playing
from gamenight.core.options import Option, declared
from gamenight.core.rules import Chance, Decision
from gamenight.match.example import early_scene
from gamenight.online.scenes import lean

FIRST_PLIES = 20


def entry(game: Game) -> dict[str, Any]:
    """A line of the list of games."""
    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "players": company(game),
        "seats": _seats(game),
        "minutes": game.minutes,
        "skill": game.skill,
        "theme": {
            "accent": game.theme.accent,
            "accent_light": game.theme.accent_light,
            "ground": game.theme.ground,
        },
        "emblem": game.emblem.emoji if game.emblem is not None else "",
        "glyphs": {face: lean(glyph) for face, glyph in game.glyphs.items()},
        "picture": _picture(game),
    }


def _seats(game: Game) -> tuple[int, int]:
    """How many people can sit down, in some way that is offered."""
    ways = (game.asked(), *(game.asked(**way.options) for way in game.ways))
    possible = [count for way in ways for count in (way[0], way[-1]) if count]
    return (min(possible), max(possible)) if possible else (0, 0)


def _picture(game: Game) -> Any:
    """An early moment of a match, to be drawn small; none where a game cannot show one."""
    with suppress(GamenightError):
        return lean(early_scene(game).still())
    return None


def details(game: Game) -> dict[str, Any]:
    """What a table can be like, besides the line."""
    played = for_playing(game)
    options = [
        {
            "name": option.name,
            "default": played.get(option.name, option.usual),
            "possible": option.possible,
            "choices": option.choices,
            "help": option.help,
            "words": option.words,
            "low": option.low,
            "high": option.high,
            "said": option.said,
            "watch": [value for value in _few(option) if _plays_itself(game, option, value)],
        }
        for option in declared(game.options)
    ]
    bots = [
        {"name": name, "title": info.name, "summary": info.summary, "elo": info.elo}
        for name, info in ranked_bots(game).items()
    ]
    return {
        "version": game.version,
        "options": options,
        "bots": bots,
        "usual": usual_bot(game),
        "scale": scale(game),
        "odds": game.odds is not None,
        "fractions": game.fractions is not None,
        "chance": _has_chance(game),
    }


def signs(game: Game, texts: Mapping[str, str]) -> list[str]:
    """The faces that can appear at a table with these options, and have a glyph; raises
    InvalidOption."""
    known = {option.name: option for option in declared(game.options)}
    asked = {
        name: known[name].read(text) if name in known else text for name, text in texts.items()
    }
    return [*game.legend(**asked)]


def _few(option: Option) -> tuple[str | bool, ...]:
    """The values of an option that has only a few."""
    return (False, True) if isinstance(option.default, bool) else tuple(option.choices)


def _plays_itself(game: Game, option: Option, value: str | bool) -> bool:
    """Whether nobody decides anything with this value, where all else is as people play it."""
    with suppress(GamenightError):
        return not game.asked(**{**for_playing(game), option.name: value})[-1]
    return False


def _has_chance(game: Game) -> bool:
    """Whether there are dice or cards in a match as it is usually played: its first plies tell."""
    with suppress(GamenightError):
        rules = game.rules(**for_playing(game))
        state = rules.initial()
        for _ in range(FIRST_PLIES):
            node = rules.node(state)
            if not isinstance(node, Decision):
                return isinstance(node, Chance)
            state = rules.apply(state, node.actions[0])
    return False
