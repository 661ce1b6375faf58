"""What is typed where somebody is only asked to be ready, and commands that come too quickly."""

from __future__ import annotations

from time import monotonic

import pytest

from gamenight.app import keystrokes
from tests.app.screens import screen_text
from tests.app.tables import asked, at_table, question, run, table, until
from tests.app.test_left_over import slowly
from tests.match.matches import new_match

FIRST = "r: say that you are ready first (Enter or y)."


def test_ready_typed_whole_acts_after_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    async def drive() -> None:
        async with table(new_match("thief", people=3)) as (app, pilot):
            before = await asked(app, pilot)
            monkeypatch.setattr(keystrokes, "WHOLE", 0.3)
            slowly(app, "ready", monotonic() + 5.0, 0.1)
            await until(pilot, lambda: question(app) not in (None, before))
            await until(pilot, lambda: "ready?" not in screen_text(app))

    run(drive)


@pytest.mark.parametrize(("keys", "patience"), [(["r"], 0.0), (["r", "tab"], 60.0)])
def test_a_letter_that_means_nothing_yet_is_dropped_with_the_reason(
    keys: list[str], patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keystrokes, "WHOLE", patience)

    async def drive() -> None:
        async with table(new_match("thief", people=3)) as (app, pilot):
            await asked(app, pilot)
            await pilot.press(*keys)
            await until(pilot, lambda: FIRST in screen_text(app))
            found = question(app)
            assert found is not None
            assert found.selection.typed == ""

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
def test_a_second_f4_that_does_not_count_says_so() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            for key in "33":
                await asked(app, pilot)
                await pilot.pause(0.3)
                await pilot.press(key)
                await pilot.pause(0.3)
            assert len(match.plies) == 2
            await pilot.press("f4")
            await until(pilot, lambda: len(match.plies) == 1 and question(app) is not None)
            await pilot.press("f4")
            await until(pilot, lambda: "F4 did nothing. Press it again." in screen_text(app))
            assert len(match.plies) == 1
            assert at_table(app).play.question is not None

    run(drive)
