"""Plug-ins that break at any place and in any way: it costs that game only, and a sentence names
the plug-in."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from itertools import cycle, product
from pathlib import Path
from time import sleep

import pytest
from textual.screen import Screen

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.page import Page
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import new_app, notices, screen_text
from tests.app.tables import question, until
from tests.effort import SOAK
from tests.faults.figures import Count
from tests.faults.guests import FAULTS, IN_FORM, LISTED, ODDITIES, PLACES, guest
from tests.terminal import in_process

# What is broken by returning nothing: elsewhere it is an answer like others.
NOTHING = ("seats", "make", "node", "scene", "format", "tell")
BROKEN = [
    (place, fault)
    for place, fault in product(PLACES, FAULTS)
    if fault != "returns nothing" or place in NOTHING
]
BROKEN = BROKEN if SOAK else BROKEN[::3]
HANGS = 60.0  # seconds, far more than a busy machine needs
SEATS = ("--seat", "Ann", "--seat", "bot:own", "--first", "1")


def faults_of(answer: tuple[int, str, str], id: str, named: bool) -> Iterator[str]:
    """What is wrong with how a command has answered; named: it has to name the plug-in."""
    status, output, errors = answer
    told = output + errors
    if "Traceback" in told or "a bug in the program" in told:
        yield told
    if named != (f"'{id}_module:GAME'" in told):
        yield f"named: {not named} in {told!r}"
    if status not in (0, 2):
        yield f"status {status}: {told!r}"


MENU = "own\nAnn\ntake 1\ntake 1\n"


@pytest.mark.parametrize(("place", "fault"), BROKEN)
def test_a_broken_plug_in_costs_its_game_only(
    place: str, fault: str, tmp_path: Path, count: Count
) -> None:
    wrong: list[str] = []
    with guest(tmp_path, place, fault) as id:
        listed = place in LISTED
        for way, words in {"games": ["games"], "help": ["play", "--help"]}.items():
            answer = in_process(tmp_path, *words)
            wrong += faults_of(answer, id, named=listed and way == "games")
            if "oware" not in answer[1]:
                wrong.append(f"{way} lists no other game: {answer}")
        played = in_process(tmp_path, "play", id, *SEATS, typed="take 1\ntake 1\n")
        wrong += faults_of(played, id, named=True)
        chosen = in_process(tmp_path, typed=f"{id}\n{'' if listed else MENU}rules oware\nquit\n")
        wrong += faults_of(chosen, id, named=True)
        if "OGN files" not in chosen[1]:
            wrong.append(f"nothing else can be done after it: {chosen}")
        matches = in_process(tmp_path, "matches")
        wrong += faults_of(matches, id, named=False)
        if place in ("tell", "choose") and id not in matches[1]:
            wrong.append(f"the match is not kept: {matches}")
    count("broken plug-ins, line by line", 5, wrong)


async def opened(store: SqliteStore, id: str, place: str) -> list[str]:
    """What the app tells when a guest's game is opened, and played as far as it goes."""

    def table(app: Gamenight) -> Screen[None]:
        return routes.table(app.matches.new(registry.game(id), [Seat("Ann"), Seat("Own", "own")]))

    app = new_app(None if place in IN_FORM else table, store)
    async with app.run_test() as pilot:
        await pilot.pause()
        if place in IN_FORM:
            await pilot.press(str(1 + list(app.games).index(id)), "enter")
        keys = cycle(["enter", "down"])
        while not notices(app):
            if question(app) is not None:
                await pilot.press(next(keys))
            await pilot.pause(0.02)
        await pilot.pause()
        assert app.is_running
        assert isinstance(app.screen, HomePage if place not in IN_FORM else Page)
        return notices(app)


@pytest.mark.parametrize(
    ("place", "fault"), [(place, fault) for place, fault in BROKEN if place not in LISTED]
)
def test_a_broken_plug_in_does_not_end_the_app(
    place: str, fault: str, tmp_path: Path, count: Count
) -> None:
    """The match is left for home, with a notice."""
    with guest(tmp_path, place, fault) as id:
        told = asyncio.run(asyncio.wait_for(opened(SqliteStore(), id, place), HANGS))
        wrong = [] if any(f"'{id}_module:GAME'" in one for one in told) else [told]
        count("broken plug-ins in the app", 1, wrong)


