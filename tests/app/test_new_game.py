"""The form of a new game: who plays tonight."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from gamenight.app import routes
from gamenight.app.app import Gamenight
from gamenight.app.pictures.new_game import MARGIN
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.settings import Settings, load_settings
from gamenight.app.welcome import welcome
from gamenight.bots import ranked_bots, usual_bot
from gamenight.core import registry
from gamenight.core.game import for_playing
from gamenight.core.record import Seat
from gamenight.draw.line import Line
from gamenight.draw.reading import paragraphs
from tests.app.forms import StandIn, at, drive, form_of, started, typed, words
from tests.app.screens import SIZES, new_app, notices, screen_lines, screen_text
from tests.app.tables import until
from tests.toys.heist import HEIST
from tests.toys.nim import NIM


@pytest.mark.parametrize(
    ("id", "size"),
    [
        ("circuit", (60, 20)),
        ("oware", (80, 24)),
        ("preys", (120, 40)),
        ("thief", (60, 20)),
        ("zombie", (80, 24)),
    ],
)
def test_open_and_enter_starts_a_sensible_game(id: str, size: tuple[int, int]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        game = registry.game(id)
        assert f"New game: {game.title}" in screen_text(app)
        await pilot.press("enter")
        match = await started(app, pilot)
        asked = [s for n, s in enumerate(match.seats) if n not in game.unasked()]
        people = [seat for seat in asked if seat.name and not seat.bot]
        assert len(people) == min(len(asked), 1), "you against the usual bot"
        assert {seat.bot for seat in asked if seat.bot} <= {next(iter(game.bots))}

    drive(id, script, size)


@pytest.mark.parametrize(
    ("size", "changes"),
    [
        *((size, {"ascii": True}) for size in (*SIZES, (200, 50))),
        ((60, 20), {"plain_colors": True}),
    ],
)
def test_the_form_in_every_size_and_style(size: tuple[int, int], changes: dict[str, Any]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        text = screen_text(app)
        parts = ("Who plays tonight?", "1 Alone", "2 Friends", "3 Watch", "Player 1", "More rules")
        assert all(part in text for part in (*parts, "F5 Start", "Welcome to Zombie Dice!"))
        if changes.get("ascii"):
            assert "\n".join(screen_lines(app)[:-1]).isascii()

    drive("zombie", script, size, **changes)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 50)], ids=str)
@pytest.mark.parametrize("id", registry.games())
def test_no_sentence_is_cut(id: str, size: tuple[int, int]) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        lines = [text for text in screen_lines(app) if "? tells more" not in text]
        assert not [text for text in lines if "…" in text]
        listed = size == (200, 50) and form_of(app).party.places  # in smaller windows it scrolls
        bots = ranked_bots(registry.game(id)).values() if listed else ()
        told = screen_text(app)
        assert all(word in told for bot in bots for word in bot.summary.split())

    drive(id, script, size)


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
@pytest.mark.parametrize("id", registry.games())
def test_a_welcome_is_told_from_its_beginning_by_whole_paragraphs(
    id: str, size: tuple[int, int]
) -> None:
    game = registry.game(id)
    told = paragraphs(welcome(game, for_playing(game)), size[0] - 2 * MARGIN)
    ends = [n for n, text in enumerate([*told, Line()]) if not text]
    wholes = [[text.plain.strip() for text in told[:end] if text] for end in ends]

    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        form = form_of(app)
        while True:
            lines = [text.strip() for text in screen_lines(app)]
            shown = [text.plain.strip() for text in told if text and text.plain.strip() in lines]
            more = [text for text in lines if text.endswith("? tells more")]
            assert shown in wholes or (not shown and more and game.summary in lines)
            if len(form.party.places) == form.party.possible[-1]:
                return
            form.party.add()
            form._show()
            await pilot.pause()

    drive(id, script, size)


def test_friends_by_keyboard_alone() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "2Ann")
        await pilot.press("enter")
        await typed(pilot, "Ben")
        assert "Player" not in screen_text(app), "typing replaces"
        await pilot.press("enter", "enter")
        assert sorted((await started(app, pilot)).seats) == [Seat("Ann"), Seat("Ben")]

    drive("oware", script)


def test_enter_leads_from_the_last_name_to_one_more_and_on() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "2Ann")
        await pilot.press("enter")
        await typed(pilot, "Ben")
        await pilot.press("enter")
        assert form_of(app).cursor == "add"
        assert "no more" in screen_text(app)
        await typed(pilot, "Cleo")
        await pilot.press("enter", "enter")
        assert form_of(app).cursor == "start"
        await pilot.press("enter")
        people = sorted(seat.name for seat in (await started(app, pilot)).seats)
        assert people == ["Ann", "Ben", "Cleo"]

    async def by_arrow(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "2Ann")
        await at(pilot, app, "add")
        before = len(form_of(app).party.places)
        await pilot.press("enter")
        assert len(form_of(app).party.places) == before + 1

    drive("zombie", script)
    drive("zombie", by_arrow)


def test_a_machine_and_who_begins_by_arrow_keys() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "seat 0")
        await typed(pilot, "Ann")
        await at(pilot, app, "seat 1")
        await pilot.press("right")
        bots = ranked_bots(form_of(app).game)
        kind = list(bots)[list(bots).index(usual_bot(form_of(app).game)) + 1]
        assert bots[kind].summary in words(app)
        machine = form_of(app).party.places[1].name
        await at(pilot, app, "first")
        await pilot.press("right", "right")
        assert f"{machine} begins" in words(app)
        await pilot.press("f5")
        assert (await started(app, pilot)).seats == (Seat(machine, kind), Seat("Ann"))

    drive("oware", script)


def test_names_in_one_line_and_in_one_burst() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "2Ann, Ben, Cleo, bot:bold")
        await pilot.press("f5")
        seats = (await started(app, pilot)).seats
        assert sorted(seat.name for seat in seats if not seat.bot) == ["Ann", "Ben", "Cleo"]
        assert [seat.bot for seat in seats if seat.bot] == ["bold"]

    async def pasted(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("2")
        app.screen.post_message(events.Paste("Ann\nBen\nCleo\n"))
        await pilot.pause()
        assert [place.name for place in form_of(app).party.places] == ["Ann", "Ben", "Cleo"]

    drive("zombie", script)
    drive("zombie", pasted)


def test_what_is_typed_while_the_form_opens_is_not_lost() -> None:
    async def steps() -> None:
        app = new_app()
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for key in ("5", "2", "A", "n", "n", ",", "B", "o"):
                app.post_message(events.Key(key, key))
            await until(pilot, lambda: isinstance(app.screen, NewGamePage))
            await until(pilot, lambda: form_of(app).party.places[-1].name == "Bo")
            assert [place.name for place in form_of(app).party.places] == ["Ann", "Bo"]
            await pilot.press("b")
            assert form_of(app).party.places[1].name == "Bob"

    asyncio.run(steps())


def test_wrong_names_are_reported_beside_them_and_nothing_begins() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "2Al")
        await pilot.press("f5")
        await pilot.pause()
        assert isinstance(app.screen, NewGamePage)
        assert "a name has 3 to 15 visible characters" in words(app)
        assert app.matches.count() == 0

    drive("thief", script)


def test_what_a_file_asks_for_counts_this_evening_only(monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps() -> None:
        settings = Settings(names=["Ann"], tables={"zombie": {"options": {"max_players": "4"}}})
        given = {"options": {"brains_to_win": "20"}}
        zombie = registry.game("zombie")
        app = new_app(
            lambda _: NewGamePage(zombie, given), settings=settings, warnings=["line 3: no"]
        )
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert "line 3: no" in screen_text(app)
            assert not isinstance(app.screen, NewGamePage), "warnings are read first"
            await pilot.press("enter")
            await pilot.pause()
            assert "brains that end the game: 20 (usually 13)" in words(app)
            await pilot.press("f5")
            assert (await started(app, pilot)).options["brains_to_win"] == 20
            assert settings.tables["zombie"]["options"] == {"max_players": "4"}

    monkeypatch.setattr(routes, "table", StandIn)
    asyncio.run(steps())


def test_surprise_me() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("f6", "enter")
        match = await started(app, pilot)
        assert sum(bool(seat.name and not seat.bot) for seat in match.seats) == 1

    drive("thief", script)


def test_the_last_table_is_remembered(tmp_path: Path) -> None:
    async def first(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("f6", "enter")
        await started(app, pilot)

    async def again(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await started(app, pilot)

    before = drive("zombie", first, folder=tmp_path)
    kept = load_settings(tmp_path)
    assert kept.names == [], "nobody gave a name"
    after = drive("zombie", again, settings=kept)
    seats = [sorted(app.matches.find()[0].seats) for app in (before, after)]
    assert seats[0] == seats[1]


def test_tab_takes_an_earlier_name() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "Cleo" in screen_text(app), "the first that is allowed"
        await typed(pilot, "2")
        assert "earlier: Bernard" in words(app)
        await typed(pilot, "be")
        assert form_of(app).party.places[1].error, "two letters are too few here"
        assert "earlier: Bernard Tab" in words(app), "and still it is offered"
        await pilot.press("tab")
        assert form_of(app).party.places[1].name == "Bernard"

    drive("thief", script, settings=Settings(names=["Al", "Cleo", "Bernard"]))


def test_the_mouse_chooses_fills_in_and_starts() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        async def click(text: str) -> None:
            lines = screen_lines(app)
            y = next(n for n, line in enumerate(lines) if text in line)
            await pilot.click(offset=(lines[y].index(text) + 1, y))
            await pilot.pause()

        await click("3 Watch")
        assert all(place.bot for place in form_of(app).party.places)
        await click("one more")
        assert len(form_of(app).party.places) == 3
        await click("More rules")
        await click("brains that end the game")
        await typed(pilot, "20")
        await click("F5 Start")
        assert (await started(app, pilot)).options["brains_to_win"] == 20

    drive("zombie", script, size=(120, 40))


def test_a_click_on_a_machine_seats_it() -> None:
    """In the chosen seat, or else in that of the machine."""

    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        form = form_of(app)
        *_, last = ranked_bots(form.game)
        first, *_ = ranked_bots(form.game)
        for kind in (first, last):
            picture = form.view.picture
            place = next(t for t in picture.targets if t.key == f"machine {kind}")
            await pilot.click(form.view, offset=(place.x + 5, place.y))
            await pilot.pause()
            assert [seat.kind for seat in form.party.places] == ["", kind]
            assert form.cursor == "seat 1"

    drive("oware", script, size=(200, 50))


def test_a_game_of_a_plug_in() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert (await started(app, pilot)).game is NIM

    async def heist(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "rules")
        await pilot.press("enter")
        assert "points that win (5 to 100)" in screen_text(app)
        await pilot.press("question_mark")
        await pilot.pause()
        assert HEIST.summary in screen_text(app)
        await pilot.press("q", "end", "q")

    drive(NIM, script)
    drive(HEIST, heist, size=(120, 40))


@pytest.mark.parametrize("cursor", ["start", "rules", "way 0"])
def test_letters_where_none_are_asked_for_name_the_first_person(cursor: str) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, cursor)
        await typed(pilot, "Ann")
        assert form_of(app).party.places[0].name == "Ann"
        await pilot.press("enter", "enter")
        assert Seat("Ann") in (await started(app, pilot)).seats

    drive("zombie", script)


@pytest.mark.parametrize("cursor", ["start", "rules", "way 0"])
def test_letters_where_none_are_asked_for_change_no_name(cursor: str) -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, cursor)
        await typed(pilot, "x")
        assert form_of(app).party.places[0].name == "Ann"
        assert "go to its seat" in notices(app)[0]

    drive("zombie", script, settings=Settings(names=["Ann"]))


def test_rules_of_the_last_time_say_so_and_go_with_one_key() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "rules")
        assert "as last time: brains that end the game: 20 (usually 13)" in words(app)
        await pilot.press("enter")
        assert "Enter fold" in words(app)
        await pilot.press("delete")
        assert "as usual; Enter folds them away" in words(app)

    tables = {"zombie": {"options": {"brains_to_win": "20"}}}
    drive("zombie", script, settings=Settings(tables=tables))


def test_a_long_reason_is_shown_whole() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "Jo")
        await pilot.press("end")
        assert "a name has 3 to 15 visible characters, not 2: 'Jo'" in words(app)

    drive("thief", script, size=(60, 20))


def test_letters_where_only_machines_play_are_answered() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "3a")
        assert notices(app) == ["No person plays, so there is nobody to name."]

    drive("oware", script)


def test_a_digit_changes_the_way_to_play_and_keeps_the_names() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await typed(pilot, "2Ann, Ben")
        await pilot.press("end")
        await typed(pilot, "1")
        assert [seat.bot == "" for seat in form_of(app).party.seats] == [True, False]
        await typed(pilot, "2")
        assert [seat.name for seat in form_of(app).party.seats] == ["Ann", "Ben"]

    drive("oware", script)
