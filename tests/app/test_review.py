"""The review in the app: the page at every size, its keys, and the ways there and on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.app.screens.dialogs import TextDialog
from gamenight.app.screens.ending import EndingPage
from gamenight.app.screens.replay import ReplayPage
from gamenight.app.screens.replays import ReplaysPage
from gamenight.app.screens.review import ReviewPage
from gamenight.draw.value_chart import PLY
from gamenight.lab.account import Review, Weighed
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from tests.app.screens import SIZES, new_app, notices, screen_lines, screen_text
from tests.app.tables import press, run, until
from tests.lab.reviews import Ready, crowd, duel, finished

LOOKS: list[dict[str, bool]] = [{}, {"ascii": True}, {"plain_colors": True}]
Size = tuple[int, int]
Drive = Callable[[Pilot[None], Gamenight], Awaitable[None]]


def opened(review: Review, drive: Drive, size: Size = (80, 24), **changes: Any) -> None:
    """Open a review that is ready, and let a test press keys."""

    async def whole() -> None:
        app = new_app(lambda app: ReviewPage(Ready(review), "7"), **changes)
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: page(app).shown is not None)
            await pilot.pause()
            await drive(pilot, app)

    run(whole)


def page(app: Gamenight) -> ReviewPage:
    assert isinstance(app.screen, ReviewPage), screen_text(app)
    return app.screen


def words(app: Gamenight) -> str:
    return " ".join(screen_text(app).split())


def ply(app: Gamenight) -> int:
    """The ply under the cursor."""
    shown = page(app).shown
    assert shown is not None
    assert shown.index is not None
    return shown.review.moments[shown.index].ply


def test_a_roll_of_nobodys_is_for_whoever_gained_by_it() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        assert "Somebody rolls 1. luck +20.0% for Ann" in words(app)
        assert "Ann Somebody rolls 6." in words(app), "that was Ann's own"

    review = duel()
    first, *others = review.moments
    opened(replace(review, moments=(replace(first, owner=None), *others)), drive)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_chart_moments_and_accounts_at_every_size(size: Size, look: dict[str, bool]) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        text = words(app)
        assert "Review: Oware, match 7" in text
        assert "Chances to win, told by hand." in text
        assert "Ann 100%" in text
        assert "move 2" in text, "the chart has the cursor"
        assert "? 2 Ben own better lost 20.0%" in text
        assert "? Mistake: Somebody decides 4." in text
        assert "better: 60.0%" in text
        if size == SIZES[0]:
            await pilot.press("a")
            await pilot.pause()
        text = words(app)
        sign, kept = ("+-", "*") if look.get("ascii") else ("±", "●")
        assert f"{kept} Ann" in text
        assert f"+0.70 {sign}0.02" in text
        for heading in ("start", "luck", "decisions", "others", "= result", "mistakes"):
            assert heading in text
        assert ("choices" in text) == (size != (80, 24)), "what does not add up goes first"
        assert "In wins: start + luck + decisions + others' moves = result" in text
        assert len(screen_lines(app)) == size[1]
        assert text.isascii() or not look.get("ascii")

    opened(duel(), drive, size, **look)


def test_the_heading_tells_what_was_taken_back() -> None:
    record = replace(finished().record, taken_back=3)
    page = ReviewPage(Ready(duel(), record), "7")
    assert page.title == "Review: Oware, match 7, 3 undos"


def test_up_and_down_walk_through_the_moments_and_the_chart_follows() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        assert ply(app) == 4, "it begins at the worst mistake"
        await pilot.press("down")
        assert ply(app) == 5
        assert "Somebody decides 5." in screen_text(app)
        assert "move 3" in screen_text(app)
        await press(pilot, ["end", "down"])
        assert ply(app) == 6
        await press(pilot, ["up", "k", "k"])
        assert ply(app) == 3
        assert "Ben" in next(row for row in screen_lines(app) if "luck -10.0%" in row)
        await pilot.press("home")
        assert ply(app) == 1

    opened(duel(), drive)


def test_a_wide_list_says_which_moment_is_under_the_cursor() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("end")
        assert "moment 5 of 5" in screen_text(app)

    opened(duel(), drive, (120, 40))


def test_left_and_right_leap_to_what_stands_out() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("right")
        assert ply(app) == 6, "not the decision that was best"
        await pilot.press("n")
        assert ply(app) == 6
        await press(pilot, ["left", "left"])
        assert ply(app) == 3
        await press(pilot, ["p", "p"])
        assert ply(app) == 1

    opened(duel(), drive)


def test_enter_opens_the_replay_at_the_ply_and_leads_back() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayPage))
        assert isinstance(app.screen, ReplayPage)
        assert app.screen.at == 4
        assert "move 4 of 6" in screen_text(app)
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ReviewPage))
        assert ply(app) == 4
        assert sum(isinstance(screen, ReviewPage) for screen in app.screen_stack) == 1
        await pilot.press("escape")
        assert not isinstance(app.screen, ReviewPage)

    opened(duel(), drive)


def test_clicks_go_to_a_ply_and_open_it() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        async def click(key: str) -> None:
            place = page(app).view.picture.place(key)
            assert place is not None
            await pilot.click("#review", offset=(place.x, place.y))

        await click(f"{PLY}1")
        assert ply(app) == 1
        await click("moment:3")
        assert ply(app) == 5
        await click("moment:3")
        await until(pilot, lambda: isinstance(app.screen, ReplayPage))

    opened(duel(), drive)


def test_many_players_have_their_accounts_in_the_place_of_the_moments() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        assert "a account" in screen_text(app)
        assert "mistakes" not in screen_text(app)
        await pilot.press("a")
        await pilot.pause()
        shown = screen_lines(app)
        assert "a moments" in shown[-1]
        for name, lost in (("Ann", 1), ("Eva", 5), ("Hal", 8)):
            row = next(row for row in reversed(shown) if name in row)
            assert str(lost) in row
        await pilot.press("tab")
        assert "Hal errs." in screen_text(app)

    opened(crowd(8), drive, (60, 20))


def test_very_many_players_are_looked_through() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("a")
        await pilot.pause()
        shown = screen_text(app)
        assert "p1 " in shown
        assert "p20" not in shown
        assert "player" in shown
        await pilot.press("end")
        await pilot.pause()
        shown = screen_text(app)
        assert "p20" in shown
        assert "decisions" in shown
        await press(pilot, ["a", "a", "home"])
        assert "p1 " in screen_text(app)

    opened(crowd(20), drive, (60, 20))


def test_where_all_of_it_fits_there_is_nothing_to_change_between() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("a")
        text = screen_text(app)
        assert "a account" not in text
        assert "choices" in text
        assert "Ben errs." in text

    opened(crowd(2), drive, (120, 40))


def test_help_explains_the_signs_and_the_source() -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, TextDialog))
        assert isinstance(app.screen, TextDialog)
        assert "marked ?  the costliest decisions" in app.screen.lines
        assert "Where the values come from: told by hand." in app.screen.lines

    opened(duel(), drive)


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is reviewed, the review is there at once."""
    made = duel()

    def start(work: Any) -> None:
        work.review = made

    monkeypatch.setattr("gamenight.app.review_work.ReviewWork.start", start)


