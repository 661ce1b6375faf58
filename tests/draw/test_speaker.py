"""What is said of a player and of an area, sentence by sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.core.scene import (
    Area,
    AreaLook,
    AreaShape,
    Choice,
    Glyph,
    Scene,
    ScoreRow,
    Spot,
    Token,
    TokenKind,
)
from gamenight.draw.layouts.spoken import Speaker, spoken, spoken_choices

GLYPHS = {"brain": Glyph("🧠", "b", "a brain"), "sea": Glyph("🌊", "~", "open sea")}
ANN = ScoreRow("p0", 0, "Ann", 7)
SCENE = Scene("T", scores=(ANN, replace(ANN, key="p1", seat=1, name="Bob")), unit="seeds")
SPEAKER = Speaker(SCENE, GLYPHS)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (ANN, "Ann, 7 seeds"),
        (replace(ANN, goal=25), "Ann, 7 of 25 seeds"),
        (replace(ANN, stake=3), "Ann, 7 seeds, 3 at stake"),
        (replace(ANN, stake=0), "Ann, 7 seeds, 0 at stake"),
        (
            replace(ANN, current=True, facts=("South", "free 2")),
            "Ann, to play, 7 seeds, South, free 2",
        ),
    ],
)
def test_a_player(row: ScoreRow, said: str) -> None:
    assert SPEAKER.player(row) == said


def area(
    *spots: Spot,
    title: str = "Hand",
    shape: AreaShape = "row",
    look: AreaLook = "cell",
    sign: str = "",
    secret: bool = False,
) -> Area:
    return Area("area", title, shape, spots, look, sign=sign, secret=secret)


CARD = Spot("c", "a", "Overload")


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (area(CARD), "Hand: Overload (a)"),
        (area(CARD, secret=True), "Hand, secret: Overload (a)"),
        (area(CARD, secret=True, title="", sign="brain"), "a brain, secret: Overload (a)"),
        (area(CARD, secret=True, title=""), "secret: Overload (a)"),
        (area(CARD, title=""), "Overload (a)"),
        (area(), "Hand: empty"),
        (area(Spot("kept")), "Hand: empty"),
        (area(Spot("a", name="x"), Spot("b", name="y")), "Hand: x; y"),
        (area(*(Spot(key, name="x") for key in "abc"), Spot("d", name="y")), "Hand: x, 3 times; y"),
        (area(*(Spot(key, name=key[0]) for key in ("x1", "y1", "x2"))), "Hand: x; y; x"),
    ],
)
def test_an_area(part: Area, said: str) -> None:
    assert SPEAKER.area(part) == said


SEEDS = Spot("s", tokens=(Token("seed", count=4),))


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (area(SEEDS), "Hand: 4 seeds"),
        (area(replace(SEEDS, name="bowl"), title=""), "bowl: 4 seeds"),
        (area(SEEDS, title="", sign="brain"), "a brain: 4 seeds"),
        (area(SEEDS, title=""), "4 seeds"),
        (area(SEEDS, secret=True), "Hand, secret: 4 seeds"),
        (area(Spot("s")), "Hand: none"),
        (area(replace(SEEDS, note="pot 150")), "Hand: 4 seeds, pot 150"),
        (area(SEEDS, replace(SEEDS, key="t", name="bowl")), "Hand: 4 seeds; bowl: 4 seeds"),
        (area(Spot("s", tokens=(Token("die", "5", tone="held"),) * 3)), "Hand: 5 3 times"),
    ],
)
def test_what_was_put_aside(part: Area, said: str) -> None:
    assert SPEAKER.area(replace(part, look="tray")) == said
    assert SPEAKER.area(replace(part, shape="pile")) == said


@pytest.mark.parametrize(
    ("kind", "one", "several"),
    [
        ("seed", "1 seed", "7 seeds"),
        ("die", "1 die", "7 dice"),
        ("pawn", "1 pawn", "7 pawns"),
        ("card", "face down", "face down 7 times"),
    ],
)
def test_tokens_are_counted(kind: TokenKind, one: str, several: str) -> None:
    for count, said in ((1, one), (7, several)):
        assert SPEAKER.spot(Spot("s", tokens=(Token(kind, count=count),)), area()) == said
    apart = (Token(kind), Token(kind, count=6))
    assert SPEAKER.spot(Spot("s", tokens=apart), area()) == several


@pytest.mark.parametrize(
    ("token", "said"),
    [
        (Token("pawn", owner=1), "Bob"),
        (Token("pawn", owner=0, count=2), "Ann 2 times"),
        (Token("pawn", owner=5), "1 pawn"),
        (Token("seed", owner=1), "1 seed"),
        (Token("seed", color="red", count=2), "2 red seeds"),
        (Token("die", "brain", "red"), "red a brain"),
        (Token("die", "5", tone="muted"), "5 not counting"),
        (Token("die", "5", tone="held"), "5 held"),
        (Token("die", "5", tone="good"), "5"),
        (Token("card", owner=0), "Ann face down"),
    ],
)
def test_what_a_token_is_called(token: Token, said: str) -> None:
    assert SPEAKER.spot(Spot("s", tokens=(token,)), area()) == said


DIE = (Token("die", "5"),)


@pytest.mark.parametrize(
    ("spot", "look", "said"),
    [
        (Spot("s", "4"), "cell", "4: empty"),
        (Spot("s", "4", "house 4"), "cell", "house 4"),
        (Spot("s", "4", "house 4"), "pit", "house 4: empty"),
        (Spot("s", "4", "house"), "cell", "house (4)"),
        (Spot("s", "a", "a five"), "cell", "a five (a)"),
        (Spot("s", face="sea"), "cell", "open sea"),
        (Spot("s", name="the open Sea", face="sea"), "cell", "the open Sea"),
        (Spot("s", name="cell", face="sea", note="deep"), "cell", "cell: open sea, deep"),
        (Spot("s", name="the deep", note="Deep"), "cell", "the deep"),
        (Spot("s", name="a five", tokens=DIE), "cell", "a five"),
        (Spot("s", name="a five", tokens=DIE), "tray", "a five: 5"),
        (Spot("s", tokens=DIE), "cell", "5"),
        (Spot("s", name="c1", tokens=(Token("pawn", owner=1),)), "cell", "c1: Bob"),
        (Spot("s", name="a five", tokens=DIE), "pit", "a five"),
    ],
)
def test_a_spot(spot: Spot, look: AreaLook, said: str) -> None:
    assert SPEAKER.spot(spot, area(spot, look=look)) == said


CHOICES = (
    Choice("roll", "Roll", key="R", hint="2 dice", default=True),
    Choice("hit bob", "Hit Bob", ("c", "p1")),
    Choice("wait", "Wait"),
    Choice("odd", "", ("none",)),
)


def test_every_way_to_type_a_choice_is_said() -> None:
    scene = replace(SCENE, areas=(area(CARD),), choices=CHOICES)
    assert spoken_choices(scene) == [
        "Enter or R: Roll, 2 dice",
        "a 2: Hit Bob",
        "wait: Wait",
        "odd",
    ]


def test_marks_are_said_and_what_they_mean_now() -> None:
    choices = (
        Choice("hold c", "Hold it", ("c",)),
        Choice("hold p", "Hit Bob", ("p1",)),
        Choice("hold c end", "End", ("c",), key="E"),
    )
    scene = replace(SCENE, areas=(area(CARD),), choices=choices, marks=("c",))
    assert spoken_choices(scene) == [
        "a: Overload, marked",
        "2: Bob, not marked",
        "Enter: Hold it",
        "E or a: End",
    ]


def test_lines_end_as_sentences() -> None:
    scene = Scene("T", ("move 2",), areas=(area(title="Hand"),), message="Ouch!", ask="Well")
    assert spoken(scene, {}) == ["T, move 2.", "Hand: empty.", "Ouch!", "Well."]
