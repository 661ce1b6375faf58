"""The settings on the screen: each change takes effect at once and is saved."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from gamenight.app.app import theme_name
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.settings import SettingsPage
from gamenight.app.screens.table import TablePage
from gamenight.app.settings import SPEEDS, THEMES, Settings, load_settings
from gamenight.draw.palette import PALETTES
from tests.app.screens import SIZES, new_app, notices, screen_lines, screen_text
from tests.app.tables import asked, at_table, table, until
from tests.match.matches import new_match


@pytest.mark.parametrize(
    ("size", "changes"),
    [
        *((size, {"ascii": True}) for size in SIZES),
        ((60, 20), {"plain_colors": True}),
        ((120, 40), {}),
    ],
)
def test_the_page_in_every_size_and_style(size: tuple[int, int], changes: dict[str, Any]) -> None:
    async def drive() -> None:
        app = new_app(lambda _: SettingsPage(), settings=Settings(names=["Ann"]), **changes)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            text = screen_text(app)
            for word in ("Settings", "Theme", "Characters", "Speed", "to touch", "danger"):
                assert word in text
            assert "a soft one says that it is your turn" in text, "no note is cut"
            if changes.get("ascii"):
                assert "\n".join(screen_lines(app)[:-1]).isascii()
            await pilot.press("down", "down", "down", "down")
            await pilot.pause()
            assert "> forget <" in screen_text(app) or "▸ forget ◂" in screen_text(app)

    asyncio.run(drive())


def test_every_change_counts_and_is_kept_at_once(tmp_path: Path) -> None:
    async def drive() -> None:
        app = new_app(folder=tmp_path)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("t")
            await pilot.pause()
            for name in (*THEMES[1:], THEMES[0]):
                await pilot.press("right")
                await pilot.pause()
                assert app.theme == theme_name(PALETTES[name])
                assert load_settings(tmp_path).theme == name
            await pilot.press("l", "down", "a", "down", "o")
            await pilot.pause()
            assert "\n".join(screen_lines(app)[:-1]).isascii(), "the preview is drawn again"
            kept = load_settings(tmp_path)
            assert (kept.theme, kept.characters, kept.speed) == ("light", "ascii", "off")
            assert app.look.ascii
            await pilot.press("q")
            await pilot.pause()
            assert isinstance(app.screen, HomePage)
            assert "\n".join(screen_lines(app)[:-1]).isascii()

    asyncio.run(drive())


def test_a_page_below_is_drawn_again() -> None:
    """Settings that are changed in the middle of a match count at the table at once."""

    async def drive() -> None:
        async with table(new_match("oware")) as (app, pilot):
            await asked(app, pilot)
            before = at_table(app).view.picture
            await pilot.press("escape")
            await pilot.press("s")
            await until(pilot, lambda: isinstance(app.screen, SettingsPage))
            await pilot.press("right", "down", "a")
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            await pilot.pause()
            assert at_table(app).view.picture != before
            assert "\n".join(screen_lines(app)[:-1]).isascii()

    asyncio.run(drive())


def test_names_can_be_forgotten(tmp_path: Path) -> None:
    async def drive() -> None:
        names = Settings(names=["Ann", "Ben", "Cleo"], path=tmp_path / "settings.json")
        app = new_app(lambda _: SettingsPage(), settings=names)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("down", "down", "down", "down", "down", "enter")
            await app.workers.wait_for_complete()
            assert app.settings.names == ["Ann", "Cleo"]
            assert load_settings(tmp_path).names == ["Ann", "Cleo"]
            await pilot.press("delete")
            await app.workers.wait_for_complete()
            assert app.settings.names == ["Ann"]
            line = next(n for n, text in enumerate(screen_lines(app)) if "forget" in text)
            await pilot.click(offset=(32, line))
            await app.workers.wait_for_complete()
            await pilot.pause()
            assert app.settings.names == []
            assert "No names yet: whoever plays is listed here." in screen_text(app)

    asyncio.run(drive())


def test_settings_that_cannot_be_saved_are_reported(tmp_path: Path) -> None:
    async def drive() -> None:
        (tmp_path / "file").write_text("")
        settings = Settings(path=tmp_path / "file" / "settings.json")
        app = new_app(lambda _: SettingsPage(), settings=settings)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("right", "question_mark")
            await pilot.pause()
            assert "Changes are saved at once" in screen_text(app)
            await pilot.press("escape", "right")
            assert any("settings cannot be saved in" in text for text in notices(app))
            assert app.settings.theme != "dark", "it takes effect all the same"

    asyncio.run(drive())


def test_the_right_arrow_makes_it_faster() -> None:
    beats = list(SPEEDS.values())
    assert beats == sorted(beats, reverse=True)
