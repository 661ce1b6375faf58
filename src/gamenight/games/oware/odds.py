"""What the position is worth with best play: nothing is left to chance, so that is all the odds."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from gamenight.core.bot import Limit
from gamenight.core.errors import NoOdds
from gamenight.core.rules import Over
from gamenight.core.scene import who
from gamenight.games.oware.rules import OwareRules, State
from gamenight.games.oware.scene import house_label

UNKNOWN = "nobody can work this out here: it takes gamenight[lab], six houses and no limit of plies"


class Prospect(NamedTuple):
    """A house, by how many seeds its player is ahead in the end, and whether that is certain."""

    house: int
    ahead: int
    proven: bool


def odds(rules: OwareRules, state: State) -> list[str]:
    """Who ends how far ahead, and with which move; raises NoOdds where nothing can search."""
    if isinstance(rules.node(state), Over):
        return ["The game is over: nothing more will be sown."]
    found = prospects(rules, state)
    mover, best = state.position.mover, found[0].ahead
    certainty = _certainty(rules, state, found)
    if not certainty:
        return _as_hinted(rules, state)
    return [
        f"{who(mover)} ends {_margin(best, who(1 - mover))} if both play their best from here to "
        f"the last seed ({certainty}).",
        "",
        f"What {who(mover)} can do:",
        *(f"  house {house_label(rules, p.house)}: {_margin(p.ahead)}" for p in found),
    ]


def _as_hinted(rules: OwareRules, state: State) -> list[str]:
    """What nobody can work out to the end, as the best bot sees it: a hint says just the same."""
    from gamenight.games.oware.bots import BOTS, Strong

    info, mover = BOTS["perfect"], state.position.mover
    assert isinstance(info.bot, Strong)
    found = info.bot.explain(rules, state, mover, Random(), Limit(seconds=1.0))
    return [
        f"Too many seeds are left to work this out to the end. What {who(mover)} can do, as the "
        f"bot {info.name} sees it:",
        *(
            f"  house {house_label(rules, one.action)}: {one.words}"
            for one in found
            if one.action is not None
        ),
    ]


def prospects(rules: OwareRules, state: State) -> list[Prospect]:
    """The moves, best first; what the position is worth is what the best of them is worth."""
    from gamenight.games.oware.lab import judge_of

    judge = judge_of(rules)
    if judge is None:
        raise NoOdds(UNKNOWN)
    mover, found = state.position.mover, list[Prospect]()
    for house in rules.moves(state.position):
        value = judge.value(rules.apply(state, house))
        found.append(Prospect(house, round(value.seats[mover]), value.proven))
    return sorted(found, key=lambda prospect: (-prospect.ahead, prospect.house))


def _margin(ahead: int, of: str = "") -> str:
    if not ahead:
        return f"level with {of}" if of else "level"
    seeds = "1 seed" if abs(ahead) == 1 else f"{abs(ahead)} seeds"
    if ahead < 0:
        return f"{seeds} behind {of}".rstrip()
    return f"{seeds} ahead of {of}" if of else f"{seeds} ahead"


def _certainty(rules: OwareRules, state: State, found: list[Prospect]) -> str:
    """How sure that is; empty where it is only what a short search has found."""
    from gamenight.games.oware.lab.ranks import AT_ONCE
    from gamenight.games.oware.lab.strong import tables_for

    if all(prospect.proven for prospect in found):
        return "proven"
    known = sum(state.position.houses) <= AT_ONCE and tables_for(rules) is not None
    return "by the endgame tables; only a repetition can change it" if known else ""
