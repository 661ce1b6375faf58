"""What stays of a match that people leave, and how those at a table see it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.core.scene import Area, Scene, Spot
from gamenight.core.sides import seen_from
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.matches import StoreError, open_matches, sheltered_matches, unkept_matches
from gamenight.match.waiting import without_loop

ANN, EASY, HARD = Seat("Ann"), Seat("V1Ki", "easy"), Seat("ST3V3", "hard")


def table(*seats: Seat) -> LocalTable:
    return unkept_matches().new(registry.game("oware"), seats, seed=1)


def kept(found: LocalTable) -> int:
    return found._match.store.count()


def test_a_match_that_no_person_has_played_is_not_kept() -> None:
    found = table(EASY, ANN)
    without_loop(found.advance())
    assert found.last == 1, "the machine has played"
    assert found.close() == "Nobody had played yet, so this match is not kept."
    assert kept(found) == 0
    assert "not kept" in found.close(), "leaving twice does no harm"


def test_a_match_that_a_person_has_played_is_kept() -> None:
    found = table(ANN, EASY)
    without_loop(found.play("A", 0))
    assert "could not be saved" in found.close(), "in memory"
    assert kept(found) == 1
    without_loop(found.sit(0, HARD))
    found.close()
    assert kept(found) == 1, "even if a machine has taken the seat over since"


def test_a_match_that_is_played_elsewhere_is_kept() -> None:
    here = table(ANN, HARD)
    there = LocalTable(Match.load(here._match.store, 1))
    without_loop(there.play("A", 0))
    assert "not kept" not in here.close()
    assert kept(here) == 1


def test_of_a_match_that_another_program_has_deleted_nobody_says_that_it_is_saved(
    tmp_path: Path,
) -> None:
    path = tmp_path / "gamenight.sqlite"
    with closing(open_matches(path)) as here, closing(open_matches(path)) as there:
        begun = here.new(registry.game("oware"), (ANN, EASY), seed=1)
        without_loop(begun.play("A", begun.here[0]))
        there.delete(1)
        gone = "Match 1 is not saved: another program has deleted it."
        assert (begun.farewell(), begun.close()) == (gone, gone)


def test_a_match_that_was_there_before_is_kept() -> None:
    begun = table(EASY, HARD)
    without_loop(begun.advance())
    again = LocalTable(Match.load(begun._match.store, 1))
    assert "not kept" not in again.close()
    assert kept(again) == 1


def test_taking_back_and_changing_seats_are_acts() -> None:
    for deed in ("undo", "sit"):
        found = table(ANN, EASY)
        if deed == "undo":
            without_loop(found.play("A", 0))
            without_loop(found.undo())
        else:
            without_loop(found.sit(0, HARD))
        found.close()
        assert kept(found) == 1, deed


def test_machines_keep_what_they_finish() -> None:
    found = table(EASY, HARD)
    without_loop(found.advance())
    while found.result is None:
        without_loop(found.advance())
    found.close()
    assert kept(found) == 1


def rows(scene: Scene) -> list[list[str]]:
    """The labels of a board, row by row."""
    spots = [spot for spot in scene.areas[0].spots if spot.label and spot.at is not None]
    found: dict[int, list[tuple[int, str]]] = {}
    for spot in spots:
        assert spot.at is not None
        found.setdefault(spot.at[0], []).append((spot.at[1], spot.key))
    return [[key for _, key in sorted(found[row])] for row in sorted(found)]


def test_a_person_among_machines_sits_below() -> None:
    south, north = [*"ABCDEF"], [*"abcdef"]
    assert rows(table(ANN, EASY).scene(0)) == [north[::-1], south]
    assert rows(table(EASY, ANN).scene(1)) == [south[::-1], north]
    assert rows(table(ANN, Seat("Ben")).scene(1)) == [north[::-1], south], "nobody turns it"
    found = table(EASY, ANN)
    without_loop(found.advance())
    scenes = [step.scene for step in found.steps(1, 1) if step.scene is not None]
    assert all(rows(scene) == [south[::-1], north] for scene in scenes)


def test_a_turned_board_keeps_its_labels() -> None:
    plain, turned = table(ANN, Seat("Ben")).scene(1), table(EASY, ANN).scene(1)
    labels = [{s.key: s.label for s in one.areas[0].spots} for one in (plain, turned)]
    assert labels[0] == labels[1]


def test_half_a_turn_of_any_grid() -> None:
    spots = (
        Spot("wide", at=(0, 0), span=(1, 2)),
        Spot("right", at=(0, 2)),
        Spot("low", at=(1, 0)),
        Spot("loose"),
    )
    area = Area("board", "Board", "grid", spots, below=0)
    scene = Scene("Toy", areas=(area,))
    assert seen_from(scene, 0) is scene
    turned = seen_from(scene, 1)
    assert {spot.key: spot.at for spot in turned.areas[0].spots} == {
        "wide": (1, 1), "right": (1, 0), "low": (0, 2), "loose": None,
    }  # fmt: skip
    assert seen_from(turned, 1) is turned
    assert seen_from(turned, 0) == scene, "and back"


def test_a_machine_is_not_asked() -> None:
    assert table(EASY, ANN).scene(1).ask == "It is V1Ki's turn."
    assert table(ANN, EASY).scene(0).ask == "Ann, which house do you sow?"


def test_a_copy_of_a_file_that_can_only_be_read(tmp_path: Path) -> None:
    path = tmp_path / "gamenight.sqlite"
    matches = open_matches(path)
    matches.new(registry.game("oware"), (ANN, EASY), seed=1)
    copy = sheltered_matches(path, StoreError("it is locked"))
    assert copy.notice == "it is locked"
    assert [one.seats for one in copy.find()] == [(ANN, EASY)]
    copy.new(registry.game("oware"), (ANN, HARD), seed=1)
    assert (copy.count(), matches.count()) == (2, 2), "now it could be written"
    assert copy.notice == ""


def test_who_played_here_lately() -> None:
    matches = unkept_matches()
    for seats in ((ANN, EASY), (Seat("Ben"), ANN), (Seat("Cleo"), Seat("Dan")), (EASY, HARD)):
        table = matches.new(registry.game("oware"), seats, seed=1)
        if not seats[0].bot:
            without_loop(table.play("A", 0))
    assert matches.people() == ["Cleo", "Ben", "Ann"], "Dan has not played yet"
    assert matches.people(1) == ["Cleo"]
    assert matches.people(besides=["Cleo", "Ann"]) == ["Ben"]
