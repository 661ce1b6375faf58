"""Keys as a terminal sends them."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import time
from collections.abc import Iterator
from threading import Thread

import pytest
from textual import constants, events
from textual.message import Message

from gamenight.app import keyboard
from tests.app.screens import new_app
from tests.terminal import PATIENCE


class Typist:
    """Somebody who types bytes, and what was read of them."""

    def __init__(self) -> None:
        self.source, self._sink = os.pipe()
        self.keys: list[str] = []
        self._ended = False
        self._reader = Thread(
            target=keyboard.read_keys, args=(self.source, lambda: self._ended, self._tell)
        )
        self._reader.start()

    def _tell(self, message: Message) -> None:
        if isinstance(message, events.Key):
            self.keys.append(message.key)

    def types(self, data: bytes) -> None:
        os.write(self._sink, data)

    def has_typed(self, *keys: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.keys != [*keys]:
            assert time.monotonic() < deadline, self.keys
            time.sleep(0.005)

    def hangs_up(self) -> None:
        os.close(self._sink)
        self._reader.join(PATIENCE)
        assert not self._reader.is_alive()

    def stops(self) -> None:
        self._ended = True
        self._reader.join(PATIENCE)
        os.close(self.source)


@pytest.fixture
def typist() -> Iterator[Typist]:
    typist = Typist()
    yield typist
    typist.stops()


def test_esc_is_a_key_by_itself(typist: Typist) -> None:
    typist.types(b"\x1b")
    typist.has_typed("escape")


def test_the_byte_of_esc_begins_other_keys(typist: Typist) -> None:
    typist.types(b"\x1b[A\x1bOP\x1b[15~")
    typist.has_typed("up", "f1", "f5")


def test_esc_then_a_letter_later_are_two_keys(typist: Typist) -> None:
    typist.types(b"\x1b")
    typist.has_typed("escape")
    typist.types(b"a")
    typist.has_typed("escape", "a")


def test_a_letter_in_two_pieces_is_one_key(typist: Typist) -> None:
    both = "é".encode()
    typist.types(both[:1])
    time.sleep(0.01)
    typist.types(both[1:])
    typist.has_typed("é")


def test_a_byte_that_is_no_text_ends_nothing(typist: Typist) -> None:
    typist.types(b"\xff")
    typist.types(b"a")
    deadline = time.monotonic() + PATIENCE
    while "a" not in typist.keys:
        assert time.monotonic() < deadline, typist.keys
        time.sleep(0.005)


def test_nobody_reads_on_at_the_end_of_a_file() -> None:
    typist = Typist()
    typist.hangs_up()
    os.close(typist.source)


def test_esc_waits_for_as_long_as_a_key_takes_to_come_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []

    class Watched(selectors.SelectSelector):
        def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
            waits.append(timeout or 0)
            return super().select(timeout)

    monkeypatch.setattr(selectors, "SelectSelector", Watched)
    typist = Typist()
    typist.types(b"\x1b")
    typist.has_typed("escape")
    typist.stops()
    assert keyboard.LOOK_AROUND in waits
    assert constants.ESCAPE_DELAY + keyboard.A_LITTLE_LATER in waits


@pytest.mark.skipif(sys.platform == "win32", reason="Windows tells the keys apart itself")
def test_the_program_reads_its_keys_so() -> None:
    assert new_app().get_driver_class() is keyboard.Keyboard


@pytest.mark.parametrize(("delay", "seconds"), [(None, 0.02), ("500", 0.5)])
def test_that_is_short_unless_the_terminal_says_otherwise(
    delay: str | None, seconds: float
) -> None:
    """A page is left within 50 ms, most of which are for drawing the next one."""
    kept = {name: text for name, text in os.environ.items() if name != "ESCDELAY"}
    asked = "from gamenight.app import keyboard; print(keyboard.constants.ESCAPE_DELAY)"
    ran = subprocess.run(
        [sys.executable, "-c", asked],
        env=kept if delay is None else {**kept, "ESCDELAY": delay},
        capture_output=True,
        text=True,
        check=True,
    )
    assert float(ran.stdout) == seconds
