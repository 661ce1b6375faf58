"""Circuit in a line: rules, states by what is said about them, and positions as text: `1.4` is
tile 4 of lap 1, `-1.10` tile 10 of lap -1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from gamenight.core.play import step
from gamenight.games.circuit.options import Options
from gamenight.games.circuit.rules import CircuitRules
from gamenight.games.circuit.state import NOBODY, State


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


class Case(NamedTuple):
    """What is before, what is done, and what is then.

    before, after: where the players stand, the one whose turn it is first. plays: separated by
    `;`, where `roll 1 2` is the choice and its dice. board: the tiles that are not empty, by
    place. hands: by player, separated by `|`. in_play: the cards in play after it.
    """

    what: str
    before: str
    plays: str
    after: str
    board: str = ""
    hands: str = ""
    in_play: str = ""


def tiles(text: str, length: int = 10) -> str:
    """`4 speed, 8 moonwalk:2` on a board that is empty otherwise, as the option wants it."""
    board = ["empty"] * length
    for part in filter(None, text.split(", ")):
        place, tile = part.split(" ")
        board[int(place) - 1] = tile
    return ",".join(board)


def place(text: str, length: int = 10) -> int:
    lap, tile = text.split(".")
    assert 1 <= int(tile) <= length, text
    return int(lap) * length + int(tile) - 1


def race(
    before: str, board: str = "", hands: str = "", length: int = 10, **options: object
) -> tuple[CircuitRules, State]:
    """Rules, and a state in which the first player's turn begins."""
    positions = [place(text, length) for text in before.split()]
    given = {"tiles": tiles(board, length), **options}
    rules = circuit(len(positions), **given)
    state = table(rules, positions, hands.split("|") if hands else ())
    return rules, state._replace(starts=state.positions)


def plays(rules: CircuitRules, state: State, text: str) -> State:
    """The state after plays, each checked; `roll 1 2` is one of them."""
    for part in filter(None, text.split("; ")):
        word, _, dice = part.partition(" ")
        texts = [part]
        if word == "roll" and dice:
            texts = ["roll", f"throw {dice}"] if rules.cards else [f"throw {dice}"]
        state = played(rules, state, *texts)
    return state


def where(state: State) -> str:
    """The positions as they are asked for."""
    seats = range(len(state.positions))
    return " ".join(f"{state.lap(seat)}.{state.tile(seat)}" for seat in seats)


def on_the_table(state: State) -> str:
    """The cards in play, each with the player it is on, and what a Redo acts as."""
    shown = []
    for card in state.in_play:
        name = card.card if card.card == card.acts_as else f"{card.card}={card.acts_as}"
        shown.append(name if card.target == NOBODY else f"{name} {card.target + 1}")
    return ", ".join(shown)


def hands(state: State) -> str:
    return "|".join(" ".join(hand) for hand in state.hands)


def result(case: Case, **options: Any) -> tuple[CircuitRules, State]:
    """The rules of a case, and the state after its plays."""
    rules, state = race(case.before, case.board, case.hands, **options)
    return rules, plays(rules, state, case.plays)
