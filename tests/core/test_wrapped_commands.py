"""What the program says last: a command that it names can be copied."""

from __future__ import annotations

import pytest

from gamenight.core import command


def test_a_command_is_never_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "/home/ann/games/.venv/bin/gamenight"
    monkeypatch.setattr(command, "_program", lambda: program)
    over = f"Match 3 is over and saved. See: {program} replay 3, {program} analyse 3"
    assert command.wrapped(over, 60).splitlines() == [
        "Match 3 is over and saved. See:",
        f"{program} replay 3,",
        f"{program} analyse 3",
    ]
    short = f"Match 3 is saved. To continue: {program} resume 3"
    assert command.wrapped(short, 70).splitlines() == [
        "Match 3 is saved. To continue:",
        f"{program} resume 3",
    ]
    assert command.wrapped(short, 200) == short
