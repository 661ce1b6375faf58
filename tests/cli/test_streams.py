"""What is said beside the output."""

from __future__ import annotations

import io
import os
import shutil
import sys

import pytest

from gamenight.cli.streams import complain


class Errors(io.StringIO):
    """A stream of errors that is a terminal, or not."""

    def __init__(self, terminal: bool):
        super().__init__()
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize(("terminal", "lines"), [(True, 3), (False, 1)])
def test_on_a_terminal_lines_end_between_words(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, lines: int
) -> None:
    said = Errors(terminal)
    monkeypatch.setattr(sys, "stderr", said)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *given: os.terminal_size((24, 24)))
    complain("there is no match seventy-seven to go on with")
    told = said.getvalue()
    assert " ".join(told.split()) == "gamenight: there is no match seventy-seven to go on with"
    assert told.count("\n") == lines
    assert max(map(len, told.splitlines())) <= 24 or not terminal
