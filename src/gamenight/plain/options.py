"""Options of a match, as somebody types them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from gamenight.core.errors import InvalidOption
from gamenight.core.game import Game
from gamenight.core.options import chosen, declared, typed
from gamenight.core.text import offered, quoted, sentence
from gamenight.match.files import option_value
from gamenight.plain.console import Console, Undo

USUAL = ("", "n", "no", "usual", "usual rules")
SHORTEST_WORD = 3  # letters: `to` is no sign of `brains_to_win`
KEEPS = "Enter keeps the usual rules, ? lists what you can change"


def ask_options(console: Console, game: Game, way: Mapping[str, Any]) -> dict[str, Any]:
    """The options for this match, if the game has any. way: those that are chosen already."""

    def accept(answer: str) -> dict[str, Any]:
        if answer.casefold() in USUAL:
            return {}
        if "=" not in answer:
            later = "; who plays is asked next" if game.asked(**way)[-1] else ""
            meant = meant_option(game, answer) or f": {KEEPS}{later}"
            raise InvalidOption(f"{quoted(answer)} changes no rule{meant}")
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
    for part in re.split(r"[\s,]+(?=\w+\s*=)", text.strip(" ,")) if text else []:
        name, _, value = map(str.strip, part.partition("="))
        if name not in known:
            raise InvalidOption(f"unknown option {quoted(name)}{offered(name, known)}")
        given[name] = option_value(known[name], value)
    chosen(game.options, given)
    return given


def meant_option(game: Game, text: str) -> str:
    """How to type what is said of one option in its own words: `; did you mean brains_to_win=5?`;
    else empty."""
    said = re.findall(r"[^\W_]+", text.casefold())
    told = {word for word in said if len(word) >= SHORTEST_WORD}
    common = {item: len(told & set(item.name.split("_"))) for item in declared(game.options)}
    most = max(common.values(), default=0)
    meant = [item for item, count in common.items() if most and count == most]
    if len(meant) != 1:
        return ""
    value = typed(meant[0].usual)
    for word in said:
        if word not in meant[0].name.split("_"):
            with suppress(InvalidOption):
                value = typed(meant[0].read(word))
    return f"; did you mean {meant[0].name}={value}?"


def options_help(game: Game) -> list[str]:
    """Every option in a line."""
    return [
        f"  {item.name}={typed(item.usual)}  {item.help} (possible: {item.possible})"
        for item in declared(game.options)
    ]
