"""A test that lacks something (OpenSpiel) is skipped with its reason, but never where CI runs; and
no example of a property fails because the machine was busy."""

from __future__ import annotations

import fcntl
import gc
import os
import pkgutil
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from functools import cache
from importlib import import_module

import pytest
from hypothesis import settings

from gamenight.app import keystrokes
from gamenight.core import registry
from tests.effort import times
from tests.faults.figures import summed
from tests.leftovers import ended_afterwards

settings.register_profile("untimed", deadline=None, max_examples=times(20))
settings.load_profile("untimed")
# A quarter of all time went into looking for cycles in what tests leave behind.
gc.set_threshold(50_000, 10, 10)
# As the Makefile does: what Python compiled once is kept, also for the programs that tests start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def pytest_collection_finish() -> None:
    """Nothing was compiled, and what is there before the first test stays until the last."""
    assert "numba" not in sys.modules, "import what compiles within late(), see tests/late.py"
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """A worker is ended without a word: what it has started for all of its tests would stay."""
    if "tests.postgres" in sys.modules:
        sys.modules["tests.postgres"].end()


# A job in the background of a shell ignores Ctrl-C, and so would the programs that tests start.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_leftovers() -> Iterator[None]:
    """A test that fails ends the programs that it has started."""
    with ended_afterwards():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though CI must run it: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the fault suite tried; see tests/faults/figures.py."""
    reports = [
        report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)
    ]
    lines = summed(each for report in reports for each in report.user_properties)
    if lines:
        terminalreporter.section("faults injected")
        terminalreporter.write("\n".join([*lines, ""]))


TIMES = (
    *("HELD", "DELAY", "REPEAT", "WORD", "SPELLING", "WHOLE", "BURST"),
    *("UNREAD", "OVERTAKEN", "SEEN", "READ", "CALM", "TAPPED", "DOUBLED", "SLOWLY"),
)
FINGERS = {name: getattr(keystrokes, name) for name in TIMES}


@pytest.fixture(autouse=True)
def _quick_fingers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests press keys faster than people: every key counts, and questions are read at once."""
    for name in FINGERS:
        monkeypatch.setattr(keystrokes, name, 0.0)


@pytest.fixture
def _slow_fingers(_quick_fingers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys as people press them."""
    for name, seconds in FINGERS.items():
        monkeypatch.setattr(keystrokes, name, seconds)


@pytest.fixture(scope="session")
def compile_lab(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], None]:
    """Compiles what the lab of a game compiles, once for all workers: the first does it, and the
    others wait and find it in numba's cache."""
    shared = tmp_path_factory.getbasetemp().parent

    @cache
    def compile_once(id: str) -> None:
        lab = import_module(f"gamenight.games.{id}.lab")
        with (shared / f"{id}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for module in pkgutil.iter_modules(lab.__path__):
                import_module(f"{lab.__name__}.{module.name}")

    return compile_once


@pytest.fixture(scope="session")
def every_lab(compile_lab: Callable[[str], None]) -> None:
    for id in registry.games():
        compile_lab(id)
