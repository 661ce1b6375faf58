"""The strength of a bot as a bar."""

from __future__ import annotations

from gamenight.bots import strength
from gamenight.core.bot import BotInfo
from gamenight.core.game import Game
from gamenight.draw.ink import ACCENT, MUTED
from gamenight.draw.line import Line, line, spaces
from gamenight.draw.palette import Look


def strength_bar(game: Game, info: BotInfo, look: Look, width: int) -> Line:
    """From the anchor of all ratings to the best there is; blank where nobody measured it."""
    share = strength(game, info)
    if share is None:
        return spaces(width)
    full = max(round(share * width), 1)
    sign, rest = ("=", "-") if look.ascii else ("━", "─")
    return line(sign * full, ACCENT) + line(rest * (width - full), MUTED)
