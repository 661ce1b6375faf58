"""The gallery of styles: all of them are `gamenight preys`, to the byte."""

from __future__ import annotations

import ast
import io
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import cycle
from pathlib import Path
from random import Random
from subprocess import PIPE
from unicodedata import category, east_asian_width
from unittest.mock import patch

import pytest
from rich.cells import cell_len

from gamenight.cli.parser import main
from gamenight.core.border import POWERFUL
from gamenight.games.preys.gallery import FOLDER, parts, programs, run_program
from tests.effort import times
from tests.games.preys.frames import film
from tests.games.preys.gallery import (
    OFFERS,
    STANDARD,
    Case,
    Run,
    expected,
    length,
    outcome,
    random_cases,
    run_in,
    streams,
)
from tests.games.preys.test_walks import (
    CORNER_INPUTS,
    ENDINGS,
    INVALID,
    LONG_INVALID,
    OTHER_INPUTS,
    WALK,
)

STYLES = sorted(programs())
LONGEST = 150  # lines of a program

# Every frame of the source is one of these.
SEED = [
    *(Case(tuple(film(story)[0])) for story in (WALK, INVALID, LONG_INVALID)),
    *(Case((way, *film(ending)[0])) for way in (CORNER_INPUTS, OTHER_INPUTS) for ending in ENDINGS),
    Case(("2 2 2 2 2 2", "1 1 1 1 1 1 1 1 1 1", "400000")),  # a long banner over a small board
    Case(("3 3 3 3 3 3 2 2 2 2 2 2 5 5 5 5 5 5", "4 1 3 3 3 3 3 1 1", "M")),
]

GARBAGE = [
    Case((), b"\xff\xfe\xc3( 1 \xf0\x9f 2 \xed\xa0\x80 1\xe2\x82"),
    Case((), b"a\x00b \x00 1 \x00\x00\x00\x00 \x1b[31m \x7f\xc2\x85x \xe2\x80\xae6"),
    Case((), b"z" * 1_000_000 + b" 2"),
    Case(("z" * 100_000, "2")),
    Case((), "\u2003".join("16161616161").encode()),
    Case((), Random(1).randbytes(300)),
    Case((), Random(2).randbytes(300).replace(b"\x00", b" 1 ")),
    Case(("\udcff\udcfe", "1\x00", "\x1f6\x1f")),
    Case((*filter(POWERFUL.match, map(chr, range(0x2100))), "\ud800", "\udfff", "\ue000")),
    Case(
        (
            "魚魚魚魚",
            "e\u0301e",
            "か\u3099",
            "\u302a",
            "\ufeff1",
            "🐟",
            "\u200b",
            "½",
            "\u061c\u2066\u200f",
            "\u2010\u200d",
        )
    ),
    Case((), None),
    Case((), b""),
    Case(("",), b"1"),
    Case(("-",), b"2 x 1"),
    Case(("-", "-"), b"2"),
    Case((" -",), b"2"),
    Case(("--",), b"2 3"),
    Case(("--", "-"), b"2 3"),
    Case(("2", "--", "--x", "--", "1"), b"3"),
    Case(("1 1", "1\t1", " 1 1 1 ", "x 2"), b"3"),
    Case(("1", "--x", "2")),
    Case(("--" + "long" * 20, "--y")),
    Case(("--" + "x" * 38,)),
    Case(("--" + "x" * 39,)),
    Case(("--it's", "1")),
    Case(("--=", "--")),
]

# Deeper than Python's recursion goes.
LONG = [Case((), b"x " * 1_100), Case(("1",) * 1_100)]


@pytest.mark.parametrize("style", STYLES)
def test_a_style_is_the_same_program(style: str) -> None:
    program, offer = programs()[style], OFFERS.get(style, STANDARD)
    for case in [*SEED, *random_cases(times(20)), *GARBAGE, *LONG]:
        assert outcome(program, case) == expected(case, offer), case


WOVEN = [("--color",), ("--stats",), ("--stats", "--color"), ("--color", "--color")]


