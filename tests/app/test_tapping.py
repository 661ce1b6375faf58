"""Enter that is pressed about twice a second: it decides, once it was said what it means."""

from __future__ import annotations

from time import monotonic

import pytest
from textual import events

from gamenight.app.keystrokes import Keystrokes
from tests.app.screens import screen_text
from tests.app.tables import asked, question, run, table, until
from tests.match.matches import new_match


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize(("apart", "decides"), [(0.6, True), (0.5, True), (0.37, False)])
def test_enter_twice_a_second_decides_once_it_was_said_what_it_means(
    apart: float, decides: bool
) -> None:
    async def drive() -> None:
        match = new_match("thief", people=2, seed=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            for key in "yr":
                await pilot.pause(0.6)
                await pilot.press(key)
            await until(pilot, lambda: (q := question(app)) and q.selection.scene.marks)
            plies, begun = len(match.plies), monotonic()
            app.keystrokes.hears("enter", begun - 0.1)  # which skipped the film
            app.keystrokes.ask(begun)
            for press in (1, 2):
                enter = events.Key("enter", None)
                enter.time = begun - 0.1 + press * apart
                app.post_message(enter)
                await until(pilot, lambda: app.keystrokes._pressed == enter.time)  # noqa: B023
                await pilot.pause()
                if press == 1:
                    assert "That was quick: Enter means" in screen_text(app)
                    assert len(match.plies) == plies, "what it means was said first"
            assert (len(match.plies) > plies) is decides

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize(
    ("apart", "tapped"), [((0.5, 0.5), True), ((0.2, 0.5), False), ((0.5, 0.2), False)]
)
def test_one_slow_press_among_quick_ones_is_no_rhythm_of_somebody_who_reads(
    apart: tuple[float, ...], tapped: bool
) -> None:
    keys, at = Keystrokes(), 100.0
    for pause in (5.0, *apart):
        at += pause
        keys.hears("enter", at)
    assert keys.tapped is tapped


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize(
    ("first", "apart", "doubled"), [("q", 2.9, True), ("q", 3.1, False), ("t", 0.5, False)]
)
def test_a_key_that_comes_again_within_three_seconds_may_be_meant_for_the_same_page(
    first: str, apart: float, doubled: bool
) -> None:
    keys = Keystrokes()
    keys.hears(first, 100.0)
    keys.hears("q", 100.0 + apart)
    assert keys.doubled is doubled
