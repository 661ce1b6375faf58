"""The command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from gamenight import __version__
from gamenight.cli import commands
from gamenight.core import registry
from gamenight.core.errors import BrokenGame, GamenightError
from gamenight.core.game import Game
from gamenight.core.options import declared
from gamenight.core.text import quoted, whole_number

SHELLS = ("bash", "zsh", "tcsh")


class Parser(argparse.ArgumentParser):
    """Tells an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"gamenight: {message} (see: {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    prepare_streams()
    try:
        own = own_command(words)
        if own is not None:
            return own(words[1:])
        arguments = build_parser(words).parse_args(words)
        run: Callable[[argparse.Namespace], int] = arguments.run
        status = run(arguments)
        sys.stdout.flush()
        return status
    except GamenightError as error:
        print(f"gamenight: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read the output is gone; keep Python from telling it once more at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print(f"gamenight: {error}", file=sys.stderr)
        return 2
    except Exception as error:
        if os.environ.get("GAMENIGHT_DEBUG"):
            raise
        print(f"gamenight: a fault in the program: {fault(error)}", file=sys.stderr)
        return 1


def fault(error: Exception) -> str:
    """An exception that should not be, in one line for a report."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{text} at {place} (GAMENIGHT_DEBUG=1 shows all of it)"


def prepare_streams() -> None:
    """A stream that was closed before the start reads as ended and swallows what is written; a
    character that an encoding lacks is replaced."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def number_of(text: str) -> int:
    """A number from 1 up, as it is typed."""
    number = whole_number(text)
    if not number:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no number from 1 up")
    return number


def own_command(words: list[str]) -> Callable[[list[str]], int] | None:
    """A command that a game brings, `gamenight GAME ...`."""
    if not words or words[0] not in registry.games():
        return None
    return registry.game(words[0]).commands.get(words[0])


def build_parser(words: Sequence[str], everything: bool = False) -> argparse.ArgumentParser:
    """The parser for these words: only a game that they name is imported, for its options;
    for a completion script, or to help somebody choose, all of them."""
    everything = everything or list(words[1:]) in (["-h"], ["--help"])
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--data", metavar="DIR", help="where matches are kept")
    common.add_argument("--plain", action="store_true", help="line by line, not on a full screen")
    common.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")
    common.add_argument("--no-color", action="store_true", help="draw without colours")
    common.add_argument("--no-animation", action="store_true", help="show no movement")
    common.add_argument(
        "--pace", metavar="SECONDS", help="how long a move is shown (1); step waits for Enter"
    )

    parser = Parser(
        prog="gamenight",
        description="Tabletop games in a terminal. Without a command: the menu.",
        parents=[common],
    )
    parser.add_argument("--version", action="version", version=f"gamenight {__version__}")
    parser.set_defaults(run=commands.run_menu)
    branches = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, help: str) -> Any:
        added = branches.add_parser(name, help=help, description=help, parents=[common])
        added.set_defaults(run=getattr(commands, f"run_{name}", run_completion))
        return added

    def for_games(parent: argparse.ArgumentParser, arguments: Callable[[Any, Game], None]) -> None:
        if not everything and parent.prog.split()[-1] not in words:
            return  # another command: its parsers would only take time
        chosen = parent.add_subparsers(title="games", metavar="GAME", dest="game")
        for id in registry.games():
            game = None
            with suppress(BrokenGame):  # the command tells why when it is run
                game = registry.game(id) if everything or id in words else None
            branch = chosen.add_parser(id, parents=[common], help=game.summary if game else None)
            if game is not None:
                arguments(branch, game)

    play = command("play", "play a game; what is not given is asked for")
    for_games(play, add_play_arguments)
    command("games", "list the games")
    rules = command("rules", "read the rules of a game")
    rules.add_argument("game", metavar="GAME", choices=registry.games())
    learn = command("learn", "learn a game step by step")
    learn.add_argument("game", metavar="GAME", choices=registry.games())
    matches = command("matches", "list the matches, the latest first")
    matches.add_argument("--game", metavar="GAME", default="", help="only this game")
    matches.add_argument("--player", metavar="NAME", default="", help="only those with this name")
    matches.add_argument("--most", metavar="N", type=number_of, default=20, help="so many (20)")
    matches.add_argument("--all", action="store_true", help="all of them")
    stats = command("stats", "what everybody has reached, game by game")
    stats.add_argument("game", metavar="GAME", nargs="?", choices=registry.games())
    stats.add_argument("--player", metavar="NAME", help="only this player, or bot:NAME")
    stats.add_argument("--csv", metavar="FILE", type=Path, help="write the rows to a file")
    resume = command("resume", "go on with a match, the latest unfinished by default")
    resume.add_argument("id", metavar="ID", nargs="?")
    resume.add_argument(
        "--seat", action="append", default=[], metavar="N=WHO", help="hand a seat over: 2=Ann"
    )
    export = command("export", "write a match to a file, .json or a game's own")
    export.add_argument("id", metavar="ID")
    export.add_argument("file", metavar="FILE", type=Path)
    read = command("import", "keep the matches of a file, .json or a game's own")
    read.add_argument("file", metavar="FILE", type=Path)
    delete = command("delete", "forget a match")
    delete.add_argument("id", metavar="ID")
    replay = command("replay", "step through a match, and play on from any point of it")
    replay.add_argument("file", metavar="FILE", help="a file, or the number of a match")
    odds = command("odds", "the odds of a game, or what each move is worth: at its start or later")
    for_games(odds, add_odds_arguments)
    analyse = command("analyse", "what every decision of a match gave away, and its luck")
    add_analyse_arguments(analyse)
    solve = command("solve", "what is known exactly about a game, worked out")
    for_games(solve, add_solve_arguments)
    tables = command("tables", "build and verify the tables of a game")
    tables.add_argument(
        "action", metavar="ACTION", nargs="?", help="build, verify; none tells what there is"
    )
    tables.add_argument("game", metavar="GAME", nargs="?")
    tables.add_argument(
        "words", metavar="...", nargs=argparse.REMAINDER, help="its own, see --help after GAME"
    )
    perft = command("perft", "count the lines of play of a length")
    for_games(perft, add_perft_arguments)
    bench = command("bench", "measure random games per second, beside other programs")
    for_games(bench, add_bench_arguments)
    simulate = command("simulate", "play many games between bots, with intervals and charts")
    for_games(simulate, add_simulate_arguments)
    tournament = command("tournament", "every bot against every other: Elo and a crosstable")
    for_games(tournament, add_tournament_arguments)
    completion = command("completion", "print a completion script for a shell")
    completion.add_argument("shell", choices=SHELLS)
    return parser


