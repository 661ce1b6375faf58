"""The words and numbers of a review: values, effects, accounts, and which plies stand out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.lab import digest
from gamenight.lab.account import Moment, Review, Weighed
from gamenight.lab.digest import (
    LUCKY,
    MISTAKE,
    MOST,
    UNLUCKY,
    Digest,
    ReviewWords,
    luck,
    seat_of,
)
from tests.lab.reviews import DUEL, choice, crowd, duel, roll


def reviewed(*moments: Moment) -> Review:
    return replace(duel(), moments=moments, start=moments[0].before, result=moments[-1].after)


@pytest.mark.parametrize(
    ("unit", "value", "shown", "change"),
    [
        ("wins", 0.4567, "45.7%", "+45.7%"),
        ("wins", 0.0, "0.0%", "0"),
        ("wins", -0.0001, "0.0%", "0"),
        ("seeds", 3.0, "3", "+3"),
        ("seeds", -3.456, "-3.46", "-3.46"),
        ("seeds", -0.001, "0", "0"),
    ],
)
def test_values_and_changes(unit: str, value: float, shown: str, change: str) -> None:
    words = ReviewWords(duel(unit))
    assert (words.value(value), words.change(value)) == (shown, change)


def test_an_error_is_told_where_there_is_one() -> None:
    assert ReviewWords(duel()).unsure(0.0123) == " ±1.2"
    assert ReviewWords(duel("seeds"), "+-").unsure(0.25) == " +-0.25"
    assert ReviewWords(duel()).unsure(0.0) == ""


def test_what_every_ply_did() -> None:
    words = ReviewWords(duel())
    assert [words.effect(moment) for moment in DUEL] == [
        "luck +20.0%",
        "no choice",
        "luck -10.0% ±2.0",
        "lost 20.0% ±0.5",
        "best (proven)",
        "luck +40.0%",
    ]


def test_a_roll_of_nobodys_that_changed_nothing_was_nobodys_luck() -> None:
    words, names = ReviewWords(duel()), duel().names
    lucky, even = roll(1, None, 0.4, 0.6), roll(2, None, 0.4, 0.4)
    assert [words.effect(one) for one in (lucky, even)] == [
        f"luck +20.0% for {names[0]}",
        "luck 0",
    ]
    assert [words.effect(one, brief=True) for one in (lucky, even)] == [
        f"+20.0% for {names[0]}",
        "luck 0",
    ]


def test_a_move_that_may_be_worse_is_not_called_the_best() -> None:
    moves = (Weighed("own", 0.4, 0.03), Weighed("other", 0.42, 0.03))
    assert ReviewWords(duel()).effect(choice(1, 0, 0.4, 0.4, moves)) == "close to best (2.0% less)"
    won = replace(choice(1, 0, 0.4, 0.4, (moves[0], moves[1])), wins=True)
    assert ReviewWords(duel()).effect(won) == "wins anyway"
    equal = (moves[0], moves[1]._replace(value=0.4001))
    assert ReviewWords(duel()).effect(choice(1, 0, 0.4, 0.4, equal)) == "best"


def test_what_leaving_the_table_changed() -> None:
    left = choice(7, 1, 0.4, 0.7)
    assert ReviewWords(duel()).effect(left) == "-30.0%"
    assert Digest(reviewed(*DUEL, left)).listed[-1] == len(DUEL)


def test_what_is_proven_has_no_error() -> None:
    exact = choice(1, 0, 1.0, 0.0, (Weighed("win", 1.0, 0, True), Weighed("own", 0.0, 0, True)))
    assert ReviewWords(duel()).effect(exact) == "lost 100.0% (proven)"


def test_a_roll_of_nobodys_is_the_luck_of_whoever_gained_most() -> None:
    own = Moment(1, None, None, "", "", (0.2, 0.3, 0.5), (0.05, 0.35, 0.6))
    assert seat_of(own) == 2
    assert luck(own) == pytest.approx(0.1)
    unlucky = replace(own, owner=0)
    assert seat_of(unlucky) == 0
    assert luck(unlucky) == pytest.approx(-0.15)
    assert seat_of(replace(own, actor=1)) == 1


def test_the_list_has_choices_and_chance_that_changed_something() -> None:
    still = roll(7, 0, 1.0, 1.0)
    digest = Digest(reviewed(*DUEL, still))
    assert [digest.review.moments[index].ply for index in digest.listed] == [1, 3, 4, 5, 6]
    forced = Digest(reviewed(choice(1, 0, 1.0, 1.0)))
    assert forced.listed == (0,), "where there is nothing else"


def test_mistakes_and_rolls_that_stand_out() -> None:
    assert Digest(duel()).notable == {3: MISTAKE, 0: LUCKY, 5: LUCKY, 2: UNLUCKY}


def test_only_the_greatest_stand_out() -> None:
    rolls = [roll(n, 0, 0.0, size) for n, size in enumerate((0.3, 0.2, 0.5, 0.4, 0.6, 0.45), 1)]
    found = Digest(reviewed(*rolls)).notable
    assert (len(found), min(rolls[index].after[0] for index in found)) == (MOST, 0.4)
    small = [roll(1, 0, 0.0, 0.5), roll(2, 0, 0.5, 0.51)]
    assert Digest(reviewed(*small)).notable == {0: LUCKY}, "the other one is nothing beside it"


def test_what_may_be_noise_does_not_stand_out() -> None:
    assert Digest(reviewed(roll(1, 0, 0.5, 0.6, 0.06))).notable == {}
    close = (Weighed("other", 0.5, 0.1), Weighed("own", 0.4, 0.1))
    assert Digest(reviewed(choice(1, 0, 0.5, 0.4, close))).notable == {}


def test_the_worst_mistake_and_the_nearest_moment_have_their_place_in_the_list() -> None:
    digest = Digest(duel())
    assert digest.listed == (0, 2, 3, 4, 5)
    assert digest.worst == 2
    assert [digest.nearest(index) for index in (0, 1, 2, 9)] == [0, 0, 1, 4]
    assert Digest(reviewed(DUEL[0])).worst == 0, "nobody erred"


def test_the_account_adds_up() -> None:
    words = ReviewWords(duel())
    (ann, ben) = ({c.heading: c.cell(own) for c in words.columns} for own in duel().accounts)
    assert ann == {
        "start": "0.50",
        "luck": "+0.70 ±0.02",
        "decisions": "0",
        "others": "-0.20",
        "= result": "1.00",
        "without luck": "0.30",
        "mistakes": "0",
        "choices": "1",
    }
    assert ben["mistakes"] == "-0.20"
    assert ben["without luck"] == "0.70"


def test_sums_are_no_chances() -> None:
    rolls = [roll(n, 0, 0.1, 0.9) for n in (1, 2, 3)]
    ann, _ = reviewed(*rolls).accounts
    words = ReviewWords(reviewed(*rolls))
    assert words.total_change(ann.luck) == "+2.40"
    assert words.total(-0.001) == "0.00"
    assert words.total_change(0.3, 0.001) == "+0.30", "an error too small to write"


def test_mistakes_that_are_the_decisions_are_not_told_twice() -> None:
    headings = [column.heading for column in ReviewWords(crowd(3)).columns]
    assert "decisions" in headings
    assert "mistakes" not in headings


def test_a_roll_after_a_move_has_no_number_of_its_own() -> None:
    first, second = roll(1, 0, 0.5, 0.6), choice(2, 0, 0.6, 0.6)
    review = reviewed(first, replace(second, move=1), replace(roll(3, 1, 0.6, 0.5), move=1))
    words = ReviewWords(review)
    assert [words.number(moment) for moment in review.moments] == ["start", "1", ""]
    assert [words.when(moment) for moment in review.moments] == ["start", "1", "after 1"]
    counted = reviewed(replace(first, move=1), replace(roll(2, 0, 0.6, 0.7), move=2))
    assert [*map(ReviewWords(counted).number, counted.moments)] == ["1", "2"], "the dice play"


def test_other_units_are_written_as_they_are() -> None:
    words = ReviewWords(crowd(3))
    assert words.unit == "seeds"
    assert [words.effect(moment) for moment in crowd(3).moments] == ["lost 1", "lost 2", "lost 3"]
    assert words.from_to(crowd(3).moments[2], 2) == "0 → -3"


@pytest.mark.parametrize(
    ("room", "share", "told"),
    [
        (56, False, "start + decisions + others' moves = result"),
        (60, False, "start + decisions + others' moves = result (how far ahead)"),
        (76, False, "start + decisions + others' moves = result (how far ahead, as in the chart)"),
        (76, True, "In wins: start + decisions + others' moves = result"),
    ],
)
def test_the_sum_says_whose_moves_the_others_are_and_that_the_result_is_no_score(
    room: int, share: bool, told: str
) -> None:
    headings = ["start", "decisions", "others", "= result", "choices"]
    assert digest.explained_in_short(headings, headings, room, share) == told


def test_the_short_words_say_that_mistakes_gave_something_away() -> None:
    headings = (*digest.PARTS, digest.RESULT, digest.MISTAKES)
    told = digest.explained_in_short(headings, headings, 200, share=False)
    added = "start + luck + decisions + others' moves = result"
    assert told == f"{added} (how far ahead, as in the chart); mistakes: given away"
