"""The screen of statistics, at three sizes and in three styles."""

from __future__ import annotations

import asyncio
import csv
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gamenight.app.app import Gamenight
from gamenight.app.screens import statistics as statistics_page
from gamenight.app.screens.statistics import COUNTING, StatisticsPage
from gamenight.core.record import Record, Result, Seat
from gamenight.match.columns import NONE_YET
from gamenight.match.secret import new_secret
from gamenight.match.sqlite import SqliteStore
from gamenight.match.summary import appearances
from tests.app.screens import SIZES, new_app, notices, screen_lines, screen_text

ANN, BEN, HARD, TURN = Seat("Ann"), Seat("Bén"), Seat("Robby", "hard"), Seat("Bo", "turn")
STYLES: tuple[dict[str, Any], ...] = ({}, {"ascii": True}, {"plain_colors": True})
Steps = Callable[[Gamenight, Pilot[None]], Awaitable[None]]


def record(game: str, seats: tuple[Seat, ...], scores: tuple[int, ...], *winners: int) -> Record:
    """A match that was over at once: its result is all that counts here."""
    return Record(game, 1, seats, result=Result(scores, winners, "It is over."))


def keep(store: SqliteStore, match: Record) -> None:
    store.create(match, new_secret(), None, appearances(match))


def fill(store: SqliteStore) -> SqliteStore:
    """Ann has won two of three at Oware, and none of one at Zombie Dice."""
    for one in (
        record("oware", (ANN, BEN), (30, 18), 0),
        record("oware", (BEN, ANN), (20, 28), 1),
        record("oware", (ANN, HARD), (20, 28), 1),
        record("zombie", (ANN, TURN), (3, 13), 1),
    ):
        keep(store, one)
    return store


def shown(
    steps: Steps, store: SqliteStore, size: tuple[int, int] = (80, 24), **changes: Any
) -> Gamenight:
    """Drive the page after everything is counted."""
    app = new_app(lambda app: StatisticsPage(), store, **changes)

    async def drive() -> None:
        async with app.run_test(size=size) as pilot:
            await app.workers.wait_for_complete()
            await pilot.pause()
            await steps(app, pilot)

    asyncio.run(drive())
    return app


@pytest.mark.parametrize("style", STYLES, ids=str)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_table_a_player_and_a_chart(size: tuple[int, int], style: dict[str, Any]) -> None:
    async def steps(app: Gamenight, pilot: Pilot[None]) -> None:
        text = screen_text(app)
        lines = [" ".join(line.split()) for line in screen_lines(app)]
        assert any(line.startswith("> Ann 3 2 0 0 2/0 26") for line in lines)
        ben = "Ben" if "ascii" in style else "Bén"
        assert any(line.startswith(f"{ben} 2 0 0 0 0/0 19") for line in lines)
        assert any(line.startswith("won alone 2 (67%) ") for line in lines)
        assert any(line.startswith(f"most against {ben}") for line in lines)
        assert "won alone, in percent" in text
        assert "66.7" in text
        assert "Zombie Dice" in text
        assert "e export" in text
        assert all(len(line) <= size[0] for line in screen_lines(app))
        if "ascii" in style:
            assert "\n".join(screen_lines(app)[:-1]).isascii()

    shown(steps, fill(SqliteStore()), size, **style)


def test_arrow_keys_change_the_game_and_the_player() -> None:
    async def steps(app: Gamenight, pilot: Pilot[None]) -> None:
        seen = []
        for key in ("down", "down", "down", "up", "right", "left", "left", "end"):
            await pilot.press(key)
            page = app.screen
            assert isinstance(page, StatisticsPage)
            seen.append((page.shown.game, page.shown.rows[page.shown.at].player))
        assert seen == [
            ("oware", "Bén"),
            ("oware", "bot:hard"),
            ("oware", "bot:hard"),
            ("oware", "Bén"),
            ("zombie", "Ann"),
            ("oware", "Ann"),
            ("zombie", "Ann"),
            ("zombie", "bot:turn"),
        ]

    shown(steps, fill(SqliteStore()))


def test_a_click_chooses_a_game_and_a_player() -> None:
    async def steps(app: Gamenight, pilot: Pilot[None]) -> None:
        page = app.screen
        assert isinstance(page, StatisticsPage)
        await pilot.click("#statistics", offset=(11, 1))
        assert page.shown.game == "zombie"
        await pilot.click("#statistics", offset=(11, 5))
        assert page.shown.rows[page.shown.at].player == "bot:turn"

    shown(steps, fill(SqliteStore()))


