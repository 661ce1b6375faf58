"""A pytest plugin of `mutants.py`: notes which lines each test runs, or runs chosen tests only.

With MUTANTS_NOTES (a folder) it notes for every test that passes what it costs, which lines of
MUTANTS_SOURCE it runs, and whether it starts processes, whose lines nobody can see here. With
MUTANTS_CHOSEN (a file, one id a line) it runs these tests in that order, and notes in
MUTANTS_KILLER which one failed.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import threading
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from hypothesis import Phase, settings

NOTES, SOURCE = os.environ.get("MUTANTS_NOTES"), os.environ.get("MUTANTS_SOURCE", "")
CHOSEN, KILLER = os.environ.get("MUTANTS_CHOSEN"), os.environ.get("MUTANTS_KILLER")
NOTHING_NEW = 300  # calls of a function in one test without a new line: it is watched no longer
SECONDS = 40  # of CPU a test, many times what the longest takes: this is an endless loop
MEMORY = 4 << 30


class Watch:
    """Lines that run while a test is watched."""

    def __init__(self) -> None:
        self.lines: dict[str, set[int]] = defaultdict(set)
        self.starts_processes = False
        self._old_calls: dict[int, int] = defaultdict(int)

    def begin(self) -> None:
        self.lines.clear()
        self._old_calls.clear()
        self.starts_processes = False
        threading.settrace(self._call)
        sys.settrace(self._call)

    def end(self) -> None:
        sys.settrace(None)
        threading.settrace(None)

    def _call(self, frame: FrameType, event: str, arg: Any) -> Any:
        code: CodeType = frame.f_code
        if not code.co_filename.startswith(SOURCE) or self._old_calls[id(code)] > NOTHING_NEW:
            return None
        self._old_calls[id(code)] += 1
        lines = self.lines[code.co_filename]

        def line(frame: FrameType, event: str, arg: Any) -> Any:
            if event == "line" and frame.f_lineno not in lines:
                lines.add(frame.f_lineno)
                self._old_calls[id(code)] = 0
            return line

        return line

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        if event in ("subprocess.Popen", "os.fork", "os.posix_spawn"):
            self.starts_processes = True


watch = Watch()
notes: dict[str, Any] = {}


def pytest_configure(config: pytest.Config) -> None:
    """The same examples each time, and none made smaller: it is enough that one fails."""
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile(
        "mutants", deadline=None, derandomize=True, database=None, phases=phases
    )
    settings.load_profile("mutants")
    if NOTES:
        sys.addaudithook(watch.audit)
    else:
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
    before = sum(os.times()[:4])
    watch.begin()
    try:
        return (yield)
    finally:
        watch.end()
        note = notes.setdefault(item.nodeid, {})
        note["cost"] = sum(os.times()[:4]) - before
        note["starts"] = watch.starts_processes
        note["lines"] = {
            file.removeprefix(SOURCE): sorted(lines) for file, lines in watch.lines.items() if lines
        }


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if NOTES:
        note = notes.setdefault(report.nodeid, {})
        note["passed"] = note.get("passed", True) and not report.failed
    elif KILLER and report.failed:
        Path(KILLER).write_text(report.nodeid, "utf-8")


def pytest_sessionfinish() -> None:
    if NOTES:
        (Path(NOTES) / f"{os.getpid()}.json").write_text(json.dumps(notes), "utf-8")