def test_aspects_are_woven_in() -> None:
    """Colours and statistics, together and alone; what is given after the end is counted too."""
    program, offer = programs()["bulletin-board"], OFFERS["bulletin-board"]
    cases = [*SEED, *random_cases(times(20)), *GARBAGE]
    for options, case in zip(cycle(WOVEN), cases, strict=False):
        asked = Case((*options, *case.words), case.stdin)
        assert outcome(program, asked) == expected(asked, offer), asked
    for word in ("--color=no", "--stats=", "--colour", "--sats", "--view", "--color=" + "x" * 50):
        asked = Case(("1", word, "2"))
        assert outcome(program, asked) == expected(asked, offer)


@pytest.mark.parametrize("style", ["bulletin-board", "hollywood"])
def test_no_program_names_its_aspects_or_plug_ins(style: str) -> None:
    program, *others = parts(programs()[style])
    names = [other.stem for other in others if other.suffix == ".py"]
    assert len(names) == 2
    assert not re.search(rf"\b({'|'.join(names)})\b", program.read_text("utf-8"))


def test_another_aspect_and_another_plug_in_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "styles"
    shutil.copytree(FOLDER, folder)
    aspects, plugins = folder / "bulletin_board_aspects", folder / "hollywood_plugins"
    (aspects / "shout.py").write_text(
        "def weave(program):\n"
        "    show = program['Printer'].show\n"
        "    program['Printer'].show = lambda self, lines: show(self, ['!', *lines])\n"
    )
    (plugins / "short.py").write_text(
        "def plug_in(call_me, show):\n"
        "    call_me('change', lambda boat, fish, *message: show([f'boat {boat}']))\n"
    )
    (tmp_path / "a.conf").write_text("pluginName=short")
    (plugins / "a.conf").write_text("pluginName=short")  # beside the one of the program
    case = Case(("2", "x"))
    assert outcome(folder / "hollywood.py", case) == expected(case)
    shouted = outcome(folder / "bulletin_board.py", Case(("--shout", "1")))
    assert shouted.out.startswith("!\n╔".encode())
    short = outcome(folder / "hollywood.py", Case(("--config", str(tmp_path / "a.conf"), "1")))
    assert short.out.startswith(b"boat 1\nboat 2\n")


CONFIGS = [
    b"pluginName=fixed",
    b"pluginName=default\n",
    b"; the view\n\n  pluginName = fixed ; not default\n;pluginName=default\n",
    b"\xef\xbb\xbfpluginName=fixed\r\n",
    b"another=key\rpluginName=fixed\n=\n",
    b"",
    b"; pluginName=fixed\n",
    b"pluginName=round",
    b"pluginName=Fixed",
    b"pluginName=",
    b"pluginName==fixed",
    b"\npluginName",
    b"[view]\npluginName=fixed",
    b"pluginname=fixed",
    b"pluginName=fixed\npluginName=fixed",
    b"pluginName=fix\xff",
    b"pluginName=fixed\n" + b";" * 1_000_000,
    b"pluginName=" + b"a  b" * 50,
]


def test_a_plug_in_is_chosen_by_the_file(tmp_path: Path) -> None:
    """Both views on all inputs; and every file that is not right, with the same sentence."""
    program, offer = programs()["hollywood"], OFFERS["hollywood"]
    fixed = tmp_path / "fixed.conf"
    fixed.write_bytes(CONFIGS[0])
    for case in [*SEED, *random_cases(times(20)), *GARBAGE]:
        asked = Case(("--config", str(fixed), *case.words), case.stdin)
        assert outcome(program, asked) == expected(asked, offer), asked
    for content in CONFIGS:
        (tmp_path / "a.conf").write_bytes(content)
        for asked in (
            Case(("--config", f"{tmp_path}/a.conf", "1", "x")),
            Case(("1", f"--config={tmp_path}/a.conf", "x")),
        ):
            assert outcome(program, asked) == expected(asked, offer), content
    missing, folder = str(tmp_path / "missing"), str(tmp_path)
    wrong: tuple[tuple[str, ...], ...] = (
        *(("--config", name) for name in (missing, folder, "a\x00b", "", "x" * 500)),
        *((word,) for word in ("--config", "--config=", "--confg", "--view", "--color")),
        ("--config", missing, "--config", str(fixed), "1"),
        ("--config", missing, "--x"),
    )
    for words in wrong:
        asked = Case(words)
        assert outcome(program, asked) == expected(asked, offer), words


