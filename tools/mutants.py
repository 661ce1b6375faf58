"""Mutants: small mistakes put into `core/` and `match/`, to see whether a test notices each.

python -m tools.mutants                    100 mutants, always the same ones
python -m tools.mutants --seed 2           100 others
python -m tools.mutants --tests tests      with the tests of all rooms (the map takes long)

First a map is made: which test runs which lines, and what it costs. It is kept in the temporary
folder, and only test files that have changed are run again. Then each mutant runs the tests that
run its line, the quickest first, up to the first that fails. All of it happens in copies of the
project, each with an environment of its own.

A mutant that no test can notice, because the program means the same with it, is listed with the
reason in `mutants.toml`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory, gettempdir
from time import monotonic
from typing import Any, NamedTuple

from tools.mutations import Mutation, Source

PROJECT = Path(__file__).parent.parent
PACKAGE = Path("src/gamenight")
ROOMS = ("core", "match")
WORKERS = 2
MOST = 60.0  # seconds of CPU for the tests of one mutant: a dear test is no good guard of a line
FEW = 12  # tests tried before all others: their files are quickly read
PATIENCE = 300  # seconds for tests that wait, besides many times what they cost
# Python 3.11 loops for ever under a tracer once an exception for a thread is taken back: these
# tests are in no map.
UNTRACED = ("tests/core/test_watchdog.py",)
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis")
Tests = dict[str, Any]  # id: cost, passed, lines by file


@dataclass(frozen=True)
class Mutant:
    file: str  # under the package
    line: int
    mutation: Mutation
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}\n    - {self.before}\n    + {self.after}"

    @property
    def key(self) -> tuple[str, str, str]:
        return self.file, self.before, self.after

    def run_by(self, test: Any) -> bool:
        """Whether a test runs it; what runs at import may mean something to all of them."""
        lines = test["lines"].get(self.file, ())
        return self.mutation.at_import or any(n in self.mutation.lines for n in lines)


class Fate(NamedTuple):
    word: str  # killed, survived, equivalent
    why: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--tests", nargs="+", default=[f"tests/{room}" for room in ROOMS])
    parser.add_argument("--map", type=Path, default=Path(gettempdir()) / "gamenight-mutants.json")
    asked = parser.parse_args()
    began = monotonic()
    reasons = equivalents()
    chosen = sample(asked.seed, asked.count)
    with TemporaryDirectory() as folder:
        first, *others = copies = [Path(folder) / f"copy-{n}" for n in range(WORKERS)]
        copy_to(first, PROJECT)
        tests = mapped(first, asked.tests, asked.map)
        for copy in others:
            copy_to(copy, first)
        print(f"{len(tests)} tests in the map after {minutes(began)}", flush=True)
        fates = Counter(report(chosen, tests, reasons, copies))
    counts = ", ".join(f"{fates[word]} {word}" for word in ("killed", "survived", "equivalent"))
    print(f"seed {asked.seed}: {len(chosen)} mutants, {counts}; {minutes(began)}, CPU {cpu()}")
    sys.exit(bool(fates["survived"]))


def minutes(began: float) -> str:
    return f"{(monotonic() - began) / 60:.1f} minutes"


def cpu() -> str:
    return f"{sum(os.times()[:4]) / 60:.1f} minutes"


def equivalents() -> dict[tuple[str, str, str], str]:
    text = Path(__file__).with_suffix(".toml").read_text("utf-8")
    return {
        (file, one["before"], one["after"]): one["reason"]
        for file, found in tomllib.loads(text).items()
        for one in found
    }


def copy_to(copy: Path, project: Path) -> None:
    """A copy with what is compiled, and an environment that finds the copy in every process."""
    shutil.copytree(project, copy, ignore=NOT_COPIED)
    venv.create(copy / ".venv", symlinks=True)
    installed = Path(sysconfig.get_path("purelib"))
    own = copy / ".venv" / installed.relative_to(sys.prefix)
    paths = [copy / "src", copy / "tools", installed]
    (own / "mutants.pth").write_text("\n".join(map(str, paths)), "utf-8")


# Mutants.


def sample(seed: int, count: int) -> list[Mutant]:
    """Mutants in the order of a hash, so that a change of one line leaves the others as they are;
    one a line at most."""

    def rank(mutant: Mutant) -> bytes:
        return sha256(repr((seed, *mutant.key)).encode()).digest()

    places: dict[tuple[str, int], Mutant] = {}
    for mutant in sorted(all_mutants(), key=rank):
        places.setdefault((mutant.file, mutant.line), mutant)
    return sorted(list(places.values())[:count], key=lambda one: (one.file, one.line))


def source_files() -> list[Path]:
    return sorted(path for room in ROOMS for path in (PROJECT / PACKAGE / room).rglob("*.py"))


def all_mutants() -> Iterator[Mutant]:
    for path in source_files():
        source = Source(path.read_text("utf-8"))
        lines = source.text.splitlines()
        for mutation in source.mutations():
            line = source.line_of(mutation)
            file = str(path.relative_to(PROJECT / PACKAGE))
            after = source.line_after(mutation)
            yield Mutant(file, line, mutation, lines[line - 1].strip(), after)


# Which test runs which lines.


def mapped(copy: Path, rooms: Sequence[str], kept: Path) -> Tests:
    """The map of all tests in these rooms; what is right in the kept one is not made again."""
    files = [
        str(path.relative_to(copy))
        for room in rooms
        for path in sorted([*(copy / room).rglob("test_*.py"), *copy.glob(room)])
        if path.is_file() and str(path.relative_to(copy)) not in UNTRACED
    ]
    known: dict[str, Any] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    new = [file for file in files if file not in known or not still_right(copy, known[file])]
    if new:
        print(f"mapping {len(new)} test files ...", flush=True)
        found = watched(copy, new)
        for file in new:
            own = {id: test for id, test in found.items() if id.partition("::")[0] == file}
            sources = {str(PACKAGE / source) for test in own.values() for source in test["lines"]}
            digests = {path: digest(copy / path) for path in sorted({file, *sources})}
            known[file] = {"digests": digests, "tests": own}
        kept.write_text(json.dumps(known), "utf-8")
    tests: Tests = {id: test for file in files for id, test in known[file]["tests"].items()}
    for id in [id for id, test in tests.items() if not test["passed"]]:
        print(f"left out, since it fails without any mutant: {id}")
        del tests[id]
    return tests


def still_right(copy: Path, known: Any) -> bool:
    """Whether neither the tests have changed nor any source that they run."""
    return all(digest(copy / path) == sum for path, sum in known["digests"].items())


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest() if path.exists() else ""


def watched(copy: Path, files: Sequence[str]) -> Tests:
    notes = copy.parent / "notes"
    notes.mkdir()
    source = f"{copy / PACKAGE}{os.sep}"
    pytest(copy, [*files, "-n", str(WORKERS)], MUTANTS_NOTES=str(notes), MUTANTS_SOURCE=source)
    found: Tests = {}
    for path in sorted(notes.iterdir()):
        for id, test in json.loads(path.read_text("utf-8")).items():
            if "lines" in test:  # not so where tests were only handed out
                found[id] = test
    return found


def pytest(copy: Path, args: Sequence[str], patience: float | None = None, **more: str) -> int:
    """The exit status of pytest in a copy; with all its children it has only this many seconds."""
    python = copy / ".venv" / "bin" / "python"
    process = subprocess.Popen(
        [python, "-m", "pytest", "-p", "tracing", "-p", "no:cacheprovider", *args],
        cwd=copy,
        env=os.environ | more,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(patience)
    except subprocess.TimeoutExpired:
        return -signal.SIGKILL
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


# What becomes of each.


def report(
    mutants: Sequence[Mutant],
    tests: Tests,
    reasons: dict[tuple[str, str, str], str],
    copies: Sequence[Path],
) -> Iterator[str]:
    free: SimpleQueue[Path] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def tried(mutant: Mutant) -> Fate:
        if mutant.key in reasons:
            return Fate("equivalent", reasons[mutant.key])
        copy = free.get()
        try:
            return fate(mutant, tests, copy)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        for mutant, (word, why) in zip(mutants, pool.map(tried, mutants), strict=True):
            print(f"{word:10} {mutant}\n      {why}", flush=True)
            yield word


def fate(mutant: Mutant, tests: Tests, copy: Path) -> Fate:
    """Run what may notice it, in a copy that is left as it was found."""
    path = copy / PACKAGE / mutant.file
    original, stat = path.read_text("utf-8"), path.stat()
    covering = [id for id, test in tests.items() if mutant.run_by(test)]
    named = f"test_{Path(mutant.file).stem}.py::"  # the tests of this very module come first
    covering.sort(key=lambda id: (named not in id, tests[id]["cost"]))
    costs = accumulate(tests[id]["cost"] for id in covering)
    tried = [id for id, cost in zip(covering, costs, strict=True) if cost <= MOST]
    path.write_text(Source(original).mutated(mutant.mutation), "utf-8")
    try:
        for batch in (tried[:FEW], tried[FEW:]):
            killer = killed_by(batch, sum(tests[id]["cost"] for id in batch), copy)
            if killer:
                return Fate("killed", killer)
    finally:
        path.write_text(original, "utf-8")
        os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    return Fate("survived", f"{len(covering)} tests run it, {len(tried)} were tried")


def killed_by(ids: Sequence[str], cost: float, copy: Path) -> str:
    """What noticed that something is wrong, if anything did."""
    if not ids:
        return ""
    chosen, killer = copy / ".chosen", copy / ".killer"
    chosen.write_text("\n".join(ids), "utf-8")
    killer.unlink(missing_ok=True)
    status = pytest(
        copy,
        ["-x", *dict.fromkeys(id.partition("::")[0] for id in ids)],
        PATIENCE + 20 * cost,
        MUTANTS_CHOSEN=str(chosen),
        MUTANTS_KILLER=str(killer),
        PYTHONDONTWRITEBYTECODE="1",
    )
    if killer.exists():
        return killer.read_text("utf-8")
    if status < 0:
        return "it never ends"
    return "nothing can be imported" if status else ""


if __name__ == "__main__":
    main()
