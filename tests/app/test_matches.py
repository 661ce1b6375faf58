"""Whole matches on the screen, of every game there is, with arrow keys and Enter alone."""

from __future__ import annotations

from random import Random

import pytest
from textual.pilot import Pilot

from gamenight.app.app import Gamenight
from gamenight.app.question import Question
from gamenight.app.screens.ending import EndingPage
from gamenight.core import registry
from gamenight.core.game import Game
from gamenight.draw.canvas import HALF
from gamenight.match.match import Match
from gamenight.match.verdict import announcement
from tests.app.screens import SIZES, screen_lines, screen_text
from tests.app.tables import asked, question, run, table, until
from tests.match.matches import new_match
from tests.toys.nim import NIM

ARROWS = ("up", "down", "left", "right")
LOOKS: tuple[tuple[str, dict[str, bool]], ...] = (
    ("dark", {}),
    ("ascii", {"ascii": True}),
    ("16 colours", {"plain_colors": True}),
)
MOST_KEYS = 500
BIG = (HALF, "██", "##")  # what large letters are made of


async def play_by_arrows(
    app: Gamenight, pilot: Pilot[None], rng: Random, size: tuple[int, int]
) -> None:
    """To the end of the match, choosing at random; on the way the screen is looked at."""
    for _ in range(MOST_KEYS):
        await until(pilot, lambda: question(app) or isinstance(app.screen, EndingPage))
        asked_now = question(app)
        if asked_now is None:
            return
        check_screen(app, asked_now, size)
        if len(asked_now.selection.scene.choices) > 1:
            for _ in range(rng.randrange(3)):
                await pilot.press(rng.choice(ARROWS))
        await pilot.press("enter")
    raise AssertionError("the match does not end")


def check_screen(app: Gamenight, asked_now: Question, size: tuple[int, int]) -> None:
    """The question is on the screen, and nothing is wider than it."""
    lines = screen_lines(app)
    assert len(lines) == size[1]
    whole = " ".join(" ".join(lines).split())
    scene = asked_now.selection.scene
    assert not app.look.ascii or whole.isascii()
    if scene.ask and not asked_now.selection.path and not app.look.ascii:
        assert " ".join(scene.ask.split()[:2]) in whole


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("id", registry.games())
def test_a_whole_match_is_played_with_arrow_keys_and_enter(id: str, people: int) -> None:
    number = list(registry.games()).index(id) + people
    size, (_, look) = SIZES[number % 3], LOOKS[number % 3 if people == 1 else (number + 1) % 3]

    async def drive() -> None:
        match = new_match(id, people)
        async with table(match, size, **look) as (app, pilot):
            await play_by_arrows(app, pilot, Random(number), size)
            assert match.result is not None
            check_ending(app, match)
            again = Match.load(match.store, match.id)
            assert again.record == match.record

    run(drive)


def check_ending(app: Gamenight, match: Match) -> None:
    assert match.result is not None
    headline, reason = announcement(match.names, match.result)
    text = " ".join(screen_text(app).split())
    assert headline.split(":")[0] in text or any(sign in text for sign in BIG)
    assert reason in text
    assert "n again" in text


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("id", registry.games())
def test_the_first_question_fits_every_screen(
    id: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, look = LOOKS[(SIZES.index(size) + list(registry.games()).index(id)) % len(LOOKS)]
    monkeypatch.setattr(Gamenight, "_many_colors", name == "dark")

    async def drive() -> None:
        match = new_match(id)
        async with table(match, size, **look) as (app, pilot):
            found = await asked(app, pilot)
            await pilot.pause()
            check_screen(app, found, size)
            text = screen_text(app)
            assert match.game.title in text
            assert "Ann" in text

    run(drive)


def test_a_plug_ins_game_is_played_without_a_scene_of_its_own() -> None:
    async def drive(game: Game) -> None:
        match = new_match(game)
        async with table(match) as (app, pilot):
            found = await asked(app, pilot)
            assert "take 2" in screen_text(app)
            await pilot.press("enter")
            assert (await asked(app, pilot)).selection == found.selection, "nothing was chosen"
            await pilot.press("right", "right", "enter")
            await until(pilot, lambda: len(match.plies) == 2)
            assert match.record.actions[0] == "take 2"

    run(lambda: drive(NIM))
