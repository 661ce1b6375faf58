"""A document as its reader follows it: files are written, commands run, and outputs compared.

A fence that names a file (```` ```python pig/rules.py ````) is that file from there on, and a
`console` fence has commands after `$` with what they print; `...` stands for anything.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.paths import PROJECT
from tests.terminal import environment

FENCE = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
AS_WRITTEN = doctest.ELLIPSIS | doctest.DONT_ACCEPT_BLANKLINE


class Block(NamedTuple):
    """A fence of the document; `file` is empty where it names none."""

    language: str
    file: str
    text: str


class Run(NamedTuple):
    """A command of the document, what the document prints, and what it really prints."""

    command: str
    expected: str
    printed: str

    @property
    def matches(self) -> bool:
        return doctest.OutputChecker().check_output(self.expected, self.printed, AS_WRITTEN)


def blocks(document: str) -> Iterator[Block]:
    return (Block(*found) for found in FENCE.findall(document))


class Reader:
    """Somebody who follows a document in a folder of their own."""

    def __init__(self, folder: Path):
        self.project, self.installed = folder / "project", folder / "installed"
        self.project.mkdir()
        self.variables = environment(
            folder / "data",
            PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            PYTHONPATH=f"{self.project}{os.pathsep}{self.installed}",
            PYTHONIOENCODING="utf-8",
            MYPY_CACHE_DIR=str(PROJECT / ".mypy_cache" / "walkthrough"),
        )

    def follow(self, document: str) -> list[Run]:
        """Do all of it, from top to bottom."""
        runs = []
        for block in blocks(document):
            if block.file:
                self.write(block.file, block.text)
            elif block.language == "console":
                for command, expected in COMMAND.findall(block.text):
                    runs.append(Run(command, expected, self.run(command)))
        return runs

    def write(self, file: str, text: str) -> None:
        path = self.project / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if file == "pyproject.toml":
            self.install(tomllib.loads(text)["project"])

    def install(self, project: dict[str, dict[str, dict[str, str]]]) -> None:
        """What an installer leaves of an editable package."""
        info = self.installed / "example-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: example\nVersion: 1.0\n")
        lines = []
        for group, entries in project["entry-points"].items():
            lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n")

    def run(self, command: str) -> str:
        done = subprocess.run(
            ["sh", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.project,
            env=self.variables,
            timeout=300,
            check=False,
        )
        printed = done.stdout.decode("utf-8")
        return "".join(line.rstrip() + "\n" for line in printed.splitlines())


def rewritten(document: str, runs: list[Run]) -> str:
    """The document with what its commands really print."""
    for run in runs:
        if not run.matches:
            old, new = (f"$ {run.command}\n{text}" for text in (run.expected, run.printed))
            document = document.replace(old, new)
    return document
