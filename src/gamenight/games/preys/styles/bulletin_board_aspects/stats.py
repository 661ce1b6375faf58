"""An aspect of `bulletin_board.py`: counts of inputs, moves and steps at the end."""

import sys
from typing import Any

FATES = {0: "DEAD", 13: "SAFE"}


def weave(program: dict[str, Any]) -> None:
    """Around the procedures that announce, roll, refuse and close."""
    inputs, game, printer = program["Inputs"], program["Game"], program["Printer"]
    announce, roll, refuse, close = inputs.announce, game.roll, game.refuse, printer.close
    counts = {"TotalInputs": 0, "ValidMoves": 0, "InvalidMoves": 0}
    steps = dict.fromkeys((1, 2, 3, 4, 5, 6), 0)
    fates = dict.fromkeys((2, 3, 4, 5), "ALIVE")

    def counted_announce(self: Any, words: list[str]) -> None:
        counts["TotalInputs"] += len(words)
        announce(self, words)

    def counted_roll(self: Any, number: int) -> None:
        counts["ValidMoves"] += 1
        boat, fish = self.boat, dict(self.fish)
        roll(self, number)
        for fisherman in (1, 6):
            steps[fisherman] += self.boat - boat
        for swimmer, place in self.fish.items():
            steps[swimmer] += max(0, place - fish[swimmer])
            fates[swimmer] = FATES.get(place, "ALIVE")

    def counted_refuse(self: Any, word: str) -> None:
        counts["InvalidMoves"] += 1
        refuse(self, word)

    def reporting_close(self: Any) -> None:
        totals = ",".join(f"{name}={count}" for name, count in counts.items())
        pawns = "".join(f"{pawn}={count}," for pawn, count in steps.items())
        ends = "".join(f"{fish}={fate}," for fish, fate in fates.items())
        sys.stdout.buffer.write(f">>>>>\n{totals}\n{pawns}\n{ends}\n".encode())
        close(self)

    inputs.announce, printer.close = counted_announce, reporting_close
    game.roll, game.refuse = counted_roll, counted_refuse
