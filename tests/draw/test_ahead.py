"""What the choice under the cursor would do, on the board and in the footer."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import gamenight
from gamenight.core.scene import Area, Choice, Scene, Spot, Token
from gamenight.core.view import ahead_of, scene_of
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Focus
from gamenight.draw.layouts.fit import draw
from gamenight.draw.layouts.plans import Plans
from gamenight.draw.palette import DARK, Look
from tests.draw.pictures import ASCII, LINES
from tests.draw.scenes import OWARE

# House 4 of Ama, 2 seeds: they would fall into 5 and 6; the 2 seeds in n6 would be taken.
SOWN = {"s4": 0, "s5": 2, "s6": 10, "n6": 0, "south": 9}
NAMES = ("Ama", "Kofi", "Esi")
SIZES = [(80, 24), (120, 40), (200, 50)]


def sown(scene: Scene) -> Scene:
    board = scene.areas[0]
    spots = tuple(
        replace(spot, tokens=(Token("seed", count=SOWN[spot.key]),) if SOWN[spot.key] else ())
        if spot.key in SOWN
        else spot
        for spot in board.spots
    )
    return replace(scene, areas=(replace(board, spots=spots),))


AHEAD = Focus(cursor="s4", ahead=sown(OWARE))


def below(picture: Picture, key: str) -> str:
    """What is written in the columns of a spot."""
    place = picture.place(key)
    assert place is not None
    rows = picture.rows[place.y : place.y + place.height]
    return " ".join("".join(c for c, _ in row[place.x : place.x + place.width]) for row in rows)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("look", [Look(), LINES, ASCII], ids=["filled", "lines", "ascii"])
def test_counts_tell_what_they_would_become(size: tuple[int, int], look: Look) -> None:
    picture = draw(OWARE, {}, look, size, AHEAD)
    arrow = look.signs.arrow
    for key, before, after in (("s4", 2, "0"), ("s5", 1, "2"), ("s6", 9, "10"), ("n6", 2, "0")):
        assert f"{before}{arrow}{after}" in below(picture, key).replace(" ", "")
    assert "+2" in below(picture, "south")
    assert arrow not in below(picture, "s1")


@pytest.mark.parametrize("look", [Look(), LINES, ASCII], ids=["filled", "lines", "ascii"])
def test_small_pits_tell_it_too_and_nothing_moves(look: Look) -> None:
    before, picture = (draw(OWARE, {}, look, (60, 20), focus) for focus in (Focus("s4"), AHEAD))
    arrow = look.signs.arrow
    for key, now, then in (
        ("s4", 2, 0),
        ("s5", 1, 2),
        ("s6", 9, 10),
        ("n6", 2, 0),
        ("south", 7, 9),
    ):
        assert f"{now}{arrow}{then}" in below(picture, key)
    assert [(t.key, t.x, t.y) for t in picture.targets] == [
        (t.key, t.x, t.y) for t in before.targets
    ]


@pytest.mark.parametrize("size", [(60, 20), *SIZES], ids=str)
@pytest.mark.parametrize("look", [Look(), LINES, ASCII], ids=["filled", "lines", "ascii"])
def test_what_the_last_move_brought_stands_beside_the_count(
    size: tuple[int, int], look: Look
) -> None:
    trace = Focus(last=frozenset({"n2", "s1", "north"}), gains=frozenset({("s1", 1), ("north", 3)}))
    picture = draw(OWARE, {}, look, size, trace)
    assert "4 +1" in below(picture, "s1")
    assert "+3" in below(picture, "north")
    assert " +1" not in below(picture, "n2")
    foreseen = draw(OWARE, {}, look, size, replace(AHEAD, gains=frozenset({("s5", 1)})))
    assert "+1" not in below(foreseen, "s5"), "what would be counts more"


def test_ghosts_are_hollow_and_what_is_taken_is_green() -> None:
    picture = draw(OWARE, {}, Look(), (80, 24), AHEAD)
    assert below(picture, "s5").count("○") == 1
    assert below(picture, "s5").count("●") == 1
    place = picture.place("n6")
    assert place is not None
    rim = {ink.fg for _, ink in picture.rows[place.y + 1][place.x : place.x + place.width]}
    assert DARK.good in rim
    assert "2*" not in below(picture, "n6"), "colour tells it"
    assert "0*" in below(draw(OWARE, {}, LINES, (80, 24), AHEAD), "n6")


@pytest.mark.parametrize("look", [Look(), LINES, ASCII], ids=["filled", "lines", "ascii"])
def test_nothing_of_it_stays_when_the_cursor_goes(look: Look) -> None:
    plans = Plans()
    before = draw(OWARE, {}, look, (80, 24), plans=plans)
    draw(OWARE, {}, look, (80, 24), AHEAD, plans=plans)
    again = draw(OWARE, {}, look, (80, 24), plans=plans)
    assert again.rows == before.rows
    assert {(t.key, t.x, t.y) for t in draw(OWARE, {}, look, (80, 24), AHEAD).targets} >= {
        (t.key, t.x, t.y) for t in before.targets if not t.key.startswith("=")
    }


def test_a_hint_glows_like_the_cursor() -> None:
    plans = Plans()
    plain = draw(OWARE, {}, Look(), (120, 40), plans=plans)
    hinted = draw(OWARE, {}, Look(), (120, 40), Focus(hint="s4"), plans=plans)
    place = hinted.place("s4")
    assert place is not None
    gold = [
        {ink.fg for row in picture.rows[place.y + 1 : place.y + 8] for _, ink in row[place.x :]}
        for picture in (plain, hinted)
    ]
    assert [DARK.accent in inks for inks in gold] == [False, True]


def test_the_footer_tells_what_enter_would_do() -> None:
    lines = draw(OWARE, {}, ASCII, (80, 24), AHEAD).lines()
    assert any(">Enter< House 4  captures 2" in text for text in lines)


def test_enter_is_named_once() -> None:
    """With the cursor elsewhere it does not take the default, which has a key of its own."""
    default = Choice("pass", "Pass", key="p", default=True)
    scene = replace(OWARE, choices=(*OWARE.choices, default))
    assert " ".join(draw(scene, {}, ASCII, (80, 24)).lines()).count("Enter") == 1
    text = " ".join(draw(scene, {}, ASCII, (80, 24), AHEAD).lines())
    assert text.count("Enter") == 1
    assert "[p] Pass" in text


@pytest.mark.parametrize("look", [Look(), LINES], ids=["filled", "lines"])
def test_a_pawn_would_stand_on_its_tile(look: Look) -> None:
    def track(at: int) -> Area:
        pawn = (Token("pawn", owner=0, key="pawn 0"),)
        spots = tuple(Spot(f"t{n}", str(n), tokens=pawn if n == at else ()) for n in range(24))
        return Area("track", "", "ring", spots, look="tile", rank=0)

    scene = replace(OWARE, areas=(track(3),), choices=())
    focus = Focus(ahead=replace(scene, areas=(track(9),)))
    assert "A" not in below(draw(scene, {}, look, (80, 24)), "t9")
    assert "A" in below(draw(scene, {}, look, (80, 24), focus), "t9")


def test_ahead_is_the_scene_after_the_action() -> None:
    game = gamenight.game("oware")
    rules = game.rules(2)
    state = rules.initial()
    after = scene_of(game, rules, gamenight.step(rules, state, "C"), 0, NAMES)
    assert ahead_of(game, rules, state, "C", 0, NAMES) == after
    assert ahead_of(game, rules, state, "c", 0, NAMES) is None, "not theirs"
    assert ahead_of(game, rules, state, "nonsense", 0, NAMES) is None


def test_nothing_is_foreseen_where_chance_follows() -> None:
    game = gamenight.game("thief")
    rules = game.rules(3)
    state = rules.initial()
    while isinstance(node := rules.node(state), gamenight.Chance):
        state = rules.apply(state, gamenight.sample(node, Random(1)))
    assert isinstance(node, gamenight.Decision)
    texts = [rules.format(action) for action in node.actions]
    found = {text: ahead_of(game, rules, state, text, node.player, NAMES) for text in texts}
    assert found["end"] is not None
    assert [text for text in found if found[text] is None] == [t for t in texts if t != "end"]
