"""What is said before the names are asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

import gamenight
from gamenight.games.zombie.rules import Options
from gamenight.games.zombie.welcome import welcome
from tests.terminal import pipe


def text(options: Options) -> str:
    return " ".join(" ".join(welcome(options)).split())


@pytest.mark.parametrize(
    ("options", "sentences"),
    [
        (
            Options(),
            [
                "The first with 13 brains or more ends the game",
                "you roll 3 dice at a time, from a bag of 13:",
                "6 green weak humans bbbffs 4 yellow strong humans bbffss",
                "3 red tough humans bffsss",
            ],
        ),
        (Options(brains_to_win=5), ["The first with 5 brains or more ends the game"]),
        (Options(brains_to_win=1), ["The first with 1 brain or more ends the game"]),
        (Options(max_turns=10), ["Playing by turns: everybody has exactly 10 turns"]),
        (Options(max_turns=1), ["Playing by turns: everybody has 1 turn,"]),
        (Options(1, 1, 0), ["you roll 2 dice at a time, from a bag of 2: 1 green"]),
        (Options(1, 0, 0, weak_die_faces="bs"), ["you roll 1 die at a time", "humans bs A brain"]),
    ],
)
def test_the_values_in_force_are_told(options: Options, sentences: list[str]) -> None:
    for sentence in sentences:
        assert sentence in text(options)


@pytest.mark.parametrize(("most", "told"), [("6", "2 to 6"), ("2", "2")])
def test_how_names_are_typed_is_told(tmp_path: Path, most: str, told: str) -> None:
    output = pipe(tmp_path, "play", "zombie", "--max-players", most, typed="\n")
    assert "Who plays? All names on one line, such as Ann, " in output
    assert "bot:best is a bot; an empty line leaves." in output
    assert f"Names of the {told} players, separated by commas:" in output


def test_what_is_not_in_force_is_not_told() -> None:
    assert "13" not in text(Options(weak_dice=5, brains_to_win=7))
    assert "ends the game:" not in text(Options(max_turns=10))
    assert "Playing by turns" not in text(Options())
    assert "red" not in text(Options(tough_dice=0)).split()


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(99, 99, 99, 99, 10**17, 0),
        Options(max_turns=10**17),
        Options(weak_die_faces="bfs" * 500),
    ],
)
def test_lines_fit_the_screen_and_are_ascii(options: Options) -> None:
    for line in welcome(options):
        assert len(line) < 80
        assert line.isascii()


def test_the_game_says_it() -> None:
    game = gamenight.game("zombie")
    assert game.welcome is not None
    assert list(game.welcome(Options())) == welcome(Options())
    assert (game.setup.names, game.setup.starter) == ("line", "shuffle")
