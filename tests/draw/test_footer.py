"""The footer: message, question, buttons; as high as the tallest state of a decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from gamenight.core.prompts import GO_ON
from gamenight.core.scene import Area, Choice, Glyph, Scene, Spot
from gamenight.draw.canvas import Picture
from gamenight.draw.context import Focus, choice_key, context_for
from gamenight.draw.layouts.footer import FooterPlan, draw_footer, plan_footer
from gamenight.draw.palette import DARK, Look
from gamenight.draw.parts.choices import BACK, Detail, menu_rows
from tests.draw.picture_scenes import TABLES, played
from tests.draw.scenes import CIRCUIT, CIRCUIT_GLYPHS, OWARE, SAMPLES, THIEF, ZOMBIE, ZOMBIE_GLYPHS

LINES = Look(fill=False, ascii=True)
NO_GLYPHS: Mapping[str, Glyph] = {}


def footer(
    scene: Scene,
    glyphs: Mapping[str, Glyph] = NO_GLYPHS,
    focus: Focus | None = None,
    look: Look = LINES,
    size: tuple[int, int] = (80, 24),
    busy: str = "",
) -> Picture:
    plan = plan_footer(scene, glyphs, look, size)
    context = context_for(scene, glyphs, look, focus or Focus())
    return draw_footer(scene, context, size[0], plan, busy)


def drawn(
    scene: Scene, glyphs: Mapping[str, Glyph] = NO_GLYPHS, focus: Focus | None = None
) -> list[str]:
    """The lines below the rule."""
    return [text.strip() for text in footer(scene, glyphs, focus).lines()[1:] if text]


def test_spots_are_the_menu_and_hints_have_buttons() -> None:
    assert drawn(OWARE) == [
        "Kofi sowed 3 seeds from house 2 and captured nothing.",
        "Ama, which house do you sow?  1 3 4 5 6",
        "[4] captures 2   [6] lands on 3",
    ]


def test_choices_without_a_spot_have_buttons_with_their_keys() -> None:
    assert drawn(ZOMBIE, ZOMBIE_GLYPHS) == [
        "! You rolled footprints, a brain and a shotgun: 3 brains, 2 shotguns.",
        "Marina, roll on or hold?",
        ">Enter< Roll 3 dice  1 kept + 2 from the bag - shot out 42%",
        "[H] Hold, keep 3 brains",
    ]
    picture = footer(ZOMBIE, ZOMBIE_GLYPHS)
    assert picture.at(3, 3) == choice_key("roll")
    assert picture.at(5, 4) == choice_key("hold")
    assert picture.at(70, 4) is None


@pytest.mark.parametrize(
    ("marks", "question", "buttons"),
    [
        (("a", "b"), "a* b*", [">Enter< Roll 1 die  pot 700 - bust 2/3"]),
        (("a",), "a* b", [">Enter< Roll 2 dice   [E] End the turn  offers 700 to Mike"]),
        ((), "a b", ["Choose at least one.   [E] End the turn  offers 700 to Mike"]),
    ],
    ids=["both", "one", "none"],
)
def test_what_is_marked_is_confirmed_with_enter(
    marks: tuple[str, ...], question: str, buttons: list[str]
) -> None:
    _, ask, *below = drawn(replace(THIEF, marks=marks, ask="Sarah, hold which dice?"))
    assert ask == f"Sarah, hold which dice?  letters {question}"
    assert below[0].startswith(buttons[0])


def test_after_a_touch_the_footer_asks_for_what_follows() -> None:
    assert drawn(CIRCUIT, CIRCUIT_GLYPHS)[1:] == [
        "Ann, play a card or roll.  a b c",
        ">Enter< Roll 2d6 + 1  Acceleration +1",
    ]
    whom = drawn(CIRCUIT, CIRCUIT_GLYPHS, focus=Focus(path=("ha",)))
    assert whom == [
        "Overload: whom?  1 2 3 4",
        "[Esc] back",
    ]
    which = footer(CIRCUIT, CIRCUIT_GLYPHS, Focus(path=("hc",)))
    assert which.lines()[1] == "  Cancellation: which one?"
    assert [t.key for t in which.targets] == [choice_key("cancel 1"), choice_key("cancel 2"), BACK]
    typed = drawn(
        replace(CIRCUIT, message="c_ (Enter takes it)"),
        CIRCUIT_GLYPHS,
        focus=Focus(path=("hc",), typed="c"),
    )
    assert typed[:2] == ["c_ (Enter takes it)", "Cancellation: which one?"], "it is to be seen"


def test_a_button_under_the_cursor_is_lit_and_says_that_enter_takes_it() -> None:
    cursor = Focus(cursor=choice_key("hold"))
    assert ">Enter< Hold" in footer(ZOMBIE, ZOMBIE_GLYPHS, cursor).lines()[4]
    filled = footer(ZOMBIE, ZOMBIE_GLYPHS, cursor, Look())
    place = filled.place(choice_key("hold"))
    assert place is not None
    assert filled.rows[place.y][place.x + 1] == ("E", Look().ink(DARK.on_accent, DARK.accent, True))


def test_who_thinks_needs_no_more_lines() -> None:
    plain = footer(OWARE)
    thinking = footer(replace(OWARE, choices=()), busy="Kofi is thinking ...")
    assert thinking.lines()[3] == "  Kofi is thinking ..."
    assert plain.height == thinking.height


def test_what_the_table_is_busy_with_stands_where_the_message_was() -> None:
    message, *below = drawn(ZOMBIE, ZOMBIE_GLYPHS)
    busy = footer(ZOMBIE, ZOMBIE_GLYPHS, busy="Best is getting ready ...").lines()
    assert "You rolled" in message
    assert [text.strip() for text in busy[1:]] == ["Best is getting ready ...", *below]


@pytest.mark.parametrize("silent", [False, True], ids=["message", "no message"])
@pytest.mark.parametrize("look", [Look(), LINES], ids=["filled", "lines"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
@pytest.mark.parametrize("game", TABLES)
def test_whatever_the_table_is_busy_with_every_choice_is_in_sight(
    game: str, size: tuple[int, int], look: Look, silent: bool
) -> None:
    scene, glyphs = played(game)
    scene = replace(scene, message="") if silent else scene
    idle = footer(scene, glyphs, look=look, size=size)
    busy = footer(scene, glyphs, look=look, size=size, busy="Best is getting ready ...")
    assert "Best is getting ready ..." in "\n".join(busy.lines())
    assert {target.key for target in busy.targets} == {target.key for target in idle.targets}
    assert all(target.y < busy.height for target in busy.targets)


@pytest.mark.parametrize("look", [Look(), LINES], ids=["filled", "lines"])
def test_what_happened_is_not_cut_in_a_state_that_leaves_lines_for_it(look: Look) -> None:
    """The plan cuts the message for the state that needs most lines; others have them free."""
    lost = "Bust! Ben's turn is over, and the pot of 300 is lost. Cleo begins with all dice."
    scene = Scene("Thief", message=lost, ask="Cleo, ready?")
    plan = FooterPlan(5, Detail(True, 999, 0.42, told=1))
    context = context_for(scene, NO_GLYPHS, look, Focus())
    text = " ".join(" ".join(draw_footer(scene, context, 60, plan).lines()).split())
    assert lost in text
    choices = tuple(Choice(f"take {n}", f"Take the number {n} " * 2) for n in range(2))
    full = replace(scene, choices=choices)
    picture = draw_footer(full, context_for(full, NO_GLYPHS, look, Focus()), 60, plan)
    assert all(target.y < plan.height for target in picture.targets)


def every_scene() -> dict[str, tuple[Scene, Mapping[str, Glyph]]]:
    return {**SAMPLES, **{f"played {game}": played(game) for game in TABLES}}


@pytest.mark.parametrize("name", every_scene())
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=str)
def test_each_state_of_a_decision_has_room(name: str, size: tuple[int, int]) -> None:
    """The plan is high enough for every path and every set of marks: no button is cut off."""
    scene, glyphs = every_scene()[name]
    plan = plan_footer(scene, glyphs, Look(), size)
    states = [(scene, choice.on[:depth]) for choice in scene.choices for depth in (0, 1)]
    if scene.marks is not None:
        states = [(replace(scene, marks=choice.on), ()) for choice in scene.choices]
    for state, path in states:
        context = context_for(state, glyphs, Look(), Focus(path=path))
        picture = draw_footer(state, context, size[0], plan)
        assert picture.height == plan.height
        assert all(target.y < plan.height for target in picture.targets)
        if path and len({c.on for c in scene.choices if c.on[:1] == path}) > 1:
            assert BACK in {target.key for target in picture.targets}


def test_hints_go_first_then_words_and_never_a_choice() -> None:
    hint = "a good idea"
    for count, told, spoken in ((4, True, True), (20, False, True), (60, False, False)):
        choices = tuple(Choice(f"take {n}", f"Take number {n}", hint=hint) for n in range(count))
        scene = Scene("Many", ask="Which?", choices=choices)
        picture = footer(scene)
        text = " ".join(picture.lines())
        assert ("good idea" in text) is told
        assert ("Take number 3" in text) is spoken
        assert {t.key for t in picture.targets} == {choice_key(c.text) for c in choices}
        assert picture.height <= 23


def test_the_message_has_the_colour_of_its_tone_and_a_sign_without_colours() -> None:
    picture = footer(ZOMBIE, ZOMBIE_GLYPHS, look=Look())
    assert DARK.danger in {picture.rows[y][2][1].fg for y in (0, 1)}


@pytest.mark.parametrize("told", [1, 2])
def test_where_not_all_that_happened_has_room_the_latest_sentences_are_whole(told: int) -> None:
    latest = "Sarah ends the turn with a pot of 450."
    before = "Kofi declines, and Mike banks 250: 450 in all."
    scene = replace(
        ZOMBIE, message=f"Bust! Ama's turn is over, and the pot is lost. {before} {latest}", tone=""
    )
    rows = menu_rows(
        scene, context_for(scene, {}, LINES), 56, Detail(True, 999, 1.0, told), everything=False
    )
    said = " ".join(row.text.plain.strip() for row in rows[:told])
    assert said == (latest if told == 1 else f"{before} {latest}")


def test_of_something_to_read_the_first_sentences_are_whole() -> None:
    message = "Four fish flee from a boat. The die moves them, and mostly you watch what it does."
    scene = Scene("Test", message=message, choices=(GO_ON,))
    rows = menu_rows(
        scene, context_for(scene, {}, LINES), 56, Detail(True, 999, 1.0, told=1), everything=False
    )
    assert rows[0].text.plain == "Four fish flee from a boat."


def test_where_three_lines_of_what_happened_have_no_room_two_have() -> None:
    latest = "Sarah ends the turn with a pot of 450, and Kofi may steal it."
    before = "Bust! Ama's turn is over, and the pot of 300 is lost. Mike banks 250: 450 in all."
    scene = replace(THIEF, message=f"{before} {latest}", tone="")
    plan = plan_footer(scene, NO_GLYPHS, LINES, (60, 20))
    drawn = draw_footer(scene, context_for(scene, NO_GLYPHS, LINES), 60, plan).lines()
    assert latest in " ".join(" ".join(drawn).split())


def test_a_choice_with_a_button_says_there_that_enter_takes_it() -> None:
    """On the board the cursor is on fish 3: its button says Enter, and it stands there once."""
    spots = (Spot("fish 3", "3"), Spot("fish 5", "5"))
    choices = (
        Choice("fish 3", "Fish 3", ("fish 3",), key="3", hint="to place 12"),
        Choice("fish 5", "Fish 5", ("fish 5",), key="5", hint="to place 11"),
    )
    scene = Scene("Fish", areas=(Area("sea", "", "row", spots),), ask="Which?", choices=choices)
    assert drawn(scene)[-1] == "[3] Fish 3  to place 12   [5] Fish 5  to place 11"
    pointed = drawn(scene, focus=Focus("fish 3"))
    assert pointed[-1] == ">Enter< Fish 3  to place 12   [5] Fish 5  to place 11"
