"""The programs of `styles/` beside `gamenight preys`, in one process."""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from gamenight.cli.parser import main
from gamenight.games.preys import command
from gamenight.games.preys.gallery import run_program

BARE = "-- before inputs that begin with --"


class Offer(NamedTuple):
    """The options that a program has, besides a bare `--`."""

    valued: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()


class Case(NamedTuple):
    """Words of the command line, and what is on standard input; None: a terminal."""

    words: tuple[str, ...]
    stdin: bytes | None = b""


class Run(NamedTuple):
    status: int
    out: bytes
    error: bytes


STANDARD = Offer()
OFFERS: dict[str, Offer] = {
    "bulletin-board": Offer(flags=("--color", "--stats"), listed=("--color", "--stats")),
    "hollywood": Offer(valued=("--config",), listed=("--config FILE",)),
}


class Terminal(io.BytesIO):
    def isatty(self) -> bool:
        return True


@contextmanager
def streams(stdin: bytes | None) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    """Standard streams that hold and keep bytes."""
    given = Terminal() if stdin is None else io.BytesIO(stdin)
    out, error = io.BytesIO(), io.BytesIO()
    with patch.multiple(
        sys,
        stdin=io.TextIOWrapper(given),
        stdout=io.TextIOWrapper(out),
        stderr=io.TextIOWrapper(error, "utf-8", "replace"),
    ):
        yield out, error


def run_in(stdin: bytes | None, run: Callable[[], int]) -> Run:
    with streams(stdin) as (out, error):
        status = run()
        sys.stdout.flush()
        sys.stderr.flush()
        return Run(status, out.getvalue(), error.getvalue())


def expected(case: Case, offer: Offer = STANDARD) -> Run:
    """What `gamenight preys` does, if these are all its options."""
    with patch.multiple(
        command, VALUED=offer.valued, FLAGS=offer.flags, OPTIONS=(*offer.listed, BARE)
    ):
        return run_in(case.stdin, lambda: main(["preys", *case.words]))


def outcome(program: Path, case: Case) -> Run:
    return run_in(case.stdin, lambda: run_program(program, list(case.words)))


def random_words(rng: Random) -> list[str]:
    """Up to 60 inputs, most of them valid."""
    wrong = ["0", "7", "x", "12", "1.0", "-1", "400000", "魚", "🐟🐟", "e\u0301", "½", "٣", "\x1b["]
    valid = "123456" if rng.random() < 0.5 else rng.choice(["2345", "12345", "16", "1235"])
    return [
        rng.choice(wrong) if rng.random() < 0.15 else rng.choice(valid)
        for _ in range(rng.randrange(60))
    ]


def random_cases(count: int) -> list[Case]:
    """Random inputs, on the command line or on standard input."""
    found = []
    for seed in range(count):
        rng = Random(seed)
        words = random_words(rng)
        text = rng.choice([" ", "\n", " \t\u2003"]).join(words)
        forms = [Case(tuple(words), b"1"), Case((text,), b"1"), Case((), text.encode())]
        found.append(rng.choice(forms) if words else forms[-1])
    return found


def length(program: str) -> int:
    """Its lines, without blank ones and the text at its beginning."""
    code = program.removeprefix(f'"""{ast.get_docstring(ast.parse(program), clean=False)}"""')
    return sum(1 for line in code.splitlines() if line.strip())
