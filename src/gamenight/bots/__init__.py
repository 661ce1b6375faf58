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

__all__ = [
    "ANCHOR",
    "ANCHOR_ELO",
    "ELO_SCALE",
    "Greedy",
    "Mcts",
    "Uniform",
    "bots_for",
    "find_bot",
    "ranked_bots",
    "rated_name",
    "scale",
    "strength",
    "typed_bot",
    "usual_bot",
]

# The one scale of all ratings: that of this bot is fixed.
ANCHOR, ANCHOR_ELO = "random", 1000
EASY = "easy"
ELO_SCALE = f"Elo: {ANCHOR} has {ANCHOR_ELO}"
# Nobody notices who is better of bots that all lie within this: 53 wins in 100 games.
CLOSE = 20

ANY_GAME = {
    "random": BotInfo("Random", "Does anything the rules allow, at random.", Uniform()),
    "greedy": BotInfo("Greedy", "Takes the most points it can get with one move.", Greedy()),
    "mcts": BotInfo(
        "Dreamer",
        "Plays many games in its head, and does what won most of them.",
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


def ranked_bots(game: Game) -> dict[str, BotInfo]:
    """The same as people choose from them: the weakest first. Those never measured come at the
    end: `random`, which thinks least, then the others for any game, then the game's own in its
    order, which goes from weak to strong."""
    found = bots_for(game)

    def place(bot: tuple[str, BotInfo]) -> tuple[bool, float, bool, bool]:
        name, info = bot
        return info.elo is None, info.elo or 0, name != ANCHOR, name in game.bots

    return dict(sorted(found.items(), key=place))


def usual_bot(game: Game) -> str:
    """The bot to play against unless somebody chooses another: the game's weakest own."""
    return next(iter(bots_for(game)))


def strength(game: Game, info: BotInfo) -> float | None:
    """How strong a bot is, from 0 (as `random`) to 1 (the best there is); None if unmeasured."""
    measured = [other.elo for other in bots_for(game).values() if other.elo is not None]
    if info.elo is None or max(measured, default=ANCHOR_ELO) <= ANCHOR_ELO:
        return None
    return min(max((info.elo - ANCHOR_ELO) / (max(measured) - ANCHOR_ELO), 0.0), 1.0)


def scale(game: Game) -> str:
    """What the ratings of its bots mean, or why they have none."""
    measured = [info.elo for info in bots_for(game).values() if info.elo is not None]
    if not measured:
        return "no Elo: nobody has measured them yet"
    close = len(measured) > 1 and max(measured) - min(measured) < CLOSE
    return ELO_SCALE + ("; all are close, as chance decides nearly everything" if close else "")


def rated_name(info: BotInfo) -> str:
    """The name of a bot, with its Elo if that was measured."""
    return info.name if info.elo is None else f"{info.name} (Elo {info.elo})"


def typed_bot(game: Game, text: str) -> str:
    """The spec that somebody means by what they typed: the id of a bot, or the name under which it
    is shown. In every game `easy` is somebody: the weakest of its own, unless a bot is called so.
    What is neither stays as it is."""
    possible = bots_for(game)
    names = {info.name.casefold(): id for id, info in reversed(possible.items())}
    word, colon, limit = text.partition(":")
    known = {EASY: usual_bot(game), **names, **{id.casefold(): id for id in possible}}
    return f"{known.get(word.strip().casefold(), word)}{colon}{limit}"


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
