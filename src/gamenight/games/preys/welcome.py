"""The welcome before the names are asked for: who moves whom, and when somebody is asked."""

from __future__ import annotations

from gamenight.games.preys.rules import Options

ASKED = {
    "closest": "If that fish is safe already, the one closest to the sea swims instead.",
    "farthest": "If that fish is safe already, the one farthest from the sea swims instead.",
    # The share is exact, see `tests/games/preys/test_welcome.py`.
    "choose": "Mostly you watch. You are asked when the die shows a fish that is safe already: who "
    "swims instead? That happens in 4 matches of 10; in the others you only watch.",
}


def welcome(options: Options) -> list[str]:
    return [
        "Welcome to Preys and Hunters! Four fish flee to the open sea from a boat.",
        "",
        "The die moves them: 2 to 5 move the fish, 1 and 6 the boat.",
        ASKED[options.escort],
    ]