@pytest.mark.usefixtures("ready")
def test_after_a_match_the_review_is_kept() -> None:
    async def drive() -> None:
        match = finished()
        app = new_app(lambda app: EndingPage(LocalTable(match)), match.store)
        async with app.run_test() as pilot:
            await pilot.pause()
            assert "v review" in screen_text(app)
            await pilot.press("v")
            await until(pilot, lambda: isinstance(app.screen, ReviewPage))
            first = page(app).work
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, EndingPage))
            await pilot.press("v")
            await until(pilot, lambda: isinstance(app.screen, ReviewPage))
            assert page(app).work is first

    run(drive)


@pytest.mark.usefixtures("ready")
def test_a_kept_match_is_reviewed_from_the_list_and_from_its_replay() -> None:
    async def drive() -> None:
        match = finished()
        app = new_app(lambda app: ReplaysPage(), match.store)
        async with app.run_test() as pilot:
            await pilot.pause()
            await pilot.press("v")
            await until(pilot, lambda: isinstance(app.screen, ReviewPage))
            assert page(app).match_id == str(match.id)
            await press(pilot, ["q", "enter"])
            await until(pilot, lambda: isinstance(app.screen, ReplayPage))
            await pilot.press("v")
            await until(pilot, lambda: isinstance(app.screen, ReviewPage))
            assert page(app).work.record == match.record

    run(drive)


