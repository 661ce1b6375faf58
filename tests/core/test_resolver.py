"""What a person types becomes a choice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.core.resolver import begins, resolve, words_of
from gamenight.core.scene import (
    Area,
    Choice,
    Scene,
    ScoreRow,
    Spot,
    Step,
    Token,
    fill,
    named,
    texts,
    who,
)

SCENE = Scene(
    "Cards",
    scores=(ScoreRow("ann", 0, "{0}", 3), ScoreRow("ben", 1, "{1}", 4)),
    areas=(
        Area("hand", "Hand", "row", (Spot("c1", "a"), Spot("c2", "b"))),
        Area("board", "Board", "row", (Spot("h1", "1"), Spot("h2", "2"))),
    ),
    choices=(
        Choice("roll", "Roll 2d6", key="r", default=True),
        Choice("load 1", "Overload on {0}", on=("c1", "ann")),
        Choice("load 2", "Overload on {1}", on=("c1", "ben")),
        Choice("Redo", "Redo", on=("c2",)),
        Choice("X", "Sow house X", on=("h2",)),
        Choice("hold", "Hold all", key="H"),
    ),
)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ["roll"]),
        ("roll", ["roll"]),
        ("ROLL", ["roll"]),
        ("r", ["roll"]),
        ("h", ["hold"]),
        ("load 2", ["load 2"]),
        ("load  2 ", ["load 2"]),
        ("a", ["load 1", "load 2"]),
        ("a 2", ["load 2"]),
        ("{1}", ["load 2"]),
        ("a {0}", ["load 1"]),
        ("b {0}", []),
        ("A 1", ["load 1"]),
        ("b", ["Redo"]),
        ("2", ["X"]),
        ("x", ["X"]),
        ("1", []),
        ("hold all", ["hold"]),
        ("Overload on {1}", ["load 2"]),
        ("over", []),
        ("sow", ["X"]),
        ("so", ["X"]),
        ("s", []),
        ("hold a", ["hold"]),
        ("overload", []),
        ("zzz", []),
    ],
)
def test_a_typed_line(typed: str, found: list[str]) -> None:
    assert [choice.text for choice in resolve(SCENE, typed)] == found


@given(st.text(max_size=30))
def test_any_line_gives_choices_of_the_scene(typed: str) -> None:
    assert set(resolve(SCENE, typed)) <= set(SCENE.choices)


def test_with_marks_a_word_means_what_is_marked() -> None:
    scene = Scene(
        "Dice",
        areas=(Area("dice", "Dice", "row", tuple(_die(face) for face in "15")),),
        choices=(
            Choice("keep 1", "Roll 4 dice", on=("1",)),
            Choice("keep 5", "Roll 4 dice", on=("5",)),
            Choice("end", "End the turn", key="e"),
        ),
        marks=("5",),
    )
    assert [choice.text for choice in resolve(scene, "roll")] == ["keep 5"]
    hinted = [resolve(scene, f"roll 4 dice with {face}") for face in "15"]
    assert [[choice.text for choice in found] for found in hinted] == [["keep 1"], ["keep 5"]]
    assert words_of(scene, scene.choices[2]) == {"end", "end the turn"}
    assert words_of(scene, scene.choices[0]) == {"keep 1", "roll 4 dice", "roll"}


def _die(face: str) -> Spot:
    return Spot(face, face, tokens=(Token("die", face),))


def test_two_choices_on_one_spot_are_told_apart_by_their_texts() -> None:
    scene = Scene(
        "Both",
        areas=SCENE.areas,
        choices=(Choice("axe", "Axe", on=("h1",)), Choice("bow", "Bow", on=("h1",))),
    )
    assert [choice.text for choice in resolve(scene, "1")] == ["axe", "bow"]
    assert [choice.text for choice in resolve(scene, "bow")] == ["bow"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("speed", ["fast 1", "fast 2"]),
        ("spe", ["fast 1", "fast 2"]),
        ("speed 2", ["fast 2"]),
        ("speed ann", ["fast 1"]),
        ("sp an", ["fast 1", "fast 2"]),
        ("speed anna", ["fast 2"]),
        ("cancel", ["off"]),
        ("ca", []),
        ("caravan", ["on"]),
        ("faster", []),
        ("speed 3", []),
    ],
)
def test_the_name_of_a_card_and_its_beginning(typed: str, found: list[str]) -> None:
    cards = (Spot("c1", "a", "Speed ×2"), Spot("c2", "b", "Cancellation"), Spot("c3", "c"))
    scene = Scene(
        "Cards",
        scores=(ScoreRow("r0", 0, "Ann", 0), ScoreRow("r1", 1, "Anna", 0)),
        areas=(Area("hand", "Hand", "row", cards),),
        choices=(
            Choice("fast 1", "Faster: Ann", on=("c1", "r0")),
            Choice("fast 2", "Faster: Anna", on=("c1", "r1")),
            Choice("off", "Away with it", on=("c2",)),
            Choice("on", "Caravan", on=("c3",)),
        ),
    )
    assert [choice.text for choice in resolve(scene, typed)] == found
    assert begins(scene, typed) == (typed != "speed 3")


def test_names_take_the_place_of_mentions() -> None:
    assert fill(f"{who(1)} robs {who(0)} of {{7}}", ("Ann", "{0}")) == "{0} robs Ann of {7}"
    seen = named(SCENE, ("Ann", "Ben"))
    assert [row.name for row in seen.scores] == ["Ann", "Ben"]
    assert seen.choices[2].label == "Overload on Ben"
    assert named((Step("{0} rolls", SCENE),), ("Ann", "Ben"))[0].scene == seen


def test_every_text_of_a_scene_is_found() -> None:
    assert {"Cards", "{1}", "Overload on {0}", "hand", "c2"} <= set(texts(SCENE))


def test_a_card_that_can_be_played_alone_needs_no_target() -> None:
    """Where its label names a whole choice, longer ones that begin with it are not meant."""
    alone = Choice("flip", "Flip it", on=("c1",))
    scene = Scene(
        "Cards", areas=SCENE.areas, choices=(alone, Choice("cut", "Cut", on=("c1", "h1")))
    )
    assert resolve(scene, "a") == (alone,)
    assert [choice.text for choice in resolve(scene, "a 1")] == ["cut"]
