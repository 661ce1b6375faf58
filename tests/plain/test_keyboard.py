"""Keys before a question: a pseudo-terminal, and the lines that follow."""

from __future__ import annotations

import os
import pty
from collections.abc import Iterator
from contextlib import closing

import pytest

from gamenight.plain.keyboard import AFRESH, CALM, READ, WORD, Keyboard


@pytest.fixture
def terminal() -> Iterator[tuple[Keyboard, int]]:
    """A keyboard, and where its keys are pressed."""
    main, other = pty.openpty()
    with closing(os.fdopen(other, "r")) as source:
        yield Keyboard(source), main
    os.close(main)


def press(terminal: tuple[Keyboard, int], keys: bytes) -> Keyboard:
    keyboard, main = terminal
    with keyboard.deaf():
        os.write(main, keys)
    return keyboard


LATER = 2 * READ


@pytest.mark.parametrize("keys", [b"help", b"hel\x1b[Ap", b"\n\nhelp", b"\x7fhelp"])
def test_words_are_told_once(terminal: tuple[Keyboard, int], keys: bytes) -> None:
    keyboard = press(terminal, keys)
    assert keyboard.complaint == "Too early: type it again ('help' was not taken)."
    assert keyboard.complaint == ""


def test_enter_after_them_takes_nothing_until_it_is_pressed_for_itself(
    terminal: tuple[Keyboard, int],
) -> None:
    keyboard = press(terminal, b"help")
    assert keyboard.refusal("", LATER) == "Too early: that Enter was not taken."
    assert keyboard.refusal("", 0.03), "it is held down"
    assert not keyboard.refusal("", LATER)
    assert not keyboard.refusal("", 0.0), "nothing is in doubt any more"


def test_an_enter_that_skipped_something_does_not_run_on(terminal: tuple[Keyboard, int]) -> None:
    keyboard = press(terminal, b"\n\n")
    assert keyboard.complaint == ""
    assert keyboard.refusal("", 0.03) == "Too early: that Enter was not taken."
    assert not keyboard.refusal("", LATER)


@pytest.mark.parametrize(
    ("keys", "seconds"), [(b"r", WORD), (b"hold", WORD), (b"hold\n", CALM), (b"\n\n", CALM)]
)
def test_the_first_calm_enter_counts(
    terminal: tuple[Keyboard, int], keys: bytes, seconds: float
) -> None:
    keyboard = press(terminal, keys)
    assert not keyboard.refusal("", seconds)
    press(terminal, keys)
    assert keyboard.refusal("", seconds - 0.1) == "Too early: that Enter was not taken."


@pytest.mark.parametrize(
    ("keys", "line", "counts"),
    [
        (b"ro", "ll", False),
        (b"ro", "roll", True),
        (b"roll\n", "2", True),
        (b"roll\n1", "2", False),
        (b"\x1b[B", "2", True),
        (b"", "", True),
    ],
)
def test_a_line_counts_if_nothing_of_it_is_missing(
    terminal: tuple[Keyboard, int], keys: bytes, line: str, counts: bool
) -> None:
    keyboard = press(terminal, keys)
    assert bool(keyboard.refusal(line, LATER)) is not counts
    assert not keyboard.refusal(line, LATER), "it was typed again"


def test_words_that_an_enter_has_ended_are_no_beginning_of_the_next_line(
    terminal: tuple[Keyboard, int],
) -> None:
    keyboard = press(terminal, b"abc")
    assert keyboard.complaint
    assert keyboard.refusal("", LATER) == "Too early: that Enter was not taken."
    assert not keyboard.complaint, "that was told"
    assert not keyboard.refusal("2", LATER)


def test_whoever_has_read_that_it_was_too_early_may_type_something_else(
    terminal: tuple[Keyboard, int],
) -> None:
    assert press(terminal, b"ro").refusal("2", AFRESH - 0.1)
    assert not press(terminal, b"ro").refusal("2", AFRESH)


def test_the_beginning_of_a_line_is_forgotten_too(terminal: tuple[Keyboard, int]) -> None:
    keyboard, main = terminal
    os.write(main, b"hel")
    keyboard.forget()
    assert "'hel'" in keyboard.complaint


def test_a_file_has_no_keys() -> None:
    with open(os.devnull) as source:
        keyboard = Keyboard(source)
        keyboard.forget()
        assert not keyboard.complaint
        assert not keyboard.refusal("", 0.0)
