"""A review in one sentence: luck, decisions, and where the game turned."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.lab.account import Moment, Review, Weighed
from gamenight.lab.judgement import judged
from tests.lab.reviews import choice, counted, crowd, duel, roll

MOVES = (Weighed("own", 0.5), Weighed("other", 0.4))


def match(*moments: Moment, winners: tuple[int, ...] = (0,), unit: str = "wins") -> Review:
    end, names = moments[-1].after, ("Ann", "Ben")
    return Review("", names, unit, "", moments[0].before, counted(*moments), end, winners)


def lucky(ply: int, before: float, after: float) -> Moment:
    return roll(ply, 0, before, after)


def decided(ply: int, actor: int, before: float, after: float) -> Moment:
    return choice(ply, actor, before, after, MOVES)


@pytest.mark.parametrize(
    ("moments", "winners", "sentence"),
    [
        (
            [decided(1, 0, 0.5, 0.3), lucky(2, 0.3, 0.9), decided(3, 1, 0.9, 1.0)],
            (0,),
            "Ann won by luck; Ben decided better; the game turned at move 1.",
        ),
        (
            [decided(1, 0, 0.5, 0.5), lucky(2, 0.5, 0.4), decided(3, 1, 0.4, 1.0)],
            (0,),
            "Ann won by better decisions; Ben had more luck; the game turned at move 2.",
        ),
        (
            [decided(1, 0, 0.6, 0.6), decided(2, 1, 0.6, 0.8), lucky(3, 0.8, 1.0)],
            (0,),
            "Ann won by luck and by better decisions.",
        ),
        (
            [decided(1, 0, 0.6, 0.6), decided(2, 1, 0.6, 0.6), lucky(3, 0.6, 1.0)],
            (0,),
            "Ann won by luck; nobody decided clearly better.",
        ),
        (
            [decided(1, 0, 0.5, 0.5), decided(2, 1, 0.5, 1.0)],
            (0,),
            "Ann won by better decisions; the game turned at move 2.",
        ),
        (
            [lucky(1, 0.4, 0.6), lucky(2, 0.6, 1.0)],
            (0,),
            "Only luck decided; the game turned at move 1.",
        ),
        ([lucky(1, 0.5, 0.5)], (0, 1), "Nothing was decided."),
        (
            [decided(1, 0, 0.5, 0.4), decided(2, 1, 0.4, 0.4), lucky(3, 0.4, 0.5)],
            (0, 1),
            "Ben decided better; Ann had more luck.",
        ),
        (
            [decided(1, 0, 0.5, 0.5), decided(2, 1, 0.5, 0.5)],
            (0, 1),
            "Nobody decided clearly better.",
        ),
        ([decided(1, 0, 0.9, 1.0), lucky(2, 1.0, 1.0)], (0,), ""),
    ],
)
def test_what_is_said(moments: list[Moment], winners: tuple[int, ...], sentence: str) -> None:
    """The first value is Ann's; Ben has the rest."""
    assert judged(match(*moments, winners=winners)).sentence == sentence


@pytest.mark.parametrize(
    ("moments", "sentence"),
    [
        (
            [decided(1, 0, 0.5, 0.4), decided(2, 1, 0.4, 0.8), decided(3, 1, 0.8, 1.0)],
            "Ben gave up; Ann decided better; the game turned at move 2.",
        ),
        (
            [lucky(1, 0.5, 0.3), decided(2, 1, 0.3, 1.0)],
            "Ben gave up in the better position; Ben had more luck.",
        ),
    ],
)
def test_who_gives_up_is_not_beaten(moments: list[Moment], sentence: str) -> None:
    """Giving up is the last moment of a review in chances to win."""
    assert judged(replace(match(*moments), resigned=1)).sentence == sentence


def test_who_ran_out_of_time_did_not_give_up() -> None:
    review = replace(match(lucky(1, 0.5, 0.3), decided(2, 1, 0.3, 1.0)), resigned=1, late=True)
    assert judged(review).sentence.startswith("Ben ran out of time in the better position")


@pytest.mark.parametrize("moments", [(lucky(1, 0.5, 0.5),), (lucky(1, 0.5, 0.3),)])
def test_where_nobody_decided_anything_the_clock_did(moments: tuple[Moment, ...]) -> None:
    review = replace(match(*moments), resigned=1, late=True)
    assert judged(review).clauses[0].startswith("Ben ran out of time")
    assert "luck" not in judged(review).sentence


def test_giving_up_is_told_where_points_are_judged() -> None:
    moments = [choice(1, 0, 0.0, 3.0, MOVES), choice(2, 1, 3.0, 3.0, MOVES)]
    review = replace(match(*moments, winners=(1,), unit="seeds"), resigned=0)
    assert judged(review).sentence.startswith("Ann gave up in the better position")


def test_dice_may_decide_before_anybody_does() -> None:
    first, second = lucky(1, 0.4, 0.6), decided(2, 0, 0.6, 1.0)
    review = match(first, second, winners=(0,))
    moments = (replace(first, move=0), replace(second, move=1))
    told = judged(replace(review, moments=moments)).sentence
    assert told.endswith("the game turned before the first move.")


def test_of_a_move_with_a_draw_and_a_roll_the_turn_is_what_changed_most() -> None:
    """The draw of dice alone put the winner a little ahead; the roll won the match."""
    moments = counted(decided(1, 1, 0.4, 0.4), lucky(2, 0.4, 0.55), lucky(3, 0.55, 1.0))
    review = replace(match(*moments), moments=moments)
    assert [one.move for one in moments] == [1, 1, 1]
    assert judged(review).turn == 3
    assert judged(review).sentence.endswith("the game turned at move 1.")


def test_whoever_gave_away_more_than_others_has_not_decided_better() -> None:
    """The table below the sentence tells what was given away."""
    gains = choice(1, 1, 0.5, 0.2, (Weighed("best", 0.9), Weighed("own", 0.8)))
    review = match(gains, decided(2, 0, 0.2, 0.2), lucky(3, 0.2, 1.0))
    assert [one.lost for one in review.accounts] == [0.0, pytest.approx(0.1)]
    assert review.accounts[1].own > review.accounts[0].own
    assert judged(review).sentence.startswith("Ann won by luck; nobody decided clearly better")


def test_what_may_be_an_error_is_not_said() -> None:
    moments = (decided(1, 0, 0.5, 0.5), decided(2, 1, 0.5, 0.5), roll(3, 0, 0.5, 0.6, 0.2))
    assert "luck" not in judged(match(*moments, winners=(0, 1))).sentence


def test_many_players_are_not_all_named() -> None:
    review = crowd(6)
    assert judged(replace(review, winners=(5,))).sentence == "Fin won; Ann decided better."


def test_who_plays_alone_is_not_compared() -> None:
    assert judged(crowd(1)).sentence == ""
    assert judged(crowd(1)).turn is None


def test_the_turn_is_a_ply_of_the_review() -> None:
    found = judged(duel())
    assert found.turn is None, "without a result there is no winner"