# Where the README says that a banner may be off: Hangul parts, shades of skin, hexagrams and rods.
OTHERWISE_MEASURED = re.compile(
    "[\u1160-\u11ff\u3164\ud7b0-\ud7ff\uffa0\U0001f3fb-\U0001f3ff"
    "\u2630-\u2637\u268a-\u268f\u4dc0-\u4dff\U0001d300-\U0001d37f]"
)


@pytest.mark.parametrize("style", ["monolith", "code-golf", "infinite-mirror", "lazy-rivers"])
def test_all_other_characters_are_measured_alike(style: str) -> None:
    """One of a hundred in each style, so that the README's list of exceptions is complete."""
    signs = [
        sign
        for sign in map(chr, range(0x110000))
        if category(sign) not in ("Cn", "Cs", "Cf", "Co") and not OTHERWISE_MEASURED.match(sign)
    ]
    assert all(
        cell_len(sign) == (category(sign)[0] != "M") * (1 + (east_asian_width(sign) in ("W", "F")))
        for sign in signs
        if category(sign) != "Cc" and not sign.isspace()
    )
    case = Case((), " ".join(signs[::100]).encode())
    assert outcome(programs()[style], case) == expected(case)


def test_the_cases_are_no_empty_promise() -> None:
    """Each ending, each refusal and each kind of garbage is among them."""
    shown = b"".join(expected(case).out for case in [*SEED, *random_cases(20), *GARBAGE]).decode()
    for message in (
        "Go team fish!",
        "it's",
        "Nice tie",
        "Missing",
        ": ???...",
        ": 魚魚魚...",
        ": M ",
    ):
        assert message in shown
    assert {expected(case).status for case in GARBAGE} == {0, 2}


@pytest.mark.parametrize("style", STYLES)
def test_a_style_stands_alone_and_is_short(style: str) -> None:
    for part in parts(programs()[style]):
        text = part.read_text("utf-8")
        if part.suffix == ".py":
            assert length(text) <= LONGEST
            imported = {
                name.partition(".")[0]
                for node in ast.walk(ast.parse(text))
                for name in (
                    [alias.name for alias in node.names]
                    if isinstance(node, ast.Import)
                    else [node.module or ""]
                    if isinstance(node, ast.ImportFrom)
                    else []
                )
            }
            assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("style", STYLES)
def test_a_style_begins_with_its_constraints(style: str) -> None:
    documented = ast.get_docstring(ast.parse(programs()[style].read_text("utf-8"))) or ""
    title, *_ = documented.split("\n")
    assert title.partition(":")[0].casefold().replace(" ", "-") == style
    assert "\nConstraints\n- " in documented
    assert "\n\nGood for " in documented
    assert "costs" in documented.split()


def styles(*words: str) -> Run:
    return run_in(b"", lambda: main(["styles", *words]))


