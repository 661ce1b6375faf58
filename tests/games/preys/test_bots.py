"""Who swims for a safe fish when machines choose."""

from __future__ import annotations

from random import Random

import pytest

import gamenight
from gamenight import Over, sample
from gamenight.core.bot import Limit
from gamenight.games.preys.bots import BOTS
from gamenight.games.preys.lab.judge import RiverJudge
from gamenight.games.preys.lab.solver import choices
from gamenight.games.preys.rules import ESCORTS, Swim
from gamenight.match.hints import hint
from tests.games.preys.states import CHOOSE, place


def chosen(name: str, text: str, seed: int = 0) -> int:
    action = BOTS[name].bot.choose(CHOOSE, place(text), 0, Random(seed), Limit())
    assert isinstance(action, Swim)
    return action.fish


@pytest.mark.parametrize(
    ("text", "helper", "racer", "perfect"),
    [
        ("9: sea boat 10 11?", 4, 5, 4),
        ("8: sea sea 9 11?", 4, 5, 5),
        ("6: sea 7 9 11?", 3, 5, 4),
        ("8: sea 10 10 boat?", 3, 3, 3),
    ],
)
def test_each_has_a_rule_of_its_own(text: str, helper: int, racer: int, perfect: int) -> None:
    found = {name: chosen(name, text) for name in ("helper", "racer", "perfect")}
    assert found == {"helper": helper, "racer": racer, "perfect": perfect}


def test_easy_chooses_any_fish() -> None:
    assert {chosen("easy", "6: sea 7 9 11?", seed) for seed in range(20)} == {3, 4, 5}


@pytest.mark.parametrize("text", ["7: 9 sea 8 11?", "5: sea 7 8 9?", "9: sea 10 12 boat?"])
def test_nobody_chooses_better_than_perfect(text: str) -> None:
    worth = {fish: (found.fish, found.tie) for fish, found in choices(CHOOSE, place(text)).items()}
    assert worth[chosen("perfect", text)] == max(worth.values())


def test_a_hint_counts_as_a_review_does() -> None:
    names, game = ("Ann", "Fishermen"), gamenight.game("preys")
    found = hint(game, CHOOSE, place("8: boat sea 9 11?"), 0, names)
    assert found.sentence == 'Try "Fish 5": the better of two.'
    judge = RiverJudge(CHOOSE)
    worths = [
        judge.value(CHOOSE.apply(place("8: boat sea 9 11?"), Swim(fish))).seats[0]
        for fish in (5, 4)
    ]
    assert worths[0] > worths[1]
    for line, fish, worth in zip(found.lines, (5, 4), worths, strict=True):
        assert line.startswith(f"Fish {fish}: worth {worth:.1%} of a win: the fish win ")


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("escort", ESCORTS)
def test_they_play_whole_games_and_are_asked_only_where_the_fish_choose(
    name: str, escort: str
) -> None:
    rules, rng = gamenight.game("preys").rules(escort=escort), Random(7)
    asked = 0
    for _ in range(5):
        state = rules.initial()
        while not isinstance(node := rules.node(state), Over):
            if isinstance(node, gamenight.Decision):
                action = BOTS[name].bot.choose(rules, state, node.player, rng, BOTS[name].limit)
                assert action in node.actions
                asked += 1
            else:
                action = sample(node, rng)
            state = rules.apply(state, action)
    assert bool(asked) == (escort == "choose")


def test_each_is_told_in_a_sentence() -> None:
    assert all(info.summary.endswith(".") and info.summary[0].isupper() for info in BOTS.values())
