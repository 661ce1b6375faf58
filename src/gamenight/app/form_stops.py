"""The stops of the form of a new game: where its cursor can be, and where Enter leads it."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.app.house_rules import HouseRules
from gamenight.app.party import Party
from gamenight.app.pictures.new_game import ADD, FIRST, RULE, RULES, SEAT, START, WAY


def stops_of(party: Party, rules: HouseRules, unfolded: bool) -> list[str]:
    """From top to bottom."""
    found = [f"{WAY}{party.way}", *(f"{SEAT}{n}" for n in range(len(party.places)))]
    found += [ADD] if len(party.places) < party.possible[-1] else []
    found += [FIRST] if party.starters else []
    found += [RULES] if rules.items else []
    if unfolded:
        found += [RULE + item.option.name for item in rules.items]
    return [*found, START]


def next_stop(party: Party, stops: Sequence[str], cursor: str, passing: bool) -> str:
    """On to the next name, from the last one to one more, and then to the start; passing: Enter
    led to one more already, and leads on from there."""
    if cursor.startswith(RULE):
        return stops[stops.index(cursor) + 1]
    seated = cursor.startswith(SEAT)
    after = int(cursor.removeprefix(SEAT)) if seated else -1
    people = (n for n, place in enumerate(party.places) if n > after and not place.bot)
    found = None if cursor == FIRST or passing else next(people, None)
    if found is not None:
        return f"{SEAT}{found}"
    several = party.game.ways[party.way].people == "several"
    return ADD if seated and several and ADD in stops else START


def wrong_stop(party: Party, rules: HouseRules) -> str | None:
    """The first stop where something is wrong: a name, else a rule."""
    if party.error is not None:
        return f"{SEAT}{party.error[0]}"
    return f"{RULE}{rules.wrong.option.name}" if rules.wrong is not None else None