def run_completion(arguments: argparse.Namespace) -> int:
    import shtab

    print(shtab.complete(build_parser((), everything=True), arguments.shell))
    return 0


def add_play_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    from gamenight.bots import bots_for

    bots = "; ".join(f"{name}: {info.summary}" for name, info in bots_for(game).items())
    parser.description = f"{game.title}: {game.summary} Bots: {bots}"
    parser.add_argument("file", metavar="CONFIG", nargs="?", type=Path, help="options, an INI file")
    parser.add_argument("--config", metavar="FILE", type=Path, help="the same")
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="WHO",
        help="a name, or bot:NAME; once for each seat",
    )
    parser.add_argument("--first", metavar="N", help="who begins: 1, 2, ... or random")
    parser.add_argument("--seed", type=int, metavar="N", help="the same number, the same chance")
    add_option_arguments(parser, game)


def add_odds_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument(
        "plies", metavar="PLY", nargs="*", help="what was played and rolled up to the position"
    )
    parser.add_argument("--match", metavar="ID", help="the position of a match that is kept")
    add_solve_arguments(parser, game)


def add_solve_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument("--players", type=int, metavar="N", help="how many (the fewest)")
    add_option_arguments(parser, game)


def add_analyse_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="RECORD", nargs="?", help="a file or a match's number (the latest one over)"
    )
    parser.add_argument("--all", action="store_true", help="every ply, not only what stands out")
    parser.add_argument("--ply", type=int, metavar="N", help="one ply: the value of every move")
    parser.add_argument(
        "--rollouts", metavar="N", help="games from a position, where nothing exact is known"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="other numbers, other rollouts (0)"
    )
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write it as CSV")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write it as JSON")
    parser.add_argument("--chart", metavar="FILE", type=Path, help="draw its course, .svg or .png")


def add_perft_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument("depth", metavar="DEPTH", type=int)
    add_option_arguments(parser, game)


def add_bench_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each (2)")


def add_simulate_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument(
        "--seat", action="append", default=[], metavar="BOT", help="bot:NAME; once for each seat"
    )
    add_lab_arguments(parser, games="how many (1000); 1e6 is a million")
    add_option_arguments(parser, game)


def add_tournament_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    parser.add_argument("bots", metavar="BOT", nargs="*", help="two or more; all by default")
    parser.add_argument("--file", metavar="FILE", type=Path, help="where its games are kept")
    parser.add_argument("--calibrate", action="store_true", help="write the ladder of the game")
    parser.add_argument(
        "--seconds", type=float, metavar="N", help="of one core a pair at most (--calibrate: 20)"
    )
    add_lab_arguments(parser, games="how many for each pair (100; 2000 with --calibrate)")
    add_option_arguments(parser, game)


def add_lab_arguments(parser: argparse.ArgumentParser, games: str) -> None:
    parser.add_argument("--games", metavar="N", help=games)
    parser.add_argument("--seed", type=int, metavar="N", help="the same number, the same games")
    parser.add_argument("--processes", type=int, metavar="N", help="all cores by default")
    parser.add_argument(
        "--by-rules", action="store_true", help="by the Python rules, where compiled games could"
    )
    parser.add_argument("--csv", metavar="FILE", type=Path, help="write the results as CSV")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the results as JSON")
    parser.add_argument("--chart", metavar="FILE", type=Path, help="draw them, .svg or .png")


def add_option_arguments(parser: argparse.ArgumentParser, game: Game) -> None:
    """A flag for each option that the game declares."""
    for option in declared(game.options):
        flag = f"--{option.name.replace('_', '-')}"
        taken = any(flag in action.option_strings for action in parser._actions)
        parser.add_argument(
            f"--option-{flag[2:]}" if taken else flag,
            dest=commands.OPTION_PREFIX + option.name,
            metavar=None if option.choices else option.type.__name__.upper(),
            choices=option.choices or None,
            default=argparse.SUPPRESS,
            help=f"{option.help} ({option.default})".replace("%", "%%"),
        )
