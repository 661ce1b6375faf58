"""Games that break the law 4: replay, in this process and in others."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gamenight.core.errors import InvalidAction
from gamenight.core.laws import check
from gamenight.core.laws.modules import IN_CHILD
from gamenight.core.rules import Decision
from tests.core.laws.suspects import nim, rules_class, verdict
from tests.paths import PROJECT
from tests.toys.nim import NIM, Heap, NimRules

pytestmark = pytest.mark.usefixtures("two_processes")


class Tagged(NamedTuple):
    left: int
    player: int
    tag: Any


class Plain:
    """A value whose repr is its address."""


@dataclass(frozen=True)
class HashRules(NimRules):
    """States that depend on how this process hashes strings."""

    def apply(self, state: Any, action: int) -> Any:
        return Tagged(state.left - action, 1 - state.player, hash("seed") % 1000)


@dataclass(frozen=True)
class SetRules(NimRules):
    """Actions in the order of a set."""

    def node(self, state: Heap) -> Any:
        if not state.left:
            return NimRules.node(self, state)
        return Decision(state.player, tuple({"one", "two", "three", "four", "five"}))

    def apply(self, state: Heap, action: Any) -> Heap:
        return Heap(state.left - 1, 1 - state.player)

    def format(self, action: Any) -> str:
        return str(action)

    def parse(self, text: str) -> Any:
        if text in {"one", "two", "three", "four", "five"}:
            return text
        raise InvalidAction(f"no number {text!r}", text)


class UnequalRules(NimRules):
    """Rules that are equal only to themselves."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


@dataclass(frozen=True)
class LambdaRules(NimRules):
    """Rules that cannot be pickled."""

    most: Any = field(default=lambda: 3, compare=False)


@dataclass(frozen=True)
class AmnesicRules(NimRules):
    """Rules that lose a field when pickled."""

    most: int = 3

    def __reduce__(self) -> Any:
        return AmnesicRules, (self.players, 4)


@dataclass(frozen=True)
class HomesickRules(NimRules):
    """Rules that cannot be played by in another process."""

    def apply(self, state: Heap, action: int) -> Heap:
        if IN_CHILD in os.environ:
            raise KeyError("home")
        return NimRules.apply(self, state, action)


REPLAY = {
    "hash": (replace(NIM, make=lambda o, n: HashRules(n)), "another process"),
    "set": (replace(NIM, make=lambda o, n: SetRules(n)), "another process"),
    "homesick": (replace(NIM, make=lambda o, n: HomesickRules(n)), "raise KeyError: 'home'"),
    "unequal": (replace(NIM, make=lambda o, n: UnequalRules(n)), "same options"),
    "lambda": (replace(NIM, make=lambda o, n: LambdaRules(n)), "pickling"),
    "amnesic": (replace(NIM, make=lambda o, n: AmnesicRules(n)), "unpickled"),
    "address": (nim(initial=lambda self: Tagged(12, 0, Plain())), "address"),
}


@pytest.mark.parametrize("name", REPLAY)
def test_a_game_that_cannot_be_replayed(name: str) -> None:
    game, words = REPLAY[name]
    found = verdict(game)
    assert found.law == "replay"
    assert words in str(found)


def test_a_state_that_depends_on_the_object_of_the_rules() -> None:
    made = rules_class(
        NimRules,
        apply=lambda self, s, a: Tagged(s.left - a, 1 - s.player, id(self)),
    )
    kept: list[Any] = []

    def make(options: Any, players: int) -> Any:
        kept.append(made(players))
        return kept[-1]

    found = verdict(replace(NIM, make=make))
    assert found.law == "replay"
    assert "ply 1" in str(found)


# A game as strangers write it: TAG is a number that the process must not change. One other
# process is enough to find it.
STRANGE = """
import sys
from gamenight.core.laws import replays
replays.HASH_SEEDS = ("0",)
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from gamenight import LawBroken, check
from tests.toys.nim import NIM, NimRules

print("imported")

class Tagged(NamedTuple):
    left: int
    player: int
    tag: Any

class Pack:
    @dataclass(frozen=True)
    class Own(NimRules):
        def apply(self, state, action):
            return Tagged(state.left - action, 1 - state.player, TAG)

GAME = replace(NIM, make=lambda options, players: Pack.Own(players))
"""
ASKED = """
try:
    check(GAME, games=1)
    print("sound")
except LawBroken as error:
    print(error.law)
"""
GUARDED = (
    "def main():" + ASKED.replace("\n", "\n    ") + "\nif __name__ == '__main__':\n    main()\n"
)
HASHED = STRANGE.replace("TAG", "hash('seed') % 10_000")
STEADY = STRANGE.replace("TAG", "NimRules")  # its repr tells the module, another one for a script
OWN_CLASS = STRANGE.replace("TAG", "Tagged")
SCRIPTS = {
    "hash": (HASHED + ASKED, "replay"),
    "hash, guarded": (HASHED + GUARDED, "replay"),
    "hash, then input": (HASHED + ASKED + "input()", "replay"),
    "hash, without a spec as scripts are": ("assert __spec__ is None" + HASHED + ASKED, "replay"),
    "hash, second check": (HASHED + "check(NIM, games=1)" + ASKED, "replay"),
    "sound": (STEADY + ASKED, "sound"),
    "sound, guarded": (STEADY + GUARDED, "sound"),
    "sound, with the name of the script in its repr": (OWN_CLASS + ASKED, "sound"),
    "sound, defined anew later": (STEADY + ASKED + STRANGE.replace("TAG", "1"), "sound"),
    "sound, changed later": (STEADY + ASKED + "NimRules = None", "sound"),
    "sound, but fails elsewhere": (
        STEADY.replace('print("imported")', "assert __name__ == '__main__'; print('imported')")
        + ASKED,
        "sound",
    ),
    "sound, but leaves elsewhere": (
        STEADY + "if __name__ != '__main__': sys.exit(1)\n" + ASKED,
        "sound",
    ),
}


