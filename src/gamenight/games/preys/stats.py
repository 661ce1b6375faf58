"""What a run of the game counts: inputs, moves, and the steps of every pawn."""

from __future__ import annotations

from dataclasses import dataclass, field

from gamenight.games.preys.rules import CAUGHT, DIE, FISH, FISHERMEN, SEA, State


@dataclass
class Stats:
    total: int = 0
    valid: int = 0
    invalid: int = 0
    steps: dict[int, int] = field(default_factory=lambda: dict.fromkeys(DIE, 0))

    def moved(self, before: State, after: State) -> None:
        """A valid move; both fishermen step with their boat."""
        self.valid += 1
        rowed = after.boat > before.boat
        swum = (fish for fish in FISH if after.place(fish) > before.place(fish))
        for pawn in FISHERMEN if rowed else swum:
            self.steps[pawn] += 1

    def lines(self, state: State) -> tuple[str, ...]:
        """The report at the end."""
        return (
            ">>>>>",
            f"TotalInputs={self.total},ValidMoves={self.valid},InvalidMoves={self.invalid}",
            "".join(f"{pawn}={count}," for pawn, count in self.steps.items()),
            "".join(f"{fish}={_fate(state, fish)}," for fish in FISH),
        )


def _fate(state: State, fish: int) -> str:
    return {SEA: "SAFE", CAUGHT: "DEAD"}.get(state.place(fish), "ALIVE")
