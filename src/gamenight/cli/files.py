"""Files: what a command writes besides what it prints."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from gamenight.core.errors import GamenightError
from gamenight.core.paths import shown
from gamenight.lab.charts import check_chart, write_chart
from gamenight.match.files import check_place, write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

R = TypeVar("R")


def check_files(arguments: argparse.Namespace) -> None:
    """Raise a GamenightError, before all the work, for a file that could not be written."""
    if arguments.chart is not None:
        check_chart(arguments.chart)
    for path in (arguments.csv, arguments.json, arguments.chart):
        if path is None:
            continue
        check_place(path)
        if not os.path.isdir(path.absolute().parent):
            why = f"there is no folder {shown(path.parent)}"
            raise GamenightError(f"{shown(path)} cannot be written: {why}", str(path))


def write_files(
    say: Callable[[str], None],
    arguments: argparse.Namespace,
    results: R,
    as_csv: Callable[[R], str],
    as_json: Callable[[R], str],
    figure: Callable[[R, str], Figure],
    title: str,
) -> None:
    """Write results to the files that are wanted, and say so."""
    for path, text in ((arguments.csv, as_csv), (arguments.json, as_json)):
        if path is not None:
            write_whole(path, text(results))
            say(f"written to {path}")
    if arguments.chart is not None:
        write_chart(figure(results, title), arguments.chart)
        say(f"written to {arguments.chart}")
