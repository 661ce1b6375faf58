"""What is pasted, and Ctrl-Z: nothing happens in silence."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from gamenight.app.screens.dialogs import LineDialog
from tests.app.screens import screen_text
from tests.app.tables import asked, press, question, run, table, until
from tests.match.matches import new_match

FIRST = "Only the first line was pasted: the rest was left out."


def test_a_table_takes_nothing_pasted_and_a_line_only_one() -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2), (120, 40)) as (app, pilot):
            await asked(app, pilot)
            app.post_message(events.Paste("3\n4"))
            await until(pilot, lambda: "Nothing was pasted: there is no line" in screen_text(app))
            await pilot.press("colon")
            await until(pilot, lambda: isinstance(app.screen, LineDialog))
            app.post_message(events.Paste("undo\n"))
            await until(pilot, lambda: app.screen.query_one(Input).value == "undo")
            assert FIRST not in screen_text(app)
            app.post_message(events.Paste(" a\nb"))
            await until(pilot, lambda: FIRST in screen_text(app))
            assert app.screen.query_one(Input).value == "undo a"

    run(drive)


def test_without_a_shell_ctrl_z_says_so() -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2), (120, 40)) as (app, pilot):
            await asked(app, pilot)
            await press(pilot, ["ctrl+z"])
            await until(pilot, lambda: "Ctrl-Z has no shell to go back to" in screen_text(app))
            assert question(app) is not None

    run(drive)
