"""Inputs on standard input: any bytes, as they come, in bounded memory."""

from __future__ import annotations

import io
import resource
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from gamenight.games.preys.command import run
from gamenight.games.preys.inputs import CHUNK, words_in
from tests.games.preys.frames import HEIGHT, preys

COMMAND = [sys.executable, "-m", "gamenight", "preys"]
LARGEST_KILOBYTES = 150_000


class Sips(io.BytesIO):
    """A stream that gives a few bytes at a time."""

    def __init__(self, data: bytes, size: int):
        super().__init__(data)
        self.size = size

    def read1(self, size: int | None = -1, /) -> bytes:
        return super().read1(self.size)


def words_of(data: bytes, size: int = CHUNK) -> list[str]:
    return [word for words in words_in(Sips(data, size)) for word in words]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", []),
        (b" \n", []),
        (b"1 2\n3", ["1", "2", "3"]),
        (b"12 3\t", ["12", "3"]),
        ("ä €€ 🐟 x".encode(), ["ä", "€€", "🐟", "x"]),
        ("a\u2003b\x85c\u2028d\x1ce".encode(), ["a", "b", "c", "d", "e"]),
        (b"a\x00b \xff 1\xe2\x82", ["a\x00b", "\ufffd", "1\ufffd"]),
    ],
)
def test_words_wherever_the_reads_cut_them(data: bytes, words: list[str], size: int) -> None:
    assert words_of(data, size) == words


@given(st.binary(max_size=60), st.integers(1, 8))
def test_words_are_those_of_the_whole_text(data: bytes, size: int) -> None:
    whole = data.decode("utf-8", "replace").split()
    found = words_of(data, size)
    assert [word[:4] for word in found] == [word[:4] for word in whole]


@settings(deadline=None)
@given(st.one_of(st.binary(), st.binary().map(lambda data: data.replace(b"\x00", b" "))))
def test_any_bytes_give_whole_frames(data: bytes) -> None:
    result = preys(stdin=data)
    assert (result.status, result.error) == (0, "")
    for frame in result.frames:
        assert len({cell_len(line) for line in frame.split("\n")}) == 1


def test_reading_stops_at_the_end_of_the_game_unless_inputs_are_counted() -> None:
    class Inputs(io.BytesIO):
        reads = 0

        def read1(self, size: int | None = -1, /) -> bytes:
            self.reads += 1
            return b"1 " if self.reads < 100 else b""

    def reads(*words: str) -> int:
        inputs, out = Inputs(), io.TextIOWrapper(io.BytesIO())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", io.TextIOWrapper(inputs))
            patch.setattr(sys, "stdout", out)
            assert run(list(words)) == 0
        return inputs.reads

    assert reads() == 6  # the sixth row of the boat takes all four fish
    assert reads("--stats") == 100


def read_frame(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    return "".join(process.stdout.readline().decode() for _ in range(HEIGHT))


def test_frames_come_before_the_input_has_ended() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert "│ 2 │" in read_frame(process)
        process.stdin.write(b"2 x\n")
        process.stdin.flush()
        assert "│ ▓ │ 2 │" in read_frame(process)
        assert "Offending input: x" in read_frame(process)
        process.stdin.close()
        assert "Missing inputs." in read_frame(process)
    assert process.returncode == 0


def limited() -> None:
    """No more memory for the process than the largest that is allowed."""
    size = LARGEST_KILOBYTES * 1024
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


@pytest.mark.parametrize(
    ("data", "frames", "shown"),
    [
        (b"z" * 10_000_000, 3, "Offending input: zzz..."),
        (b"x\n" * 200_000, 200_002, "Offending input: x "),
        (b"\x00" * 100_000 + b" 1", 4, "Offending input: ???..."),
        (b"\xff\xfe\xc3( 1 \xf0\x9f", 5, "Offending input: \ufffd\ufffd\ufffd..."),
    ],
    ids=["10 MB in one word", "200,000 words", "NUL", "not UTF-8"],
)
def test_real_processes_bear_any_input(
    tmp_path: Path, data: bytes, frames: int, shown: str
) -> None:
    inputs, errors = tmp_path / "inputs", tmp_path / "errors"
    inputs.write_bytes(data)
    with (
        inputs.open("rb") as stdin,
        errors.open("wb") as stderr,
        subprocess.Popen(
            COMMAND, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, preexec_fn=limited
        ) as process,
    ):
        assert process.stdout
        counted = Counter(line.decode() for line in process.stdout)
    assert (process.returncode, errors.read_bytes()) == (0, b"")
    assert counted.total() == frames * HEIGHT
    assert any(shown in line for line in counted)
    assert sum(count for line, count in counted.items() if "Missing inputs." in line) == 1


def test_a_reader_that_goes_away() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith("╔".encode())
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.write(b"x " * 100_000)
        with suppress(BrokenPipeError):
            process.stdin.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_errors_of_a_real_process() -> None:
    result = subprocess.run([*COMMAND, "--x"], capture_output=True, stdin=subprocess.DEVNULL)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(b"gamenight: unknown option '--x' (possible: ")
    assert result.stderr.count(b"\n") == 1


def test_words_that_are_not_utf_8() -> None:
    result = subprocess.run([*COMMAND, b"\xff\xfe"], capture_output=True, stdin=subprocess.DEVNULL)
    assert result.returncode == 0
    assert b"Offending input: ?? " in result.stdout
