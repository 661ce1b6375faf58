"""What comes from elsewhere ends the wait for somebody who types, and a line that is typed does
not get lost."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from gamenight.draw.style import Style
from gamenight.plain.console import Console, Woken


@pytest.fixture
def keyboard() -> Iterator[tuple[Console, int]]:
    """A console at a terminal, and the hands that type there."""
    hands, screen = os.openpty()
    source, target = os.fdopen(screen, "r"), os.fdopen(os.dup(screen), "w")
    console = Console(Style(), source=source, target=target)
    console.listen()
    yield console, hands
    source.close()
    target.close()
    os.close(hands)


def test_news_end_the_wait(keyboard: tuple[Console, int]) -> None:
    console, _ = keyboard
    console.wake()
    console.wake()
    with pytest.raises(Woken):
        console.read("Ann> ", wakes=lambda: True)


def test_a_line_comes_before_news_and_known_news_end_nothing(keyboard: tuple[Console, int]) -> None:
    console, hands = keyboard
    console.wake()
    console.quiet()
    os.write(hands, b"hint\n")
    assert console.read("Ann> ", wakes=lambda: True) == "hint"
    os.write(hands, b"undo\n")
    console.wake()
    assert console.read("Ann> ", wakes=lambda: True) == "undo"
    with pytest.raises(Woken):
        console.read("Ann> ", wakes=lambda: True)


def test_a_question_ends_for_news(keyboard: tuple[Console, int]) -> None:
    console, _ = keyboard
    console.wake()
    with pytest.raises(Woken):
        console.ask("Play again? ", [], str, wakes=lambda: True)
