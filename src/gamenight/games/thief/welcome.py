"""The welcome before the names are asked for, with the options in force."""

from __future__ import annotations

from textwrap import wrap

from gamenight.games.thief.rules import DICE, MOST_PLAYERS, Options

WIDTH = 76


def welcome(options: Options) -> list[str]:
    """The game in a few lines, then how to name the players."""
    few = options.fewest
    players = str(few) if few == MOST_PLAYERS else f"{few} to {MOST_PLAYERS}"
    return [
        "Welcome to Thief! Press your luck, and steal what others leave.",
        "",
        *wrap(
            f"You roll {DICE} dice for a pot. Hold something that counts and roll the rest, as "
            "often as you dare: if nothing counts, the pot is lost. When you end your turn, the "
            "next player may steal the pot and roll on. A pot that is not stolen is yours. Whoever "
            f"has {options.target} points with the pot and the roll wins at once.",
            WIDTH,
        ),
        "",
        "What counts, in one roll:",
        "  1 is 100, 5 is 50, 1-2-3-4-5 is 2500",
        "  three 1s are 1000, four 2000, five 3000",
        "  three others are 100 times the die, four 200 times, five 300 times",
        "When every die counts, it is a chain: you roll all five again.",
        "",
        *wrap(_limit(options), WIDTH),
        *(
            ["At any time, type leave NAME, join NAME or join bot:turn to change who plays."]
            if options.open_table
            else []
        ),
        f"{players} can play. A name has 3 to 15 characters; bot:predictable is a bot.",
    ]


def _limit(options: Options) -> str:
    turns = "1 turn" if options.turn_limit == 1 else f"{options.turn_limit} turns"
    return f"After {turns} in total, the most points win."
