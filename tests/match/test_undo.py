"""Taking back and giving up."""

from __future__ import annotations

import pytest

from gamenight.core.record import Record, Seat
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.undo import CannotUndo, check_own, may_be_own
from tests.match.courses import done, turn_of
from tests.match.matches import ANN, BEN, BOT, CLEO, again, heist, nim, with_alarm
from tests.toys.nim import NIM


def test_undo_between_people_takes_one_move_back() -> None:
    match = nim()
    match.play("take 1", 0, match.at)
    match.play("take 2", 1, match.at)
    assert match.undo() == 1
    assert turn_of(match).seats == (1,)
    assert match.store.load(match.id).record.actions == ("take 1",)
    match.undo()
    with pytest.raises(CannotUndo, match="no move to undo"):
        match.undo()


def test_undo_against_a_bot_takes_its_answer_back_too() -> None:
    match = nim(ANN, Seat("Random", "random"))
    match.play("take 1", 0, match.at)
    done(LocalTable(match).advance())
    assert match.undo() == 2
    assert turn_of(match).seats == (0,)


def test_undo_does_not_cross_chance_between_people() -> None:
    match = heist(seed=2)
    match.chance()
    match.play("loot", 0, match.at)
    rolled = match.chance()
    with pytest.raises(CannotUndo, match="with other people"):
        match.undo()
    assert match.plies[-len(rolled) :] == rolled


def test_undo_alone_against_bots_brings_the_same_outcome_again() -> None:
    match = heist(ANN, BOT, seed=2)
    match.chance()
    match.play("loot", 0, match.at)
    rolled = match.chance()
    assert match.undo() == 1 + len(rolled)
    match.play("loot", 0, match.at)
    assert match.chance() == rolled


def test_undo_reopens_a_finished_match() -> None:
    match = nim()
    for seat, text in enumerate(["take 3"] * 4):
        match.play(text, seat % 2, match.at)
    assert match.result is not None
    match.undo()
    assert match.result is None
    assert match.store.load(match.id).record.result is None
    assert turn_of(match).seats == (1,)


def test_resigning_of_two_gives_the_other_the_match() -> None:
    match = nim()
    match.play("take 1", 0, match.at)
    match.resign(1)
    assert match.result is not None
    assert (match.result.winners, match.result.reason) == ((0,), "Ben resigned.")
    assert match.result.resigned == 1
    assert turn_of(Match.load(match.store, match.id, NIM)).kind == "over"
    assert Record.loads(match.record.dumps(), NIM) == match.record


def test_resigning_of_more_lets_a_bot_play_on() -> None:
    match = heist(ANN, BEN, CLEO, seed=1)
    match.resign(1)
    assert match.result is None
    assert match.seats[1] == Seat("Ben (bot)", "careful")
    assert match.people == (0, 2)


def test_undo_keeps_who_sits_where() -> None:
    match = nim()
    match.play("take 1", 0, match.at)
    match.play("take 1", 1, match.at)
    match.sit(1, CLEO)
    match.undo()
    assert match.names == ("Ann", "Cleo")
    assert Record.loads(match.record.dumps(), NIM) == match.record
    assert Match.load(match.store, match.id, NIM).record == match.record


def test_two_who_resign_get_bots_of_different_names() -> None:
    long = "Maximilian Maximilian "
    match = heist(Seat(long + "1"), Seat(long + "2"), CLEO, seed=1)
    match.resign(0)
    match.resign(1)
    assert match.names[:2] == ("Maximilian Maxim (bot)", "Maximilian Maxim (bot 2)")


def test_anybody_can_give_up_whatever_the_name() -> None:
    match = heist(Seat("Maximilian Jose Maria"), BEN, CLEO, seed=1)
    match.resign(0)
    assert match.names[0] == "Maximilian Jose (bot)"


def test_a_seat_change_takes_passes_and_marks_along_for_good() -> None:
    match = nim()
    match.keep_draft(0, ("a",))
    match.play("take 1", 0, match.at)
    match.sit(0, CLEO)
    match.undo()
    for found in (match, Match.load(match.store, match.id, NIM)):
        assert found.draft(0) is None, "those were Ann's"


def test_a_resignation_is_undone_alone() -> None:
    match = nim()
    match.play("take 1", 0, match.at)
    match.resign(1)
    assert match.undo() == 0
    assert match.result is None
    assert len(match.plies) == 1


def test_an_undo_takes_back_a_pass_first() -> None:
    """A pass is a decision of the person who passed; what was played before it stays."""
    match = with_alarm(ANN, BEN)
    table, plies = LocalTable(match), len(match.plies)
    done(table.passes(1))
    assert match.passed == {1}
    assert done(table.undo()) == "Took back the pass."
    for found in (match, again(match)):
        assert (len(found.plies), found.passed) == (plies, frozenset())


def test_elsewhere_a_move_is_only_taken_back_by_who_did_it_and_before_the_dice_fall() -> None:
    match = heist(seed=2)
    assert not may_be_own(match, (0, 1)), "nobody has done anything"
    match.chance()
    match.play("loot", 0, match.at)
    assert may_be_own(match, (0,))
    assert not may_be_own(match, (1,))
    match.chance()
    assert not may_be_own(match, (0,)), "the dice have fallen"
    match.sit(1, BOT)
    assert may_be_own(match, (0,)), "nobody else minds"


def test_elsewhere_those_who_have_left_mind_no_dice() -> None:
    match = heist(ANN, BOT, BEN, options={"open_table": True}, seed=2)
    match.chance()
    match.play("leave 3", 2, match.at)
    match.play("loot", 0, match.at)
    assert match.chance()
    assert may_be_own(match, (0,))
    check_own(match, 0)


def test_elsewhere_what_a_machine_did_in_somebody_s_place_is_not_theirs() -> None:
    match = nim()
    match.play("take 1", 0, match.at)
    match.sit(1, Seat("Random", "random"))
    match.play("take 2", 1, match.at)
    match.sit(1, BEN)
    for seat in (0, 1):
        assert may_be_own(match, (seat,)) == (seat == 0)
    check_own(match, 0)
    with pytest.raises(CannotUndo, match="your own last move"):
        check_own(match, 1)
