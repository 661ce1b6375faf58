"""`gamenight analyse`: a match looked at again, on the screen and in files."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from gamenight.cli.session import open_console
from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.record import Record
from gamenight.lab.account import Review
from gamenight.match.files import write_whole
from gamenight.match.verdict import announcement
from gamenight.plain.analysis import judge_for, reviewed, say_ply, unfinished
from gamenight.plain.console import Console
from gamenight.plain.reviews import review_lines


def analyse(arguments: argparse.Namespace, records: Sequence[Record]) -> int:
    """`gamenight analyse [RECORD] [--all] [--ply N] [--rollouts N] [--json FILE] ...`."""
    console, record = open_console(arguments), records[0]
    game = registry.game(record.game)
    if arguments.chart is not None:
        from gamenight.lab.charts import check_chart

        check_chart(arguments.chart)
    check_folders(arguments.csv, arguments.json, arguments.chart)
    if len(records) > 1:
        console.say(f"This is the first of {len(records)} matches; import keeps all of them.")
    judge = judge_for(game, record, arguments.rollouts, arguments.seed)
    if arguments.ply is not None:
        say_ply(console, game, record, judge, arguments.ply)
        return 0
    found = reviewed(game, record, judge)
    console.say(f"{game.title}: {', '.join(record.names())}; {len(record.actions)} plies.")
    if record.result is not None:
        console.say(*announcement(record.names(), record.result))
    console.say("", *review_lines(found, console.style, arguments.all), *unfinished(record, judge))
    write_files(console, arguments, found, game.title)
    return 0


def check_folders(*paths: Path | None) -> None:
    """Better now than after all the work."""
    for path in paths:
        if path is not None and not path.absolute().parent.is_dir():
            raise GamenightError(f"{path} cannot be written: there is no such folder", str(path))


def write_files(console: Console, arguments: argparse.Namespace, found: Review, title: str) -> None:
    """The review in whatever files are wanted."""
    from gamenight.lab.review_files import as_csv, as_json, course_figure

    for path, text in ((arguments.csv, as_csv), (arguments.json, as_json)):
        if path is not None:
            write_whole(path, text(found))
            console.say(f"written to {path}")
    if arguments.chart is not None:
        from gamenight.lab.charts import write_chart

        write_chart(course_figure(found, title), arguments.chart)
        console.say(f"written to {arguments.chart}")
