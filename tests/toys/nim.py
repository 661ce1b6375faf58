"""A toy game for tests without secrets, chance, options or a scene: the last taker wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gamenight.core.errors import InvalidAction
from gamenight.core.game import Game
from gamenight.core.rules import Decision, Over, Rules

HEAP, MOST = 12, 3


class Heap(NamedTuple):
    left: int = HEAP
    player: int = 0


@dataclass(frozen=True)
class NimRules(Rules[Heap, int]):
    players: int = 2

    def initial(self) -> Heap:
        return Heap()

    def node(self, state: Heap) -> Decision[int] | Over:
        if state.left:
            return Decision(state.player, tuple(range(1, min(MOST, state.left) + 1)))
        winner = (state.player - 1) % self.players
        scores = tuple(int(seat == winner) for seat in range(self.players))
        return Over(scores, (winner,), "The heap is empty.")

    def apply(self, state: Heap, action: int) -> Heap:
        return Heap(state.left - action, (state.player + 1) % self.players)

    def scores(self, state: Heap) -> tuple[int, ...]:
        return (0,) * self.players

    def format(self, action: int) -> str:
        return f"take {action}"

    def parse(self, text: str) -> int:
        for action in range(1, MOST + 1):
            if text == self.format(action):
                return action
        raise InvalidAction(f"no action of nim: {text!r} (possible: take 1 to {MOST})", text)


NIM = Game(
    id="nim",
    title="Nim",
    summary="Take one, two or three; the last taker wins.",
    version=1,
    make=lambda options, players: NimRules(players),
    seats=range(2, 3),
)
