"""Words of which the first letter is an answer: no letter of one acts for the next question."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic
from types import SimpleNamespace

import pytest
from textual import events
from textual.pilot import Pilot

from gamenight.app import keystrokes
from gamenight.app.app import Gamenight
from gamenight.app.keystrokes import Keystrokes
from gamenight.app.question import Question
from gamenight.app.screens.dialogs import PickDialog, TextDialog
from gamenight.app.screens.table import TablePage
from gamenight.app.settings import Settings
from gamenight.match.match import Match
from tests.app.screens import notices, screen_text
from tests.app.tables import asked, at_table, question, run, table, until
from tests.conftest import FINGERS
from tests.match.matches import new_match


async def until_two_ways(app: Gamenight, pilot: Pilot[None], match: Match) -> int:
    """On to a question with a choice between roll and something else; how much was played."""
    for _ in range(100):
        if len((await asked(app, pilot)).selection.scene.choices) >= 2:
            return len(match.plies)
        await pilot.press("enter")
    raise AssertionError(f"nobody has to decide: {screen_text(app)}")


async def at_once_until_two_ways(app: Gamenight, pilot: Pilot[None], match: Match) -> int:
    """The same, with no key too early."""
    with pytest.MonkeyPatch.context() as patch:
        for name in FINGERS:
            patch.setattr(keystrokes, name, 0.0)
        return await until_two_ways(app, pilot, match)


def slowly(app: Gamenight, text: str, begun: float, apart: float) -> None:
    """Keys as they come from somebody who looks for each, however busy this machine is."""
    for number, key in enumerate(text, 1):
        event = events.Key("enter" if key == "!" else key, None if key == "!" else key)
        event.time = begun + number * apart
        app.post_message(event)


def test_somebody_who_looks_for_the_keys_types_a_word_whole() -> None:
    assert 0.45 <= FINGERS["WHOLE"] <= 0.5


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("hint", 'h was "Hold, keep 1 brain"; for hint type :hint.'),
        ("hint!", 'h was "Hold, keep 1 brain"; for hint type :hint.'),
        ("help", 'h was "Hold, keep 1 brain"; for help type :help.'),
        ("halt", 'h was "Hold, keep 1 brain"; "alt" was not taken.'),
        ("hallo!", 'h was "Hold, keep 1 brain"; "allo" was not taken.'),
        ("hold!", ""),
    ],
)
@pytest.mark.usefixtures("_slow_fingers")
def test_the_rest_of_a_slow_word_is_not_for_the_next_player(
    word: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keystrokes, "READ", 0.0)
    monkeypatch.setattr(keystrokes, "SEEN", 0.0)

    async def drive() -> None:
        match = new_match("zombie", people=2, seed=3)
        async with table(match) as (app, pilot):
            plies = await at_once_until_two_ways(app, pilot, match)
            monkeypatch.setattr(keystrokes, "WHOLE", 0.01)
            begun = monotonic() + 5.0
            slowly(app, word[0], begun - 0.6, 0.6)
            await until(pilot, lambda: match.record.actions[plies:][:1] == ("hold",))
            after = await asked(app, pilot)
            played = len(match.plies)
            slowly(app, word[1:], begun, 0.6)
            await until(pilot, lambda: told in " ".join(screen_text(app).split()))
            await pilot.pause()
            now = question(app)
            assert now is not None
            assert (now.seat, now.selection.typed, len(match.plies)) == (after.seat, "", played)
            assert told or "was not taken" not in screen_text(app)

    run(drive)


@pytest.mark.parametrize(
    ("word", "id", "possible"),
    [
        ("halt", "zombie", "r, h;"),
        ("rest", "zombie", "r, h;"),
        ("rh", "zombie", "r, h;"),
        ("rollx", "zombie", "r, h;"),
        ("holdn", "zombie", "r, h;"),
        ("best 1", "oware", "1, 2, 3, 4, 5, 6;"),
        ("best1", "oware", "1, 2, 3, 4, 5, 6;"),
    ],
)
def test_a_word_that_nobody_knows_is_refused_whole(
    word: str, id: str, possible: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def drive() -> None:
        match = new_match(id, people=2, seed=3)
        async with table(match) as (app, pilot):
            plies = await until_two_ways(app, pilot, match)
            for name in ("WHOLE", "SPELLING"):
                monkeypatch.setattr(keystrokes, name, 60.0)
            await pilot.press(*("space" if letter == " " else letter for letter in word))
            assert f"{word}_" in screen_text(app)
            await pilot.press("enter")
            assert f"{word} does nothing here (possible: {possible}" in screen_text(app)
            assert len(match.plies) == plies

    run(drive)


def test_a_letter_pressed_twice_acts_at_once_and_another_key_acts_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def drive() -> None:
        match = new_match("zombie", people=2, seed=3)
        async with table(match) as (app, pilot):
            plies = await until_two_ways(app, pilot, match)
            monkeypatch.setattr(keystrokes, "WHOLE", 60.0)
            await pilot.press("h", "h")
            await until(pilot, lambda: match.record.actions[plies:][:1] == ("hold",))
            plies = await until_two_ways(app, pilot, match)
            await pilot.press("h", "f1")
            await until(pilot, lambda: match.record.actions[plies:][:1] == ("hold",))
            await until(pilot, lambda: isinstance(app.screen, TextDialog))

    run(drive)


@pytest.mark.parametrize(
    ("typed", "apart", "counts", "left"),
    [
        ("edo", 0.6, [False] * 3, "redo"),
        ("oll", 0.6, [False] * 3, ""),
        ("ule", 0.9, [False] * 3, "rule"),
        ("xyz", 0.9, [True] * 3, ""),
        ("e3", 0.6, [False, True], ""),
        ("r", 0.6, [True], ""),
        ("ll", 0.6, [False] * 2, "rll"),
    ],
)
@pytest.mark.usefixtures("_slow_fingers")
def test_what_is_typed_in_one_go_with_an_answer_belongs_to_it(
    typed: str, apart: float, counts: list[bool], left: str
) -> None:
    keys = Keystrokes()
    keys.hears("r", 5.0)
    keys.answered("r", {"roll", "roll on"}, {"rules", "resign"}, keystrokes.SPELLING)
    found = [keys.hears(key, 5.0 + n * apart) for n, key in enumerate(typed, 1)]
    assert (found, keys.left_over) == (counts, left)
    assert keys.early == bool(left)


@pytest.mark.usefixtures("_slow_fingers")
def test_enter_ends_a_word_and_decides_nothing_else() -> None:
    for word, counts in (("", True), ("x", False), ("oll", False)):
        keys = Keystrokes()
        keys.hears("r", 5.0)
        keys.answered("r", {"roll"}, (), keystrokes.SPELLING)
        for number, key in enumerate(word, 1):
            keys.hears(key, 5.0 + number / 2)
        assert keys.hears("enter", 5.5 + len(word) / 2) is counts
        assert keys.hears("enter", 7.5 + len(word) / 2)


def test_a_letter_that_was_taken_back_never_settles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keystrokes, "WHOLE", 0.2)

    async def drive() -> None:
        match = new_match("zombie", people=2, seed=3)
        async with table(match) as (app, pilot):
            plies = await until_two_ways(app, pilot, match)
            await pilot.press("h", "backspace")
            await pilot.pause(0.4)
            assert len(match.plies) == plies

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
def test_a_refused_letter_begins_a_word_and_a_refused_word_lets_enter_count() -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2)) as (app, pilot):
            found: Question | None = await asked(app, pilot)
            await pilot.pause(0.2)
            at = at_table(app)._answering
            at.object("x")
            found = question(app)
            assert found is not None
            assert found.selection.begun == "x"
            at._play.select(replace(found.selection, typed="xyz", begun=""))
            at.object("enter")
            assert app.keystrokes._corrected, "whoever types words skips nothing"
            found = question(app)
            assert found is not None
            assert (found.selection.typed, found.selection.begun) == ("", "")

    run(drive)


def test_a_page_turned_by_a_letter_waits_for_the_rest_of_its_word() -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2)) as (app, pilot):
            found = await asked(app, pilot)
            at_table(app)._answering._turn_page(found, "h")
            assert app.keystrokes.begun == "h"

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize(("apart", "longer"), [(0.6, True), (0.3, False)])
def test_whoever_lost_a_word_by_typing_slowly_gets_more_time_from_then_on(
    apart: float, longer: bool
) -> None:
    keys = Keystrokes()
    assert keys.patience == keystrokes.WHOLE
    assert keys.hears("h", 5.0)
    keys.answered("h", {"hold"}, {"hint"}, keystrokes.SPELLING)
    assert not keys.hears("i", 5.0 + apart)
    assert keys.left_over == "hi"
    assert keys.patience == (keystrokes.SLOWLY if longer else keystrokes.WHOLE)


@pytest.mark.usefixtures("_slow_fingers")
def test_a_letter_in_doubt_waits_for_somebody_who_types_slowly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr("gamenight.app.answering.asyncio", SimpleNamespace(sleep=sleep))

    async def drive() -> None:
        match = new_match("zombie", seed=3, brains_to_win=13)
        async with table(match) as (app, pilot):
            played = await at_once_until_two_ways(app, pilot, match)
            monkeypatch.setattr(keystrokes, "UNREAD", 0.0)
            app.keystrokes._is_slow = True
            slowly(app, "h", monotonic() + 5.0, 1.0)
            await until(pilot, lambda: len(match.plies) > played)

    run(drive)
    assert keystrokes.SLOWLY in waited


@pytest.mark.usefixtures("_slow_fingers")
def test_letters_in_one_go_are_counted_and_a_rest_begins_anew() -> None:
    keys, found = Keystrokes(), []
    for key, at in (("b", 5.0), ("a", 5.2), ("d", 5.4), ("a", 5.7), ("enter", 5.8), ("b", 5.9)):
        keys.hears(key, at)
        found.append(keys.run)
    assert found == [1, 2, 3, 1, 2, 1]


@pytest.mark.usefixtures("_slow_fingers")
def test_only_what_comes_at_once_completes_the_word_that_opened_a_field() -> None:
    keys = Keystrokes()
    assert keys.hears("f", 0.0)
    keys.answered("f", {"file"})
    assert [keys.completes(key, at) for key, at in (("i", 0.2), ("l", 0.4), ("e", 1.0))] == [
        True,
        True,
        False,
    ]


@pytest.mark.usefixtures("_slow_fingers")
def test_a_word_whose_first_letter_skips_what_moves_is_one_key_too() -> None:
    async def drive() -> None:
        match = new_match("oware", people=2)
        async with table(match, animate=True, settings=Settings(speed="slow")) as (app, pilot):
            await asked(app, pilot)
            await pilot.pause(0.3)
            await pilot.press("6")
            await until(pilot, lambda: match.plies and question(app) is None)
            start = monotonic() + 1.0  # by the clock of the keys the question is there long since
            slowly(app, "h", start, 0.15)
            await until(pilot, lambda: question(app) is not None)
            slowly(app, "old", start + 0.15, 0.15)
            await until(pilot, lambda: '"hold" was not taken' in screen_text(app))
            asked_now = question(app)
            assert asked_now is not None
            assert asked_now.selection.typed == ""

    run(drive)


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("push", 'p was "Play on"; "ush" was not taken.'),  # h is Hold
        ("decline", '"decline" does nothing here'),
        ("bug", '"bug" does nothing here'),  # g is Give up
    ],
)
@pytest.mark.usefixtures("_slow_fingers")
def test_of_a_word_typed_in_a_menu_only_the_first_letter_chooses(word: str, told: str) -> None:
    async def drive() -> None:
        match = new_match("zombie", people=2, seed=3)
        async with table(match) as (app, pilot):
            plies = await at_once_until_two_ways(app, pilot, match)
            at_table(app)._open_menu()
            await until(pilot, lambda: isinstance(app.screen, PickDialog))
            slowly(app, word, monotonic() + 5.0, 0.12)
            await until(pilot, lambda: told in screen_text(app) + str(notices(app)))
            await pilot.pause()
            assert isinstance(app.screen, TablePage if word == "push" else PickDialog)
            assert len(match.plies) == plies

    run(drive)
