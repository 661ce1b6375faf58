"""Rolled dice tumble: other faces of the same dice, then the ones that count."""

from __future__ import annotations

import gamenight
from gamenight.core.play import Ply
from gamenight.core.record import Seat
from gamenight.core.scene import Scene
from gamenight.core.view import scene_of, steps_of
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.terminal.app.tumble import TURNS, tumbling

SEATS = (Seat("Ann"), Seat("Ben", "easy"))


def rolled(id: str) -> tuple[Match, list[tuple[Ply, Scene]]]:
    """A new match, and its first plies of chance with the scene that each is shown by."""
    game = gamenight.game(id)
    match = Match.new(SqliteStore(), game, SEATS, order="given", seed=4)
    found = []
    for ply in match.chance():
        steps = steps_of(game, match.rules, ply.before, ply.action, 0, match.names)
        scene = next((step.scene for step in steps if step.scene is not None), None)
        if scene is not None:
            found.append((ply, scene))
    return match, found


def faces(scene: Scene) -> list[str]:
    spots = (spot for area in scene.areas for spot in area.spots)
    return [token.face for spot in spots for token in spot.tokens if token.kind == "die"]


def test_dice_show_other_faces_before_they_lie() -> None:
    match, shown = rolled("zombie")
    ply, landed = shown[-1]
    turns = tumbling(match, ply, 0, landed)
    assert 2 <= len(turns) <= TURNS
    for turn in turns:
        assert faces(turn) != faces(landed)
        assert len(faces(turn)) == len(faces(landed))
        assert set(faces(turn)) <= {"brain", "footprints", "shotgun"}
        same = [area.key for area in turn.areas]
        assert same == [area.key for area in landed.areas], "nothing else moves"


def test_where_no_die_falls_nothing_tumbles() -> None:
    match, shown = rolled("circuit")
    assert all(tumbling(match, ply, 0, scene) == [] for ply, scene in shown)
    game = gamenight.game("oware")
    sowing = Match.new(SqliteStore(), game, SEATS, order="given", seed=4)
    ply = sowing.play("C", 0)
    after = scene_of(game, sowing.rules, ply.after, 0, sowing.names)
    assert tumbling(sowing, ply, 0, after) == []
