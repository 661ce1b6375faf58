"""A pytest plugin of `mutants.py`: notes which lines each test runs, or runs chosen tests only.

With MUTANTS_NOTES (a folder) it notes what every test costs, which lines of MUTANTS_SOURCE it
runs, in processes that it starts too, and whether it passes. With MUTANTS_CHOSEN (a file, one id
a line) it runs these tests in that order, and notes in MUTANTS_KILLER which one fails.
"""

from __future__ import annotations

import json
import os
import resource
import signal
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from sitecustomize import Watch

NOTES, SOURCE = os.environ.get("MUTANTS_NOTES"), os.environ.get("MUTANTS_SOURCE", "")
CHOSEN, KILLER = os.environ.get("MUTANTS_CHOSEN"), os.environ.get("MUTANTS_KILLER")
SECONDS = 30  # of CPU for one test, more than any needs: this is an endless loop
MEMORY = 4 << 30

watch = Watch(SOURCE)
notes: dict[str, Any] = {}


def pytest_configure(config: pytest.Config) -> None:
    """The same examples each time, and none made smaller: it is enough that one fails."""
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", settings(), derandomize=True, database=None, phases=phases)
    settings.load_profile("mutants")
    if not NOTES:
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHOSEN:
        order = {id: n for n, id in enumerate(Path(CHOSEN).read_text("utf-8").splitlines())}
        items[:] = sorted((i for i in items if i.nodeid in order), key=lambda i: order[i.nodeid])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    if not NOTES:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)  # its signal ends the process
        return (yield)
    before, path = sum(os.times()[:4]), Path(NOTES) / f"{os.getpid()}.lines"
    os.environ["MUTANTS_LINES"] = str(path)  # for processes that it starts
    watch.begin(str(path))
    try:
        return (yield)
    finally:
        watch.end()
        del os.environ["MUTANTS_LINES"]
        note = notes.setdefault(item.nodeid, {})
        note["cost"] = sum(os.times()[:4]) - before
        note["lines"] = lines(path)
        path.unlink()


def lines(path: Path) -> dict[str, list[int]]:
    """What was written, by file."""
    found: dict[str, set[int]] = defaultdict(set)
    for text in path.read_text("utf-8").splitlines():
        number, _, file = text.partition(" ")
        found[file.removeprefix(SOURCE)].add(int(number))
    return {file: sorted(numbers) for file, numbers in found.items()}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if NOTES:
        note = notes.setdefault(report.nodeid, {})
        note["passed"] = note.get("passed", True) and not report.failed
    elif KILLER and report.failed:
        Path(KILLER).write_text(report.nodeid, "utf-8")


def pytest_sessionfinish() -> None:
    if NOTES:
        (Path(NOTES) / f"{os.getpid()}.json").write_text(json.dumps(notes), "utf-8")
