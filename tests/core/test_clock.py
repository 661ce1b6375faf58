"""Clocks as values: how they are read and shown, and that no time is lost or made."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight.core.clock import (
    DAY,
    HOUR,
    MINUTE,
    MOST,
    RESERVE,
    SECOND,
    Control,
    InvalidClock,
    Move,
    face,
    left_after,
    read_control,
    write_control,
)
from gamenight.core.errors import InvalidRecord
from gamenight.core.record import Change, Record, Result, Seat
from gamenight.core.rules import Chance
from tests.effort import times
from tests.toys.heist import HEIST
from tests.toys.nim import NIM

CONTROLS = st.builds(
    lambda base, increment: Control(
        base * SECOND, None if increment is None else increment * SECOND
    ),
    st.integers(1, MOST // SECOND),
    st.none() | st.integers(0, 3_600),
)
BANKS = CONTROLS.filter(lambda control: control.increment is not None)


@pytest.mark.parametrize(
    ("text", "control", "written", "told"),
    [
        ("none", None, "none", ""),
        ("", None, "none", ""),
        ("30s", Control(30 * SECOND), "30s", "30 seconds a move"),
        ("90s", Control(90 * SECOND), "1m30s", "1 minute 30 seconds a move"),
        ("5m+10s", Control(5 * MINUTE, 10 * SECOND), "5m+10s",
         "5 minutes for all moves, 10 seconds more after each"),
        (" 5M + 0s ", Control(5 * MINUTE, 0), "5m+0s", "5 minutes for all moves"),
        ("3d", Control(3 * DAY), "3d", "3 days a move"),
        ("1d12h", Control(36 * HOUR), "1d12h", "1 day 12 hours a move"),
        ("1s", Control(SECOND), "1s", "1 second a move"),
        ("100d", Control(MOST), "100d", "100 days a move"),
    ],
)  # fmt: skip
def test_what_people_write(text: str, control: Control | None, written: str, told: str) -> None:
    assert read_control(text) == control
    assert write_control(control) == written
    assert (control.told() if control else "") == told


@pytest.mark.parametrize(
    "text",
    [
        *("soon", "5", "5m+", "+5s", "0s", "0s+5s", "-5s", "5m10", "10s5m", "1.5m", "101d"),
        *("5m+5m+5m", "9" * 5_000 + "s", "\u0663s", "5m+101d"),
    ],
)
def test_what_is_no_clock(text: str) -> None:
    with pytest.raises(InvalidClock):
        read_control(text)


@given(CONTROLS)
def test_every_clock_is_read_as_it_is_written(control: Control) -> None:
    assert read_control(str(control)) == control


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (-5, "0:00"), (0, "0:00"), (1, "0:01"), (1_000, "0:01"), (9_001, "0:10"),
        (60_000, "1:00"), (3_599_999, "1:00:00"), (3_723_000, "1:02:03"), (DAY, "1 d 0 h"),
        (2 * DAY + 3 * HOUR, "2 d 3 h"), (3 * DAY - 1, "3 d 0 h"), (DAY - 1, "24:00:00"),
    ],
)  # fmt: skip
def test_what_a_clock_shows(left: int, shown: str) -> None:
    assert face(left) == shown


@pytest.mark.parametrize(
    ("control", "left", "spent", "chose", "after"),
    [
        (Control(30_000), 30_000, 12_000, True, 30_000),
        (Control(60_000, 5_000), 60_000, 12_000, True, 53_000),
        (Control(60_000, 5_000), 60_000, 12_000, False, 48_000),
        (Control(60_000, 0), 1_000, 1_000, True, 0),
        (Control(60_000, 5_000), 2_000, 9_000, True, 5_000),
    ],
)
def test_what_is_left(control: Control, left: int, spent: int, chose: bool, after: int) -> None:
    assert control.after(left, spent, chose) == after


def test_of_more_than_two_everybody_has_a_reserve_for_each_move() -> None:
    bank = Control(5 * MINUTE, 0)
    assert [bank.budget(left, several=True) for left in (0, 60_000)] == [RESERVE, 60_000]
    assert bank.budget(0, several=False) == 0
    assert Control(5 * SECOND).budget(5 * SECOND, several=True) == 5 * SECOND


@given(BANKS, st.data())
@settings(max_examples=times(100))
def test_time_grows_by_the_increment_only_and_what_is_gone_was_spent(
    control: Control, data: st.DataObject
) -> None:
    seats, left, spent, gained = 3, [control.base] * 3, 0, 0
    for _ in range(data.draw(st.integers(0, 20))):
        seat, chose = data.draw(st.integers(0, seats - 1)), data.draw(st.booleans())
        move = Move(seat, data.draw(st.integers(0, left[seat])), chose)
        before, left = left, left_after(control, left, [move])
        more = (control.increment or 0) if chose else 0
        assert left[seat] <= before[seat] + more
        assert [*left[:seat], *left[seat + 1 :]] == [*before[:seat], *before[seat + 1 :]]
        spent, gained = spent + move.spent, gained + more
    assert sum(left) == seats * control.base + gained - spent


# In a record.


def nim(*given: int | None, clock: str = "1m+5s", **more: Any) -> dict[str, Any]:
    seats = (Seat("Ann"), Seat("Ben"))
    actions = ("take 1",) * len(given)
    record = Record("nim", 1, seats, actions=actions, clock=clock, times=given, **more)
    found: dict[str, Any] = json.loads(record.dumps())
    return found


def read(data: dict[str, Any]) -> Record:
    return Record.loads(json.dumps(data), NIM)


def test_a_record_carries_the_clock_and_the_times() -> None:
    record = read(nim(20_000, None, 45_000))
    assert (record.clock, record.times) == ("1m+5s", (20_000, None, 45_000))
    assert read(json.loads(record.dumps())) == record
    plain = json.loads(Record("nim", 1, record.seats, actions=("take 1",)).dumps())
    assert not {"clock", "times"} & {*plain}


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": ""}, {"clock": "none"}, {"clock": "60s+5s"}, {"clock": 60}, {"clock": None},
        {"times": [20_000]}, {"times": [20_000, None, 45_001]}, {"times": [-1, None, None]},
        {"times": [1.5, None, None]}, {"times": [True, None, None]}, {"times": "none"},
        {"times": [20_000, None, 45_000, 1]}, {"clock": "20s"},
    ],
)  # fmt: skip
def test_what_nobody_can_have_spent_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidRecord):
        read({**nim(20_000, None, 45_000), **wrong})


def test_times_need_a_clock_and_a_person() -> None:
    data = nim(20_000)
    del data["clock"]
    with pytest.raises(InvalidRecord, match="needs the clock"):
        read(data)
    taken_over = (Change(0, 0, Seat("Ann's machine", "random")),)
    machine = nim(60_000, None, 5_000, changes=taken_over)
    with pytest.raises(InvalidRecord, match="ply 3: no clock counts a machine's time"):
        read(machine)
    late = nim(60_000, None, None, changes=taken_over)  # there was no time left for the first one
    assert read(late).times == (60_000, None, None)
    came_back = (*taken_over, Change(1, 0, Seat("Ann")))
    assert read(nim(60_000, None, 5_000, changes=came_back)).times[2] == 5_000


def test_a_roll_of_nobody_takes_no_time() -> None:
    """Cards that are dealt are nobody's."""
    rules = HEIST.rules(3)
    node = rules.node(rules.initial())
    assert isinstance(node, Chance)
    (outcome, _), *_ = node.outcomes
    seats = tuple(map(Seat, ("Ann", "Ben", "Cem")))
    actions = (rules.format(outcome),)
    record = Record("heist", 1, seats, actions=actions, clock="30s", times=(5,))
    with pytest.raises(InvalidRecord, match="nobody's"):
        Record.loads(record.dumps(), HEIST)


@pytest.mark.parametrize(("clock", "kept"), [("1m+5s", True), ("", False)])
def test_who_ran_out_of_time_has_lost_where_there_was_a_clock(clock: str, kept: bool) -> None:
    late = Result((0, 0), (1,), "Ann ran out of time.", 0)
    data = json.loads(
        Record("nim", 1, (Seat("Ann"), Seat("Ben")), clock=clock, result=late).dumps()
    )
    found = read(data).result
    assert found is not None
    assert found.reason == (late.reason if kept else "Ann resigned.")
    with pytest.raises(InvalidRecord):
        read({**data, "result": {**late._asdict(), "winners": [0]}})
