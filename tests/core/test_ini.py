"""Options from INI files: right lines count, wrong ones are named and ignored."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamenight
from gamenight.core.ini import read_ini
from gamenight.core.options import option
from tests.effort import times
from tests.terminal import pipe

OPTIONS = gamenight.game("zombie").options
GOOD = """\
# how we play at home
[Game]
weak_dice = 5
strong_dice = 3  # yellow
tough_dice = "2"
max_players = 4
brains_to_win = 9
max_turns = 7 ; not zero

[Dice]
weak_die_faces   = "bbbbfs"
strong_die_faces = 'bs'
tough_die_faces  = bffsss
"""
VALUES = {
    "weak_dice": 5,
    "strong_dice": 3,
    "tough_dice": 2,
    "max_players": 4,
    "brains_to_win": 9,
    "max_turns": 7,
    "weak_die_faces": "bbbbfs",
    "strong_die_faces": "bs",
    "tough_die_faces": "bffsss",
}


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        "\ufeff" + GOOD,
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", "\r"),
        GOOD.replace(" = ", "\t=\t"),
        GOOD.replace(" = ", "="),
        GOOD.replace("[Game]", "  [ game ]  # section"),
        GOOD.replace("weak_dice", "Weak_Dice"),
        GOOD.rstrip("\n"),
    ],
)
def test_a_good_file(text: str) -> None:
    assert read_ini(text, OPTIONS) == (VALUES, [])


@pytest.mark.parametrize(
    ("line", "new", "name", "sentence"),
    [
        ("weak_dice = 5", "weak_dice = six", "weak_dice", "line 3: option weak_dice cannot be"),
        ("weak_dice = 5", "weak_dice = -1", "weak_dice", "line 3: option weak_dice cannot be -1"),
        ("weak_dice = 5", "weak_dice =", "weak_dice", "line 3: option weak_dice cannot be ''"),
        ("weak_dice = 5", "weak_dice = 5.0", "weak_dice", "line 3: option weak_dice cannot be"),
        ("weak_dice = 5", "weak_dice = ٥", "weak_dice", "line 3: option weak_dice cannot be '٥'"),
        ("max_players = 4", "max_players = 1", "max_players", "line 6: option max_players cannot"),
        ("brains_to_win = 9", "brains_to_win = 0", "brains_to_win", "line 7: option brains_to_win"),
        ('"bbbbfs"', '"bbxbfs"', "weak_die_faces", "line 11: option weak_die_faces cannot be"),
        ('"bbbbfs"', '""', "weak_die_faces", "line 11: option weak_die_faces cannot be ''"),
        ('"bbbbfs"', '"bbb', "weak_die_faces", "line 11: option weak_die_faces cannot be '\"bbb'"),
        ('"bbbbfs"', '"bb" b', "weak_die_faces", "line 11: option weak_die_faces cannot be"),
        ("weak_dice = 5", "weak_dice 5", "weak_dice", "line 3: 'weak_dice 5' is not of the form"),
        ("weak_dice = 5", "= 5", "weak_dice", "line 3: '= 5' is not of the form"),
        ("weak_dice = 5", "week_dice = 5", "weak_dice", "line 3: unknown key 'week_dice'"),
        ("[Dice]", "[Game]", "weak_die_faces", "line 11: unknown key 'weak_die_faces' in [Game]"),
        ("[Game]", "", "weak_dice", "line 3: unknown key 'weak_dice' outside any section"),
        (
            "max_players = 4",
            "weak_dice = 2",
            "weak_dice",
            "line 6: weak_dice was already set on line 3; the default 6 is used",
        ),
    ],
)  # fmt: skip
def test_an_invalid_field_is_named_with_its_line(
    line: str, new: str, name: str, sentence: str
) -> None:
    found = read_ini(GOOD.replace(line, new, 1), OPTIONS)
    assert any(warning.startswith(sentence) for warning in found.warnings), found.warnings
    assert name not in found.values
    untouched = {"tough_die_faces", "strong_die_faces"} if "[" not in line else set()
    assert all(found.values[key] == VALUES[key] for key in untouched)


@pytest.mark.parametrize(
    ("text", "values", "sentence"),
    [
        (
            "[Game]\nweak_dice=0\nstrong_dice=0\ntough_dice=0",
            {"weak_dice": 0, "strong_dice": 0},
            "line 4: tough_dice: there must be at least one die in the bag; the default 3 is used",
        ),
        (
            "[Game]\nweak_dice=0\nstrong_dice=0\ntough_dice=0\nmax_players=3\nmax_turns=9",
            {"weak_dice": 0, "strong_dice": 0, "max_players": 3, "max_turns": 9},
            "line 4: tough_dice: there must be at least one die in the bag; the default 3 is used",
        ),
        (
            "[Dice]\nweak_die_faces=ffs\nstrong_die_faces=fs\ntough_die_faces=s",
            {"weak_die_faces": "ffs", "strong_die_faces": "fs"},
            "line 4: tough_die_faces: at least one die in the bag must have a brain; "
            "the default 'bffsss' is used",
        ),
    ],
)
def test_values_that_do_not_go_together(text: str, values: dict[str, Any], sentence: str) -> None:
    assert read_ini(text, OPTIONS) == (values, [sentence])


def test_thousands_of_mutations_never_stumble() -> None:
    rng = Random(5)
    alphabet = "\x00\t\r\n []=#;\"'\\bfs0123456789-+.eE_éЖ漢🧟\u2028\ud800" + GOOD
    for _ in range(times(400)):
        text = list(GOOD)
        for _ in range(rng.randint(1, 12)):
            at = rng.randrange(len(text))
            kind = rng.randrange(4)
            if kind == 0:
                text[at] = rng.choice(alphabet)
            elif kind == 1:
                text.insert(at, rng.choice(alphabet))
            elif kind == 2:
                del text[at : at + rng.randint(1, 20)]
                text = text or ["x"]
            else:
                text[at:at] = text[rng.randrange(len(text)) :][: rng.randint(1, 40)]
        found = read_ini("".join(text), OPTIONS)
        gamenight.game("zombie").rules(2, **found.values)
        assert all("\n" not in warning for warning in found.warnings)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    found = read_ini(text, OPTIONS)
    gamenight.game("zombie").rules(2, **found.values)


@dataclass(frozen=True)
class Loose:
    """Options that name no section stand in [Game]."""

    laps: int = 3
    cards: bool = option(False, "with cards", section="Table")


def test_other_games_read_theirs() -> None:
    text = "[game]\nlaps = 5\n[TABLE]\ncards = yes\n"
    assert read_ini(text, Loose) == ({"laps": 5, "cards": True}, [])


def test_the_command_line_takes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "zdice.ini"
    path.write_text(GOOD.replace("max_players = 4", "max_players = none"), "utf-8")
    for arguments in ((str(path),), ("--config", str(path))):
        output = pipe(tmp_path, "play", "zombie", *arguments, typed="Ann\nAnn, Ben\n")
        assert f"{path}, line 6: option max_players cannot be 'none'" in output
        assert "7 turns" in output
    pipe(tmp_path, "export", "1", str(tmp_path / "match.json"))
    record = gamenight.Record.loads((tmp_path / "match.json").read_bytes())
    assert record.options["weak_die_faces"] == "bbbbfs"
    assert record.options["max_players"] == 6


def test_an_option_wins_over_the_file(tmp_path: Path) -> None:
    path = tmp_path / "zdice.ini"
    path.write_text(GOOD, "utf-8")
    given = ("play", "zombie", str(path), "--weak-dice", "1", "--seat", "Ann", "--seat", "Ben")
    pipe(tmp_path, *given, typed="")
    pipe(tmp_path, "export", "1", str(tmp_path / "match.json"))
    record = gamenight.Record.loads((tmp_path / "match.json").read_bytes())
    assert record.options["weak_dice"] == 1
    assert record.options["strong_dice"] == 3


def test_without_a_file_to_read_the_usual_values_count_and_a_warning_says_so(
    tmp_path: Path,
) -> None:
    missing = (tmp_path / "nowhere.ini", "No such file or directory")
    for path, why in (missing, (tmp_path, "it is a folder")):
        output = pipe(tmp_path, "play", "zombie", str(path), typed="")
        assert output.startswith(f"{path} cannot be read ({why}): using the usual values.\n")
        assert "The first with 13 brains or more ends the game" in output


def test_any_bytes_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "zdice.ini"
    path.write_bytes(b"\xff\xfe[Game]\x00\nweak_dice = 2\n\xc3\x28" + bytes(range(256)) * 20)
    output = pipe(tmp_path, "play", "zombie", str(path), typed="")
    assert "line 1:" in output
