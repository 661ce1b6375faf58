"""What the position is worth with best play: nothing is left to chance, so that is all the odds."""

from __future__ import annotations

from typing import NamedTuple

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
        return ["The game is over: there is nothing left to sow."]
    found = prospects(rules, state)
    mover, best = state.position.mover, found[0].ahead
    return [
        f"{who(mover)} ends {_margin(best, who(1 - mover))} if both play their best from here to "
        f"the last seed ({_certainty(rules, state, found)}).",
        "",
        f"What {who(mover)} can do:",
        *(f"  house {house_label(rules, p.house)}: {_margin(p.ahead)}" for p in found),
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
    from gamenight.games.oware.lab.judge import POSITIONS
    from gamenight.games.oware.lab.ranks import AT_ONCE
    from gamenight.games.oware.lab.strong import tables_for

    if all(prospect.proven for prospect in found):
        return "proven"
    if sum(state.position.houses) <= AT_ONCE and tables_for(rules) is not None:
        return "by the endgame tables; only a repetition can change it"
    return f"not proven: a search of {POSITIONS:,} positions for each move"
