"""The lesson of Preys and Hunters says what the solver has worked out."""

from __future__ import annotations

import re

import gamenight
from gamenight.core.pages import views
from gamenight.games.preys.lab.solver import best, choices, outcome
from gamenight.games.preys.lesson import LESSON
from tests.games.preys.states import CHOOSE, CLOSEST


def percent(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"(\d+)%", text)]


def test_the_right_answer_is_the_best_and_the_chances_are_exact() -> None:
    asked = 0
    for view in views(gamenight.game("preys"), LESSON):
        ask = view.page.ask
        if ask is None:
            continue
        worth = {
            fish: round(100 * found.fish) for fish, found in choices(CHOOSE, view.state).items()
        }
        right = best(CHOOSE, view.state)
        assert ask.right == (f"swim {right}",)
        assert percent(ask.praise) == [worth[right]]
        for fish in worth.keys() - {right}:
            assert percent(ask.wrong[f"swim {fish}"]) == [worth[fish], worth[right]]
        asked += 1
    assert asked == 2


def test_the_chances_of_the_start_are_those_of_the_usual_rule() -> None:
    exact = outcome(CLOSEST, CLOSEST.initial())
    assert percent(LESSON.pages[-1].notes) == [round(100 * share) for share in exact[:3]]
