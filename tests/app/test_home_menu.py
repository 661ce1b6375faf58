"""Keys at home besides those that play: the menu, and keys that mean nothing there."""

from __future__ import annotations

import pytest

import gamenight
from gamenight.app import keystrokes, routes
from gamenight.app.pictures.home import Evening, Home, draw_home
from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.ending import EndingPage
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.settings import SettingsPage
from gamenight.app.screens.table import TablePage
from gamenight.draw.palette import Look
from gamenight.match.local import LocalTable
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import SIZES, new_app, notices, screen_text
from tests.app.tables import press, run, until
from tests.app.test_home import line_under_cursor, played
from tests.match.courses import drive as play_until


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_esc_opens_a_menu_with_everything_else(size: tuple[int, int]) -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert all(way in screen_text(app) for way in ("Esc menu", "F1 keys"))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.pause()
            text = screen_text(app)
            assert all(name in text for name in ("Learn", "Load", "Settings", "Quit"))
            await pilot.press("t")
            await until(pilot, lambda: isinstance(app.screen, SettingsPage))

    run(drive)


def test_keys_that_do_nothing_are_answered_once() -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test() as pilot:
            await pilot.pause()
            for keys, told in ((["x", "y", "x"], "x"), (["9"], "There"), (["up", "f2"], "F2")):
                await press(pilot, keys)
                assert [text.split()[0] for text in notices(app)] == [told], "only the last key"
            assert isinstance(app.screen, HomePage)

    run(drive)


def test_a_match_that_was_only_looked_at_has_the_cursor_too() -> None:
    """The oldest of four, which home has no room for: it comes first when it was just left."""

    async def drive() -> None:
        store = SqliteStore()
        first, *_ = [played(store, "oware", plies) for plies in (3, 2, 2, 2)]
        app = new_app(store=store)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "3 moves," not in screen_text(app)
            app.push_screen(routes.table(app.matches.open(first.id)))
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            await press(pilot, ["escape", "q"])
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await pilot.pause()
            await until(pilot, lambda: "3 moves," in line_under_cursor(app))

    run(drive)


def test_a_second_q_after_a_page_does_not_close_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keystrokes, "DOUBLED", 60.0)

    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("t")
            await until(pilot, lambda: isinstance(app.screen, SettingsPage))
            for told in ([], ["This is the first page: press q again to quit."]):
                await pilot.press("q")
                await pilot.pause()
                assert isinstance(app.screen, HomePage)
                assert notices(app) == told
            await pilot.press("q")
        assert app.return_code == 0

    run(drive)


def test_the_last_line_names_matches_and_puzzles_at_80_columns() -> None:
    async def drive() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            last = screen_text(app).splitlines()[-1]
            assert all(way in last for way in ("p matches", "u puzzles", "F1 keys")), last

    run(drive)


def test_latest_results_are_apart_from_their_time_and_shorten_names() -> None:
    names = ("Bartholomew of Kingsbury", "Bartholomew of Kingston", "Ann")
    told = ", ".join(f"{name} 1,250" for name in names)
    over = Evening(gamenight.game("thief"), "12 minutes ago", told, "", names)
    home = Home([over.game], [], 0, [over], None, "")
    picture, _ = draw_home(home, Look(), (80, 30), 0)
    (shown,) = (text for text in picture.lines() if "12 minutes ago" in text)
    assert "12 minutes ago  " in shown
    assert "Kingsbury 1,250" in shown
    assert shown.rstrip().endswith("Ann 1,250")


def test_after_a_match_that_a_command_began_the_cursor_is_on_its_game() -> None:
    async def drive() -> None:
        store = SqliteStore()
        match = played(store, "zombie", 1)
        play_until(match, lambda match: match.result is not None)
        ending = EndingPage(LocalTable(match))
        app = new_app(store=store, first=lambda _: ending)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.screen is ending)
            await pilot.pause()
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            assert "Zombie Dice" in line_under_cursor(app)

    run(drive)


def test_the_match_that_was_left_draws_the_cursor_once() -> None:
    async def drive() -> None:
        store = SqliteStore()
        first, *_ = [played(store, "oware", plies) for plies in (3, 2)]
        app = new_app(store=store)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            app.push_screen(routes.table(app.matches.open(first.id)))
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            await press(pilot, ["escape", "q"])
            await until(pilot, lambda: "3 moves," in line_under_cursor(app))
            await press(pilot, ["down"])
            assert "2 moves," in line_under_cursor(app)
            await press(pilot, ["t"])
            await until(pilot, lambda: isinstance(app.screen, SettingsPage))
            await press(pilot, ["escape"])
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            await pilot.pause()
            assert "2 moves," in line_under_cursor(app)

    run(drive)