def ran(*command: str) -> list[str]:
    """What a program prints that can import the toys; nothing may be said on standard error."""
    found = subprocess.run(
        [sys.executable, *command],
        env={**os.environ, "PYTHONPATH": str(PROJECT), "PYTHONHASHSEED": "7"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stderr == "" or "EOFError" in found.stderr
    return found.stdout.split()


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_game_of_a_script(name: str, tmp_path: Path) -> None:
    text, told = SCRIPTS[name]
    script = tmp_path / "script"
    script.write_text(text)
    assert ran(str(script))[:2] == ["imported", told]
    assert list(tmp_path.iterdir()) == [script]


def test_the_guarded_part_of_a_script_runs_here_only(tmp_path: Path) -> None:
    script, log = tmp_path / "script", tmp_path / "log"
    guarded = f"if __name__ == '__main__':\n    open({str(log)!r}, 'a').write('here ')\n"
    script.write_text(HASHED + guarded + ASKED)
    assert ran(str(script)) == ["imported", "replay"]
    assert log.read_text() == "here "


def test_code_without_a_file_is_checked_in_this_process_only() -> None:
    assert ran("-c", HASHED + ASKED) == ["imported", "sound"]


def test_a_script_of_a_package(tmp_path: Path) -> None:
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "__init__.py").touch()
    (tmp_path / "pack" / "tags.py").write_text("NUMBER = hash('seed') % 10_000")
    game = STRANGE.replace("TAG", "NUMBER")
    (tmp_path / "pack" / "game.py").write_text("from .tags import NUMBER\n" + game + GUARDED)
    run = f"import runpy, sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv = ['pack.game']\n"
    run += "runpy.run_module('pack.game', run_name='__main__', alter_sys=True)"
    assert ran("-c", run) == ["imported", "replay"]


BY_PATH = """
import importlib.util, sys
def load(name, file):
    spec = importlib.util.spec_from_file_location(name, file)
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]
"""


def by_path(name: str, file: Path, game: str) -> list[str]:
    """The verdict on a game whose module is loaded from a file, and is not on the path."""
    load = f"from gamenight import LawBroken, check\nGAME = load({name!r}, {str(file)!r}).{game}"
    return ran("-c", BY_PATH + load + ASKED)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HASHED, "replay"),
        (STEADY, "sound"),
        (OWN_CLASS, "sound"),
        ("assert __spec__ is not None" + HASHED, "replay"),
    ],
)
# `lottery` is also the name of a module on the path.
@pytest.mark.parametrize("name", ["stranger", "lottery"])
def test_a_module_loaded_by_path(text: str, told: str, name: str, tmp_path: Path) -> None:
    file = tmp_path / "stranger.py"
    file.write_text(text)
    assert by_path(name, file, "GAME") == ["imported", told]


def test_a_package_loaded_by_path(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text(HASHED)
    (tmp_path / "__init__.py").write_text("from strange.rules import GAME")
    assert by_path("strange", tmp_path / "__init__.py", "GAME") == ["imported", "replay"]


def test_wrapped_rules_of_a_script(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    wrapped = "from gamenight.core.turns import Sequential\n"
    wrapped += "GAME = replace(NIM, make=lambda options, players: Sequential(Pack.Own(players)))"
    script.write_text(HASHED + wrapped + ASKED)
    assert ran(str(script)) == ["imported", "replay"]


class Pack:
    """A place for a class inside of a class."""

    @dataclass(frozen=True)
    class InnerRules(HashRules):
        pass

    @dataclass(frozen=True)
    class SteadyRules(NimRules):
        pass


def test_a_class_inside_of_a_class() -> None:
    found = verdict(replace(NIM, make=lambda o, n: Pack.InnerRules(n)))
    assert (found.law, "another process" in str(found)) == ("replay", True)
    check(replace(NIM, make=lambda o, n: Pack.SteadyRules(n)))
