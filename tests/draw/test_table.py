"""The whole screen of a scene: sizes, targets, the sidebar, what is dropped, all looks."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gamenight
from gamenight import Chance, Decision, Over, sample
from gamenight.core.scene import Area, Choice, Scene, ScoreRow, Spot
from gamenight.core.view import scene_of
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Focus
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.sidebar import log_key
from gamenight.draw.palette import DARK, PALETTES, Look
from gamenight.draw.style import UNICODE
from tests.draw.picture_scenes import NAMES, TABLES, foci, played, scenes, unreachable
from tests.draw.scenes import CIRCUIT, CIRCUIT_GLYPHS, OWARE, SAMPLES, THIEF, ZOMBIE, ZOMBIE_GLYPHS
from tests.effort import times

SIZES = [(60, 20), (80, 24), (120, 40)]
LOOKS = {
    "dark": Look(),
    "light": Look(palette=PALETTES["light"]),
    "lines": Look(fill=False),
    "ascii": Look(ascii=True),
    "ascii lines": Look(fill=False, ascii=True),
}
each_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
each_game = pytest.mark.parametrize("game", TABLES)
each_look = pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)


def text_of(picture: Picture) -> str:
    """All words of the screen in reading order."""
    return " ".join(" ".join(picture.lines()).replace(UNICODE.heavy[5], " ").split())


def squeezed(text: str) -> str:
    return "".join(text.split())


@each_game
@each_size
@each_look
def test_a_real_game_can_be_played(game: str, size: tuple[int, int], look: Look) -> None:
    scene, glyphs = played(game)
    for focus in (Focus(), *foci(scene)[:3]):
        picture = draw(scene, glyphs, look, size, focus)
        assert [len(row) for row in picture.rows] == [size[0]] * size[1]
        assert not unreachable(scene, picture) or focus.path
        for target in picture.targets:
            assert 0 <= target.x <= target.x + target.width <= size[0]
            assert 0 <= target.y <= target.y + target.height <= size[1]
        if not focus.path:
            assert squeezed(scene.ask) in squeezed(text_of(picture))
        if look.ascii:
            assert text_of(picture).isascii()


@each_game
@each_size
def test_live_spots_are_on_top_where_they_are_touched(game: str, size: tuple[int, int]) -> None:
    scene, glyphs = played(game)
    picture = draw(scene, glyphs, Look(), size)
    for choice in scene.choices:
        for key in choice.on[:1]:
            target = picture.place(key)
            assert target is not None
            assert picture.at(int(target.centre[0]), int(target.centre[1])) == key


@each_size
def test_nothing_moves_while_one_chooses(size: tuple[int, int]) -> None:
    """Neither the cursor nor a touch nor a mark moves the board or a line of another area."""
    for scene, glyphs in (*SAMPLES.values(), *(played(game) for game in TABLES)):
        board = {spot.key for area in scene.areas if area.rank == 0 for spot in area.spots}
        others = {spot.key for area in scene.areas if area.rank > 0 for spot in area.spots}

        def places(
            picture: Picture, board: set[str] = board, others: set[str] = others
        ) -> set[tuple[str, int, int]]:
            found = {(t.key, t.x, t.y) for t in picture.targets if t.key in board}
            return found | {(t.key, 0, t.y) for t in picture.targets if t.key in others}

        still = places(draw(scene, glyphs, Look(), size))
        for focus in foci(scene)[::4]:
            assert places(draw(scene, glyphs, Look(), size, focus)) == still
        if scene.marks is not None:
            bare = replace(scene, marks=())
            assert places(draw(bare, glyphs, Look(), size)) == still


def test_the_title_bar_drops_the_last_status_first() -> None:
    scene = replace(ZOMBIE, status=("one " * 8, "two " * 8, "three " * 8))
    narrow, wide = (draw(scene, ZOMBIE_GLYPHS, Look(), (w, 24)).lines()[0] for w in (105, 200))
    assert wide.startswith(" Zombie Dice")
    assert wide.rstrip().endswith("three · Marina's turn")
    assert "two" in narrow
    assert "three" not in narrow


def test_the_scores_are_above_the_board_or_in_a_sidebar() -> None:
    narrow = draw(THIEF, {}, Look(), (109, 30))
    assert narrow.at(5, 2) == THIEF.scores[0].key
    assert "PLAYERS" not in text_of(narrow)
    bare = replace(THIEF, areas=(), choices=(), marks=None)
    wide = draw(bare, {}, Look(), (110, 30), log=["Kofi sowed.", "Ama sowed."])
    lines = wide.lines()
    edge = lines[2].index("PLAYERS")
    assert edge > 70
    log = next(y for y, text in enumerate(lines) if text[edge:] == "LOG")
    assert [text[edge:] for text in lines[log + 1 : log + 3]] == ["Kofi sowed.", "Ama sowed."]
    row = wide.place(THIEF.scores[0].key)
    assert row is not None
    assert (row.x, row.y) == (edge, 3)


def test_the_log_is_below_where_that_leaves_a_larger_board() -> None:
    """The board gets all columns; below the question is what is left."""
    log = ["Kofi sowed.", "Ama sowed."]
    picture = draw(OWARE, {}, Look(), (200, 50), log=log)
    lines = picture.lines()
    asked = next(y for y, text in enumerate(lines) if OWARE.ask in text)
    assert asked < lines.index("  LAST MOVES") < lines.index("  Ama sowed.") < 50
    board = [
        target for target in picture.targets if target.key.startswith("s") and target.key != "south"
    ]
    assert {(target.width, target.height) for target in board} == {(23, 14)}


def test_a_store_tells_the_scores_where_lines_are_few() -> None:
    assert draw(OWARE, {}, Look(), (80, 23)).place("ama") is None
    assert draw(OWARE, {}, Look(), (120, 40)).place("ama") is not None
    long = replace(OWARE, scores=tuple(replace(row, name="Kwame Nkrumah") for row in OWARE.scores))
    assert draw(long, {}, Look(), (80, 23)).place("ama") is not None


def test_a_long_log_shows_its_end_or_what_is_under_the_cursor() -> None:
    log = [f"line {number}." for number in range(100)]
    latest = draw(THIEF, {}, Look(), (120, 30), log=log)
    assert "line 99." in text_of(latest)
    assert "line 50." not in text_of(latest)
    lit = draw(THIEF, {}, Look(fill=False), (120, 30), log=log, log_cursor=50)
    assert "> line 50." in text_of(lit)
    assert "line 99." not in text_of(lit)
    place = lit.place(log_key(50))
    assert place is not None
    assert "line 50." in lit.lines()[place.y]


def test_a_ring_holds_scores_and_areas_in_its_hole() -> None:
    picture = draw(CIRCUIT, CIRCUIT_GLYPHS, Look(), (80, 24))
    tiles = [t for t in picture.targets if t.key.startswith("t")]
    assert len(tiles) == 40
    for key in ("p0", "ha", "v2"):
        inner = picture.place(key)
        assert inner is not None
        assert min(t.x for t in tiles) < inner.x < max(t.x for t in tiles)
        assert min(t.y for t in tiles) < inner.y < max(t.y for t in tiles)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_what_is_told_of_players_in_a_hole_is_told_whatever_else_is_there(players: int) -> None:
    """Through a match at 80x24 (a line of it is the bar of keys) every player's rank, lap and tile
    is on the screen, and the ring stays as it is."""
    game = gamenight.game("circuit")
    rules: Any = game.rules(players)
    state, rng, tiles = rules.initial(), Random(2), set()
    for turn in range(times(140)):
        node = rules.node(state)
        if isinstance(node, Over):
            break
        if isinstance(node, Decision) and turn % 3 == 0:
            scene = scene_of(game, rules, state, node.player, NAMES[:players])
            picture = draw(scene, game.glyphs, Look(), (80, 23))
            assert all(" ".join(row.facts[:3]) in text_of(picture) for row in scene.scores)
            tiles.add(tuple((t.x, t.width) for t in picture.targets if t.key == "tile 1"))
        state = rules.apply(
            state, sample(node, rng) if isinstance(node, Chance) else rng.choice(node.actions)
        )
    assert len(tiles) == 1


def test_the_legend_is_in_the_hole_where_the_sidebar_has_the_rest() -> None:
    assert "Wormhole 4 back" in text_of(draw(CIRCUIT, CIRCUIT_GLYPHS, Look(), (120, 40)))


def test_rows_that_can_be_touched_show_it_in_every_look() -> None:
    """Live rows have a ground of their own or brackets, the one under the cursor another."""
    focus = Focus(path=("ha",), cursor="p1")
    lined = text_of(draw(CIRCUIT, CIRCUIT_GLYPHS, Look(fill=False), (80, 24), focus))
    assert "[1 A] Ann" in lined
    assert ">2 B< Bob" in lined
    filled = draw(CIRCUIT, CIRCUIT_GLYPHS, Look(), (80, 24), focus)
    grounds = {}
    for key in ("p0", "p1"):
        place = filled.place(key)
        assert place is not None
        grounds[key] = filled.rows[place.y][place.x + 3][1].bg
    assert grounds == {"p0": DARK.live, "p1": DARK.accent}


def board(rank: int, key: str, count: int = 6) -> Area:
    spots = tuple(Spot(f"{key}{n}", f"{key}{n}", f"place {key}{n}") for n in range(count))
    return Area(key, key, "list", spots, rank=rank)


def test_the_highest_rank_is_dropped_first_but_not_what_a_choice_needs() -> None:
    areas = (board(0, "a", 3), board(1, "b", 40), board(2, "c", 40), board(3, "d", 3))
    scene = Scene("Many", areas=areas, ask="Which?", choices=(Choice("go", "Go", ("d1",)),))
    shown = {target.key[0] for target in draw(scene, {}, Look(), (60, 20)).targets}
    assert {"a", "d"} <= shown
    assert "c" not in shown


def test_a_board_that_cannot_fit_is_written_and_no_choice_is_lost() -> None:
    spots = tuple(
        Spot(f"s{n}", f"s{n}", "a place with a name that is as long as it can be")
        for n in range(90)
    )
    choices = tuple(Choice(f"take {n}", f"Take {n}", (f"s{n}",)) for n in range(20))
    scene = Scene("Large", areas=(Area("a", "A", "list", spots, rank=0),), choices=choices)
    picture = draw(scene, {}, Look(), (60, 20))
    assert not unreachable(scene, picture)
    assert "a place with" in text_of(picture)


def test_many_players_stand_in_columns() -> None:
    rows = tuple(ScoreRow(f"p{n}", n, f"Player {n}", n) for n in range(20))
    scene = replace(THIEF, scores=rows)
    picture = draw(scene, {}, Look(), (60, 20))
    assert {f"p{n}" for n in range(20)} <= {target.key for target in picture.targets}
    assert picture.place("a") is not None


@settings(max_examples=times(12), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    scenes(),
    st.integers(60, 200),
    st.integers(20, 60),
    st.sampled_from(list(LOOKS.values())),
    st.integers(0, 20),
)
def test_any_scene_is_drawn_whole(
    scene: Scene, width: int, height: int, look: Look, turn: int
) -> None:
    spots = foci(scene)
    focus = spots[turn % len(spots)] if spots and turn else Focus()
    picture = draw(scene, ZOMBIE_GLYPHS, look, (width, height), focus, ["a log"] * 9, "Ama thinks")
    assert [len(row) for row in picture.rows] == [width] * height
    everything = text_of(picture)
    assert "Ama thinks" in everything
    whole = draw(scene, ZOMBIE_GLYPHS, look, (width, height))
    assert not unreachable(scene, whole)
    for text in (scene.ask, scene.message):
        if text.isascii():
            assert squeezed(text) in squeezed(text_of(whole))


@pytest.mark.parametrize(("cursor", "heading"), [(None, "  LAST MOVES"), (0, "  MOVES")])
def test_moves_to_come_are_not_the_last_ones(cursor: int | None, heading: str) -> None:
    log = ["Kofi sowed.", "Ama sowed."]
    picture = draw(OWARE, {}, Look(), (200, 50), log=log, log_cursor=cursor)
    assert [row for row in picture.lines() if "MOVES" in row] == [heading]


@pytest.mark.parametrize("look", [Look(), Look(ascii=True)], ids=["filled", "ascii"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
def test_long_names_leave_the_board_as_it_is(size: tuple[int, int], look: Look) -> None:
    def houses(*names: str) -> dict[str, tuple[int, int]]:
        rows = (replace(r, name=name) for r, name in zip(OWARE.scores, names, strict=True))
        board, *rest = OWARE.areas
        stores = dict(zip((spot.key for spot in board.spots if not spot.label), names, strict=True))
        spots = (replace(spot, name=stores.get(spot.key, spot.name)) for spot in board.spots)
        areas = (replace(board, spots=tuple(spots)), *rest)
        scene = replace(OWARE, scores=tuple(rows), areas=areas, ask="Which house do you sow?")
        picture = draw(scene, {}, look, size)
        labelled = {spot.key for spot in board.spots if spot.label}
        return {t.key: (t.width, t.height) for t in picture.targets if t.key in labelled}

    short = houses("Ama", "Kofi")
    assert short
    assert houses("Bartholomew of Kingsbury", "Wilhelmina of Kingsbury") == short
