"""The options of a game as a form, and what follows from them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import gamenight
from gamenight.app.app import Gamenight
from gamenight.app.house_rules import HouseRules, described
from gamenight.app.party import Party
from gamenight.app.pictures.new_game import RULE, START, NewGame, draw_new_game
from gamenight.app.screens.new_game import NewGamePage
from gamenight.app.settings import Settings
from gamenight.bots import ranked_bots
from gamenight.core import registry
from gamenight.core.errors import InvalidOption
from gamenight.core.game import Game
from gamenight.core.options import declared, option
from gamenight.draw.palette import Look
from tests.app.forms import at, drive, form_of, started, typed, words
from tests.app.screens import new_app, screen_text
from tests.toys.nim import NimRules


def test_the_number_of_players_follows_the_options() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        form = form_of(app)
        await pilot.press(*["plus"] * 4)
        assert len(form.party.places) == 6
        await at(pilot, app, "rule max_players")
        await typed(pilot, "20")
        assert len(form.party.places) == 6, "not two on the way to twenty"
        await pilot.press("backspace", "backspace")
        await typed(pilot, "3")
        await pilot.press("enter")
        assert len(form.party.places) == 3
        await at(pilot, app, "rule max_players")
        await typed(pilot, "1")
        await pilot.press("up")
        assert "the most players cannot be 1" in words(app)
        assert len(form.party.places) == 3, "what is wrong changes nothing"
        await pilot.press("down")
        await typed(pilot, "4")
        await pilot.press("f5")
        match = await started(app, pilot)
        assert match.rules.players == 4, "whoever had no seat is back"
        assert match.options["max_players"] == 4

    drive("zombie", script)


def test_what_was_changed_stands_beside_the_folded_rules() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        assert "More rules as usual" in words(app)
        await at(pilot, app, "rule brains_to_win")
        await pilot.press("right", "right")
        await at(pilot, app, "rules")
        await pilot.press("left")
        assert "changed: brains that end the game: 15 (usually 13)" in words(app)
        assert "The first with 15 brains or more ends the game" in words(app), "the welcome too"

    drive("zombie", script)


def test_a_game_offers_its_own_ways_to_play() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        text = screen_text(app)
        assert "1 Play the fish" in text
        assert "2 Watch" in text
        assert "moved by the die" in text
        await pilot.press("f6")
        await pilot.press("1")
        assert form_of(app).rules.given == {"escort": "choose"}
        assert "More rules as usual" in words(app), "it is what was asked for"
        assert "You are asked when the die shows a fish that is safe already" in words(app)
        await pilot.press("2")
        assert form_of(app).rules.given == {}
        await pilot.press("1", "enter")
        match = await started(app, pilot)
        assert match.names == ("Player 1", "Fishermen")

    drive("preys", script)


def test_an_option_for_people_counts_where_people_play() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        match = await started(app, pilot)
        assert match.options["open_table"] is True

    drive("thief", script)


@dataclass(frozen=True)
class Limits:
    low: int = option(1, "the least", low=0, high=9)
    high: int = option(5, "the most", low=0, high=9)
    loud: bool = option(False, "with noise")
    kind: str = option("plain", "which one", choices=("plain", "twice_fried"))
    board: str = option("", "a board, or a file of it", form="letters", pattern="[a-z]*", file=True)

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise InvalidOption(f"low is {self.low}, and high only {self.high}")


LIMITS = Game(
    id="limits",
    title="Limits",
    summary="A form.",
    version=1,
    make=lambda options, players: NimRules(players),
    seats=range(2, 5),
    options=Limits,
)


def test_every_kind_of_option_is_a_field(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("abc\n")
    (tmp_path / "wrong.txt").write_text("A1")

    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        form = form_of(app)
        low, high, _, _, board = form.rules.items
        await at(pilot, app, "rule low")
        await typed(pilot, "7")
        await pilot.press("down")
        assert low.error == "low is 7, and high only 5", "a combination, beside what was changed"
        assert "low is 7, and high only 5" in screen_text(app)
        await at(pilot, app, "rule high")
        await typed(pilot, "x")
        await pilot.press("up")
        assert high.error == "the most cannot be 'x' (possible: a whole number from 0 to 9)"
        await pilot.press("down")
        await typed(pilot, "8")
        await pilot.press("up")
        assert form.rules.wrong is None
        seats = len(form.party.places)
        await pilot.press("down", "delete")
        assert not high.is_changed
        assert low.error, "the combination is wrong again, by what is not as usual"
        assert len(form.party.places) == seats
        await typed(pilot, "8")
        await at(pilot, app, "rule loud")
        await pilot.press("space", "down", "right")
        assert "twice fried" in screen_text(app)
        for name, told in (
            ("missing.txt", "cannot be read as a board, or a file of it: "),
            ("wrong.txt", "a board, or a file of it cannot be 'A1'"),
        ):
            await at(pilot, app, "rule board")
            await typed(pilot, str(tmp_path / name))
            await pilot.press("up")
            assert told in board.error
        await at(pilot, app, "rule board")
        await typed(pilot, str(tmp_path / "board.txt"))
        await pilot.press("down")
        assert form.rules.given == {
            "low": 7, "high": 8, "loud": True, "kind": "twice_fried", "board": "abc",
        }  # fmt: skip
        await pilot.press("f5")
        await started(app, pilot)
        kept = app.settings.tables["limits"]["options"]
        assert kept["board"].endswith("board.txt"), "a file stays its name"

    drive(LIMITS, script)


def test_options_say_what_may_be_given() -> None:
    low, _, loud, _, board = declared(Limits)
    assert described(low) == "the least (0 to 9)"
    assert described(loud) == "with noise"
    assert described(board) == "a board, or a file of it (letters)"


def test_friends_begin_at_the_first_seat_without_a_name() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await pilot.press("2", *"Ben")
        assert [place.name for place in form_of(app).party.places] == ["Lisa", "Ben"]

    drive("oware", script, settings=Settings(names=["Lisa"], greeted=True))


def test_a_machine_without_a_rating_is_not_told_as_the_strongest() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        rated = {info.elo is not None for info in ranked_bots(form_of(app).game).values()}
        told = "weakest first, then the unrated" in words(app)
        assert told == (rated == {True, False})

    for id in ("oware", "zombie", "thief", "circuit"):
        drive(id, script, (200, 50))


def test_values_are_in_peoples_words() -> None:
    rules = {item.option.name: item for item in HouseRules(registry.game("oware"), {}).items}
    assert rules["grand_slam"].shown == "takes nothing"
    assert rules["grand_slam"].told(whole=False, room=60) == "a capture of all the opponent's seeds"
    assert rules["ply_limit"].shown == "no limit"
    rules["ply_limit"].turn(1)
    assert rules["ply_limit"].shown == "50"
    assert rules["ply_limit"].change.endswith(": 50 (usually no limit)")


@pytest.mark.parametrize("size", [(60, 20), (60, 16), (80, 24), (120, 40)], ids=str)
@pytest.mark.parametrize("id", gamenight.games())
def test_the_rule_under_the_cursor_shows_what_it_is(id: str, size: tuple[int, int]) -> None:
    game = registry.game(id)
    rules, party, top = HouseRules(game, {}), Party(game, {}, []), 0
    party.fit({})
    for item in rules.items:
        form = NewGame(game, party, rules, f"{RULE}{item.option.name}", True, [])
        picture, top = draw_new_game(form, Look(), size, top)
        place = picture.place(form.cursor)
        assert place is not None
        first, *more = (text for text in picture.lines()[place.y :])
        beginning = " ".join(item.words.split()[:2])
        assert beginning in first, "beside its value"
        shown = " ".join(" ".join([first, *more]).split())
        assert item.words.split()[-1] in shown, "and all of it"


def test_the_kinds_of_players_stand_below_each_other() -> None:
    game = registry.game("thief")
    party = Party(game, {}, [])
    party.fit({})
    party.places[1].name = "A name of many letters"
    form = NewGame(game, party, HouseRules(game, {}), START, False, [])
    picture, _ = draw_new_game(form, Look(), (60, 20), 0)
    kinds = [text.index(kind) for text in picture.lines() for kind in ("machine ",) if kind in text]
    assert len(kinds) == 2
    assert len(set(kinds)) == 1


def test_the_bar_of_keys_says_how_a_rule_is_changed() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "rule max_players")
        assert "←→ change  0-9 type" in screen_text(app)
        await at(pilot, app, "rule weak_die_faces")
        assert "letters type" in screen_text(app)
        assert "←→" not in screen_text(app), "they change no text"

    drive("zombie", script, size=(60, 20))


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("id", gamenight.games())
def test_no_rule_is_cut(id: str, width: int) -> None:
    game = registry.game(id)
    rules, party = HouseRules(game, {}), Party(game, {}, [])
    party.fit({})
    form = NewGame(game, party, rules, START, True, [])
    picture, _ = draw_new_game(form, Look(), (width, 60), 0)
    shown = " ".join(" ".join(picture.lines()).split())
    unlisted = [item.words for item in rules.items if item.words.split()[-1] not in shown]
    assert unlisted == []
    rows = [text for text in picture.lines() if text.rstrip().endswith("…")]
    assert rows == []


def test_a_long_value_is_whole_where_there_is_room() -> None:
    game = registry.game("circuit")
    rules, party = HouseRules(game, {}), Party(game, {}, [])
    party.fit({})
    shares = next(item for item in rules.items if item.option.name == "weights")
    form = NewGame(game, party, rules, "rules", True, [])
    picture, _ = draw_new_game(form, Look(), (200, 50), 0)
    assert shares.shown in "\n".join(picture.lines())


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_long_value_is_whole_below_its_row_where_the_cursor_is(width: int) -> None:
    game = registry.game("circuit")
    rules, party = HouseRules(game, {}), Party(game, {}, [])
    party.fit({})
    shares = next(item for item in rules.items if item.option.name == "weights")
    form = NewGame(game, party, rules, "rule weights", True, [])
    picture, _ = draw_new_game(form, Look(), (width, 50), 0)
    shown = "".join("".join(text[: picture.width].split()) for text in picture.lines())
    assert shares.shown in shown


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("id", gamenight.games())
def test_no_way_to_play_is_cut(id: str, width: int) -> None:
    game = registry.game(id)
    rules, party = HouseRules(game, {}), Party(game, {}, [])
    party.fit({})
    picture, _ = draw_new_game(
        NewGame(game, party, rules, START, False, []), Look(), (width, 18), 0
    )
    shown = "\n".join(picture.lines())
    assert [way.text for way in game.ways if way.text not in shown] == []


@pytest.mark.parametrize(
    ("given", "since"),
    [({"options": {"brains_to_win": "20"}}, "changed"), ({}, "as last time")],
)
def test_rules_that_were_typed_with_the_command_are_not_those_of_last_time(
    given: dict[str, Any], since: str
) -> None:
    async def look() -> None:
        kept = Settings(tables={"zombie": {"options": {"brains_to_win": "20"}}})
        app = new_app(lambda _: NewGamePage(registry.game("zombie"), given), settings=kept)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert f"{since}: brains that end the game: 20" in words(app)

    asyncio.run(look())


def test_the_refusal_of_a_combination_stays_with_the_rule_that_made_it() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        await at(pilot, app, "rule tiles")
        await typed(pilot, "abc")
        await pilot.press("enter", "f5")
        assert form_of(app).cursor == "rule tiles"
        assert "usually none" in form_of(app).rules.changed[0].change
        await at(pilot, app, "rule weights")
        await typed(pilot, "x")
        for _ in range(2):
            await pilot.press("f5")
            assert form_of(app).cursor == "rule weights", "the first of two that are refused"
            await at(pilot, app, "rule laps")
        await at(pilot, app, "rule weights")
        await pilot.press("delete", "f5")
        assert form_of(app).cursor == "rule tiles"
        await typed(pilot, "empty,empty,speed")
        await pilot.press("down")
        assert form_of(app).rules.wrong is None
        await pilot.press("f5")
        assert not isinstance(app.screen, NewGamePage)

    drive("circuit", script)


@pytest.mark.parametrize("id", gamenight.games())
def test_what_refuses_a_value_calls_its_rule_as_its_row_does(id: str) -> None:
    rules = HouseRules(gamenight.game(id), {})
    for rule in rules.items:
        if rule.choices:
            continue
        rule.value = "-7"
        rules.check()
        assert "option " not in rule.error
        rule.reset()


def test_once_a_wrong_rule_is_mended_enter_in_a_seat_leads_to_the_next_seat() -> None:
    async def script(app: Gamenight, pilot: Pilot[None]) -> None:
        form = form_of(app)
        await typed(pilot, "2Ann, Ben")
        await at(pilot, app, "rule weak_dice")
        await typed(pilot, "999")
        await pilot.press("f5")
        assert form.cursor == "rule weak_dice"
        await typed(pilot, "13")
        await pilot.press("up")
        await at(pilot, app, "seat 0")
        await pilot.press("enter")
        assert form.cursor == "seat 1"

    drive("zombie", script)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_enter_leads_from_one_wrong_rule_to_the_next_and_then_to_the_start(
    size: tuple[int, int],
) -> None:
    """However many there are, and however far apart: nobody has to look for them."""

    async def steps(app: Gamenight, pilot: Pilot[None]) -> None:
        form = form_of(app)
        await pilot.press("1")
        for rule in ("rule weak_dice", "rule tough_die_faces"):
            await at(pilot, app, rule)
            await typed(pilot, "999")
        await pilot.press("f5")
        assert form.cursor == "rule weak_dice"
        assert "(and 1 more)" in words(app)
        await pilot.press("enter")
        assert form.cursor == "rule weak_dice", "it is as wrong as before"
        await typed(pilot, "13")
        await pilot.press("enter")
        assert form.cursor == "rule tough_die_faces"
        assert "and 1 more" not in words(app)
        assert form.rules.wrong is not None
        assert form.rules.wrong.error.split("'")[0] in words(app), "it is in sight"
        await pilot.press("delete", "enter")
        assert form.cursor == "start"
        await pilot.press("enter")
        await started(app, pilot)

    drive("zombie", steps, size=size)
