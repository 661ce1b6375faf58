"""The seal at the end of a match: two words in the bar, and the proof behind them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamenight.app.screens.ending import EndingPage
from gamenight.core.registry import game
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.playback import ReplayTable
from gamenight.match.proof import sealed
from gamenight.match.sqlite import SqliteStore
from gamenight.match.waiting import beside
from tests.app.screens import new_app, notices, screen_text
from tests.app.tables import run
from tests.match.fairly import go_on
from tests.match.matches import ANN, BEN, new_match


def over(seed: int | None = None) -> Match:
    options = {"brains_to_win": 3}
    return go_on(Match.new(SqliteStore(), game("zombie"), (ANN, BEN), options, seed=seed))


@pytest.mark.parametrize(
    ("seed", "seal", "said"),
    [
        (None, "f fair dice", "Fair: everything that chance decided"),
        (4, "f the dice", "Nothing is proven."),
    ],
)
def test_the_seal_opens_the_proof(seed: int | None, seal: str, said: str) -> None:
    async def drive() -> None:
        match = over(seed)
        app = new_app(lambda app: EndingPage(LocalTable(match, beside)), match.store)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            assert seal in " ".join(screen_text(app).split())
            await pilot.press("f")
            await pilot.pause()
            assert said in " ".join(screen_text(app).split())

    run(drive)


def test_where_chance_decided_nothing_there_is_no_seal() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        match.resign(0)
        app = new_app(lambda app: EndingPage(LocalTable(match, beside)), match.store)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            assert "dice" not in screen_text(app)
            await pilot.press("f")
            await pilot.pause()
            assert isinstance(app.screen, EndingPage)

    run(drive)


def test_a_proof_that_does_not_fit_is_told_at_once() -> None:
    async def drive() -> None:
        match = over()
        fair = match.record.fair
        assert fair is not None
        forged = replace(match.record, fair=fair._replace(secret=bytes(32)))
        table = ReplayTable(forged)
        report = sealed(table)
        assert report is not None
        assert (report.headline, report.seal) == ("broken", "NOT FAIR")
        app = new_app(lambda app: EndingPage(table), match.store)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            assert "NOT FAIR: the proof does not fit." in notices(app)

    run(drive)


def test_what_this_screen_knew_before_counts() -> None:
    table = LocalTable(over())
    for known, headline in ((True, "proven"), (False, "broken")):
        table.vouches = lambda fair, known=known: known  # type: ignore[misc]
        report = sealed(table)
        assert report is not None
        assert (report.headline, report.findings[-1].holds) == (headline, known)
