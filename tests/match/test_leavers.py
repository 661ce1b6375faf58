"""Whoever has left a match is in none of its results, lists and reviews."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gamenight.core.judge import Value
from gamenight.core.record import Result, Seat
from gamenight.core.rules import Rules
from gamenight.draw.style import Style
from gamenight.lab.account import Review
from gamenight.lab.digest import Digest, ReviewWords
from gamenight.lab.review import review
from gamenight.lab.review_files import as_csv, as_json
from gamenight.match.archive import outcome, scores_line
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import Summary
from gamenight.match.summary import BOT, PERSON, Appearance, Player, left_seats
from gamenight.plain.reviews import review_lines
from tests.match.courses import done, drive
from tests.match.test_arrivals import open_table

ANN, V1KI, ST3V3 = Seat("Ann"), Seat("V1Ki", "easy"), Seat("ST3V3", "easy")


class Equals:
    """A judge to whom everybody at the table is as good as the others."""

    unit, source = "wins", "told by hand"

    def __init__(self, rules: Rules[Any, Any]):
        self.rules = rules

    def value(self, state: Any) -> Value:
        gone = self.rules.absent(state)
        share = 1 / (self.rules.players - len(gone))
        return Value(tuple(share * (seat not in gone) for seat in range(self.rules.players)))


@pytest.fixture(scope="module")
def left() -> Match:
    """A match that Cleo left, and in which Ben gave up later."""
    table = open_table()
    done(table.leave(2))
    match = table._match
    drive(match, lambda match: len(match.plies) > 30)
    match.resign(1)
    assert match.result is not None
    assert match.absent == (2, 3, 4, 5)
    return match


@pytest.fixture(scope="module")
def found(left: Match) -> Review:
    return review(left.game, left.record, Equals(left.rules))


def listed(match: Match) -> Summary:
    (summary,) = match.store.matches(True)
    return summary


def scores(match: Match) -> str:
    """The line of the scores, as if nobody had given up."""
    summary = listed(match)
    assert summary.result is not None
    return scores_line(summary._replace(result=summary.result._replace(resigned=None)))


def test_a_leaver_is_not_in_the_lists(left: Match) -> None:
    summary = listed(left)
    assert summary.absent == (2,)
    for told in (scores(left), scores_line(summary), outcome(summary)):
        assert "Ann" in told
        assert "Cleo" not in told


def test_a_store_that_does_not_know_who_left_shows_everybody(left: Match) -> None:
    assert isinstance(left.store, SqliteStore)
    db = left.store._db
    (kept,) = db.execute("SELECT appearances FROM matches").fetchone()
    for unknown in (None, "[]", "[[", '[["person"]]'):
        db.execute("UPDATE matches SET appearances = ?", (unknown,))
        assert "Cleo" in scores(left)
    db.execute("UPDATE matches SET appearances = ?", (kept,))


def test_a_review_tells_that_somebody_left_and_counts_nothing_of_theirs(
    left: Match, found: Review
) -> None:
    data = json.loads(as_json(found))
    assert [(one["seat"], one["name"]) for one in data["accounts"]] == [(0, "Ann"), (1, "Ben")]
    head = as_csv(found).splitlines()[0]
    assert "change 2" in head
    assert "change 3" not in head
    told = [line for line in review_lines(found, Style()) if "Cleo" in line]
    assert told == ["Cleo left, and is not counted."]
    leaving = next(m for m in found.moments if m.actor == 2)
    assert leaving.change[2] < 0
    listed = [found.moments[at] for at in Digest(found).listed]
    assert [moment for moment in listed if 2 in (moment.actor, moment.owner)] == [leaving]
    assert ReviewWords(found).effect(leaving) == "", "to leave is no mistake"
    assert LocalTable(left).names[2] == "Cleo", "the record keeps what was played"


def test_machines_of_one_kind_are_told_apart_by_their_scores() -> None:
    seats, easy = (ANN, V1KI, ST3V3), Player(BOT, "bot:easy")
    first = Appearance(Player(PERSON, "Ann"), won=True, score=9)
    result = Result((9, 2, 5), (0,), "")
    assert left_seats(seats, result, (first, Appearance(easy, score=5))) == (1,)
    assert left_seats(seats, result, (first, Appearance(easy, score=2))) == (2,)
    both = (first, Appearance(easy, score=2), Appearance(easy, score=5))
    assert left_seats(seats, result, both) == ()


def test_whoever_gave_a_seat_up_does_not_stand_for_the_one_who_left() -> None:
    seats = (Seat("Zoë"), Seat("Ben"), ANN)
    zoe, ann = (Player(PERSON, name) for name in ("Zoë", "Ann"))
    earlier = Appearance(Player(PERSON, "Ben"), left=True)
    kept = (Appearance(zoe, score=0), earlier, Appearance(ann, won=True, score=3))
    assert left_seats(seats, Result((0, 0, 3), (2,), ""), kept) == (1,)
    resigned = Result((0, 0, 3), (0, 2), "", resigned=1)
    kept = (Appearance(zoe, True, True), earlier, Appearance(ann, True, True))
    assert left_seats(seats, resigned, kept) == ()
