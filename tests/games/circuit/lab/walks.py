"""Games of Circuit through compiled code and through the rules, ply by ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from gamenight.games.circuit.rules import ROLL, Action, CircuitRules, Deal, Lay, Play, Throw
from gamenight.games.circuit.state import Fall, InPlay, State, Tile
from tests.late import late

with late():
    from gamenight.games.circuit.lab import kernel, packing
    from gamenight.games.circuit.lab.packing import packed, room, settings_of

BUSY = "card,card,speed,wormhole,time,moonwalk:3,bomb,card,empty,card"

TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {"edition": 1, "board": 1}),
    (3, {"edition": 1, "board": 40, "dice": "1d4+2d8"}),
    (2, {"edition": 2}),
    (4, {"edition": 2, "tiles": "empty,speed,wormhole,time,moonwalk:60,bomb", "laps": 9}),
    (3, {"edition": 2, "board": 30, "turn_limit": 11, "weights": "empty:20,moonwalk:40,bomb:40"}),
    (1, {}),
    (3, {}),
    (6, {"laps": 4, "dice": "3d20+1d6"}),
    (3, {"tiles": BUSY, "laps": 6, "dice": "1d6"}),
    (2, {"tiles": BUSY, "laps": 60, "turn_limit": 90}),
]


def named(state: packing.State) -> State:
    """The state of the rules that the tables are."""
    player, turns, laid, due, thrown, last_card, in_play, _, *fell = state.table[0].tolist()
    seat, change, kind, number, back = fell
    rolled = tuple(state.dice[1].tolist())
    seats = state.seats.tolist()
    tile = Tile(kernel.KINDS[kind], number) if kind >= 0 else None
    return State(
        tiles=tuple(
            Tile(kernel.KINDS[kind], number) for kind, number in state.tiles[:laid].tolist()
        ),
        positions=tuple(row[kernel.POSITION] for row in seats),
        starts=tuple(row[kernel.START] for row in seats),
        previous=tuple(row[kernel.PREVIOUS] for row in seats),
        hands=tuple(
            tuple(
                name
                for name, held in zip(
                    (*kernel.CARD_NAMES, "?"),
                    [*row[kernel.HAND : kernel.CHANGE], unseen],
                    strict=True,
                )
                for _ in range(held)
            )
            for row in seats
            for unseen in [row[kernel.UNSEEN]]
        ),
        player=player,
        turns=turns,
        thrown=tuple(state.dice[0, :thrown].tolist()) if thrown >= 0 else None,
        fall=Fall(seat, rolled, change, tile, back) if seat >= 0 else None,
        in_play=tuple(
            InPlay(_card(one), _card(acts_as), owner, target)
            for one, acts_as, owner, target in state.in_play[:in_play].tolist()
        ),
        last_card=_card(last_card),
        due=tuple(state.due[0, :due].tolist()),
    )


def _card(number: int) -> str:
    return kernel.CARD_NAMES[number] if number >= 0 else ""


def done(rules: CircuitRules, before: State, after: State, number: int) -> Action:
    """The action that a ply of the kernel was."""
    if number == kernel.LAY:
        return Lay("tile", after.tiles[-1])
    if number == kernel.DEAL:
        old, new = (list(state.hands[before.due[0]]) for state in (before, after))
        for held in old:
            new.remove(held)
        return Deal("card", new[0])
    if number == kernel.THROW:
        first = len(before.thrown or ())
        lying = after.thrown if after.turns == before.turns else after.fall and after.fall.dice
        assert lying is not None
        return Throw("throw", lying[first : first + rules.throws[first][0]])
    if number == kernel.ROLL:
        return ROLL
    seat, rest = divmod(number, kernel.PLAY_SEAT)
    kind, rest = divmod(rest, kernel.PLAY_CARD)
    return Play(seat, _card(kind), rest // kernel.PLAY_TARGET - 1)


class Step(NamedTuple):
    """A ply of compiled code, by the names of the rules."""

    before: State
    action: Action
    after: State


class Walk:
    """One game in compiled code that can be looked at after every ply."""

    def __init__(
        self, rules: CircuitRules, bots: Sequence[str], number: int, start: State | None = None
    ) -> None:
        self.rules = rules
        self.settings = tuple(settings_of(rules, bots))
        begins = packed(rules, rules.initial() if start is None else start)
        self.tables = room(begins)
        self.stream = np.zeros(1, np.uint64)
        kernel.begin(self.stream, np.uint64(5), np.uint64(number))
        kernel.set_up(tuple(self.tables), tuple(begins), self.stream)

    @property
    def state(self) -> State:
        return named(self.tables)

    def chosen(self, bot: str, seat: int) -> int:
        """Which of its plays a bot would take in this seat."""
        choose = {"racer": kernel.racer, "pilot": kernel.pilot}[bot]
        return int(choose(tuple(self.tables), self.settings, seat))

    def steps(self) -> Iterator[Step]:
        before = self.state
        while True:
            number = kernel.ply(tuple(self.tables), self.settings, self.stream)
            if number == kernel.OVER:
                return
            after = self.state
            yield Step(before, done(self.rules, before, after, number), after)
            before = after