def test_the_command_lists_shows_and_runs() -> None:
    listed = styles().out.decode().splitlines()
    assert [line.split()[0] for line in listed] == STYLES
    assert "hollywood           don't call us, we'll call you; with plug-ins." in listed
    shown = styles("hollywood").out.decode()
    assert shown.startswith(programs()["hollywood"].read_text("utf-8"))
    assert all(part.read_text("utf-8") in shown for part in parts(programs()["hollywood"]))
    assert "# hollywood_plugins/fixed.py" in shown
    assert styles("--run", "hollywood", "2", "5", "3") == expected(Case(("2", "5", "3")))
    for words in (["--help"], ["-h"], ["--help", "things"]):
        assert styles(*words).out.startswith(b"usage: gamenight styles")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["holywood"], "unknown style 'holywood'; did you mean hollywood?"),
        (["--run"], "--run needs a style (possible: actors, "),
        (["--run", "x", "1"], "unknown style 'x' (possible: actors, "),
        (
            ["--rum", "x"],
            "unknown option '--rum' (possible: --run STYLE, --help)",
        ),
        (["things", "2"], "one style is shown at a time, but '2' follows (possible: STYLE, --run "),
    ],
)
def test_what_the_command_refuses(words: list[str], told: str) -> None:
    refused = styles(*words)
    assert (refused.status, refused.out) == (2, b"")
    assert refused.error.decode().startswith(f"gamenight: {told}")
    assert refused.error.count(b"\n") == 1


def test_every_style_runs_as_a_file_without_any_package() -> None:
    """As a real process that finds the standard library and nothing else."""
    case = Case(("2", "5", "x", "1"))
    running = [
        subprocess.Popen(
            [sys.executable, "-I", "-S", program, *case.words], stdout=PIPE, stderr=PIPE
        )
        for program in programs().values()
    ]
    for process in running:
        assert process.communicate() == (expected(case).out, b"")
        assert process.returncode == 0


@pytest.mark.parametrize("style", sorted({*STYLES} - {"constructivist"}))
def test_a_reader_who_leaves_is_told_to_whoever_ran_it(style: str) -> None:
    """As `gamenight preys` does it, threads or not; only one style never complains."""

    class Closed(io.BytesIO):
        def write(self, data: object) -> int:
            raise BrokenPipeError(32, "Broken pipe")

    gone = patch.object(sys, "stdout", io.TextIOWrapper(Closed()))
    with streams(b"2"), gone, pytest.raises(BrokenPipeError):
        run_program(programs()[style], [])


def test_tables_outlive_their_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second game is added to the same file, which can be asked about both afterwards."""
    file = tmp_path / "game.db"
    monkeypatch.setenv("PREYS_TABLES", str(file))
    for case in (Case(("2", "x", "3")), Case(("2", "2", "1"))):
        assert outcome(programs()["persistent-tables"], case) == expected(case)
    with closing(sqlite3.connect(file)) as tables:
        for game, places in ((1, [7, 8, 8, 8, 8]), (2, [7, 8, 9, 9, 9])):
            found = tables.execute(
                "SELECT place FROM fish JOIN turn ON turn.id = fish.turn"
                " WHERE number = 2 AND game = ? ORDER BY turn",
                [game],
            )
            assert [place for (place,) in found] == places
    file.write_bytes(b"no tables, but longer than a page" * 1_000)
    refused = outcome(programs()["persistent-tables"], Case(("2",)))
    assert (refused.status, refused.out) == (2, b"")
    assert refused.error.startswith(b"gamenight: there can be no tables in ")


@pytest.mark.parametrize("style", STYLES)
def test_the_bytes_are_the_same_when_inputs_come_slowly(style: str) -> None:
    """Byte by byte, in the middle of words and of characters."""
    data = "2 x魚魚魚魚 5\n12 1 🐟 3".encode()

    class Slow(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            return super().read1(1)

    def slowly() -> int:
        with patch.object(sys, "stdin", io.TextIOWrapper(Slow(data))):
            return run_program(programs()[style], [])

    assert run_in(b"", slowly) == expected(Case((), data))


def test_a_lazy_river_is_read_no_farther_than_needed() -> None:
    class Endless(io.BytesIO):
        reads = 0

        def read1(self, size: int | None = -1, /) -> bytes:
            self.reads += 1
            return b"1 "

    endless = Endless()
    with patch.multiple(
        sys, stdin=io.TextIOWrapper(endless), stdout=io.TextIOWrapper(io.BytesIO())
    ):
        assert run_program(programs()["lazy-rivers"], []) == 0
    assert endless.reads == 6  # the sixth row of the boat takes all four fish
