"""Learning in the app: every lesson by keys to its end, at every size and in every style."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

import gamenight
from gamenight.app import keystrokes
from gamenight.app.pictures.booklet import COLUMN, LEAST_BOARD, WIDE, PageDrawing
from gamenight.app.screens.lesson import LessonPage
from gamenight.app.screens.lessons import LessonsPage
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.widgets.items import ItemList
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.lesson import Ask, Lesson, Page
from gamenight.core.pages import views
from gamenight.core.scene import Choice
from gamenight.draw.context import choice_key
from gamenight.draw.palette import Look
from gamenight.draw.transliteration import to_ascii
from tests.app.screens import SIZES, new_app, notices, screen_text
from tests.toys.nim import NIM

TAUGHT = [gamenight.game(id) for id in gamenight.games()]
OWARE, THIEF, ZOMBIE = (gamenight.game(id) for id in ("oware", "thief", "zombie"))
LOOKS = {"ascii": Look(ascii=True), "dark": Look(), "16 colours": Look(fill=False)}
STYLES: dict[str, dict[str, bool]] = {
    "ascii": {"ascii": True},
    "dark": {},
    "16 colours": {"plain_colors": True},
}
Size = tuple[int, int]
Drive = Callable[[Pilot[None], LessonPage], Coroutine[Any, Any, None]]


def game_name(game: Game) -> str:
    return game.id


def lesson_of(game: Game) -> Lesson:
    assert game.lesson is not None
    return game.lesson()


def learning(game: Game, drive: Drive, size: Size = (80, 24), **changes: Any) -> None:
    """Open a lesson and let a test press keys."""

    async def run() -> None:
        page = LessonPage(game)
        app = new_app(first=lambda _: page, **changes)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await drive(pilot, page)

    asyncio.run(run())


def words(text: str) -> str:
    return " ".join(text.split())


def told(page: LessonPage) -> str:
    """The words of the page's text: a column of its own on a wide screen."""
    lines = screen_text(page.gamenight).splitlines()
    width = page.size.width
    start = width - COLUMN if width >= WIDE else 0
    return words(" ".join(text[start:] for text in lines))


def shown(page: LessonPage) -> str:
    return words(screen_text(page.gamenight))


async def choose(pilot: Pilot[None], page: LessonPage, choice: Choice) -> None:
    """Make a choice with arrow keys, with Space that marks, and Enter."""
    assert page.choosing is not None
    scene = page.choosing.scene
    keys = [*choice.on] if scene.marks is None else []
    if scene.marks is not None:
        places = dict.fromkeys(key for other in scene.choices for key in other.on)
        wanted = choice.on or scene.marks
        keys = [key for key in places if (key in scene.marks) != (key in wanted)]
    before = page.answer
    for key in keys:
        await reach(pilot, page, key)
        await pilot.press("enter" if scene.marks is None else "space")
    if page.answer in (None, before):
        await reach(pilot, page, choice_key(choice.text))
        await pilot.press("enter")
    assert page.answer is not None
    assert page.answer.text == choice.text


async def reach(pilot: Pilot[None], page: LessonPage, key: str) -> None:
    for _ in range(40):
        assert page.choosing is not None
        if page.choosing.cursor == key:
            return
        await pilot.press("down")
    raise AssertionError(f"the arrow keys never come to {key!r}:\n{screen_text(page.gamenight)}")


@pytest.mark.parametrize(("size", "style"), [*zip(SIZES, LOOKS, strict=True)], ids=str)
@pytest.mark.parametrize("game", TAUGHT, ids=game_name)
def test_no_word_of_a_lesson_is_lost(game: Game, size: Size, style: str) -> None:
    look = LOOKS[style]
    for view in views(game, lesson_of(game)):
        columns, lines = size
        page = PageDrawing(view, game.glyphs, look, (columns, lines - 1))
        assert all(text.width <= columns for part in page.parts for text in part)
        assert max(map(len, page.parts)) <= (lines - 4 if columns >= WIDE else lines - LEAST_BOARD)
        read = words(" ".join(text.plain for part in page.parts for text in part))
        written = re.sub("`(.*?)`", r"“\1”", view.page.notes)
        written = to_ascii(written) if look.ascii else written
        assert words(written) in re.sub(r" \(\d of \d(: PgDn)?\)", "", read)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
