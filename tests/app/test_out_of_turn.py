"""Out of turn where several people share the screen: they say so and act behind a curtain, and
neither the screen nor the time gives away who holds what."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from gamenight.app import keystrokes
from gamenight.app.app import Gamenight
from gamenight.app.screens.dialogs import PickDialog
from gamenight.app.screens.table import TablePage
from gamenight.core.record import Record, Seat
from gamenight.match.match import Match
from gamenight.match.sqlite import SqliteStore
from tests.app.screens import screen_lines, screen_text
from tests.app.tables import asked, at_table, press, question, run, say, table, until
from tests.match.matches import new_match
from tests.toys.heist import HEIST

LONG = 60.0  # seconds, of which no test waits for the end
ALARM = "2 alarm"
SIGNS = ("alarm", "🔔", "dodge", "💨")


def heist(card: str, *more: str) -> Match:
    """Ann, Ben and a bot, who has looted 2 points: Ben has this card, everybody else traps."""
    dealt = ("deal trap", f"deal {card}", *["deal trap"] * 4)
    actions = (*dealt, "loot", "roll 0", "loot", "roll 0", "loot", "roll 2", *more)
    seats = (Seat("Ann"), Seat("Ben"), Seat("Cem", "careful"))
    record = Record(HEIST.id, HEIST.version, seats, {}, actions)
    return Match.adopt(SqliteStore(), record, HEIST)


async def call_ben(app: Gamenight, pilot: Pilot[None]) -> None:
    await pilot.press("f7")
    await until(pilot, lambda: isinstance(app.screen, PickDialog))
    await press(pilot, ["2"])
    await until(pilot, lambda: isinstance(app.screen, TablePage) and question(app))
    await pilot.pause()


def test_whoever_is_called_sees_no_hand_behind_the_question_who() -> None:
    async def drive() -> None:
        async with table(heist("alarm", "loot", "roll 0"), (120, 40), LONG) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("enter")
            await until(pilot, lambda: "Your cards" in screen_text(app))
            await pilot.press("f7")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await until(pilot, lambda: "Your cards" not in screen_text(app))
            await pilot.press("escape")
            await until(pilot, lambda: "Your cards" in screen_text(app))

    run(drive)


def test_before_the_curtain_two_hands_look_the_same() -> None:
    screens: dict[str, list[str]] = {}

    async def drive(card: str) -> None:
        match, seen = heist(card), screens.setdefault(card, [])
        async with table(match, (120, 40), LONG) as (app, pilot):
            await pilot.pause(0.3)
            seen.append(screen_text(app))
            assert "F7 out of turn" in seen[-1]
            assert question(app) is None, "nobody is asked"
            await pilot.press("f7")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            await pilot.pause()
            seen.append(screen_text(app))
            assert all(name in seen[-1] for name in ("Who acts out of turn?", "Ann", "Ben"))
            await press(pilot, ["2"])
            found = await asked(app, pilot)
            await pilot.pause()
            seen.append(screen_text(app))
            assert found.hidden
            assert "Ben, ready?" in seen[-1]
            assert "Everybody else, look away." in seen[-1]
            assert not any(sign in screen for screen in seen for sign in SIGNS)
            await pilot.press("enter")
            found = await asked(app, pilot)
            await pilot.pause()
            assert "Your cards" in screen_text(app)
            nothing = "Ben, there is nothing you can play now." in screen_text(app)
            assert nothing == (card == "dodge")
            texts = [choice.text for choice in found.selection.scene.choices]
            assert texts == ([ALARM, "pass"] if card == "alarm" else ["continue"])
            await pilot.press("p" if card == "alarm" else "enter")
            await until(pilot, lambda: question(app) is None)
            await pilot.pause()
            assert "Your cards" not in screen_text(app)

    for card in ("alarm", "dodge"):
        run(lambda card=card: drive(card))  # type: ignore[misc]
    assert screens["alarm"] == screens["dodge"]


def test_the_same_time_passes_whoever_could_act() -> None:
    async def drive(card: str) -> None:
        match = heist(card)
        plies = len(match.plies)
        async with table(match, window=LONG) as (app, pilot):
            await pilot.pause(0.3)
            assert len(match.plies) == plies
            assert at_table(app).play.busy == "Cem is next (F7 acts out of turn, w waits)"
            await pilot.press("x")
            await until(pilot, lambda: len(match.plies) > plies)
        async with table(heist(card), window=0.0) as (app, pilot):
            first = at_table(app).table
            await until(pilot, lambda: first.last > plies)

    for card in ("alarm", "dodge"):
        run(lambda card=card: drive(card))  # type: ignore[misc]


def test_the_one_who_called_acts_out_of_turn() -> None:
    async def drive() -> None:
        match = heist("alarm")
        plies = len(match.plies)
        async with table(match, window=LONG) as (app, pilot):
            await pilot.pause()
            await call_ben(app, pilot)
            await press(pilot, ["enter", "a"])
            await until(pilot, lambda: len(match.plies) > plies)
            assert match.record.actions[plies] == ALARM
            assert match.plies[plies].actor == 1
            await pilot.pause(0.2)
            assert len(match.plies) == plies + 1, "and before the bot there is time again"
            assert "Your cards" not in screen_text(app)

    run(drive)


def test_somebody_who_passed_may_call_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keystrokes, "WORD", LONG)  # "ass" belongs to "pass", and skips no wait

    async def drive() -> None:
        match = heist("alarm")
        at = match.at
        async with table(match, window=LONG) as (app, pilot):
            await pilot.pause()
            for key in ("pass", "p"):
                await call_ben(app, pilot)
                await pilot.press("enter")
                await until(pilot, lambda: (found := question(app)) and found.may_pass)
                await press(pilot, key)
                await until(pilot, lambda: not ((now := question(app)) and now.may_pass))
                await pilot.press("f7")
                await until(pilot, lambda: isinstance(app.screen, PickDialog) or match.at != at)
                assert match.at == at
                await pilot.press("escape")

    run(drive)


def test_nobody_after_all() -> None:
    async def drive() -> None:
        match = heist("alarm")
        plies = len(match.plies)
        async with table(match, window=LONG) as (app, pilot):
            await pilot.pause()
            screen = at_table(app)
            await pilot.press("f7")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            screen.play.tempo.skip()  # the window is over
            await pilot.pause(0.2)
            assert len(match.plies) == plies, "until it is known who, nothing happens"
            await pilot.press("escape")
            await until(pilot, lambda: len(match.plies) > plies)

    run(drive)


def test_nobody_is_asked_who_has_left_since_the_call() -> None:
    async def drive() -> None:
        match = heist("alarm")
        plies = len(match.plies)
        async with table(match, window=LONG) as (app, pilot):
            await pilot.pause()
            await pilot.press("f7")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            match.sit(1, Seat("Ben", "careful"))
            await press(pilot, ["2"])
            await until(pilot, lambda: question(app) or len(match.plies) > plies)
            assert len(match.plies) > plies, "the match goes on"

    run(drive)


def test_the_word_of_plain_mode_does_the_same() -> None:
    async def drive() -> None:
        async with table(heist("alarm"), window=LONG) as (app, pilot):
            await pilot.pause()
            await say(pilot, "now")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))

    run(drive)


def test_another_one_acts_in_somebody_elses_turn() -> None:
    async def drive() -> None:
        match = heist("alarm", "bank", "deal trap", "loot", "roll 5")
        async with table(match, (120, 40), LONG) as (app, pilot):
            hidden = await asked(app, pilot)
            await pilot.pause()
            assert (hidden.seat, hidden.hidden) == (0, True)
            assert "F7 out of turn" in screen_text(app)
            await pilot.press("enter")
            await pilot.pause()
            assert "Ann, what now?" in screen_text(app)
            await pilot.press("f7")
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            assert isinstance(app.screen, PickDialog)
            assert [row.text for row in app.screen.items] == ["Ben"], "Ann is asked already"
            await pilot.press("enter")
            await until(pilot, lambda: (found := question(app)) and found.seat == 1)
            await pilot.pause()
            assert "Ben, ready?" in screen_text(app)
            await press(pilot, ["enter", "p"])
            again = await asked(app, pilot)
            assert (again.seat, again.hidden) == (0, True), "Ben has looked at the screen since"

    run(drive)


def test_behind_the_curtain_of_a_caller_no_key_shows_anything() -> None:
    async def drive() -> None:
        async with table(heist("alarm"), (120, 40), LONG) as (app, pilot):
            await pilot.pause()
            await call_ben(app, pilot)
            await press(pilot, ["f2", "f3", "f8", "f9"])
            assert app.screen is at_table(app)
            assert "LOG" not in screen_text(app)
            assert not any(sign in screen_text(app) for sign in SIGNS)

    run(drive)


def test_the_key_is_named_where_it_is_of_use_and_nowhere_else() -> None:
    async def drive() -> None:
        async with table(heist("trap"), (80, 24), LONG) as (app, pilot):
            await pilot.pause()
            assert "F7 out of turn" in screen_lines(app)[-1]
        for match in (new_match(HEIST), new_match("oware", people=2)):
            async with table(match, (160, 40)) as (app, pilot):
                await asked(app, pilot)
                await pilot.pause()
                assert "out of turn" not in screen_text(app)
                await pilot.press("f7")
                assert isinstance(app.screen, TablePage)

    run(drive)


def test_a_pause_gives_all_the_time_in_the_world() -> None:
    async def drive() -> None:
        match = heist("alarm")
        plies = len(match.plies)
        async with table(match, window=LONG) as (app, pilot):
            await until(pilot, lambda: at_table(app).play.in_window)
            await pilot.press("w")
            at_table(app).play.tempo.skip()  # the window is over
            await pilot.pause(0.2)
            assert "(paused)" in screen_text(app)
            assert len(match.plies) == plies
            await call_ben(app, pilot)
            await press(pilot, ["enter", "a"])
            await until(pilot, lambda: match.record.actions[plies:] == (ALARM,))

    run(drive)


def test_the_curtain_of_one_shows_no_hint_and_no_refusal_of_another() -> None:
    async def drive() -> None:
        dealt = ("deal trap", "deal alarm", *["deal trap"] * 4)
        seats = (Seat("Ann"), Seat("Ben"), Seat("Cem", "careful"))
        record = Record(HEIST.id, HEIST.version, seats, {}, dealt)
        async with table(Match.adopt(SqliteStore(), record, HEIST), (120, 40)) as (app, pilot):
            for key, sentence in (("f2", "Try "), ("x", "x does nothing here")):
                await until(pilot, lambda: (found := question(app)) and found.hidden)
                await pilot.press("enter")
                await until(pilot, lambda: "Your cards" in screen_text(app))
                await pilot.press(key)
                await until(pilot, lambda: sentence in screen_text(app))  # noqa: B023
                await call_ben(app, pilot)
                assert "Ben, ready?" in screen_text(app)
                assert sentence not in screen_text(app)
                await press(pilot, ["enter", "enter"])

    run(drive)
