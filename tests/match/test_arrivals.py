"""Who joins and leaves a running match: seats that begin empty, scores, marks, statistics."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.errors import GamenightError, InvalidPlayers, InvalidRecord
from gamenight.core.record import Record, Seat
from gamenight.draw.style import Style
from gamenight.match.changes import changed_seats, who_goes_on
from gamenight.match.costs import cost_of_leaving
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.seats import for_people
from gamenight.match.sqlite import SqliteStore
from gamenight.plain.console import Console
from gamenight.plain.rounds import NextRound
from tests.match.courses import done, drive
from tests.match.matches import ANN, BEN, CLEO, again, new_match

THIEF = registry.game("thief")
DORA = Seat("Dora")


def open_table(*seats: Seat, **options: Any) -> LocalTable:
    """A match with room for six, at its first choice."""
    people = seats or (ANN, BEN, CLEO)
    chosen = for_people(THIEF, options, people)
    table = LocalTable(Match.new(SqliteStore(), THIEF, people, chosen, seed=2))
    while table.turn().kind not in ("person", "over"):
        if table.turn().kind in ("ready", "roll"):
            done(table.ready(table.turn().seats[0]))
        else:
            done(table.advance())
    return table


def test_people_get_a_table_with_all_the_seats_there_can_be() -> None:
    assert for_people(THIEF, {}, [ANN, BEN, CLEO])["empty"] == 3
    assert for_people(THIEF, {"empty": 1}, [ANN, BEN, CLEO])["empty"] == 1
    assert "empty" not in for_people(THIEF, {"open_table": False}, [ANN, BEN, CLEO])
    assert "empty" not in for_people(THIEF, {}, [Seat("Bot", "turn")] * 3)
    table = open_table()
    assert table.names == ("Ann", "Ben", "Cleo", "", "", "")
    assert (table.present, table.absent) == ((0, 1, 2), (3, 4, 5))
    assert [row.name for row in table.scene(None).scores] == ["Ann", "Ben", "Cleo"]
    assert table.opening()[0] == "Order of play: Ann, Ben, Cleo."


def test_a_person_and_a_machine_are_added_up_to_six() -> None:
    table = open_table()
    done(table.speak("join Dora", 0))
    done(table.speak("join bot:turn", 0))
    done(table.speak("join Finn", 0))
    assert table.names[3] == "Dora"
    assert table.seats[4].bot == "turn"
    assert table.here == (0, 1, 2, 3, 5)
    with pytest.raises(InvalidPlayers, match="all 6 seats are taken: somebody must leave first"):
        done(table.speak("join Zoe", 0))
    with pytest.raises(GamenightError, match="dora is already at the table"):
        done(table.speak("join dora", 0))
    again_read = Record.loads(table.record().dumps())
    assert again_read == table.record()
    assert again_read.actions[-3:] == ("join 4", "join 5", "join 6")


def test_leaving_and_coming_back_by_name_or_number() -> None:
    table = open_table()
    done(table.speak("leave BEN", None))
    assert (table.here, table.present) == ((0, 2), (0, 2))
    with pytest.raises(GamenightError, match=r"Ben has left the table already"):
        done(table.speak("leave Ben", None))
    with pytest.raises(GamenightError, match=r"nobody has left seat 5 .has left: 2 Ben; join NAME"):
        done(table.speak("join 5", None))
    done(table.speak("join ben", None))
    assert table.record().actions[-1] == "join 2"
    done(table.speak("opt out 2", None))
    done(table.speak("Opt in Ben", None))
    assert table.names[:3] == ("Ann", "Ben", "Cleo")


def test_somebody_else_may_take_a_seat_that_was_left_when_no_other_is_free() -> None:
    table = open_table(*(Seat(f"Player {n}") for n in range(6)))
    done(table.speak("leave 2", None))
    done(table.join(DORA))
    assert table.names[1] == "Dora"
    assert table.here == tuple(range(6))


def test_a_machine_leaves_too() -> None:
    table = open_table(ANN, BEN, Seat("CL4R4", "turn"))
    done(table.speak("leave cl4r4", None))
    assert table.present == (0, 1)


@pytest.mark.parametrize("empty", [3, 0])
def test_a_join_that_is_taken_back_leaves_no_name(empty: int) -> None:
    """Neither in an empty seat nor in one that somebody had left: not in the record, in the list of
    matches, or after loading it."""
    table = open_table(empty=empty)
    if not empty:
        done(table.leave(2))
    before = table.record()
    done(table.speak("join Dora", None))
    assert [change.who for change in table.record().changes] == [DORA]
    done(table.undo())
    assert table.record() == replace(before, taken_back=1)
    match = again(table._match)
    assert match.record == replace(before, taken_back=1)
    (listed,) = match.store.matches()
    assert [one.name for one in listed.seats] == ["Ann", "Ben", "Cleo"]


def test_a_machine_that_joined_goes_with_the_move_before_it() -> None:
    table = open_table()
    before = table.record()
    done(table.leave(2))
    done(table.speak("join bot:turn", None))
    done(table.undo())
    assert table.record() == replace(before, taken_back=1)


def test_a_join_that_waits_for_the_dice_is_forgotten_with_what_is_taken_back() -> None:
    table = open_table(ANN, Seat("CL4R4", "turn"), Seat("B0LT0N", "turn"))
    while table.turn().kind != "ready":
        seat = table.turn().seats
        if table.turn().kind == "person":
            done(table.play(table.scene(seat[0]).choices[-1].text, seat[0]))
        elif table.turn().kind == "roll":
            done(table.ready(seat[0]))
        else:
            done(table.advance())
    assert done(table.speak("join Dora", None)).startswith("Noted: Dora joins")
    assert "Dora" in table.names
    assert done(table.undo()).endswith(", and that Dora joins."), "nobody wonders where Dora is"
    assert "Dora" not in table.names
    assert not table.record().changes


def test_who_joins_after_the_roll_has_a_seat_that_nobody_else_gets() -> None:
    options = {"open_table": True, "empty": 1}
    table = LocalTable(Match.new(SqliteStore(), THIEF, (ANN, BEN, CLEO), options, seed=2))
    assert done(table.join(DORA)).startswith("Noted: Dora joins")
    with pytest.raises(InvalidPlayers, match="all 4 seats are taken"):
        done(table.join(Seat("Emil")))
    assert done(table.join(DORA)).startswith("Noted: Dora joins"), "said twice"
    assert table.names[3] == "Dora"


def won_by_a_roll() -> LocalTable:
    """A match that is over before Cleo could leave and Dora join, as they had said."""
    options = for_people(THIEF, {"target": 200}, (ANN, BEN, CLEO))
    table = LocalTable(Match.new(SqliteStore(), THIEF, (ANN, BEN, CLEO), options, seed=0))
    assert done(table.leave(2)).startswith("Noted: Cleo leaves")
    assert done(table.join(DORA)) == "Noted: Cleo leaves and Dora joins after the roll."
    while table.turn().kind != "over":
        if table.turn().kind in ("ready", "roll"):
            done(table.ready(table.turn().seats[0]))
        else:
            done(table.advance())
    return table


def test_what_was_said_before_the_roll_that_wins_counts_in_the_next_round() -> None:
    table = won_by_a_roll()
    assert [table.names[seat] for seat in table.present] == ["Ann", "Ben", "Cleo"]
    assert who_goes_on(table) == [ANN, BEN, DORA]
    assert NextRound(Console(Style(), target=StringIO()), table).seats == [ANN, BEN, DORA]
    following = done(table.next_round(who_goes_on(table)))
    assert {following.names[seat] for seat in following.present} == {"Ann", "Ben", "Dora"}


def test_the_marks_of_the_player_stay_when_another_leaves_or_joins() -> None:
    table = open_table()
    seat = table.turn().seats[0]
    table.keep_draft(seat, ("d1",))
    other = next(n for n in table.present if n != seat)
    done(table.leave(other))
    assert table.draft(seat) == ("d1",)
    done(table.join(DORA))
    assert table.draft(seat) == ("d1",)


def test_a_file_holds_what_was_marked() -> None:
    table = open_table()
    seat = table.turn().seats[0]
    assert "marks" not in json.loads(table.record().dumps())
    table.keep_draft(seat, ("d1",))
    record = Record.loads(table.record().dumps())
    adopted = LocalTable(Match.adopt(SqliteStore(), record))
    assert adopted.draft(seat) == ("d1",)
    assert [marks.seat for marks in record.seen_by(seat).marks] == [seat]
    assert record.seen_by(None).marks == ()


def test_who_has_left_has_no_standing_and_no_statistics_and_is_not_in_the_next_round() -> None:
    table = open_table(target=2000)
    done(table.leave(2))
    match = again(table._match)
    drive(match)
    table = LocalTable(match)
    assert [one.name for one in table.rounds[0]] == ["Ann", "Ben"]
    (ended,) = match.store.ended()
    assert [one.player.name for one in ended.appearances] == ["Ann", "Ben"]
    headline, _ = table.verdict() or ("", "")
    assert "Cleo" not in headline
    following = done(table.next_round([ANN, BEN, DORA]))
    assert sorted(following.names) == ["", "", "", "Ann", "Ben", "Dora"]


def test_what_was_reached_before_leaving_does_not_count_after_coming_back() -> None:
    table = open_table()
    match = table._match
    done(table.play("end", 0))
    done(table.play("decline", 1))
    assert match.state.scores[0] > 0
    while table.turn().kind in ("ready", "roll"):
        done(table.ready(1))
    done(table.advance())
    done(table.leave(0))
    assert match.state.scores[0] == 0
    assert [row.seat for row in table.scene(None).scores] == [1, 2]


def test_of_two_who_are_left_nobody_is_told_that_others_play_on() -> None:
    table = open_table()
    points = table.scene(None).scores[0].stake
    assert cost_of_leaving(table, 0) == f"Ann loses {points} points; the others play on"
    done(table.leave(2))
    assert cost_of_leaving(table, 0) == f"Ann loses {points} points; the match is over"
    assert cost_of_leaving(table, 1) == "the match is over"


def test_whoever_ends_the_match_by_leaving_is_told_so_however_many_stay() -> None:
    """In the last turn of all the match ends with the turn."""
    table = open_table(turn_limit=1)
    assert len(table.present) == 3
    told = cost_of_leaving(table, 0)
    done(table.leave(0))
    assert (table.result is not None) == told.endswith("the match is over")
    assert table.result is not None


def test_before_a_roll_whoever_leaves_is_told_what_is_lost_too() -> None:
    table = open_table()
    done(table.play("end", 0))
    done(table.play("decline", 1))
    points = table._match.state.scores[0]
    assert table.turn().kind == "ready"
    assert cost_of_leaving(table, 0) == f"Ann loses {points} points; the others play on"
    assert cost_of_leaving(table, 1) == "the others play on"


def test_two_are_left_and_one_of_them_gives_up() -> None:
    table = open_table()
    done(table.leave(2))
    done(table.resign(0))
    assert table.result is not None
    assert table.result.winners == (1,)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seats": [{"name": "Ann"}, {"name": ""}, {"name": "Cleo"}]}, "seat 2 plays without a"),
        ({"marks": [[9, ["d1"]]]}, "there is no seat 9"),
        ({"marks": [1]}, "marks must be .seat, .key, ...."),
        ({"changes": [[0, 1, {"name": ""}]]}, "somebody with a name must take a seat"),
    ],
)
def test_records_that_make_no_sense_are_refused(change: dict[str, Any], sentence: str) -> None:
    seats = [{"name": name} for name in ("Ann", "Ben", "Cleo")]
    data = {"schema": 1, "game": "thief", "version": 1, "seats": seats, **change}
    with pytest.raises(InvalidRecord, match=sentence):
        Record.loads(json.dumps(data))


def test_joining_a_seat_needs_a_name() -> None:
    data = json.loads(open_table().record().dumps())
    data["actions"] += ["join 4"]
    with pytest.raises(InvalidRecord, match="seat 4 plays without a name"):
        Record.loads(json.dumps(data))


def test_a_seat_that_never_decides_stays_whoever_plays_the_next_round() -> None:
    match = new_match("preys")
    table, seats = LocalTable(match), list(match.seats)
    for words in ("leave 2", "leave fishermen"):
        with pytest.raises(InvalidPlayers, match="nobody decides for Fishermen: that seat stays"):
            changed_seats(table, seats, words)
    left = changed_seats(table, seats, "leave 1")
    assert left == seats[1:]
    assert changed_seats(table, left, "join Bob") == [Seat("Bob"), seats[1]]


@pytest.mark.parametrize("words", ["join 2", "join 7"])
def test_a_number_brings_back_who_left_and_is_nobodys_name(words: str) -> None:
    match = new_match("zombie")
    with pytest.raises(InvalidPlayers, match=r"nobody has left seat \d \(has left: nobody; join"):
        changed_seats(LocalTable(match), list(match.seats), words)
