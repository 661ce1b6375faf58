"""The columns of a review: those with nothing in them are not there."""

from __future__ import annotations

from dataclasses import replace

from textual.pilot import Pilot

from gamenight.app.app import Gamenight
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
