"""One rule more, in every style: the diffs in `styles/twice/` apply, and the changed programs
agree. `python -m tests.games.preys.test_changes --write` counts and numbers their lines again."""

from __future__ import annotations

import difflib
import re
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

from gamenight.games.preys.gallery import FOLDER, programs
from tests.effort import times
from tests.games.preys.gallery import Case, length, outcome

README = FOLDER / "README.md"
ROW = re.compile(r"^\| \[([\w-]+)\]\(\w+\.py\) \| \d+ \| \[\d+\]\(twice/\w+\.diff\) \|", re.M)


def diff_file(style: str) -> Path:
    return FOLDER / "twice" / f"{programs()[style].stem}.diff"


def note_and_diff(style: str) -> tuple[str, str]:
    """What stands in the file: a word about the change, and the change."""
    note, start, diff = diff_file(style).read_text("utf-8").partition("\n--- ")
    return note, start.lstrip() + diff


def changed(style: str) -> str:
    """The program with its diff applied, wherever its lines are now."""
    program = programs()[style].read_text("utf-8")
    for hunk in re.split(r"^@@ .* @@\n", note_and_diff(style)[1], flags=re.M)[1:]:
        lines = hunk.splitlines(True)
        before = "".join(line[1:] or "\n" for line in lines if line[0] in " -\n")
        after = "".join(line[1:] or "\n" for line in lines if line[0] in " +\n")
        assert program.count(before) == 1, before
        program = program.replace(before, after)
    return program


def diff(style: str) -> str:
    """From the program to the changed one, as it should stand there."""
    program = programs()[style]
    return "".join(
        difflib.unified_diff(
            program.read_text("utf-8").splitlines(True),
            changed(style).splitlines(True),
            program.name,
            program.name,
            n=1,
        )
    )


def row(style: str) -> str:
    """The beginning of a style's row in the table: its lines, and how many are new or changed."""
    program = programs()[style]
    new = sum(line.startswith("+") for line in diff(style).splitlines()) - 1
    link = f"[{new}](twice/{program.stem}.diff)"
    return f"| [{style}]({program.name}) | {length(program.read_text('utf-8'))} | {link} |"


def test_every_style_has_a_diff_that_applies() -> None:
    assert set((FOLDER / "twice").iterdir()) == set(map(diff_file, programs()))
    for style in programs():
        note, shown = note_and_diff(style)
        assert note.strip()
        assert shown == diff(style)


def test_the_table_counts_the_lines_of_every_style() -> None:
    rows = {found[1]: found[0] for found in ROW.finditer(README.read_text("utf-8"))}
    assert rows == {style: row(style) for style in programs()}


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The changed programs, each with its plug-ins or aspects."""
    folder = tmp_path_factory.mktemp("changed") / "styles"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    found = {style: folder / program.name for style, program in programs().items()}
    for style, copy in found.items():
        copy.write_text(changed(style), "utf-8")
    return found


def test_a_fish_that_rolls_its_number_twice_swims_two(copies: dict[str, Path]) -> None:
    """The second time it swims two; an invalid input in between is no roll."""
    for rolls, cells in {"2 2": 2, "2 x 2": 2, "2 3 2": 1, "2 1 2": 1, "2 2 2": 4}.items():
        out = outcome(copies["things"], Case((rolls,))).out.decode()
        *_, lane = (line for line in out.split("\n") if line.startswith("║  ┌──┐1"))
        assert f"│ ▓ │{'   │' * cells} 2 │" in lane


def test_the_changed_programs_agree(copies: dict[str, Path]) -> None:
    different = 0
    for seed in range(times(20)):
        rng = Random(seed)
        words = tuple(rng.choice("1223334455x6") for _ in range(rng.randrange(60)))
        first, *others = (outcome(copy, Case(words)) for copy in copies.values())
        assert all(other == first for other in others), words
        different += first != outcome(programs()["monolith"], Case(words))
    assert different > 10


def write() -> None:
    for style in programs():
        note, _ = note_and_diff(style)
        diff_file(style).write_text(f"{note}\n{diff(style)}", "utf-8")
    table = README.read_text("utf-8")
    README.write_text(ROW.sub(lambda found: row(found[1]), table), "utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    write()
