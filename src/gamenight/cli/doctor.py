"""Doctor: `gamenight doctor` checks a store, repairs it, and restores backups."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from gamenight.cli.arguments import Command
from gamenight.cli.session import STORE_FILE, data_folder, open_console, say_progress
from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.text import listed, quoted, whole_number
from gamenight.match.backups import backups_of, name_of, replaced_of
from gamenight.match.connection import open_readonly
from gamenight.match.doctor import Findings, Ill, examine, repair, whole_in_backup
from gamenight.match.matches import NewerStore
from gamenight.match.recovery import REPLACED, Look, look_at, restore, way_out
from gamenight.match.transactions import BROKEN
from gamenight.plain.console import Console, Left

LIST = "?"  # --restore without a name
LONGEST = 100  # characters of what is wrong with a file
SAVES = "reads what can be saved into a new file, and keeps the old one."
WORN = {"plies": "number of steps", "appearances": "statistics", "touched": "time"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repair", action="store_true", help="put right what can be put right")
    parser.add_argument(
        "--restore",
        metavar="BACKUP",
        nargs="?",
        const=LIST,
        help="list the backups, or bring one back, by its name, its number in that list or its "
        "path; what is there now is kept beside it",
    )


def run_doctor(arguments: argparse.Namespace) -> int:
    """0: everything is whole; 1: something is not."""
    path, console = data_folder(arguments) / STORE_FILE, open_console(arguments)
    if arguments.restore is not None:
        say_if_newer(console, path)
        return run_restore(console, path, arguments.restore)
    wanted = arguments.repair
    if not wanted:
        findings = examine(path, say_progress)
        say_findings(console, path, findings)
        if findings.whole:
            return 0
        if findings.repairable and console.interactive:
            wanted = _agrees(console, "Repair what can be repaired? [y/N] ")
    if not wanted:
        return 1
    done, lost = repair(path, say_progress)
    findings = examine(path)
    console.say(*done)
    say_findings(console, path, findings, lost)
    return 0 if findings.whole else 1


def say_findings(
    console: Console, path: Path, findings: Findings, lost: Sequence[int] = ()
) -> None:
    """What is whole, then each thing that is not, with what can be done. While the file is damaged
    nothing can be done about a single match. lost: those that a repair could not read."""
    console.say(f"{path}: {_size(path)}")
    if findings.file:
        console.say(f"The file is damaged ({_one_line(findings.file[0])[:LONGEST]}).")
        if findings.repairable:
            console.say(f"{command('doctor --repair')} {SAVES}")
        else:
            console.say(f"Nothing can be read of it ({way_out(path)}).")
    else:
        _say_matches(console, findings)
        if findings.repairable and not console.interactive:
            console.say(f"To repair what can be repaired: {command('doctor --repair')}")
        if not (findings.whole or findings.repairable):
            console.say("Nothing more can be repaired.")
        _say_backup(console, path, [*lost, *(one.id for one in findings.ill)])
    kept = _listed(console, path, backups_of)
    latest = f", the latest of {max(map(_moment, kept))}" if kept else ""
    console.say(f"Backups: {len(kept)}{latest} ({command('doctor --restore')} lists them).")


def _listed(console: Console, path: Path, copies: Callable[[Path], list[Path]]) -> list[Path]:
    """The copies of a store; where their folder cannot be read a sentence says so."""
    try:
        return copies(path)
    except OSError as error:
        console.say(f"The backups cannot be read: {error.filename}: {error.strerror}.")
        return []


def _say_backup(console: Console, path: Path, ids: Sequence[int]) -> None:
    """Where matches that are damaged or lost are still whole."""
    found = whole_in_backup(path, ids)
    if found is not None:
        backup, whole = found
        matches = (
            f"Match {whole[0]} is" if len(whole) == 1 else f"Matches {listed(map(str, whole))} are"
        )
        name = name_of(backup)
        back = f"{command(f'doctor --restore {name}')} brings back all of it"
        console.say(f"{matches} whole in the backup {name}; {back}.")


def _say_matches(console: Console, findings: Findings) -> None:
    console.say("The file is sound.")
    whole = findings.matches - len(findings.ill)
    console.say(f"{whole:,} of {findings.matches:,} matches are whole.")
    for id, columns in findings.worn.items():
        worn = listed(WORN[name] for name in columns)
        console.say(f"Match {id} is whole, but its {worn} can be worked out again.")
    console.say(*map(_told, findings.ill))


def _told(ill: Ill) -> str:
    can = [command(f"export {ill.id} FILE --raw"), command(f"delete {ill.id}")]
    if ill.playable:
        can.insert(0, command(f"replay {ill.id}"))
    whole = f" {ill.kept} {_where(ill)}." if ill.playable else ""
    told = f"Match {ill.id} is damaged: {_one_line(ill.fault.clause)}."
    return f"{told}{whole} You can: {', '.join(can)}"


def _where(ill: Ill) -> str:
    return "whole" if ill.copy is None else f"match {ill.copy}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def run_restore(console: Console, path: Path, wanted: str) -> int:
    """At a keyboard it asks first; over a pipe it does what was asked for."""
    days, replaced = (_listed(console, path, copies) for copies in (backups_of, replaced_of))
    if wanted == LIST:
        if not days + replaced:
            raise GamenightError(f"there is no backup of {path} yet")
        _say_backups(console, days, replaced)
        if not console.interactive:
            console.say(f"To restore one: {command('doctor --restore NAME')}")
            return 0
        wanted = _answer(console, "Which one? [none] ")
    if not wanted:
        return 0
    backup = _named(days + replaced, wanted)
    found = look_at(backup)
    if found is None:
        raise GamenightError(f"{backup} is damaged itself, or no store of matches", str(backup))
    there = console.interactive and os.path.exists(path)
    if there and not _agrees(console, _question(path, found)):
        console.say("Nothing is changed.")
        return 0
    before, of = restore(path, backup), _moment(backup)
    beside = f"; what was there is {before}" if before is not None else ""
    are = "match is" if found.matches == 1 else "matches are"
    console.say(f"{found.matches:,} {are} back, as of {of}{beside}.")
    return 0


def say_if_newer(console: Console, path: Path) -> None:
    """Whoever replaces a store by a backup learns that it may hold what is unknown here."""
    try:
        with suppress(*BROKEN, OSError), closing(open_readonly(path, None)):
            pass
    except NewerStore as error:
        console.say(f"A newer gamenight has written to {path} (version {error.given}).")


def _say_backups(console: Console, days: list[Path], replaced: list[Path]) -> None:
    console.say(*(_line(number, file) for number, file in enumerate(days, 1)))
    if replaced:
        console.say(f"What was there before one was restored (the last {REPLACED} are kept):")
        console.say(*(_line(n, file) for n, file in enumerate(replaced, len(days) + 1)))


def _line(number: int, file: Path) -> str:
    """The name of a copy, when it was made, what is in it, and how large it is."""
    made = f"made {_moment(file)}"
    return f"{number:>3}  {name_of(file)} ({made}): {_inside(file)}, {_size(file)}"


def _inside(file: Path) -> str:
    try:
        found = look_at(file)
    except NewerStore:
        return "of a newer gamenight"
    if found is None:
        return "damaged"
    last = f", last move {found.last.astimezone():%Y-%m-%d}" if found.last else ""
    return f"{_matches(found.matches)}{last}"


def _named(kept: list[Path], wanted: str) -> Path:
    """The copy that a person means by its name, its day, its number in the list, or its path."""
    for file in kept:
        if wanted in (file.name, name_of(file)):
            return file
    number, path = whole_number(wanted), Path(os.path.expanduser(wanted))
    if number is not None and 1 <= number <= len(kept):
        return kept[number - 1]
    if os.path.isfile(path):
        return path
    possible = listed(map(name_of, kept), none="the path of a copy")
    raise GamenightError(f"there is no backup {quoted(wanted)} (possible: {possible})", wanted)


def _question(path: Path, found: Look) -> str:
    try:
        now = look_at(path)
        have = "Your file is damaged" if now is None else f"You have {_matches(now.matches)}"
    except NewerStore:
        have = "Your file is of a newer gamenight"
    return f"{have}, this backup has {found.matches:,}: replace? [y/N] "


def _matches(number: int) -> str:
    return f"{number:,} {'match' if number == 1 else 'matches'}"


def _agrees(console: Console, question: str) -> bool:
    return _answer(console, question).casefold() in ("y", "yes")


def _answer(console: Console, question: str) -> str:
    try:
        return console.read(question, fresh=True).strip()
    except Left:
        return ""


def _size(file: Path) -> str:
    return f"{file.stat().st_size / 1e3:,.0f} kB"


def _moment(file: Path) -> str:
    return datetime.fromtimestamp(file.stat().st_mtime).strftime("%Y-%m-%d %H:%M")


COMMANDS = {"doctor": Command(run_doctor, add_arguments)}
