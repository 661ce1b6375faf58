"""Lab commands: `gamenight simulate` and `gamenight tournament`."""

from __future__ import annotations

import argparse
import os
import secrets
import shlex
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

from gamenight.bots import bots_for, find_bot
from gamenight.bots.ladder import ladder_path
from gamenight.cli.session import open_console
from gamenight.core.errors import GamenightError
from gamenight.core.game import Game
from gamenight.lab import simulate as simulation
from gamenight.lab import tournament as tournaments
from gamenight.lab.charts import check_chart, results_figure, standings_figure, write_chart
from gamenight.lab.ladder import write_ladder
from gamenight.lab.progress import Progress
from gamenight.lab.work import read_games
from gamenight.match.files import write_whole
from gamenight.plain.results import results_lines, standings_lines

SIMULATED, PAIRED, CALIBRATED = "1000", "100", "2000"  # games, where nobody says how many
CALIBRATED_SECONDS = 20.0  # of one core for each pair: bots that think long play fewer games
LARGEST_SEED = 2**32
INTERRUPTED = 130


def simulate(arguments: argparse.Namespace, game: Game, options: dict[str, Any]) -> int:
    """`gamenight simulate GAME --seat bot:NAME ... [--games N] [--csv FILE] ...`."""
    console = open_console(arguments)
    bots = [bot_spec(game, text) for text in arguments.seat]
    games, processes = read_games(arguments.games or SIMULATED), read_processes(arguments)
    check_files(arguments)
    seed = secrets.randbelow(LARGEST_SEED) if arguments.seed is None else arguments.seed
    progress = Progress(sys.stderr)
    try:
        results = simulation.simulate(
            game, bots, games, options, seed, processes, progress, progress.say, arguments.by_rules
        )
    finally:
        progress.close()
    way = "compiled" if results.compiled else "by the Python rules"
    console.say(f"{game.title}, {results.tally.games:,} games, {way}, seed {seed}", "")
    console.say(*results_lines(results, console.style))
    write(console.say, arguments.csv, simulation.as_csv, results)
    write(console.say, arguments.json, simulation.as_json, results)
    if arguments.chart is not None:
        write_chart(results_figure(results, game.title), arguments.chart)
        console.say(f"written to {arguments.chart}")
    if results.complete:
        return 0
    console.say(f"Stopped: {results.tally.games:,} of {games:,} games were finished and count.")
    return INTERRUPTED


def tournament(arguments: argparse.Namespace, game: Game, options: dict[str, Any]) -> int:
    """`gamenight tournament GAME [BOT ...] [--games N] [--file FILE] [--calibrate]`."""
    console = open_console(arguments)
    bots = [bot_spec(game, text) for text in arguments.bots] or list(bots_for(game))
    usual = CALIBRATED if arguments.calibrate else PAIRED
    games, processes = read_games(arguments.games or usual), read_processes(arguments)
    if arguments.calibrate and (options or ladder_path(game) is None):
        raise GamenightError(
            f"the ladder of {game.title} is that of the game without options, in its folder"
        )
    if arguments.calibrate and tournaments.ANCHOR not in bots:
        raise GamenightError(
            f"a ladder counts from the bot {tournaments.ANCHOR}, which has to take part"
        )
    check_files(arguments)
    seed, seconds = arguments.seed or 0, read_seconds(arguments)
    usual_name = tournaments.usual_name(game, options, seed, arguments.by_rules)
    path = arguments.file or data_folder(arguments) / usual_name
    progress = Progress(sys.stderr)
    try:
        standings = tournaments.tournament(
            game,
            bots,
            games,
            options,
            seed,
            processes,
            path,
            progress,
            progress.say,
            arguments.by_rules,
            seconds,
        )
    finally:
        progress.close()
    seats = f" at tables of {standings.seats}" if standings.seats > 2 else ""
    ways = f"{len(standings.compiled)} of {len(standings.tallies)} pairs compiled"
    console.say(f"{game.title}, {standings.games:,} games{seats}, {ways}, seed {seed}", "")
    console.say(*standings_lines(standings, console.style), "", f"All games are kept in {path}.")
    write(console.say, arguments.csv, tournaments.as_csv, standings)
    write(console.say, arguments.json, tournaments.as_json, standings)
    if arguments.chart is not None:
        write_chart(standings_figure(standings, game.title), arguments.chart)
        console.say(f"written to {arguments.chart}")
    if not standings.complete:
        console.say("Stopped: the same command goes on from here.")
        return INTERRUPTED
    if arguments.calibrate:
        console.say(f"The ladder is written to {calibrated(game, standings, arguments)}.")
    return 0


def calibrated(game: Game, standings: tournaments.Standings, arguments: argparse.Namespace) -> Path:
    """Write the ladder, with the day and a command that makes it again."""
    from datetime import UTC, datetime

    words = ["gamenight", "tournament", game.id, *standings.bots, "--calibrate"]
    words += ["--games", str(standings.asked), "--seconds", f"{read_seconds(arguments):g}"]
    words += ["--seed", str(standings.seed), *(["--by-rules"] if arguments.by_rules else [])]
    return write_ladder(game, standings, datetime.now(UTC).date().isoformat(), shlex.join(words))


def bot_spec(game: Game, text: str) -> str:
    """A bot as `bot:NAME`, or by its name alone; raises UnknownBot."""
    spec = text[4:] if text.casefold().startswith("bot:") else text
    find_bot(game, spec)
    return spec


def read_processes(arguments: argparse.Namespace) -> int | None:
    """How many processes play; None: as many as there are cores."""
    number: int | None = arguments.processes
    if number is not None and not 1 <= number <= 1024:
        raise GamenightError(f"games are played by 1 to 1024 processes, not {number}")
    return number


def read_seconds(arguments: argparse.Namespace) -> float:
    """How long each pair of a tournament may play on one core; without end by default."""
    given: float | None = arguments.seconds
    if given is None:
        return CALIBRATED_SECONDS if arguments.calibrate else inf
    if not 0 < given < inf:
        raise GamenightError(f"a pair plays for a number of seconds above 0, not {given}")
    return given


def check_files(arguments: argparse.Namespace) -> None:
    """Raise a GamenightError, before any game is played, for a file that could not be written."""
    if arguments.chart is not None:
        check_chart(arguments.chart)
    for path in (arguments.csv, arguments.json, arguments.chart):
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            why = "it is a folder" if path.is_dir() else f"there is no folder {path.parent}"
            raise GamenightError(f"{path} cannot be written: {why}", str(path))


def write(say: Callable[[str], None], path: Path | None, text: Any, results: object) -> None:
    """Write results to a file, where one is wanted, and tell it."""
    if path is not None:
        write_whole(path, text(results))
        say(f"written to {path}")


def data_folder(arguments: argparse.Namespace) -> Path:
    """Where tournaments are kept, beside the matches."""
    given = getattr(arguments, "data", None) or os.environ.get("GAMENIGHT_DATA")
    if given is None:
        import platformdirs

        given = platformdirs.user_data_dir("gamenight")
    return Path(os.path.expanduser(given)) / "tournaments"
