"""Who acts, and what that one had seen: doubles, late clicks, passes, seats of nobody."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.core.errors import InvalidAction, InvalidPlayers
from gamenight.core.record import Seat
from gamenight.match.match import StaleAction
from gamenight.match.turn import At
from tests.match.courses import drive
from tests.match.matches import ANN, BEN, BOT, CLEO, again, nim, with_alarm


def test_a_repeated_click_is_answered_as_done_and_does_nothing() -> None:
    match = nim()
    seen = match.at
    ply = match.play("take 1", 0, seen)
    assert match.play("take 1", 0, seen) is ply
    match.play("take 2", 1, match.at)
    assert match.play("take 1", 0, seen) is ply, "however late it comes"
    assert again(match).play("take 1", 0, seen).action == ply.action
    assert [match.rules.format(ply.action) for ply in match.plies] == ["take 1", "take 2"]


@pytest.mark.parametrize(
    ("text", "seat", "at"),
    [
        ("take 2", 0, At(0, 0)),  # another choice
        ("take 1", 1, At(0, 0)),  # somebody else's
        ("nonsense", 0, At(0, 0)),
        ("take 3", 0, At(3, 0)),  # from the future
        ("take 2", 1, At(-1, 0)),
        ("take 3", 0, At(2, 1)),  # as many plies, but after another undo
    ],
)
def test_anything_else_from_another_moment_is_stale(text: str, seat: int, at: At) -> None:
    match = nim()
    match.play("take 1", 0, match.at)
    match.play("take 2", 1, match.at)
    with pytest.raises(StaleAction) as refused:
        match.play(text, seat, at)
    assert refused.value.code == "stale"
    assert len(match.plies) == 2


def test_a_late_click_from_before_an_undo_is_stale() -> None:
    match = nim()
    seen = match.at
    match.play("take 1", 0, seen)
    match.undo()
    for found in (match, again(match)):
        assert found.at == At(0, 1)
        with pytest.raises(StaleAction):
            found.play("take 1", 0, seen)
        with pytest.raises(StaleAction):
            found.passes(1, seen)
    assert match.plies == []


def test_a_late_click_is_stale_though_the_same_was_played_again() -> None:
    match = nim()
    seen = match.at
    match.play("take 1", 0, seen)
    match.undo()
    match.play("take 1", 0, match.at)
    for found in (match, again(match)):
        with pytest.raises(StaleAction):
            found.play("take 1", 0, seen)
    assert len(match.plies) == 1


@pytest.mark.parametrize("seat", [None, -1, 2, True, "0"])
def test_somebody_acts_and_nobody_else(seat: Any) -> None:
    match = nim()
    for deed in (
        lambda: match.play("take 1", seat, match.at),
        lambda: match.passes(seat, match.at),
        lambda: match.keep_draft(seat, ("a",)),
        lambda: match.resign(seat),
    ):
        with pytest.raises(InvalidPlayers, match="there is no seat"):
            deed()
    assert match.plies == []


def test_nobody_passes_who_could_not_act() -> None:
    match = with_alarm(ANN, BEN, CLEO)
    with pytest.raises(InvalidAction, match="Ann cannot act out of turn now"):
        match.passes(0, match.at)
    match.play("2 alarm", 1, match.at)
    with pytest.raises(InvalidAction, match="Ben cannot act out of turn now"):
        match.passes(1, match.at)
    assert match.passed == frozenset()


def test_a_pass_from_before_an_undo_is_stale() -> None:
    match = with_alarm(BOT, BEN, CLEO)
    seen = match.at
    match.passes(1, seen)
    match.play("3 alarm", 2, seen)
    match.undo()
    assert match.passed == frozenset(), "everybody is asked anew"
    with pytest.raises(StaleAction):
        match.passes(1, seen)


def test_nothing_can_be_done_to_a_match_that_was_given_up() -> None:
    match = with_alarm(BEN, CLEO)
    match.resign(0)
    for deed in (
        lambda: match.play("loot", 0, match.at),
        lambda: match.passes(1, match.at),
        lambda: match.chance(),
        lambda: match.sit(0, ANN),
        lambda: match.resign(1),
    ):
        with pytest.raises(InvalidAction, match="is over: Ben resigned"):
            deed()


def test_undo_asks_who_sat_there_then() -> None:
    match = nim()
    match.play("take 1", 0, match.at)
    match.sit(0, Seat("Machine", "random"))
    assert match.undo() == 1
    assert match.names == ("Machine", "Ben")


def test_a_bot_has_other_numbers_at_every_ply_and_seat() -> None:
    match = nim(ANN, Seat("Machine", "random"))
    drawn = [match.bot_generator(seat).random() for seat in (0, 1)]
    match.play("take 1", 0, match.at)
    drawn += [match.bot_generator(seat).random() for seat in (0, 1)]
    assert len(set(drawn)) == 4
    assert match.bot_generator(1).random() == drawn[-1]


def test_the_click_that_ended_a_match_is_answered_too() -> None:
    match = nim()
    drive(match)
    last = At(len(match.plies) - 1, 0)
    ply = match.plies[-1]
    assert ply.actor is not None
    assert match.play(match.rules.format(ply.action), ply.actor, last) is ply


def test_a_pass_is_counted_once_and_not_later() -> None:
    match = with_alarm(BOT, BEN, CLEO)
    seen = match.at
    match.passes(1, seen)
    match.passes(1, seen)
    match.play("3 alarm", 2, seen)
    match.passes(1, seen)
    assert match.passed == frozenset(), "that was for the ply before"
    with pytest.raises(StaleAction):
        match.passes(2, seen)