def test_the_chart_shows_one_thing_after_another() -> None:
    async def steps(app: Gamenight, pilot: Pilot[None]) -> None:
        titles = []
        for _ in range(5):
            await pilot.press("c")
            page = app.screen
            assert isinstance(page, StatisticsPage)
            titles.append(page.shown.measure)
            assert page.shown.measure in screen_text(app)
        assert titles == [
            "matches played",
            "mean score",
            "longest streak",
            "best turn",
            "won alone, in percent",
        ]

    shown(steps, fill(SqliteStore()), (60, 20))


def test_many_players_scroll() -> None:
    store = SqliteStore()
    for number in range(30):
        keep(store, record("oware", (ANN, Seat(f"Guest {number}")), (30, 18), 0))

    async def steps(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "1 to 4 of 31" in screen_text(app)
        await pilot.press("end")
        assert "28 to 31 of 31" in screen_text(app)
        assert any(line.startswith("> Guest 9") for line in screen_lines(app))
        assert "most against Ann" in screen_text(app)

    shown(steps, store, (60, 20))


def test_export_asks_for_the_name_of_the_file(tmp_path: Path) -> None:
    target = tmp_path / "all.csv"

    async def steps(app: Gamenight, pilot: Pilot[None]) -> None:
        for path, told in ((tmp_path / "no" / "x.csv", "cannot be written"), (target, "Written")):
            await pilot.press("e")
            app.screen.query_one(Input).value = str(path)
            await pilot.press("enter")
            await pilot.pause()
            assert told in " ".join(notices(app))

    shown(steps, fill(SqliteStore()))
    with target.open(encoding="utf-8") as file:
        rows = [(row["game"], row["player"], row["won"]) for row in csv.DictReader(file)]
    assert rows == [
        ("oware", "Ann", "2"),
        ("oware", "Bén", "0"),
        ("oware", "bot:hard", "1"),
        ("zombie", "Ann", "0"),
        ("zombie", "bot:turn", "1"),
    ]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_without_matches_it_says_what_to_do(size: tuple[int, int]) -> None:
    async def steps(app: Gamenight, pilot: Pilot[None]) -> None:
        assert NONE_YET in " ".join(screen_text(app).split())
        assert "export" not in screen_text(app)
        for key in ("right", "down", "c", "e"):  # there is nothing to do it with
            await pilot.press(key)
        assert isinstance(app.screen, StatisticsPage)

    shown(steps, SqliteStore(), size)


def test_it_says_that_it_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker counts in a thread of its own, which has to open a store on disk for itself."""
    go_on, count = Event(), statistics_page._counted

    def slowly(*given: Any) -> Any:
        go_on.wait(30)
        return count(*given)

    monkeypatch.setattr(statistics_page, "_counted", slowly)
    store = fill(SqliteStore(tmp_path / "gamenight.sqlite"))

    async def drive() -> None:
        app = new_app(lambda app: StatisticsPage(), store)
        async with app.run_test() as pilot:
            await pilot.pause()
            assert COUNTING in screen_text(app)
            await pilot.press("right", "down", "c", "e")
            go_on.set()
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert "Grabber (bot)" in screen_text(app)

    asyncio.run(drive())


def test_a_store_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "gamenight.sqlite")
    store.path = tmp_path / "nothing.sqlite"
    store.path.mkdir()

    async def steps(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "nothing.sqlite cannot be used" in screen_text(app)

    shown(steps, store, (200, 24))


@pytest.mark.parametrize("key", ["escape", "q"])
def test_back(key: str) -> None:
    async def steps(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        assert "wins in a row" in screen_text(app)
        await pilot.press("escape", key)
        assert not isinstance(app.screen, StatisticsPage)

    shown(steps, SqliteStore())


def test_a_long_name_is_not_cut_to_the_number_of_a_row() -> None:
    long = "Wilhelmina-Charlotte-Anna"[:24]

    async def steps(app: Gamenight, pilot: Pilot[None]) -> None:
        text = screen_text(app)
        assert long in text
        assert "Wilhelmina-C" in text
        assert not re.search(r"Wil\S* [12]\b", text)

    store = SqliteStore()
    keep(store, record("oware", (ANN, Seat(long)), (30, 18), 0))
    shown(steps, store, (60, 20))
