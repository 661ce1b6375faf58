"""The words of the command line: inputs, options, statistics, and the file that chooses a view."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from gamenight.core import registry
from gamenight.games.preys.config import LARGEST
from gamenight.games.preys.rules import PreysRules, State
from tests.games.preys.frames import CODE, preys

FIXED, DEFAULT = (preys("--view", view, "1", "x").out for view in ("fixed", "default"))


def offended(*words: str, stdin: bytes | None = b"") -> list[str]:
    """The inputs that the banners call offending, for words of which none is valid."""
    out = preys(*words, stdin=stdin)
    assert out.status == 0
    lines = [line for line in out.out.split("\n") if "Offending" in line]
    assert len(out.frames) == len(lines) + 2
    return [line.strip("│ ").removeprefix("Offending input: ") for line in lines]


def refused(*words: str) -> str:
    """The one line of an error; nothing is printed before it."""
    result = preys(*words)
    assert (result.status, result.out) == (2, "")
    assert result.error.startswith("gamenight: ")
    assert result.error.count("\n") == 1
    return result.error


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (
            ["0", "7", "01", "+1", "1.0", "٣", "¹", "1,"],
            ["0", "7", "01", "+1", "1.0", "٣", "¹", "1,"],
        ),
        (["-1", "-x", "-h", "-"], ["-1", "-x", "-h", "-"]),
        (["--", "--view", "--help", "--", "--x"], ["--v...", "--h...", "--", "--x"]),
        (["a b\tc", " d ", ""], ["a", "b", "c", "d"]),
        (["a --x"], ["a", "--x"]),
        (["-", "-"], ["-", "-"]),
        ([" -"], ["-"]),
        (["a\x1fb", "\x1b"], ["a", "b", "?"]),
        (["\udcff\udcfe"], ["??"]),
        ([""], []),
    ],
)
def test_words_that_are_inputs(words: list[str], shown: list[str]) -> None:
    assert offended(*words, stdin=b"z z z") == shown


@pytest.mark.parametrize("words", [[], ["-"], ["--"], ["--", "-"], ["--view", "fixed"]])
def test_words_that_leave_the_inputs_to_standard_input(words: list[str]) -> None:
    assert offended(*words, stdin=b"z\nzzzz z") == ["z", "zzz...", "z"]


def test_no_input_at_all() -> None:
    start, missing = preys(stdin=None).frames
    assert start == preys("1").frames[0]
    assert "│                        Missing inputs.                       │" in missing
    assert preys(stdin=b" \n").frames == preys("").frames == [start, missing]


@pytest.mark.parametrize(
    "words",
    [
        ["--view", "fixed", "1", "x"],
        ["1", "--view=fixed", "x"],
        ["1", "x", "--view", "fixed"],
        ["--view", "default", "--view", "fixed", "--", "1", "x"],
    ],
)
def test_options_stand_anywhere(words: list[str]) -> None:
    assert preys(*words).out == FIXED != DEFAULT == preys("1", "x").out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--x"], "unknown option '--x' (possible: --view NAME, --config FILE, --color, --stats"),
        (["1", "--views", "fixed"], "unknown option '--views'"),
        (["--1"], "unknown option '--1'"),
        (["--view"], "--view needs a value"),
        (["--config"], "--config needs a value"),
        (["--color=no"], "--color takes no value, but got 'no'"),
        (["--view", "round", "1"], "unknown view 'round' (possible: default, fixed)"),
        (["--view="], "unknown view '' (possible: default, fixed)"),
        (["--view", "--color"], "unknown view '--color'"),
    ],
)
def test_what_is_refused(words: list[str], told: str) -> None:
    assert told in refused(*words)


def test_help() -> None:
    result = preys("--help", stdin=None)
    assert (result.status, result.error) == (0, "")
    assert all(name in result.out for name in ("--view", "--config", "--color", "--stats", "fixed"))
    assert max(map(len, result.out.splitlines())) <= 60


STATS = [
    (
        "0 01 001 0001 1 2 2 2 2 2 2 2 5 5 2 3 3 2 2 2 2 1 O 1 2 Oo OoO OoOo "
        "1 6 6 4 O Oo oOo 1 7 4 6 4 5 7 8 9 GoodJob:D",
        """\
>>>>>
TotalInputs=45,ValidMoves=28,InvalidMoves=12
1=11,2=6,3=6,4=0,5=5,6=11,
2=SAFE,3=SAFE,4=DEAD,5=DEAD,
""",
    ),
    (
        "",
        """\
>>>>>
TotalInputs=0,ValidMoves=0,InvalidMoves=0
1=0,2=0,3=0,4=0,5=0,6=0,
2=ALIVE,3=ALIVE,4=ALIVE,5=ALIVE,
""",
    ),
    (
        "2 2 2 2 2 2 2 5 x 1 6 1 6 1 6",
        """\
