"""Session: the console and the matches that a command line asks for, and how people leave."""

from __future__ import annotations

import argparse
import errno
import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer

from gamenight.cli.streams import forget, say_aside
from gamenight.core.command import command
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.core.ini import Ini, read_ini
from gamenight.core.limits import TooLarge, read_file
from gamenight.core.paths import path_of, reason_of, shown, trouble
from gamenight.core.record import Record
from gamenight.core.text import sentence, whole_number
from gamenight.draw.style import Style
from gamenight.match.dismissal import HUNG_UP, Dismissed, dismissable, is_closed_terminal
from gamenight.match.files import read_records
from gamenight.match.matches import (
    DamagedMatch,
    Matches,
    StoreError,
    open_matches,
    sheltered_matches,
)
from gamenight.match.waiting import Think, at_once
from gamenight.plain.console import LONG, NARROWEST, Console, Left, Quit, Undo

STORE_FILE = "gamenight.sqlite"
SHELTERED = "what you play is only in memory until that works again"
LARGEST_CONFIG = 64 * 1024
FURTHER = 20  # matches that are looked at for one that is whole

Tell = Callable[[str], None]


def attended(session: Callable[[], None]) -> int:
    """Run something that a person may leave at any time: by a word, Ctrl-C, the end of input, or
    by closing the window; the exit status."""
    status = 0
    try:
        with dismissable(), suppress(Left, Quit, Undo):
            session()
    except Dismissed as dismissed:
        status = dismissed.status
    except KeyboardInterrupt:
        pass
    except OSError:
        if not is_closed_terminal():
            raise
    if is_closed_terminal():
        status = HUNG_UP
        forget(1, 2)
    return status


def open_console(arguments: argparse.Namespace) -> Console:
    terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return Console(
        open_style(arguments, terminal),
        animate=terminal and not _is_still(arguments),
        pace=getattr(arguments, "pace", ""),
    )


def _is_still(arguments: argparse.Namespace) -> bool:
    """Whether nothing is to move: as asked, or because what moves cannot be read aloud."""
    return getattr(arguments, "no_animation", False) or getattr(arguments, "spoken", False)


def open_style(arguments: argparse.Namespace, terminal: bool) -> Style:
    width = max(NARROWEST, shutil.get_terminal_size((80, 24)).columns)
    spoken = getattr(arguments, "spoken", False)
    plain = spoken or getattr(arguments, "no_color", False) or bool(os.environ.get("NO_COLOR"))
    return Style(
        width=width,
        color=terminal and not plain,
        ascii=getattr(arguments, "ascii", False) or not can_show(sys.stdout.encoding),
        emoji=os.environ.get("TERM") != "linux" and not spoken,
        spoken=spoken,
    )


def can_show(encoding: str | None) -> bool:
    """Whether an encoding has what the drawings use."""
    try:
        "─●🎲".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def read_config(path: Path, game: Game) -> Ini:
    """The options in an INI file, and what is wrong with it; the rest counts. Where there is no
    file that can be read the usual values count, and the warning says so."""
    try:
        data = read_file(path, LARGEST_CONFIG)
    except OSError as error:
        told = f"{shown(path)} cannot be read ({reason_of(error)})"
        return Ini({}, [f"{told}: using the usual values."])
    except TooLarge as error:
        return Ini({}, [f"{error}: using the usual values."])
    found = read_ini(data.decode("utf-8", "replace"), game.options)
    return Ini(found.values, [f"{path}, {warning}" for warning in found.warnings])


def say_progress(sentence: str) -> None:
    """Something for people to read while they wait for the screen."""
    say_aside(sentence)


@contextmanager
def patience(sentence: str) -> Iterator[None]:
    """While something is worked out that may take long: after a moment, say on a terminal what it
    is."""
    notice = Timer(LONG, say_progress, [sentence])
    notice.daemon = True
    if sys.stderr.isatty():
        notice.start()
    try:
        yield
    finally:
        notice.cancel()


def kept_matches(
    arguments: argparse.Namespace, think: Think = at_once, tell: Tell = say_progress
) -> Matches:
    """The matches on disk; raises StoreError."""
    return open_matches(data_folder(arguments) / STORE_FILE, think, tell)


def readable_matches(arguments: argparse.Namespace) -> Matches:
    """The matches on disk, even where they can only be read; raises StoreError."""
    return open_matches(data_folder(arguments) / STORE_FILE, tell=say_progress, readable=True)


def data_folder(arguments: argparse.Namespace) -> Path:
    """Where everything is kept; raises a GamenightError for what is no folder."""
    given = getattr(arguments, "data", None) or os.environ.get("GAMENIGHT_DATA")
    if given is None:
        import platformdirs

        given = platformdirs.user_data_dir("gamenight")
    folder = path_of(given)
    try:
        if not stat.S_ISDIR(os.stat(folder).st_mode):
            told = f"--data needs a folder, and {shown(folder)} is a file"
            raise GamenightError(told, str(folder))
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise GamenightError(trouble(folder, "used", error), str(folder)) from error
    return folder


def some_matches(
    arguments: argparse.Namespace,
    notice: Tell,
    think: Think = at_once,
    tell: Tell = say_progress,
) -> Matches:
    """The matches on disk; where nothing can be written, a notice, and until that works matches in
    memory, with those that can be read. Raises NewerStore, for nobody should play beside those."""
    try:
        return kept_matches(arguments, think, tell)
    except StoreError as error:
        found = sheltered_matches(data_folder(arguments) / STORE_FILE, error, think, tell)
        notice(sentence(f"{error}; {SHELTERED}"))
        return found


def named_records(arguments: argparse.Namespace) -> tuple[Record, ...]:
    """The matches in a file, or the stored match with that number."""
    number, path = whole_number(arguments.file), Path(arguments.file)
    if number is not None and not os.path.exists(path):
        part = readable_matches(arguments).part(number)
        if part.damage:
            say_progress(part.damage)
        return (part.record,)
    return read_records(path)


def asked_records(arguments: argparse.Namespace, verb: str) -> tuple[Record, ...]:
    """What is named; else the match that ended last, of those that are whole."""
    if arguments.file is not None:
        return named_records(arguments)
    matches = readable_matches(arguments)
    for over in matches.find(finished=True, most=FURTHER):
        with suppress(DamagedMatch):
            return (matches.record(over.id),)
    raise GamenightError(f"no finished match yet ({command(f'{verb} FILE')} reads one from a file)")


def first_of(records: Sequence[Record]) -> list[str]:
    """A line where a file has more matches than the one that is shown."""
    if len(records) == 1:
        return []
    return [f"This is the first of {len(records)} matches; {command('import')} keeps them all."]