@pytest.mark.parametrize("game", TAUGHT, ids=game_name)
def test_a_reply_and_the_text_never_run_into_each_other(game: Game, size: Size) -> None:
    """Below the heading, which every page has, stands the text or a reply whole, or both whole."""
    for view in views(game, lesson_of(game)):
        page = PageDrawing(view, game.glyphs, Look(), (size[0], size[1] - 1))
        for number, part in enumerate(page.parts):
            text = words(" ".join(line.plain for line in part))
            for reply in [""] if view.page.ask is None else ["", view.page.ask.praise]:
                picture = page.page(view.scene, number, reply, "good")
                lines = picture.lines()
                assert lines[1].strip() == view.page.heading
                told = words(" ".join(lines[2 : 2 + len(page._reserved(part))]))
                said = words(f"✓ {reply}".replace("`", "")) if reply else ""
                told = re.sub("[“”]", "", told)
                text = re.sub("[“”]", "", text)
                assert told in (text, said, words(f"{text} {said}"))


@pytest.mark.parametrize(("size", "style"), [*zip(SIZES, STYLES, strict=True)], ids=str)
def test_turning_the_pages_at_every_size(size: Size, style: str) -> None:
    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        lines = shown(page)
        assert all(f"{n} {page.views[n - 1].page.heading}" in lines for n in (1, 2, 3))
        await pilot.press("n")
        turned = []
        while page.at < len(page.views):
            if page.at not in turned:
                turned.append(page.at)
                heading = page.views[page.at - 1].page.heading
                assert f"page {page.at} of {len(page.views)}" in shown(page)
                assert heading in told(page)
                assert style != "ascii" or screen_text(page.gamenight).isascii()
            await pilot.press("pagedown")
        assert turned == [view.number for view in page.views[:-1]]

    learning(OWARE, drive, size, **STYLES[style])


@pytest.mark.parametrize("game", TAUGHT, ids=game_name)
def test_a_whole_lesson_with_arrow_keys_and_enter(game: Game) -> None:
    """Every question gets each wrong answer and then the right one, which leads on."""

    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        await pilot.press("enter")
        for view in page.views:
            assert page.at == view.number
            ask = view.page.ask
            if ask is not None:
                assert words(ask.question) in shown(page)
                right = [c for c in view.scene.choices if c.text in ask.right]
                others = [c for c in view.scene.choices if c.text not in ask.right]
                for choice in (*others[:1], right[0]):
                    await choose(pilot, page, choice)
                    assert words(ask.reply(choice.text)) in shown(page)
                assert "(Enter: next page.)" in shown(page)
            await pilot.press("enter")
        assert page.at == len(page.views)
        assert isinstance(page.app.screen, NewGamePage)
        assert page.app.screen.game is game

    learning(game, drive)


def test_a_question_is_answered_by_its_letter_or_a_click() -> None:
    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        await pilot.press("4", "enter")
        assert page.at == 4
        await pilot.press("5")
        assert "✗ One seed from house 5 ends in" in shown(page)
        target = page._picture.picture.place("A")
        assert target is not None
        await pilot.click("#page", offset=(target.x, target.y))
        assert "Yes: six seeds from house 1" in shown(page)
        await pilot.click("#page", offset=(target.x, target.y))
        assert page.at == 5

    learning(OWARE, drive)


def test_a_wrong_answer_may_be_followed_by_another() -> None:
    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        await pilot.press("4", "enter", "5", "4")
        assert page.answer is not None
        ask = page.views[3].page.ask
        assert ask is not None
        assert words(ask.reply(page.answer.text)) in shown(page)
        await pilot.press("down")
        assert page.answer is None
        assert page.at == 4
        await pilot.press("right")
        assert page.at == 5, "where a question is asked, the arrows turn the page too"
        await pilot.press("left")
        assert page.at == 4
        assert dict(page.keys())["q"] == "leave"

    learning(OWARE, drive)


def test_where_a_question_waits_enter_turns_no_page() -> None:
    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        await pilot.press("4", "enter")
        assert page.at == 4
        for asked in (True, False, True):
            assert ("Choose first: s, d. (→ turns the page.)" in shown(page)) == asked
            await pilot.press("enter")
        await pilot.press("s")
        assert "✗ A small pot and few dice" in shown(page)
        await pilot.press("enter", "space")
        assert page.at == 4
        assert "✗ A small pot and few dice" in shown(page), "it stays to be read"
        await pilot.press("d", "enter")
        assert page.at == 5

    learning(THIEF, drive)


