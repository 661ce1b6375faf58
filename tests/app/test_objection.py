"""Why a key does nothing at the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.app.objection import objection, too_quick
from gamenight.app.question import with_pass
from gamenight.app.selection import Selection
from gamenight.core.rules import Decision
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
            pointing = replace(found, selection=Selection(scene, cursor="p2"))
            assert "(possible: Enter, 2, 3; F1" in objection(at_table(app).table, pointing, "5")

    run(steps)


@pytest.mark.parametrize(("may_pass", "way"), [(True, "p"), (False, "swim")])
def test_enter_that_takes_nothing_is_named(may_pass: bool, way: str) -> None:
    """Spots without a label, such as empty places of a hand, are not what was typed."""

    async def steps() -> None:
        match = new_match("circuit", people=2)
        async with table(match) as (app, pilot):
            found = await asked(app, pilot)
            page = at_table(app).table
            scene = replace(found.selection.scene, choices=(Choice("swim", "Swim"),))
            asks = replace(found, selection=Selection(with_pass(scene) if may_pass else scene))
            told = objection(page, asks, "")
            assert told.startswith("Enter chooses nothing by itself here (possible: ")
            assert f"{way}; F1 explains" in told

    run(steps)


def test_enter_that_came_too_quickly_is_told_what_it_would_take() -> None:
    async def steps() -> None:
        async with table(new_match("circuit", people=2)) as (app, pilot):
            found = await asked(app, pilot)
            roll = found.selection.scene.choices[0]
            assert f'Enter means "{roll.label}" here' in too_quick(found)

    run(steps)


def test_before_somebody_is_ready_the_answer_says_so() -> None:
    async def steps() -> None:
        async with table(new_match("thief", people=3)) as (app, pilot):
            found = await asked(app, pilot)
            told = objection(at_table(app).table, found, "roll")
            assert told == "roll: say that you are ready first (Enter or y)."

    run(steps)


@pytest.mark.parametrize("cards", [False, True])
@pytest.mark.parametrize("typed", ["e", "end"])
def test_a_thief_who_would_end_the_turn_hears_why_not(typed: str, cards: bool) -> None:
    async def steps() -> None:
        match = new_match("thief", people=3, cards=cards)
        while not match.plies or match.record.actions[-1] != "steal":
            texts = ("end", "steal")
            if isinstance(match.node, Decision):
                possible = list(map(match.rules.format, match.node.actions))
                text = next((one for one in texts if one in possible), possible[0])
                match.play(text, match.node.player, match.at)
            else:
                match.chance(1)
        async with table(match) as (app, pilot):
            found = await asked(app, pilot)
            while found.hidden:
                await pilot.press("enter")
                found = await asked(app, pilot)
            told = objection(at_table(app).table, found, typed)
            assert told == f"{typed}: a thief has to roll first."

    run(steps)
