"""Serving: `gamenight serve`, a server for many tables."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
from pathlib import Path
from threading import Event

from gamenight.cli.arguments import METAVARS, Command
from gamenight.cli.extras import online
from gamenight.cli.session import STORE_FILE, data_folder
from gamenight.cli.streams import say_aside
from gamenight.core.command import command
from gamenight.core.options import typed
from gamenight.core.rubbish import tidy_seldom
from gamenight.core.text import sentence
from gamenight.match.places import read_place


def add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    settings = online("settings")
    parser.add_argument("--config", metavar="FILE", type=Path, help="a file with [server] settings")
    for name, about in settings.HELP.items():
        usual = getattr(settings.Settings(), name)
        default = f"default: {typed(usual)}; " if usual != "" else ""
        environment = f"{settings.PREFIX}{name.upper()}"
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            metavar=METAVARS[type(usual)],
            help=f"{about} ({default}or {environment})",
        )


def run_serve(arguments: argparse.Namespace) -> int:
    settings = online("settings")
    given = {name: getattr(arguments, name) for name in settings.HELP}
    chosen = settings.read_settings(arguments.config, **given)
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(message)s")
    logging.getLogger("gamenight").setLevel(logging.INFO)
    own = data_folder(arguments) / STORE_FILE
    store = read_place(chosen.store) if chosen.store else own
    hosting = online("hosting").Hosting(chosen, store)
    hosting.start()
    tidy_seldom()
    ended = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    say_aside(f"Tables at {hosting.url} (also in a browser; Ctrl-C ends; everything is stored).")
    if doubt := hosting.house.doubt():
        say_aside(sentence(doubt))
    if chosen.tables:
        say_aside(f"To open one: {command(f'join {hosting.url}')}, then n (or: new GAME).")
    ended.wait()
    hosting.stop()
    return 0


COMMANDS = {"serve": Command(run_serve, add_serve_arguments)}
