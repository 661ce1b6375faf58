"""Replays: a record step by step, whole or as one seat saw it, and playing on from it."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest

import gamenight
from gamenight.core.record import Record, Seat
from gamenight.draw.style import Style
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.matches import Matches
from gamenight.match.playback import OverHere, ReplayTable
from gamenight.match.sqlite import SqliteStore
from gamenight.match.table import NotHere, Table
from gamenight.plain.console import Console, Left
from gamenight.plain.replays import Replayer
from tests.match.courses import OWARE, done, drive, played, three_matches
from tests.terminal import pipe


@pytest.fixture
def store() -> SqliteStore:
    return three_matches()


def test_a_replay_tells_every_moment(store: SqliteStore) -> None:
    playback = Matches(store).replay(1)
    assert playback.last == 2
    assert [playback.told(ply) for ply in (1, 2)] == [
        "Ann sows 4 seeds from house 3.",
        "Ben sows 4 seeds from house 3.",
    ]
    assert len({playback.scene(None, ply) for ply in range(3)}) == 3
    assert playback.state(0) == playback.rules.initial()


def test_names_are_those_of_the_ply() -> None:
    store = SqliteStore()
    match = played(store, OWARE, "Ann Ben", "C")
    match.sit(1, Seat("Zoë"))
    match.play("c", 1, match.at)
    playback = ReplayTable(match.record)
    assert playback.told(1).startswith("Ann ")
    assert playback.told(2).startswith("Zoë ")


def test_a_branch_goes_on_with_those_who_sat_there(store: SqliteStore) -> None:
    match = Match.load(store, 2)
    match.sit(0, Seat("Zoë"))
    match.play("d", 1, match.at)
    playback = Matches(store).replay(2)
    early, late = playback.branch(0), playback.branch(2)
    assert playback.branch(1).names == ("Zoë", "Hanna"), "who sat down there sits there"
    assert (early.names, early.last) == (("Cleo", "Hanna"), 0)
    assert (late.names, late.last) == (("Zoë", "Hanna"), 2)
    assert late.id not in ("1", "2", "3", early.id)
    done(late.play("B", 0))
    assert len(Match.load(store, 2).plies) == 2


def test_a_resigned_match_can_be_played_on_but_not_one_that_is_over(store: SqliteStore) -> None:
    matches = Matches(store)
    assert matches.replay(1).branch(2).result is None
    seats = [Seat("Easy", "random"), Seat("Hard", "random")]
    match = Match.new(store, OWARE, seats, seed=1)
    drive(match)
    before = len(store.matches())
    playback = matches.show(match.record)
    with pytest.raises(OverHere, match="over here"):
        playback.branch(playback.last)
    assert len(store.matches()) == before
    assert playback.branch(playback.last - 1).turn().kind == "elsewhere"


def replayed(record: Record, *typed: str) -> str:
    """What plain mode prints when this is typed."""
    target = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    with pytest.raises(Left):
        Replayer(Console(Style(), source=source, target=target), ReplayTable(record)).run()
    return target.getvalue()


def test_auto_plays_to_the_end(store: SqliteStore) -> None:
    output = replayed(store.load(1).record, "auto")
    assert output.index("Ann sows 4 seeds") < output.index("Ben sows 4 seeds")
    assert "Ann won: 0 to 0.\nBen resigned.\nmove 2 of 2, ? for help> " in output


def test_auto_step_by_step_and_from_the_middle(store: SqliteStore) -> None:
    output = replayed(store.load(1).record, "1", "auto step", "", "first", "auto 0")
    assert "move 1 of 2, ? for help> auto step\n" in output
    assert output.count("(Enter) ") == 1
    assert output.count("Ben sows 4 seeds") == 2
    assert output.endswith("move 2 of 2, ? for help> \n")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("auto soon", "'soon' is not a pace (possible: 0 to 60 seconds per move, step)"),
        ("auto -1", "'-1' is not a pace"),
        ("9", "There is no move 9 (possible: 0 to 2)"),
        ("p", "The match begins here"),
        ("jump", "'jump' is not possible here (possible: Enter, n, p, 0 to 2, first, last, auto,"),
        ("?", "  auto [SECONDS]  show the rest"),
    ],
)
def test_what_a_replay_says_to_words(store: SqliteStore, typed: str, sentence: str) -> None:
    assert sentence in replayed(store.load(1).record, typed)


def test_auto_over_a_pipe_takes_no_time(tmp_path: Path) -> None:
    seats = ("--seat", "Ann", "--seat", "Ben", "--first", "1")
    pipe(tmp_path, "play", "oware", *seats, typed="3\n4\n5\n")
    output = pipe(tmp_path, "replay", "1", typed="auto 60\nq\n")
    assert "move 3 of 3, ? for help> q" in output


# As one seat saw it.


def seen_matches() -> list[Match]:
    """Matches with secrets, with cards that were drawn, played and kept."""
    found = []
    for id, options in (
        ("thief", {"cards": True, "target": 10_000}),
        ("circuit", {"board": 24, "laps": 9}),
    ):
        seats = [Seat(name) for name in ("Ann", "Ben", "Cy")]
        match = Match.new(SqliteStore(), gamenight.game(id), seats, options, seed=3)
        rng = Random(3)

        def anything(table: Table, seat: int, rng: Random = rng) -> str:
            return rng.choice(table.scene(seat).choices).text

        drive(match, lambda match: len(match.plies) > 90, anything)
        match.sit(1, Seat("Zoë"))
        found.append(match)
    return found


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_what_a_seat_saw_is_replayed_as_it_saw_it(viewer: int | None) -> None:
    for match in seen_matches():
        whole = LocalTable(match)
        text = match.record.seen_by(viewer).dumps()
        seen = ReplayTable(Record.loads(text))
        assert seen.viewer == viewer
        assert seen.last == whole.last
        for at in range(whole.last + 1):
            assert seen.scene(viewer, at) == whole.scene(viewer, at)
        for ply in range(1, whole.last + 1):
            assert seen.steps(ply, viewer) == whole.steps(ply, viewer)


def test_what_one_seat_saw_cannot_be_played_on() -> None:
    match = seen_matches()[0]
    matches = Matches(match.store)
    seen = matches.show(match.record.seen_by(0))
    assert "branch" not in seen.can
    with pytest.raises(NotHere, match="cannot be continued"):
        seen.branch(3)


def test_what_one_seat_saw_is_seen_with_its_eyes_whoever_looks() -> None:
    for match in seen_matches():
        for viewer in (None, 1):
            seen = ReplayTable(match.record.seen_by(viewer))
            for other in (None, 0, 1, 2):
                assert seen.scene(other, 40) == seen.scene(viewer, 40)
                assert seen.steps(40, other) == seen.steps(40, viewer)


def test_a_replay_stands_still_and_says_so() -> None:
    table = ReplayTable(seen_matches()[0].record)
    for deed in (
        table.play("x", 0),
        table.speak("x", 0),
        table.ready(0),
        table.passes(0),
        table.undo(),
        table.resign(0),
        table.sit(0, Seat("Zoë")),
        table.next_round([]),
    ):
        with pytest.raises(NotHere, match="a replay cannot be changed"):
            done(deed)
    assert table.turn().kind == "over"
    with pytest.raises(NotHere):
        table.branch(0)


def test_a_replay_passes_over_plies_that_tell_nothing() -> None:
    """The 24 tiles of a board are laid one by one, and whoever rolls says so before the dice do."""
    seats = [Seat("Ann"), Seat("Ben")]
    match = Match.new(SqliteStore(), gamenight.game("circuit"), seats, seed=1)
    drive(match, lambda match: len(match.record.actions) > 40)
    playback = ReplayTable(match.record)
    first = playback.moment(0)
    assert playback.told(first) == "The board is laid: 24 tiles."
    assert playback.moment(first - 1, -1) == first
    shown = [first]
    while shown[-1] < playback.last:
        shown.append(playback.moment(shown[-1] + 1))
    assert shown == [ply for ply in range(1, playback.last + 1) if playback.told(ply)]
    assert [playback.moment(ply - 1, -1) for ply in reversed(shown[1:])] == shown[-2::-1]
