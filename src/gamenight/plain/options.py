"""Options of a match, as somebody types them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from gamenight.core.errors import InvalidOption
from gamenight.core.game import Game
from gamenight.core.options import chosen, declared, typed
from gamenight.core.text import offered, quoted, sentence
from gamenight.match.files import option_value
from gamenight.plain.console import Console, Undo

USUAL = ("", "n", "no", "usual", "usual rules")
KEEPS = "Enter keeps the usual rules, ? lists what you can change"


def ask_options(console: Console, game: Game, way: Mapping[str, Any]) -> dict[str, Any]:
    """The options for this match, if the game has any. way: those that are chosen already."""

    def accept(answer: str) -> dict[str, Any]:
        if answer.casefold() in USUAL:
            return {}
        known = {item.name for item in declared(game.options)}
        if "=" not in answer and known.isdisjoint(answer.split()):
            later = "; who plays is asked next" if game.asked(**way)[-1] else ""
            raise InvalidOption(f"{quoted(answer)} changes no rule: {KEEPS}{later}")
        return read_options(game, answer)

    help = [*options_help(game), "Type what you change as name=value name=value."]
    while declared(game.options):
        console.say("", sentence(KEEPS))
        try:
            return console.ask(f"Options for {game.title}? [usual rules] ", help, accept)
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
        f"  {item.name}={typed(item.usual)}  {item.help} (possible: {item.possible})"
        for item in declared(game.options)
    ]
