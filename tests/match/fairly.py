"""Matches whose chance everybody mixes, as a server plays them."""

from __future__ import annotations

from random import Random

from gamenight.core.fairness import Level
from gamenight.core.rules import Decision
from gamenight.match.fair import Source, chain, due_salts, last_salt, next_salt
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.match.matches import ANN, BEN, CLEO
from tests.toys.heist import HEIST

SECRET = bytes(range(32))
CHAINS = {seat.name: chain(seat.name.encode(), 64) for seat in (ANN, BEN, CLEO)}


def source(level: Level = "live", number: int = 0, who: str = "Ann Ben Cleo") -> Source:
    """These people have sat down with a tip of their own."""
    tips = [CHAINS[one.name][0] if one.name in who else b"" for one in (ANN, BEN, CLEO)]
    return Source(SECRET[number:] + SECRET[:number], level, f"table/{number}", tuple(tips))


def new_fair(level: Level = "live", number: int = 0, who: str = "Ann Ben Cleo") -> Match:
    seats = (ANN, BEN, CLEO)
    return Match.new(
        SqliteStore(), HEIST, seats, order="shuffle", source=source(level, number, who)
    )


def go_on(match: Match, absent: str = "", most: int = 10_000, chosen: int = 0) -> Match:
    """Play at random; all but the absent ones give their salts."""
    rng = Random(chosen)
    for _ in range(most):
        if match.result is not None:
            break
        if isinstance(node := match.node, Decision):
            action = rng.choice(node.actions)
            match.play(match.rules.format(action), node.player, match.at)
        else:
            match.chance(salts=given(match, absent))
    return match


def given(match: Match, absent: str = "") -> dict[int, bytes]:
    found = dict[int, bytes]()
    for seat in due_salts(match):
        name, last = match.names[seat], last_salt(match, seat)
        if name not in absent and last is not None:
            following = next_salt(CHAINS[name], last)
            found |= {seat: following} if following is not None else {}
    return found
