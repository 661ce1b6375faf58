"""The first evening: a newcomer is led by the hand."""

from __future__ import annotations

import asyncio

import pytest

from gamenight.app import routes
from gamenight.app.advice import UNASKED
from gamenight.app.app import Gamenight
from gamenight.app.screens.dialogs import TextDialog
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.screens.settings import SettingsPage
from gamenight.app.settings import Settings
from gamenight.core import registry
from gamenight.core.record import Seat
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.seats import NOBODY
from gamenight.match.sqlite import SqliteStore
from tests.app.forms import StandIn
from tests.app.screens import new_app, notices, screen_lines, screen_text
from tests.app.tables import asked, table, until
from tests.match.matches import new_match


def line_under_cursor(app: Gamenight) -> str:
    return next(line for line in screen_lines(app) if line.lstrip().startswith("▌"))


def test_a_newcomer_is_asked_for_a_name_and_sits_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "table", StandIn)

    async def steps() -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            text = screen_text(app)
            assert "Welcome! Five games are on the table." in text
            assert "Take Zombie Dice" in text
            assert "Zombie Dice" in line_under_cursor(app)
            assert " 5 🧟 Zombie Dice" in text
            assert " n ☍" not in text, "letters are for the name"
            assert "Type it; Enter plays, with a machine across the table." in text
            await pilot.press(*"qlA", *["backspace"] * 3, *"Lisa")
            assert "Your name? Lisa" in screen_text(app), "letters are letters"
            assert " 5 🧟 Zombie Dice" not in screen_text(app), "and now digits belong to the name"
            await pilot.press("enter")
            await pilot.pause()
            assert "Good to see you, Lisa!" in screen_text(app)
            assert "first with 13 brains" in screen_text(app), "the object of the game"
            assert "Enter play Zombie Dice  Esc other games" in screen_text(app)
            assert isinstance(app.screen, TextDialog)
            assert app.screen.lines[-1] == "Your first turn comes with hints."
            await pilot.pause(0.5)
            await pilot.press("5")
            assert notices(app) == [
                "5 does nothing here (possible: Enter play Zombie Dice, Esc other games)."
            ]
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(app.screen, StandIn)
            table = app.screen.table
            assert table.game.id == "zombie"
            assert "Lisa" in table.names
            assert [bool(seat.bot) for seat in sorted(table.seats)].count(True) == 1
            assert app.settings.you == "Lisa"
            assert app.settings.names == [], "whoever has played is offered by name"
            app.pop_screen()
            await pilot.pause()
            assert "Welcome" not in screen_text(app)

    asyncio.run(steps())


def test_only_enter_begins_the_first_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "table", StandIn)

    async def steps() -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*"Lisa", "enter")
            await pilot.pause(0.5)
            for key in ("F1", "F2", "F3", "Space"):
                await pilot.press(key.lower())
                assert isinstance(app.screen, TextDialog), key
                told = "does nothing here (possible: Enter play Zombie Dice, Esc other games)."
                assert notices(app) == [f"{key} {told}"]
            await pilot.press("q")
            await pilot.pause()
            assert isinstance(app.screen, HomePage)

    asyncio.run(steps())


@pytest.mark.parametrize(("width", "told"), [(60, "24 at most"), (80, "at most 24 characters")])
def test_a_name_that_is_as_long_as_it_can_be_says_so(width: int, told: str) -> None:
    async def steps() -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(width, 20)) as pilot:
            await pilot.press(*"Maximiliane of Somewhere"[:23])
            await pilot.pause()
            assert told not in screen_text(app)
            await pilot.press(*"e Else")
            await pilot.pause()
            asked = next(text for text in screen_lines(app) if "Your name?" in text)
            assert "Maximiliane of Somewhere▏ " in asked
            assert told in asked

    asyncio.run(steps())


@pytest.mark.parametrize("key", ["tab", "escape", "enter"])
def test_a_newcomer_may_stay_without_a_name(key: str) -> None:
    async def steps() -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(60, 20)) as pilot:
            await pilot.press(key)
            await pilot.pause()
            if key == "enter":
                assert isinstance(app.screen, NewGamePage)
                await pilot.press("escape")
            await pilot.press("t")
            await pilot.pause()
            assert isinstance(app.screen, SettingsPage), "letters are commands now"
            assert app.settings.greeted

    asyncio.run(steps())


def test_a_typed_name_is_kept_when_one_looks_around() -> None:
    async def steps() -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*"Lisa", "tab")
            await pilot.pause()
            assert app.settings.you == "Lisa"
            assert "Your name?" not in screen_text(app)

    asyncio.run(steps())


@pytest.mark.parametrize("width", [60, 80])
def test_the_greeting_is_not_cut(width: int) -> None:
    async def steps() -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(width, 24)) as pilot:
            await pilot.press(*"Lisa")
            greeting = screen_lines(app)[1:7]
            assert not any("…" in line for line in greeting), greeting

    asyncio.run(steps())


