"""Games that break the law 3: text."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.core.game import Game
from gamenight.core.laws import check
from gamenight.core.rules import Over
from tests.core.laws.suspects import heist, nim, nim_node, verdict
from tests.toys.heist import HeistRules, Move
from tests.toys.nim import NimRules


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
        "Move(verb=",
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


def test_an_end_without_a_ply_is_sound() -> None:
    check(nim_node(lambda s, n: Over((0, 0), (), "Nobody plays.")))
