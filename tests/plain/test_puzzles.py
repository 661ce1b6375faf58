"""Puzzles line by line: answering, giving up, finding one's way, leaving."""

from __future__ import annotations

import io
import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

import gamenight
from gamenight.core.game import Game
from gamenight.draw.style import Style
from gamenight.match.solved import Solved
from gamenight.plain.console import Console, Left
from gamenight.plain.puzzles import solve_puzzles
from tests.effort import times
from tests.terminal import pipe
from tests.toys.puzzles import LEFT_5, LEFT_10, LEFT_11, PUZZLED, PUZZLES

OWARE = gamenight.game("oware")
PROMPT = re.compile(r"^(?:contents|puzzle \d+ of \d+(?:, solved)?)> ", re.MULTILINE)


def shown(
    *typed: str,
    game: Game = PUZZLED,
    solved: Solved | None = None,
    grade: int = 0,
    style: Style | None = None,
) -> list[str]:
    """What stands before the first prompt, and then what each line brings. The input ends."""
    target = io.StringIO()
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    console = Console(style or Style(), source=source, target=target)
    with suppress(Left):
        solve_puzzles(console, game, solved or Solved(None), grade)
    first, *later = PROMPT.split(target.getvalue())
    return [first, *(part.partition("\n")[2] for part in later[: len(typed)])]


def test_the_grades_come_first() -> None:
    (page,) = shown()
    assert page.splitlines()[1:4] == [
        "Puzzles: Nim",
        "  1  very easy: 0 of 2 solved",
        "  3  medium: 0 of 1 solved",
    ]


def test_a_puzzle_is_drawn_asked_and_answered() -> None:
    solved = Solved(None)
    _, page, wrong, right, after = shown("", "take 2", "take 3", "", solved=solved)
    assert page.startswith("\npuzzle 1 of 3 · Very easy\n")
    assert "Which move is best?" in page
    assert wrong == (
        "Take 2, then take 1. That is worth 0 wins, 1 win less than the best. Try again.\n"
    )
    assert " ".join(right.split()).startswith(
        "Yes: take 3, then take 2, take 2. It is worth +1 win"
    )
    assert right.endswith("(Press Enter.)\n")
    assert after.startswith("\npuzzle 2 of 3 · Very easy\n")
    assert solved.of(PUZZLED) == {LEFT_11.name}
    assert "1 of 2 solved" in shown(solved=solved)[0]
    assert shown("", solved=solved)[1].startswith("\npuzzle 2 of 3"), "the next that is not solved"
    assert shown("1", solved=solved)[1].startswith("\npuzzle 1 of 3, solved · Very easy\n")


def test_who_gives_up_gets_the_answer_and_has_not_solved_it() -> None:
    solved = Solved(None)
    _, _, answer = shown("1", "solution", solved=solved)
    assert answer.startswith("The answer: take 3, then take 2, take 2.")
    assert not solved.of(PUZZLED)
    assert "'solution' is not possible here" in shown("solution")[1]


@pytest.mark.parametrize(
    ("typed", "heading"),
    [
        ("medium", "puzzle 3 of 3"),
        ("Medium", "puzzle 3 of 3"),
        ("2", "puzzle 2 of 3"),
        ("puzzle 2", "puzzle 2 of 3"),
        ("contents", "Puzzles: Nim"),
    ],
)
def test_ways_to_a_puzzle(typed: str, heading: str) -> None:
    assert shown(typed)[1].lstrip("\n").startswith(heading)
    if not typed.isdigit():
        assert shown("1", typed)[2].lstrip("\n").startswith(heading)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("take 9", "'take 9' is not possible here (possible: Enter, p, take 1, take 2, take 3, "),
        ("puzzle 4", "there is no puzzle 4 (possible: 1 to 3)\n"),
        ("hard", "'hard' is not possible here"),
        ("save", "There is nothing to save: what you solve is kept.\n"),
        ("\x00", "'\\x00' is not possible here"),
    ],
)
def test_what_is_not_possible_gets_one_line(typed: str, answer: str) -> None:
    _, _, said, after = shown("1", typed, "n")
    assert said.startswith(answer)
    assert said.count("\n") == 1
    assert after.startswith("\npuzzle 2 of 3")


def test_the_last_puzzle_and_help() -> None:
    assert shown("3", "")[2] == "This is the last puzzle: q leaves, p goes back.\n"
    told = shown("1", "?")[2]
    assert "take 1" in told
    assert "  solution   the best move, and why\n" in told
    assert "  Enter, n   the next puzzle\n" in told


def test_a_puzzle_that_is_broken_is_named_and_the_others_stay() -> None:
    broken = replace(PUZZLES, puzzles=(LEFT_11, replace(LEFT_10, plies=("take 9",)), LEFT_5))
    _, _, said, after = shown("1", "", "puzzle 3", game=replace(PUZZLED, puzzles=lambda: broken))
    assert "Puzzle 2 of Nim: invalid action 'take 9'" in said
    assert after.startswith("\npuzzle 3 of 3")


def test_a_grade_can_be_asked_for() -> None:
    assert shown(grade=3)[0].startswith("\npuzzle 3 of 3 · Medium\n")


@pytest.mark.parametrize("words", [["q"], []], ids=["left", "closed input"])
def test_people_leave(words: list[str]) -> None:
    assert shown("1", *words)[1].startswith("\npuzzle 1 of 3")


@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_puzzle_of_the_package_fits_on_a_screen_of_80_by_24(ascii_only: bool) -> None:
    assert OWARE.puzzles is not None
    count = len(OWARE.puzzles().puzzles)
    pages = shown(*[""] * count, game=OWARE, style=Style(ascii=ascii_only))
    assert len(pages) == count + 1 > 200
    for page in pages:
        lines = page.removeprefix("\n").splitlines()
        assert len(lines) + 1 <= 24, f"with its prompt too high:\n{page}"
        assert max(map(cell_len, lines)) <= 80
        assert page.isascii() or not ascii_only


def test_the_command_over_a_pipe_remembers(tmp_path: Path) -> None:
    assert OWARE.puzzles is not None
    first = OWARE.puzzles().puzzles[0]
    run = pipe(tmp_path, "puzzles", "oware", typed=f"1\n{first.right[0]}\n")
    assert "Yes: house" in run
    assert "puzzle 1 of 200, solved>" in run
    assert ": 1 of " in pipe(tmp_path, "puzzles", "oware")
    assert "· Hard" in pipe(tmp_path, "puzzles", "oware", "--grade", "4", typed="q\n")
    assert "Puzzles: Oware" in pipe(tmp_path, "--plain", typed="puzzles oware\nq\nq\n")
    wrong = pipe(tmp_path, "puzzles", "oware", "--grade", "9", status=2)
    assert "--grade cannot be '9' (possible: 1, 2, 3, 4, 5)" in wrong
    assert "which game?" in pipe(tmp_path, "puzzles", status=2)


WORDS = ["", "n", "p", "?", "solution", "contents", "puzzle 2", "medium", "take 1", "take 3", "7"]


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=20))
@settings(max_examples=times(20), deadline=None)
def test_whatever_is_typed_the_puzzles_go_on_or_end(lines: list[str]) -> None:
    assert shown(*"\n".join(lines).splitlines())[0].startswith("\nPuzzles: Nim")
