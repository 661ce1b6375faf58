"""Lessons as data: every game's is played through its rules, and its figures are true."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from importlib import import_module

import pytest

import gamenight
from gamenight.core.errors import IllegalAction
from gamenight.core.game import Game
from gamenight.core.lesson import Ask, BrokenLesson, Lesson, Page, contents
from gamenight.core.options import chosen, declared
from gamenight.core.pages import movement, rules_of, views
from gamenight.core.rules import Over
from gamenight.core.scene import PAGE, Scene, Step
from gamenight.draw.manual import manual
from gamenight.draw.style import Style
from gamenight.games.oware.lesson import LESSON as OWARE
from gamenight.games.thief.lesson import LESSON as THIEF
from gamenight.games.thief.rules import rolls, units
from gamenight.games.zombie.lesson import LESSON as ZOMBIE
from tests.toys.heist import HEIST
from tests.toys.nim import NIM


def lesson_of(id: str) -> Lesson:
    found = import_module(f"gamenight.games.{id}.lesson").LESSON
    assert isinstance(found, Lesson)
    return found


TAUGHT = gamenight.games()


@pytest.mark.parametrize("id", TAUGHT)
def test_what_players_read_has_no_raw_markup(id: str) -> None:
    """In the lesson, the rules, the welcome, options, bots and signs."""
    game, lesson = gamenight.game(id), lesson_of(id)
    asks = [page.ask for page in lesson.pages if page.ask is not None]
    texts = [game.summary, *(bot.summary for bot in game.bots.values())]
    texts += [text for page in lesson.pages for text in (page.heading, page.notes)]
    texts += [text for ask in asks for text in (ask.question, ask.praise, ask.otherwise)]
    texts += [reply for ask in asks for reply in ask.wrong.values()]
    texts += [option.help for option in declared(game.options)]
    texts += [text for glyph in game.glyphs.values() for text in (glyph.name, glyph.help)]
    texts += game.welcome(chosen(game.options, {})) if game.welcome is not None else []
    texts += manual(game, Style(width=80))
    assert [text for text in texts if "`" in text or "**" in text] == []


@pytest.mark.parametrize("id", TAUGHT)
def test_every_lesson_plays_through_the_rules_to_the_end(id: str) -> None:
    game, lesson = gamenight.game(id), lesson_of(id)
    shown = views(game, lesson)
    assert [view.page for view in shown] == list(lesson.pages)
    rules = rules_of(game, lesson)
    state = rules.initial()
    for view in shown:
        for text in view.page.plies:
            state = gamenight.step(rules, state, text)
        assert view.state == state
    assert isinstance(rules.node(state), Over)


@pytest.mark.parametrize("id", TAUGHT)
def test_every_lesson_explains_and_asks(id: str) -> None:
    lesson = lesson_of(id)
    assert len(lesson.pages) >= 10
    assert all(page.heading and page.notes for page in lesson.pages)
    assert any(page.ask for page in lesson.pages)
    assert len(set(contents(lesson))) == len(lesson.pages)


@pytest.mark.parametrize("id", TAUGHT)
def test_only_a_page_that_asks_has_choices_and_they_give_nothing_away(id: str) -> None:
    for view in views(gamenight.game(id), lesson_of(id)):
        assert bool(view.scene.choices) == bool(view.scene.ask) == (view.page.ask is not None)
        assert not any(choice.hint or choice.default for choice in view.scene.choices)


def test_contents_are_numbered_headings() -> None:
    assert contents(OWARE)[:3] == ((1, "The board"), (2, "Sowing"), (3, "Capturing"))


HEAP = Lesson(
    title="Learn Nim",
    names=("Ann", "Ben"),
    pages=(
        Page("The heap", "There are twelve.", viewer=0),
        Page(
            "Leave four",
            "Ben has taken three.",
            plies=("take 1", "take 3"),
            viewer=0,
            ask=Ask("How many?", ("take 3",), "Right.", {"take 1": "Too few."}, "No."),
        ),
        Page("A multiple of four", "Well done.", plies=("take 3",), viewer=0),
    ),
)


def with_page(number: int, page: Page) -> Lesson:
    pages = list(HEAP.pages)
    pages[number - 1] = page
    return replace(HEAP, pages=tuple(pages))


def test_a_page_stands_after_its_plies_and_tells_the_last_choice() -> None:
    first, second, third = views(NIM, HEAP)
    assert [view.state.left for view in (first, second, third)] == [12, 8, 5]
    assert [view.told for view in (first, second, third)] == [
        (),
        ("Ben: take 3.",),
        ("Ann: take 3.",),
    ]
    assert [choice.text for choice in second.scene.choices] == ["take 1", "take 2", "take 3"]


def test_a_page_tells_the_chance_that_followed_the_last_choice_too() -> None:
    deals = ("deal alarm", "deal trap", "deal trap", "deal alarm")
    page = Page("A risk", "Somebody loots.", plies=(*deals, "loot", "roll 2"), viewer=0)
    (view,) = views(HEIST, Lesson(title="Learn Heist", names=("Ann", "Ben"), pages=(page,)))
    assert view.told == ("Ann: loot.", "Ann rolls 2.")


def test_a_page_moves_ply_by_ply_from_the_one_before() -> None:
    shown = views(NIM, HEAP)
    told = [[step.text for step in movement(NIM, HEAP, view)] for view in shown]
    assert told == [[], ["Ann: take 1.", "Ben: take 3."], ["Ann: take 3."]]


def test_moves_are_answered() -> None:
    ask = HEAP.pages[1].ask
    assert ask is not None
    assert [ask.reply(f"take {count}") for count in (1, 2, 3)] == ["Too few.", "No.", "Right."]


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (
            with_page(3, Page("A multiple of four", "?", plies=("take 3", "take 9"))),
            "Learn Nim, page 3 (A multiple of four): invalid action 'take 9'",
        ),
        (
            with_page(2, replace(HEAP.pages[1], ask=Ask("?", ("take 4",), "Right."))),
            "page 2 (Leave four): invalid action 'take 4'",
        ),
        (
            with_page(2, replace(HEAP.pages[1], viewer=1)),
            "it is seat 1's turn, not seat 2's",
        ),
        (
            with_page(2, replace(HEAP.pages[1], ask=Ask("?", ("take 1",), "Right."))),
            "the next page plays none of the right answers: take 1",
        ),
        (
            replace(HEAP, pages=HEAP.pages[:2]),
            "the next page plays none of the right answers: take 3",
        ),
    ],
)
def test_a_lesson_that_the_rules_do_not_allow_is_refused(broken: Lesson, why: str) -> None:
    with pytest.raises(BrokenLesson, match=re.escape(why)):
        views(NIM, broken)


def test_a_question_needs_the_choice_in_the_scene() -> None:
    mute = replace(NIM, scene=lambda rules, state, viewer: Scene("Nim"))
    assert views(mute, HEAP)[1].scene.choices, "the engine offers what a scene leaves out"
    with pytest.raises(BrokenLesson, match=r"page 2 .*offers no choice"):
        views(mute, with_page(2, replace(HEAP.pages[1], viewer=None)))


def test_an_illegal_ply_is_named_with_its_cause() -> None:
    pages = (Page("Too late", "?", plies=("take 3",) * 4 + ("take 1",)),)
    with pytest.raises(BrokenLesson, match="the game is over") as caught:
        views(NIM, replace(HEAP, pages=pages))
    assert isinstance(caught.value.__cause__, IllegalAction)


def test_midway_shows_the_moment_that_is_meant_to_be_read() -> None:
    moments = (Step("Slowly", Scene("first"), beat=PAGE), Step("Then", Scene("second"), beat=PAGE))
    telling: Game = replace(NIM, tell=lambda rules, before, action, viewer: moments)
    midway = with_page(3, replace(HEAP.pages[2], midway=True))
    assert views(telling, midway)[2].scene.title == "first"
    assert views(telling, HEAP)[2].scene.title == "Nim"
    assert views(NIM, midway)[2].scene.title == "Nim", "where nothing is told, the state is shown"
    assert views(telling, midway)[2].told == ("Slowly", "Then")


def test_the_chances_in_the_lesson_of_zombie_dice_are_those_of_the_odds() -> None:
    game = gamenight.game("zombie")
    assert game.odds is not None
    compared = 0
    for view in views(game, ZOMBIE):
        if view.page.ask is not None:
            lines = "\n".join(game.odds(rules_of(game, ZOMBIE), view.state))
            exact = re.search(r"losing the turn: (\d+\.\d)%", lines)
            assert exact is not None
            assert f"{round(float(exact[1]))}%" in view.page.notes
            compared += 1
    assert compared == 4


def test_the_chances_in_the_lesson_of_thief_are_those_of_the_dice() -> None:
    for count, word in enumerate(("one die", "two", "three", "four", "five"), 1):
        table = rolls(count)
        busts = sum(weight for rolled, weight in table.outcomes if not units(rolled[0]))
        chance = round(100 * Fraction(busts, table.cumulative[-1]))
        assert f"{chance}% with {word}" in " ".join(THIEF.pages[-1].notes.split())
