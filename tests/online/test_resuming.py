"""`gamenight host --resume`: the latest table, the one that is named, or the list of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamenight.online.hosting import Hosting
from gamenight.online.house import NewTable
from gamenight.online.settings import Settings
from tests.terminal import Terminal, pipe


def open_tables(folder: Path, *games: str) -> list[str]:
    """Tables of somebody who hosted them and left."""
    running = Hosting(Settings(port=0), folder / "gamenight.sqlite")
    running.start()
    try:
        return [running.open_table(NewTable(game, name="Ann"))[0] for game in games]
    finally:
        running.stop()


def host_again(folder: Path, *words: str) -> str:
    """What the lobby of a table shows that is opened again and left."""
    terminal = Terminal(folder, "host", "--resume", *words)
    try:
        shown = terminal.answer("? > ", "quit")
        terminal.wait_for("To open it again")
        return shown
    finally:
        terminal.kill()


def test_without_a_game_the_only_table_is_opened(tmp_path: Path) -> None:
    open_tables(tmp_path, "oware")
    assert "Oware\n  1. Ann (you)" in host_again(tmp_path)


def test_of_several_each_can_be_named(tmp_path: Path) -> None:
    oware, zombie = open_tables(tmp_path, "oware", "zombie")
    told = pipe(tmp_path, "host", "--resume")
    assert "Which table?" in told
    for id, game in ((oware, "oware"), (zombie, "zombie")):
        assert f"gamenight host {game} --resume --table={id}" in told
    assert "Zombie Dice\n" in host_again(tmp_path, f"--table={zombie}")
    assert "Oware\n" in host_again(tmp_path, "oware")


@pytest.mark.parametrize("words", [(), ("oware",), ("--table=nowhere",)])
def test_where_there_is_none_that_is_told(tmp_path: Path, words: tuple[str, ...]) -> None:
    told = pipe(tmp_path, "host", "--resume", *words, status=2)
    assert "here is no such table to resume" in told
    (other,) = open_tables(tmp_path, "zombie")
    if words:
        told = pipe(tmp_path, "host", "--resume", *words, status=2)
        assert f"possible: zombie --table={other}" in told
