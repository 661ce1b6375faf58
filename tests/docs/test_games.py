"""`docs/games.md` builds a whole game: whoever follows it gets what it says.

`python -m tests.docs.test_games --write` puts in what its commands print now.
"""

from __future__ import annotations

import doctest
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

import gamenight
from gamenight import Game
from gamenight.app.screens.ending import EndingPage
from gamenight.core import registry
from gamenight.core.laws.verdict import Law
from gamenight.core.pages import views
from gamenight.core.prompts import FIRST_ROLL, READY
from tests.app.tables import asked, question, run, table, until
from tests.docs.walkthrough import Reader, blocks, rewritten
from tests.match.matches import new_match
from tests.paths import PROJECT
from tests.terminal import pipe

PATH = PROJECT / "docs" / "games.md"
DOCUMENT = PATH.read_text(encoding="utf-8")
TUTORIAL, _, REFERENCE = DOCUMENT.partition("\n## Reference\n")


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """Somebody who has written all files, and whose game gamenight finds from here too."""
    reader = Reader(tmp_path_factory.mktemp("reader"))
    for block in blocks(TUTORIAL):
        if block.file:
            reader.write(block.file, block.text)
    with pytest.MonkeyPatch.context() as patch:
        for folder in (reader.installed, reader.project):
            patch.syspath_prepend(folder)
        forget_plugins()
        yield reader
    forget_plugins()
    for name in [name for name in sys.modules if name.partition(".")[0] == "pig"]:
        del sys.modules[name]


@pytest.fixture
def pig(reader: Reader) -> Game:
    return gamenight.game("pig")


def forget_plugins() -> None:
    registry._plugins.cache_clear()
    registry._mentioned_groups.cache_clear()


def test_commands_print_what_the_document_says(tmp_path: Path) -> None:
    runs = Reader(tmp_path).follow(TUTORIAL)
    for ran in runs:
        said = f"$ {ran.command}\n{ran.printed}\nThe document says:\n{ran.expected}"
        assert ran.matches, f"{said}\nIf this is meant: python -m tests.docs.test_games --write"
    programs = {ran.command.split()[0] for ran in runs}
    assert {"gamenight", "mypy", "printf", "pytest", "python"} <= programs


def test_the_python_examples_run(pig: Game) -> None:
    examples = doctest.DocTestParser().get_doctest(TUTORIAL, {}, PATH.name, str(PATH), 0)
    assert len(examples.examples) > 5
    assert doctest.DocTestRunner().run(examples).failed == 0


def test_a_whole_match_over_a_pipe(reader: Reader, tmp_path: Path) -> None:
    path = reader.variables["PYTHONPATH"]
    seats = ("--seat", "Ann", "--seat", "bot:race", "--first", "1")
    rolls = "\nr\n" * 100 + "n\n"
    output = pipe(tmp_path, "play", "pig", "--goal", "9", *seats, typed=rolls, PYTHONPATH=path)
    assert "points win the race to 9." in output


def test_a_whole_match_on_the_full_screen(pig: Game) -> None:
    match = new_match(pig, bot="race", seed=3, goal=30)

    async def drive() -> None:
        async with table(match) as (app, pilot):
            while not isinstance(app.screen, EndingPage):
                found = await asked(app, pilot)
                scene = found.selection.scene
                pot = max(row.stake or 0 for row in scene.scores)
                chooses = not found.any_key and scene.choices not in ((READY,), (FIRST_ROLL,))
                await pilot.press(("h" if pot >= 8 else "r") if chooses else "enter")
                await until(pilot, lambda: question(app) is not found)  # noqa: B023
                await until(pilot, lambda: question(app) or isinstance(app.screen, EndingPage))

    run(drive)
    assert match.record.result is not None
    assert {"roll", "hold"} <= set(match.record.actions)


def test_the_lesson_goes_through(pig: Game) -> None:
    assert pig.lesson is not None
    pages = views(pig, pig.lesson())
    assert len(pages) == 5
    assert pages[3].told[-2:] == ("Ben rolls a 1 and loses 10.", "Ann is next.")
    assert pages[-1].told[-1] == "Ann rolls a 4. 26 points win the race to 25."


@pytest.mark.parametrize(
    "described",
    [
        *("Game", "Setup", "Scene", "Area", "Spot", "Token", "ScoreRow", "Choice", "Step", "Glyph"),
        "Theme",
    ],
)
def test_the_reference_lists_every_field(described: str) -> None:
    kind: Any = getattr(gamenight, described)
    text = part_about(described)
    for field in fields(kind):
        assert f"`{field.name}`" in text, f"{described}.{field.name}"


def part_about(described: str) -> str:
    """The table, the row or the paragraph about a class."""
    ends = {
        f"\n### Fields of `{described}`\n": "\n\n`",
        f"\n| `{described}` |": "\n",
        f"\n`{described}` has ": "\n\n",
    }
    start = next(start for start in ends if start in REFERENCE)
    return REFERENCE.partition(start)[2].partition(ends[start])[0]


@pytest.mark.parametrize("type", ["TokenKind", "AreaShape", "AreaLook", "Tone", "Sound", "Ground"])
def test_the_reference_lists_every_word(type: str) -> None:
    assert f"`{type}`" in REFERENCE
    for word in get_args(getattr(gamenight, type)):
        assert f"| `{word}` |" in REFERENCE or (not word and '| `""` |' in REFERENCE)


def test_the_reference_lists_every_law() -> None:
    for law in get_args(Law):
        assert f"\n| `{law}` |" in REFERENCE


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.docs.test_games --write")
    with tempfile.TemporaryDirectory() as folder:
        done = Reader(Path(folder)).follow(DOCUMENT)
    PATH.write_text(rewritten(DOCUMENT, done), encoding="utf-8")
    print(f"{sum(not run.matches for run in done)} of {len(done)} outputs written")
