"""Choosing by arrow keys, letters and touches: examples, then every choice of all games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from gamenight.app.selection import (
    Outcome,
    Selection,
    activated,
    back,
    erased,
    moved,
    pressed,
    touched,
    typed,
)
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.marks import chosen
from gamenight.core.play import sample
from gamenight.core.rules import Chance, Decision, Over
from gamenight.core.scene import Area, Choice, Scene, ScoreRow, Spot, Token
from gamenight.core.view import scene_of
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
        (CARDS, ("a", "escape", "r"), "roll"),
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


def test_a_key_of_the_page_begins_no_word() -> None:
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


# Every choice of every game.

VARIANTS = {
    "thief": ({}, {"cards": True}),
    "circuit": ({}, {"board": 40}),
    "preys": ({"escort": "choose"}, {"escort": "choose"}),
}


def decisions(game: Game) -> Iterator[Scene]:
    """What people are asked in random games, a sample of each."""
    for seed, options in enumerate((*VARIANTS.get(game.id, ({},)), {})):
        possible = game.players(**options)
        players = min(possible[0] + 2 * seed + 1, possible[-1])
        rules, rng = game.rules(players, **options), Random(seed)
        names = [f"P{seat + 1}" for seat in range(players)]
        state, left = rules.initial(), 5
        while left and not isinstance(node := rules.node(state), Over):
            if isinstance(node, Chance):
                state = rules.apply(state, sample(node, rng))
                continue
            assert isinstance(node, Decision)
            seats = [node.player, *(seat for seat, _ in node.others)]
            if rng.random() < 0.2:
                left -= 1
                yield from (scene_of(game, rules, state, seat, names) for seat in seats[:2])
            state = rules.apply(state, rng.choice(node.actions))


def by_arrows(start: Selection, key: str, picture: Picture) -> Selection | None:
    """The selection with the cursor on a key, reached with arrow keys alone."""
    seen, open_ones = {start.cursor}, [start]
    while open_ones:
        here = open_ones.pop(0)
        if here.cursor == key:
            return here
        for direction in DIRECTIONS:
            there = moved(here, direction, picture)
            if there.cursor not in seen:
                seen.add(there.cursor)
                open_ones.append(there)
    return None


def next_key(selection: Selection, choice: Choice, picture: Picture) -> str:
    """The next key to touch for a choice: its button, a mark, or its next spot."""
    marks = selection.scene.marks
    if marks is not None and choice.on:
        meant = chosen(selection.scene)
        if meant is not None and meant.text == choice.text:
            return choice_key(choice.text)
        return next(k for k in selection.live if (k in marks) != (k in choice.on))
    if picture.place(choice_key(choice.text)) is not None:
        return choice_key(choice.text)
    return choice.on[len(selection.path)]


def made_by_touching(scene: Scene, choice: Choice, game: Game, size: tuple[int, int]) -> bool:
    """Whether arrow keys with Enter make the choice; on the way each key is clicked as well."""
    outcome: Outcome = Selection(scene)
    for _ in range(20):
        if not isinstance(outcome, Selection):
            break
        picture = draw(outcome.scene, game.glyphs, LOOK, size, outcome.focus())
        key = next_key(outcome, choice, picture)
        place = picture.place(key)
        assert place is not None, (key, choice)
        there = by_arrows(outcome, key, picture)
        assert there is not None, (key, choice)
        clicked = picture.at(place.x, place.y)
        assert clicked is not None
        by_click, by_enter = touched(outcome, clicked), activated(there)
        assert _without_cursor(by_click) == _without_cursor(by_enter)
        outcome = by_enter
    return isinstance(outcome, Choice) and outcome.text == choice.text


def _without_cursor(outcome: Outcome) -> Outcome:
    return replace(outcome, cursor="") if isinstance(outcome, Selection) else outcome


def typed_for(scene: Scene, choice: Choice) -> str:
    """What a person types for a choice; `!` is Enter."""
    if scene.marks is not None and choice.on:
        labels = (
            scene.label(k)
            for k in dict.fromkeys(k for c in scene.choices for k in c.on)
            if (k in scene.marks) != (k in choice.on)
        )
        return "".join(labels) + "!"
    if choice.key:
        return choice.key
    return "".join(scene.label(key) for key in choice.on) or choice.text


@pytest.mark.parametrize("id", registry.games())
def test_every_choice_is_reached_by_arrows_clicks_and_letters(id: str) -> None:
    game = registry.game(id)
    for number, scene in enumerate(decisions(game)):
        size = ((60, 20), (80, 24), (120, 40))[number % 3]
        for choice in scene.choices[:8]:
            assert made_by_touching(scene, choice, game, size), choice
            outcome = keys(Selection(scene), typed_for(scene, choice))
            if isinstance(outcome, Selection) and outcome.typed:
                outcome = activated(outcome)
            assert isinstance(outcome, Choice), choice
            assert outcome.text == choice.text
