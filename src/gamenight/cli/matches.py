"""Matches: `gamenight matches`, `stats`, `export`, `import`, `delete` and `verify`."""

from __future__ import annotations

import argparse
from contextlib import closing
from itertools import groupby
from pathlib import Path

from gamenight.cli.arguments import Command, add_record_argument, positive_number
from gamenight.cli.session import asked_records, kept_matches, open_console, readable_matches
from gamenight.core import registry
from gamenight.core.errors import GamenightError
from gamenight.core.text import quoted
from gamenight.match.columns import NONE_YET, title_of
from gamenight.match.proof import verified
from gamenight.match.statistics import export_csv
from gamenight.plain.matches import describe, match_number
from gamenight.plain.statistics import meanings, table


def add_matches_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", metavar="GAME", default="", help="only this game")
    parser.add_argument("--player", metavar="NAME", default="", help="only this player")
    parser.add_argument(
        "--unfinished", action="store_true", help="only matches that can be resumed"
    )
    parser.add_argument(
        "--most",
        metavar="N",
        type=positive_number,
        default=20,
        help="how many to list (default: 20)",
    )
    parser.add_argument("--all", action="store_true", help="list them all")


def run_matches(arguments: argparse.Namespace) -> int:
    console = open_console(arguments)
    matches, asked = readable_matches(arguments), arguments.game or arguments.player
    most = None if arguments.all else arguments.most
    finished = False if arguments.unfinished else None
    limit = None if asked else most
    found = matches.find(arguments.game, arguments.player, finished=finished, most=limit)
    console.say(*map(describe, found[:most]))
    more = (len(found) if asked else matches.count(finished)) - len(found[:most])
    if more:
        console.say(f"and {more:,} more: --most N lists the latest N, --all lists them all")
    elif not found:
        if arguments.game:
            registry.game(arguments.game)  # which may not exist
        console.say("no such match" if asked else "no matches yet")
    return 0


def add_stats_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", choices=registry.games())
    parser.add_argument("--player", metavar="NAME", help="only this player, or bot:NAME")
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write the rows to a CSV file")


def run_stats(arguments: argparse.Namespace) -> int:
    game, player = arguments.game, arguments.player
    if game is not None:
        registry.game(game)
    console = open_console(arguments)
    rows = [
        row
        for row in readable_matches(arguments).statistics()
        if game in (None, row.game)
        and (player is None or row.player.casefold() == player.casefold())
    ]
    if not rows and (game is not None or player is not None):
        played = f" of {registry.game(game).title}" if game is not None else ""
        by = f" by {quoted(player)}" if player is not None else ""
        raise GamenightError(f"no finished match{played}{by} yet", player or game)
    if arguments.csv is not None:
        export_csv(rows, arguments.csv)
        console.say(f"{len(rows)} rows written to {arguments.csv}")
        return 0
    if not rows:
        console.say(NONE_YET)
    room = console.style.width if console.interactive else None  # a pipe has room for all
    for id, own in groupby(rows, key=lambda row: row.game):
        console.say("", title_of(id), *table(list(own), room))
    if rows:
        console.say("", *meanings())
    return 0


def add_id_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help="the number of a match")


def add_file_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path)


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    add_id_argument(parser)
    add_file_argument(parser)
    part = parser.add_mutually_exclusive_group()
    part.add_argument(
        "--as",
        dest="seat",
        metavar="SEAT",
        default="",
        help="only what this seat or player saw, or a spectator",
    )
    part.add_argument(
        "--whole", action="store_true", help="all of a match that is not over, also what is hidden"
    )
    part.add_argument(
        "--raw",
        action="store_true",
        help="all that is stored, as JSON, even of a damaged match: hidden cards and the secret "
        "of its dice too",
    )


def run_export(arguments: argparse.Namespace) -> int:
    matches, id = readable_matches(arguments), match_number(arguments.id)
    if arguments.raw:
        matches.export_raw(id, arguments.file)
        told = "all that is stored, with hidden cards and the secret of its dice: not for others"
    else:
        told = matches.export(id, arguments.file, arguments.seat, arguments.whole)
    print(f"match {id} written to {arguments.file}: {told}")
    return 0


def run_import(arguments: argparse.Namespace) -> int:
    with closing(kept_matches(arguments)) as matches:
        imported = matches.import_file(arguments.file)
    for id, new in imported:
        print(
            f"match {id} read from {arguments.file}"
            if new
            else f"a match in {arguments.file} is here already: it is match {id}"
        )
    return 0


def run_delete(arguments: argparse.Namespace) -> int:
    """At a keyboard it asks first: what is deleted does not come back."""
    matches, id = kept_matches(arguments), match_number(arguments.id)
    console = open_console(arguments)
    if console.interactive:
        prompt = f"Delete match {id} for good ({matches.about(id)})? [y/N] "
        if console.read(prompt, fresh=True).casefold() not in ("y", "yes"):
            console.say(f"match {id} is kept")
            return 0
    matches.delete(id)
    console.say(f"match {id} deleted")
    return 0


def add_verify_arguments(parser: argparse.ArgumentParser) -> None:
    add_record_argument(parser)


def run_verify(arguments: argparse.Namespace) -> int:
    """1 if something that chance decided is not proven."""
    records = asked_records(arguments, "verify")
    reports, console = [verified(record) for record in records], open_console(arguments)
    for record, report in zip(records, reports, strict=True):
        named = [f"{title_of(record.game)}: {', '.join(filter(None, record.names()))}"]
        is_known = arguments.file is not None and len(records) == 1
        console.say(*([] if is_known else named), *report.lines)
    return int(not all(report.is_proven for report in reports))


COMMANDS = {
    "matches": Command(run_matches, add_matches_arguments),
    "stats": Command(run_stats, add_stats_arguments),
    "export": Command(run_export, add_export_arguments),
    "import": Command(run_import, add_file_argument),
    "delete": Command(run_delete, add_id_argument),
    "verify": Command(run_verify, add_verify_arguments),
}
