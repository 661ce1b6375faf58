"""Rolled dice tumble: other faces of the same dice, then the ones that count."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import gamenight
from gamenight.app.film import TUMBLES, frames_of_ply, trace, tumbling
from gamenight.core.record import Seat
from gamenight.core.scene import Area, Scene, Spot, Step, Token
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore

SEATS = (Seat("Ann"), Seat("Ben", "easy"))
MORE = (*SEATS[:1], Seat("Ben"), Seat("Cleo"))


def rolled(id: str, seats: int = 2, seed: int = 4) -> tuple[LocalTable, list[tuple[int, Scene]]]:
    """A new match, and its first plies of chance with the scene that each is shown by."""
    people = SEATS if seats == 2 else MORE
    match = Match.new(SqliteStore(), gamenight.game(id), people, order="given", seed=seed)
    match.chance()
    table, found = LocalTable(match), []
    for ply in range(1, table.last + 1):
        scenes = (step.scene for step in table.steps(ply, 0) if step.scene is not None)
        found += [(ply, scene) for scene in list(scenes)[:1]]
    return table, found


def faces(scene: Scene) -> list[str]:
    spots = (spot for area in scene.areas for spot in area.spots)
    return [token.face for spot in spots for token in spot.tokens if token.kind == "die"]


def colors(scene: Scene) -> list[str]:
    spots = (spot for area in scene.areas for spot in area.spots)
    return [token.color for spot in spots for token in spot.tokens if token.kind == "die"]


def test_dice_show_other_faces_before_they_lie() -> None:
    table, shown = rolled("zombie")
    ply, landed = shown[-1]
    turns = tumbling(table, ply, 0, landed)
    assert 2 <= len(turns) <= TUMBLES
    for turn in turns:
        assert faces(turn) != faces(landed)
        assert len(faces(turn)) == len(faces(landed))
        assert set(faces(turn)) <= {"brain", "footprints", "shotgun"}
        same = [area.key for area in turn.areas]
        assert same == [area.key for area in landed.areas], "nothing else moves"


def test_where_no_die_falls_nothing_tumbles() -> None:
    table, shown = rolled("circuit")
    assert all(tumbling(table, ply, 0, scene) == [] for ply, scene in shown)
    sowing = Match.new(SqliteStore(), gamenight.game("oware"), SEATS, order="given", seed=4)
    sowing.play("C", 0, sowing.at)
    board = LocalTable(sowing)
    assert tumbling(board, 1, 0, board.scene(0)) == []


def test_the_caption_says_what_moves_and_the_log_waits_for_the_sentence() -> None:
    match = Match.new(SqliteStore(), gamenight.game("oware"), SEATS, order="given", seed=4)
    match.play("C", 0, match.at)
    table = LocalTable(match)
    *moving, last = frames_of_ply(table, 1, 0, table.story(1, 0), moving=True)
    assert {frame.scene.message for frame in moving} == {"Ann: house 3"}
    assert not any(frame.told for frame in moving)
    assert last.told == (last.scene.message,)
    assert last.scene.message.startswith("Ann sows 4 seeds from house 3")


def test_before_dice_lie_nothing_gives_them_away() -> None:
    table, shown = rolled("zombie")
    ply, _ = shown[-1]
    frames = frames_of_ply(table, ply, 0, table.story(ply, 0), moving=True)
    tumbles = [frame for frame in frames if frame.scene.message == "Ann rolls ..."]
    assert len(tumbles) >= 2
    assert frames[: len(tumbles)] == tumbles
    assert not any(frame.told for frame in tumbles)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("id", "seats"), [("zombie", 2), ("thief", 3)])
def test_while_dice_turn_nothing_says_what_they_bring(id: str, seats: int, seed: int) -> None:
    table, shown = rolled(id, seats, seed)
    ply, landed = shown[-1]
    before = table.scene(0, ply - 1)
    turns = tumbling(table, ply, 0, landed)
    assert turns
    for turn in turns:
        assert (turn.scores, turn.status) == (before.scores, before.status)
        assert [area.key for area in turn.areas] == [area.key for area in landed.areas]
        assert colors(turn) == colors(landed)
        for spot in (spot for area in turn.areas for spot in area.spots):
            if spot != before.spot(spot.key):
                assert (spot.name, spot.note, spot.tone) == ("", "", "")
                assert len(spot.tokens) == 1, "which dice make a set is seen when they lie"


def test_a_move_leaves_a_trace_of_what_it_brought() -> None:
    match = Match.new(SqliteStore(), gamenight.game("oware"), SEATS, order="given", seed=4)
    match.play("C", 0, match.at)
    table = LocalTable(match)
    left = trace(table.scene(0, 0), table.scene(0, 1))
    assert left.last == {*"CDEFa"}
    assert left.gains == {(house, 1) for house in "DEFa"}


@pytest.mark.parametrize(("seed", "held", "counts"), [(7, "hold 1", True), (0, "hold 111", False)])
def test_dice_that_are_held_never_tell_by_falling_again_whether_a_roll_counts(
    seed: int, held: str, counts: bool
) -> None:
    match = Match.new(SqliteStore(), gamenight.game("thief"), MORE, order="given", seed=seed)
    match.chance()
    match.play(held, 0, match.at)
    match.chance()
    table = LocalTable(match)
    landed = next(step.scene for step in table.steps(3, 0) if step.scene is not None)
    before, turns = table.scene(0, 2), tumbling(table, 3, 0, landed)
    assert (landed.spot("h1") != before.spot("h1")) is counts, "its note tells of the pot"
    assert turns
    for turn in turns:
        assert turn.spot("h1") == before.spot("h1")


class Thrown(LocalTable):
    """A table at which one roll has these dice, and could have had others."""

    def __init__(self, before: Scene, others: Sequence[Scene]):
        self._before, self._others = before, others

    def scene(self, seat: int | None, at: int | None = None) -> Scene:
        return self._before

    def otherwise(self, ply: int, viewer: int | None, most: int) -> list[tuple[Step, ...]]:
        return [(Step(scene=scene),) for scene in self._others]


def tray(*sets: str, bag: str = "bag 5", note: str = "") -> Scene:
    """Three places, each with the dice of a set, whose faces are these digits."""
    places = (tuple(Token("die", face) for face in faces) for faces in sets)
    spots = (Spot(f"d{n}", tokens=dice, note=note) for n, dice in enumerate(places))
    return Scene("Toy", status=(bag,), areas=(Area("dice", "", "row", tuple(spots)),))


@pytest.mark.parametrize(
    ("landed", "other", "turning"),
    [
        (("22", "1", ""), ("3", "4", "5"), [["3"], ["4"], ["5"]]),
        (("2", "2", "1"), ("444", "", ""), [["4"], ["4"], ["4"]]),
        (("222", "1", "6"), ("3", "45", "66"), [["3"], ["4"], ["5", "6", "6"]]),
    ],
)
def test_each_die_that_turns_has_a_place_of_its_own_as_long_as_there_are_some(
    landed: tuple[str, ...], other: tuple[str, ...], turning: list[list[str]]
) -> None:
    before, rest = tray("", "", ""), tray(*landed, bag="bag 2", note="100")
    thrown = Thrown(before, [tray(*other), rest])
    (turn,) = tumbling(thrown, 1, None, rest)  # dice that already lie as they will are not shown
    assert [[die.face for die in spot.tokens] for spot in turn.areas[0].spots] == turning
    assert {spot.note for spot in turn.areas[0].spots} == {""}
    assert turn.status == ("bag 5",)
