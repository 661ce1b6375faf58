"""The files of the endgame tables: built, continued after a kill, damaged, verified."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from zlib import crc32

import numpy as np
import pytest

from gamenight import GamenightError
from gamenight.games.oware.lab import ranks
from gamenight.games.oware.rules import Position
from tests.late import late

with late():
    from gamenight.games.oware.lab import endgames, files
    from gamenight.games.oware.lab.commands import build as build_command
    from gamenight.games.oware.lab.commands import verify as verify_command
    from gamenight.games.oware.lab.endgames import build, load, small
    from gamenight.games.oware.lab.levels import built
    from gamenight.games.oware.lab.verification import violation


def listed(levels: list[list[int]]) -> dict[str, object]:
    return {"game": "oware", "rules": 1, "format": 4, "levels": levels}


def spoil(path: Path, at: int) -> None:
    """Change one byte."""
    data = bytearray(path.read_bytes())
    data[at] ^= 1
    path.write_bytes(data)


def test_what_was_built_is_loaded_from_a_map(tmp_path: Path) -> None:
    assert load(tmp_path) is None
    assert list(build(tmp_path, 6, 1)) == list(range(7))
    assert (tmp_path / "oware.values").stat().st_size == ranks.positions_below(7)
    found = load(tmp_path)
    assert found is not None
    assert found.seeds == 6
    assert isinstance(found.values.base, np.memmap)
    assert np.array_equal(found.values, small().values[: ranks.positions_below(7)])


def test_a_build_goes_on_where_the_last_one_ended(tmp_path: Path) -> None:
    assert list(build(tmp_path, 3, 1)) == [0, 1, 2, 3]
    assert list(build(tmp_path, 3, 1)) == []
    assert list(build(tmp_path, 6, 1)) == [4, 5, 6]
    assert list(build(tmp_path, 2, 1)) == []
    found = load(tmp_path)
    assert found is not None
    assert found.seeds == 6


def test_two_builds_at_once_do_no_harm(tmp_path: Path) -> None:
    one, other = build(tmp_path, 6, 1), build(tmp_path, 6, 2)
    assert [next(one), next(one), next(one)] == [0, 1, 2]
    assert [next(other), next(one), next(one), next(other)] == [3, 3, 4, 4]
    assert list(one) == [5, 6]
    assert list(other) == [5, 6]
    found = load(tmp_path)
    assert found is not None
    assert np.array_equal(found.values, small().values[: ranks.positions_below(7)])


def test_a_build_never_cuts_or_replaces_the_file_that_others_have_mapped(tmp_path: Path) -> None:
    list(build(tmp_path, 6, 1))
    path, mapped = tmp_path / "oware.values", load(tmp_path)
    assert mapped is not None
    before = path.stat()
    spoil(path, ranks.positions_below(4))
    for level in build(tmp_path, 5, 1):
        assert path.stat().st_ino == before.st_ino
        assert path.stat().st_size == before.st_size, level
    assert np.array_equal(mapped.values, small().values[: ranks.positions_below(7)])


def test_a_file_that_is_too_short_is_damaged_when_it_is_opened(tmp_path: Path) -> None:
    list(build(tmp_path, 6, 1))
    os.truncate(tmp_path / "oware.values", ranks.positions_below(6))
    with pytest.raises(files.DamagedTables, match="cannot be read"):
        load(tmp_path)


def test_a_packed_level_has_the_values_that_were_built(tmp_path: Path) -> None:
    assert list(build(tmp_path, 13, 2)) == list(range(14))
    found = load(tmp_path)
    assert found is not None
    values = built(13, small().values, 2)
    rng = Random(1)
    for _ in range(2_000):
        houses = [0] * 12
        for _ in range(13):
            houses[rng.randrange(12)] += 1
        number = ranks.number(tuple(houses)) - ranks.positions_below(13)
        assert found.value(Position(tuple(houses), (0, 0), 0)) == values[number]
    signs = [int(np.count_nonzero(one)) for one in (values > 0, values == 0, values < 0)]
    assert list(found.counts(13)) == signs
    assert violation(13, found.values, sample=20_000) is None
    assert list(build(tmp_path, 13, 1)) == []


def test_the_same_bytes_are_written_for_ever(tmp_path: Path) -> None:
    """Files that are older than this program are read by it, and a build writes over a part of a
    file that others may have open. Where this fails, the new bytes need a new FORMAT and name.
    Changed `guesses` are only seen without numba's cache on disk: `packer` has them compiled in."""
    list(build(tmp_path, 14, 2))
    data = (tmp_path / "oware.values").read_bytes()
    assert (len(data), crc32(data)) == (5585632, 3319151326)
    last = [[986672, 3186844721], [1723248, 3096879180]]
    assert json.loads((tmp_path / "oware.json").read_text())["levels"][13:] == last


