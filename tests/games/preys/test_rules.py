"""The rules of Preys and Hunters as tables: where everybody is, the roll, where they are then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamenight
from gamenight.core.errors import IllegalAction, InvalidAction
from gamenight.core.rules import Chance, Decision, Over
from gamenight.games.preys.rules import CAUGHT, FISH, SEA, PreysRules, Roll, State, Swim
from tests.games.preys.states import ALL, CHOOSE, CLOSEST, FARTHEST, place, played

START = "1: 7 7 7 7"


def test_the_start_is_a_roll_of_a_fair_die() -> None:
    assert CLOSEST.initial() == place(START)
    node = CLOSEST.node(place(START))
    assert isinstance(node, Chance)
    assert [(CLOSEST.format(roll), weight) for roll, weight in node.outcomes] == [
        (number, 1) for number in "123456"
    ]
    assert node.player is None


@pytest.mark.parametrize(
    ("before", "roll", "after"),
    [
        # A fish that is free swims.
        (START, "2", "1: 8 7 7 7"),
        (START, "3", "1: 7 8 7 7"),
        (START, "4", "1: 7 7 8 7"),
        (START, "5", "1: 7 7 7 8"),
        ("6: 12 7 7 7", "2", "6: sea 7 7 7"),
        # 1 and 6 row the boat.
        (START, "1", "2: 7 7 7 7"),
        (START, "6", "2: 7 7 7 7"),
        # The boat captures all that are where it arrives, and no others.
        ("6: 8 7 9 7", "1", "7: 8 boat 9 boat"),
        ("6: 7 7 7 7", "6", "7: boat boat boat boat"),
        ("6: sea 8 9 8", "6", "7: sea 8 9 8"),
        # The number of a captured fish rows the boat.
        ("7: 8 boat 9 boat", "3", "8: boat boat 9 boat"),
        ("7: 9 boat 9 boat", "5", "8: 9 boat 9 boat"),
        # The seed's example 1: the closest to the sea swims for a safe one.
        ("10: sea 12 boat 11", "2", "10: sea sea boat 11"),
        ("10: sea 11 boat 12", "2", "10: sea 11 boat sea"),
        # Example 2: of equal ones the smallest number.
        ("10: sea 11 boat 11", "2", "10: sea 12 boat 11"),
        # Example 3: the numbers of captured fish row the boat.
        ("10: sea boat boat 12", "3", "11: sea boat boat 12"),
        ("10: sea boat boat 12", "4", "11: sea boat boat 12"),
        # The last free fish swims for all safe ones.
        ("10: sea 11 sea sea", "4", "10: sea 12 sea sea"),
    ],
)
def test_a_roll(before: str, roll: str, after: str) -> None:
    assert played(place(before), roll) == place(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("8: sea 12 boat 11", "8: sea 12 boat 12"),
        ("8: sea 9 10 11", "8: sea 10 10 11"),
        ("8: sea 11 9 9", "8: sea 11 10 9"),
    ],
)
def test_the_farthest_can_be_the_escort(before: str, after: str) -> None:
    assert played(place(before), "2", rules=FARTHEST) == place(after)


def test_the_fish_can_choose_their_escort() -> None:
    asked = played(place("8: sea 12 boat 11"), "2", rules=CHOOSE)
    assert asked == place("8: sea 12 boat 11?")
    assert CHOOSE.node(asked) == Decision(0, (Swim(3), Swim(5)))
    assert played(asked, "swim 3", rules=CHOOSE) == place("8: sea sea boat 11")
    assert played(asked, "swim 5", rules=CHOOSE) == place("8: sea 12 boat 12")


def test_one_free_fish_is_no_choice() -> None:
    assert played(place("8: sea sea boat 11"), "2", rules=CHOOSE) == place("8: sea sea boat 12")


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.options.escort)
def test_other_numbers_do_the_same_with_every_escort(rules: PreysRules) -> None:
    state = place("8: sea 12 boat 11")
    after = [played(state, number, rules=rules) for number in "13456"]
    assert after == [played(state, number) for number in "13456"]


@pytest.mark.parametrize(
    ("text", "scores", "winners"),
    [
        ("3: sea sea sea sea", (4, 0), (0,)),
        ("11: sea sea sea boat", (3, 1), (0,)),
        ("11: sea boat boat sea", (2, 2), (0, 1)),
        ("12: boat boat boat sea", (1, 3), (1,)),
        ("7: boat boat boat boat", (0, 4), (1,)),
    ],
)
def test_the_end(text: str, scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    node = CLOSEST.node(place(text))
    assert isinstance(node, Over)
    assert (node.scores, node.winners) == (scores, winners)


def test_the_reason_of_the_end_is_a_sentence() -> None:
    for text, reason in (
        ("3: sea sea sea sea", "4 fish are safe in the sea, no fish is captured."),
        ("7: boat boat boat boat", "No fish is safe in the sea, 4 fish are captured."),
        ("11: sea sea sea boat", "3 fish are safe in the sea, 1 fish is captured."),
    ):
        node = CLOSEST.node(place(text))
        assert isinstance(node, Over)
        assert node.reason == reason


def test_the_game_goes_on_after_the_third_safe_fish() -> None:
    assert isinstance(CLOSEST.node(place("3: sea sea sea 12")), Chance)


def test_the_two_games_that_the_seed_says_lead_to_the_same_board() -> None:
    first = "136213465352255623123426416"
    second = "1362134653522556231236424"
    same = place("10: sea 12 boat 11")
    assert played(CLOSEST.initial(), *first) == played(CLOSEST.initial(), *second) == same
    over = CLOSEST.node(played(same, "4", "1"))
    assert isinstance(over, Over)
    assert over.winners == (1,)


@pytest.mark.parametrize("text", ["0", "7", "01", "+1", "٣", "", "swim", "swim 1", "swim 6", "s 3"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(InvalidAction, match="possible: 1 to 6, swim 2 to swim 5"):
        CHOOSE.parse(text)


@pytest.mark.parametrize(
    ("text", "action"),
    [(START, "swim 2"), ("8: sea 12 boat 11?", "3"), ("8: sea 12 boat 11?", "swim 4")],
)
def test_what_is_not_possible_now_is_refused(text: str, action: str) -> None:
    with pytest.raises(IllegalAction):
        played(place(text), action, rules=CHOOSE)


def test_a_roll_is_no_choice_of_a_fish() -> None:
    actions: set[object] = {Roll(3), Swim(3)}
    assert len(actions) == 2


@given(st.sampled_from(ALL), st.lists(st.sampled_from("123456"), max_size=40))
def test_every_roll_moves_the_boat_or_one_fish_by_one_place(
    rules: PreysRules, rolls: list[str]
) -> None:
    state = rules.initial()
    for roll in rolls:
        if isinstance(rules.node(state), Over):
            break
        after = played(state, roll, rules=rules)
        if after.choosing:
            after = played(after, f"swim {after.free[-1]}", rules=rules)
        assert _steps(state, after) == 1
        assert all(p in (CAUGHT, SEA) or after.boat < p < SEA for p in after.fish)
        state = after


def _steps(before: State, after: State) -> int:
    swum = sum(max(0, after.place(fish) - before.place(fish)) for fish in FISH)
    return swum + after.boat - before.boat


@pytest.mark.parametrize("escort", ["closest", "farthest", "choose"])
@pytest.mark.usefixtures("one_process")
def test_preys_keeps_the_laws(escort: str) -> None:
    gamenight.check(gamenight.game("preys"), 3, players=2, escort=escort)
