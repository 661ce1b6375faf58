"""States of Preys and Hunters as one line: the place of the boat, then where fish 2 to 5 are."""

from __future__ import annotations

from gamenight import step
from gamenight.games.preys.rules import CAUGHT, SEA, Options, PreysRules, State

CLOSEST, FARTHEST, CHOOSE = (
    PreysRules(Options(escort)) for escort in ("closest", "farthest", "choose")
)
ALL = (CLOSEST, FARTHEST, CHOOSE)
WORDS = {"boat": CAUGHT, "sea": SEA}


def place(text: str) -> State:
    """`9: sea 12 boat 10` has fish 2 in the sea and fish 4 in the boat; a `?` at its end: the
    fish choose."""
    boat, _, fish = text.removesuffix("?").partition(":")
    places = tuple(WORDS[word] if word in WORDS else int(word) for word in fish.split())
    return State(int(boat), places, text.endswith("?"))


def played(state: State, *texts: str, rules: PreysRules = CLOSEST) -> State:
    for text in texts:
        state = step(rules, state, text)
    return state
