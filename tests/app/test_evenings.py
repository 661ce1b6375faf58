"""What home says of the matches that are over, and of those that go on."""

from __future__ import annotations

import pytest

from gamenight.app.entries import evening
from gamenight.app.pictures.home import Home, MatchEntry, draw_home
from gamenight.core import registry
from gamenight.draw.palette import Look
from gamenight.match.sqlite import SqliteStore
from tests.app.test_home import played


@pytest.mark.parametrize(("width", "told"), [(80, True), (45, False)])
def test_an_evening_tells_what_was_taken_back_where_there_is_room(width: int, told: bool) -> None:
    game = registry.game("oware")
    store = SqliteStore()
    match = played(store, "oware", 2)
    match.undo()
    match.resign(0)
    (summary,) = store.matches(True)
    shown = Home([], [], 0, [evening(summary, game)], None, "")
    picture, _ = draw_home(shown, Look(), (width, 10), 0)
    text = "\n".join(picture.lines())
    assert "Bob won: Ann resigned" in text, "no score decided it"
    assert ("(1 undo)" in text) == told
    assert "taken" not in text or told


@pytest.mark.parametrize(
    ("width", "told"),
    [
        (80, "Ann against Harbourmasters 22 moves, 1 : 1 just now"),
        (62, "Ann against Harbourmasters 22 moves, 1 : 1"),
        (54, "Ann against Harbourmasters 22 moves"),
        (50, "Ann against Harbourmasters"),
        (42, "Ann against Harbourmaste…"),
    ],
)
def test_before_a_name_is_cut_everything_else_of_a_match_is_left_out(width: int, told: str) -> None:
    players = ("Ann", "Harbourmasters")
    names = " against ".join(players)
    match = MatchEntry("7", None, "Nim", names, "22 moves, 1 : 1", "just now", players)
    picture, _ = draw_home(Home([], [match], 0, [], None, ""), Look(), (width, 10), 0)
    assert f"? Nim {told}" in [" ".join(line.split()) for line in picture.lines()]