def test_a_match_without_a_ply_is_not_reviewed() -> None:
    async def drive() -> None:
        match = finished()
        Match.new(match.store, match.game, match.seats)
        app = new_app(lambda app: ReplaysPage(), match.store)
        async with app.run_test() as pilot:
            await pilot.pause()
            await pilot.press("v")
            await pilot.pause()
            assert isinstance(app.screen, ReplaysPage)
            assert any("othing was played" in told for told in notices(app))

    run(drive)


def test_what_was_played_is_whole_in_a_narrow_list_and_each_choice_has_its_worth() -> None:
    """A long roll, which has nothing better beside it, takes no room from the choices."""
    own, best = Weighed("Roll 3 dice", -3.0, 0.0, True), Weighed("Hold 2 brains", 4.0, 0.0, True)
    review = duel("seeds", ("Player one", "Player two"))
    rolled, *_, decided, _, _ = review.moments
    moments = (
        replace(rolled, text="green brain, red shotgun, yellow footprints"),
        replace(decided, ply=2, text="Roll 3 dice", moves=(best, own), line=("a", "2")),
    )

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        rows = screen_lines(app)
        assert any("Roll 3 dice" in row and "lost 7" in row for row in rows)
        assert "Hold 2 brains: +4 (proven), then a, 2" in words(app)
        assert "Roll 3 dice: -3" in words(app)

    opened(replace(review, moments=moments), drive, (60, 20))


def test_a_long_choice_is_whole_beside_the_list_and_says_that_it_was_played() -> None:
    own = Weighed("Roll 3 dice with a 1 and both of the 5s", -3.0, 0.0, True)
    best = Weighed("Hold 2 brains", 4.0, 0.0, True)
    review = duel("seeds", ("Player one", "Player two"))
    *_, decided, _, _ = review.moments
    moments = (replace(decided, ply=1, text=own.text, told="So it went.", moves=(best, own)),)

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        beside = " ".join(" ".join(row[-38:] for row in screen_lines(app)).split())
        assert f"{own.text}: -3 (proven), played" in beside

    opened(replace(review, moments=moments), drive, (120, 40))


@pytest.mark.parametrize(("review", "lucky"), [(duel(), True), (crowd(2), False)])
def test_help_tells_of_luck_where_there_is_some(review: Review, lucky: bool) -> None:
    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, TextDialog))
        assert isinstance(app.screen, TextDialog)
        told = " ".join(app.screen.lines)
        assert ("luck" in told) == lucky
        assert "own decisions" in told

    opened(review, drive)


def test_beside_the_list_no_choice_is_missing_where_not_all_are_whole() -> None:
    long = [f"Cancellation of Redo as Overload on Baron Blunder of Kingsbury {n}" for n in range(7)]
    moves = tuple(Weighed(name, 4.0 - n, 0.0, True) for n, name in enumerate(long))
    review = duel("seeds")
    *_, decided, _, _ = review.moments
    moments = (replace(decided, text=long[-1], moves=moves),)

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        beside = "\n".join(row[-38:] for row in screen_lines(app))
        assert beside.count("Cancellation of Redo as") == len(long)

    opened(replace(review, moments=moments), drive, (120, 24))


@pytest.mark.parametrize("size", [(60, 20), (120, 24)])
def test_of_more_choices_than_fit_the_best_and_the_one_that_was_played_are_there(
    size: Size,
) -> None:
    names = [f"Overload on player number {number}" for number in range(40)]
    moves = tuple(Weighed(name, 40.0 - n, 0.0, True) for n, name in enumerate(names))
    review = duel("seeds")
    *_, decided, _, _ = review.moments
    moments = (replace(decided, ply=1, text=names[-1], moves=moves),)

    async def drive(pilot: Pilot[None], app: Gamenight) -> None:
        assert f"{names[0]}: +40" in words(app)
        assert f"{names[-1]}: +1" in words(app)

    opened(replace(review, moments=moments), drive, size)
