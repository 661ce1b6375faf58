"""The law of extras: the lesson, the odds and the bots of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from gamenight.core.bot import BotInfo, Limit, Opinion
from gamenight.core.errors import NoOdds
from gamenight.core.game import Game
from gamenight.core.laws import check
from gamenight.core.lesson import Ask, Lesson, Page
from gamenight.core.puzzle import Puzzle
from tests.core.laws.suspects import verdict
from tests.toys.heist import HEIST
from tests.toys.nim import NIM
from tests.toys.puzzles import LEFT_5, LEFT_11, PUZZLED, PUZZLES

FIRST = Page("The heap", "Take some.", viewer=0, ask=Ask("How many?", ("take 1",), "Yes."))


def taught(*pages: Page) -> Game:
    return replace(NIM, lesson=lambda: Lesson("Nim", ("Ann", "Ben"), pages))


@dataclass(frozen=True)
class Taker:
    """Takes this many, whatever is there; thinks that this many are best."""

    count: int | None
    praised: int = 1

    def choose(self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit) -> int | None:
        return self.count

    def explain(
        self, rules: Any, view: Any, seat: int, rng: Random, limit: Limit
    ) -> Sequence[Opinion]:
        return [Opinion(self.praised, 1.0, "it is best")]


def with_bot(bot: Any, **about: Any) -> Game:
    return replace(NIM, bots={"taker": BotInfo("Taker", "Takes.", bot, **about)})


def test_sound_extras_pass() -> None:
    check(taught(FIRST, Page("On", "Taken.", plies=("take 1",))), games=1)
    check(with_bot(Taker(1)), games=1)
    check(PUZZLED, games=1)
    check(replace(NIM, odds=lambda rules, state: ["one line", f"{state.left} left"]), games=1)
    check(HEIST, games=1)


@pytest.mark.parametrize(
    ("pages", "sentence"),
    [
        ([Page("Much", "", plies=("take 9",))], "extras: Nim, page 1 (Much): invalid action"),
        ([FIRST], "extras: Nim, page 1 (The heap): the next page plays none of the right answers"),
    ],
)
def test_a_lesson_that_cannot_be_played(pages: list[Page], sentence: str) -> None:
    assert str(verdict(taught(*pages))).startswith(sentence)


def test_a_lesson_that_cannot_be_read() -> None:
    assert "the lesson raises ZeroDivisionError" in str(
        verdict(replace(NIM, lesson=lambda: 1 // 0))  # type: ignore[arg-type, return-value]
    )


@pytest.mark.parametrize(
    ("puzzles", "sentence"),
    [
        ((replace(LEFT_5, plies=("take 9",)),), "puzzle 1 of Nim: invalid action"),
        ((LEFT_5, LEFT_11), "the puzzles are not in the order of their grades"),
        ((LEFT_11, LEFT_11), "two puzzles have the same position"),
    ],
)
def test_puzzles_that_nobody_can_solve(puzzles: tuple[Puzzle, ...], sentence: str) -> None:
    found = replace(PUZZLES, puzzles=puzzles)
    assert str(verdict(replace(NIM, puzzles=lambda: found))).startswith(f"extras: {sentence}")


@pytest.mark.parametrize("found", ["one text", ["two\nlines"], [7], None])
def test_odds_that_are_no_lines(found: Any) -> None:
    broken = verdict(replace(NIM, odds=lambda rules, state: found))
    assert str(broken) == f"extras: odds() gives {found!r}, not lines of text"


def test_what_is_done_for_somebody_late_is_possible() -> None:
    check(replace(NIM, on_time=lambda rules, view, seat: rules.node(view).of(seat)[0]), games=1)
    broken = verdict(replace(NIM, on_time=lambda *_: 9))
    assert str(broken) == "extras: on_time() gives 9, which is not possible"
    failing = verdict(replace(NIM, on_time=lambda rules, view, seat: 1 // 0))
    assert "on_time() for seat 0 raises ZeroDivisionError" in str(failing)


def test_rules_without_odds_may_say_so() -> None:
    def none(rules: Any, state: Any) -> list[str]:
        raise NoOdds("not with these rules")

    check(replace(NIM, odds=none), games=1)


def test_odds_that_fail_at_the_end() -> None:
    broken = verdict(replace(NIM, odds=lambda rules, state: [str(1 / state.left)]))
    assert str(broken).startswith("extras: odds() for a spectator raises ZeroDivisionError")
    assert broken.state.left == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (Taker(9), "extras: the bot taker for seat 0 chooses 9, which is not possible"),
        (Taker(3), None),
        (Taker(2, praised=5), "extras: the bot taker for seat 0 chooses 5, which is not possible"),
        (Taker(None), "extras: the bot taker for seat 0 chooses None, which is not possible"),
        (object(), "extras: the bot taker for seat 0 raises AttributeError"),
    ],
)
def test_bots_that_choose_what_is_not_possible(bot: Any, sentence: str | None) -> None:
    game = with_bot(bot)
    if sentence is None:
        check(game, games=1)
    else:
        assert str(verdict(game)).startswith(sentence)


def test_a_bot_that_needs_a_preparation_is_left_out() -> None:
    check(with_bot(Taker(9), prepare=lambda rules: ["wait ..."]), games=1)