def test_a_killed_build_loses_one_level_at_most(tmp_path: Path) -> None:
    code = "from gamenight.games.oware.lab.commands import build; build(['--seeds', '22'])"
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "GAMENIGHT_TABLES": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    for line in child.stdout:
        if line.startswith("9 seeds: 167,960 positions"):
            break
    child.kill()
    child.wait()
    child.stdout.close()
    left = load(tmp_path)
    assert left is not None
    assert 9 <= left.seeds < 22
    # What a kill in the middle of writing would leave.
    with open(tmp_path / "oware.values", "ab") as file:
        file.write(b"\x05" * 1000)
    target = max(left.seeds + 1, 12)
    assert list(build(tmp_path, target, 2)) == list(range(left.seeds + 1, target + 1))
    found = load(tmp_path)
    assert found is not None
    assert np.array_equal(found.values[: ranks.LEVELS[13]], small().values)


def test_damaged_files_are_refused_in_a_sentence_and_built_again(tmp_path: Path) -> None:
    list(build(tmp_path, 5, 1))
    spoil(tmp_path / "oware.values", ranks.positions_below(4) + 7)
    sentence = r"oware\.values is damaged \(at 4 seeds\): .* builds it again$"
    with pytest.raises(files.DamagedTables, match=sentence):
        load(tmp_path)
    assert list(build(tmp_path, 5, 1)) == [4, 5]
    assert load(tmp_path) is not None


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("no JSON", "{"),
        ("no object", "[]"),
        ("no levels", '{"game": "oware", "rules": 1, "format": 4}'),
        ("other rules", '{"game": "oware", "rules": 0, "format": 4, "levels": [[0, 0]]}'),
        ("another format", '{"game": "oware", "rules": 1, "format": 5, "levels": [[0, 0]]}'),
        ("no pairs", '{"game": "oware", "rules": 1, "format": 4, "levels": [0]}'),
        ("blocks too soon", '{"game": "oware", "rules": 1, "format": 4, "levels": [[8, 0]]}'),
        ("no numbers", '{"game": "oware", "rules": 1, "format": 4, "levels": [[0, true]]}'),
        ("too many", json.dumps(listed([[0, 0]] * 13 + [[800, 0]] * 37))),
        ("too large", json.dumps(listed([[0, 0]] * 13 + [[8 << 40, 0]]))),
    ],
)
def test_a_wrong_list_is_refused(tmp_path: Path, what: str, text: str) -> None:
    list(build(tmp_path, 2, 1))
    (tmp_path / "oware.json").write_text(text)
    with pytest.raises(files.DamagedTables, match="builds it again"):
        load(tmp_path)
    assert list(build(tmp_path, 2, 1)) == [0, 1, 2]


def test_a_file_that_is_too_short_or_missing_is_refused(tmp_path: Path) -> None:
    list(build(tmp_path, 3, 1))
    path = tmp_path / "oware.values"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(files.DamagedTables, match="cannot be read"):
        load(tmp_path)
    path.unlink()
    with pytest.raises(files.DamagedTables, match="cannot be read"):
        load(tmp_path)


@pytest.mark.parametrize(("format", "name"), [(1, "bin"), (2, "bin"), (3, "tables")])
def test_an_older_format_is_told_and_built_again(tmp_path: Path, format: int, name: str) -> None:
    """It had another file, which others may have open."""
    data = tmp_path / f"oware.{name}"
    data.write_bytes(small().values[: ranks.positions_below(3)])
    old = {"game": "oware", "rules": 1, "format": format, "levels": [0, 0, 0]}
    (tmp_path / "oware.json").write_text(json.dumps(old))
    with pytest.raises(files.DamagedTables, match=rf"oware\.{name} has an older format: .* again$"):
        load(tmp_path)
    assert list(build(tmp_path, 2, 1)) == [0, 1, 2]
    assert load(tmp_path) is not None
    assert not data.exists()


