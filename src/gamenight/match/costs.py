"""Costs: what it costs somebody to leave a match, to give up, or to go away, in a few words."""

from __future__ import annotations

from gamenight.core.rules import Decision
from gamenight.match.table import Table


def cost_of_leaving(table: Table, seat: int) -> str:
    """What becomes of the points of somebody who leaves the table."""
    rules, state = table.rules, table.state(None, seat)
    node = rules.node(state)
    ways = node.at_table(seat) if isinstance(node, Decision) else ()
    lost = [rules.scores(state)[seat] - rules.scores(rules.apply(state, way))[seat] for way in ways]
    points = f"{lost[0]} point{'' if lost[0] == 1 else 's'}" if lost and lost[0] > 0 else ""
    follows = after_leaving(table)
    return f"{table.names[seat]} loses {points}; {follows}" if points else follows


def after_leaving(table: Table) -> str:
    """What follows when one of those at the table leaves it: of two, the other one wins."""
    return "the others play on" if len(table.present) > 2 else "the match is over"


def cost_of_giving_up(table: Table) -> str:
    """Of two, the other one wins; of more, a machine plays on."""
    if len(table.present) > 2:
        return "a machine plays on for you"
    return "you lose, and the match is over"


def what_is_kept(table: Table) -> str:
    """What becomes of the match if everybody here leaves it now."""
    if table.remote and (table.here or table.resting):
        return "your place is kept: you can come back"
    if table.kept:
        return "what is not saved is lost" if table.warning else "the match is kept"
    why = "no person has played yet" if table.here else "it is only watched"
    return f"{why}, so it is not kept"
