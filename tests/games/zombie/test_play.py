"""Whole games of Zombie Dice, played over a pipe as people do: by what stands on the screen."""

from __future__ import annotations

import codecs
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from gamenight.games.zombie.odds import odds
from gamenight.games.zombie.rules import ZombieRules
from tests.terminal import COMMAND, environment, pipe

PEOPLE = ("--seat", "Marina", "--seat", "Carvalho", "--seat", "Vinícius")
PROMPTS = ("(Enter) ", "> ", "commas: ")
AGAIN = "Play again? [y/n] "


def conversation(data: Path, *arguments: str, answer: Callable[[str], str]) -> str:
    """Play over a pipe: `answer` gets all that was printed so far; what was printed in the end."""
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(data, PYTHONIOENCODING="utf-8"),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    decoder, seen = codecs.getincrementaldecoder("utf-8")(), ""
    while chunk := os.read(process.stdout.fileno(), 65536):
        seen += decoder.decode(chunk)
        if seen.endswith((*PROMPTS, AGAIN)):
            typed = "n" if seen.endswith(AGAIN) else answer(seen)
            process.stdin.write(f"{typed}\n".encode())
            process.stdin.flush()
    process.stdin.close()
    assert process.wait(30) == 0, seen
    assert "Traceback" not in seen
    return seen


def cautious(seen: str) -> str:
    """Hold with any brain, else Enter: to be ready, to turn a page, to roll."""
    asked = seen.rpartition("roll on or hold?")[2]
    at_choice = seen.endswith("> ") and "[h] Hold, keep" in asked
    return "h" if at_choice and "keep nothing" not in asked else ""


@pytest.mark.parametrize("style", [(), ("--ascii",)], ids=["emoji", "ascii"])
def test_three_people_from_the_first_roll_to_the_winner(
    tmp_path: Path, style: tuple[str, ...]
) -> None:
    arguments = ("play", "zombie", *PEOPLE, "--seed", "4", "--brains-to-win", "4", *style)
    seen = conversation(tmp_path, *arguments, answer=cautious)
    names = r"(?:Marina|Carvalho|Vin[ií]cius)"
    assert re.search(rf"Order of play: {names}, {names}, {names}\.\n{names} begins\.", seen)
    assert re.search(rf"{names}, ready\? \(Enter\)", seen)
    assert re.search(rf"{names} eats (\d brains?|nothing)( and is shot|;|\.)", seen)
    assert re.search(rf"{names} holds and scores \d brains?: \d+ in all\.\nThe bag goes to", seen)
    assert re.search(rf"{names} won: .*\n\d+ brains are the most after \d+ turns? ", seen)
    assert all(cell_len(line) <= 80 for line in seen.splitlines())
    assert seen.isascii() == bool(style)
    assert ("Z " if style else "🧟 ") in seen


def test_all_had_the_same_number_of_turns(tmp_path: Path) -> None:
    arguments = ("play", "zombie", *PEOPLE, "--seed", "9", "--brains-to-win", "3")
    seen = conversation(tmp_path, *arguments, answer=cautious)
    last = seen[seen.rindex("Zombie Dice ") :]
    rounds = re.search(r"(\d+) turns", last)
    assert rounds is not None
    counts = re.findall(r"turns (\d+)(  out of the tie-break)?", last)
    assert {turns for turns, out in counts if not out} == {rounds[1]}


def test_a_file_changes_the_game_and_its_faults_are_named(tmp_path: Path) -> None:
    config = tmp_path / "zdice.ini"
    config.write_text(
        "[Game]\nmax_turns = 1 # one each\nmax_players = 3\nweak_dice = many\n\n[Dice]\n"
        'tough_die_faces = "bfx"\n',
        encoding="utf-8",
    )
    typed = "Ann\nAnn, ann\nAnn,,Ben\n Ann , Ben, Cleo, Dan\n\n\nhelp me\nq\n"
    seen = pipe(tmp_path, "play", "zombie", str(config), "--seed", "1", typed=typed)
    assert "line 4: option weak_dice cannot be 'many'" in seen
    assert "line 7: option tough_die_faces cannot be 'bfx'" in seen
    assert "Playing by turns: everybody has 1 turn" in seen
    assert "Names of the 2 to 3 players" in seen
    assert "Zombie Dice is for 2 to 3 players, not 1" in seen
    assert "Ann is already at the table" in seen
    assert "A name has 1 to 24 visible characters, not 0" in seen
    assert "At most 3 can play" in seen
    assert re.search(r"(Ann|Ben|Cleo) · turn 1 of 1 · 10 dice in the bag · most brains win", seen)
    assert "'help me' is not possible here (possible: r, h; ? explains)" in seen


def test_an_empty_line_of_names_ends_the_game(tmp_path: Path) -> None:
    seen = pipe(tmp_path, "play", "zombie", typed="\n")
    assert "begins" not in seen


def test_the_odds_are_told_on_request(tmp_path: Path) -> None:
    seen = pipe(tmp_path, "play", "zombie", *PEOPLE, typed="odds\nq\n")
    rules = ZombieRules(players=3)
    assert "\n".join(odds(rules, rules.initial())) in seen


def test_machines_can_be_watched(tmp_path: Path) -> None:
    seats = [
        word for bot in ("easy", "careful", "bold", "turn") for word in ("--seat", f"bot:{bot}")
    ]
    seen = pipe(tmp_path, "play", "zombie", *seats, "--seed", "2", "--max-turns", "3")
    assert re.search(r"(Easy|Careful|Bold|Glutton).* won[: ]", seen)
