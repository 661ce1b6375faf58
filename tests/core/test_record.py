"""Records: what is written is read again, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight.core.errors import InvalidRecord
from gamenight.core.play import possible_actions
from gamenight.core.record import (
    AGREED,
    DESERTED,
    Change,
    Record,
    Result,
    Seat,
    Standing,
)
from gamenight.core.rules import Chance, Decision
from tests.effort import times
from tests.toys.heist import HEIST
from tests.toys.nim import NIM

ANN, BEN = Seat("Ann"), Seat("Careful", "careful")
NIM_SEATS = (Seat("Ann"), Seat("Ben"))


def nim(*actions: str, **fields: Any) -> Record:
    return Record("nim", 1, NIM_SEATS, actions=actions, **fields)


def random_heist(seed: int, plies: int) -> Record:
    rules, rng = HEIST.rules(3), Random(seed)
    state, actions = rules.initial(), list[str]()
    while len(actions) < plies and (possible := possible_actions(rules, state)):
        action = rng.choice(possible)
        actions.append(rules.format(action))
        state = rules.apply(state, action)
    seats = (ANN, BEN, Seat("José"))
    return Record("heist", 1, seats, actions=tuple(actions), changes=(Change(2, 0, Seat("Zoë")),))


@given(st.integers(0, 10_000), st.integers(2, 60))
@settings(max_examples=times(20))
def test_a_record_survives_the_round_trip(seed: int, plies: int) -> None:
    read = Record.loads(random_heist(seed, plies).dumps(), HEIST)
    assert Record.loads(read.dumps(), HEIST) == read
    assert read.actions == random_heist(seed, plies).actions
    assert read.options == {"goal": 20, "rounds": 6, "die": "loaded", "open_table": False}
    assert read.names() == ("Zoë", "Careful", "José")
    assert read.names(1) == ("Ann", "Careful", "José")


def test_a_record_is_one_line_of_json() -> None:
    series = ((Standing("Ann", 1, True), Standing("Ben", 0, False)),)
    text = nim("take 3", "take 3", "take 3", "take 3", series=series).dumps()
    assert "\n" not in text
    assert json.loads(text)["schema"] == 2
    read = Record.loads(text.encode(), NIM)
    assert read.series == series
    assert read.result == Result((0, 1), (1,), "The heap is empty.")


def test_who_sat_there_is_written_and_read() -> None:
    changes = (Change(0, 0, Seat("Robo", "random")), Change(1, 1, Seat("Zoë")))
    record = Record("heist", 1, (ANN, BEN), changes=changes, actions=("deal trap",))
    data = json.loads(record.dumps())
    assert data["seats"] == [{"name": "Ann"}, {"name": "Careful", "bot": "careful"}]
    assert data["changes"] == [[0, 0, {"name": "Robo", "bot": "random"}], [1, 1, {"name": "Zoë"}]]
    read = Record.loads(record.dumps(), HEIST)
    assert (read.seats, read.changes) == ((ANN, BEN), changes)


def test_a_resignation_is_kept() -> None:
    result = Result((0, 0), (1,), "Ann resigned.", 0)
    assert Record.loads(nim("take 1", result=result).dumps(), NIM).result == result


@pytest.mark.parametrize("reason", [AGREED, DESERTED])
def test_a_match_that_was_broken_off_is_kept(reason: str) -> None:
    result = Result((0, 0), (), reason)
    assert Record.loads(nim("take 1", result=result).dumps(), NIM).result == result


def change(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(fields)


BROKEN: list[tuple[str, Callable[[dict[str, Any]], None], str, int | None]] = [
    ("schema", change(schema=3), r"unknown schema 3 \(possible: 1, 2\)", None),
    ("schema bool", change(schema=True), "unknown schema True", None),
    ("game", change(game="chess"), "a record of 'chess', not of 'nim'", None),
    ("version", change(version=9), "rules version 9, but this is version 1", None),
    ("field", change(extra=1), "unknown field 'extra'", None),
    ("option", change(options={"x": 1}), "unknown option 'x'", None),
    ("options", change(options=[]), "the options must be a JSON object", None),
    ("seats", change(seats=[{"name": "Ann"}]), "Nim is for 2 players, not 1", None),
    ("seat", change(seats=["Ann", "Ben"]), "a seat must be", None),
    ("name", change(seats=[{"name": "A\u202en"}, {"name": "B"}]), "cannot be shown", None),
    ("bot name", change(seats=[{"name": "bot:x"}, {"name": "B"}]), "cannot begin", None),
    ("illegal", change(actions=["take 3", "take 3", "take 3", "take 2", "take 2"]), "ply 5: ", 5),
    ("garbage line", change(actions=["take 1", "\ud800"]), r"ply 2: invalid action '\\ud800'", 2),
    ("after the end", change(actions=["take 3"] * 5), "ply 5: .*the game is over", 5),
    ("no text", change(actions=["take 1", 2]), "an action must be text, not 2", None),
    ("no list", change(actions="take 1"), "the actions must be a JSON list", None),
    ("change", change(changes=[[0, 0]]), r"a change must be \[ply, seat, who\]", None),
    ("change seat", change(changes=[[0, 7, {"name": "Z"}]]), "no seat 7", None),
    ("change ply", change(changes=[[9, 0, {"name": "Z"}]]), "at ply 9", None),
    ("result", change(result={"scores": [1]}), "a result must have scores, winners", None),
    (
        "wrong result",
        change(
            actions=["take 3"] * 4,
            result={"scores": [1, 0], "winners": [0], "reason": "", "resigned": None},
        ),
        "ply 4: the actions end with",
        4,
    ),
    (
        "wrong resignation",
        change(result={"scores": [9, 0], "winners": [1], "reason": "x", "resigned": 0}),
        r"ply 1: a resignation there ends with \(\(0, 0\), \(1,\)\)",
        1,
    ),
    (
        "escape in a reason",
        change(result={"scores": [0, 0], "winners": [1], "reason": "\x1b[2J", "resigned": 0}),
        "this reason has characters that cannot be shown",
        None,
    ),
    (
        "doubled winner",
        change(result={"scores": [0, 0], "winners": [1, 1], "reason": "x", "resigned": 0}),
        "this result does not fit 2 seats",
        None,
    ),
    ("equal names", change(seats=[{"name": "Ann"}, {"name": "ann"}]), "same name at ply 0", None),
    (
        "equal names later",
        change(changes=[[1, 0, {"name": "ben"}]]),
        "two seats have the same name at ply 1",
        None,
    ),
    (
        "escape in a bot",
        change(seats=[{"name": "A", "bot": "x\x1b"}, {"name": "B"}]),
        "this bot's name has characters that cannot be shown",
        None,
    ),
    ("series", change(series=[[["A\u202eB", 1, True]]]), "cannot be shown", None),
    ("viewer", change(viewer=True), "the viewer must be a whole number, not True", None),
    (
        "broken off with a score",
        change(result={"scores": [9, 0], "winners": [], "reason": AGREED, "resigned": None}),
        r"ply 1: a match that is broken off there ends with \(\(0, 0\), \(\)\)",
        1,
    ),
    (
        "broken off with a winner",
        change(result={"scores": [0, 0], "winners": [1], "reason": AGREED, "resigned": None}),
        "the match is not over there and nobody resigned",
        1,
    ),
    (
        "early result",
        change(result={"scores": [1, 0], "winners": [0], "reason": "", "resigned": None}),
        "the match is not over there and nobody resigned",
        1,
    ),
]


@pytest.mark.parametrize(
    ("spoil", "sentence", "ply"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN]
)
def test_a_broken_record_gets_one_clear_sentence(
    spoil: Callable[[dict[str, Any]], None], sentence: str, ply: int | None
) -> None:
    data = json.loads(nim("take 1").dumps())
    spoil(data)
    with pytest.raises(InvalidRecord, match=sentence) as refused:
        Record.loads(json.dumps(data), NIM)
    assert "\n" not in str(refused.value)
    assert refused.value.ply == ply


def test_a_record_that_is_cut_short_is_refused_in_words_for_people() -> None:
    text = nim("take 1").dumps()
    for cut in (text[: len(text) // 2], text[:1], ""):
        with pytest.raises(InvalidRecord) as refused:
            Record.loads(cut, NIM)
        assert str(refused.value) == "this is not a whole record: it is cut short or changed"


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"\xff\xfe\x00garbage",
        b"[" * 1_000_000,
        b'{"a":' * 500_000,
        b'{"schema": 1, "game": "nim"',
        b"null",
        b"NaN",
        b'{"schema": ' + b"9" * 10_000 + b"}",
        b"x" * 100_000_000,
    ],
    ids=["empty", "not utf-8", "lists", "objects", "truncated", "null", "nan", "digits", "100 MB"],
)
def test_garbage_is_refused(garbage: bytes) -> None:
    with pytest.raises(InvalidRecord) as refused:
        Record.loads(garbage, NIM)
    assert len(str(refused.value)) < 200
    assert "\n" not in str(refused.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(st.sampled_from(["game", "version", "options", "seats", "actions", "changes", "series",
                        "result", "viewer"]), JSON)  # fmt: skip
@settings(max_examples=times(75))
def test_any_value_in_any_field_is_read_or_refused(field: str, value: Any) -> None:
    data = json.loads(nim("take 1").dumps())
    data[field] = value
    try:
        read = Record.loads(json.dumps(data), NIM)
    except InvalidRecord as refused:
        assert "\n" not in str(refused)
    else:
        assert Record.loads(read.dumps(), NIM) == read


@given(st.binary(max_size=200), st.integers(0, 400))
@settings(max_examples=times(50))
def test_mutated_bytes_are_read_or_refused(noise: bytes, at: int) -> None:
    good = nim("take 1", "take 2").dumps().encode()
    try:
        Record.loads(good[:at] + noise + good[at + len(noise) :], NIM)
    except InvalidRecord as refused:
        assert "\n" not in str(refused)


def test_a_truncated_record_is_never_half_loaded() -> None:
    good = nim("take 1", "take 2").dumps()
    for end in range(len(good)):
        with pytest.raises(InvalidRecord):
            Record.loads(good[:end], NIM)


def test_a_seat_gets_what_it_may_know() -> None:
    record = random_heist(3, 30)
    own, spectator = record.seen_by(1, HEIST), record.seen_by(None, HEIST)
    dealt = [n for n, text in enumerate(record.actions) if text.startswith("deal")]
    rules, state = HEIST.rules(3), HEIST.rules(3).initial()
    for number, text in enumerate(record.actions):
        node = rules.node(state)
        mine = isinstance(node, Chance) and state.player == 1
        if number in dealt:
            assert own.actions[number] == (text if mine else "deal ?")
            assert spectator.actions[number] == "deal ?"
        else:
            assert own.actions[number] == text
        assert isinstance(node, Chance | Decision)
        state = rules.apply(state, rules.parse(text))
    read = Record.loads(own.dumps(), HEIST)
    assert read == Record.loads(read.dumps(), HEIST)
    assert read.partial
    assert read.viewer == 1
