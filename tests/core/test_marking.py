"""Marks: spots toggled one by one, confirmed with Enter, kept beside the match."""

from __future__ import annotations

import pytest

from gamenight.core.marks import chosen, marked, toggled
from gamenight.core.record import Seat
from gamenight.core.scene import Area, Choice, Scene, Spot, Token
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.toys.nim import NIM


def die(key: str, label: str, *faces: str) -> Spot:
    return Spot(key, label, tokens=tuple(Token("die", face) for face in faces))


SCENE = Scene(
    "Dice",
    areas=(
        Area(
            "roll",
            "Roll",
            "row",
            (die("d1", "a", "1"), die("d2", "b", "1"), die("d3", "c", "5"), die("d4", "", "4")),
        ),
    ),
    choices=(
        Choice("hold 1 1 5", "Roll 1 die", on=("d1", "d2", "d3")),
        Choice("hold 1 1", "Roll 2 dice", on=("d1", "d2")),
        Choice("hold 1 5", "Roll 2 dice", on=("d1", "d3")),
        Choice("hold 1", "Roll 3 dice", on=("d1",)),
        Choice("hold 5", "Roll 3 dice", on=("d3",)),
        Choice("end", "End the turn", key="e"),
    ),
    marks=("d1", "d2", "d3"),
)


@pytest.mark.parametrize(
    ("typed", "marks"),
    [
        ("a", ("d2", "d3")),
        ("A c", ("d2",)),
        ("a b c", ()),
        ("a a", ("d1", "d2", "d3")),
        ("d", None),
        ("a d", None),
        ("e", None),
        ("", None),
        ("hold 1", None),
    ],
)
def test_labels_toggle(typed: str, marks: tuple[str, ...] | None) -> None:
    assert toggled(SCENE, typed) == marks


@pytest.mark.parametrize(
    ("marks", "text"),
    [
        (("d1", "d2", "d3"), "hold 1 1 5"),
        (("d1",), "hold 1"),
        (("d2",), "hold 1"),
        (("d3", "d2"), "hold 1 5"),
        ((), None),
    ],
)
def test_marks_mean_a_choice(marks: tuple[str, ...], text: str | None) -> None:
    found = chosen(marked(SCENE, marks))
    assert (found.text if found else None) == text


def test_marks_that_were_kept_win_over_those_of_the_scene() -> None:
    assert marked(SCENE, None).marks == ("d1", "d2", "d3")
    assert marked(SCENE, ("d1",)).marks == ("d1",)
    assert marked(Scene("no marks"), ("d1",)).marks is None
    assert toggled(Scene("no marks"), "a") is None


def test_a_draft_is_kept_beside_the_match_until_the_next_ply() -> None:
    match = Match.new(SqliteStore(), NIM, (Seat("Ann"), Seat("Ben")))
    assert match.draft(0) is None
    match.keep_draft(0, ("d1", "d3"))
    assert Match.load(match.store, match.id, NIM).draft(0) == ("d1", "d3")
    assert match.draft(1) is None, "it is its owner's"
    match.keep_draft(0, ())
    assert match.draft(0) == ()
    match.play("take 1", 0, match.at)
    assert match.draft(0) is None
    match.undo()
    assert match.draft(0) == ()
