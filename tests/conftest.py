"""A test that lacks something (OpenSpiel) is skipped with its reason, but never where CI runs; and
no example of a property fails because the machine was busy."""

from __future__ import annotations

import fcntl
import gc
import os
import pkgutil
from collections.abc import Callable, Generator
from functools import cache
from importlib import import_module

import pytest
from hypothesis import settings

from tests.effort import times

settings.register_profile("untimed", deadline=None, max_examples=times(50))
settings.load_profile("untimed")
# A quarter of all time went into looking for cycles in what tests leave behind.
gc.set_threshold(50_000, 10, 10)


def pytest_collection_finish() -> None:
    """What is there before the first test stays until the last."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though CI must run it: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], None]:
    """Compiles what the lab of a game compiles, once for all workers: the first does it, and the
    others wait and find it in numba's cache."""
    shared = tmp_path_factory.getbasetemp().parent

    @cache
    def compile_lab(id: str) -> None:
        lab = import_module(f"gamenight.games.{id}.lab")
        with (shared / f"{id}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for module in pkgutil.iter_modules(lab.__path__):
                import_module(f"{lab.__name__}.{module.name}")

    return compile_lab
