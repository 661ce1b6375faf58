"""Why a key does nothing at the table."""

from __future__ import annotations

from dataclasses import replace

from gamenight.app.objection import objection
from gamenight.app.selection import Selection
from gamenight.core.scene import Area, Choice, Scene, Spot
from tests.app.tables import asked, at_table, run, table
from tests.match.matches import new_match


def test_a_wrong_key_is_answered_with_what_works_at_spots_that_have_no_label() -> None:
    async def steps() -> None:
        scene = Scene(
            "Pond",
            areas=(Area("pond", "Pond", "row", tuple(Spot(f"p{n}") for n in range(1, 5))),),
            ask="Which?",
            choices=tuple(Choice(f"swim {n}", "Swim", on=(f"p{n}",), key=str(n)) for n in (2, 3)),
        )
        match = new_match("oware")
        async with table(match) as (app, pilot):
            found = await asked(app, pilot)
            pond = replace(found, selection=Selection(scene))
            assert "(possible: 2, 3; F1" in objection(at_table(app).table, pond, "5")

    run(steps)
