"""Reviews of matches that people left or joined: told of, but nobody's decision."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.app.pictures.review import ReviewState, draw_review
from gamenight.core import registry
from gamenight.core.judge import Value
from gamenight.core.parts import Change, Seat
from gamenight.core.record import Record
from gamenight.draw.palette import Look
from gamenight.draw.style import Style
from gamenight.lab.account import Review
from gamenight.lab.digest import Digest, ReviewWords
from gamenight.lab.review import review
from gamenight.plain.reviews import CAME_OR_WENT, review_lines

PLIES = ("roll 1 2 3 4 6", "end", "decline", "roll 1 2 3 4 6", "leave 1", "join 4", "end")


class Even:
    """Whoever is at the table has the same chance as the others there."""

    unit, source = "wins", "the number of players"

    def value(self, state: Any) -> Value:
        share = 1 / state.away.count(False)
        return Value(tuple(0.0 if away else share for away in state.away))


@pytest.fixture
def found() -> Review:
    """Ben leaves after his only turn, and Dora joins."""
    game = registry.game("thief")
    seats = (*map(Seat, ("Ben", "Ann", "Cyd")), Seat(""))
    options = {"open_table": True, "empty": 1}
    record = Record(game.id, game.version, seats, options, PLIES, (Change(5, 3, Seat("Dora")),))
    return review(game, record, Even())


def test_who_comes_and_goes_decides_nothing_by_that(found: Review) -> None:
    accounts = found.accounts
    assert [own.own for own in accounts[1:]] == [0.0, 0.0, 0.0], "Dora was not good at sitting down"
    assert accounts[3].others == pytest.approx(1 / 3)
    for own in accounts:
        assert own.start + own.luck + own.own + own.others == pytest.approx(own.result)


def test_it_is_told_in_words_with_what_it_changed(found: Review) -> None:
    words, listed = ReviewWords(found), [found.moments[at] for at in Digest(found).listed]
    rows = [(words.number(one), one.played, words.effect(one)) for one in listed]
    assert ("3", "Ben leaves the table: 100 points are gone.", "") in rows, rows
    assert ("4", "Dora sits down and starts at 0.", "+33.3%") in rows, rows


def test_who_left_is_named_though_not_counted(found: Review) -> None:
    told = "Ben left, and is not counted."
    lines = review_lines(found, Style())
    assert told in lines
    assert CAME_OR_WENT in " ".join(lines)
    for size in ((60, 19), (80, 23), (120, 39)):
        shown = ReviewState(Digest(found), accounts=True)
        picture = draw_review(shown, Look(), *size)
        assert any(told in text for text in picture.lines()), size
