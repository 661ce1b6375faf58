"""Records of what one seat saw: they are replayed as views, and nonsense is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamenight
from gamenight.core.errors import InvalidRecord
from gamenight.core.game import Game
from gamenight.core.record import Record, Result, Seat
from gamenight.core.view import scene_of, steps_of
from tests.core.random_games import random_texts
from tests.effort import times
from tests.toys.heist import HEIST, UNKNOWN
from tests.toys.nim import NIM

NAMES = ("Ann", "Ben", "Cyd", "Dan")
# Seat 1 holds a dodge and a trap, seat 2 an alarm and a trap; seat 1 banks 5 and wins.
PLAYED = ("deal trap", "deal alarm", "deal dodge", "deal trap", "loot", "roll 5", "bank")
WON = Result((5, 0), (0,), "The goal of 5 points was reached.")


def match(*actions: str, **fields: Any) -> Record:
    """A heist of two in which five points win."""
    seats = tuple(map(Seat, NAMES[:2]))
    return Record("heist", 1, seats, {"goal": 5}, actions=actions, **fields)


def seen(*actions: str, viewer: int | None = 0, **fields: Any) -> Record:
    return match(*actions, partial=True, viewer=viewer, **fields)


def read(record: Record) -> Record:
    return Record.loads(record.dumps(), HEIST)


def test_it_is_replayed_as_views() -> None:
    record, rules = match(*PLAYED, result=WON), HEIST.rules(2, goal=5)
    for viewer in (None, 0, 1):
        known = read(record.seen_by(viewer, HEIST))
        assert (known.viewer, known.partial, known.result) == (viewer, True, WON)
        views = [rules.hide(ply.after, viewer) for ply in record.plies(HEIST)]
        assert [ply.after for ply in known.plies(HEIST)] == views
    plies = record.seen_by(1, HEIST).plies(HEIST)
    assert plies[3].after.hands == ((UNKNOWN, UNKNOWN), ("alarm", "trap"))
    assert [ply.actor for ply in plies] == [None, None, None, None, 0, None, 0]


def test_one_seat_does_not_get_what_another_saw() -> None:
    own = match(*PLAYED).seen_by(0, HEIST)
    assert own.seen_by(0, HEIST) is own
    sentence = "^what seat 1 saw of a match does not show what (a spectator|seat 2) saw$"
    for other in (None, 1):
        with pytest.raises(InvalidRecord, match=sentence):
            own.seen_by(other, HEIST)
    with pytest.raises(InvalidRecord, match="what a spectator saw of a match does not show"):
        match(*PLAYED).seen_by(None, HEIST).seen_by(0, HEIST)


SEEN = ("deal trap", "deal ?", "deal dodge", "deal ?", "loot", "roll 5", "bank")
REFUSED: dict[str, tuple[Record, int, str]] = {
    "garbage": (seen("deal trap", "garbage"), 2, "invalid action 'garbage'"),
    "another's card": (seen("deal trap", "deal trap"), 2, "illegal action 'deal trap'"),
    "after the end": (seen(*SEEN, "loot"), 8, r"illegal action 'loot' \(the game is over\)"),
    "eyes of another": (seen(*SEEN, viewer=1), 1, r"'deal trap' \(seat 2 cannot have seen"),
    "another winner": (
        seen(*SEEN, result=WON._replace(winners=(1,))),
        7,
        r"the actions end with the scores \(5, 0\) and the winners \(0,\), not \(5, 0\) and \(1,\)",
    ),
    "another score": (
        seen(*SEEN, result=WON._replace(scores=(6, 0))),
        7,
        "the actions end with the scores",
    ),
    "an early result": (
        seen(*SEEN[:6], result=WON),
        6,
        "the match is not over there and nobody resigned",
    ),
    "a result of nothing": (seen(result=WON), 0, "the match is not over there"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_bad_one_is_refused_with_the_number_of_the_ply(name: str) -> None:
    record, ply, words = REFUSED[name]
    with pytest.raises(InvalidRecord, match=f"^ply {ply}: .*{words}") as refused:
        read(record)
    assert refused.value.ply == ply


GIVEN_UP = Result((0, 9), (1,), "Ann resigned.", 0)


@pytest.mark.parametrize(
    ("record", "result"),
    [
        (seen(*SEEN, result=WON._replace(reason="Hurrah.")), WON._replace(reason="Hurrah.")),
        (seen(*SEEN), None),
        (seen(*SEEN[:3]), None),
        (seen(), None),
        (seen(*SEEN[:3], result=GIVEN_UP), GIVEN_UP),
    ],
    ids=["over", "over, untold", "goes on", "empty", "given up"],
)
def test_it_keeps_the_result_it_has(record: Record, result: Result | None) -> None:
    assert read(record).result == result
    assert read(record) == read(read(record))


def test_without_secrets_it_is_refused_like_a_whole_one() -> None:
    record = Record("nim", 1, tuple(map(Seat, NAMES[:2])), actions=("take 1",)).seen_by(1, NIM)
    assert Record.loads(record.dumps(), NIM).plies(NIM)[0].after.left == 11
    with pytest.raises(InvalidRecord, match=r"^ply 5: illegal action 'take 1' \(the game is over"):
        Record.loads(replace(record, actions=("take 3",) * 4 + ("take 1",)).dumps(), NIM)


GAMES: dict[str, tuple[Game, dict[str, Any], int]] = {
    "thief": (gamenight.game("thief"), {"cards": True, "target": 1500}, 3),
    "open thief": (gamenight.game("thief"), {"cards": True, "open_table": True}, 3),
    "circuit": (gamenight.game("circuit"), {"board": 4, "laps": 3}, 3),
    "heist": (HEIST, {}, 2),
    "open heist": (HEIST, {"open_table": True}, 4),
}
# Actions of all these games, and texts that are nearly some: seats, targets and dice of nobody.
TEXTS = (
    *("", "?", "card ?", "card speed", "card jinx", "play lock", "play ?", "2 jinx", "3 snatch"),
    *("deal ?", "deal alarm", "2 dodge", "1 alarm", "trap 1", "spring", "loot", "bank", "roll 0"),
    *("leave 1", "leave 2", "leave 3", "join 1", "steal", "decline", "end", "hold 1", "roll 1 1"),
    *("roll", "0 speed 1", "1 overload 9", "9 repeat", "2 redo", "2 cancellation 1", "throw 6"),
    *("throw", "throw 99 99", "tile bomb", "tile moonwalk:3", "1 speed", "2 speed 2", "0 jinx"),
)


@cache
def random_record(name: str, seed: int) -> Record:
    game, options, players = GAMES[name]
    actions = random_texts(game.rules(players, **options), Random(seed), 90)
    return Record(game.id, game.version, tuple(map(Seat, NAMES[:players])), options, actions)


def cut(actions: list[str], at: int, other: int, text: str) -> None:
    del actions[at:]


def drop(actions: list[str], at: int, other: int, text: str) -> None:
    del actions[at : at + 1]


def swap(actions: list[str], at: int, other: int, text: str) -> None:
    if actions:
        at, other = at % len(actions), other % len(actions)
        actions[at], actions[other] = actions[other], actions[at]


def repeat(actions: list[str], at: int, other: int, text: str) -> None:
    actions[at:at] = actions[other : other + 1]


def change(actions: list[str], at: int, other: int, text: str) -> None:
    actions[at : at + 1] = [text]


def insert(actions: list[str], at: int, other: int, text: str) -> None:
    actions[at:at] = [text]


def shuffle(actions: list[str], at: int, other: int, text: str) -> None:
    tail = actions[at:]
    Random(other).shuffle(tail)
    actions[at:] = tail


PLACES = st.integers(0, 90)
MUTATIONS = st.lists(
    st.tuples(
        st.sampled_from([cut, drop, swap, repeat, change, insert, shuffle]),
        PLACES,
        PLACES,
        st.sampled_from(TEXTS),
    ),
    max_size=3,
)


@st.composite
def spoiled(draw: st.DrawFn) -> tuple[Record, Game, int]:
    """What somebody saw of a random match, more or less, and how many plies of it are left."""
    name = draw(st.sampled_from(sorted(GAMES)))
    game, _, players = GAMES[name]
    viewers = st.sampled_from([None, *range(players)])
    viewer = draw(viewers)
    record = random_record(name, draw(st.integers(0, 20))).seen_by(viewer, game)
    actions = [*record.actions]
    for mutate, at, other, text in draw(MUTATIONS):
        mutate(actions, at, other, text)
    pairs = enumerate(zip(actions, record.actions, strict=False))
    sound = next((at for at, (new, old) in pairs if new != old), len(actions))
    if draw(st.integers(0, 9)) == 0:
        viewer, sound = draw(viewers), 0
    return replace(record, actions=tuple(actions), viewer=viewer), game, sound


def show(record: Record, game: Game, start: int) -> None:
    """All that can be shown of it from a ply on, to its viewer and to people who watch."""
    rules, names = record.rules(game), record.names()
    for ply in record.plies(game)[start:]:
        for viewer in {record.viewer, None}:
            scene_of(game, rules, ply.before, viewer, names)
            steps_of(game, rules, ply.before, ply.action, viewer, names)
            scene_of(game, rules, ply.after, viewer, names)


@given(spoiled())
@settings(max_examples=times(37), deadline=None)
def test_whatever_happened_to_it_it_is_refused_or_can_be_shown(
    found: tuple[Record, Game, int],
) -> None:
    record, game, sound = found
    try:
        known = Record.loads(record.dumps(), game)
    except InvalidRecord as refused:
        assert "\n" not in str(refused)
        assert str(refused).startswith("ply ")
    else:
        assert known.actions == record.actions
        show(known, game, sound)


@given(spoiled())
@settings(max_examples=times(25), deadline=None)
def test_what_comes_before_the_ply_that_is_blamed_is_sound(found: tuple[Record, Game, int]) -> None:
    record, game, _ = found
    try:
        Record.loads(record.dumps(), game)
    except InvalidRecord as refused:
        assert refused.ply is not None
        begun = replace(record, actions=record.actions[: refused.ply - 1])
        assert Record.loads(begun.dumps(), game).actions == begun.actions


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**9), st.sampled_from([None, 0, 1]))
@settings(max_examples=times(20), deadline=None)
def test_what_was_seen_is_never_refused(name: str, seed: int, viewer: int | None) -> None:
    game, options, players = GAMES[name]
    actions = random_texts(game.rules(players, **options), Random(seed), 400)
    seats = tuple(map(Seat, NAMES[:players]))
    record = Record(game.id, game.version, seats, options, actions).seen_by(viewer, game)
    assert Record.loads(record.dumps(), game).actions == record.actions


@given(st.binary(max_size=60), st.integers(0, 900))
@settings(max_examples=times(50))
def test_mutated_bytes_are_read_or_refused(noise: bytes, at: int) -> None:
    good = seen(*SEEN, result=WON).dumps().encode()
    try:
        Record.loads(good[:at] + noise + good[at + len(noise) :], HEIST)
    except InvalidRecord as refused:
        assert "\n" not in str(refused)


def test_the_viewer_is_a_seat() -> None:
    data = json.loads(seen(*SEEN).dumps())
    with pytest.raises(InvalidRecord, match="there is no seat 2 that can have seen this record"):
        Record.loads(json.dumps({**data, "viewer": 2}), HEIST)
