"""The welcome before the names are asked for, with the options in force."""

from __future__ import annotations

from gamenight.games.oware.rules import Options

SLAMS = {
    "forfeit": "takes nothing",
    "leave_last": "spares the house that would be taken last",
    "leave_seed": "spares the last seed",
    "allowed": "is allowed, and ends the game",
}


def welcome(options: Options) -> list[str]:
    seeds = 2 * options.houses * options.seeds
    return [
        "Welcome to Oware! Sow seeds around the board, and capture your opponent's.",
        "",
        f"Whoever captures {seeds // 2 + 1} of the {seeds} seeds wins.{_limit(options.ply_limit)}",
        "",
        "On your turn you choose one of your houses, and its seeds go one by one into those that "
        "follow, counter-clockwise. If the last one makes two or three in a house of your "
        "opponent's, you capture them, and so on with the houses sown before it.",
        "",
        "If your opponent has no seeds left, you must give some if you can. A capture of all the "
        f"opponent's seeds {SLAMS[options.grand_slam]}.",
    ]


def _limit(moves: int) -> str:
    if not moves:
        return ""
    counted = "1 move" if moves == 1 else f"{moves} moves, counting both sides,"
    return f" After {counted} it is a tie."
