"""A whole game of Thief over a pipe."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from gamenight.games.thief.bots import NAMES
from tests.terminal import pipe

SETUP = ["1", "3", "Al", "Sarah", "y", "Mike", "n", "Mike", "y", "John", "y", "c"]


def test_three_people_play_to_a_win_with_steals_and_chains(tmp_path: Path) -> None:
    rng = Random(2)
    moves = [rng.choice(["", "", "", "e", "s", "d", "a", "zz", "y"]) for _ in range(1500)]
    typed = "\n".join([*SETUP, *moves]) + "\n"
    output = pipe(tmp_path, "play", "thief", "--target", "4000", "--seed", "9", typed=typed)
    assert "A name has 3 to 15 visible characters, not 2" in output
    first = ("Name of player 1?", "You are Sarah: is that right?", "Welcome, Sarah!", "  1. Sarah")
    places = [output.index(words) for words in (*first, "  3. John", "[c]ontinue")]
    assert places == sorted(places), "in the order of the seed"
    assert ": Roll 5 dice (Enter)" in output.partition("ready?")[2]
    for told in (" steals ", "Bust!", "chain", " declines", "points reach the target of 4000."):
        assert told in output
    assert "\nRound 1: " in output, "after the second round both are listed"
    assert "\nRound 2: " in output


def test_somebody_leaves_while_another_is_asked_to_roll(tmp_path: Path) -> None:
    seats = ("--seat", "Sarah", "--seat", "Mike", "--seat", "John", "--first", "1", "--seed", "2")
    output = pipe(
        tmp_path, "play", "thief", *seats, typed="leave 2\nleave 9\nroll 1 1 1 1 1\n\nroll\nq\n"
    )
    assert "Noted: Mike leaves after the roll." in output
    assert "'9' is not at the table (possible: 1 Sarah, 2 Mike, 3 John)" in output
    assert "'roll 1 1 1 1 1' is not possible here" in output
    assert "Mike leaves the table." in output.partition("Sarah rolls")[2]


def test_whoever_leaves_with_a_pot_reads_what_it_cost_and_how_to_take_it_back(
    tmp_path: Path,
) -> None:
    seats = ("--seat", "Sarah", "--seat", "Mike", "--seat", "John", "--first", "1", "--seed", "2")
    typed = "\nroll\nleave 1\nundo\nleave 2\nleave 3\nq\n"
    output = pipe(tmp_path, "play", "thief", *seats, typed=typed)
    lost = r"With that, Sarah loses \d+ points; the others play on\. \(undo takes it back\)"
    assert re.search(lost, output)
    assert "With that, the match is over. (undo takes it back)" in output


def test_cards_and_machines_at_one_table(tmp_path: Path) -> None:
    seats = ("--seat", "Sarah", "--seat", "bot:turn", "--seat", "bot:predictable")
    rng = Random(5)
    typed = "\n".join(rng.choice(["", "", "e", "d", "x", "y"]) for _ in range(500)) + "\n"
    options = ("--cards", "yes", "--target", "2000", "--seed", "4")
    output = pipe(tmp_path, "play", "thief", *seats, *options, typed=typed)
    assert all(name in output for name in NAMES[:2]), "machines sit there under funny names"
    assert "points reach the target of 2000." in output
