"""Launch: the full screen, wherever there is one."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gamenight.cli.session import can_show, say_progress, some_matches
from gamenight.core.border import Codes
from gamenight.core.command import wrapped
from gamenight.match.matches import Matches

if TYPE_CHECKING:
    from textual.screen import Screen

    from gamenight.app.app import Gamenight

PLAIN = "GAMENIGHT_PLAIN"


def full_screen(arguments: argparse.Namespace) -> bool:
    """Whether the app can be shown and is wanted: not over a pipe, on a dumb terminal, or with
    `--plain` or `--spoken`."""
    wanted = getattr(arguments, "plain", False) or getattr(arguments, "spoken", False)
    if wanted or os.environ.get(PLAIN):
        return False
    if os.environ.get("TERM", "dumb") == "dumb":
        return False
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def run_app(
    arguments: argparse.Namespace,
    first: Callable[[Gamenight], Screen[None]] | None = None,
    matches: Matches | None = None,
    warnings: Sequence[str] = (),
    notices: Sequence[str] = (),
) -> int:
    """Show the app, starting with this screen if given, after the warnings have been read; the
    exit status. notices: what was said of the matches."""
    from gamenight.app.app import Gamenight
    from gamenight.app.settings import load_settings

    plain_colors = getattr(arguments, "no_color", False)
    if plain_colors:
        os.environ["NO_COLOR"] = "1"
    from gamenight.cli.network import Networking

    notices, network = [*notices], Networking(arguments)
    app = Gamenight(
        matches or some_matches(arguments, notices.append, tell=_also_noticed(notices)),
        load_settings(),
        first=first,
        ascii=getattr(arguments, "ascii", False) or not can_show(sys.stdout.encoding),
        plain_colors=plain_colors,
        animate=not getattr(arguments, "no_animation", False),
        notices=tuple(notices),
        warnings=warnings,
        network=network,
    )
    app.run()
    network.close()
    app.matches.close()
    if app.farewell:
        sys.stdout.write(_fresh_line())
        print(wrapped(app.farewell, shutil.get_terminal_size().columns))
    if app.fault is not None and not os.environ.get("GAMENIGHT_DEBUG"):
        raise app.fault
    return app.return_code or 0


def _fresh_line() -> Codes:
    """What brings the cursor to the start of an empty line: this one may show what was typed before
    the screen opened, and then a line of blanks runs over into the next."""
    return Codes(" " * (shutil.get_terminal_size().columns - 1) + "\r")


def _also_noticed(notices: list[str]) -> Callable[[str], None]:
    """What is said while people wait for the screen; the last sentence is shown on it too."""

    def tell(sentence: str) -> None:
        say_progress(sentence)
        notices[:] = [sentence]

    return tell
