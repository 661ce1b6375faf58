"""F1 lists the keys on every page, and ? has the rules wherever there is a game."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import gamenight
from gamenight.app.app import Gamenight
from gamenight.app.screens.dialogs import TextDialog
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.lesson import LessonPage
from gamenight.app.screens.lessons import LessonsPage
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.screens.page import Page
from gamenight.app.screens.puzzle import PuzzlePage
from gamenight.app.screens.replay import ReplayPage
from gamenight.app.screens.replays import ReplaysPage
from gamenight.app.screens.review import ReviewPage
from gamenight.app.screens.rules import RulesPage
from gamenight.app.screens.settings import SettingsPage
from gamenight.app.screens.statistics import StatisticsPage
from gamenight.app.settings import Settings
from gamenight.app.widgets.key_bar import fitting, shown_key
from gamenight.core import registry
from gamenight.match.playback import ReplayTable
from gamenight.match.solved import Solved
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import new_app, notices, screen_text, settled
from tests.app.tables import asked, press, run, table, until
from tests.app.test_statistics import fill
from tests.lab.reviews import Ready, duel, finished
from tests.match.matches import new_match

OWARE = registry.game("oware")
PAGES: dict[str, Callable[[], Page]] = {
    "home": HomePage,
    "new game": lambda: NewGamePage(OWARE),
    "lesson": lambda: LessonPage(OWARE),
    "lessons": LessonsPage,
    "puzzles": lambda: PuzzlePage(OWARE, Solved(None)),
    "replays": ReplaysPage,
    "rules": lambda: RulesPage(OWARE),
    "settings": SettingsPage,
    "statistics": StatisticsPage,
}


def listed(app: Gamenight) -> list[str]:
    """The first word of every line of the list of keys."""
    assert isinstance(app.screen, TextDialog), screen_text(app)
    assert app.screen.heading == "Keys"
    return [line.split()[0] for line in app.screen.lines if line and not line.startswith(" ")]


@pytest.mark.parametrize("page", PAGES)
def test_f1_lists_the_keys_of_a_page_each_once(page: str) -> None:
    async def drive() -> None:
        app = new_app(lambda _: PAGES[page]())
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, Page)
            keys = list(dict(app.screen.keys()))
            assert "F1" in keys
            await pilot.press("f1")
            await until(pilot, lambda: isinstance(app.screen, TextDialog))
            found = listed(app)
            assert len(set(found)) == len(found)
            if page != "replays":  # in sentences
                assert found[: len(keys)] == [key.split()[0] for key in keys]
            await pilot.press("escape")
            assert isinstance(app.screen, Page)

    run(drive)


@pytest.mark.parametrize(
    ("page", "key"),
    [(page, "f3") for page in (*PAGES, "replay", "review")]
    + [(page, "z") for page in (*PAGES, "replay", "review") if page != "new game"],  # a name
)
def test_a_key_that_does_nothing_is_answered_on_every_page(page: str, key: str) -> None:
    def first(app: Gamenight) -> Page:
        if page in PAGES:
            return PAGES[page]()
        record = finished().record
        return ReplayPage(ReplayTable(record)) if page == "replay" else ReviewPage(Ready(duel()))

    async def drive() -> None:
        app = new_app(first)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            opened = app.screen
            await press(pilot, [key])
            await pilot.pause()
            assert app.screen is opened
            (told,) = notices(app)
            assert f"{shown_key(key)} does nothing here" in told

    run(drive)


@pytest.mark.parametrize("page", ["home", "new game", "lesson", "lessons", "puzzles"])
def test_the_rules_have_a_key_of_their_own(page: str) -> None:
    async def drive() -> None:
        app = new_app(lambda _: PAGES[page]())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "? rules" in screen_text(app)
            await pilot.press("question_mark")
            await until(pilot, lambda: isinstance(app.screen, RulesPage))

    run(drive)


def test_the_rules_are_there_while_a_name_is_typed() -> None:
    async def drive() -> None:
        for first in (lambda _: NewGamePage(OWARE), None):
            app = new_app(first, settings=Settings(greeted=False))
            async with app.run_test(size=(80, 24)) as pilot:
                await pilot.pause()
                await pilot.press("A", "question_mark")
                await until(pilot, lambda app=app: isinstance(app.screen, RulesPage))  # type: ignore[misc]
                await pilot.press("escape", "n")
                await pilot.pause()
                assert "An" in screen_text(app)

    run(drive)


def test_the_menu_tells_apart_who_leaves_the_game_and_who_goes_home() -> None:
    async def drive() -> None:
        match = new_match("thief", people=3, open_table=True, cards=False)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("escape")
            await pilot.pause()
            shown = screen_text(app)
            assert "o  Somebody leaves" in shown
            assert "you choose who" in shown
            assert "q  To the first page" in shown, shown

    run(drive)


@pytest.mark.parametrize(
    ("width", "kept", "found"),
    [
        (60, [2], [0, 1, 2, 3]),
        (40, [2], [0, 1, 2]),
        (30, [2], [0, 2]),
        (30, [], [0, 1]),
        (30, [2, 3], [2, 3]),
        (12, [2], [2]),
    ],
)
def test_a_narrow_bar_keeps_the_keys_out_and_to_the_list_of_all(
    width: int, kept: list[int], found: list[int]
) -> None:
    assert fitting([12, 12, 8, 12], width, kept) == found


@pytest.mark.parametrize("page", PAGES)
def test_at_60_columns_the_bar_of_a_page_names_the_way_out_and_the_list(page: str) -> None:
    async def drive() -> None:
        app = new_app(lambda _: PAGES[page](), fill(SqliteStore()))
        async with app.run_test(size=(60, 20)) as pilot:
            await settled(app, pilot)
            bar = screen_text(app).splitlines()[-1]
            assert re.search(r"\b(Esc|q) \w", bar)
            assert "F1 keys" in bar

    run(drive)


@pytest.mark.parametrize("id", gamenight.games())
def test_at_60_columns_the_bar_names_the_key_that_explains_the_signs(id: str) -> None:
    async def drive() -> None:
        match = new_match(id, seed=1)
        async with table(match, size=(60, 20)) as (app, pilot):
            await asked(app, pilot)
            legend = match.game.legend(**match.options)
            signs = any(glyph.help for glyph in legend.values())
            assert ("F1 keys, signs" if signs else "F1 keys") in screen_text(app)

    run(drive)


@pytest.mark.parametrize("id", gamenight.games())
def test_at_80_columns_the_bar_of_a_table_names_q(id: str) -> None:
    """Thief's source shows it there for everybody; so does every table."""

    async def drive() -> None:
        async with table(new_match(id, seed=1), size=(80, 24)) as (app, pilot):
            await asked(app, pilot)
            assert "q quit" in screen_text(app)

    run(drive)


def test_the_bar_says_that_enter_means_ready() -> None:
    async def drive() -> None:
        async with table(new_match("thief", people=3)) as (app, pilot):
            await asked(app, pilot)
            assert "Enter ready" in screen_text(app)

    run(drive)


@pytest.mark.parametrize("cards", [False, True])
def test_the_list_of_keys_explains_only_signs_that_can_appear(cards: bool) -> None:
    async def drive() -> None:
        match = new_match("thief", people=3, cards=cards)
        async with table(match, size=(120, 70)) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("f1")
            await until(pilot, lambda: "three are 200" in screen_text(app))
            assert ("once more" in screen_text(app)) is cards

    run(drive)
