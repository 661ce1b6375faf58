"""Broken plug-ins: a small game of somebody else's that goes wrong at one place, in one way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from gamenight.core import guests, registry, watchdog
from tests.core.test_registry import install

FAULTS = {
    "raises": "raise KeyError('no such\\ncolour')",
    "leaves": "import sys; sys.exit('bye')",
    "hangs": "while True: pass",
    "returns nothing": "return None",
}
# Where it may go wrong: when it is listed, when a match is made, when it is played.
LISTED = ("import", "seats", "options")
IN_FORM = ("make", "welcome", "initial")
PLAYED = ("node", "hide", "scene", "apply", "format", "tell", "choose")
PLACES = (*LISTED, *IN_FORM, *PLAYED)
PATIENCE = 0.2  # seconds, instead of those that people have

GUEST = """
from dataclasses import dataclass, replace
from gamenight import BotInfo, Step
from tests.toys.nim import NIM, NimRules

PLACE = {place!r}

def fault():
    {fault}

def at(place, usual):
    return fault() if PLACE == place else usual()

if PLACE == "import":
    fault()

@dataclass(frozen=True)
class Options:
    def __post_init__(self):
        at("options", lambda: None)

class Rules(NimRules):
    def initial(self):
        return at("initial", super().initial)
    def node(self, state):
        return at("node", lambda: NimRules.node(self, state))
    def hide(self, state, seat):
        return at("hide", lambda: state)
    def apply(self, state, action):
        return at("apply", lambda: NimRules.apply(self, state, action))
    def format(self, action):
        return at("format", lambda: NimRules.format(self, action))

class Bot:
    def choose(self, rules, view, seat, rng, limit):
        return at("choose", lambda: rules.node(view).actions[0])

GAME = replace(
    NIM,
    id={id!r},
    title="Guest",
    make=lambda options, players: at("make", lambda: Rules(players)),
    seats=lambda options: at("seats", lambda: range(2, 3)),
    options=Options,
    scene=None if PLACE != "scene" else lambda rules, state, viewer: fault(),
    tell=lambda rules, state, action, viewer: at("tell", lambda: [Step("somebody takes some")]),
    welcome=lambda options: at("welcome", lambda: ["Welcome"]),
    bots={{"own": BotInfo("Own", "Plays.", Bot())}},
)
"""

_numbers = count()


@contextmanager
def guest(folder: Path, place: str, fault: str) -> Iterator[str]:
    """The id of a plug-in that is broken like this, while it is installed."""
    id = f"guest{next(_numbers)}"  # Python remembers what it has imported
    (folder / f"{id}_module.py").write_text(GUEST.format(place=place, fault=FAULTS[fault], id=id))
    install(folder, id, f"{id}_module:GAME")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setattr(guests, "ANSWER", PATIENCE)
        patch.setattr(guests, "THOUGHT", PATIENCE)
        patch.setattr(watchdog, "LOOK", PATIENCE / 4)
        forget()
        yield id
    forget()


def forget() -> None:
    """What the registry knows of other packages."""
    for known in (registry._plugins, registry._mentioned_groups):
        clear: Callable[[], None] = known.cache_clear
        clear()