def test_the_first_turn_comes_with_hints() -> None:
    async def steps() -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*"Lisa", "enter")
            await pilot.pause(0.5)
            await pilot.press("enter")  # the welcome is read
            for _ in range(100):
                await pilot.pause(0.2)
                if "Try " in screen_text(app):
                    return
                if any(words in screen_text(app) for words in ("your turn.", "continue")):
                    await pilot.press("enter")
            raise AssertionError(screen_text(app))

    asyncio.run(steps())


def test_a_name_that_a_game_cannot_take_is_told() -> None:
    async def steps() -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("up", *"Al", "enter")
            await pilot.pause()
            assert isinstance(app.screen, HomePage)
            assert any("name has 3 to 15" in told for told in notices(app))

    asyncio.run(steps())


def test_whoever_has_left_a_match_is_no_newcomer() -> None:
    async def steps() -> None:
        store = SqliteStore()
        app = new_app(store=store, settings=Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            assert "Your name?" in screen_text(app)
            await pilot.press("2")
            await pilot.pause()
            left = Match.new(store, registry.game("oware"), [Seat("Ann"), Seat("Ben")], seed=5)
            left.play("C", 0, left.at)
            app.just_left = LocalTable(left)
            await pilot.press("escape")
            await pilot.pause()
            assert "Your name?" not in screen_text(app)
            assert "Ann, Ben" in line_under_cursor(app)
            await pilot.press("g")
            await pilot.pause()
            assert app.screen.table.id == str(left.id)  # type: ignore[attr-defined]

    asyncio.run(steps())


def test_a_newcomer_plays_whatever_game_the_cursor_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "table", StandIn)

    async def sits_down_at(number: int, told: str, machines: int) -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*"Lisa", "home", *["down"] * number)
            assert f"Enter plays{told}." in screen_text(app)
            await pilot.press("enter")
            await pilot.pause(0.5)
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(app.screen, StandIn), screen_text(app)
            table = app.screen.table
            assert [table.names[seat] for seat in table.here] == ["Lisa"]
            assert sum(seat.bot not in ("", NOBODY) for seat in table.seats) == machines

    expected = {
        "preys": (": you choose who swims", 0),
        "thief": (", with machines across the table", 2),
    }
    for number, game in enumerate(registry.games()):
        told, machines = expected.get(game, (", with a machine across the table", 1))
        asyncio.run(sits_down_at(number, told, machines))


def test_a_game_that_is_usually_watched_opens_with_the_way_to_play_it() -> None:
    async def steps() -> None:
        app = new_app(settings=Settings(names=["Lisa"], greeted=True))
        async with app.run_test(size=(80, 24)) as pilot:
            number = list(app.games).index("preys") + 1
            await pilot.press(str(number))
            await pilot.pause()
            assert isinstance(app.screen, NewGamePage)
            assert app.screen.party.game.ways[app.screen.party.way].people == "one"
            assert [seat.name for seat in app.screen.party.seats] == ["Lisa"]

    asyncio.run(steps())


def test_whoever_has_played_is_offered_by_name() -> None:
    async def steps() -> None:
        match = new_match("oware", people=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("3")
            await until(pilot, lambda: match.plies)
            await app.pop_screen()
            await until(pilot, lambda: app.settings.names)
            assert app.settings.names == [match.names[0]], "the other has only sat there"

    asyncio.run(steps())


def test_a_newcomer_who_looks_at_another_game_first_gets_the_promised_hints_there() -> None:
    async def steps() -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*"Lisa", "enter")
            await pilot.pause()
            assert isinstance(app.screen, TextDialog)
            await pilot.press("escape")
            await pilot.pause()
            await pilot.press(str(list(app.games).index("oware") + 1))
            await pilot.pause()
            assert isinstance(app.screen, NewGamePage)
            app.screen.party.first = 0
            await pilot.press("f5")
            await until(pilot, lambda: "(Hints like this: F2.)" in screen_text(app))
            await pilot.press("3")
            await until(pilot, lambda: not app.newcomer)

    asyncio.run(steps())


def test_a_hint_that_nobody_asked_for_is_silent_before_a_roll() -> None:
    async def steps() -> None:
        match = new_match("thief", people=3, open_table=True, cards=False)
        async with table(match) as (app, pilot):
            app.newcomer = True
            await asked(app, pilot)
            await pilot.press("enter")
            await until(pilot, lambda: "Roll 5 dice" in screen_text(app))
            await asked(app, pilot)
            await until(pilot, lambda: not any(one.group == UNASKED for one in app.workers))
            await pilot.pause()
            assert "nothing to choose" not in screen_text(app)
            await pilot.press("f2")
            await until(pilot, lambda: "nothing to choose" in screen_text(app))

    asyncio.run(steps())


@pytest.mark.parametrize("key", ["tab", "enter"])
def test_a_newcomer_gives_one_name(key: str) -> None:
    async def steps() -> None:
        app = new_app(settings=Settings())
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*"olga")
            assert "what the others call you" in screen_text(app)
            await pilot.press(*", Ben")
            assert "one name here" in screen_text(app)
            await pilot.press(key)
            await pilot.pause()
            told = "One name here: you name the others when you start a match."
            assert notices(app) == [told]
            assert app.settings.you == ""
            await pilot.press(*["backspace"] * 5, key)
            await pilot.pause()
            assert app.settings.you == "olga"

    asyncio.run(steps())
