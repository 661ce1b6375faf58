"""Options of a match, as somebody types them."""

from __future__ import annotations

import re
from typing import Any

from gamenight.core.errors import InvalidOption
from gamenight.core.game import Game
from gamenight.core.options import chosen, declared
from gamenight.core.text import offered, quoted
from gamenight.match.files import option_value
from gamenight.plain.console import Console, Undo


def ask_options(console: Console, game: Game) -> dict[str, Any]:
    """The options for this match, if the game has any."""
    usual = "Enter keeps the usual rules; type changes as name=value name=value."
    while declared(game.options):
        try:
            prompt = f"Options for {game.title}? [usual rules] "
            help = [*options_help(game), usual]
            return console.ask(prompt, help, lambda answer: read_options(game, answer))
        except Undo:
            console.say("This is the first question: there is nothing to undo.")
    return {}


def read_options(game: Game, text: str) -> dict[str, Any]:
    """Options in a line, `name=value name=value`; raises InvalidOption."""
    known, given = {item.name: item for item in declared(game.options)}, {}
    for part in re.split(r"[\s,]+(?=\w+=)", text.strip(" ,")) if text else []:
        name, _, value = part.partition("=")
        if name not in known:
            raise InvalidOption(f"unknown option {quoted(name)}{offered(name, known)}")
        given[name] = option_value(known[name], value)
    chosen(game.options, given)
    return given


def options_help(game: Game) -> list[str]:
    """Every option in a line."""
    return [
        f"  {item.name}={item.default}  {item.help} (possible: {item.possible})"
        for item in declared(game.options)
    ]
