"""A form and the mouse: the signs around a value change it in their direction."""

from __future__ import annotations

import asyncio

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.app.pictures.new_game import RULE, SEAT
from gamenight.app.screens.settings import SettingsPage
from gamenight.app.settings import SPEEDS, Settings
from tests.app.forms import at, drive, form_of, typed, words
from tests.app.screens import SIZES, new_app, screen_lines


async def click(app: Gamenight, pilot: Pilot[None], sign: str) -> None:
    """On the sign that stands on the screen where a value can be changed."""
    lines = screen_lines(app)
    y, x = next((y, line.index("◂")) for y, line in enumerate(lines) if "◂" in line)
    await pilot.click(offset=(lines[y].index(sign, x), y))
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("game", "rule", "values"),
    [
        ("circuit", "laps", ["2", "1", "2", "3"]),
        ("thief", "target", ["10000", "9500", "10000", "10500"]),
    ],
)
def test_the_signs_around_a_rule_lower_and_raise_it(
    game: str, rule: str, values: list[str], size: tuple[int, int]
) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, f"rule {rule}")
        item = next(item for item in form_of(app).rules.items if item.option.name == rule)
        seen = [item.value]
        for sign in "◂▸▸":
            await click(app, pilot, sign)
            seen.append(item.value)
        assert seen == values

    drive(game, script, size=size)


def test_the_signs_around_who_begins_turn_both_ways() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "first")
        party = form_of(app).party
        seen = []
        for sign in "◂▸▸":
            await click(app, pilot, sign)
            seen.append(party.first)
        assert seen == [1, "random", 0]

    drive("oware", script)


@pytest.mark.parametrize("size", SIZES)
def test_the_signs_around_a_setting_turn_both_ways(size: tuple[int, int]) -> None:
    async def run() -> None:
        speeds = list(SPEEDS)
        app = new_app(lambda _: SettingsPage(), settings=Settings(speed=speeds[1]))
        async with app.run_test(size=size) as pilot:
            await pilot.press("down", "down")
            seen = []
            for sign in "◂▸▸":
                await click(app, pilot, sign)
                seen.append(app.settings.speed)
            assert seen == [speeds[0], speeds[1], speeds[2]]

    asyncio.run(run())


def test_a_rule_that_was_just_changed_is_not_as_last_time() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "rules")
        assert "as last time: points that win the round: 2000" in words(app)
        await at(pilot, app, "rule target")
        await typed(pilot, "300")
        await at(pilot, app, "rules")
        assert "changed: points that win the round: 300" in words(app)

    tables = {"thief": {"options": {"target": "2000"}}}
    drive("thief", script, settings=Settings(greeted=True, tables=tables))


@pytest.mark.parametrize("ascii", [False, True])
def test_the_signs_of_more_rules_turn_the_page(ascii: bool) -> None:
    """A click on one goes to what is out of sight, and does nothing else there."""
    up, down = "^v" if ascii else "▲▼"

    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "rule laps")
        form, seen = form_of(app), list[str]()
        values = [item.value for item in form.rules.items]
        for sign in (down, up):
            while any(line.endswith(sign) for line in screen_lines(app)):
                lines = screen_lines(app)
                y = next(y for y, line in enumerate(lines) if line.endswith(sign))
                await pilot.click(offset=(len(lines[y]) - 1, y))
                await pilot.pause()
                seen.append(form.cursor)
                assert len(seen) < 6, f"it goes by pages: {seen}"
        assert f"{RULE}{form.rules.items[-1].option.name}" in seen, "down to the last rule"
        assert seen[-1] == f"{SEAT}0", "and up to the first row"
        assert [item.value for item in form.rules.items] == values

    drive("circuit", script, size=(60, 20), ascii=ascii)
