"""The archive: matches found by game, player and words; and a record looked at ply by ply."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import gamenight
from gamenight.core.record import Record, Seat
from gamenight.match.archive import outcome, search
from gamenight.match.match import Match
from gamenight.match.playback import OverHere, Playback
from gamenight.match.sqlite import SqliteStore
from gamenight.terminal.console import Console, Left
from gamenight.terminal.replayer import Replayer
from gamenight.terminal.style import Style
from keyboard import pipe

OWARE, ZOMBIE = (gamenight.game(id) for id in ("oware", "zombie"))


def played(store: SqliteStore, game: gamenight.Game, names: str, *texts: str) -> Match:
    match = Match.new(store, game, [Seat(name) for name in names.split()])
    for text in texts:
        match.play(text)
    return match


@pytest.fixture
def store() -> SqliteStore:
    """Three matches, the oldest first: one resigned, one just begun, one of another game."""
    store = SqliteStore()
    played(store, OWARE, "Ann Ben", "C", "c").resign(1)
    played(store, OWARE, "Cleo Hanna", "A")
    played(store, ZOMBIE, "Ben Dora Émile")
    return store


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [3, 2, 1]),
        ({"game": "oware"}, [2, 1]),
        ({"game": "OWARE"}, [2, 1]),
        ({"game": "owa"}, []),
        ({"player": "ben"}, [3, 1]),
        ({"player": "ANN"}, [2, 1]),
        ({"player": "émile"}, [3]),
        ({"player": "zombie"}, []),
        ({"game": "oware", "player": "ben"}, [1]),
        ({"text": "zombie"}, [3]),
        ({"text": "ben owa"}, [1]),
        ({"text": "  dora   BEN "}, [3]),
        ({"text": "ann dora"}, []),
        ({"finished": True}, [1]),
        ({"finished": False}, [3, 2]),
        ({"finished": False, "player": "b"}, [3]),
    ],
    ids=str,
)
def test_search(store: SqliteStore, wanted: dict[str, str], found: list[int]) -> None:
    assert [summary.id for summary in search(store, **wanted)] == found  # type: ignore[arg-type]


def test_the_match_touched_last_is_first(store: SqliteStore) -> None:
    Match.load(store, 2).play("d")
    assert [summary.id for summary in search(store)] == [2, 3, 1]


def test_outcomes_in_words(store: SqliteStore) -> None:
    assert [outcome(summary) for summary in search(store)] == [
        "Ben - Dora - Émile: 0 plies so far",
        "Cleo - Hanna: 1 ply so far",
        "Ann - Ben: won by Ann",
    ]


def test_somebody_who_took_a_seat_over_is_found(store: SqliteStore) -> None:
    Match.load(store, 2).sit(1, Seat("Zoë"))
    assert [summary.id for summary in search(store, player="zoë")] == [2]
    assert search(store, player="hanna") == []


def test_a_playback_tells_every_moment(store: SqliteStore) -> None:
    playback = Playback(store.load(1).record)
    assert playback.last == 2
    assert [playback.told(ply) for ply in (1, 2)] == [
        "Ann sows 4 seeds from house 3 (C).",
        "Ben sows 4 seeds from house 4 (c).",
    ]
    scenes = [playback.scene(ply) for ply in range(3)]
    assert len(set(scenes)) == 3
    assert all(not scene.choices and not scene.ask and not scene.message for scene in scenes)
    assert playback.state(0) == playback.rules.initial()


def test_names_are_those_of_the_ply() -> None:
    store = SqliteStore()
    match = played(store, OWARE, "Ann Ben", "C")
    match.sit(1, Seat("Zoë"))
    match.play("c")
    playback = Playback(match.record)
    assert playback.told(1).startswith("Ann ")
    assert playback.told(2).startswith("Zoë ")


def test_a_branch_goes_on_with_those_who_sat_there(store: SqliteStore) -> None:
    match = Match.load(store, 2)
    match.sit(0, Seat("Zoë"))
    match.play("d")
    playback = Playback(match.record)
    early, late = playback.branch(store, 0), playback.branch(store, 2)
    assert (early.names, len(early.plies)) == (("Cleo", "Hanna"), 0)
    assert (late.names, len(late.plies)) == (("Zoë", "Hanna"), 2)
    assert late.id not in (1, 2, 3, early.id)
    late.play("B")
    assert len(Match.load(store, 2).plies) == 2


def test_a_resigned_match_can_be_played_on_but_not_one_that_is_over(store: SqliteStore) -> None:
    resigned = Playback(store.load(1).record)
    assert resigned.branch(store, 2).result is None
    seats = [Seat("Easy", "random"), Seat("Hard", "random")]
    match = Match.new(store, OWARE, seats, seed=1)
    while (turn := match.turn()).seat is not None:
        match.bot(turn.seat)
    before = len(store.matches())
    playback = Playback(match.record)
    with pytest.raises(OverHere, match="over here"):
        playback.branch(store, playback.last)
    assert len(store.matches()) == before
    assert playback.branch(store, playback.last - 1).turn().kind == "bot"


def replayed(record: Record, *typed: str) -> str:
    """What plain mode prints when this is typed."""
    target = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    with pytest.raises(Left):
        Replayer(Console(Style(), source=source, target=target), SqliteStore(), record).run()
    return target.getvalue()


def test_auto_plays_to_the_end(store: SqliteStore) -> None:
    output = replayed(store.load(1).record, "auto")
    assert output.index("Ann sows 4 seeds") < output.index("Ben sows 4 seeds")
    assert "Ann wins: 0 to 0.\nBen resigned.\nply 2 of 2, ? for help> " in output


def test_auto_step_by_step_and_from_the_middle(store: SqliteStore) -> None:
    output = replayed(store.load(1).record, "1", "auto step", "", "first", "auto 0")
    assert "ply 1 of 2, ? for help> auto step\n" in output
    assert output.count("(Enter) ") == 1
    assert output.count("Ben sows 4 seeds") == 2
    assert output.endswith("ply 2 of 2, ? for help> \n")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("auto soon", "'soon' is no pace (possible: seconds for a move from 0 to 60, step)"),
        ("auto -1", "'-1' is no pace"),
        ("9", "there is no ply 9 (possible: 0 to 2)"),
        ("p", "there is no ply -1 (possible: 0 to 2)"),
        ("jump", "'jump' is not possible here (possible: Enter, n, p, 0 to 2, first, last, auto,"),
        ("?", "  auto [SECONDS]  show all that follows"),
    ],
)
def test_what_a_replay_says_to_words(store: SqliteStore, typed: str, sentence: str) -> None:
    assert sentence in replayed(store.load(1).record, typed)


def test_auto_over_a_pipe_takes_no_time(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1")
    pipe(tmp_path, "play", "oware", *seats, typed="3\n4\n5\n")
    output = pipe(tmp_path, "replay", "1", typed="auto 60\nq\n")
    assert "ply 3 of 3, ? for help> q" in output
