"""The end of a match on the screen: the result, its chart, and what may follow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from gamenight.app.app import Gamenight
from gamenight.app.pictures.ending import EndingState, draw_ending, scores_by_move
from gamenight.app.screens.dialogs import LineDialog
from gamenight.app.screens.ending import ENTER, EndingPage
from gamenight.app.screens.home import HomePage
from gamenight.app.screens.replay import ReplayPage
from gamenight.app.screens.table import TablePage
from gamenight.app.widgets.key_bar import KeyBar
from gamenight.core.game import Game
from gamenight.core.lab import Lab
from gamenight.core.record import Record, Seat
from gamenight.core.registry import game
from gamenight.draw.palette import Look
from gamenight.lab.digest import Digest
from gamenight.lab.judgement import judged
from gamenight.match.files import read_records
from gamenight.match.local import LocalTable
from gamenight.match.match import Match
from gamenight.match.series import next_round
from gamenight.match.sqlite import SqliteStore
from gamenight.match.waiting import beside
from tests.app.screens import SIZES, new_app, notices, screen_lines, screen_text
from tests.app.tables import press, run, until
from tests.lab.reviews import NimJudge, crowd
from tests.match.courses import drive as drive_match
from tests.match.matches import new_match
from tests.toys.nim import NIM


def played(id: str = "oware") -> Match:
    """A match that bots have played to its end."""
    match = new_match(id, people=0, seed=5)
    drive_match(match)
    return match


def resigned() -> Match:
    match = new_match("oware", people=2)
    for ply, text in enumerate(("C", "e", "A")):
        match.play(text, ply % 2, match.at)
    match.resign(1)
    return match


def at_the_end(match: Match, **changes: Any) -> Gamenight:
    return new_app(lambda app: EndingPage(LocalTable(match, beside)), match.store, **changes)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("id", ["oware", "thief"])
def test_the_result_is_shown_with_its_reason(id: str, size: tuple[int, int]) -> None:
    looks: list[dict[str, bool]] = [{}, {"ascii": True}, {"plain_colors": True}]
    look = looks[(SIZES.index(size) + len(id)) % 3]

    async def drive() -> None:
        match = played(id)
        assert match.result is not None
        app = at_the_end(match, **look)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            text = " ".join(screen_text(app).split())
            assert match.result.reason.split(":")[0] in text
            assert "n again" in text
            assert "Esc home" in text
            assert "F1 keys" in text
            assert len(screen_lines(app)) == size[1]
            assert text.isascii() or not look.get("ascii")

    run(drive)


@pytest.mark.parametrize("gave_up", [True, False])
def test_scores_stand_there_unless_somebody_gave_up(gave_up: bool) -> None:
    table = LocalTable(resigned() if gave_up else played())
    assert table.result is not None
    shown = EndingState(table, "", table.result.reason, {})
    text = "\n".join(draw_ending(shown, Look(), (80, 24)).lines())
    score = f"Ann {table.result.scores[0]} seeds     Ben {table.result.scores[1]}"
    assert (score in text) != gave_up


def test_a_score_of_thousands_is_written_as_at_the_table() -> None:
    seats, options = (Seat("Ann", "turn"), Seat("Ben", "turn")), {"fewest": 2, "target": 1000}
    match = Match.new(SqliteStore(), game("thief"), seats, options, seed=5)
    drive_match(match)
    assert match.result is not None
    shown = EndingState(LocalTable(match), "", "", {})
    text = "\n".join(draw_ending(shown, Look(), (80, 24)).lines())
    assert max(match.result.scores) >= 1000
    for seat, score in zip(match.seats, match.result.scores, strict=True):
        assert f"{seat.name} {score}" in text


def test_the_chart_has_the_scores_of_every_turn() -> None:
    match = resigned()
    assert scores_by_move(LocalTable(match)) == {"Ann": [0.0, 0, 0, 0], "Ben": [0.0, 0, 0, 0]}
    whole = played()
    assert whole.result is not None
    lines = scores_by_move(LocalTable(whole))
    assert [line[-1] for line in lines.values()] == list(whole.result.scores)
    assert {len(line) for line in lines.values()} == {len(whole.plies) + 1}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("id", ["oware", "thief"])
def test_every_round_with_its_winner_and_then_the_podium(id: str, size: tuple[int, int]) -> None:
    async def drive() -> None:
        first = played(id)
        second = next_round(first, first.seats)
        drive_match(second)
        app = at_the_end(second)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            text = screen_text(app)
            rounds = [text.index(f"Round {n} ") for n in (1, 2)]
            places = [*rounds, text.index("After 2 rounds"), text.index(" 1. ")]
            assert places == sorted(places)
            assert len(re.findall("won with|tied with", text)) >= 2
            assert "in total" in text

    run(drive)


def test_of_many_rounds_the_page_has_the_latest_and_a_key_lists_all() -> None:
    async def drive() -> None:
        match = played("thief")
        for _ in range(7):
            match = next_round(match, match.seats)
            drive_match(match)
        app = at_the_end(match)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            text = screen_text(app)
            assert "Round 1 " not in text
            assert re.search(r"and \d earlier", text)
            assert "Round 8 " in text
            assert "After 8 rounds" in text
            await press(pilot, ["w"])
            await until(pilot, lambda: "Who won" in screen_text(app))
            assert all(f"Round {n}: " in screen_text(app) for n in range(1, 9))
            assert "The podium:" in screen_text(app)

    run(drive)


@pytest.mark.parametrize("keys", [["n"], ["right", "n"]], ids=str)
def test_play_again_is_the_next_round_with_the_same_seats(keys: list[str]) -> None:
    async def drive() -> None:
        match = resigned()
        app = at_the_end(match)
        async with app.run_test() as pilot:
            await press(pilot, keys)
            await until(pilot, lambda: isinstance(app.screen, TablePage))
            assert isinstance(app.screen, TablePage)
            following = app.screen.table
            assert following.names == ("Ben", "Ann")
            assert len(following.record().series) == 1

    run(drive)


def test_enter_and_space_start_nothing() -> None:
    async def drive() -> None:
        app = at_the_end(resigned(), animate=True)
        async with app.run_test() as pilot:
            await press(pilot, ["enter", "space", "space", "enter"] * 5)
            assert isinstance(app.screen, EndingPage)
            assert app.screen.shown.fallen == 1.0, "but they end the flourish"

    run(drive)


@pytest.mark.parametrize(("animate", "fallen"), [(True, 0.0), (False, 1.0)])
def test_the_flourish_moves_where_things_move(animate: bool, fallen: float) -> None:
    async def drive() -> None:
        app = at_the_end(resigned(), animate=animate)
        async with app.run_test() as pilot:
            assert isinstance(app.screen, EndingPage)
            assert (app.screen.shown.fallen < 1.0) == (fallen < 1.0)
            page = app.screen
            await until(pilot, lambda: page.shown.fallen == 1.0)

    run(drive)


def nim_match(judge: NimJudge | None) -> Match:
    """A match that the second player wins, though the first could have."""
    lab = Lab() if judge is None else Lab(judge=lambda rules: judge)
    return drive_plies(replace(NIM, lab=lambda: lab), ["take 1"] * 12)


def drive_plies(played: Game, texts: Sequence[str]) -> Match:
    match = Match.new(SqliteStore(), played, (Seat("Ann"), Seat("Ben")))
    for ply, text in enumerate(texts):
        match.play(text, ply % 2, match.at)
    return match


def test_the_verdict_comes_from_the_review() -> None:
    async def drive() -> None:
        match = nim_match(NimJudge())
        app = at_the_end(match)
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: "decisions" in screen_text(app))
            text = screen_text(app)
            assert "the game turned at move" in text
            assert "choices were not the best" in text
            assert "0 of" not in text
            assert "CHANCES TO WIN   a multiple of four is lost" in text
            assert "luck" not in text, "there is none in this game"

    run(drive)


def test_where_nobody_can_judge_quickly_nothing_is_said() -> None:
    async def drive() -> None:
        app = at_the_end(nim_match(None))
        async with app.run_test() as pilot:
            page = app.screen
            assert isinstance(page, EndingPage)
            await until(pilot, lambda: page._work is not None and page._work.over)
            await until(pilot, lambda: not page.shown.waiting)
            assert "Looking back" not in screen_text(app)
            assert page.shown.judgement is None

    run(drive)


async def type_name(pilot: Pilot[None], name: str, key: str = "s") -> None:
    await pilot.press(key)
    await until(pilot, lambda: isinstance(pilot.app.screen, LineDialog))
    pilot.app.screen.query_one(Input).value = name
    await pilot.press("enter")
    await pilot.pause()


@pytest.mark.parametrize("suffix", [".json", ".ogn"])
def test_the_record_is_saved_in_the_format_of_the_name(suffix: str, tmp_path: Path) -> None:
    async def drive() -> None:
        match = played()
        app = at_the_end(match)
        async with app.run_test() as pilot:
            await type_name(pilot, str(tmp_path / f"match{suffix}"))
            (record,) = read_records(tmp_path / f"match{suffix}")
            assert record.actions == match.record.actions
            await type_name(pilot, str(tmp_path / "match.txt"))
            assert "no format for" in screen_text(app)
            app.screen.query_one(Input).value = str(tmp_path / "no" / "match.json")
            await press(pilot, ["enter"])
            await pilot.pause()
            assert "cannot be written" in screen_text(app)
            await pilot.press("escape")
            assert isinstance(app.screen, EndingPage)

    run(drive)


def test_step_through_it_and_home() -> None:
    async def drive() -> None:
        match = resigned()
        app = at_the_end(match)
        async with app.run_test() as pilot:
            await pilot.press("r")
            await until(pilot, lambda: isinstance(app.screen, ReplayPage))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, EndingPage))
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, HomePage))
            assert "gamenight replay" in app.farewell or "in memory" in app.farewell

    run(drive)


def test_a_click_on_a_key_presses_it() -> None:
    async def drive() -> None:
        app = at_the_end(resigned())
        async with app.run_test() as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, EndingPage)
            place = screen.query_one(KeyBar).picture.place("Esc")
            assert place is not None
            await pilot.click(KeyBar, offset=(place.x, place.y))
            await until(pilot, lambda: isinstance(app.screen, HomePage))

    run(drive)


def test_a_click_that_was_meant_for_the_bar_of_the_table_starts_nothing() -> None:
    async def drive() -> None:
        app = at_the_end(resigned(), animate=True)
        async with app.run_test() as pilot:
            screen = app.screen
            assert isinstance(screen, EndingPage)
            await until(pilot, lambda: screen.query_one(KeyBar).picture.place("n") is not None)
            screen.shown = replace(screen.shown, fallen=0.5)
            await pilot.click(KeyBar, offset=(1, 0))
            assert screen.shown.fallen == 1.0
            await pilot.pause()
            assert app.screen is screen
            await pilot.click(KeyBar, offset=(1, 0))
            await until(pilot, lambda: app.screen is not screen)

    run(drive)


def test_a_match_that_was_over_already_opens_its_end() -> None:
    async def drive() -> None:
        match = resigned()
        again = Match.load(match.store, match.id)
        app = new_app(lambda app: TablePage(LocalTable(again)), match.store)
        async with app.run_test() as pilot:
            await until(pilot, lambda: isinstance(app.screen, EndingPage))
            assert Record.loads(match.record.dumps()) == again.record

    run(drive)


LOOKS = (Look(), Look(fill=False), Look(ascii=True, fill=False))


@pytest.mark.parametrize("count", [2, 5, 20])
@pytest.mark.parametrize("size", [*SIZES, (200, 50)], ids=str)
def test_any_number_of_players_and_long_names_have_room(count: int, size: tuple[int, int]) -> None:
    """Whatever does not fit is counted; the sentence and the winner are always there."""
    names = [f"Player number {n + 1} of all" for n in range(count)]
    seats = [Seat(name, "random") for name in names]
    match = Match.new(SqliteStore(), game("circuit"), seats, {"board": 12, "laps": 1}, seed=1)
    drive_match(match)
    table = LocalTable(match)
    verdict = table.verdict()
    assert verdict is not None
    review = replace(crowd(count), names=tuple(names), winners=(1,))
    state = EndingState(table, *verdict, {}, Digest(review), judged(review))
    for look in LOOKS:
        drawn = draw_ending(state, look, size)
        text = " ".join(" ".join(drawn.lines()).split())
        assert (drawn.width, drawn.height) == size
        assert {len(row) for row in drawn.rows} == {size[0]}
        assert "Player number 1 of all decided better" in text or count == 2
        assert text.isascii() or not look.ascii


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 50)])
@pytest.mark.parametrize(("key", "told"), [("enter", ENTER), ("x", "F1 all of them.")])
def test_why_a_key_does_nothing_is_whole_and_covers_nothing(
    key: str, told: str, size: tuple[int, int]
) -> None:
    async def drive() -> None:
        app = at_the_end(played())
        async with app.run_test(size=size) as pilot:
            await pilot.press(key)
            await until(pilot, lambda: told in " ".join(screen_text(app).split()))
            assert screen_lines(app)[-2].endswith(told[-5:]), "below all that is drawn"
            assert not notices(app)
            await pilot.press("space")
            await until(pilot, lambda: told not in " ".join(screen_text(app).split()))

    run(drive)
