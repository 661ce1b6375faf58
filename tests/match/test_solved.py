"""What was solved is kept, and no file can stop anybody."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gamenight.core.errors import GamenightError
from gamenight.match.puzzles import PuzzleBooklet
from gamenight.match.solved import FILE, LARGEST, Solved, solved_beside
from tests.toys.nim import NIM
from tests.toys.puzzles import LEFT_10, LEFT_11, PUZZLED, PUZZLES


def test_what_is_solved_is_kept_by_game(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    first, second = Solved(folder), Solved(folder)
    first.add(PUZZLED, "a")
    second.add(PUZZLED, "b")
    first.add(PUZZLED, "c")
    assert solved_beside(folder / "matches.sqlite").of(PUZZLED) == {"a", "b", "c"}
    assert [path.name for path in folder.iterdir()] == [FILE]


@pytest.mark.parametrize("text", ["", "[1]", "{", '{"nim": 3}', "\0", " " * (LARGEST + 1)])
def test_a_file_that_cannot_be_read_has_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    solved = Solved(tmp_path)
    assert not solved.of(PUZZLED)
    solved.add(PUZZLED, "a")
    assert Solved(tmp_path).of(PUZZLED) == {"a"}


def test_where_nothing_can_be_written_it_is_known_until_the_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for solved in (Solved(tmp_path / "file" / "folder"), solved_beside(None)):
        solved.add(PUZZLED, "a")
        assert solved.of(PUZZLED) == {"a"}


def test_the_contents_lead_to_what_is_not_solved_yet() -> None:
    solved = Solved(None)
    booklet = PuzzleBooklet(PUZZLED, solved)
    assert [tuple(one) for one in booklet.contents()] == [
        (1, "very easy: 0 of 2 solved", 1),
        (3, "medium: 0 of 1 solved", 3),
    ]
    booklet.solved(1)
    assert solved.of(PUZZLED) == {LEFT_11.name}
    assert booklet.contents()[0] == (2, "very easy: 1 of 2 solved", 1)
    assert (booklet.begin(), booklet.named("medium"), booklet.named("very easy")) == (2, 3, 2)
    assert (booklet.named("hard"), booklet.named("nonsense")) == (None, None)
    assert [booklet.note(page) for page in (1, 2, 3)] == ["solved", "", ""]
    booklet.solved(2)
    assert booklet.contents()[0] == (1, "very easy: 2 of 2 solved", 1)
    booklet.solved(3)
    assert booklet.begin() == 1, "all over again"
    assert LEFT_10.name in solved.of(PUZZLED)


def test_what_there_is_not() -> None:
    with pytest.raises(GamenightError, match=r"Nim has no puzzles \(see: gamenight learn nim\)"):
        PuzzleBooklet(NIM, Solved(None))
    with pytest.raises(GamenightError, match="Nim has no puzzles"):
        PuzzleBooklet(replace(NIM, puzzles=lambda: replace(PUZZLES, puzzles=())), Solved(None))
    with pytest.raises(GamenightError, match="Nim has no puzzles that are very hard"):
        PuzzleBooklet(PUZZLED, Solved(None)).begin_at(5)
