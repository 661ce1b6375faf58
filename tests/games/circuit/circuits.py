"""Circuit for the tests: rules in a line, and states by what is said about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamenight.core.play import step
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.state import State


def circuit(players: int = 2, **options: object) -> CircuitRules:
    """The rules; the board is given by `tiles`, so that nothing has to be drawn."""
    given: dict[str, object] = {"tiles": ",".join(["empty"] * 10), "laps": 3}
    if options.get("edition") == 1:
        given = {"board": 10}
    return CircuitRules(Options(**{**given, **options}), players)  # type: ignore[arg-type]


def table(
    rules: CircuitRules, positions: Sequence[int], hands: Sequence[str] = (), **fields: Any
) -> State:
    """A state with these positions and hands ("overload redo"), the cards dealt; other fields
    of the state by name."""
    dealt = tuple(tuple(hand.split()) for hand in hands) or ((),) * rules.players
    state = rules.initial()._replace(positions=tuple(positions), hands=dealt, due=())
    return state._replace(**fields)


def played(rules: CircuitRules, state: State, *texts: str) -> State:
    """The state after these actions, every one checked."""
    for text in texts:
        state = step(rules, state, text)
    return state