def test_the_word_of_an_answer_turns_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keystrokes, "WORD", 60.0)

    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        await pilot.press("4", "enter", *"decline", "enter")
        assert page.at == 4
        assert page.answer is not None
        await pilot.press("up", "enter")
        assert page.at == 5

    learning(THIEF, drive)


def test_after_a_wrong_answer_the_marks_are_those_of_the_game() -> None:
    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        await pilot.press("3", "enter")
        assert page.choosing is not None
        marks = page.choosing.scene.marks
        assert marks
        hold = next(c for c in page.choosing.scene.choices if len(c.on) == 1)
        await choose(pilot, page, hold)
        assert "Try again." in shown(page)
        assert (page.choosing.cursor, page.choosing.scene.marks) == ("", marks)
        await pilot.press("enter")
        assert page.at == 3
        assert page.answer is not None
        assert page.answer.on == marks, "Enter takes what it says"

    learning(THIEF, drive)


def test_home_end_contents_and_leaving() -> None:
    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        await pilot.press("n", "end")
        assert page.at == 13
        await pilot.press("home")
        assert page.at == 1
        await pilot.press("left")
        assert page.at == 0
        await pilot.press("1", "2")
        assert page.at == 12
        await pilot.press("c")
        assert page.at == 0
        assert "12 " in shown(page)
        await pilot.press("up", "up", "down", "enter")
        assert page.at == 11
        await pilot.press("escape")
        assert page not in page.app.screen_stack

    learning(ZOMBIE, drive)


def test_where_a_game_has_the_letter_c_it_is_the_games() -> None:
    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        asking = next(
            view.number
            for view in page.views
            if view.page.ask
            and any(view.scene.label(k) == "c" for c in view.scene.choices for k in c.on)
        )
        page._turn(asking)
        assert "c contents" not in shown(page)
        await pilot.press("c")
        assert page.at == asking
        await pilot.press("q")
        assert page not in page.app.screen_stack

    learning(THIEF, drive)


def test_the_list_of_lessons() -> None:
    async def run() -> None:
        app = new_app(first=lambda _: LessonsPage())
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.pause()
            text = words(screen_text(app))
            assert all(game.title in text and words(game.summary) in text for game in TAUGHT)
            await pilot.press("3", "enter")
            assert isinstance(app.screen, LessonPage)
            assert app.screen.game is TAUGHT[2]
            await pilot.press("q")
            await pilot.click(ItemList, offset=(10, 0))
            await pilot.click(ItemList, offset=(10, 0))
            assert isinstance(app.screen, LessonPage)
            assert app.screen.game is TAUGHT[0]
            await pilot.press("escape", "escape")
            assert not isinstance(app.screen, LessonsPage)

    asyncio.run(run())


def test_a_broken_lesson_is_reported() -> None:
    broken = replace(NIM, lesson=lambda: Lesson("Nim", ("Ann", "Ben"), (Page("A", "B", ("x",)),)))
    with pytest.raises(GamenightError, match="has no lesson"):
        LessonPage(NIM)

    async def run() -> None:
        app = new_app(first=lambda _: LessonsPage())
        app.games = {"nim": broken}
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("enter")
            assert isinstance(app.screen, LessonsPage)
            (notice,) = notices(app)
            assert notice.startswith("Nim, page 1 (A): invalid action 'x'")

    asyncio.run(run())


def test_a_long_text_is_turned_part_by_part() -> None:
    notes = " ".join(f"word{number}" for number in range(120))
    pages = (
        Page("Long", notes, viewer=0, ask=Ask("Which?", ("take 3",), "Right.")),
        Page("End", "Done.", ("take 3",)),
    )
    game = replace(NIM, lesson=lambda: Lesson("Nim", ("Ann", "Ben"), pages))

    async def drive(pilot: Pilot[None], page: LessonPage) -> None:
        await pilot.press("n")
        seen = ""
        while page.at == 1:
            seen += told(page)
            await pilot.press("pagedown")
        assert all(word in seen for word in notes.split())
        assert "(2 of " in seen
        assert re.search(r"\((\d) of \1\)", seen), "the last part leads nowhere"
        await pilot.press("pageup")
        assert page.at == 1
        assert "(1 of " in shown(page)

    learning(game, drive, (60, 20))
