"""Choosing by arrow keys, letters and touches, by examples."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from gamenight.app.selection import (
    Outcome,
    Selection,
    activated,
    back,
    erased,
    goes_on,
    moved,
    pressed,
    touched,
    typed,
)
from gamenight.core.scene import Area, Choice, Scene, ScoreRow, Spot, Token
from gamenight.draw.canvas import Picture
from gamenight.draw.context import choice_key
from gamenight.draw.layouts.fit import draw
from gamenight.draw.palette import Look
from gamenight.draw.parts.choices import BACK

LOOK = Look()
DIRECTIONS = ("up", "down", "left", "right")


def spots(*labels: str) -> tuple[Spot, ...]:
    return tuple(Spot(f"s{label}", label, tokens=(Token("die", label),)) for label in labels)


def board(*labels: str) -> Area:
    return Area("board", "Board", "row", spots(*labels), rank=0)


HOUSES = Scene(
    "Houses",
    areas=(board("1", "2", "12"),),
    choices=tuple(Choice(f"house {n}", f"House {n}", on=(f"s{n}",)) for n in (1, 2, 12)),
)
CARDS = Scene(
    "Cards",
    scores=(ScoreRow("r0", 0, "Ann", 3), ScoreRow("r1", 1, "Ben", 2)),
    areas=(board("a", "b"),),
    choices=(
        Choice("roll", "Roll", key="r", default=True),
        Choice("slow 1", "Slow Ann", on=("sa", "r0")),
        Choice("slow 2", "Slow Ben", on=("sa", "r1")),
        Choice("run", "Run", on=("sb",)),
    ),
)
DICE = Scene(
    "Dice",
    areas=(board("a", "b"),),
    choices=(
        Choice("hold a b", "Roll 4", on=("sa", "sb"), default=True),
        Choice("hold a", "Roll 5", on=("sa",)),
        Choice("end", "End", key="e"),
    ),
    marks=("sa", "sb"),
)
WORDS = Scene("Words", choices=tuple(Choice(f"take {n}", f"take {n}") for n in (1, 2)))
NAMED = Scene(
    "Names",
    scores=CARDS.scores,
    areas=(
        Area("hand", "Hand", "row", (Spot("s1", "b", "Speed ×2"), Spot("s2", "d", "Cancellation"))),
    ),
    choices=(
        Choice("b 1", "Faster: Ann", on=("s1", "r0")),
        Choice("b 2", "Faster: Ben", on=("s1", "r1")),
        Choice("d", "Nothing stays", on=("s2",)),
    ),
)
LETTERED = Scene(
    "Letters",
    areas=(board(*"123456"),),
    choices=tuple(Choice(a, f"House {n}", on=(f"s{n}",)) for n, a in enumerate("abcdef", 1)),
)
TYPED = ("help", "save", "undo", "odds", "rules", "board", "quit", "q")


@cache
def drawn(scene: Scene, path: tuple[str, ...] = ()) -> Picture:
    return draw(scene, {}, LOOK, (80, 24), Selection(scene, path=path).focus())


def keys(selection: Selection, text: str) -> Outcome:
    """Type letter by letter; what the last one did."""
    outcome: Outcome = selection
    for character in text:
        assert isinstance(outcome, Selection)
        outcome = activated(outcome) if character == "!" else typed(outcome, character)
    return outcome


@pytest.mark.parametrize(
    ("scene", "names", "made"),
    [
        (CARDS, ("enter",), "roll"),
        (CARDS, ("space",), None),
        (CARDS, ("right", "space"), None),
        (HOUSES, ("enter",), None),
        (CARDS, ("a", "down", "down", "enter"), "slow 2"),
        (CARDS, ("a", "escape", "r", "enter"), "roll"),
        (HOUSES, ("right", "right", "enter"), "house 2"),
        (HOUSES, ("1", "backspace", "2"), "house 2"),
        (HOUSES, ("f2",), None),
        (HOUSES, ("escape",), None),
    ],
)
def test_keys_by_their_names(scene: Scene, names: tuple[str, ...], made: str | None) -> None:
    outcome: Outcome = Selection(scene)
    for name in names:
        assert isinstance(outcome, Selection)
        outcome = pressed(outcome, name, drawn(scene, outcome.path))
    assert (outcome.text if isinstance(outcome, Choice) else outcome) == made


@pytest.mark.parametrize(
    ("scene", "text", "made"),
    [
        (HOUSES, "2", "house 2"),
        (HOUSES, "12", "house 12"),
        (HOUSES, "1!", "house 1"),
        (HOUSES, "1 ", "house 1"),
        (HOUSES, "house 2", None),
        (HOUSES, "house 2!", "house 2"),
        (CARDS, "!", "roll"),
        (CARDS, " ", None),
        (CARDS, "R", "roll"),
        (CARDS, "a1", "slow 1"),
        (CARDS, "A2", "slow 2"),
        (CARDS, "aBen", None),
        (CARDS, "aBen!", "slow 2"),
        (NAMED, "speed!2", "b 2"),
        (NAMED, "spe!2", "b 2"),
        (NAMED, "speed 2!", "b 2"),
        (NAMED, "SPEED ben!", "b 2"),
        (NAMED, "cancel!", "d"),
        (NAMED, "c!", None),
        (LETTERED, "c", None),
        (LETTERED, "c!", "c"),
        (LETTERED, "1", "a"),
        (LETTERED, "h3", "c"),
        (CARDS, "b", "run"),
        (DICE, "!", "hold a b"),
        (DICE, "b!", "hold a"),
        (DICE, "ba!", None),
        (DICE, "e", "end"),
        (WORDS, "take 2", "take 2"),
    ],
)
def test_letters_make_choices(scene: Scene, text: str, made: str | None) -> None:
    outcome = keys(Selection(scene), text)
    assert (outcome.text if isinstance(outcome, Choice) else None) == made


def test_a_prefix_waits_and_can_be_taken_back() -> None:
    waiting = typed(Selection(HOUSES), "1")
    assert waiting == Selection(HOUSES, typed="1")
    assert typed(waiting, "3") is None
    assert typed(waiting, "h") == Selection(HOUSES, typed="h"), "what does not continue begins anew"
    assert erased(waiting) == Selection(HOUSES)
    assert back(waiting) == Selection(HOUSES)
    assert erased(Selection(HOUSES)) is None


@pytest.mark.parametrize("word", [*TYPED[:-2], "bored", "hello", "save a.json", "sav"])
def test_no_letter_of_a_word_acts_and_enter_takes_it_whole(word: str) -> None:
    outcome: Outcome = Selection(LETTERED)
    for character in word:
        assert isinstance(outcome, Selection)
        outcome = typed(outcome, character, TYPED)
    assert outcome == Selection(LETTERED, typed=word)
    assert activated(outcome) is None, "no choice is called like this"


HAND = replace(
    NAMED,
    areas=(Area("hand", "Hand", "row", (Spot("s1", "a", "Overload"), Spot("s2", "b", "Acc"))),),
)


def quickly(selection: Selection, text: str, words: tuple[str, ...] = ()) -> Outcome:
    """Type letter after letter without a rest; a refused one does nothing by itself."""
    outcome: Outcome = selection
    for number, character in enumerate(text):
        assert isinstance(outcome, Selection)
        picture = drawn(outcome.scene, outcome.path)
        after = pressed(outcome, character, picture, words, number > 0, number + 1)
        outcome = after or replace(outcome, typed="", begun=character)
    return outcome


@pytest.mark.parametrize(
    ("scene", "text", "typed", "path"),
    [
        (HAND, "a", "", ("s1",)),
        (HAND, "ac", "ac", ()),
        (HAND, "acc", "acc", ()),
        (HAND, "aB", "B", ("s1",)),  # Ben, for whom the touched card may be
        (CARDS, "pl", "pl", ()),
        (CARDS, "play a c", "play a c", ()),
        (DICE, "unb", "unb", ()),
        (DICE, "bank", "bank", ()),
        (DICE, "banab", "banab", ()),
        (HAND, "ax", "ax", ()),
        (HAND, "aBb", "Bb", ("s1",)),
        (LETTERED, "best 1", "best 1", ()),
        (LETTERED, "best1", "best1", ()),
    ],
)
def test_letters_of_a_word_typed_in_one_go_stay_together(
    scene: Scene, text: str, typed: str, path: tuple[str, ...]
) -> None:
    outcome = quickly(Selection(scene), text, ("undo",))
    assert isinstance(outcome, Selection)
    assert (outcome.typed, outcome.path, outcome.scene.marks) == (typed, path, scene.marks)


@pytest.mark.parametrize(
    ("text", "word", "marks"),
    [
        ("ba", "", ()),  # whoever marks two dice is as quick
        ("abb", "abb", ("sa", "sb")),  # `add`, where these are the letters of dice
        ("abba", "abba", ("sa", "sb")),
        ("bbb", "", ("sa",)),  # held down
    ],
)
def test_letters_that_all_mark_are_a_word_if_they_come_as_one(
    text: str, word: str, marks: tuple[str, ...]
) -> None:
    outcome = quickly(Selection(DICE), text)
    assert isinstance(outcome, Selection)
    assert (outcome.typed, outcome.scene.marks) == (word, marks)
    if word:
        assert activated(outcome) is None, "Enter says that it means nothing"
        assert back(outcome) == Selection(DICE)


def test_letters_that_mark_one_by_one_are_no_word() -> None:
    outcome: Outcome = Selection(DICE)
    for character in "abb":
        assert isinstance(outcome, Selection)
        outcome = pressed(outcome, character, drawn(DICE), quick=True)
    assert isinstance(outcome, Selection)
    assert (outcome.typed, outcome.scene.marks) == ("", ("sb",))


def test_what_is_drawn_acts_in_one_go_too() -> None:
    for scene, text, made in ((CARDS, "a1", "slow 1"), (LETTERED, "ho3", "c"), (WORDS, "t", "")):
        outcome = quickly(Selection(scene), text)
        assert (outcome.text if isinstance(outcome, Choice) else "") == made
    both = quickly(Selection(DICE), "ab")
    assert isinstance(both, Selection)
    assert (both.typed, both.scene.marks) == ("", ())
    named = quickly(Selection(HAND), "acc")
    assert isinstance(named, Selection)
    assert activated(named) == HAND.choices[-1]


@pytest.mark.parametrize(
    ("text", "made", "word", "cursor"),
    [
        ("r", None, "r", choice_key("roll")),
        ("R", None, "R", choice_key("roll")),
        ("ru", None, "ru", ""),
        ("rules", None, "rules", ""),
        ("ro", None, "ro", choice_key("roll")),
        ("roll", None, "roll", choice_key("roll")),
        ("rollx", None, "rollx", ""),
        ("roll1", "roll", "", ""),
        ("rx", None, "rx", ""),
        ("rxu", None, "rxu", ""),
        ("rr", "roll", "", ""),
        ("r1", "roll", "", ""),
        ("run", None, "run", ""),
        ("b", None, "b", "sb"),
        ("bo", None, "bo", ""),
        ("a", None, "", ""),
    ],
)
def test_a_drawn_letter_that_begins_another_word_waits_for_the_next_key(
    text: str, made: str | None, word: str, cursor: str
) -> None:
    outcome = quickly(Selection(CARDS), text, TYPED)
    assert (outcome.text if isinstance(outcome, Choice) else None) == made
    if isinstance(outcome, Selection):
        assert (outcome.typed, outcome.cursor) == (word, cursor)
        assert (outcome.meant is not None) == bool(cursor)


@pytest.mark.parametrize("key", ["enter", "down", "f2", "tab", "escape", "backspace"])
def test_after_a_letter_in_doubt_esc_takes_it_back_and_any_other_key_makes_its_choice(
    key: str,
) -> None:
    doubted = quickly(Selection(CARDS), "r", TYPED)
    assert isinstance(doubted, Selection)
    after = pressed(doubted, key, drawn(CARDS), TYPED)
    takes_back = key in ("escape", "backspace")
    assert after == (Selection(CARDS) if takes_back else CARDS.choices[0])
    assert goes_on(doubted, key) == (key == "enter")


def test_a_word_of_the_choice_itself_leaves_no_doubt() -> None:
    assert quickly(Selection(DICE), "e", ("end",)) == DICE.choices[-1]
    both = quickly(Selection(CARDS), "ro", ("rob",))
    assert isinstance(both, Selection)
    assert (both.typed, both.meant) == ("ro", CARDS.choices[0])


def test_a_letter_that_marks_is_taken_back_by_the_word_that_it_begins() -> None:
    for text, typed_, marks in (("b", "", ("sa",)), ("bo", "bo", ("sa", "sb")), ("ba", "", ())):
        outcome = quickly(Selection(DICE), text, TYPED)
        assert isinstance(outcome, Selection)
        assert (outcome.typed, outcome.scene.marks) == (typed_, marks)


def test_a_key_of_the_page_begins_no_word() -> None:
    marking = quickly(Selection(DICE), "b", TYPED)
    assert isinstance(marking, Selection)
    assert pressed(marking, "q", drawn(DICE), TYPED, quick=True) is None, "nor is it part of one"
    assert typed(Selection(LETTERED), "q", TYPED) is None
    assert typed(Selection(LETTERED, typed="he"), "q", TYPED) is None


def test_what_is_drawn_belongs_to_a_word_that_it_continues() -> None:
    assert typed(Selection(DICE, typed="s"), "a", ("save",)) == Selection(DICE, typed="sa")
    dropped = typed(Selection(DICE, typed="u"), "a", ("save",))
    assert isinstance(dropped, Selection)
    assert (dropped.typed, dropped.scene.marks) == ("", ("sb",))


def test_a_letter_without_a_meaning_is_left_to_others() -> None:
    assert typed(Selection(CARDS), "q") is None
    assert typed(Selection(CARDS), "?") is None


def test_a_card_asks_for_its_target_and_esc_goes_back() -> None:
    asked = touched(Selection(CARDS), "sa")
    assert isinstance(asked, Selection)
    assert asked.path == ("sa",)
    assert asked.live == {"r0", "r1"}
    assert touched(asked, "sb") is None
    assert touched(asked, "r1") == CARDS.choices[2]
    assert back(asked) == Selection(CARDS, cursor="sa") == touched(asked, BACK)
    assert back(Selection(CARDS)) is None


def test_marks_toggle_and_the_button_confirms() -> None:
    less = touched(Selection(DICE), "sb")
    assert isinstance(less, Selection)
    assert less.scene.marks == ("sa",)
    assert touched(less, choice_key("hold a")) == DICE.choices[1]
    none = touched(less, "sa")
    assert isinstance(none, Selection)
    assert activated(replace(none, cursor="")) is None


def test_arrows_begin_where_enter_is_and_follow_the_reading_order() -> None:
    first = moved(Selection(HOUSES), "right", drawn(HOUSES))
    assert first.cursor == "s1"
    assert moved(first, "right", drawn(HOUSES)).cursor == "s2"
    assert moved(first, "left", drawn(HOUSES)).cursor == "s12"
    assert moved(Selection(CARDS), "up", drawn(CARDS)).cursor in ("sa", "sb")
    assert moved(Selection(Scene("Nothing")), "up", drawn(HOUSES)).cursor == ""


def test_a_click_beside_what_is_live_does_nothing() -> None:
    assert touched(Selection(CARDS), "r0") is None
    assert touched(Selection(CARDS), choice_key("fly")) is None


def test_where_there_is_one_choice_a_letter_of_its_word_and_enter_take_it() -> None:
    alone = Selection(Scene("Ready", choices=(Choice("ready", "yes", key="y", default=True),)))
    assert isinstance(keys(alone, "r"), Selection)
    assert keys(alone, "r!") == alone.scene.choices[0]
    assert keys(alone, "re!") == alone.scene.choices[0]


def test_letters_that_touch_one_thing_after_the_other_may_come_in_one_go() -> None:
    ways = [("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d")]
    choices = (Choice(" ".join(way), "Go", tuple(f"s{n}" for n in way)) for way in ways)
    scene = Scene("Ways", areas=(board("a", "b", "c", "d"),), choices=tuple(choices))
    outcome = quickly(Selection(scene), "abd")
    assert isinstance(outcome, Choice)
    assert outcome.text == "a b d"
