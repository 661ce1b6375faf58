"""States of Thief as text: the scores, then whatever is not as at the start.

`2400 500 -, seat 1, turn 3, pot 350, held 11, roll 356, to choose`: the scores by seat (`-` is an
empty one), whose pot it is, and what is waited for: `to roll` (which is left out), `to choose`,
`offered to 2`, `to hold`, `won by 1`.
"""

from __future__ import annotations

from typing import Any

from gamenight import step
from gamenight.games.thief.rules import Options, State, ThiefRules

WAITING = {"to roll": "roll", "to choose": "choice", "to hold": "hold"}
RULES = ThiefRules(Options(open_table=True), 3)


def place(text: str) -> State:
    """The state of a text."""
    scores, *parts = text.split(", ")
    found: dict[str, Any] = {}
    for part in parts:
        name, _, rest = part.rpartition(" ")
        if part in WAITING:
            found["waiting"] = WAITING[part]
        elif name == "offered to":
            found |= {"waiting": "offer", "asked": int(rest) - 1}
        elif part.startswith("won by "):
            found["winners"] = tuple(int(seat) - 1 for seat in part.split()[2:])
        elif name == "seat":
            found["player"] = int(rest) - 1
        elif name in ("held", "roll"):
            found[name] = tuple(map(int, rest))
        else:
            assert name in ("turn", "pot"), part
            found[name] = int(rest)
    seats = scores.split()
    points = tuple(0 if seat == "-" else int(seat) for seat in seats)
    return State(points, tuple(seat == "-" for seat in seats), **found)


def shown(state: State) -> str:
    """The text of a state."""
    seats = zip(state.scores, state.away, strict=True)
    parts = [" ".join("-" if away else str(score) for score, away in seats)]
    parts.append(f"seat {state.player + 1}")
    parts += [f"turn {state.turn}"] if state.turn > 1 else []
    parts += [f"pot {state.pot}"] if state.pot else []
    parts += [f"held {''.join(map(str, state.held))}"] if state.held else []
    parts += [f"roll {''.join(map(str, state.roll))}"] if state.roll else []
    parts += [words for words, word in WAITING.items() if word == state.waiting != "roll"]
    parts += [f"offered to {state.asked + 1}"] if state.asked is not None else []
    winners = " ".join(str(seat + 1) for seat in state.winners)
    return ", ".join([*parts, *([f"won by {winners}"] if winners else [])])


def played(state: State, *texts: str, rules: ThiefRules = RULES) -> State:
    """The state after these plies, each of them checked."""
    for text in texts:
        state = step(rules, state, text)
    return state


def after(text: str, *texts: str, rules: ThiefRules = RULES) -> str:
    """The text of the state after these plies from the state of a text."""
    before = place(text)
    assert shown(before) == text.replace(", to roll", "")
    return shown(played(before, *texts, rules=rules))
