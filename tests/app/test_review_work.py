"""The work behind a review: in a thread, with a bar, stopped when nobody wants it."""

from __future__ import annotations

from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from gamenight.app.pictures.review import draw_waiting
from gamenight.app.review_work import ReviewWork, TooEarly
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.review import ReviewPage
from gamenight.core import registry
from gamenight.core.judge import Value
from gamenight.core.lab import Lab
from gamenight.core.record import Record, Seat
from gamenight.core.rules import Chance
from gamenight.draw.palette import Look
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import new_app, screen_text
from tests.app.tables import run, until
from tests.lab.reviews import NimJudge, nim_record
from tests.toys.nim import NIM

MOVES = ("take 1", "take 1", "take 2", "take 3", "take 1", "take 1", "take 3")


class Gate(NimJudge):
    """Lets n positions pass, and then none until it is opened."""

    def __init__(self, passing: int):
        self.passing = passing
        self.opened = Event()

    def value(self, state: Any) -> Value:
        self.passing -= 1
        if self.passing < 0:
            self.opened.wait(10)
        return super().value(state)


def work_with(judge: Any) -> ReviewWork:
    game = replace(NIM, lab=lambda: Lab(judge=lambda rules: judge))
    return ReviewWork(nim_record(game, MOVES), game)


def opened(work: ReviewWork) -> Any:
    return new_app(lambda app: ReviewPage(work))


def test_the_bar_grows_until_the_review_is_there() -> None:
    async def drive() -> None:
        gate = Gate(4)
        app = opened(work_with(gate))
        async with app.run_test() as pilot:
            work = app.screen.work
            await until(pilot, lambda: work.done >= 4)
            shown = f"{work.done} of {work.total} positions"
            await until(pilot, lambda: shown in screen_text(app))
            text = screen_text(app)
            assert "Looking back at every move ..." in text
            assert "━" in text
            assert "Esc stop" in text
            gate.opened.set()
            await until(pilot, lambda: "= result" in screen_text(app))
            assert "lost 100.0% (proven)" in screen_text(app)
            await until(pilot, lambda: "Esc back" in screen_text(app))

    run(drive)


def test_whoever_asks_while_it_is_found_to_be_slow_gets_the_review(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work = ReviewWork(nim_record(NIM, MOVES), NIM, hurry=True)

    def slow(*_: object) -> bool:
        work.take_time()
        return True

    monkeypatch.setattr("gamenight.app.review_work.is_slow", slow)
    work._carry_out()
    assert (work.failure, work.review is not None) == ("", True)


def test_escape_stops_the_work() -> None:
    async def drive() -> None:
        gate = Gate(2)
        app = opened(work_with(gate))
        async with app.run_test() as pilot:
            work = app.screen.work
            await until(pilot, lambda: gate.passing < 0)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            gate.opened.set()
            await until(pilot, lambda: not work._thread.is_alive())
            assert work.review is None
            assert not work.failure

    run(drive)


def test_a_judge_that_breaks_is_reported() -> None:
    class Broken(NimJudge):
        def value(self, state: Any) -> Value:
            raise ZeroDivisionError("a plug-in")

    async def drive() -> None:
        app = opened(work_with(Broken()))
        async with app.run_test() as pilot:
            await until(pilot, lambda: "No review" in screen_text(app))
            assert "ZeroDivisionError" in screen_text(app)
            await until(pilot, lambda: "Esc back" in screen_text(app))
            await pilot.press("down", "enter", "a")
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomePage))

    run(drive)


def test_before_the_first_position_it_says_why_nothing_moves() -> None:
    work = work_with(NimJudge())
    drawn = " ".join(draw_waiting(0, 0, work.pace, Look(), 60, 20).lines())
    assert "Getting ready; the first time takes longer" in " ".join(drawn.split())
    full = draw_waiting(9, 9, "", Look(ascii=True), 60, 20)
    assert "=" * 40 in "".join(full.lines())


def test_an_unfinished_match_keeps_its_secrets() -> None:
    game = registry.game("thief")
    options = {"cards": True}
    match = Match.new(SqliteStore(), game, [Seat(name) for name in "ABC"], options, seed=1)
    while isinstance(match.node, Chance):
        match.chance(1)
    with pytest.raises(TooEarly, match="when it is over"):
        ReviewWork(match.record)
    match.resign(0)
    hidden = replace(match.record, result=None)
    with pytest.raises(TooEarly):
        ReviewWork(hidden)


def test_nothing_played_is_nothing_to_review() -> None:
    with pytest.raises(TooEarly, match="nothing was played"):
        ReviewWork(Record("oware", 1, (Seat("Ann"), Seat("Ben"))))


def test_a_review_that_somebody_asks_for_meanwhile_may_take_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = replace(NIM, lab=lambda: Lab(judge=lambda rules: NimJudge()))
    hurried = ReviewWork(nim_record(game, MOVES), game, hurry=True)
    asked = ReviewWork(nim_record(game, MOVES), game, hurry=True)

    def slow(*match: Any) -> bool:
        asked.take_time()
        return True

    monkeypatch.setattr("gamenight.app.review_work.is_slow", slow)
    for work in (hurried, asked):
        work.start()
        work._thread.join(10)
    assert "takes a while" in hurried.failure
    assert asked.review is not None
