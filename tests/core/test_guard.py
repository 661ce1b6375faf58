"""The guard: what somebody else's code raises is theirs, what a person presses is not."""

from __future__ import annotations

import os
import signal
import sys
from threading import Thread
from typing import NoReturn

import pytest

from gamenight.core import guard
from gamenight.core.errors import BrokenGame, InvalidOption
from gamenight.core.guard import Guard

GUARD = Guard("somebody:GAME")


def raises(error: BaseException) -> NoReturn:
    raise error


class Leaving(Exception):
    def __str__(self) -> str:
        sys.exit("bye")


class Endless(Exception):
    def __str__(self) -> str:
        while True:
            pass


@pytest.mark.parametrize(
    "error",
    [
        Leaving(),
        Endless(),
        GeneratorExit(),
        KeyboardInterrupt(),
        SystemExit(3),
        BrokenGame("not me"),
        InvalidOption(None),  # type: ignore[arg-type]
    ],
)
def test_whatever_is_raised_names_the_plug_in(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "SAYING", 0.05)
    with pytest.raises(BrokenGame, match="the plug-in 'somebody:GAME' failed in node: "):
        GUARD("node", raises, error, passing=InvalidOption)


def test_what_belongs_there_passes() -> None:
    with pytest.raises(InvalidOption, match="too many"):
        GUARD("make", raises, InvalidOption("too many"), passing=InvalidOption)
    with pytest.raises(BrokenGame, match="failed in apply: KeyError"):
        GUARD("bot", lambda: GUARD("apply", raises, KeyError()))


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    while True:
        pass


def test_ctrl_c_ends_what_a_plug_in_does() -> None:
    with pytest.raises(KeyboardInterrupt):
        GUARD("node", press)
    with pytest.raises(KeyboardInterrupt):
        GUARD.patient("odds", lambda: GUARD("node", press))


def test_ctrl_c_while_an_exception_says_what_it_is() -> None:
    class Pressing(Exception):
        def __str__(self) -> str:
            press()
            return ""

    with pytest.raises(KeyboardInterrupt):
        GUARD("node", raises, Pressing())


def test_in_another_thread_nobody_presses_ctrl_c() -> None:
    told: list[str] = []

    def work() -> None:
        try:
            GUARD("node", raises, KeyboardInterrupt())
        except BrokenGame as error:
            told.append(str(error))

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert told == ["the plug-in 'somebody:GAME' failed in node: KeyboardInterrupt:"]
