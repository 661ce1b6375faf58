"""The columns of a review: those with nothing in them are not there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.lab.account import Weighed
from tests.app.screens import screen_text
from tests.app.test_review import opened
from tests.lab.reviews import duel


def test_where_nobody_decides_the_list_says_what_happened() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        (head,) = (row for row in screen_text(app).splitlines() if "effect" in row)
        assert head.split()[:4] == ["move", "what", "happened", "effect"]

    review = duel()
    rolls = [replace(m, owner=None) for m in review.moments if m.actor is None]
    assert rolls
    opened(replace(review, moments=tuple(rolls)), drive)


BETTER = "Roll 2 dice with 6, 6 and 6"


@pytest.mark.parametrize(("size", "there"), [((60, 20), False), ((80, 24), True)])
def test_what_was_better_has_a_column_where_half_of_it_fits(
    size: tuple[int, int], there: bool
) -> None:
    moves = (Weighed(BETTER, 0.6), Weighed("End the turn", 0.4))
    told = "Cornelia ends the turn and offers the pot of 600 to Bartholomew."
    *_, decided, _, _ = duel().moments
    moment = replace(decided, text="End the turn", told=told, moves=moves)

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        text = screen_text(app)
        (head,) = (row for row in text.splitlines() if "effect" in row)
        assert ("best" in head) == there
        assert "End the turn" in text
        assert " ".join(told.split()[-3:]) in " ".join(text.split()), "the sentence below is whole"
        assert f"{BETTER}: " in text

    opened(replace(duel(names=("Cornelia", "Bartholomew")), moments=(moment,)), drive, size)


def test_in_a_narrow_window_too_a_roll_of_nobodys_says_whose_luck_it_was() -> None:
    *_, roll = duel(names=("Mia", "Fishermen")).moments
    told = "The die shows 6. The boat rows to place 11."
    moment = replace(roll, owner=None, told=told, before=(0.6, 0.4), after=(0.35, 0.65))

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        assert "+25.0% for Fishermen" in screen_text(app)
        assert "Lucky for Fishermen: " in screen_text(app)

    opened(replace(duel(names=("Mia", "Fishermen")), moments=(moment,)), drive, (60, 20))


def test_in_a_narrow_window_the_best_move_is_named_without_the_word_that_all_have() -> None:
    moves = (Weighed("house 12", 12.0, 0.0, True), Weighed("house 4", -6.0, 0.0, True))
    *_, decided, _, _ = duel().moments
    moment = replace(decided, text="house 4", moves=moves)
    review = replace(duel("seeds", ("Cornelia", "Bartholomew")), moments=(moment,))

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        (row,) = (row for row in screen_text(app).splitlines() if "lost 18" in row)
        assert row.split()[-5:] == ["house", "4", "12", "lost", "18", "(proven)"][-5:]

    opened(review, drive, (60, 20))
