"""A session: the console and the store that a command line asks for, and leaving them."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from gamenight.core.game import Game
from gamenight.core.ini import read_ini
from gamenight.draw.style import Style
from gamenight.match.matches import Matches, StoreError, open_matches, unkept_matches
from gamenight.match.table import Think, at_once
from gamenight.plain.console import NARROWEST, Console, Left, Quit, Undo

STORE_FILE = "gamenight.sqlite"
LARGEST_CONFIG = 1024 * 1024

Tell = Callable[[str], None]


def attended(session: Callable[[], None]) -> int:
    """Run something a person may leave at any time: by a word, Ctrl-C, or the input's end."""
    with suppress(Left, Quit, Undo, KeyboardInterrupt):
        session()
    return 0


def open_console(arguments: argparse.Namespace) -> Console:
    terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return Console(
        open_style(arguments, terminal),
        animate=terminal and not getattr(arguments, "no_animation", False),
        pace=getattr(arguments, "pace", ""),
    )


def open_style(arguments: argparse.Namespace, terminal: bool) -> Style:
    width = max(NARROWEST, shutil.get_terminal_size((80, 24)).columns)
    plain = getattr(arguments, "no_color", False) or bool(os.environ.get("NO_COLOR"))
    return Style(
        width=width,
        color=terminal and not plain,
        ascii=getattr(arguments, "ascii", False) or not can_show(sys.stdout.encoding),
        emoji=os.environ.get("TERM") != "linux",
    )


def can_show(encoding: str | None) -> bool:
    """Whether an encoding has what the drawings use."""
    try:
        "─●🎲".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def read_config(path: Path, game: Game, console: Console) -> dict[str, Any]:
    """The options in an INI file; what is wrong with it is told, and the rest counts."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_CONFIG)
    except OSError as error:
        console.say(f"{path} cannot be read ({error.strerror}): the defaults are used.")
        return {}
    found = read_ini(data.decode("utf-8", "replace"), game.options)
    console.say(*(f"{path}, {warning}" for warning in found.warnings))
    return found.values


def say_progress(sentence: str) -> None:
    """Tell somebody who waits before there is a screen."""
    print(sentence, file=sys.stderr, flush=True)


def kept_matches(
    arguments: argparse.Namespace, think: Think = at_once, tell: Tell = say_progress
) -> Matches:
    """The matches on disk; raises StoreError."""
    return open_matches(_store_path(arguments), think, tell)


def readable_matches(arguments: argparse.Namespace) -> Matches:
    """The matches on disk, even where they can only be read; raises StoreError."""
    return open_matches(_store_path(arguments), tell=say_progress, readable=True)


def _store_path(arguments: argparse.Namespace) -> Path:
    given = getattr(arguments, "data", None) or os.environ.get("GAMENIGHT_DATA")
    if given is None:
        import platformdirs

        given = platformdirs.user_data_dir("gamenight")
    return Path(os.path.expanduser(given)) / STORE_FILE


def some_matches(
    arguments: argparse.Namespace,
    notice: Tell,
    think: Think = at_once,
    tell: Tell = say_progress,
) -> Matches:
    """The matches on disk, or where that is impossible a notice and a place in memory."""
    try:
        return kept_matches(arguments, think, tell)
    except StoreError as error:
        notice(f"{error}; playing on in memory, nothing is kept.")
        return unkept_matches(think)
