"""Games that break the law 6: refusal."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import pytest

from gamenight.core.errors import InvalidAction
from gamenight.core.game import Game
from gamenight.core.laws import check
from gamenight.core.options import option
from gamenight.core.rules import Decision
from tests.core.laws.suspects import nim, verdict
from tests.toys.nim import NIM, Heap, NimRules


def fails(*given: Any) -> Any:
    raise LookupError("lost")


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


def parses_with(change: Callable[[str], str]) -> Game:
    """Nim that reads another text than the one given."""
    return nim(parse=lambda self, t: NimRules.parse(self, change(t)))


def failing_at(*wrong: str) -> Game:
    """Nim that fails at these texts."""
    return nim(parse=lambda self, t: fails() if t in wrong else NimRules.parse(self, t))


def last_word(self: Any, text: str) -> int:
    """Without a second word it fails."""
    return NimRules.parse(self, text) if text.split(" ", 1)[0] != "take" or text[5] else 1


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


class DuelRules(BidRules):
    """One bids while the other may fold, which is equal to a bid."""

    interrupts = True

    def node(self, state: Any) -> Any:
        others = ((1 - state.player, (Fold(1),)),)
        bids = Decision(state.player, (Bid(1),), others)
        return bids if state.left else NimRules.node(self, state)


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
    "equal tuples of two": (
        replace(NIM, make=lambda o, n: DuelRules(n)),
        "'Fold 1' by seat 0 is accepted",
    ),
    "crash without the last word": (nim(parse=last_word), "parse('take') raises IndexError"),
    "crash without the first word": (failing_at("1"), "parse('1') raises LookupError"),
    "crash at a word twice": (failing_at("take take 2"), "parse('take take 2')"),
    "crash at upper case": (failing_at("TAKE 3"), "parse('TAKE 3')"),
    "crash at zero": (failing_at("take 0"), "parse('take 0')"),
    "crash at one too many": (failing_at("take 4"), "parse('take 4')"),
    "crash at a sign": (failing_at("take +3"), "parse('take +3')"),
    "crash at a huge number": (failing_at("take " + "9" * 5_000), "raises LookupError"),
    "comment": (parses_with(lambda t: t.split("#")[0]), "#x') gives the legal action"),
    "letter behind": (parses_with(lambda t: t.removesuffix("x")), "x') gives the legal action"),
    "letter in front": (parses_with(lambda t: t.removeprefix("x")), "parse('xtake"),
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


def test_an_option_needs_a_default_even_if_it_is_given() -> None:
    found = verdict(replace(NIM, options=NoDefault), heap=5)
    assert found.law == "refusal"
    assert "declaring the options raises TypeError" in str(found)


NAMES = {"take 1": 1, "take 2": 2, "take 3": 3, "one": 1, "1": 1, "take": 1, "take take 1": 1}


def numbers(self: Any, text: str) -> int:
    """Any way to write a number that Python reads."""
    try:
        number = int(text.removeprefix("take "))
    except ValueError:
        raise InvalidAction(f"no number {text!r}", text) from None
    if text[:5] == "take " and number in (1, 2, 3):
        return number
    raise InvalidAction(f"{number} cannot be taken" if number < 99 else "too much", text)


def names(self: Any, text: str) -> int:
    """Short forms are texts of an action, too."""
    if text in NAMES:
        return NAMES[text]
    raise InvalidAction(f"no action {text!r}", text)


FORGIVING = {
    "spaces and case": parses_with(lambda t: " ".join(t.lower().split())),
    "no spaces at all": parses_with(lambda t: "take ".join("".join(t.split()).split("take"))),
    "forms of characters": parses_with(lambda t: unicodedata.normalize("NFKC", t)),
    "forms of numbers": nim(parse=numbers),
    "short forms": nim(parse=names),
}


@pytest.mark.parametrize("name", FORGIVING)
def test_a_parser_may_forgive(name: str) -> None:
    check(FORGIVING[name])


class LetterRules(NimRules):
    """Texts of which one is another with a letter more: x, xx, xxx."""

    def format(self, action: int) -> str:
        return "x" * action

    def parse(self, text: str) -> int:
        if text in ("x", "xx", "xxx"):
            return len(text)
        raise InvalidAction(f"no action {text!r}", text)


def test_a_letter_more_may_be_another_action() -> None:
    check(replace(NIM, make=lambda o, n: LetterRules(n)))
