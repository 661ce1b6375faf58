"""Puzzles as data and as pages: what is read, what is refused, and what each move is answered."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from gamenight.core.posing import Posed, posed
from gamenight.core.puzzle import BrokenPuzzle, Puzzle, Puzzles, Try, read_puzzles
from tests.toys.nim import NIM
from tests.toys.puzzles import LEFT_5, LEFT_11, PUZZLES

WRITTEN = {
    "unit": "wins",
    "names": ["Ann", "Ben"],
    "puzzles": [
        {
            "plies": ["take 1"],
            "grade": 1,
            "proven": True,
            "tries": [
                ["take 3", 1, ["take 2", "take 2"]],
                ["take 2", 0, ["take 1"]],
                ["take 1", -1, []],
            ],
        }
    ],
}


def test_puzzles_are_read_from_a_text() -> None:
    assert read_puzzles(json.dumps(WRITTEN)) == replace(PUZZLES, puzzles=(LEFT_11,))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        json.dumps({**WRITTEN, "names": 3}),
        json.dumps({**WRITTEN, "puzzles": [{"plies": []}]}),
        json.dumps({**WRITTEN, "puzzles": [{"plies": [], "grade": 1, "tries": [["take 1"]]}]}),
        json.dumps({**WRITTEN, "puzzles": [{"plies": [], "grade": "x", "tries": []}]}),
    ],
)
def test_what_is_no_set_of_puzzles_is_refused(text: str) -> None:
    with pytest.raises(BrokenPuzzle, match="these are no puzzles"):
        read_puzzles(text)


def test_a_puzzle_is_a_page_that_asks_and_answers_every_move() -> None:
    view = posed(NIM, PUZZLES, 0)
    page = view.page
    assert (page.heading, page.viewer) == ("Very easy", 1)
    assert page.notes.startswith("Ben is to play")
    assert [choice.text for choice in view.scene.choices] == ["take 1", "take 2", "take 3"]
    assert not view.told
    ask = page.ask
    assert ask is not None
    why = (
        "take 3, then take 2, take 2. It is worth +1 win, and that is proven; the next best, "
        "take 2, 0 wins."
    )
    assert ask.reply("take 3") == f"Yes: {why}"
    assert ask.solution == f"The answer: {why}"
    assert ask.reply("take 2") == (
        "Take 2, then take 1. That is worth 0 wins, 1 win less than the best."
    )
    assert ask.reply("take 1") == "Take 1. That is worth -1 win, 2 wins less than the best."
    unproven = posed(NIM, PUZZLES, 1).page.ask
    assert unproven is not None
    assert "proven" not in unproven.praise


def test_moves_that_are_worth_the_same_are_all_right() -> None:
    both = replace(LEFT_5, tries=(Try("take 1", 1), Try("take 3", 1), Try("take 2", 0)))
    ask = posed(NIM, replace(PUZZLES, puzzles=(both,)), 0).page.ask
    assert ask is not None
    assert ask.right == ("take 1", "take 3")
    assert set(ask.wrong) == {"take 2"}
    assert ask.praise.endswith("the next best, take 2, 0 wins.")


def test_pages_are_made_when_they_are_looked_at() -> None:
    broken = replace(LEFT_5, plies=("take 9",))
    pages = Posed(NIM, replace(PUZZLES, puzzles=(LEFT_11, broken, LEFT_5)))
    assert len(pages) == 3
    assert pages[0] is pages[0]
    assert [view.number for view in pages[::2]] == [1, 3]
    assert pages[-1].number == 3
    with pytest.raises(BrokenPuzzle, match="puzzle 2 of Nim: invalid action 'take 9'"):
        pages[1]
    with pytest.raises(IndexError):
        pages[3]


WON = ("take 3",) * 4


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        (replace(LEFT_5, plies=("take",)), "invalid action 'take'"),
        (replace(LEFT_5, plies=WON), "nobody is to play there"),
        (replace(LEFT_5, tries=()), "no move of it is better than the others"),
        (replace(LEFT_5, tries=(Try("take 1", 0), Try("take 2", 0))), "no move of it is better"),
        (replace(LEFT_5, tries=(Try("take 1", 0), Try("take 2", 1))), "not listed best first"),
        (replace(LEFT_5, grade=0), r"there is no grade 0 \(possible: 1 to 5\)"),
        (replace(LEFT_5, grade=6), "there is no grade 6"),
        (replace(LEFT_5, tries=(Try("take 4", 1), Try("take 2", 0))), "invalid action 'take 4'"),
        (
            replace(LEFT_5, tries=(Try("take 1", 1, ("take 3", "take 3")), Try("take 2", 0))),
            "take 3",
        ),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(puzzle: Puzzle, why: str) -> None:
    with pytest.raises(BrokenPuzzle, match=why):
        posed(NIM, Puzzles((puzzle,), ("Ann", "Ben")), 0)


def test_a_puzzle_is_remembered_by_its_position() -> None:
    assert LEFT_11.name == replace(LEFT_11, grade=4, proven=False).name
    assert len({one.name for one in PUZZLES.puzzles}) == 3
