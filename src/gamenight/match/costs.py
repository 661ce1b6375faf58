"""Costs: what it costs somebody to leave a match, to give up, or to go away, in a few words."""

from __future__ import annotations

from typing import Any

from gamenight.core.rules import Chance, Decision, Over, Rules
from gamenight.match.table import Table

ENDS = "the match is over"
ROLLS = 20  # at most, one after the other, before somebody may decide again


def cost_of_leaving(table: Table, seat: int) -> str:
    """What becomes of the points of somebody who leaves the table, and of the match."""
    rules, state = table.rules, table.state(None, seat)
    then, node = _next_decision(rules, state)
    left = [rules.apply(then, way) for way in node.at_table(seat)] if node is not None else []
    lost = [rules.scores(state)[seat] - rules.scores(after)[seat] for after in left]
    points = f"{lost[0]} point{'' if lost[0] == 1 else 's'}" if lost and lost[0] > 0 else ""
    ends = any(isinstance(rules.node(after), Over) for after in left)
    follows = ENDS if ends or len(table.present) <= 2 else "the others play on"
    return f"{table.names[seat]} loses {points}; {follows}" if points else follows


def _next_decision(rules: Rules[Any, Any], state: Any) -> tuple[Any, Decision[Any] | None]:
    """This state if somebody decides in it, or else one that may follow. Nobody can leave before a
    roll that is due, and what is rolled makes no difference to what is lost."""
    for _ in range(ROLLS):
        node = rules.node(state)
        if not isinstance(node, Chance):
            return state, node if isinstance(node, Decision) else None
        for outcome, _ in node.outcomes:
            then = rules.apply(state, outcome)
            if isinstance(rules.node(then), Decision):
                break
        state = then
    return state, None


def cost_of_giving_up(table: Table) -> str:
    """Of two, the other one wins; of more, a machine plays on."""
    if len(table.present) > 2:
        return "a machine plays on for you"
    return f"you lose, and {ENDS}"


def what_is_kept(table: Table) -> str:
    """What becomes of the match if everybody here leaves it now."""
    if table.remote and (table.here or table.resting):
        return "your place is kept: you can come back"
    if table.kept:
        return "what is not saved is lost" if table.warning else "the match is kept"
    why = "no person has played yet" if table.here else "it is only watched"
    return f"{why}, so it is not kept"
