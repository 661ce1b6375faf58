"""What is said before the names are asked for."""

from __future__ import annotations

import pytest

from gamenight.games.thief.rules import Options
from gamenight.games.thief.welcome import welcome


def text(options: Options) -> str:
    return " ".join(" ".join(welcome(options)).split())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (Options(), "Whoever has 10000 points with the pot and the roll wins at once"),
        (Options(target=500), "Whoever has 500 points with the pot and the roll wins at once"),
        (Options(), "3 to 6 can play"),
        (Options(fewest=2), "2 to 6 can play"),
        (Options(fewest=6), " 6 can play"),
        (Options(), "A name has 3 to 15 characters"),
        (Options(), "After 1000 turns in total, the most points win"),
        (Options(turn_limit=1), "After 1 turn in total, the most points win"),
        (Options(), "1 is 100, 5 is 50, 1-2-3-4-5 is 2500"),
        (Options(open_table=True), "leave NAME, join NAME"),
    ],
)
def test_the_values_in_force_are_told(options: Options, sentence: str) -> None:
    assert sentence in text(options)


def test_what_is_not_in_force_is_not_told() -> None:
    assert "leave 2" not in text(Options())
    assert "10000" not in text(Options(target=500))


@pytest.mark.parametrize(
    "options", [Options(), Options(1_000_000, 2, 10**17, True)], ids=["usual", "long"]
)
def test_lines_fit_the_screen_and_are_ascii(options: Options) -> None:
    for line in welcome(options):
        assert len(line) < 80
        assert line.isascii()
