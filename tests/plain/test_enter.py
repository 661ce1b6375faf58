"""What Enter does, in every game: help says it, and so does a refusal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.terminal import pipe

THREE = ("--seat", "Ann", "--seat", "bot:greedy", "--seat", "bot:greedy", "--seed", "3")
TWO = THREE[:4] + THREE[6:]


def shown(tmp_path: Path, game: str, typed: str) -> str:
    seats = THREE if game == "thief" else TWO
    return pipe(tmp_path, "play", game, *seats, "--first", "1", "--plain", typed=typed)


@pytest.mark.parametrize("game", ["thief", "zombie"])
def test_help_says_that_enter_means_ready(tmp_path: Path, game: str) -> None:
    assert "Enter/y  yes" in shown(tmp_path, game, "?\n")


@pytest.mark.parametrize("word", ["?", "help"])
def test_help_says_that_enter_rolls(tmp_path: Path, word: str) -> None:
    screen = shown(tmp_path, "thief", f"y\n{word}\n")
    assert "Enter/r  Roll 5 dice" in screen
    assert "nothing to choose" not in screen


def test_a_refusal_names_enter_where_it_takes_what_is_marked_or_a_default(tmp_path: Path) -> None:
    assert "(possible: Enter, a b, a, e; ? explains)" in shown(tmp_path, "thief", "y\n\nnonsense\n")
    assert "(possible: Enter, " in shown(tmp_path, "circuit", "y\nnonsense\n")
    assert "(possible: 1, 2, " in shown(tmp_path, "oware", "nonsense\n"), "where it takes nothing"


def test_help_says_what_letters_do_where_they_mark(tmp_path: Path) -> None:
    screen = shown(tmp_path, "thief", "y\n\n?\n")
    assert re.search(r"^a✓ b✓ +on and off; Enter takes those with ✓$", screen, re.MULTILINE)
    assert re.search(r"^Enter +Roll 3 dice", screen, re.MULTILINE)
    assert "Roll 4 dice" not in screen, "a alone only changes what is held"


def test_what_is_kept_is_told_as_it_is(tmp_path: Path) -> None:
    screen = shown(tmp_path, "oware", "?\n")
    assert "no person has played yet, so it is not kept" in screen
    assert "Match 1 is saved." in screen
    assert "this match is not kept" in shown(tmp_path, "oware", "quit\n")
    assert "quit    leave; the match is kept" in shown(tmp_path, "oware", "1\n?\n")
