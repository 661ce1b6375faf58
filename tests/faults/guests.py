"""Broken plug-ins: a small game of somebody else's that goes wrong at one place, in one way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from gamenight.core import guard, guests, registry, watchdog
from tests.core.test_registry import install

FAULTS = {
    "raises": "raise KeyError('no such\\ncolour')",
    "leaves": "import sys; sys.exit('bye')",
    "hangs": "while True: pass",
    "returns nothing": "return None",
}
# Right types with wrong contents, and ways to leave that are not exceptions like others.
ODDITIES = (
    ("node", "return Decision(0, None)"),
    ("node", "return Decision(99, (1, 2))"),
    ("node", "return Decision(0, ())"),
    ("node", "return Decision(0, count())"),
    ("node", "return Decision(0, (1,), others=((7, (2,)),))"),
    ("node", "return object.__new__(Decision)"),
    ("node", "return Chance(())"),
    ("node", "return Chance(((1, 0),))"),
    ("node", "return Chance(((1, 1),), label=7)"),
    ("node", "raise GeneratorExit"),
    ("node", "raise KeyboardInterrupt"),
    ("over", "return Over((1,), (7,), 'Over.')"),
    ("over", "return Over((1, 2), (7,), 'Over.')"),
    ("over", "return Over((1, 10**30), (1,), 'Over.')"),
    ("over", "return Over((1, 2), (1,), 'O\\x1bver.')"),
    ("over", "return Over((1, 2), (1,), None)"),
    ("format", "return Odd()"),
    ("format", "return 'half \\ud800'"),
    ("format", "return 'two\\nlines'"),
    ("scene", "return object.__new__(Scene)"),
    ("scene", "return Scene('Guest', status='text')"),
    ("scene", "return Scene('Guest', scores=(ScoreRow('a', 9, '{9}', 1),))"),
    ("scene", "return Scene('Guest', areas=(Area('a', 'A', 'row', (Spot('s', tokens=(7,)),)),))"),
    ("scene", "return Scene('Guest', choices=(Choice('take 1', 'Take', on=('no',)),))"),
    ("scene", "return Scene('Guest', areas=(Area('a', 'A', 'heap', ()),))"),
    ("tell", "return [Step(7)]"),
    ("tell", "return [Step('far', object.__new__(Scene))]"),
    ("tell", "return (Step('again') for _ in count())"),
    ("apply", "raise Odd()"),
    ("apply", "raise KeyboardInterrupt('me')"),
    ("apply", "raise BrokenGame('not me')"),
    ("apply", "sleep(40)"),
    ("make", "raise InvalidOption(None)"),
    ("make", "return NimRules(5)"),
)
# Where it may go wrong: when it is listed, when a match is made, when it is played.
LISTED = ("import", "seats", "options")
IN_FORM = ("make", "welcome", "initial")
PLAYED = ("node", "hide", "scene", "apply", "format", "tell", "choose")
PLACES = (*LISTED, *IN_FORM, *PLAYED)
PATIENCE = 0.2  # seconds, instead of those that people have

GUEST = """
import sys
from dataclasses import dataclass, replace
from itertools import count
from time import sleep
from gamenight import *
from gamenight.core.scene import *
from gamenight.core.rules import *
from gamenight.core.errors import *
from gamenight.core.bot import BotInfo
from dataclasses import replace
from tests.toys.nim import NIM, NimRules

PLACE = {place!r}

class Odd(Exception):
    def __str__(self):
        sys.exit("bye")
    __repr__ = __str__

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
        place = "node" if state.left else "over"
        return at(place, lambda: NimRules.node(self, state))
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
    """The id of a plug-in that is broken like this, while it is installed. fault: one of FAULTS, or
    what the plug-in does instead."""
    id = f"guest{next(_numbers)}"  # Python remembers what it has imported
    code = GUEST.format(place=place, fault=FAULTS.get(fault, fault), id=id)
    (folder / f"{id}_module.py").write_text(code)
    install(folder, id, f"{id}_module:GAME")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setattr(guard, "ANSWER", PATIENCE)
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
