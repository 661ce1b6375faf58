"""`gamenight solve` and `gamenight tables`: what the games bring, and what is said without."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gamenight.cli import parser as cli
from gamenight.core import registry
from gamenight.core.lab import Lab
from tests.terminal import pipe
from tests.toys.nim import NIM


@pytest.fixture
def nim(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A registry of one game that has tables and a solution; what its tables were asked for."""
    asked: list[str] = []

    def build(words: list[str]) -> int:
        asked.extend(words)
        return 3

    def solve(rules: Any) -> Iterator[str]:
        yield f"{rules.players} players"
        yield "the first one wins"

    lab = Lab(tables={"build": build}, solve=solve)
    known = {"nim": replace(NIM, lab=lambda: lab), "other": NIM}
    monkeypatch.setattr(registry, "games", lambda: tuple(known))
    monkeypatch.setattr(registry, "game", known.__getitem__)
    return asked


def test_the_lines_of_a_solution(nim: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", "nim"]) == 0
    assert capsys.readouterr().out == "2 players\nthe first one wins\n"
    assert cli.main(["solve", "other"]) == 0
    assert capsys.readouterr().out.startswith("Nim is not solved")


def test_the_words_go_to_the_tables(nim: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--seeds", "5"], ["--help"], ["x", "--data", "y"], []):
        nim.clear()
        assert cli.main(["tables", "build", "nim", *words]) == 3
        assert nim == words


def test_what_tables_there_are(nim: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["tables"]) == 0
    assert capsys.readouterr().out == "gamenight tables build nim\n"
    for words in (["build", "other"], ["break", "nim"], ["build"]):
        assert cli.main(["tables", *words]) == 2
        error = capsys.readouterr().err
        assert f"'{' '.join(words)}'" in error
        assert "possible: gamenight tables build nim" in error


def test_every_game_answers(tmp_path: Path) -> None:
    assert "which game?" in pipe(tmp_path, "solve", status=2)
    assert "usage:" in pipe(tmp_path, "tables", "--help")
    assert isinstance(cli.build_parser(["solve", "preys"]), argparse.ArgumentParser)
    assert "unknown game 'chess'" in pipe(tmp_path, "tables", "build", "chess", status=2)
