"""Lab: `gamenight simulate`, `tournament`, `bench`, `perft` and `tables`."""

from __future__ import annotations

import argparse
import secrets
import shlex
import sys
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from typing import Any

from gamenight.bots import ANCHOR, bots_for, find_bot, typed_bot
from gamenight.bots.ladder import ladder_path
from gamenight.cli.arguments import (
    Command,
    Parser,
    Suggested,
    add_file_arguments,
    add_option_arguments,
    add_seat_argument,
    asked_game,
    chosen_options,
    seats_example,
)
from gamenight.cli.files import check_files, write_files
from gamenight.cli.session import data_folder, open_console
from gamenight.core import registry
from gamenight.core.command import command
from gamenight.core.errors import BrokenGame, GamenightError, InvalidPlayers
from gamenight.core.game import Game, for_playing, lab_of
from gamenight.core.play import perft
from gamenight.core.text import listed, quoted
from gamenight.lab import simulate as simulation
from gamenight.lab import tournament as tournaments
from gamenight.lab.bench import bench
from gamenight.lab.charts import results_figure, standings_figure
from gamenight.lab.cluster import connected
from gamenight.lab.ladder import write_ladder
from gamenight.lab.progress import Progress
from gamenight.lab.work import read_games
from gamenight.plain.results import results_lines, standings_lines

SIMULATED, PAIRED, CALIBRATED = "1000", "100", "2000"  # games, where nobody says how many
CALIBRATED_SECONDS = 20.0  # of one core for each pair: bots that think long play fewer games
LONGEST_BENCH = 3600
MOST_PROCESSES = 1024
LARGEST_SEED = 2**32
INTERRUPTED = 130
CLUSTER_HELP = "play on a cluster: dask://HOST:PORT or ray://HOST:PORT"


def add_lab_arguments(parser: argparse.ArgumentParser, games: str) -> None:
    parser.add_argument("--games", metavar="N", help=games)
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same games")
    parser.add_argument(
        "--processes", type=int, metavar="N", help="number of processes (default: one per core)"
    )
    parser.add_argument("--cluster", metavar="ADDRESS", help=CLUSTER_HELP)
    parser.add_argument(
        "--by-rules", action="store_true", help="play by the Python rules, never compiled"
    )
    add_file_arguments(parser, "the results", "the results")


def add_simulate_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    add_seat_argument(parser, game, "BOT", "bot:NAME")
    add_lab_arguments(parser, f"number of games (default: {SIMULATED}); 1e6 is a million")
    add_option_arguments(parser, game)


def run_simulate(arguments: argparse.Namespace) -> int:
    game = asked_game(arguments)
    return simulate(arguments, game, chosen_options(arguments, game))


def simulate(arguments: argparse.Namespace, game: Game, options: dict[str, Any]) -> int:
    console = open_console(arguments)
    bots = [bot_spec(game, text) for text in arguments.seat]
    games, processes = read_games(arguments.games or SIMULATED), read_processes(arguments)
    check_files(arguments)
    seed = secrets.randbelow(LARGEST_SEED) if arguments.seed is None else arguments.seed
    progress = Progress(sys.stderr)
    try:
        with executor_of(arguments) as executor:
            results = simulation.simulate(
                game,
                bots,
                games,
                options,
                seed,
                processes,
                progress,
                progress.say,
                arguments.by_rules,
                executor,
            )
    except InvalidPlayers as error:
        raise InvalidPlayers(
            f"{error}{seats_example('simulate', game, options)}", error.given
        ) from error
    finally:
        progress.close()
    way = "compiled" if results.compiled else "by the Python rules"
    console.say(f"{game.title}, {results.tally.games:,} games, {way}, seed {seed}", "")
    console.say(*results_lines(results, console.style))
    texts = simulation.as_csv, simulation.as_json
    write_files(console.say, arguments, results, *texts, results_figure, game.title)
    if results.complete:
        return 0
    console.say(f"Stopped after {results.tally.games:,} of {games:,} games; these are counted.")
    return INTERRUPTED