>>>>>
TotalInputs=15,ValidMoves=14,InvalidMoves=1
1=6,2=6,3=1,4=0,5=1,6=6,
2=SAFE,3=ALIVE,4=DEAD,5=ALIVE,
""",
    ),
]


@pytest.mark.parametrize(("inputs", "report"), STATS)
@pytest.mark.parametrize("options", [[], ["--color"], ["--view=fixed"]])
def test_statistics_follow_the_frames(inputs: str, report: str, options: list[str]) -> None:
    frames = preys(*options, inputs).out
    assert preys("--stats", *options, inputs).out == frames + report
    assert preys("--stats", *options, stdin=inputs.encode()).out == frames + report


@pytest.mark.parametrize(
    "content",
    [
        b"pluginName=fixed",
        b"; the view\n\n  pluginName = fixed ; not default\n;pluginName=default\n",
        b"\xef\xbb\xbfpluginName=fixed\r\n",
        b"another=key\npluginName=fixed\n",
    ],
)
def test_a_file_chooses_the_view(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "view.conf"
    file.write_bytes(content)
    assert preys("--config", str(file), "1", "x").out == FIXED
    assert preys(f"--config={file}", "1", "x").out == FIXED
    assert preys("--view", "default", "--config", str(file), "1", "x").out == DEFAULT


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is empty (expected one line pluginName=NAME, with NAME one of: default, fixed)"),
        (b"; pluginName=fixed\n", "holds no pluginName (expected one line pluginName=NAME"),
        (b"pluginName=round", "line 1: unknown view 'round' (possible: default, fixed)"),
        (b"pluginName=Fixed", "line 1: unknown view 'Fixed'; did you mean fixed? (possible: "),
        (b"pluginName=", "line 1: unknown view '' (possible: default, fixed)"),
        (b"\npluginName", "line 2: 'pluginName' (expected one line pluginName=NAME"),
        (b"[view]\npluginName=fixed", "line 1: '[view]' (expected"),
        (b"pluginname=fixed", "holds no pluginName (expected one line pluginName=NAME"),
        (b"color=yes\n", "holds no pluginName (expected one line pluginName=NAME"),
        (b"pluginName=fixed\npluginName=fixed", "line 2: pluginName a second time (expected"),
        (b"pluginName=fix\xff", "is not UTF-8 (byte 14)"),
        (b"pluginName=fixed\n" + b";" * LARGEST, f"is larger than {LARGEST} bytes"),
    ],
    ids=lambda v: str(v)[:30],
)
def test_a_file_that_is_not_right(tmp_path: Path, content: bytes, told: str) -> None:
    file = tmp_path / "view.conf"
    file.write_bytes(content)
    for words in ([], ["--view", "default"]):
        error = refused("--config", str(file), *words)
        assert str(file) in error
        assert told in error


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    assert f"{missing!r} cannot be read: No such file" in refused("--config", missing)
    assert f"{str(tmp_path)!r} cannot be read: " in refused("--config", str(tmp_path))
    assert "cannot be read" in refused("--config", "a\x00b")
    assert "'' cannot be read" in refused("--config=")


def test_a_package_adds_a_view(tmp_path: Path) -> None:
    def short(rules: PreysRules, state: State) -> str:
        return "\n".join(["╔═══╗", *[f"║{state.boat:3}║"] * 4, "╚═══╝"])

    file = tmp_path / "view.conf"
    file.write_text("pluginName=short")
    known = {**registry.views("preys"), "short": short}
    with patch.object(registry, "views", lambda id: known):
        plain = preys("--config", str(file), "1")
        colored = preys("--view", "short", "--color", "1")
        assert "(possible: default, fixed, short)" in refused("--view", "round")
    assert plain.frames[1].split("\n") == ["╔═══╗", *["║  2║"] * 4, "╚═══╝"]
    assert CODE.sub("", colored.out) == plain.out


WORDS = st.one_of(
    st.sampled_from(["1", "2", "3", "4", "5", "6", "-", "--", "--color", "--view", "fixed", "--x"]),
    st.text(max_size=6),
    st.text(st.characters(categories=["Cc", "Cs", "Zs"]), max_size=6),
)


@settings(deadline=None)
@given(st.lists(WORDS, max_size=40))
def test_any_words_give_whole_frames_or_one_line(words: list[str]) -> None:
    result = preys(*words)
    if result.status == 0:
        assert result.error == ""
        for frame in result.frames:
            assert len({cell_len(line) for line in CODE.sub("", frame).split("\n")}) == 1
    else:
        assert result.status == 2
        assert result.error.count("\n") == 1
        assert result.out == ""
