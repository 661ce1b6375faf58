"""Doctor: `gamenight doctor` checks a store, repairs it, and restores backups."""

from __future__ import annotations

import argparse
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from gamenight.cli.arguments import Command
from gamenight.cli.session import STORE_FILE, data_folder, open_console, say_progress
from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.text import listed, quoted, whole_number
from gamenight.match.backups import backups_of
from gamenight.match.connection import open_readonly
from gamenight.match.doctor import Findings, Ill, examine, repair
from gamenight.match.recovery import restore
from gamenight.match.store import NewerStore
from gamenight.match.transactions import BROKEN
from gamenight.plain.console import Console, Left

LIST = "?"  # --restore without a number
WORN = {"plies": "number of moves", "appearances": "statistics", "touched": "time"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--repair", action="store_true", help="put right what can be put right")
    parser.add_argument(
        "--restore",
        metavar="N",
        nargs="?",
        const=LIST,
        help="list the backups, or bring one back; what is there now is kept beside it",
    )


def run_doctor(arguments: argparse.Namespace) -> int:
    """0: everything is whole; 1: something is not."""
    path, console = data_folder(arguments) / STORE_FILE, open_console(arguments)
    if arguments.restore is not None:
        say_if_newer(console, path)
        return run_restore(console, path, arguments.restore)
    findings = examine(path, say_progress)
    say_findings(console, path, findings)
    if findings.whole:
        return 0
    wanted = arguments.repair
    if not wanted and console.interactive:
        wanted = _agrees(console, "Repair what can be repaired? [y/n] ")
    if wanted:
        console.say("", *(repair(path, say_progress) or ["Nothing more can be repaired."]))
        findings = examine(path)
        say_findings(console, path, findings)
    elif not console.interactive:
        console.say(f"To repair what can be repaired: {command('doctor --repair')}")
    return 0 if findings.whole else 1


def say_findings(console: Console, path: Path, findings: Findings) -> None:
    """What is whole, then each thing that is not, with what can be done."""
    console.say(f"{path}: {path.stat().st_size / 1e6:,.1f} MB")
    if findings.file:
        console.say(
            f"The file is damaged: {_one_line(findings.file[0])}"
            + (f" (and {len(findings.file) - 1} more)" if findings.file[1:] else "")
        )
    else:
        console.say("The file is sound.")
    if findings.matches or not findings.file:
        whole = findings.matches - len(findings.ill)
        console.say(f"{whole:,} of {findings.matches:,} matches are whole.")
    for id, columns in findings.worn.items():
        worn = listed(WORN[name] for name in columns)
        console.say(f"Match {id} is whole, but its {worn} can be worked out again.")
    console.say(*map(_told, findings.ill))
    kept = backups_of(path)
    latest = f", the latest of {_moment(kept[0])}" if kept else ""
    console.say(f"Backups: {len(kept)}{latest} ({command('doctor --restore')} lists them).")


def _told(ill: Ill) -> str:
    can = [command(f"export {ill.id} FILE --raw"), command(f"delete {ill.id}")]
    if ill.playable:
        can.insert(0, command(f"replay {ill.id}"))
    first = f" Its first {ill.playable} moves are whole" if ill.playable else ""
    copied = f", and are match {ill.copy}" if ill.playable and ill.copy is not None else ""
    told = f"Match {ill.id} is damaged: {_one_line(ill.fault.clause)}.{first}{copied}"
    return f"{told}{'.' if first else ''} You can: {', '.join(can)}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def run_restore(console: Console, path: Path, wanted: str) -> int:
    kept = backups_of(path)
    if not kept:
        raise GamenightError(f"there is no backup of {path} yet")
    if wanted == LIST:
        for number, backup in enumerate(kept, 1):
            size = backup.stat().st_size / 1e6
            console.say(f"{number:>3}  {_moment(backup)}  {size:,.1f} MB  {backup}")
        if not console.interactive:
            console.say(f"To restore one: {command('doctor --restore N')}")
            return 0
        wanted = _answer(console, "Which one? [none] ")
    if not wanted:
        return 0
    number = whole_number(wanted) or 0
    if number not in range(1, len(kept) + 1):
        possible = f"possible: 1 to {len(kept)}"
        raise GamenightError(f"{quoted(wanted)} is not the number of a backup ({possible})")
    backup = kept[number - 1]
    found = examine(backup)
    if found.file:
        raise GamenightError(f"{backup} is damaged itself: {_one_line(found.file[0])}")
    before = restore(path, backup)
    beside = f"; what was there is {before}" if before is not None else ""
    console.say(f"The {found.matches:,} matches of {_moment(backup)} are back{beside}.")
    return 0


def say_if_newer(console: Console, path: Path) -> None:
    """Whoever replaces a store by a backup learns that it may hold what is unknown here."""
    try:
        with suppress(*BROKEN, OSError), closing(open_readonly(path, None)):
            pass
    except NewerStore as error:
        console.say(f"A newer gamenight has written to {path} (version {error.given}).")


def _agrees(console: Console, question: str) -> bool:
    return _answer(console, question).casefold() in ("y", "yes")


def _answer(console: Console, question: str) -> str:
    try:
        return console.read(question, fresh=True).strip()
    except Left:
        return ""


def _moment(file: Path) -> str:
    return datetime.fromtimestamp(file.stat().st_mtime).strftime("%Y-%m-%d %H:%M")


COMMANDS = {"doctor": Command(run_doctor, add_arguments)}