def add_tournament_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="*",
        choices=Suggested(bots_for(game)),
        help="two or more (default: all, or those whose chances can be worked out)",
    )
    parser.add_argument("--file", metavar="FILE", type=Path, help="where to keep the games")
    parser.add_argument("--calibrate", action="store_true", help="write the ladder of the game")
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="N",
        help=f"time limit per pair, on one core ({CALIBRATED_SECONDS:g} with --calibrate)",
    )
    parser.add_argument(
        "--near",
        type=int,
        metavar="N",
        help="each bot meets only the N before and after it in the list (default: everybody)",
    )
    add_lab_arguments(
        parser, f"games per pair (default: {PAIRED}, or {CALIBRATED} with --calibrate)"
    )
    add_option_arguments(parser, game)


def run_tournament(arguments: argparse.Namespace) -> int:
    game = asked_game(arguments)
    return tournament(arguments, game, chosen_options(arguments, game))


def tournament(arguments: argparse.Namespace, game: Game, options: dict[str, Any]) -> int:
    console = open_console(arguments)
    bots = [bot_spec(game, text) for text in arguments.bots]
    bots = bots or tournaments.usual_bots(game, options, arguments.by_rules)
    usual = CALIBRATED if arguments.calibrate else PAIRED
    games, processes = read_games(arguments.games or usual), read_processes(arguments)
    if arguments.calibrate:
        check_ladder(game, bots, bool(options))
    check_files(arguments)
    seed, seconds, near = arguments.seed or 0, read_seconds(arguments), read_near(arguments)
    options = options or dict(for_playing(game))
    usual_name = tournaments.usual_name(game, options, seed, arguments.by_rules)
    path = arguments.file or data_folder(arguments) / "tournaments" / usual_name
    progress = Progress(sys.stderr)
    try:
        with executor_of(arguments) as executor:
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
                executor,
                near,
            )
    finally:
        progress.close()
    seats = f" at tables of {standings.seats}" if standings.seats > 2 else ""
    noun = "bots" if standings.alone else "pairs"
    ways = f"{len(standings.compiled)} of {len(standings.tallies)} {noun} compiled, seed {seed}"
    played = f"{standings.games:,} games{seats}, {ways}" if standings.tallies else "worked out"
    console.say(f"{game.title}, {played}", "", *standings_lines(standings, console.style))
    if standings.tallies:
        console.say("", f"The games are kept in {path}.")
    texts = tournaments.as_csv, tournaments.as_json
    write_files(console.say, arguments, standings, *texts, standings_figure, game.title)
    if not standings.complete:
        console.say("Stopped: run the same command to go on.")
        return INTERRUPTED
    if arguments.calibrate:
        console.say(f"The ladder is in {calibrated(game, standings, arguments)}.")
    return 0


def check_ladder(game: Game, bots: list[str], optional: bool) -> None:
    """Raise a GamenightError where a tournament would make no ladder."""
    if optional:
        raise GamenightError("a ladder is measured with the usual rules: leave the options out")
    if ladder_path(game) is None:
        raise GamenightError(f"{game.title} has no folder where a ladder could be kept")
    if ANCHOR not in bots:
        raise GamenightError(f"a ladder starts from the bot {ANCHOR}: add it")
    if len({spec.partition(":")[0] for spec in bots}) < len(bots):
        raise GamenightError(f"on a ladder each bot stands once, not as {listed(bots)}")


def calibrated(game: Game, standings: tournaments.Standings, arguments: argparse.Namespace) -> Path:
    """Write the ladder, with the date and a command that makes it again."""
    words = ["gamenight", "tournament", game.id, *standings.bots, "--calibrate"]
    if standings.tallies:
        words += ["--games", str(standings.asked), "--seconds", f"{read_seconds(arguments):g}"]
        words += ["--near", str(arguments.near)] if arguments.near is not None else []
        words += ["--seed", str(standings.seed), *(["--by-rules"] if arguments.by_rules else [])]
    return write_ladder(game, standings, datetime.now(UTC).date().isoformat(), shlex.join(words))


def bot_spec(game: Game, text: str) -> str:
    """A bot as `bot:NAME`, or by its name alone; raises UnknownBot."""
    spec = typed_bot(game, text[4:] if text.casefold().startswith("bot:") else text)
    find_bot(game, spec)
    return spec


