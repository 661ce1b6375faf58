"""docs/cluster.md: its commands run on a cluster, and its example says what it says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from tests.lab.clusters import dask_cluster
from tests.paths import PROJECT
from tests.terminal import process

PAGE = PROJECT / "docs" / "cluster.md"
ADDRESS = "dask://127.0.0.1:8786"
COMMANDS = re.findall(r"^\$ gamenight (.+)$", PAGE.read_text("utf-8"), re.MULTILINE)


def test_the_example_runs() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.failed == 0
    assert found.attempted > 3


def test_the_commands_run(tmp_path: Path, every_lab: None) -> None:
    assert [words.split()[0] for words in COMMANDS] == ["simulate", "tournament", "tables"]
    with dask_cluster(tmp_path) as dask:
        for command in COMMANDS:
            assert ADDRESS in command
            words = command.replace(ADDRESS, dask.address).split()
            told = process(tmp_path, *words)
            assert "Oware, 40 games" in told or "Up to 12 seeds: 2,704,156 positions" in told
