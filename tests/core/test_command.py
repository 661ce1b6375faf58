"""Commands that people are told: they can be typed as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamenight.core.command import command, command_here
from gamenight.match.local import LocalTable
from gamenight.match.sqlite import SqliteStore
from tests.match.matches import new_match


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program in a folder of the working directory, started by its whole path."""
    program = tmp_path / ".venv" / "bin" / "gamenight"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(program)])
    monkeypatch.setenv("PATH", str(tmp_path))
    return program


def test_where_the_shell_does_not_find_it_as_it_was_started(started: Path) -> None:
    assert command("resume 3") == ".venv/bin/gamenight resume 3"


def test_as_it_was_typed(started: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [".venv/bin/gamenight", "play"])
    assert command("resume 3") == ".venv/bin/gamenight resume 3"


def test_from_elsewhere_by_its_whole_path(
    started: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    assert command("matches") == f"{started} matches"


def test_by_its_name_where_the_shell_finds_it(
    started: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(started.parent))
    assert command("resume 3") == "gamenight resume 3"


def test_by_its_name_where_another_program_uses_it(
    started: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["/usr/bin/pytest"])
    assert command("resume 3") == "gamenight resume 3"


@pytest.mark.parametrize("manner", ["--plain", "--spoken"])
def test_whoever_plays_line_by_line_continues_so(
    manner: str, started: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", [".venv/bin/gamenight", manner, "play"])
    assert command_here("resume 3") == f".venv/bin/gamenight resume 3 {manner}"
    match = new_match("oware", store=SqliteStore(tmp_path / "matches.db"))
    assert LocalTable(match).farewell().endswith(f" resume 1 {manner}")
