"""Advice: hints and odds at a table, worked out here from what a seat may know."""

from __future__ import annotations

from gamenight.core.bot import Stoppable
from gamenight.core.view import odds_of
from gamenight.match.hints import Hint, NoHint, hint
from gamenight.match.table import Table
from gamenight.match.waiting import Think

FIRST, AGAIN = "Looking for a hint; the first one takes longer ...", "Looking for a hint ..."
FIRST_ODDS, ODDS = (
    "Working out the odds; the first time takes longer ...",
    "Working out the odds ...",
)
_asked: set[str] = set()  # the games whose best bot is ready in this process
_reckoned: set[str] = set()  # and those whose odds were worked out


async def odds_at(
    table: Table, think: Think, seat: int | None, fractions: bool, at: int | None
) -> list[str]:
    """The odds after this many plies; raises NoOdds."""
    game, rules, state, names = table.game, table.rules, table.state(at, seat), table.names_at(at)
    sentence = ODDS if game.id in _reckoned else FIRST_ODDS
    found = await think(sentence, lambda: odds_of(game, rules, state, seat, names, fractions))
    _reckoned.add(game.id)
    return found


async def hint_at(table: Table, think: Think, seat: int) -> Hint:
    """What the best bot would do in this seat now; raises NoHint."""
    if table.result is not None:
        raise NoHint(f"{table.names[seat]} has nothing to choose now", seat)
    game, rules = table.game, table.rules
    search, state, names = Stoppable(), table.state(None, seat), table.names
    sentence = AGAIN if game.id in _asked else FIRST
    try:
        found = await think(sentence, lambda: hint(game, rules, state, seat, names, rng=search))
        _asked.add(game.id)
        return found
    finally:
        search.stop()  # nobody waits for it any more
