"""Damaged stores: every command answers in one sentence or works, the other matches stay usable,
and a match that opens is what was written."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamenight.match.sqlite import SqliteStore
from gamenight.match.store import Stored, StoreError
from tests.effort import SOAK
from tests.faults.damage import FILE, Damage, damaged_copy, whole_store
from tests.faults.figures import Count
from tests.terminal import in_process

Kept = dict[int, Stored]
BUG = "a bug in the program"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Kept]:
    folder = tmp_path_factory.mktemp("whole")
    return folder, whole_store(folder)


def opened(path: Path, kept: Kept, damage: Damage) -> Iterator[str]:
    """What is wrong with the matches that can be opened, and with those that cannot."""
    try:
        store = SqliteStore(path)
    except StoreError as error:
        if damage.match is not None:
            yield f"one row shuts the store: {error}"
        return
    for id, wanted in kept.items():
        try:
            found = store.load(id)
        except StoreError as error:
            if damage.match not in (None, id):
                yield f"match {id} is lost with another: {error}"
            continue
        if found._replace(revision=0) != wanted._replace(revision=0):
            yield f"match {id} is silently different"
    store.close()


def repaired(folder: Path, kept: Kept, damage: Damage) -> Iterator[str]:
    """What is wrong with the matches of a copy after its repair."""
    copy = folder / "repaired"
    copy.mkdir()
    shutil.copy(folder / FILE, copy / FILE)
    in_process(copy, "doctor", "--repair")
    yield from opened(copy / FILE, kept, damage)


def commands(folder: Path, kept: Kept, damage: Damage) -> Iterator[str]:
    """What is wrong with the answers of the commands, on the damaged match and on another."""
    bad = damage.match or min(kept)
    other = next(id for id in kept if id != bad)
    file = str(folder / "x.json")
    for words, typed, must_work in (
        ((), "quit\n", True),
        (("matches", "--all"), "", True),
        (("stats",), "", True),
        (("resume",), "", True),
        (("resume", str(bad)), "", False),
        (("replay", str(bad)), "", False),
        (("replay", str(other)), "", True),
        (("export", str(bad), file), "", False),
        (("export", str(other), file), "", True),
        (("export", str(bad), file, "--raw"), "", True),
        (("doctor",), "", True),
        (("doctor", "--repair"), "", True),
        (("delete", str(bad)), "", True),
        (("delete", str(other)), "", True),
    ):
        status, output, errors = in_process(folder, *words, typed=typed)
        works = (0, 1) if words[:1] == ("doctor",) else (0,)
        broken = BUG in output + errors or status not in (*works, 2) or errors.count("\n") > 3
        if broken or (status not in works and must_work and damage.match is not None):
            yield f"{' '.join(words)!r} answers {status} {errors.strip()!r:.300}"


def test_damaged_stores(whole: tuple[Path, Kept], tmp_path: Path, count: Count) -> None:
    source, kept = whole
    faults, tried = list[str](), 300 if SOAK else 12
    for seed in range(tried):
        folder = tmp_path / str(seed)
        damage = damaged_copy(source, folder, seed)
        path = folder / FILE
        found = [*opened(path, kept, damage), *repaired(folder, kept, damage)]
        found += commands(folder, kept, damage)
        faults += [f"seed {seed} ({damage.what}, match {damage.match}): {one}" for one in found]
        shutil.rmtree(folder, ignore_errors=True)  # a backup may still be on its way
    count("damaged stores", tried, faults)
