"""Enter confirms what is marked, as the choices say, wherever the cursor is."""

from dataclasses import replace

from gamenight.app.selection import Selection, activated
from gamenight.core.scene import Area, Choice, Scene, Spot, Token

SPOTS = tuple(Spot(key, label=key, tokens=(Token("die", face),)) for key, face in ("a1", "b5"))
DICE = Scene(
    "Dice",
    areas=(Area("dice", "", "row", SPOTS),),
    choices=(
        Choice("hold 1 5", "Roll 3 dice", on=("a", "b"), default=True),
        Choice("hold 1", "Roll 4 dice", on=("a",)),
    ),
    marks=("a", "b"),
)


def test_enter_on_a_marked_die_does_not_release_it() -> None:
    assert activated(Selection(DICE, cursor="a")) == DICE.choices[0]


def test_enter_marks_a_die_where_there_is_nothing_to_confirm() -> None:
    again = activated(Selection(replace(DICE, marks=()), cursor="a"))
    assert isinstance(again, Selection)
    assert again.scene.marks == ("a",)
