"""Bots for any game, and the lookup of a bot by its name."""

from __future__ import annotations

from dataclasses import replace

from gamenight.bots.greedy import Greedy
from gamenight.bots.ladder import ladder
from gamenight.bots.mcts import SIMULATIONS, Mcts
from gamenight.bots.uniform import Uniform
from gamenight.core.bot import BotInfo, Limit
from gamenight.core.errors import UnknownBot
from gamenight.core.game import Game
from gamenight.core.text import offered, quoted

__all__ = ["Greedy", "Mcts", "Uniform", "bots_for", "find_bot", "rated_name"]

ANY_GAME = {
    "random": BotInfo("Random", "Plays any legal action.", Uniform()),
    "greedy": BotInfo("Greedy", "Goes for the best expected score one move ahead.", Greedy()),
    "mcts": BotInfo(
        "MCTS",
        "Tries out many random games from here.",
        Mcts(),
        limit=Limit(simulations=SIMULATIONS),
    ),
}


def bots_for(game: Game) -> dict[str, BotInfo]:
    """The game's own bots in its order, then those for any game; its own win a clash of names.
    Elo ratings come from the game's ladder."""
    others = {name: info for name, info in ANY_GAME.items() if name not in game.bots}
    measured = ladder(game)
    return {
        name: replace(info, elo=measured[name]) if name in measured else info
        for name, info in {**game.bots, **others}.items()
    }


def rated_name(info: BotInfo) -> str:
    """The name of a bot, with its Elo if that was measured."""
    return info.name if info.elo is None else f"{info.name} (Elo {info.elo})"


def find_bot(game: Game, spec: str) -> tuple[BotInfo, Limit]:
    """The bot for a spec such as `hard`, `mcts:400n` (simulations) or `mcts:0.5` (seconds), and
    its limit; raises UnknownBot, or InvalidOption for a wrong limit."""
    name, colon, limit = spec.partition(":")
    possible = bots_for(game)
    if name not in possible:
        raise UnknownBot(
            f"unknown bot {quoted(name)} for {game.title}{offered(name, possible)}",
            name,
            tuple(possible),
        )
    info = possible[name]
    return info, Limit.parse(limit) if colon else info.limit