def test_small_tables_serve_where_files_are_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "oware.json").write_text("?")
    monkeypatch.setenv("GAMENIGHT_TABLES", str(tmp_path))
    found = endgames.endgames()
    assert found.seeds == ranks.AT_ONCE
    assert found.note.startswith("Using small endgame tables instead: ")


def test_where_tables_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAMENIGHT_DATA", str(tmp_path))
    monkeypatch.delenv("GAMENIGHT_TABLES", raising=False)
    assert endgames.folder() == tmp_path / "tables"
    monkeypatch.setenv("GAMENIGHT_TABLES", str(tmp_path / "other"))
    assert endgames.folder() == tmp_path / "other"


def test_the_commands_build_and_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--folder", str(tmp_path)]
    assert build_command(["--seeds", "5", *folder]) == 0
    told = capsys.readouterr()
    assert "5 seeds: 4,368 positions" in told.out
    assert f"Up to 5 seeds: 6,188 positions in {tmp_path}" in told.out
    assert told.err == "", "no progress where there is no terminal"
    assert build_command(["--seeds", "4", *folder]) == 0
    assert "Nothing is missing." in capsys.readouterr().out
    assert verify_command(["--full", "4", *folder]) == 0
    told = capsys.readouterr()
    assert "4 seeds: 1,365 positions computed again by the rules: the same" in told.out
    assert "4 seeds: all 1,365 positions: follow from their moves" in told.out
    assert "5 seeds: 4,368 of 4,368 positions: follow from their moves" in told.out
    assert told.out.endswith("all is well.\n")


def test_verify_tells_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong value with a right checksum: only the two other ways can find it."""
    list(build(tmp_path, 4, 1))
    path = tmp_path / "oware.values"
    spoil(path, ranks.positions_below(3) + 11)
    data = path.read_bytes()
    sums = [crc32(data[ranks.positions_below(n) : ranks.positions_below(n + 1)]) for n in range(5)]
    (tmp_path / "oware.json").write_text(json.dumps(listed([[0, sum] for sum in sums])))
    assert verify_command(["--folder", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "3 seeds: 364 positions computed again by the rules: 1 differ" in told
    assert "does not follow" in told
    assert told.endswith("something is wrong.\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seeds", "49"], "--seeds must be 1 to 48, not 49"),
        (["--seeds", "0"], "--seeds must be 1 to 48, not 0"),
        (["--seeds", "many"], "invalid int value: 'many'"),
        (["--threads", "0"], "--threads must be 1 to 64, not 0"),
        (["--sed", "4"], "unrecognized arguments: --sed 4"),
    ],
)
def test_wrong_words_are_refused(words: list[str], sentence: str) -> None:
    with pytest.raises(GamenightError, match=sentence):
        build_command(words)


def test_there_must_be_something_to_verify(tmp_path: Path) -> None:
    with pytest.raises(GamenightError, match=r"no tables in .*`gamenight tables build oware`"):
        verify_command(["--folder", str(tmp_path)])


def test_more_than_the_memory_is_refused_before_it_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.sysconf", lambda name: 100)
    with pytest.raises(GamenightError, match="not enough memory for 7 seeds: 6 levels were built"):
        build_command(["--seeds", "7", "--folder", str(tmp_path)])


def test_a_full_disk_is_told_in_a_sentence_and_the_next_build_goes_on(tmp_path: Path) -> None:
    code = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000));"
        "from gamenight.games.oware.lab.commands import build; build(['--seeds', '6'])"
    )
    env = {**os.environ, "GAMENIGHT_TABLES": str(tmp_path)}
    told = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert f"GamenightError: {tmp_path} cannot be written: File too large" in told.stderr
    assert list(build(tmp_path, 5, 1)) == [5]
    assert load(tmp_path) is not None


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GamenightError, match="cannot be written"):
        build_command(["--seeds", "2", "--folder", str(tmp_path / "file")])
