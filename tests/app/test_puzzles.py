"""Puzzles in the app: by grade, answered with the keys of the game, at every size."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

import gamenight
from gamenight.app import keystrokes, puzzling
from gamenight.app.app import Gamenight
from gamenight.app.pictures.booklet import PageDrawing
from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.puzzle import PuzzlePage
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.core.posing import Posed
from gamenight.core.puzzle import GRADES
from gamenight.draw.palette import Look
from gamenight.match.solved import Solved
from tests.app.screens import SIZES, new_app, notices, screen_text
from tests.app.tables import press, run, until

OWARE = gamenight.game("oware")
assert OWARE.puzzles is not None
PUZZLES = OWARE.puzzles()
Drive = Callable[[Pilot[None], PuzzlePage], Coroutine[Any, Any, None]]


def solving(drive: Drive, size: tuple[int, int] = (80, 24), **given: Any) -> None:
    """Open the puzzles and let a test press keys."""

    async def whole() -> None:
        page = PuzzlePage(OWARE, given.pop("solved", Solved(None)), given.pop("grade", 0))
        app = new_app(first=lambda _: page, **given)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await drive(pilot, page)

    asyncio.run(whole())


def words(page: PuzzlePage) -> str:
    return " ".join(screen_text(page.gamenight).split())


def label(text: str) -> str:
    """What is typed for a house."""
    return str("ABCDEF".index(text.upper()) + 1)


@pytest.mark.parametrize("size", SIZES[:2], ids=str)  # wider, the text is in a column of its own
def test_a_puzzle_is_answered_explained_and_kept(size: tuple[int, int]) -> None:
    solved, puzzle = Solved(None), PUZZLES.puzzles[0]
    right, wrong = (label(puzzle.tries[at].text) for at in (0, -1))

    async def drive(pilot: Pilot[None], page: PuzzlePage) -> None:
        for grade in GRADES:
            assert f"{grade}: 0 of " in words(page)
        await pilot.press("enter")
        await until(pilot, lambda: "puzzle 1 of 200" in words(page))
        assert "Which move is best?" in words(page)
        await pilot.press("enter")
        assert "Choose first" in words(page)
        await pilot.press(wrong)
        assert "less than the best. Try again." in words(page)
        assert not solved.of(OWARE)
        await pilot.press(right)
        assert f"Yes: house {right}" in words(page)
        assert "(Enter: next puzzle.)" in words(page)
        assert solved.of(OWARE) == {puzzle.name}
        assert "Which move is best?" not in words(page), "nothing is asked any more"
        await pilot.press("c")
        await until(pilot, lambda: "very easy: 1 of " in words(page))
        await pilot.press("enter")
        await until(pilot, lambda: "puzzle 2 of 200" in words(page))  # the first not solved

    solving(drive, size, solved=solved)


@pytest.mark.parametrize("at", [0, -1], ids=["right", "wrong"])
def test_enter_right_after_an_answer_belongs_to_it(
    monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    """What is said of the answer stays to be read."""
    monkeypatch.setattr(keystrokes, "WORD", 60.0)
    answer = label(PUZZLES.puzzles[0].tries[at].text)
    said = f"Yes: house {answer}" if at == 0 else "less than the best. Try again."

    async def drive(pilot: Pilot[None], page: PuzzlePage) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: "puzzle 1 of 200" in words(page))
        await pilot.press(answer, "enter")
        assert said in words(page)
        await pilot.press("x", "enter")  # later, or once more
        assert (said in words(page)) == (at == -1), "what is wrong stays, and right goes on"

    solving(drive)


def test_the_solution_can_be_asked_for_and_solves_nothing() -> None:
    solved = Solved(None)

    async def drive(pilot: Pilot[None], page: PuzzlePage) -> None:
        assert "Hard" in words(page)
        assert "s solution" in words(page)
        await pilot.press("s")
        assert "The answer: house" in words(page)
        assert "s solution" not in words(page)
        before = page.at
        await pilot.press("enter")
        assert page.at == before + 1
        assert not solved.of(OWARE)
        await pilot.press("left", "left")
        assert page.at == before - 1

    solving(drive, solved=solved, grade=4)


def test_the_cursor_of_the_contents_is_on_the_grade_that_was_left() -> None:
    async def drive(pilot: Pilot[None], page: PuzzlePage) -> None:
        first = page.at
        await pilot.press("right", "s", "c", "enter")
        assert page.at == first, "what was only shown is not solved"
        await pilot.press("question_mark")
        await until(pilot, lambda: page.app.screen is not page)
        await pilot.press("escape", "q")
        await until(pilot, lambda: not page.is_attached)

    solving(drive, grade=3)


def test_home_leads_to_the_puzzles_of_the_game_under_the_cursor_or_of_the_only_one() -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for keys in (["u"], ["end", "u"], ["escape", "u"]):
                await press(pilot, keys)
                await until(pilot, lambda: isinstance(app.screen, PuzzlePage))
                assert "Puzzles: Oware" in screen_text(app)
                await pilot.press("q")
                await until(pilot, lambda: isinstance(app.screen, HomePage))

    run(drive)


def test_whoever_asks_for_the_puzzles_of_another_game_hears_which_has_some() -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, HomePage)
            for id, told in (("oware", []), ("zombie", ["Zombie Dice has no puzzles so far"])):
                puzzling.open_puzzles(app.screen, registry.game(id))
                await until(pilot, lambda: isinstance(app.screen, PuzzlePage))
                await pilot.pause()
                assert [notice.split(":")[0] for notice in notices(app)] == told
                await pilot.press("q")
                await until(pilot, lambda: isinstance(app.screen, HomePage))

    run(drive)


def open_with(*games: Game) -> Callable[[Gamenight, Pilot[None]], Coroutine[Any, Any, None]]:
    async def drive(app: Gamenight, pilot: Pilot[None]) -> None:
        app.games = {game.id: game for game in games}
        assert isinstance(app.screen, HomePage)
        puzzling.open_puzzles(app.screen, None)
        await pilot.pause()

    return drive


def test_of_several_games_with_puzzles_one_is_chosen_and_without_any_that_is_said() -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await open_with(replace(OWARE, puzzles=None))(app, pilot)
            assert notices(app) == ["No game here has puzzles."]
            await open_with(OWARE, replace(OWARE, id="other", title="Other"))(app, pilot)
            assert isinstance(app.screen, PickDialog)
            await pilot.press("2")
            await until(pilot, lambda: isinstance(app.screen, PuzzlePage))
            assert "Puzzles: Other" in screen_text(app)

    run(drive)


def test_a_puzzle_that_is_broken_is_named_and_the_others_stay() -> None:
    first, second, *_ = PUZZLES.puzzles
    found = replace(PUZZLES, puzzles=(first, replace(second, plies=("X",))))

    async def drive() -> None:
        page = PuzzlePage(replace(OWARE, puzzles=lambda: found), Solved(None))
        app = new_app(first=lambda _: page)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("enter", "right")
            assert page.at == 1
            (notice,) = notices(app)
            assert notice.startswith("Puzzle 2 of Oware: invalid action 'X'")

    run(drive)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
def test_every_reply_to_every_puzzle_is_shown_whole(size: tuple[int, int]) -> None:
    views = Posed(OWARE, PUZZLES)
    for view in views[::7]:
        page = PageDrawing(view, OWARE.glyphs, Look(), (size[0], size[1] - 1), "puzzle")
        assert view.page.ask is not None
        for reply in (view.page.ask.praise, view.page.ask.solution, *view.page.ask.wrong.values()):
            lines = page.page(view.scene, 0, reply, "good").lines()
            assert reply in " ".join(" ".join(lines).split()).replace("✓ ", ""), view.number
            assert any("╭" in line or "●" in line for line in lines), "the board is there"


def test_what_was_said_about_a_key_covers_no_answer() -> None:
    right = label(PUZZLES.puzzles[0].tries[0].text)

    async def drive(pilot: Pilot[None], page: PuzzlePage) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: "puzzle 1 of 200" in words(page))
        page.notify("Saved.")
        await pilot.press("f5")
        assert [*notices(page.gamenight)][1].startswith("F5 does nothing here")
        await pilot.press(right)
        assert f"Yes: house {right}" in words(page)
        assert notices(page.gamenight) == ["Saved."]

    solving(drive)
