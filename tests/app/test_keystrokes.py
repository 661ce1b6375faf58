"""Which keys count: examples on a time line, in seconds; then at a real table."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events

from gamenight.app import keystrokes
from gamenight.app.app import Gamenight
from gamenight.app.keystrokes import CALM, HELD, Keystrokes
from tests.app.screens import screen_text
from tests.app.tables import asked, at_table, question, run, table, until
from tests.conftest import FINGERS
from tests.match.matches import new_match

ASKED = 1.0


def heard(*presses: tuple[str, float], asked: float = ASKED) -> list[bool]:
    """Which of these presses count if a question appears at a time."""
    keys, found, waiting = Keystrokes(), [], True
    for key, at in presses:
        if waiting and at >= asked:
            keys.ask(asked)
            waiting = False
        found.append(keys.hears(key, at))
    return found


def held(key: str, begun: float, end: float, per_second: float) -> list[tuple[str, float]]:
    presses = int((end - begun) * per_second)
    return [(key, begun + number / per_second) for number in range(presses)]


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize("per_second", [3, 10, 30])
def test_a_key_that_skips_does_not_run_on_into_the_question(per_second: float) -> None:
    presses = held("enter", 0.0, 5.0, per_second)
    counted = [at for (_, at), ok in zip(presses, heard(*presses), strict=True) if ok]
    waited = [] if per_second > 3 else [at for _, at in presses if at >= ASKED + CALM]
    assert counted == [*(at for _, at in presses if at < ASKED), *waited]
    late = ("enter", presses[-1][1] + 0.7)
    assert heard(*presses, late)[-1], "once it was let go, it counts"


@pytest.mark.usefixtures("_slow_fingers")
def test_letters_in_one_go_are_counted_and_a_rest_begins_anew() -> None:
    keys, found = Keystrokes(), []
    for key, at in (("b", 5.0), ("a", 5.2), ("d", 5.4), ("a", 5.7), ("enter", 5.8), ("b", 5.9)):
        keys.hears(key, at)
        found.append(keys.run)
    assert found == [1, 2, 3, 1, 2, 1]


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize("delay", [0.25, 0.36, 0.5, 0.66, 1.0])
@pytest.mark.parametrize("asked", [0.05, 0.2, 0.45])
def test_a_held_key_answers_nothing_however_late_it_begins_to_repeat(
    delay: float, asked: float
) -> None:
    keys = Keystrokes()
    assert keys.hears("enter", 5.0)
    times = [5.0 + delay + number / 30 for number in range(20)]
    keys.ask(5.0 + min(asked, delay - 0.01))
    for at in times:
        repeats = keys.doubts("enter", at) and at != times[-1]
        assert not keys.hears("enter", at, repeats)
    assert not keys.doubts("enter", times[-1] + 2.0)
    assert keys.hears("enter", times[-1] + 2.0)


@pytest.mark.usefixtures("_slow_fingers")
def test_only_the_same_key_soon_after_is_in_doubt_and_only_at_something_new() -> None:
    keys = Keystrokes()
    keys.hears("3", 5.0)
    assert not keys.doubts("3", 5.5), "nothing new is on the screen"
    keys.ask(5.1)
    assert keys.doubts("3", 5.5)
    assert not keys.doubts("4", 5.5)
    assert not keys.doubts("3", 6.2)
    assert keys.hears("3", 5.5), "it came once, so it was pressed"
    assert not keys.doubts("3", 6.0), "and this was asked before that"


@pytest.mark.usefixtures("_slow_fingers")
def test_two_calm_presses_a_second_count_each() -> None:
    keys = Keystrokes()
    for press in range(1, 9):
        assert keys.hears("enter", press / 2)
        keys.ask(press / 2 + 0.05)


@pytest.mark.usefixtures("_slow_fingers")
def test_what_was_typed_before_a_question_does_not_answer_it() -> None:
    keys = Keystrokes()
    keys.ask(ASKED)
    assert [keys.hears(key, 0.99) for key in "end"] == [False] * 3
    assert not keys.hears("s", ASKED + 0.05), "nobody has read it yet"
    assert keys.hears("s", ASKED + 0.2)


@pytest.mark.usefixtures("_slow_fingers")
def test_the_end_of_a_word_belongs_to_the_answer() -> None:
    for typed, counts in (("nd", [False, False]), ("ndd", [False, False, True]), ("x", [True])):
        keys = Keystrokes()
        assert keys.hears("e", 0.0)
        keys.answered("e", {"end", "end the turn", "e"})
        times = (0.3, 0.6, 0.9)
        assert [keys.hears(k, t) for k, t in zip(typed, times, strict=False)] == counts
    keys.answered("e", {"end"})
    assert keys.hears("n", 5.0), "that was another thought"


@pytest.mark.usefixtures("_slow_fingers")
def test_a_letter_twice_is_one_answer_and_nothing_of_it_came_too_early() -> None:
    keys = Keystrokes()
    keys.ask(10.0)
    assert keys.hears("d", 12.0)
    keys.answered("d", ["decline"], gap=0.25)
    keys.ask(12.01)
    assert not keys.hears("d", 12.05)
    assert not keys.early
    assert (keys.hears("d", 12.09), keys.hears("d", 14.0)) == (False, True)  # held, then pressed


@pytest.mark.usefixtures("_slow_fingers")
def test_a_menu_can_be_opened_and_closed_quickly_but_not_by_a_held_key() -> None:
    def opened_and_pressed(after: float) -> bool:
        keys = Keystrokes()
        keys.hears("escape", 0.0)
        keys.turn_page(0.05)
        return keys.hears("escape", after)

    assert opened_and_pressed(0.4)
    assert not opened_and_pressed(0.3)


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize("typed_ahead", [True, False])
def test_what_was_typed_before_a_page_counts_where_it_may_be_meant_for_it(
    typed_ahead: bool,
) -> None:
    keys = Keystrokes()
    keys.ask(0.5)
    keys.turn_page(1.0, typed_ahead)
    assert keys.hears("a", 0.9) is typed_ahead
    assert keys.hears("b", 1.0)


@pytest.mark.usefixtures("_slow_fingers")
def test_a_name_typed_before_its_page_opened_keeps_its_double_letters() -> None:
    keys = Keystrokes()
    assert keys.hears("enter", 1.0)
    keys.turn_page(1.2)
    assert not keys.hears("enter", 1.05), "held since before the page"
    assert [keys.hears(letter, 1.1 + n / 100) for n, letter in enumerate("Anna")] == [True] * 4
    assert not keys.doubts("a", 1.13 + HELD)
    keys.turn_page(2.0)
    assert not keys.hears("a", 2.1, repeats=True), "held since another page"


@pytest.mark.usefixtures("_slow_fingers")
def test_a_question_is_read_after_a_while_and_calmly_once_no_key_runs_on() -> None:
    keys = Keystrokes()
    keys.hears("enter", 5.0)
    keys.ask(5.1)
    seen = []
    for key, at in (("enter", 5.38), ("enter", 6.05), ("a", 6.5), ("enter", 6.8), ("enter", 7.6)):
        keys.hears(key, at)
        seen.append((keys.seen, keys.calm))
    rhythm = [(False, False), (True, False)]
    assert seen == [*rhythm, (True, True), (True, True), (True, True)]


@pytest.mark.usefixtures("_slow_fingers")
def test_enter_after_a_refused_word_is_calm_unless_it_is_still_held() -> None:
    def pressed_after_a_refusal(seconds: float) -> tuple[bool, bool]:
        keys = Keystrokes()
        keys.ask(5.0)
        keys.hears("x", 7.0)
        keys.hears("enter", 7.2)
        keys.refused(7.21)
        assert keys.doubts("enter", 7.2 + seconds) == (seconds > 0.35)
        return keys.hears("enter", 7.2 + seconds), keys.calm

    assert pressed_after_a_refusal(0.03) == (False, False)
    assert pressed_after_a_refusal(0.6) == (True, True)


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize("per_second", [1.5, 2, 3, 4, 5])
def test_whoever_keeps_tapping_goes_on_after_a_moment_and_decides_only_after_a_rest(
    per_second: float,
) -> None:
    keys, passed = Keystrokes(), []
    keys.hears("enter", 5.0)
    keys.ask(5.1)
    at = 5.0
    for _ in range(20):
        at += 1 / per_second
        if keys.hears("enter", at):
            passed.append(at - 5.1)
        assert not keys.calm
    assert passed[0] <= CALM + 1 / per_second
    assert keys.hears("enter", at + CALM + 0.1)
    assert keys.calm


@pytest.mark.usefixtures("_slow_fingers")
def test_a_word_that_turns_a_page_is_one_key() -> None:
    keys = Keystrokes()
    assert keys.hears("h", 5.0)
    keys.turned("h")
    keys.ask(5.05)
    heard = [keys.hears(key, at) for key, at in (("o", 5.2), ("l", 5.4), ("d", 5.6))]
    assert heard == [False] * 3
    assert (keys.early, keys.begun) == (True, "h"), "so that the whole word can be told"
    assert keys.hears("d", 6.1), "that is another one"
    assert keys.begun == ""
    keys.turned("enter")
    assert keys.hears("d", 6.2), "Enter is no letter"


@pytest.mark.usefixtures("_slow_fingers")
def test_words_that_came_too_early_do_not_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([10.0, 10.2, 12.0, 12.3])
    monkeypatch.setattr("gamenight.app.untaken.monotonic", lambda: next(times))

    async def drive() -> None:
        async with table(new_match("oware", people=2)) as (app, pilot):
            await asked(app, pilot)
            for key in "unhe":
                at_table(app).came_early(key)
            assert '("he" was not taken)' in at_table(app)._untaken.sentence

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
def test_a_held_key_is_named_only_where_it_would_answer() -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2)) as (app, pilot):
            await asked(app, pilot)
            at_table(app).ignored("r")
            assert at_table(app)._untaken.sentence == ""
            at_table(app).ignored("3")
            assert at_table(app)._untaken.sentence == "Let go of 3, then press it again."

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
def test_what_came_too_early_is_told_for_a_while_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamenight.app.untaken.STAYS", 0.3)

    async def drive() -> None:
        async with table(new_match("oware", people=2)) as (app, pilot):
            to_read = replace(await asked(app, pilot), any_key=True)
            untaken = at_table(app)._untaken
            untaken.add("x")
            assert untaken.sentence == 'Too early: type it again ("x" was not taken).'
            untaken._play.question = to_read
            assert untaken.sentence == 'Too early: "x" was not taken.'
            await until(pilot, lambda: not untaken.sentence)

    run(drive)


def shown(app: Gamenight) -> str:
    return " ".join(screen_text(app).split())


@pytest.mark.usefixtures("_slow_fingers")
def test_typing_the_word_that_is_named_acts_at_once() -> None:
    async def drive() -> None:
        match = new_match("thief", people=2, seed=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            for key in "yr":
                await pilot.pause(0.6)
                await pilot.press(key)
            await until(pilot, lambda: (q := question(app)) and q.selection.scene.marks)
            plies = len(match.plies)
            await pilot.pause(0.2)
            await pilot.press(*"roll", "enter")
            await until(pilot, lambda: len(match.plies) > plies)

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
def test_enter_on_what_the_game_has_marked_asks_for_one_moment() -> None:
    async def drive() -> None:
        match = new_match("thief", people=2, seed=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            for key in "yr":
                await pilot.pause(0.6)
                await pilot.press(key)
            await until(pilot, lambda: (q := question(app)) and q.selection.scene.marks)
            plies = len(match.plies)
            enter = events.Key("enter", None)
            enter.time = begun = monotonic() + 0.2
            app.post_message(enter)
            await until(pilot, lambda: "That was quick: Enter means" in screen_text(app))
            assert "End the turn" in screen_text(app), "the choices are still there to see"
            enter = events.Key("enter", None)
            enter.time = begun + 0.36
            app.post_message(enter)
            await until(pilot, lambda: "to act at once, type roll, then Enter." in shown(app))
            assert len(match.plies) == plies
            enter = events.Key("enter", None)
            enter.time = begun + 0.5 + CALM
            app.post_message(enter)
            await until(pilot, lambda: len(match.plies) > plies)

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
def test_nobody_is_told_to_let_go_of_a_key_that_was_pressed_once() -> None:
    async def drive() -> None:
        match = new_match("thief", people=2, seed=2)
        async with table(match) as (app, pilot):
            await asked(app, pilot)
            for key in "yr":
                await pilot.pause(0.6)
                await pilot.press(key)
            await until(pilot, lambda: (q := question(app)) and q.selection.scene.marks)
            at, keys = at_table(app), app.keystrokes
            for key, later in (("enter", 0.2), ("tab", 1.3), ("enter", 0.3)):
                keys.ask(monotonic() + later - 0.2)  # asked again, after something else
                at._untaken.ask()
                pressed = events.Key(key, None)
                pressed.time = monotonic() + later
                app.post_message(pressed)
                await pilot.pause()
                assert key == "tab" or "That was quick" in screen_text(app)
                assert "let go" not in screen_text(app).casefold()
            assert at.play.question is not None

    run(drive)


@given(st.lists(st.tuples(st.sampled_from(["enter", "tab", "p"]), st.floats(0.6, 3.0))))
def test_keys_pressed_now_and_then_are_never_held(presses: list[tuple[str, float]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, seconds in FINGERS.items():
            patch.setattr(keystrokes, name, seconds)
        keys, at = Keystrokes(), 10.0
        for key, later in presses:
            keys.ask(at + later / 2)
            at += later
            keys.hears(key, at)
            assert keys.ignored == 0


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize("key", ["f7", "f1", "left"])
def test_why_enter_did_nothing_goes_away_with_any_other_key(key: str) -> None:
    async def drive() -> None:
        async with table(new_match("circuit", people=2), (120, 40)) as (app, pilot):
            at = at_table(app).play
            await asked(app, pilot)
            at.refuse("That was quick.")
            await until(pilot, lambda: "That was quick." in screen_text(app))
            await pilot.press(key)
            assert not at.note.text

    run(drive)


def test_keys_of_the_log_and_out_of_turn_say_why_they_do_nothing() -> None:
    async def drive() -> None:
        async with table(new_match("oware", people=2)) as (app, pilot):
            await asked(app, pilot)
            await pilot.press("f7")
            await until(pilot, lambda: "Nobody acts out of turn in Oware." in screen_text(app))
        async with table(new_match("circuit", people=2)) as (app, pilot):
            await asked(app, pilot)
            for key in ("f8", "f9"):
                at_table(app).play.refuse("")
                await pilot.press(key)
                await until(pilot, lambda: "ready first: until then" in screen_text(app))

    run(drive)


@pytest.mark.usefixtures("_slow_fingers")
@pytest.mark.parametrize("overtaken", [True, False])
def test_a_question_that_replaces_another_one_is_read_later(overtaken: bool) -> None:
    keys = Keystrokes()
    keys.ask(ASKED, overtaken)
    assert keys.hears("s", ASKED + 0.3) is not overtaken
    assert keys.hears("d", ASKED + 0.6)
