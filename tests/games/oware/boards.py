"""Oware boards as pictures for the tests: North's row from its last house to its first, as drawn.

      f e d c b a
    N 4 4 4 4 4 4 | 0
    S 4 4 4 4 4 4 | 0 <
      A B C D E F

The store stands behind each row, and `<` marks the side to move.
"""

from __future__ import annotations

from random import Random

from gamenight import Over, Record, Result, Seat
from gamenight.core.options import values
from gamenight.core.record import over_result
from gamenight.games.oware.rules import Options, OwareRules, Position, State


def board(picture: str) -> State:
    """The state of a picture, with no history."""
    rows = [line.split() for line in picture.splitlines() if line.strip()[:2] in ("N ", "S ")]
    (_, *north), (_, *south) = rows
    border = north.index("|")
    houses = [int(word) for word in south[:border] + north[:border][::-1]]
    stores = (int(south[border + 1]), int(north[border + 1]))
    return State(Position(tuple(houses), stores, mover=0 if south[-1] == "<" else 1))


def drawn(state: State) -> str:
    """The two rows of a state as a picture."""
    houses, stores, mover = state.position
    border = len(houses) // 2
    rows = ("S", houses[:border]), ("N", houses[:border:-1] + houses[border : border + 1])
    lines = [
        f"{side} {' '.join(map(str, row))} | {stores[seat]}{' <' if seat == mover else ''}"
        for seat, (side, row) in enumerate(rows)
    ]
    return "\n".join(reversed(lines))


def played(rules: OwareRules, state: State, *moves: str) -> State:
    """The state after legal moves."""
    for move in moves:
        node = rules.node(state)
        assert not isinstance(node, Over), f"over before {move}: {node.reason}"
        action = rules.parse(move)
        assert action in node.actions, f"{move} is not legal in\n{drawn(state)}"
        state = rules.apply(state, action)
    return state


def random_record(options: Options, seed: int, plies: int = 10_000, resigned: int = -1) -> Record:
    """A random match of Ann against the bot `hard`, cut after some plies."""
    rules, rng, actions = OwareRules(options), Random(seed), list[str]()
    state, result = rules.initial(), None
    node = rules.node(state)
    while not isinstance(node, Over) and len(actions) < plies:
        action = rng.choice(node.actions)
        actions.append(rules.format(action))
        state = rules.apply(state, action)
        node = rules.node(state)
    seats = (Seat("Ann"), Seat("hard", "hard"))
    if isinstance(node, Over):
        result = over_result(node, [seat.name for seat in seats])
    elif resigned >= 0:
        reason = f"{seats[resigned].name} resigned."
        result = Result(rules.scores(state), (1 - resigned,), reason, resigned)
    return Record("oware", 1, seats, values(options), tuple(actions), result=result)
