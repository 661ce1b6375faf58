"""Games that break the laws 3, 4 and 6: text, replay, refusal."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from gamenight.core.errors import InvalidAction
from gamenight.core.game import Game
from gamenight.core.laws import check
from gamenight.core.options import option
from gamenight.core.rules import Decision, Over
from heist import HeistRules, Move
from suspects import heist, nim, nim_node, rules_class, verdict
from toys import NIM, Heap, NimRules


def formatted(text: Any) -> Game:
    """Nim in which taking two has another text."""
    return nim(
        format=lambda self, a: text if a == 2 else NimRules.format(self, a),
        parse=lambda self, t: 2 if t == text else NimRules.parse(self, t),
    )


def fails(*given: Any) -> Any:
    raise LookupError("lost")


TEXT = {
    "a number": (formatted(2), "is 2"),
    "nothing": (formatted(""), "is ''"),
    "two lines": (formatted("take\n2"), "line break"),
    "other line break": (formatted("take\u20282"), "line break"),
    "space in front": (formatted(" take 2"), "space at an end"),
    "space behind": (formatted("take 2 "), "space at an end"),
    "same text": (nim(format=lambda self, a: "take 1"), "same text 'take 1'"),
    "read as another": (
        nim(parse=lambda self, t: 1 if t == "take 2" else NimRules.parse(self, t)),
        "parse('take 2') gives 1, not 2",
    ),
    "not read at all": (
        nim(parse=lambda self, t: fails() if t == "take 3" else NimRules.parse(self, t)),
        "parse('take 3') of 3 raises LookupError: lost",
    ),
    "no text": (nim(format=fails), "format() of 1 raises LookupError: lost"),
    "no text of who acts": (
        heist(format=lambda self, a: HeistRules.format(self, a).removeprefix(f"{a.seat + 1} ")),
        "alarm",
    ),
    "no text of who leaves": (
        heist(_table=lambda self, s: tuple((n, (Move("leave", 0),)) for n in range(2))),
        "'leave 1'",
    ),
    "outcomes alike": (
        heist(format=lambda self, a: "roll" if a.verb == "roll" else HeistRules.format(self, a)),
        "'roll'",
    ),
}


@pytest.mark.parametrize("name", TEXT)
def test_a_game_with_bad_texts(name: str) -> None:
    game, words = TEXT[name]
    found = verdict(game)
    assert found.law == "text"
    assert words in str(found)


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


REPLAY = {
    "hash": (replace(NIM, make=lambda o, n: HashRules(n)), "another process"),
    "set": (replace(NIM, make=lambda o, n: SetRules(n)), "another process"),
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


def parses(wrong: str, action: Any) -> Game:
    """Nim that takes a wrong text for an action."""
    return nim(parse=lambda self, t: action if t == wrong else NimRules.parse(self, t))


def raw_int(self: Any, text: str) -> int:
    word, _, number = text.partition(" ")
    if word != "take":
        raise InvalidAction(f"no action {text!r}", text)
    return int(number)


def careless(self: Any, text: str) -> int:
    return NimRules.parse(self, text[:6])


class Bid(NamedTuple):
    amount: int


class Fold(NamedTuple):
    """Equal to a Bid of the same number, as all tuples are."""

    card: int


class BidRules(NimRules):
    def node(self, state: Any) -> Any:
        kind = Bid if state.left % 2 else Fold
        return Decision(state.player, (kind(1),)) if state.left else NimRules.node(self, state)

    def apply(self, state: Any, action: Any) -> Any:
        return Heap(state.left - 1, 1 - state.player)

    def format(self, action: Any) -> str:
        return f"{type(action).__name__} {action[0]}"

    def parse(self, text: str) -> Any:
        kinds = {"Bid 1": Bid(1), "Fold 1": Fold(1)}
        if text in kinds:
            return kinds[text]
        raise InvalidAction(f"no action {text!r}", text)


@dataclass(frozen=True)
class HighDefault:
    heap: int = option(12, "size", low=1, high=10)


@dataclass(frozen=True)
class NoDefault:
    heap: int


@dataclass(frozen=True)
class Depth:
    heap: int = option(12, "size", low=0, high=20)


@dataclass(frozen=True)
class ListOption:
    heap: list[int] = field(default_factory=list)


REFUSAL = {
    "anything goes": (nim(parse=lambda self, t: raw_int(self, t) if t[:4] == "take" else 1), "''"),
    "raw ValueError": (nim(parse=raw_int), "ValueError"),
    "raw IndexError": (
        nim(parse=lambda self, t: NimRules.parse(self, t) if t[0] else 1),
        "parse('') raises IndexError",
    ),
    "None for nonsense": (parses("🎲", None), "None"),
    "trailing junk": (nim(parse=careless), "junk"),
    "emoji is an action": (parses("🎲", 1), "🎲"),
    "zero byte": (parses("take 1\x00", 1), "x00"),
    "equal tuples": (replace(NIM, make=lambda o, n: BidRules(n)), "'Fold 1' is accepted"),
    "default out of range": (replace(NIM, options=HighDefault), "heap cannot be 12"),
    "no default": (replace(NIM, options=NoDefault), "TypeError"),
    "option of a list": (replace(NIM, options=ListOption), "option heap"),
    "make fails at an edge": (
        replace(NIM, options=Depth, make=lambda o, n: NimRules(n + 0 // o.heap)),
        "heap=0 raises ZeroDivisionError",
    ),
    "make takes nothing": (replace(NIM, make=lambda o, n: fails()), "LookupError"),
    "seats fail": (replace(NIM, seats=fails), "LookupError"),
    "no seats": (replace(NIM, seats=range(2, 2)), "range(2, 2)"),
}


@pytest.mark.parametrize("name", REFUSAL)
def test_a_game_that_does_not_refuse(name: str) -> None:
    game, words = REFUSAL[name]
    found = verdict(game)
    assert found.law == "refusal"
    assert words in str(found)


SCRIPT = """
from dataclasses import dataclass, replace
from gamenight.core.laws import check
from toys import NIM, NimRules

@dataclass(frozen=True)
class Own(NimRules):
    pass

check(replace(NIM, make=lambda options, players: Own(players)))
print("sound")
"""


def test_a_game_of_a_script_is_checked_without_another_process() -> None:
    found = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.stdout, found.stderr) == ("sound\n", "")


def test_a_parser_may_forgive_spaces_and_case() -> None:
    check(nim(parse=lambda self, t: NimRules.parse(self, " ".join(t.lower().split()))))


def test_an_end_without_a_ply_is_sound() -> None:
    check(nim_node(lambda s, n: Over((0, 0), (), "Nobody plays.")))