def read_processes(arguments: argparse.Namespace) -> int | None:
    """How many processes play; None: one per core."""
    number: int | None = arguments.processes
    if number is not None and not 1 <= number <= MOST_PROCESSES:
        raise GamenightError(f"--processes must be 1 to {MOST_PROCESSES}, not {number}")
    return number


def executor_of(arguments: argparse.Namespace) -> AbstractContextManager[Executor | None]:
    """Who plays: a cluster, or this machine."""
    return connected(arguments.cluster) if arguments.cluster else nullcontext()


def read_seconds(arguments: argparse.Namespace) -> float:
    """How long each pair of a tournament may play on one core; no limit by default."""
    given: float | None = arguments.seconds
    if given is None:
        return CALIBRATED_SECONDS if arguments.calibrate else inf
    if not 0 < given < inf:
        raise GamenightError(f"--seconds must be above 0, not {given}")
    return given


def read_near(arguments: argparse.Namespace) -> int | None:
    """How far apart in the list two bots may be that meet; None: any way."""
    near: int | None = arguments.near
    if near is not None and near < 1:
        raise GamenightError(f"--near must be 1 or more, not {near}")
    return near


def add_bench_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument(
        "--seconds",
        type=float,
        default=2.0,
        metavar="N",
        help="CPU seconds for each program (default: 2)",
    )


def run_bench(arguments: argparse.Namespace) -> int:
    game = asked_game(arguments)
    if not 0 < arguments.seconds < LONGEST_BENCH:
        limits = f"above 0 and below {LONGEST_BENCH}"
        raise GamenightError(f"--seconds must be {limits}, not {arguments.seconds}")
    for line in bench(game, arguments.seconds):
        print(line, flush=True)
    return 0


def add_perft_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument("depth", metavar="DEPTH", type=int, help="how many plies ahead")
    add_option_arguments(parser, game)


def run_perft(arguments: argparse.Namespace) -> int:
    game = asked_game(arguments)
    if arguments.depth < 1:
        raise GamenightError(f"the depth must be at least 1, not {arguments.depth}")
    rules = game.rules(**chosen_options(arguments, game))
    for depth in range(1, arguments.depth + 1):
        print(f"{depth} {perft(rules, rules.initial(), depth)}", flush=True)
    return 0


def add_tables_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action", metavar="ACTION", nargs="?", help="build or verify; without it, a list"
    )
    parser.add_argument("game", metavar="GAME", nargs="?")
    parser.add_argument(
        "words",
        metavar="...",
        nargs=argparse.REMAINDER,
        help="arguments of the action: see --help after GAME",
    )


def run_tables(arguments: argparse.Namespace) -> int:
    action, id = arguments.action, arguments.game
    if action is not None and id is not None:
        lab = lab_of(registry.game(id))
        address, words = cluster_among(arguments.words)
        if address is not None and action in lab.tables_on_cluster:
            with connected(address) as executor:
                return lab.tables_on_cluster[action](words, executor)
        if action in lab.tables:
            return lab.tables[action](arguments.words)
    possible = []
    for known in registry.games():
        with suppress(BrokenGame):
            tables = lab_of(registry.game(known)).tables
            possible += [command(f"tables {name} {known}") for name in tables]
    if action is None:
        print(*(possible or ["No game has tables."]), sep="\n")
        return 0
    given = f"{action} {id or ''}".strip()
    raise GamenightError(
        f"there are no tables for {quoted(given)} (possible: {listed(possible)})", given
    )


def cluster_among(words: list[str]) -> tuple[str | None, list[str]]:
    """The address after `--cluster`, and the other words."""
    parser = Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("--cluster")
    found, others = parser.parse_known_args(words)
    return found.cluster, others


COMMANDS = {
    "simulate": Command(run_simulate, game_arguments=add_simulate_arguments),
    "tournament": Command(run_tournament, game_arguments=add_tournament_arguments),
    "bench": Command(run_bench, game_arguments=add_bench_arguments),
    "perft": Command(run_perft, game_arguments=add_perft_arguments),
    "tables": Command(run_tables, add_tables_arguments),
}