@pytest.mark.parametrize(("place", "fault"), ODDITIES)
def test_a_plug_in_that_gives_something_odd_costs_its_game_only(
    place: str, fault: str, tmp_path: Path, count: Count
) -> None:
    """The match is left, kept, and has no result."""
    typed = "take 3\n" * 6
    with guest(tmp_path, place, fault) as id:
        wrong = list(
            faults_of(in_process(tmp_path, "play", id, *SEATS, typed=typed), id, named=True)
        )
        chosen = in_process(tmp_path, typed=f"{id}\nown\nAnn\n{typed}rules oware\nquit\n")
        wrong += faults_of(chosen, id, named=True)
        matches = in_process(tmp_path, "matches")
        wrong += faults_of(matches, id, named=False)
        if place in ("over", "tell") and id not in matches[1]:
            wrong.append(f"the match is not kept: {matches}")
        store = SqliteStore(tmp_path / "gamenight.sqlite")
        wrong += ["a result is stored"] * store.count(finished=True)
        store.close()
        told = asyncio.run(asyncio.wait_for(opened(SqliteStore(), id, place), HANGS))
        wrong += [] if any(f"'{id}_module:GAME'" in one for one in told) else [repr(told)]
    count("odd plug-ins", 4, wrong)


def test_a_plug_in_that_cannot_be_listed_is_told_at_home(tmp_path: Path) -> None:
    async def steps() -> list[str]:
        app = new_app()
        async with app.run_test() as pilot:
            await pilot.pause()
            assert "oware" in app.games
            return notices(app)

    for place in LISTED:
        with guest(tmp_path, place, "leaves") as id:
            assert any(f"'{id}_module:GAME'" in one for one in asyncio.run(steps()))


def test_resume_goes_on_with_a_match_whose_game_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game of the latest ones does not answer, then it is gone."""
    in_process(tmp_path, "play", "oware", "--seat", "Ann", "--seat", "Ben", typed="F\n")
    with guest(tmp_path, "nowhere", "raises") as id:
        for _ in range(2):
            in_process(tmp_path, "play", id, *SEATS, typed="take 1\n")
        monkeypatch.setattr(sys.modules[f"{id}_module"], "at", lambda place, usual: sleep(40))
        status, output, _ = in_process(tmp_path, "resume")
    assert (status, "Match 3 cannot be resumed: the plug-in" in output) == (0, True)
    assert "Match 1 is saved." in output
    status, output, _ = in_process(tmp_path, "resume")
    assert (status, "Match 3 cannot be resumed: unknown game" in output) == (0, True)
    assert "Match 1 is saved." in output
    assert "Match 1 is saved." in in_process(tmp_path, typed="resume\nq\nq\n")[1]


def test_a_match_whose_game_is_missing_is_listed_as_that(tmp_path: Path) -> None:
    with guest(tmp_path, "nowhere", "raises") as id:
        in_process(tmp_path, "play", id, *SEATS, typed="take 1\n")
    status, output, errors = in_process(tmp_path, "matches")
    assert (status, errors) == (0, "")
    assert f"(not installed: {id}) Ann - " in output
    assert in_process(tmp_path, "stats")[0] == 0
    assert "unknown game" in in_process(tmp_path, "resume", "1")[2]
    nothing = "there is no unfinished match to resume (Match 1 cannot be resumed: unknown game"
    assert nothing in in_process(tmp_path, "resume")[2]

    async def steps() -> str:
        app = new_app(store=SqliteStore(tmp_path / "gamenight.sqlite"))
        async with app.run_test() as pilot:
            await pilot.pause()
            shown = screen_text(app)
            await pilot.press("up", "up", "enter")
            await until(pilot, lambda: notices(app))
            assert "unknown game" in notices(app)[0].casefold()
            return shown

    assert "its game is missing" in asyncio.run(steps())
