"""Clicks: what they press, choose and close, and that each counts once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from gamenight.app.screens.dialogs import Dialog, LineDialog, PickDialog, TextDialog
from gamenight.app.screens.ending import EndingPage
from gamenight.app.screens.settings import SettingsPage
from gamenight.app.settings import Settings
from gamenight.app.widgets.items import Item, ItemList
from gamenight.app.widgets.key_bar import KeyBar
from gamenight.draw.parts.choices import TAKE
from gamenight.match.local import LocalTable
from gamenight.match.waiting import beside
from tests.app.screens import new_app, screen_lines, screen_text
from tests.app.tables import asked, at_table, question, run, table, until
from tests.match.courses import drive as drive_match
from tests.match.matches import new_match
from tests.paths import PROJECT

ITEMS = [Item(key, key, f"the entry {key}") for key in "abc"]
DIALOGS: dict[str, Callable[[], Dialog[Any]]] = {
    "text": lambda: TextDialog("Something to read", ["One line"]),
    "line": lambda: LineDialog("Something to type", ["One line"]),
    "pick": lambda: PickDialog("Something to pick", ITEMS),
}


async def click_key(pilot: Pilot[None], shown: str) -> None:
    """Click a key of the bar of the screen that is open."""
    bar = pilot.app.screen.query_one(KeyBar)
    place = bar.picture.place(shown)
    assert place is not None, f"no {shown} in the bar"
    await pilot.click(bar, offset=(place.x, place.y))


def test_a_click_on_a_key_counts_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    async def drive() -> None:
        match = new_match("oware", people=0, seed=5)
        drive_match(match)
        app = new_app(lambda app: EndingPage(LocalTable(match, beside)), match.store)
        async with app.run_test() as pilot:
            await pilot.pause()
            await click_key(pilot, "i")
            await until(pilot, lambda: list(tmp_path.iterdir()))
            await pilot.pause(0.2)
            assert len(list(tmp_path.iterdir())) == 1

    run(drive)


def test_no_handler_calls_that_of_its_base_class() -> None:
    """Textual calls the handlers of all base classes itself."""
    for path in sorted((PROJECT / "src" / "gamenight" / "app").rglob("*.py")):
        assert "super().on_" not in path.read_text().replace("super().on_event", ""), path


@pytest.mark.parametrize("kind", DIALOGS)
@pytest.mark.parametrize("where", ["beside", "its key"])
def test_a_click_closes_a_dialog(kind: str, where: str) -> None:
    async def drive() -> None:
        app = new_app()
        answers: list[object] = []
        async with app.run_test() as pilot:
            await app.push_screen(DIALOGS[kind](), answers.append)
            await pilot.click("#heading")
            assert isinstance(app.screen, Dialog), "a click into the window closes nothing"
            if where == "beside":
                await pilot.click(offset=(1, 20))
            else:
                await click_key(pilot, "Esc")
            await until(pilot, lambda: not isinstance(app.screen, Dialog))
        assert answers in ([None], ["escape"])

    run(drive)


def test_the_last_line_has_the_keys_of_the_window_over_the_page() -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            page = screen_text(app).splitlines()[-1]
            for kind in DIALOGS:
                dialog = DIALOGS[kind]()
                await app.push_screen(dialog)
                await pilot.pause()
                last = screen_text(app).splitlines()[-1]
                assert last.split() == " ".join(map(" ".join, dialog.foot)).split(), kind
                await pilot.click(offset=(last.index("Esc"), 23))
                await until(pilot, lambda: not isinstance(app.screen, Dialog))
                await pilot.pause()
                assert screen_text(app).splitlines()[-1] == page

    run(drive)


def test_a_click_chooses_from_a_list_at_once() -> None:
    async def drive() -> None:
        app = new_app()
        answers: list[str | None] = []
        async with app.run_test() as pilot:
            await app.push_screen(PickDialog("Which?", ITEMS), answers.append)
            await pilot.click(ItemList, offset=(4, 2))
            await until(pilot, lambda: answers)
        assert answers == ["c"]

    run(drive)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
def test_a_name_is_forgotten_by_a_click(size: tuple[int, int]) -> None:
    async def drive() -> None:
        settings = Settings(greeted=True, names=["Ann", "Ben"])
        app = new_app(lambda app: SettingsPage(), settings=settings)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            lines = screen_lines(app)
            y = next(n for n, text in enumerate(lines) if "Ben" in text and "forget" in text)
            await pilot.click(offset=(lines[y].index("forget") + 1, y))
            await until(pilot, lambda: settings.names == ["Ann"])

    run(drive)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
def test_the_menu_of_a_table_shows_all_its_entries(size: tuple[int, int]) -> None:
    async def drive() -> None:
        async with table(new_match("thief", people=2), size) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, PickDialog)
            text = screen_text(app)
            assert all(item.head in text for item in app.screen.items)
            await pilot.press("up")
            assert app.screen.query_one(ItemList).current == app.screen.items[-1].key

    run(drive)


@pytest.mark.parametrize(("lines", "more"), [(5, False), (40, True)])
def test_a_text_says_that_it_scrolls(lines: int, more: bool) -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=(60, 20)) as pilot:
            await app.push_screen(TextDialog("Keys", ["a line"] * lines))
            await pilot.pause()
            await pilot.pause()
            assert ("↑↓ more" in screen_text(app)) == more

    run(drive)


def test_a_list_says_that_there_is_more_below_until_the_end() -> None:
    async def drive() -> None:
        app = new_app()
        items = [Item(str(number), str(number), "an entry") for number in range(1, 15)]
        async with app.run_test(size=(60, 20)) as pilot:
            await app.push_screen(PickDialog("Which?", items))
            await pilot.pause()
            for shown in range(12, 15):
                text = screen_text(app)
                assert (("↓" in text), f" {shown} " in text) == (shown < 14, True)
                await pilot.press(*["down"] * (shown if shown == 12 else 1))

    run(drive)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)], ids=str)
@pytest.mark.parametrize("act", ["hover", "click"])
def test_a_tile_says_what_it_is(act: str, size: tuple[int, int]) -> None:
    tiles = ",".join(["empty"] * 4 + ["wormhole"] * 20)

    async def drive() -> None:
        match = new_match("circuit", people=1, tiles=tiles)
        async with table(match, size) as (app, pilot):
            await asked(app, pilot)
            view = at_table(app).view
            place = view.picture.place("tile 12")
            assert place is not None
            lines = screen_lines(app)
            await getattr(pilot, act)(view, offset=(place.x + 1, place.y + 1))
            await until(pilot, lambda: "Tile 12, Wormhole: moves you back 4" in screen_text(app))
            assert screen_lines(app)[: place.y] == lines[: place.y], "nothing else moves"

    run(drive)


def test_a_click_on_the_board_goes_on_where_there_is_nothing_to_choose() -> None:
    async def drive() -> None:
        async with table(new_match("zombie", people=2, seed=2)) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("enter")
            await until(pilot, lambda: (q := question(app)) and q.any_key)
            await pilot.click(offset=(40, 8))
            await until(pilot, lambda: (q := question(app)) and not q.any_key)
            deciding = question(app)
            assert deciding is not None
            assert deciding.click is None, "a click beside the choices decides nothing"

    run(drive)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)], ids=str)
def test_a_click_that_chooses_nothing_is_answered_like_a_wrong_key(size: tuple[int, int]) -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2), size) as (app, pilot):
            await asked(app, pilot)
            page = at_table(app)
            place = page.view.picture.place("c")
            assert place is not None
            board = page.view.picture
            rows = ((x, y) for y in range(board.height) for x in range(board.width))
            beside = next(at for at in rows if board.at(*at) is None)
            theirs = "3: this house is your opponent's."
            nothing = "A click does nothing here (possible: 1, 2, 3, 4, 5, 6; F1 explains)."
            for where, told in (((place.x + 2, place.y), theirs), (beside, nothing)):
                page.play.hush()
                await pilot.click(page.view, offset=where)
                await until(pilot, lambda: page.play.note.text)
                assert page.play.note.text == told

    run(drive)


def test_a_click_on_what_enter_would_do_does_it() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match, (120, 40)) as (app, pilot):
            await asked(app, pilot)
            await pilot.pause(0.6)
            await pilot.press("down")
            chosen = question(app)
            assert chosen is not None
            assert chosen.selection.cursor in chosen.selection.live
            (text,) = (
                c.text for c in chosen.selection.scene.choices if c.on[0] == chosen.selection.cursor
            )
            place = at_table(app).view.picture.place(TAKE)
            assert place is not None, "it stands below the board"
            await pilot.click(at_table(app).view, offset=(place.x, place.y))
            await until(pilot, lambda: match.record.actions == (text,))

    run(drive)
