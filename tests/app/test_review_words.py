"""The words of a review are whole at every size: where its values come from, and each moment."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.draw.transliteration import to_ascii
from gamenight.lab.account import OPEN, Weighed
from tests.app.screens import SIZES
from tests.app.test_review import Size, opened, words
from tests.lab.reviews import duel

LONG = "exact, with a tie as half a win; where the fish choose, they choose best from here on"
LONGER = f"{LONG}; {LONG}; {LONG}"
LONG_SENTENCE = "Player one rolls and keeps the 1 and both of the 5s."


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("source", [LONG, LONGER], ids=["long", "longer"])
def test_where_the_values_come_from_is_never_cut(source: str, size: Size) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        text, short = words(app), "Chances to win; ? tells more."
        assert f"Chances to win, {source}." in text or (source == LONGER and short in text)

    opened(replace(duel(), source=source), drive, size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_page_says_that_it_was_judged_with_all_secrets_open(size: Size) -> None:
    """Nobody is blamed for a card that they could not see without being told."""

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        assert OPEN in words(app)

    opened(replace(duel(), source=f"{LONGER}; {OPEN}"), drive, size)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (99, 30)], ids=str)
@pytest.mark.parametrize("told", [1, 2, 3])
def test_nothing_of_a_moment_is_cut_below_the_list(told: int, size: Size) -> None:
    """What happened and what matters most of its worth are whole, however both wrap."""
    review = duel("seeds", ("Player one", "Player two"))
    sentence = " ".join([LONG_SENTENCE] * told)
    worth = (
        Weighed("Hold everything that is on the table", 4.0, 0.0, True),
        Weighed("Roll three dice with a 1 and both of the 5s", -3.0, 0.0, True),
        *(Weighed(f"Some other way to go on, number {n}", -4.0, 0.0, True) for n in range(9)),
    )
    *_, decided, _, _ = review.moments
    moments = (replace(decided, ply=1, text=worth[1].text, told=sentence, moves=worth),)

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        below = words(app).partition("Mistake")[2]
        assert sentence in below
        assert f"{worth[0].text}: +4 (proven)" in below
        assert f"{worth[1].text}: -3 (proven), played" in below

    opened(replace(review, moments=moments), drive, size)


def test_nothing_is_cut_either_where_ascii_takes_more_letters() -> None:
    told = "Þórir… " * 20
    review = duel("seeds")
    *_, decided, _, _ = review.moments
    better = Weighed("better", 4.0, 0.0, True)
    moves = (better, Weighed(decided.text, -3.0, 0.0, True))
    moment = replace(decided, ply=1, told=told.strip(), moves=moves)

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        assert f"{to_ascii(told.strip())} better: +4" in words(app)

    opened(replace(review, moments=(moment,)), drive, (60, 20), ascii=True)


def test_in_a_narrow_window_too_the_page_says_what_its_numbers_are() -> None:
    source = f"seeds ahead at the end, {LONGER}"

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        assert "Seeds ahead at the end; ? tells more." in words(app)

    opened(replace(duel("seeds"), source=source), drive, (60, 20))
